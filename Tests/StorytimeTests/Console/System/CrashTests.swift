import Foundation
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("What comes of a crash")
struct CrashTests {
    private let console: Console

    init() throws {
        console = try .asAdmin()
    }

    private static let kind = JobKind(name: "sample", title: "Doing a sample") { _ in }

    private var jobs: JobStore { JobStore(database: console.database, now: console.time.now) }

    private func crash(_ work: String) throws -> String {
        try CrashStore(database: console.database, now: console.time.now)
            .keep(Crash(at: console.time.now, signal: 4, work: work), [Self.kind])
    }

    // MARK: The note

    @Test("The note is read back, whatever the thread was doing")
    func reads() throws {
        let crash = try #require(Crash(note: Array("4 job 17\n".utf8), at: 5))
        #expect(crash == Crash(at: 5, signal: 4, work: "job 17"))
        #expect(crash.job == ID(17))
        let nothing = try #require(Crash(note: Array("11 \n".utf8), at: 5))
        #expect(nothing.work.isEmpty && nothing.job == nil)
        #expect(nothing.words(job: nil) == "while it was doing something that left no note")
        #expect(
            Crash(note: Array("4 page /a/é".utf8.dropLast()), at: 0)?.words(job: nil)
                == "while it was answering a request for /a/"
        )
    }

    @Test(
        "No note, or one that nobody understands, is no crash",
        arguments: ["", "\n", "x y", "4", "999 job 1"]
    )
    func ignores(text: String) {
        #expect(Crash(note: Array(text.utf8), at: 0) == nil)
    }

    @Test("The file is read once, a bounded part of it, and is gone after a stop as it should be")
    func file() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.data = folder.path
        let note = CrashNote(configuration)
        #expect(try note.read() == nil)
        let path = folder.file("storytime.crash")
        let text = "6 page /" + String(repeating: "a", count: 100_000)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try note.read()?.work.utf8.count == 510)
        note.end()
        #expect(!Folder.exists(path))
    }

    // MARK: Jobs

    @Test("The job that stopped the program has failed at once; another that ran is begun again")
    func jobsFail() throws {
        for name in ["guilty", "innocent"] {
            try jobs.add(Self.kind, name, label: "Sample “\(name)”")
            _ = try jobs.claim()
        }
        #expect(try crash("job 1") == "while it was doing a background job: Sample “guilty”")
        let worker = try JobWorker(site: console.site, kinds: [Self.kind])
        worker.recover(console.database)
        #expect(try jobs.find(ID(1)).state == .failed)
        #expect(try jobs.find(ID(2)).state == .queued)
        let page = try console.get("/admin/system")
        #expect(page.contains("Doing this stopped the program."))
        #expect(page.contains("Sample “guilty”"))
        #expect(page.contains("/admin/system/jobs/1/retry"))
        #expect(page.contains("The program crashed just now, while it was doing a background job"))
        // Whoever has it tried again may be right; if not, it fails at once again.
        try console.post("/admin/system/jobs/1/retry")
        #expect(try jobs.claim()?.id == ID(1))
        _ = try crash("job 1")
        #expect(try jobs.find(ID(1)).state == .failed)
    }

    @Test("A job that is done by now, or gone, or was never there, is no trouble")
    func jobsOfNobody() throws {
        try jobs.add(Self.kind, 1, label: "Sample")
        try jobs.finish(try #require(try jobs.claim()))
        _ = try crash("job 1")
        #expect(try jobs.find(ID(1)).state == .done)
        #expect(try crash("job 99") == "while it was doing a background job: number 99")
    }

    // MARK: Admins

    @Test("Admins are told for a week, and how often it happened")
    func told() throws {
        _ = try crash("page /watch/{book}")
        _ = try crash("page /watch/{book}")
        let page = try console.get("/admin/system")
        #expect(page.contains("while it was answering a request for /watch/{book}"))
        #expect(page.contains("It crashed 1 more time within a week."))
        #expect(try console.get("/admin").contains("The program crashed just now"))
        console.time.now += 7 * 86_400
        #expect(try !console.get("/admin/system").contains("The program crashed"))
    }

    // MARK: Files

    @Test("A caption file that stopped the program is not read again, and can be deleted")
    func setAside() throws {
        let path = "/admin/captions/import"
        let sent = try console.postFile(
            path,
            [],
            file: ("files", "moon.en.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nOne\n".utf8))
        )
        let href = try #require(sent.location)
        #expect(try console.get(href).status == 200)
        _ = try crash("file caption import \(href.split(separator: "/").last ?? "")")
        for answer in [try console.get(href), try console.post(href, [("act", "save")])] {
            #expect(answer.status == 422)
            #expect(answer.contains("It stopped the program when it was read"))
            #expect(answer.markup.forms.contains { $0.action == href + "/discard" })
        }
        #expect(try console.post(href + "/discard").location == path)
        #expect(try console.count("SELECT count(*) FROM caption_drafts") == 0)
        #expect(try console.get(path).status == 200)
    }

    @Test("Every page that reads a file anew names it in the note")
    func routes() throws {
        let paths = [
            "/admin/captions/import/36": "caption import 36",
            "/watch/3/captions/import/36": "caption import 36",
            "/watch/web/3/captions/import/36": "caption import 36",
            "/watch/3/captions/own-2.lrc": "captions own-2.lrc",
            "/watch/web/3/captions/own-2.lrc": "captions own-2.lrc",
            "/admin/series/import/x": "series import x",
            "/admin/imports/5": "import 5",
        ]
        for (path, name) in paths {
            guard case .found(let route, _) = console.site.router.match(.get, path: path) else {
                Issue.record("\(path)")
                continue
            }
            #expect(route.file(of: path) == name)
        }
    }
}
