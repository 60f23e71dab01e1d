import HTTP
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("A refresh token that is used again")
struct RefreshTests {
    private static let path = "/api/v1/auth/refresh"

    /// A console on a file, with a parent who has signed in with a program.
    private struct App {
        let console: Console
        let tokens: SessionStore.Tokens

        init(_ path: String = ":memory:", _ turn: WriteTurn? = nil) throws {
            console = try Console(path: path, turn: turn)
            let parent = try console.addParent("a@example.test", in: console.addFamily())
            tokens = try console.startProgram(parent)
        }

        /// The status, and the tokens if there are any.
        func refresh(_ token: String) throws -> (status: Int, access: String, refresh: String) {
            try RefreshTests.refresh(token, console)
        }

        func works(_ access: String) throws -> Bool {
            try console.ask(.get, "/api/v1/children", token: access).status == 200
        }

        var hasSession: Bool {
            get throws { try console.count("SELECT count(*) FROM sessions") == 1 }
        }
    }

    private static func refresh(_ token: String, _ console: Console) throws
        -> (status: Int, access: String, refresh: String)
    {
        let answer = try console.ask(.post, path, "{\"refresh_token\":\"\(token)\"}")
        return (
            answer.status, answer.json["access_token"] as? String ?? "",
            answer.json["refresh_token"] as? String ?? ""
        )
    }

    @Test("An app that got no answer asks again, and both answers are good")
    func lostAnswer() throws {
        let app = try App()
        let lost = try app.refresh(app.tokens.refresh.text)
        app.console.time.now += 5
        let second = try app.refresh(app.tokens.refresh.text)
        #expect(lost.status == 200 && second.status == 200)
        #expect(lost.refresh != second.refresh)
        for access in [lost.access, second.access] { #expect(try app.works(access)) }
        // It goes on with what it got, a quarter of an hour later and again.
        app.console.time.now += 900
        let third = try app.refresh(second.refresh)
        app.console.time.now += 900
        let fourth = try app.refresh(third.refresh)
        #expect(third.status == 200 && fourth.status == 200)
        #expect(try app.works(fourth.access))
    }

    @Test("Of two tokens of one generation either goes on, and the other for half a minute more")
    func siblings() throws {
        for (seconds, status) in [(0, 200), (30, 200), (31, 401)] {
            let app = try App()
            let first = try app.refresh(app.tokens.refresh.text)
            let second = try app.refresh(app.tokens.refresh.text)
            app.console.time.now += 900
            let third = try app.refresh(first.refresh)
            app.console.time.now += seconds
            let fourth = try app.refresh(second.refresh)
            #expect(third.status == 200)
            #expect(fourth.status == status, "\(seconds)")
            #expect(try app.works(third.access) == (status == 200), "\(seconds)")
        }
    }

    @Test("The third use of a token ends the session and everything that came of it")
    func thirdUse() throws {
        let app = try App()
        let first = try app.refresh(app.tokens.refresh.text)
        let second = try app.refresh(app.tokens.refresh.text)
        #expect(try app.refresh(app.tokens.refresh.text).status == 401)
        for answer in [first, second] {
            #expect(try !app.works(answer.access))
            #expect(try app.refresh(answer.refresh).status == 401)
        }
        #expect(try !app.hasSession)
        let entries = try app.console.texts(
            "SELECT action FROM audit_entries ORDER BY id DESC LIMIT 1"
        )
        #expect(entries == ["ended a session of"])
    }

    @Test(
        "A used token is taken for half a minute, and ends the session after that",
        arguments: [(0, 200), (29, 200), (30, 200), (31, 401), (3600, 401)]
    )
    func leeway(seconds: Int, status: Int) throws {
        let app = try App()
        let first = try app.refresh(app.tokens.refresh.text)
        app.console.time.now += seconds
        #expect(try app.refresh(app.tokens.refresh.text).status == status)
        #expect(try app.hasSession == (status == 200))
        #expect(try app.refresh(first.refresh).status == status)
    }

    @Test("A token of two generations before ends the session at once")
    func olderGenerations() throws {
        let app = try App()
        let first = try app.refresh(app.tokens.refresh.text)
        let second = try app.refresh(first.refresh)
        #expect(try app.refresh(app.tokens.refresh.text).status == 401)
        #expect(try !app.works(second.access))
        #expect(try !app.hasSession)
    }

    @Test("A clock that is set back gives no more than half a minute")
    func clock() throws {
        let app = try App()
        _ = try app.refresh(app.tokens.refresh.text)
        app.console.time.now -= 31
        #expect(try app.refresh(app.tokens.refresh.text).status == 401)
    }

    /// What as many threads get that show the same token at once, and whether the access tokens of
    /// those who got some are good in the end.
    private func race(_ count: Int) throws -> (statuses: [Int], good: Int, sessions: Int) {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let path = folder.file("storytime.db")
        let app = try App(path, turn)
        let text = app.tokens.refresh.text
        let answers = Mutex<[(status: Int, access: String)]>([])
        let threads = try (0..<count).map { number in
            let console = Unchecked(try Console(path: path, turn: turn))
            return try Thread("app \(number)") {
                let answer = try? Self.refresh(text, console.value)
                answers.withLock { $0.append((answer?.status ?? 0, answer?.access ?? "")) }
            }
        }
        for thread in threads { thread.join() }
        let all = answers.withLock(\.self)
        // Each console has keys of its own to sign with: what counts is that the session is there.
        let sessions = try app.console.count("SELECT count(*) FROM sessions")
        return (all.map(\.status).sorted(), all.count { !$0.access.isEmpty }, sessions)
    }

    @Test("Two who refresh at once both go on", arguments: 1...5)
    func two(round: Int) throws {
        let (statuses, good, sessions) = try race(2)
        #expect(statuses == [200, 200] && good == 2 && sessions == 1)
    }

    @Test("Of twenty who refresh at once two get tokens, the third ends the session for all")
    func twenty() throws {
        let (statuses, good, sessions) = try race(20)
        #expect(statuses == [200, 200] + Array(repeating: 401, count: 18))
        #expect(good == 2 && sessions == 0)
    }
}
