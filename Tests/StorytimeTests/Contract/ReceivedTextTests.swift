import Foundation
import Testing

@testable import Storytime

@Suite("Where bytes become text")
struct TextDoorTests {
    private static let sources = Repository.folder + "/Sources"

    /// The files of a name under Sources, and the module of each.
    private static func files(named name: String) throws -> [(module: String, path: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: sources)
            .filter { $0.hasSuffix("/" + name) }
            .map { (String($0.prefix { $0 != "/" }), sources + "/" + $0) }
    }

    /// The targets that Package.swift gives the doors to.
    private static func modulesWithDoors() throws -> [String] {
        let package = try Folder.text(Repository.folder + "/Package.swift")
        let declaration = #/\.target\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/#
        return package.matches(of: declaration)
            .filter { $0.2.contains("\"Received\"") }.map { String($0.1) }
    }

    @Test("Each module that has the doors has the other ways closed, with the same file")
    func closed() throws {
        let files = try Self.files(named: "ClosedTextDoors.swift")
        let modules = try Self.modulesWithDoors()
        #expect(modules.count >= 5)
        #expect(files.map(\.module).sorted() == modules.sorted())
        #expect(Set(try files.map { try Folder.text($0.path) }).count == 1)
    }

    /// What the compiler says of a file beside the ones that close doors.
    private static func warnings(of uses: String, beside names: String...) throws -> String {
        let folder = try TemporaryFolder()
        let file = folder.path + "/Uses.swift"
        try Data(uses.utf8).write(to: URL(filePath: file))
        let closed = try names.map { try #require(try files(named: $0).first).path }
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["swiftc", "-swift-version", "6", "-typecheck", file] + closed
        let errors = Pipe()
        compiler.standardError = errors
        try compiler.run()
        let said = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        compiler.waitUntilExit()
        return said
    }

    /// Which lines of the file the compiler warns of.
    private static func lines(_ said: String) -> Set<Int> {
        Set(
            said.matches(of: #/Uses\.swift:(\d+):\d+: warning: .*deprecated/#).compactMap {
                Int($0.1)
            }
        )
    }

    @Test("The compiler warns of each of the standard library's ways")
    func standardLibrary() throws {
        let uses = [
            "String(decoding: bytes, as: UTF8.self)",
            "String(decoding: bytes[1...], as: UTF8.self)",
            "String(decoding: buffer, as: UTF8.self)", "String(decoding: [0x61], as: UTF16.self)",
            "String(validating: bytes, as: UTF8.self)",
            "String(validating: characters, as: UTF8.self)",
            "String(cString: pointer)", "String(cString: unsigned)", "String(cString: characters)",
            "String(cString: bytes)", "Optional(pointer).map { String(cString: $0) }",
            "Optional(pointer).map(String.init(cString:))", "String(validatingCString: pointer)",
            "String(validatingCString: characters)", "String(validatingUTF8: pointer)",
            "String(validatingUTF8: characters)",
            "String(decodingCString: unsigned, as: UTF8.self)",
            "String.decodeCString(unsigned, as: UTF8.self)",
            "String(unsafeUninitializedCapacity: 3) { _ in 0 }", "String(copying: span)",
            "String(text.unicodeScalars)", "String(text.unicodeScalars.prefix(3))",
            "String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != \"a\" }))",
            "Substring(decoding: bytes, as: UTF8.self)", "Substring(cString: pointer)",
            "Substring(decodingCString: unsigned, as: UTF8.self)",
            "[bytes].map { String(decoding: $0, as: UTF8.self) }",
        ]
        let head = """
            func uses(_ bytes: [UInt8], _ characters: [CChar], _ pointer: UnsafePointer<CChar>, \
            _ unsigned: UnsafePointer<UInt8>, _ buffer: UnsafeBufferPointer<UInt8>, \
            _ span: borrowing UTF8Span, _ text: String) {
            """
        let said = try Self.warnings(
            of: ([head] + uses.map { "_ = " + $0 } + ["}"]).joined(separator: "\n"),
            beside: "ClosedTextDoors.swift"
        )
        #expect(Self.lines(said) == Set(2..<uses.count + 2), "\(said)")
    }

    @Test("The compiler warns of each of Foundation's ways")
    func foundation() throws {
        let uses = [
            "String(bytes: bytes, encoding: .utf8)", "String(data: data, encoding: .utf8)",
            "try String(contentsOfFile: \"a\", encoding: .utf8)",
            "try String(contentsOf: URL(filePath: \"a\"), encoding: .utf8)",
            "try JSONDecoder().decode(Int.self, from: data)",
        ]
        let head = """
            import FoundationEssentials
            func uses(_ bytes: [UInt8], _ data: Data) throws {
            """
        let said = try Self.warnings(
            of: ([head] + uses.map { "_ = " + $0 } + ["}"]).joined(separator: "\n"),
            beside: "ClosedTextDoors.swift",
            "ClosedFoundationDoors.swift"
        )
        #expect(Self.lines(said) == Set(3..<uses.count + 3), "\(said)")
    }

    @Test("What our own text needs brings no warning")
    func open() throws {
        let said = try Self.warnings(
            of: """
                func uses(_ text: String, _ part: Substring) {
                    _ = String(part) + String(text.prefix(3)) + String(3) + "\\(text)"
                    _ = String(text.first ?? "a") + String(repeating: "a", count: 3)
                }
                """,
            beside: "ClosedTextDoors.swift"
        )
        #expect(said.isEmpty, "\(said)")
    }
}
