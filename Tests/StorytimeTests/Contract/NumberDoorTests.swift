import Foundation
import Testing

@testable import Storytime

@Suite("Where text and fractions become numbers")
struct NumberDoorTests {
    private static let file = "ClosedNumberDoors.swift"

    /// The targets that depend on `Received`, by the package’s manifest: those that see outside data.
    private static func targets() throws -> [String] {
        let manifest = try Folder.text(Repository.folder + "/Package.swift")
        let target = #/\.target\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/#
        return manifest.matches(of: target).filter { $0.2.contains("\"Received\"") }
            .map { String($0.1) }
    }

    private static func closings(in target: String) throws -> [String] {
        let folder = Repository.folder + "/Sources/" + target
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.split(separator: "/").last == file[...] }
            .map { try Folder.text(folder + "/" + $0) }
    }

    @Test("Swift’s own ways are closed in each target that reads what strangers send, in all alike")
    func everywhere() throws {
        let targets = try Self.targets()
        #expect(Set(["HTTP", "Server", "Subtitles", "Storytime"]).isSubset(of: targets))
        let texts = try targets.map { target in
            let texts = try Self.closings(in: target)
            #expect(texts.count == 1, "\(target) needs \(Self.file) once")
            return texts.first
        }
        #expect(Set(texts).count == 1)
    }

    /// Each line is a way in which a number could come in.
    private static let uses = """
        func a(_ text: String) { _ = Int(text) }
        func b(_ text: Substring) { _ = Int(text) }
        func c(_ text: String?) { _ = text.flatMap { Int($0) } }
        func d(_ text: String?) { _ = text.flatMap(Int.init) }
        func e(_ text: String) { _ = Int(text, radix: 16) }
        func f(_ text: String) { _ = Int64(text) }
        func g(_ text: Substring) { _ = UInt32(text, radix: 16) }
        func h(_ number: Double) { _ = Int(number) }
        func i(_ number: Double) { _ = Int(number.rounded() * 1_000) }
        func j(_ number: Double) { _ = UInt8(number) }
        func k(_ number: Float) { _ = Int(number) }
        func l<Number: BinaryFloatingPoint>(_ number: Number) { _ = Int(number) }
        func m(_ text: String) { _ = Double(text) }
        func n(_ text: Substring) { _ = Double(text) }
        func o(_ text: String?) { _ = text.flatMap(Double.init) }
        func p(_ text: String) { _ = Float(text) }
        func q(_ number: Int) { _ = abs(number) }
        func r(_ numbers: [Double]) { _ = numbers.map(abs) }
        func s(_ text: String) { let number: Int? = .init(text); _ = number }
        """

    /// A compiler that chose the standard library’s again would say nothing, and let all of them in.
    @Test("The compiler warns of each use of Swift’s own")
    func warns() throws {
        let folder = try TemporaryFolder()
        let closing = try #require(try Self.closings(in: "HTTP").first)
        try Data(closing.replacing("import Received", with: "").utf8)
            .write(to: URL(filePath: folder.path + "/" + Self.file))
        try Data(Self.uses.utf8).write(to: URL(filePath: folder.path + "/Use.swift"))
        let doors = Repository.folder + "/Sources/Received/ReceivedNumber.swift"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-package-name", "doors",
            doors, folder.path + "/" + Self.file, folder.path + "/Use.swift",
        ]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let said = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        // 127: there is no compiler where only the tests were brought.
        guard process.terminationStatus != 127 else { return }
        #expect(process.terminationStatus == 0, "\(said)")
        for (index, use) in Self.uses.split(separator: "\n").enumerated() {
            let isCaught = said.split(separator: "\n").contains {
                $0.contains("Use.swift:\(index + 1):") && $0.contains("is deprecated")
            }
            #expect(isCaught, "\(use)")
        }
    }

    /// What we only decode, and never encode, was written by another program.
    @Test("Numbers that other programs write as JSON are decoded to types with bounds")
    func decoded() throws {
        let folder = Repository.folder + "/Sources/Storytime"
        let opening = #/^( *)(?:\w+ )*struct \w+.*: .*\bDecodable\b.*{$/#
        let number = #/^ +(?:\w+ )*(?:let|var) \w+: .*\bU?Int(?:8|16|32|64)?\b[^{]*$/#
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where name.hasSuffix(".swift") {
            let lines = try Folder.text(folder + "/" + name).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            for (index, line) in lines.enumerated() {
                guard let found = line.wholeMatch(of: opening) else { continue }
                count += 1
                let end = found.1 + "}"
                let members = lines[(index + 1)...].prefix { $0 != end }
                // A moment of Mux: what takes a single value takes it apart itself.
                guard !members.contains(where: { $0.contains("singleValueContainer") }) else {
                    continue
                }
                for member in members {
                    #expect(member.wholeMatch(of: number) == nil, "\(name): \(member)")
                }
            }
        }
        // VideoProbe and the objects of Mux, at least.
        #expect(count > 10)
    }
}
