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

    /// An app whose access token has expired asks for several things at once.
    @Test("Of many that meet an expired token one refreshes, and all go on")
    func refreshes() throws {
        let running = try RunningServer()
        let now = Int(Date().timeIntervalSince1970)
        let families = FamilyStore(database: running.database, now: now)
        let family = try families.insert(
            .init(name: "The Lindqvists", territory: "SE", timeZone: "Europe/Stockholm"),
            by: .commandLine
        )
        let user = try UserStore(database: running.database, now: now).insert(
            .init(
                email: "a@example.test",
                name: "Karin",
                role: .parent,
                passwordHash: PasswordHash(text: "x"),
                family: family.id
            ),
            by: .commandLine
        )
        let request = try #require(
            Request(method: .get, target: "/", headers: Headers([]), peer: "127.0.0.1")
        )
        let tokens = try SessionStore(running.database).startProgram(
            for: user,
            from: Client(request, running.site.configuration),
            userAgent: "a test",
            now: now
        )
        let folder = try TemporaryFolder()
        let main = """
            import Foundation

            let kept = TokensDTO(
                accessToken: "expired",
                tokenType: "Bearer",
                expiresIn: 900,
                refreshToken: "\(tokens.refresh.text)",
                refreshExpiresIn: 900
            )
            let session = StorytimeSession(
                origin: URL(string: "http://127.0.0.1:\(running.browser.port)")!,
                tokens: kept
            ) { tokens in
                print("kept \\(tokens == nil ? "nothing" : "tokens")")
            }
            let client = StorytimeClient(session: session)
            let names = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 { group.addTask { try await client.getMe().name } }
                var names: [String] = []
                for try await name in group { names.append(name) }
                return names
            }
            print(names.count, Set(names))
            try await session.signOut()
            do {
                _ = try await client.getMe()
            } catch let error as StorytimeError {
                print(error.code)
            }
            """
        for (name, text) in [(SwiftClient.fileName, Self.text), ("main.swift", main)] {
            try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
        }
        let (status, output) = try run([
            "swiftc", "-Onone", "-swift-version", "6", "-o", folder.path + "/app",
            folder.path + "/" + SwiftClient.fileName, folder.path + "/main.swift",
        ])
        guard status != 127 else { return }
        #expect(status == 0, "\(output)")
        let told = try run([folder.path + "/app"]).output
        #expect(
            told == "kept tokens\n20 [\"Karin\"]\nkept nothing\nnot_signed_in\n",
            "\(told)"
        )
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
