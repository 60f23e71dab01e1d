import Foundation
import Testing

@testable import Storytime

@Suite("What the documentation must say")
struct DocumentationTests {
    private static let readme = Result { try Folder.text(Repository.folder + "/README.md") }

    @Test("The README leads to all settings and to how a page or a parser is added")
    func links() throws {
        for name in ["configuration", "adding-a-page", "parsers"] {
            #expect(try Self.readme.get().contains("(docs/\(name).md)"))
        }
    }

    @Test("The README names every command", arguments: CommandLineTool.commands.map(\.name))
    func commands(name: String) throws {
        #expect(try Self.readme.get().contains("storytime \(name)"))
    }

    @Test("The documents name no type that isn't there")
    func types() throws {
        let known = try ["/Sources", "/Tests"].flatMap { folder in
            try Self.words(in: folder, of: ["swift"], matching: #/\b[A-Z][a-z]+[A-Z]\w*/#)
        }
        // What others call their own.
        let foreign: Set = ["BroadcastChannel", "EnvironmentFile"]
        let named = try Self.words(
            in: "/docs",
            of: ["md"],
            matching: #/`[A-Z][a-z]+[A-Z][A-Za-z]+`/#
        )
        .map { $0.filter { $0 != "`" } }
        #expect(named.count > 50)
        #expect(Set(named).subtracting(known).subtracting(foreign).sorted() == [])
    }

    private static func words(
        in folder: String,
        of kinds: [String],
        matching pattern: Regex<Substring>
    )
        throws -> [String]
    {
        let folder = Repository.folder + folder
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { name in kinds.contains { name.hasSuffix("." + $0) } }
            .flatMap { name in
                try Folder.text(folder + "/" + name).matches(of: pattern).map { String($0.output) }
            }
    }

    @Test("The README names no setting that isn't there")
    func unknownSettings() throws {
        let known = Set(Program.settings.map { String($0.name.dropFirst(10)) })
        for rest in try Self.readme.get().components(after: "STORYTIME_") {
            let name = String(rest.prefix { $0.isLetter || $0 == "_" })
            // `STORYTIME_…` stands for all of them.
            #expect(name.isEmpty || known.contains(name), "STORYTIME_\(name)")
        }
    }
}
