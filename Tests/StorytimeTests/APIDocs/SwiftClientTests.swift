import Foundation
import HTTP
import Testing

@testable import Storytime

@Suite("The client in Swift")
struct SwiftClientTests {
    private static let text = SwiftClient(APIReference(Program.routes)).text

    @Test("It has a method for each operation, and a struct for each schema")
    func completeness() throws {
        let operations = Program.routes.compactMap(\.operation)
        for operation in operations {
            #expect(Self.text.contains("    func \(operation.name)("), "\(operation.name)")
        }
        let schemas = operations.flatMap(\.answers).compactMap(\.schema).flatMap(\.named)
        for name in Set(schemas.compactMap(\.name)) {
            let count = Self.text.components(after: "struct \(name)DTO: Codable").count
            #expect(count == 1, "\(name)DTO")
        }
    }

    @Test("Everybody gets it as a file of that name")
    func file() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        let answer = try console.get(APIDocsPages.path + "/" + SwiftClient.fileName)
        #expect(answer.text == Self.text)
        #expect(answer.header("Content-Disposition")?.contains(SwiftClient.fileName) == true)
        #expect(try console.get(APIDocsPages.path + "/swift").contains("struct ChildDTO"))
    }

    @Test("Names are written as Swift writes them")
    func names() {
        #expect(SwiftName.member("position_seconds") == "positionSeconds")
        #expect(SwiftName.member("hidden_category_ids") == "hiddenCategoryIDs")
        #expect(SwiftName.member("id") == "id")
        #expect(SwiftName.member("default") == "`default`")
        #expect(SwiftName.type("library_item") == "LibraryItem")
        #expect(SwiftName.type("error") == "ErrorPart")
        #expect(SwiftName.cases(["play_start", "7d"]) == nil)
    }

    /// Compiling costs the compiler's start and reading Foundation: two seconds.
    @Test("It compiles without a warning, with what the page says of its use")
    func compiles() throws {
        let folder = try TemporaryFolder()
        let use = SwiftClientFrame.use(origin: "https://stories.example.org")
            .split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let example = """
            import Foundation

            func use(email: String, password: String) async throws {
            \(use)
            }
            """
        for (name, text) in [(SwiftClient.fileName, Self.text), ("Use.swift", example)] {
            try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
        }
        let (status, output) = try run([
            "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors",
            folder.path + "/" + SwiftClient.fileName, folder.path + "/Use.swift",
        ])
        // 127: there is no compiler where only the tests were brought.
        #expect(status == 0 || status == 127, "\(output)")
    }

    private func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
