import Markup
import Foundation
import HTTP
import Testing

@testable import Storytime

@Suite("The pages about the API")
struct APIDocsTests {
    private static let reference = APIReference(Program.routes)

    /// The lines of that name on a page.
    private func code(_ id: String, of page: Answer) -> String { page.markup.text(id: id) ?? "" }

    @Test("Everybody may read them, and each operation has a page that leads to the others")
    func everyone() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        let overview = try console.get(APIDocsPages.path)
        #expect(overview.status == 200)
        #expect(overview.header("Content-Type") == "text/html; charset=utf-8")
        #expect(overview.contains(OpenAPIPages.path))
        for entry in Self.reference.entries {
            #expect(overview.markup.all("a").contains { $0["href"] == entry.href })
            let page = try console.get(entry.href)
            #expect(page.status == 200, "\(entry.href)")
            #expect(page.contains(entry.route.pattern.description))
            for status in entry.operation.answers.map(\.status)
                + entry.operation.refusals.map(\.status)
            {
                #expect(page.markup.first(id: "answer-\(status.code)") != nil, "\(entry.href)")
            }
        }
    }

    @Test(
        "What is no operation is no page, and says so as a page",
        arguments: ["x", "openapi", "%"]
    )
    func missing(name: String) throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        let answer = try console.get(APIDocsPages.path + "/" + name.replacing("%", with: "%C3%A4"))
        #expect(answer.status == 404)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    }

    @Test("A page names every parameter and every member, with what it may be and means")
    func members() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        let page = try console.get(APIDocsPages.path + "/recordUsageEvents")
        for text in [
            "events[].metadata.from_position_seconds", "1 to 64 characters",
            "play_start, pause, resume", "The id of the child who watched.", "write:usage",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test("A parent's commands have numbers of their own, and their address; a visitor's have none")
    func ownNumbers() throws {
        let console = try Console()
        let strangers = try console.addFamily("Strangers")
        try console.addChild("Canary", in: strangers)
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        try console.addStory("Not in the library")
        let story = try console.addStory("Journey")
        try console.addToLibrary([story.id], of: child)
        let href = APIDocsPages.path + "/updatePosition"
        #expect(code("curl", of: try console.get(href)).contains("/children/1/library_items/1/"))
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        let page = try console.get(href)
        let command = code("curl", of: page)
        #expect(command.contains("/children/\(child.id)/library_items/\(story.id)/position"))
        #expect(
            command.contains("-X PATCH") && command.contains("\"Authorization: Bearer $TOKEN\"")
        )
        #expect(code("sign-in", of: page).contains("\"email\": \"astrid@example.test\""))
    }

    @Test("A parent without a family, and one without a child, read them all the same")
    func withoutChild() throws {
        let console = try Console()
        try console.signIn(as: .parent)
        let href = APIDocsPages.path + "/updatePosition"
        #expect(code("curl", of: try console.get(href)).contains("/children/1/library_items/1/"))
        let other = try Console()
        try other.signIn(try other.addParent("a@example.test", in: try other.addFamily()))
        #expect(code("curl", of: try other.get(href)).contains("/children/1/library_items/1/"))
    }

    @Test("They say how often one may ask, as it is set")
    func limits() throws {
        let free = try Console(configure: { $0.requestsPerMinute = 0 })
        #expect(try free.get(APIDocsPages.path).contains("server doesn’t limit requests"))
        let limited = try Console(configure: { $0.requestsPerMinute = 1234 })
        #expect(try limited.get(APIDocsPages.path).contains("1,234 requests a minute"))
    }

    @Test("The page of one's access keys leads to them")
    func linked() throws {
        let console = try Console.asAdmin()
        let links = try console.get(AccessKeyPages.path).markup.all("a").compactMap { $0["href"] }
        #expect(links.contains(APIDocsPages.path))
    }
}

@Suite("Commands to paste")
struct CurlCommandTests {
    /// What a shell makes of a word.
    private func read(_ word: ShellWord, shell: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: shell)
        process.arguments = ["-c", "PASSWORD='p w'; REFRESH_TOKEN=12.x; printf %s \(word.quoted)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(
        "A shell reads exactly the text, whatever is in it",
        arguments: [
            "", "plain", "Pippi's", "''", "a b",
            "$HOME `id` $(id) \\ \" ! * ? ~ # & ; | < > ( ) { }",
            "line\nline", "é – “ ” 🦊", "-n", "~", "=x", "${HOME}", "'\\''",
        ]
    )
    func quoting(text: String) throws {
        for shell in ["/bin/sh", "/bin/bash"] {
            #expect(try read(ShellWord(text), shell: shell) == text)
        }
    }

    @Test("A variable stands for its value, alone and in between")
    func variables() throws {
        for shell in ["/bin/sh", "/bin/bash"] {
            #expect(try read(ShellWord("it's ${PASSWORD}"), shell: shell) == "it's p w")
            #expect(
                try read(ShellWord("${PASSWORD}${REFRESH_TOKEN}'"), shell: shell) == "p w12.x'"
            )
        }
    }

    @Test("An example keeps its order, and takes other values by the names of its members")
    func examples() {
        var json = ExampleJSON(#"{"b": [1, 2], "a": {"x_id": 3, "t": "\"}{"}, "e": [], "n": null}"#)
        json.replaceValues { name, value in name == "x_id" ? "7" : name == "b" ? value + "0" : nil }
        #expect(
            json.line == #"{"b": [10, 20], "a": {"x_id": 7, "t": "\"}{"}, "e": [], "n": null}"#
        )
        #expect(
            json.lines == """
                {
                  "b": [
                    10,
                    20
                  ],
                  "a": {
                    "x_id": 7,
                    "t": "\\"}{"
                  },
                  "e": [],
                  "n": null
                }
                """
        )
    }
}
