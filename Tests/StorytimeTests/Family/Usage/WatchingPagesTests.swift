import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The console’s own player tells what is watched with a child")
struct WatchingPagesTests {
    /// Two minutes of a story, as the page's script tells them.
    private func events(_ child: Child, _ book: Book, from start: Int) -> String {
        let signs = [("play_start", 0), ("heartbeat", 45), ("heartbeat", 90), ("pause", 120)]
        let events = signs.map { type, second in
            """
            {"client_event_id":"\(type)-\(second)","session_id":"s","child_id":\(child.id),\
            "book_id":\(book.id),"event_type":"\(type)","position_seconds":\(second),\
            "occurred_at":"\(TimeText.iso(start + second))","metadata":null}
            """
        }
        return "{\"events\":[\(events.joined(separator: ","))]}"
    }

    private func send(
        _ json: String,
        _ console: Console,
        _ headers: [(String, String)] = [("Sec-Fetch-Site", "same-origin")],
        type: String = "application/json"
    ) throws -> Answer {
        let more = [("Content-Type", type), ("Accept", "application/json")] + headers
        return try console.send(.post, WatchingPages.path, more, Array(json.utf8))
    }

    @Test("What a page sends with the browser's cookie counts for the child, once")
    func counts() throws {
        let home = try WatchingHome()
        let json = events(home.pippi, home.fox, from: home.console.time.now - 600)
        let answer = try send(json, home.console)
        #expect(answer.status == 200)
        let statuses = (answer.json["results"] as? [[String: Any]])?.map { $0["status"] as? String }
        #expect(statuses == ["accepted", "accepted", "accepted", "accepted"])
        // A page that didn't hear the answer sends them again.
        #expect(try send(json, home.console).text.components(separatedBy: "duplicate").count == 5)
        #expect(
            try home.console.texts("SELECT child_id || ' ' || watched_ms FROM viewings")
                == ["\(home.pippi.id) 120000"]
        )
        #expect(try home.console.get("/children/\(home.pippi.id)/week").contains("2 min"))
        #expect(try home.console.get("/children/\(home.tommy.id)/week").contains("2 min") == false)
    }

    @Test("Pages of other sites, strangers and admins tell nothing in a parent's name")
    func refuses() throws {
        let home = try WatchingHome()
        let console = home.console
        let json = events(home.pippi, home.fox, from: console.time.now - 600)
        for site in ["cross-site", "same-site"] {
            #expect(try send(json, console, [("Sec-Fetch-Site", site)]).status == 403)
        }
        #expect(try send(json, console, [("Origin", "https://evil.example")]).status == 403)
        // A form of another site can't even say that it is JSON.
        #expect(try send(json, console, type: "text/plain").status == 415)
        #expect(try send("{}", console).status == 422)
        let cookies = console.cookies
        console.cookies = [:]
        #expect(try send(json, console).status == 401)
        try console.signIn(as: .admin)
        #expect(try send(json, console).status == 404)
        console.cookies = [:]
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("tove@example.test", in: strangers))
        let answer = try send(json, console)
        #expect(answer.status == 200 && !answer.contains("accepted"))
        #expect(try console.count("SELECT count(*) FROM viewings") == 0)
        console.cookies = cookies
        #expect(try send(json, console).contains("accepted"))
    }

    @Test("No access key opens what a page sends to, and the API's own address takes no cookie")
    func isNoAPI() throws {
        let home = try WatchingHome()
        let console = home.console
        let json = events(home.pippi, home.fox, from: console.time.now - 600)
        let parent = try #require(try console.users.all().first { $0.role == .parent })
        let key = try console.accessKey(parent.id, [.writeUsage])
        let answer = try console.ask(.post, WatchingPages.path, json, token: key)
        #expect(answer.status == 401 || answer.status == 403)
        let cookie = try console.send(
            .post,
            "/api/v1/usage_events",
            [("Content-Type", "application/json"), ("Sec-Fetch-Site", "same-origin")],
            Array(json.utf8)
        )
        #expect(cookie.status == 401)
        #expect(try console.count("SELECT count(*) FROM viewings") == 0)
    }
}
