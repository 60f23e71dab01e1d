import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Live transcription: its pages and its sessions")
struct LivePagesTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
        for user in [home.astrid, home.tom] {
            try ParentSwitches(database: console.database).set(.live, true, of: user)
        }
    }

    private var live: LiveStore { LiveStore(database: console.database, now: console.time.now) }

    private func begin(_ title: String = "At the zoo", by user: ID<User>? = nil) throws
        -> LiveSession
    {
        try live.begin(title, "en", .browser, by: user ?? home.astrid)
    }

    private func add(_ texts: String..., to session: LiveSession) throws {
        for (index, text) in texts.enumerated() {
            let fields = [
                ("number", "\(index + 1)"), ("start", "\(index * 2500)"),
                ("end", "\(index * 2500 + 2000)"), ("text", text),
            ]
            let answer = try console.post(session.href + "/pieces", fields)
            #expect(answer.status == 200)
        }
    }

    @Test("V7 L127, L163: It is off until a parent turns it on, and says so")
    func off() throws {
        try ParentSwitches(database: console.database).set(.live, false, of: home.astrid)
        let page = try console.get("/watch/live")
        #expect(page.status == 404 && page.contains("Live transcription is off"))
        #expect(page.contains("href=\"/watch/settings#switches\""))
        #expect(page.header("Permissions-Policy")?.contains("microphone=()") == true)
        #expect(try !console.get("/watch").contains("href=\"/watch/live\""))
        let session = try begin()
        for path in ["", "/saved/transcript.txt"] {
            #expect(try console.get(session.href + path).status == 404)
        }
        for path in ["/pieces", "/sound", "/delete", "/explanations"] {
            #expect(try console.post(session.href + path).status == 404)
        }
        _ = try console.post("/watch/settings/switches", [("live", "1")])
        #expect(try console.get("/watch/live").status == 200)
        #expect(try console.get("/watch").contains("href=\"/watch/live\""))
    }

    @Test("Only its page may ask for the microphone, and it says where the sound goes")
    func microphone() throws {
        let page = try console.get("/watch/live")
        let policy = try #require(page.header("Permissions-Policy"))
        #expect(policy == "camera=(), geolocation=(), microphone=(self), payment=()")
        #expect(page.contains("Chrome to Google") && page.contains("never the sound"))
        // Without a service there is no such choice.
        #expect(!page.contains("way-service"))
        #expect(page.contains("Listening needs JavaScript."))
        let session = try begin()
        for path in ["/watch", "/watch/settings", session.href, "/catalog", "/watch/words"] {
            let policy = try console.get(path).header("Permissions-Policy")
            #expect(policy?.contains("microphone=()") == true, "\(path)")
        }
        for (address, words) in [
            ("http://127.0.0.1:8080", "in your own network"),
            ("https://api.example.org", "on the Internet, over an encrypted connection"),
        ] {
            let other = try Console { $0.transcribing.service = SpeechAddress(address) }
            let parent = try other.addParent("a@example.test", in: other.addFamily())
            try other.signIn(parent)
            try ParentSwitches(database: other.database).set(.live, true, of: parent)
            let page = try other.get("/watch/live")
            #expect(page.contains("way-service") && page.contains(words))
        }
        // Neither is a service taken that would be asked in the open.
        #expect(SpeechAddress("http://api.example.org") == nil)
    }

    @Test("V7 L130: A session grows, is listed, renamed, and deleted with Undo")
    func sessions() throws {
        let begun = try console.post("/watch/live", [("way", "browser"), ("language", "German")])
        #expect(begun.status == 201)
        guard case .text(let href)? = try JSONValue(begun.bytes)["href"] else {
            Issue.record("no session")
            return
        }
        let session = try live.find(ID(1), of: home.astrid)
        #expect(
            session.href == href && session.language == "de" && session.title.hasPrefix("Live, ")
        )
        try add("Es war einmal", "ein Fuchs.", to: session)
        try add("Es war einmal", to: session)
        let page = try console.get(href)
        #expect(page.contains("Es war einmal") && page.contains("ein Fuchs."))
        #expect(page.contains("lang=\"de\"") && page.contains("German"))
        let list = try console.get("/watch/live")
        #expect(list.contains("2 lines") && list.contains("German"))
        let renamed = try console.post(href, [("title", " Foxes "), ("language", "sv")])
        #expect(renamed.status == 303)
        #expect(try live.find(session.id, of: home.astrid).title == "Foxes")
        let refused = try console.post(href, [("title", ""), ("language", "Klingonese")])
        #expect(refused.status == 422 && refused.contains("Klingonese"))
        let deleted = try console.post(href + "/delete")
        #expect(deleted.status == 303)
        #expect(try console.get("/watch/live").toast?.contains("“Foxes” deleted.") == true)
        #expect(try console.get(href).status == 404)
        #expect(try console.post(href + "/restore").location == href)
        #expect(try console.get(href).contains("ein Fuchs."))
        _ = try console.post(href + "/delete")
        console.time.now += LiveStore.keptSeconds + 1
        try live.removeOld()
        #expect(try !live.restore(session.id, of: home.astrid))
        #expect(try console.count("SELECT count(*) FROM live_pieces") == 0)
    }

    @Test("V7 L129: A session is saved as text, WebVTT and CSV that no spreadsheet carries out")
    func files() throws {
        let session = try begin("=Zoo & Co")
        try add("=1+1", "-->, “hi”", "Good-bye.", to: session)
        let text = try console.get(session.href + "/saved/transcript.txt")
        #expect(text.text == "=1+1\n-->, “hi”\nGood-bye.\n")
        #expect(text.header("Content-Type") == "text/plain; charset=utf-8")
        #expect(text.header("Content-Disposition")?.contains("\"zoo-co.txt\"") == true)
        let vtt = try console.get(session.href + "/saved/transcript.vtt").text
        #expect(vtt.hasPrefix("WEBVTT") && vtt.contains("00:00:02.500 --> 00:00:04.500"))
        #expect(vtt.contains("--&gt;, “hi”"))
        let (csv, bytes) = try console.download(session.href + "/saved/transcript.csv")
        #expect(csv.header("Content-Disposition")?.contains(".csv\"") == true)
        let rows = try Console.rows(of: bytes)
        // Our own reader takes the guards away again.
        #expect(String(decoding: bytes, as: UTF8.self).contains(",'=1+1\r\n"))
        #expect(rows.map { $0["text"] } == ["=1+1", "-->, “hi”", "Good-bye."])
        #expect(rows[1]["start"] == "2.500" && rows[1]["end"] == "4.500")
        #expect(try console.get(session.href + "/saved/transcript.exe").status == 404)
    }

    @Test("Another parent, of the family or not, finds none of it")
    func scope() throws {
        let session = try begin("Canary session")
        try add("Canary words", to: session)
        let stranger = try console.addParent("s@example.test", in: console.addFamily("Strangers"))
        try ParentSwitches(database: console.database).set(.live, true, of: stranger)
        for user in [home.tom, stranger] {
            try home.signIn(user)
            #expect(try !console.get("/watch/live").contains("Canary"))
            for path in ["", "/saved/transcript.txt", "/saved/transcript.csv"] {
                #expect(try console.get(session.href + path).status == 404, "\(path)")
            }
            let piece = [("number", "2"), ("start", "0"), ("end", "1"), ("text", "Mine")]
            for path in ["", "/pieces", "/delete", "/explanations"] {
                #expect(try console.post(session.href + path, piece).status == 404, "\(path)")
            }
            #expect(try console.post(session.href + "/restore").location == "/watch/live")
        }
        try home.signIn(home.astrid)
        #expect(try console.get(session.href).contains("Canary words"))
        #expect(try live.find(session.id, of: home.astrid).pieceCount == 1)
    }

    @Test("What a page sends wrong is refused, and a session has an end")
    func limits() throws {
        let session = try begin()
        let good = [("number", "1"), ("start", "0"), ("end", "1"), ("text", "a")]
        for (name, value) in [
            ("number", "0"), ("number", "5001"), ("number", "x"), ("start", "-1"), ("start", "2"),
            ("end", "99999999999999999999"), ("end", "18000001"), ("text", " \u{7} "),
            ("text", "..."),
        ] {
            let fields = good.map { $0.0 == name ? (name, value) : $0 }
            #expect(try console.post(session.href + "/pieces", fields).status == 400, "\(name)")
        }
        let long = String(repeating: "é", count: 5000)
        let fields = good.map { $0.0 == "text" ? ("text", long) : $0 }
        #expect(try console.post(session.href + "/pieces", fields).status == 200)
        #expect(try live.pieces(of: session.id, limit: 9)[0].text.count == 2000)
        try console.database.execute("UPDATE live_sessions SET character_count = 399999")
        let more = [("number", "2"), ("start", "0"), ("end", "1"), ("text", "two")]
        let full = try console.post(session.href + "/pieces", more)
        #expect(full.status == 409 && full.contains("reached its maximum length"))
        #expect(try console.post("/watch/live", [("way", "ear")]).status == 400)
        let language = try console.post("/watch/live", [("way", "browser"), ("language", "Klin")])
        #expect(language.status == 422 && language.contains("Klin"))
        let service = try console.post("/watch/live", [("way", "service"), ("language", "en")])
        #expect(service.status == 409 && service.contains("No transcription service"))
        for _ in 1..<LiveStore.mostSessions { _ = try begin() }
        let tooMany = try console.post("/watch/live", [("way", "browser"), ("language", "en")])
        #expect(tooMany.status == 409 && tooMany.contains("300 live sessions"))
        // Sessions in which nothing was said go by themselves.
        console.time.now += LiveStore.keptEmptySeconds + 1
        try live.removeOld()
        #expect(try live.count(of: home.astrid) == 1)
    }

    @Test("Sessions and lines come in pages, whose cost doesn’t grow with those before")
    func pages() throws {
        for number in 1...45 { _ = try begin("Session \(number).") }
        let first = try console.get("/watch/live")
        #expect(first.contains("Session 45.") && !first.contains("Session 25."))
        #expect(try console.get("/watch/live?page=3").contains("Session 1."))
        let session = try begin()
        for number in 1...201 {
            let piece = LivePiece(
                number: number,
                start: number,
                end: number,
                text: "Line \(number)."
            )
            try live.add(piece, to: session.id, of: home.astrid)
        }
        #expect(try !console.get(session.href).contains("Line 201."))
        #expect(try console.get(session.href + "?page=2").contains("Line 201."))
    }

    private func archive(for reader: ID<User>?) throws -> [String: String] {
        var archive = FamilyArchive(
            .family(home.family.id),
            as: .tar,
            for: reader,
            console.site,
            now: 0
        )
        var bytes: [UInt8] = []
        while let piece = try archive.next(from: console.database) { bytes += piece }
        return Dictionary(
            uniqueKeysWithValues: try Tar.unpack(bytes).map { name, bytes in
                (
                    name.split(separator: "/").dropFirst().joined(separator: "/"),
                    String(decoding: bytes, as: UTF8.self)
                )
            }
        )
    }

    @Test("A parent’s archive has their own sessions and switches, and erasing takes them along")
    func archive() throws {
        try add("Canary one", "Canary two", to: begin("Canary mine"))
        let theirs = try begin("Canary theirs", by: home.tom)
        let piece = LivePiece(number: 1, start: 0, end: 1, text: "Canary three")
        try live.add(piece, to: theirs.id, of: home.tom)
        let own = try archive(for: home.astrid)
        #expect(own["live_sessions.csv"]?.contains("Canary mine") == true)
        #expect(own["live_sessions.csv"]?.contains("theirs") == false)
        #expect(own["live_pieces.csv"]?.contains("Canary two") == true)
        #expect(own["live_pieces.csv"]?.contains("three") == false)
        #expect(own["parent_switches.csv"]?.contains("live,yes") == true)
        let all = try archive(for: nil)
        #expect(all["live_sessions.csv"]?.contains("theirs") == true)
        #expect(all["live_pieces.csv"]?.contains("three") == true)
        let eraser = Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        try eraser.erase(.family(home.family.id), by: .commandLine)
        for table in ["live_sessions", "live_pieces", "parent_switches"] as [SQL] {
            #expect(try console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
        #expect(try console.database.danglingReferences().isEmpty)
    }
}
