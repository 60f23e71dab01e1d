import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The page of what Mux told")
struct DeliveryPagesTests {
    private let tale = MuxTale()

    private func console(_ configure: (inout Configuration) -> Void = { _ in }) throws -> Console {
        let console = try Console { configuration in
            configuration.mux.webhookSecret = Console.webhookSecret
            configure(&configuration)
        }
        try console.signIn(as: .admin)
        return console
    }

    @Test("Each delivery is there with its content, what became of it, and what it did")
    func shows() throws {
        let console = try console()
        try console.addBook("Goodnight Moon")
        let told = tale.told("ready", at: 70, tale.data("ready", tale.finished()))
        try console.tell(told)
        try console.tell(told)
        try console.tell("<script>alert(1)</script>")
        let page = try console.get("/admin/webhooks")
        #expect(page.status == 200)
        #expect(page.contains("2 deliveries, newest first"))
        #expect(page.contains("Ready at Mux, 5:40 long."))
        #expect(page.contains("delivered 2 times"))
        #expect(page.contains("Not understood"))
        #expect(page.markup.all("code").contains { $0.text.contains("\"duration\": 340.131,") })
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains(Console.webhookSecret))
    }

    @Test("Pages are found beside a delivery, and skip and repeat nothing")
    func pages() throws {
        let console = try console()
        for index in 0..<45 {
            try console.tell(
                MuxTold("video.live_stream.x", at: Double(index), about: ("l", "x"), data: "{}")
            )
        }
        var target: String? = "/admin/webhooks"
        var seen: [String] = []
        for _ in 0..<5 {
            guard let address = target else { break }
            let page = try console.get(address)
            seen += page.markup.all("code").map(\.text).filter { $0.hasPrefix("event-") }
            target = page.markup.all("a").first { $0["rel"] == "next" }?["href"]
        }
        #expect(seen.count == 45 && Set(seen).count == 45)
        #expect(seen.first?.contains("44.0") == true)
        #expect(try console.get("/admin/webhooks?newer=5").contains("rel=\"prev\""))
        #expect(try console.get("/admin/webhooks?newer=44").markup.all("li").count > 20)
        for odd in ["older=x", "newer=-1", "older=99999999999999999999"] {
            #expect(try console.get("/admin/webhooks?" + odd).status == 200)
        }
    }

    @Test("What is missing of the settings is said, and what was refused")
    func missing() throws {
        let bare = try Console.asAdmin()
        let page = try bare.get("/admin/webhooks")
        let videos = try bare.get("/admin/video_assets")
        #expect(!videos.contains("Messages from Mux"))
        #expect(page.contains("Nothing received from Mux yet"))
        #expect(page.contains("http://127.0.0.1:8080/webhooks/mux"))
        #expect(page.contains("STORYTIME_MUX_TOKEN_ID and STORYTIME_MUX_TOKEN_SECRET"))
        #expect(page.contains("STORYTIME_MUX_SIGNING_KEY_ID and STORYTIME_MUX_SIGNING_KEY"))
        #expect(!page.contains("Check with Mux now"))
        #expect(try bare.get("/admin/system").contains("Videos are kept on this server"))
        let console = try console()
        try console.tell("{}", signature: "t=1,v1=0")
        #expect(try console.get("/admin/video_assets").contains("Messages from Mux"))
        let warned = try console.get("/admin/webhooks")
        #expect(warned.contains("1 delivery was refused since the program started"))
        #expect(warned.contains("its signature is not ours"))
        #expect(!warned.contains("Messages from Mux are not accepted"))
    }

    @Test("A check of everything is queued, once, and done in the background")
    func checking() throws {
        let stub = try StubMux()
        let settings = stub.settings
        let console = try console { configuration in
            configuration.mux = settings
            configuration.mux.webhookSecret = Console.webhookSecret
        }
        try console.addBook("Goodnight Moon")
        let ready = tale.data("ready", tale.finished())
        stub.answer(
            "GET /video/v1/assets?limit=100",
            200,
            "{\"data\":[\(ready)],\"next_cursor\":null}"
        )
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(ready)}")
        #expect(try console.get("/admin/webhooks").contains("Check with Mux now"))
        for _ in 1...2 { #expect(try console.post("/admin/webhooks/check").status == 303) }
        #expect(try console.jobCount(.checkMux) == 1)
        let worker = try JobWorker(site: console.site, lane: .outgoing)
        #expect(worker.doNext(console.database))
        #expect(try console.videoAtMux()?.status == .ready)
        #expect(try console.jobCount(.checkMux) == 0)
    }

    @Test("The check of every hour comes again, whether Mux answers or not")
    func hourly() throws {
        let stub = try StubMux()
        let settings = stub.settings
        stub.stop()
        let lines = LogLines()
        let console = try Console(log: lines.log) { $0.mux = settings }
        let worker = try JobWorker(site: console.site, lane: .outgoing)
        worker.queueMissed(console.database)
        worker.queueMissed(console.database)
        #expect(try console.jobCount(.checkMux) == 1)
        #expect(worker.doNext(console.database))
        #expect(lines.all.contains { $0.contains("Mux could not be reached") })
        #expect(try console.count("SELECT count(*) FROM jobs WHERE state = 'failed'") == 0)
        let next = try console.count("SELECT run_after FROM jobs WHERE state = 'queued'")
        #expect(next == console.time.now + 3600)
        let unused = try Console()
        try JobWorker(site: unused.site, lane: .outgoing).queueMissed(unused.database)
        #expect(try unused.jobCount(.checkMux) == 0)
    }

    @Test(
        "A check that failed doesn't count, and two pages say why, when, and when the next one is"
    )
    func failedCheck() throws {
        let stub = try StubMux()
        let settings = stub.settings
        let console = try console { $0.mux = settings }
        stub.answer("GET /video/v1/assets?limit=100", 200, "{\"data\":[],\"next_cursor\":null}")
        let worker = try JobWorker(site: console.site, lane: .outgoing)
        func expect(_ words: [String], not others: [String] = []) throws {
            for path in ["/admin/webhooks", "/admin/system"] {
                let page = try console.get(path)
                for word in words { #expect(page.contains(word), "\(path): \(word)") }
                for word in others { #expect(!page.contains(word), "\(path): \(word)") }
            }
        }
        worker.queueMissed(console.database)
        #expect(worker.doNext(console.database))
        try expect(["Last checked with Mux just now."], not: ["Checking with Mux failed"])
        stub.stop()
        console.time.now += 3600
        #expect(worker.doNext(console.database))
        console.time.now += 120
        let again = "We’ll try again at "
        try expect([
            "Checking with Mux failed 2 minutes ago.", "Mux could not be reached", again,
            "Last checked with Mux 1 hour ago.",
        ])
        // One that somebody asked for is tried again by itself.
        _ = try console.post("/admin/webhooks/check")
        try expect(["Checking with Mux failed 2 minutes ago.", "We’re trying again now."])
        #expect(worker.doNext(console.database))
        try expect(["Checking with Mux failed just now.", again])
        console.time.now += 30
        try expect(["We’re trying again now."], not: [again])
        #expect(try console.count("SELECT count(*) FROM jobs WHERE state = 'failed'") == 0)
    }

    @Test(
        "JSON is laid out without a change to any of its values",
        arguments: [
            (
                "{\"a\":[1,{}],\"b\":\"x,{\\\"\"}",
                "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x,{\\\"\"\n}"
            ),
            ("[]", "[]"), ("", ""), ("7", "7"), ("}}", "}\n}"), ("\"open", "\"open"),
            ("{\"é\" : 1.50e+3}", "{\n  \"é\": 1.50e+3\n}"),
        ]
    )
    func layout(json: String, text: String) {
        #expect(JSONLayout.text(Array(json.utf8), limit: 1000).text == text)
    }

    @Test("A deep document costs no more than its length")
    func deepLayout() {
        let (text, isWhole) = JSONLayout.text(
            Array(repeating: UInt8(ascii: "["), count: 50_000),
            limit: 16_384
        )
        #expect(text.utf8.count < 16_384 * 45 && !isWhole)
    }
}

extension Console {
    /// How many jobs of a kind wait.
    fileprivate func jobCount(_ kind: JobKind) throws -> Int {
        try count("SELECT count(*) FROM jobs WHERE kind = \(kind.name) AND state = 'queued'")
    }
}
