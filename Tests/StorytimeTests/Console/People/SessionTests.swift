import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Sessions")
struct SessionTests {
    private let cookieName = "storytime_session"

    private func isSignedIn(_ console: Console) throws -> Bool {
        try console.get("/account").status == 200
    }

    @Test("The database knows the hash of the cookie's secret and not the secret")
    func keepsHash() throws {
        let console = try Console.asAdmin()
        let cookie = try #require(console.cookies[cookieName])
        let secret = try #require(Base64URL.decode(cookie.split(separator: ".")[1]))
        #expect(secret.count == 32)
        let kept = try console.database.first("SELECT secret_hash FROM sessions") {
            try $0.blob(0)
        }
        #expect(try kept == Digest.sha256(secret))
        #expect(kept != secret)
    }

    @Test(
        "A cookie that isn't one of ours signs nobody in",
        arguments: [
            "", ".", "1", "1.", ".AAAA", "1.AAAA", "x.\(String(repeating: "A", count: 43))",
            "1.\(String(repeating: "A", count: 43))", "99999999999999999999.AAAA",
            "-1.\(String(repeating: "A", count: 43))", "1.\(String(repeating: "!", count: 43))",
        ]
    )
    func refusesForeignCookies(cookie: String) throws {
        let console = try Console.asAdmin()
        console.cookies[cookieName] = cookie
        #expect(try !isSignedIn(console))
    }

    @Test("Another session's id does not fit the secret")
    func idAndSecretBelongTogether() throws {
        let console = try Console.asAdmin()
        let mine = try #require(console.cookies[cookieName])
        try console.signIn(as: .parent)
        let secret = mine.split(separator: ".")[1]
        console.cookies[cookieName] = "2.\(secret)"
        #expect(try !isSignedIn(console))
    }

    @Test("A session ends twelve hours after the last visit")
    func endsWhenIdle() throws {
        let console = try Console.asAdmin()
        console.time.now += 12 * 3600 - 1
        #expect(try isSignedIn(console))
        console.time.now += 1
        #expect(try !isSignedIn(console))
    }

    @Test("A visit keeps it open, once the caretaker has written it down")
    func visitsKeepItOpen() throws {
        let console = try Console.asAdmin()
        let caretaker = try Caretaker(site: console.site)
        for _ in 0..<3 {
            console.time.now += 11 * 3600
            #expect(try isSignedIn(console))
            caretaker.work(console.database, cleans: false)
        }
    }

    @Test("However much it is used, it ends after ninety days")
    func endsAtLast() throws {
        let console = try Console.asAdmin()
        try console.database.execute("UPDATE sessions SET idle_seconds = 100000000")
        console.time.now += 90 * 86_400 - 1
        #expect(try isSignedIn(console))
        console.time.now += 1
        #expect(try !isSignedIn(console))
    }

    @Test("Last seen is written by the caretaker, at most once a minute, and never by a page")
    func lastSeenIsWrittenRarely() throws {
        let console = try Console.asAdmin()
        let caretaker = try Caretaker(site: console.site)
        let start = console.time.now
        func lastSeen() throws -> Int {
            try console.count("SELECT last_seen_at FROM sessions") - start
        }
        console.time.now += 59
        try console.get("/account")
        caretaker.work(console.database, cleans: false)
        #expect(try lastSeen() == 0)
        console.time.now += 1
        try console.get("/account")
        #expect(try lastSeen() == 0)
        caretaker.work(console.database, cleans: false)
        #expect(try lastSeen() == 60)
        caretaker.work(console.database, cleans: false)
        #expect(try lastSeen() == 60)
    }

    @Test("An older time never overwrites a newer one")
    func lastSeenOnlyRises() throws {
        let console = try Console.asAdmin()
        let now = console.time.now
        try SessionStore(console.database).touch([1: now + 100])
        try SessionStore(console.database).touch([1: now + 50, 99: now])
        #expect(try console.count("SELECT last_seen_at FROM sessions") == now + 100)
    }

    @Test("Signing in again starts another session and ends the old one")
    func isRotated() throws {
        let console = try Console.asAdmin()
        let old = try #require(console.cookies[cookieName])
        let fields = [("email", "admin@example.test"), ("password", Console.password)]
        #expect(try console.post("/login", fields).status == 303)
        let new = try #require(console.cookies[cookieName])
        #expect(new != old)
        #expect(try isSignedIn(console))
        console.cookies[cookieName] = old
        #expect(try !isSignedIn(console))
        #expect(try console.count("SELECT count(*) FROM sessions") == 1)
    }

    @Test("A cookie that was planted before signing in is worth nothing afterwards")
    func cannotBeFixed() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        console.cookies[cookieName] = "1.\(Base64URL.encode(Array(repeating: 7, count: 32)))"
        let planted = try #require(console.cookies[cookieName])
        try console.post("/login", [("email", "ada@example.test"), ("password", Console.password)])
        #expect(console.cookies[cookieName] != planted)
        console.cookies[cookieName] = planted
        #expect(try !isSignedIn(console))
    }

    @Test("Disabling someone ends their sessions at once; enabling brings none back")
    func disabledUsersAreOut() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        let users = UserStore(database: console.database, now: console.time.now)
        let user = try #require(try users.all().first { $0.id == id })
        try users.setDisabled(true, of: user, by: .commandLine)
        #expect(try !isSignedIn(console))
        let disabled = try #require(try users.all().first { $0.id == id })
        try users.setDisabled(false, of: disabled, by: .commandLine)
        #expect(try !isSignedIn(console))
    }

    @Test("A user who is disabled behind our back is out as well")
    func disabledInTheTable() throws {
        let console = try Console.asAdmin()
        try console.database.execute("UPDATE users SET is_disabled = 1")
        #expect(try !isSignedIn(console))
    }

    @Test("A new password ends every session")
    func newPasswordEndsSessions() throws {
        let console = try Console.asAdmin()
        let users = UserStore(database: console.database, now: console.time.now)
        let user = try #require(try users.all().first)
        try users.setPassword(PasswordHash(text: "x"), of: user, by: .commandLine)
        #expect(try !isSignedIn(console))
    }

    @Test("A role that is taken away is gone with the next request")
    func roleIsReadEachTime() throws {
        let console = try Console.asAdmin()
        try console.database.execute("UPDATE users SET role = 'parent'")
        #expect(try console.get("/admin").status == 404)
    }

    @Test("The caretaker removes what has ended and nothing else")
    func removesEnded() throws {
        let console = try Console.asAdmin()
        let caretaker = try Caretaker(site: console.site)
        console.time.now += 12 * 3600
        try console.signIn(as: .parent)
        try console.database.execute(
            """
            INSERT INTO sessions (secret_hash, user_id, address, user_agent, idle_seconds,
                created_at, last_seen_at, expires_at)
            VALUES (zeroblob(32), 1, '', '', 999999999, 0, \(console.time.now),
                \(console.time.now))
            """
        )
        caretaker.work(console.database, cleans: true)
        #expect(try console.texts("SELECT CAST(user_id AS TEXT) FROM sessions") == ["2"])
    }

    @Test("A browser's name is kept short, and its address as it is known")
    func keepsWhere() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        console.peer = "2001:db8::7"
        console.headers = [("User-Agent", String(repeating: "x", count: 500))]
        try console.post("/login", [("email", "ada@example.test"), ("password", Console.password)])
        let kept = try console.texts("SELECT address || ' ' || length(user_agent) FROM sessions")
        #expect(kept == ["2001:db8::7 200"])
    }
}
