import Foundation
import HTTP
import Testing

@testable import Storytime

@Suite("Where the console is")
struct OwnAddressTests {
    @Test(
        "A host of one's own network is told from one that anybody may have",
        arguments: [
            ("127.0.0.1:8080", true), ("localhost", true), ("[::1]:8080", true), ("nas", true),
            ("nas:8080", true), ("storytime.local", true), ("box.home.arpa", true),
            ("stories.lan:80", true), ("192.168.1.20:8080", true), ("[fe80::1]", true),
            ("100.101.102.103", true), ("evil.example", false), ("evil.example:8080", false),
            ("203.0.113.9", false), ("[2001:db8::1]", false), ("local", true), (".local", false),
            ("evil.local.example", false), ("evillocal.com", false), ("stories.example.org", false),
        ]
    )
    func nearby(host: String, isNearby: Bool) throws {
        let origin = try #require(Origin(isSecure: false, authority: host))
        #expect(origin.isNearby == isNearby)
    }

    /// A family with a film in the library of its child, and a token.
    private func home(_ configure: (inout Configuration) -> Void = { _ in }) throws
        -> (console: Console, token: String)
    {
        let console = try Console(configure: configure)
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        let book = try console.addStory("Journey")
        for book in [book, try console.addStory("Another Journey")] {
            _ = try console.keepCover(of: book)
        }
        try console.addToLibrary([book.id], of: child)
        _ = try console.keepFilm(of: book)
        return (console, try console.bearer(console.addParent("a@example.test", in: family)))
    }

    /// All that programs are told with an address of ours in it.
    private func answers(_ console: Console, _ token: String) throws -> String {
        let list = try console.ask(.get, "/api/v1/catalog/books?per_page=1", token: token)
        let play = try console.ask(.post, "/api/v1/children/1/playback/1", token: token)
        #expect(list.status == 200 && play.status == 200)
        let link = try #require(list.header("Link"))
        return [link, list.text, play.text].joined(separator: "\n")
    }

    @Test("No host that a program makes up stands in what it, or others, are told")
    func foreignHost() throws {
        let (console, token) = try home()
        console.host = "evil.example"
        let text = try answers(console, token)
        #expect(!text.contains("evil.example"))
        #expect(text.contains("</api/v1/catalog/books?") && text.contains("\"/media/films/1/"))
        #expect(text.contains("\"/media/covers/"))
    }

    @Test(
        "In one's own network addresses are whole, by whichever name the server has there",
        arguments: ["nas:8080", "192.168.1.20:8080", "storytime.local", "127.0.0.1:8080"]
    )
    func nearHost(host: String) throws {
        let (console, token) = try home()
        console.host = host
        let text = try answers(console, token)
        #expect(text.contains("<http://\(host)/api/v1/catalog/books?"))
        #expect(text.contains("\"http://\(host)/media/films/1/"))
        #expect(text.contains("\"http://\(host)/media/covers/"))
    }

    @Test("The configured address is told, whatever the host")
    func publicURL() throws {
        let (console, token) = try home { $0.publicURL = Origin("https://stories.example.org") }
        console.host = "evil.example"
        let text = try answers(console, token)
        #expect(!text.contains("evil.example"))
        #expect(text.contains("<https://stories.example.org/api/v1/catalog/books?"))
        #expect(text.contains("\"https://stories.example.org/media/films/1/"))
    }
}
