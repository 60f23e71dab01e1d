import SQLite
import Testing

@testable import Server
@testable import Storytime

@Suite("The start page and the health page")
struct HomeAndHealthTests {
    @Test("Health is said to everyone, as JSON")
    func health() throws {
        let answer = try Console().get("/healthz")
        #expect(answer.status == 200)
        #expect(answer.text == "{\"status\":\"ok\"}\n")
        #expect(answer.header("Content-Type") == "application/json")
    }

    @Test("Health fails while a handler is stuck")
    func stuck() throws {
        let console = try Console()
        let handler = StuckHandler(
            route: "POST /account",
            thread: "worker-1",
            lane: .worker,
            milliseconds: 21_000
        )
        console.site.vitals.stuck.set([handler])
        let answer = try console.get("/healthz")
        #expect(answer.status == 503)
        #expect(answer.json["status"] as? String == "stuck")
        #expect(
            answer.json["reason"] as? String
                == "1 handler is over the limit of processor time; the log says which."
        )
        console.site.vitals.stuck.set([])
        #expect(try console.get("/healthz").status == 200)
    }

    @Test("Health fails while a lane serves nobody, and says which")
    func stalled() throws {
        let console = try Console()
        console.site.vitals.stalled.set([.signIn])
        let answer = try console.get("/healthz")
        #expect(answer.status == 503)
        #expect(answer.json["status"] as? String == "stalled")
        #expect(
            answer.json["reason"] as? String
                == "Requests are waiting in the lane sign-in, and none has been served for 10 seconds."
        )
        console.site.vitals.stalled.set([.slow, .outgoing])
        #expect(try console.get("/healthz").text.contains("in the lanes slow, outgoing, and"))
        console.site.vitals.stalled.set([])
        #expect(try console.get("/healthz").status == 200)
    }

    @Test(
        "Health fails once a trial shows that nothing can be written, though nobody has tried, and heals"
    )
    func trial() throws {
        let console = try Console()
        let caretaker = try Caretaker(site: console.site)
        let status = { try console.get("/healthz").status }
        let round = { caretaker.work(console.database, cleans: false) }
        try console.database.script("PRAGMA query_only = ON;")
        #expect(try status() == 200)
        round()
        #expect(try status() == 503)
        try console.database.script("PRAGMA query_only = OFF;")
        round()
        #expect(try status() == 200)
    }

    @Test("Health fails on a disk without space, before anybody meets it")
    func full() throws {
        let console = try Console()
        console.site.vitals.disk.pretend(DiskSpace(free: 0, total: 1 << 40))
        let answer = try console.get("/healthz")
        #expect(answer.status == 503)
        #expect(answer.json["reason"] as? String == "The disk is full.")
    }

    @Test("A trial is made for ten minutes after somebody asked, and a look at all of it each five")
    func rhythm() {
        let watch = HealthWatch()
        #expect(!watch.isAsked(now: 1_000))
        watch.noteAsked(now: 1_000)
        #expect(watch.isAsked(now: 1_599) && !watch.isAsked(now: 1_600))
        #expect(watch.takeLook(now: 1_000) && !watch.takeLook(now: 1_299))
        #expect(watch.takeLook(now: 1_300))
    }

    @Test("The start page leads to setup, to sign-in, or to one's own start")
    func start() throws {
        let console = try Console()
        #expect(try console.get("/").location == "/setup")
        try console.addUser("ada@example.test", .admin)
        #expect(try console.get("/").location == "/login")
        try console.signIn(as: .parent)
        #expect(try console.get("/").location == "/children")
        try console.signIn(as: .admin)
        #expect(try console.get("/").location == "/admin")
    }
}
