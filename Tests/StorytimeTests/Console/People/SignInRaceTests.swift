import SQLite
import Testing

@testable import Storytime

/// Checking a password takes long enough for its owner to change it meanwhile.
@Suite("Signing in while the password is changed")
struct SignInRaceTests {
    private let console: Console
    /// As who signs in was judged.
    private let judged: User

    init() throws {
        console = try Console()
        let id = try console.addUser("ada@example.test", .admin)
        judged = try console.users.find(id)
    }

    private func changePassword() throws {
        try console.users.setPassword(.cheap(of: "another"), of: judged, by: .commandLine)
    }

    @Test("What was proved with the old password begins no session, in a browser or a program")
    func sessions() throws {
        let client = try console.client()
        try changePassword()
        let store = SessionStore(console.database)
        #expect(throws: SessionStore.AccountChanged.self) {
            _ = try store.start(
                for: judged.id,
                version: judged.version,
                from: client,
                userAgent: "",
                isRemembered: false,
                now: console.time.now
            )
        }
        #expect(throws: SessionStore.AccountChanged.self) {
            _ = try store.startProgram(
                for: judged.id,
                version: judged.version,
                from: client,
                userAgent: "",
                now: console.time.now
            )
        }
        #expect(try console.count("SELECT count(*) FROM sessions") == 0)
    }

    @Test("Neither does a sign-in that waits for a code, however far it got")
    func pending() throws {
        let store = PendingSignInStore(database: console.database, now: console.time.now)
        let cookie = try store.start(for: judged, isRemembered: false, next: nil, kept: nil)
        let waiting = try #require(try store.find(cookie))
        #expect(waiting.version == judged.version)
        try changePassword()
        #expect(try store.find(cookie) == nil)
        #expect(try console.users.find(judged.id).version > waiting.version)
        #expect(throws: SessionStore.AccountChanged.self) {
            _ = try store.start(for: judged, isRemembered: false, next: nil, kept: nil)
        }
        #expect(try console.count("SELECT count(*) FROM pending_sign_ins") == 0)
    }
}
