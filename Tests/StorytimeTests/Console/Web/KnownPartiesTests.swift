import HTTP
import Server
import Testing

@testable import Storytime

@Suite("Who counts as one")
struct KnownPartiesTests {
    /// The session of whoever is signed in to a console.
    private func shown(_ console: Console) throws -> String {
        let request = try console.request(.get, "/account")
        return try visitor(console, request)
    }

    /// Whose turn a request waits for.
    private func visitor(_ console: Console, _ request: Request) throws -> String {
        try #require(found(console, request).last)
    }

    private func found(_ console: Console, _ request: Request) -> [String] {
        let site = console.site
        return site.router.visitor(request.head, peer: console.peer, site.configuration).shown
    }

    @Test("What a request carries besides what lets it in makes nobody another visitor")
    func besides() throws {
        let console = try Console()
        try console.signIn(try console.addParent("a@example.test", in: try console.addFamily()))
        let request = try console.request(.get, "/account")
        let cookie = try #require(request.headers["cookie"])
        for (name, value) in [
            ("Authorization", "Foo 1"), ("Authorization", "Bearer 2"),
            ("Cookie", "__Host-storytime_session=zzz; \(cookie)"),
        ] {
            var headers = Headers([("Host", console.host), (name, value)])
            if name != "Cookie" { headers.add("Cookie", cookie) }
            let other = try #require(Request(method: .get, target: "/account", headers: headers))
            #expect(try visitor(console, other) == visitor(console, request), "\(value)")
        }
    }

    @Test("Whoever is known stays who they are, whatever dead cookie they show beside it")
    func deadDevice() throws {
        let console = try Console()
        let family = try console.addFamily()
        try console.signIn(try console.addParent("a@example.test", in: family))
        #expect(try console.get("/account").status == 200)
        let cookie = try #require(try console.request(.get, "/account").headers["cookie"])
        let headers = Headers([
            ("Host", console.host),
            ("Cookie", "__Host-storytime_session=kids-1.dead; \(cookie)"),
        ])
        let request = try #require(Request(method: .post, target: "/account", headers: headers))
        let shown = found(console, request)
        #expect(shown.count == 2)
        let caller = console.site.parties.caller(shown, from: "here")
        #expect(caller.party == Caller("", of: Party.family(family.id)).party)
        #expect(!caller.isStranger)
    }

    @Test("A session has one spelling", arguments: ["0", "00", "+", " "])
    func spelling(sign: String) throws {
        let console = try Console()
        try console.signIn(try console.addParent("a@example.test", in: try console.addFamily()))
        let shown = try shown(console)
        #expect(Ticket(shown) != nil)
        #expect(Ticket(sign + shown) == nil)
    }

    @Test("Who signs in is known with the first request, not only after it")
    func signedIn() throws {
        let console = try Console()
        let mine = try console.addFamily()
        try console.addParent("a@example.test", in: mine)
        let sent = [("email", "a@example.test"), ("password", Console.password)]
        #expect(try console.post("/login", sent).status == 303)
        let caller = console.site.parties.caller([try shown(console)], from: "here")
        #expect(caller.party == Caller("", of: Party.family(mine.id)).party)
    }

    @Test("Sessions of one family are one party once they were let in, and those of others aren’t")
    func families() throws {
        let console = try Console()
        let mine = try console.addFamily("Mine")
        let parents = [
            try console.addParent("a@example.test", in: mine),
            try console.addParent("b@example.test", in: mine),
            try console.addParent("c@example.test", in: try console.addFamily("Others")),
            try console.addUser("d@example.test", .admin),
            try console.addUser("e@example.test", .admin),
        ]
        var sessions: [String] = []
        // The first of them twice.
        for parent in [parents[0]] + parents {
            try console.signIn(parent)
            sessions.append(try shown(console))
            let stranger = console.site.parties.caller([sessions.last ?? ""], from: "here")
            #expect(stranger.party == Caller("here").party)
            #expect(try console.get("/account").status == 200)
        }
        let callers = sessions.map { console.site.parties.caller([$0], from: "here") }
        #expect(Set(callers.map(\.visitor)).count == 6)
        #expect(Set(callers[0..<3].map(\.party)).count == 1)
        #expect(Set(callers[2...].map(\.party)).count == 4)
    }

    @Test("What a stranger shows is not noted")
    func strangers() throws {
        let console = try Console()
        let family = try console.addFamily()
        try console.signIn(try console.addParent("a@example.test", in: family))
        let shown = try shown(console)
        #expect(try console.get("/admin").status == 404)
        let caller = console.site.parties.caller([shown], from: "here")
        #expect(caller.party == Caller("here").party)
    }

    @Test("New sessions of one network take turns as one, until it is known whose they are")
    func newSessions() {
        let parties = KnownParties()
        let (first, second) = (
            parties.caller(["__Host-a"], from: "2001:db8::"),
            parties.caller(["__Host-b"], from: "2001:db8::")
        )
        #expect(first.party == second.party && first.visitor != second.visitor)
        #expect(parties.caller(["__Host-c"], from: "192.0.2.1").party != first.party)
    }

    @Test("However many are let in, the memory of them is bounded, and the latest are known")
    func bounds() throws {
        let parties = KnownParties()
        func caller(_ number: Int) -> Caller { parties.caller(["Bearer \(number)"], from: "here") }
        for number in 0..<50_000 {
            parties.note(.family(ID(1)), showing: "Bearer \(number)")
        }
        #expect(caller(49_999).party == caller(30_000).party)
        #expect(caller(0).party == Caller("here").party)
    }
}
