import Glibc
import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The lanes of a running server")
struct LaneTests {
    /// Holds whoever comes until a test lets them go.
    private final class Gate: Sendable {
        private let arrivals = Channel<Void>(limit: .max)
        private let passes = Channel<Void>(limit: .max)

        func pass() {
            _ = arrivals.push(())
            _ = passes.pop()
        }

        func awaitArrivals(_ count: Int) {
            for _ in 0..<count { _ = arrivals.pop() }
        }

        func open() { passes.close() }
    }

    private func cookie(_ reply: Browser.Reply) -> String {
        String(reply.headers["set-cookie"]?.prefix { $0 != ";" } ?? "")
    }

    private func hold(_ pattern: StaticString, _ lane: Lane, _ gate: Gate) -> Route {
        post(pattern, for: .parent, lane: lane) { (_: Visit, _: ID<User>) in
            gate.pass()
            return Response(status: 204)
        }
    }

    @Test("While two sessions of one parent hold all they can, an admin signs in and works")
    func worst() throws {
        let gate = Gate()
        let server = try RunningServer(
            routes: Program.routes + [
                hold("/hold/slow/{id}", .slow, gate), hold("/hold/outgoing/{id}", .outgoing, gate),
            ]
        )
        defer { server.finish() }
        defer { gate.open() }
        try addPeople(server)
        let browser = server.browser
        func signIn(_ name: String) throws -> String {
            let fields = [("email", "\(name)@example.test"), ("password", Console.password)]
            let reply = try browser.post("/login", fields)
            #expect(reply.status == 303)
            return cookie(reply)
        }
        let sessions = [try signIn("parent"), try signIn("parent")]
        var held: [Int32] = []
        for session in sessions {
            // From here on it is known whose they are.
            #expect(try browser.send("GET", "/account", [("Cookie", session)]).status == 200)
            for path in ["/hold/slow/1", "/hold/outgoing/1"] {
                for _ in 1...6 {
                    let socket = try browser.connected()
                    held.append(socket)
                    let request = browser.request(
                        "POST",
                        path,
                        [("Cookie", session), ("Content-Length", "0")]
                    )
                    try browser.write(request, to: socket)
                }
            }
        }
        // One of two workers, and two of three.
        gate.awaitArrivals(1 + 2)
        let admin = try signIn("admin")
        #expect(try browser.send("GET", "/admin/system", [("Cookie", admin)]).status == 200)
        #expect(try browser.send("GET", "/healthz").status == 200)
        gate.open()
        for socket in held {
            #expect(try browser.reply(on: socket).status == 204)
            close(socket)
        }
    }

    private func addPeople(_ server: RunningServer) throws {
        let hash = try PasswordHash.cheap(of: Console.password)
        let users = UserStore(database: server.database, now: server.site.clock())
        let families = FamilyStore(database: server.database, now: server.site.clock())
        let family = try families.insert(
            .init(name: "Mine", territory: "SE", timeZone: "Europe/Stockholm", language: "sv"),
            by: .commandLine
        )
        for role in [Role.parent, .admin] {
            let id = try users.insert(
                .init(
                    email: "\(role.rawValue)@example.test",
                    name: "Ada",
                    role: role,
                    passwordHash: hash
                ),
                by: .commandLine
            )
            guard role == .parent else { continue }
            try users.setFamily(family.id, of: try users.find(id), by: .commandLine)
        }
    }

    @Test(
        "Whose account a sign-in is for is seen before a worker has it, on the page and in the API",
        arguments: [
            ("/login", "email=%20ADA%40example.test&password=x", "ada@example.test"),
            ("/login", "password=x", nil), ("/login", "email=%zz", nil), ("/login", "", nil),
            ("/login", "email=a&kept=" + String(repeating: "x", count: 20_000), nil),
            (
                "/api/v1/auth/token", #"{"password": "x", "email": "Ada@Example.test"}"#,
                "ada@example.test"
            ),
            ("/api/v1/auth/token", #"{"email": 3}"#, nil), ("/api/v1/auth/token", "[[[", nil),
        ]
    )
    func account(path: String, content: String, expected: String?) throws {
        let head = try #require(Request(method: .post, target: path, headers: [:])).head
        let request = Request(head: head, body: .bytes(Array(content.utf8)), peer: "192.0.2.1")
        #expect(SignInDesk.account(of: request) == expected)
    }

    @Test(
        "At a browser that knows them somebody isn’t a stranger, and a family with many is only one"
    )
    func browsers() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parents = try ["a", "b"].map { try console.addParent("\($0)@example.test", in: family) }
        let other = try console.addUser("c@example.test", .admin)
        let parties = KnownParties()
        for id in parents { parties.note(try console.users.find(id)) }
        let head = try #require(Request(method: .post, target: "/login", headers: [:])).head
        let request = Request(head: head, body: .bytes(Array("email=a".utf8)), peer: "192.0.2.1")
        let stranger = Caller("192.0.2.1", of: "192.0.2.1", isStranger: true)
        let callers = try (parents + [other]).map { user in
            let browser = try KnownBrowser(adding: user, to: nil)
            return SignInDesk.caller(request, stranger, browser: browser, parties)
        }
        #expect(callers[0].party == callers[1].party && callers[1].party != callers[2].party)
        #expect(callers.allSatisfy { !$0.isStranger })
        #expect(SignInDesk.caller(request, stranger, browser: nil, parties).isStranger)
        let known = Caller("session", of: "family")
        let browser = try KnownBrowser(adding: other, to: nil)
        #expect(SignInDesk.caller(request, known, browser: browser, parties).party == known.party)
    }

    @Test("Whatever hashes a password is in the lane for that, and nothing else is")
    func signInLane() {
        let paths = Set(
            Program.routes.filter { $0.lane == .signIn }.map { "\($0.method) \($0.pattern)" }
        )
        #expect(
            paths == [
                "POST /setup", "POST /login", "POST /login/code", "POST /invitation",
                "POST /reset", "POST /confirm", "POST /account/email", "POST /account/password",
                "POST /account/second-factor", "POST /account/second-factor/recovery-codes",
                "POST /api/v1/auth/token", "POST /family/pin", "POST /kids/child",
                "POST /kids/leave", "POST /kids/leave/parent",
            ]
        )
    }
}
