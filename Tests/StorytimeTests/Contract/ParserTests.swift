import Foundation
import Testing

@testable import Storytime

/// Whether everything that reads what others made is tried with what others might make: docs/parsers.md.
@Suite("Who tries each parser")
struct ParserTests {
    /// What a source has that goes through a door, reads JSON, or is made of bytes.
    private static var signs: Regex<Substring> {
        #/ReceivedText\.|ReceivedNumber\.|JSONValue\(|JSONDecoder\(|init\??\((?:_ )?\w+: (?:\[UInt8\]|ArraySlice<UInt8>)/#
    }

    /// Words that are no targets: the walk over all routes, and what isn't a stranger's.
    private static let others: Set = ["walk", "own"]

    private static let folder = Repository.folder + "/Tests/Fuzz"

    /// A line of the table: who tries a file, or everything in a folder.
    private struct Line {
        let target: String
        let place: String

        func isAbout(_ file: String) -> Bool {
            place.hasSuffix("/") ? file.hasPrefix(place) : file == place
        }
    }

    private func table() throws -> [Line] {
        try Folder.text(Self.folder + "/parsers.txt").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
                try #require(words.count == 2, "\(line)")
                return Line(target: words[0], place: words[1])
            }
    }

    /// The fuzz targets that there are.
    private func targets() throws -> Set<String> {
        let text = try Folder.text(Self.folder + "/FuzzTarget.swift")
        let cases = text.matches(of: #/(?m)^    case ([a-z, ]+)$/#)
        return Set(cases.flatMap { $0.1.split(separator: ", ").map(String.init) })
    }

    private static let sources: Result<[(file: String, text: String)], any Error> = Result {
        let folder = Repository.folder + "/Sources/"
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .map { (file: $0, text: try Folder.text(folder + $0)) }
    }

    /// The sources that read what comes from outside. What a comment says is no code.
    private func readers() throws -> [String] {
        // Made once: a regular expression is compiled where it is made.
        let (comment, signs) = (#/\/\/[^\n]*/#, Self.signs)
        return try Self.sources.get().filter { _, text in
            text.replacing(comment, with: "").contains(signs)
        }.map(\.file)
    }

    @Test("No source has a regular expression: on some texts one takes longer than anybody lives")
    func noRegularExpressions() throws {
        let code = try Self.sources.get().map { file, text in
            (file, text.replacing(#/\/\/[^\n]*/#, with: "").replacing("\"#/", with: ""))
        }
        let files = code.filter { $1.contains("#/") || $1.contains("Regex") }.map(\.0)
        #expect(files.isEmpty)
    }

    /// What is removed in one statement keeps everybody from saving until it is done, however much it is.
    @Test("What is too old is removed in slices (`RowSlices`)")
    func removesInSlices() throws {
        let statement = #/DELETE FROM [^"]*?<=? ?\\\((self\.)?(now|limit|before)/#
        let files = try Self.sources.get().filter { $1.contains(statement) }.map(\.file)
        // Somebody hides an alert: those of the few kinds that there are.
        #expect(files == ["Storytime/App/Dashboard/HiddenAlerts.swift"])
    }

    @Test("Every source that reads what others made is in the table")
    func isComplete() throws {
        let table = try table()
        for file in try readers() {
            let isThere = table.contains { $0.isAbout(file) }
            #expect(isThere, "\(file) reads what others made: see docs/parsers.md")
        }
    }

    @Test("Every line of the table is about a source and names a fuzz target")
    func hasNothingElse() throws {
        let (files, targets) = (try Self.sources.get().map(\.file), try targets())
        #expect(targets.count > 20)
        for line in try table() {
            #expect(targets.union(Self.others).contains(line.target), "\(line.target)")
            #expect(files.contains(where: line.isAbout), "\(line.place) isn’t there")
        }
    }

    @Test("Every fuzz target tries something, and has inputs to begin with")
    func targetsAreUsed() throws {
        let used = Set(try table().map(\.target))
        // Those of the tests' own pictures begin with them.
        let fixtures: Set = ["images", "photos"]
        for target in try targets() {
            #expect(used.contains(target), "\(target) tries nothing")
            let inputs = try? Folder.names(in: "\(Self.folder)/Corpus/\(target)")
            #expect(
                fixtures.contains(target) || inputs?.isEmpty == false,
                "\(target) has no inputs"
            )
        }
    }
}
