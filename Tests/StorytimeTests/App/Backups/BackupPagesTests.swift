import Foundation
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The pages of backups")
struct BackupPagesTests {
    private let folder: TemporaryFolder
    private let console: Console
    private let name = "storytime-2026-11-21T10-40-00Z.db"

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        console = try Console(path: folder.file("storytime.db"), turn: WriteTurn()) {
            $0.data = folder.path
        }
        try console.signIn(as: .admin)
    }

    private func check() throws {
        try console.post("/admin/backups/\(name)/check")
        let worker = try JobWorker(site: console.site, kinds: [.checkBackup])
        #expect(worker.doNext(console.database))
    }

    private func entries() throws -> [String] {
        try console.texts(
            """
            SELECT actor_name || ' ' || action || ' ' || record_label FROM audit_entries
            WHERE record_type = 'backup' ORDER BY id
            """
        )
    }

    @Test("Without a backup it says so, and “Back up now” makes one that is listed with its pages")
    func lists() throws {
        #expect(try console.get("/admin/backups").contains("No backups yet"))
        #expect(try console.post("/admin/backups").location == "/admin/backups")
        let page = try console.get("/admin/backups")
        #expect(page.contains(name))
        #expect(page.contains("Not checked"))
        let pages = try console.count("PRAGMA page_count")
        #expect(console.site.vitals.backups.pages(of: name) == pages)
        #expect(page.contains(Counted.number(pages)))
        #expect(try console.get("/admin/system").contains("href=\"/admin/backups\""))
    }

    @Test("A check runs in the background, and its result is kept beside the backup")
    func checks() throws {
        try console.post("/admin/backups")
        try console.post("/admin/backups/\(name)/check")
        let pending = try console.get("/admin/backups")
        #expect(pending.contains("data-refresh=\"pending\""))
        #expect(pending.contains("Checking"))
        try check()
        let page = try console.get("/admin/backups")
        #expect(page.contains("Intact"))
        #expect(page.contains("data-refresh=\"\""))
        #expect(try !console.get("/admin").contains("is damaged"))
        // Nothing appears beside the file.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
        #expect(files == [name])
    }

    @Test("A damaged backup is called damaged, with the reason, and the dashboard warns of it")
    func findsDamage() throws {
        try console.post("/admin/backups")
        let path = folder.file("backups/\(name)")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 4096 * 3)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        try check()
        #expect(try console.get("/admin/backups").contains("Damaged"))
        #expect(try console.texts("SELECT finding FROM backup_checks").first?.isEmpty == false)
        #expect(try console.get("/admin").contains("The backup \(name) is damaged."))
        // A file that is gone is nobody’s trouble.
        try FileManager.default.removeItem(atPath: path)
        #expect(try !console.get("/admin").contains("is damaged"))
    }

    @Test(
        "A file that is no database is damaged, too, and a check of a file that is gone is no error"
    )
    func findsNonsense() throws {
        try console.post("/admin/backups")
        let path = folder.file("backups/\(name)")
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: path))
        try check()
        let page = try console.get("/admin/backups")
        #expect(page.contains("Damaged"))
        #expect(page.contains("unknown"))
        try console.jobs.add(
            .checkBackup,
            BackupPayload(name: "storytime-2020-01-01T00-00-00Z.db"),
            label: "x"
        )
        let worker = try JobWorker(site: console.site, kinds: [.checkBackup])
        #expect(worker.doNext(console.database))
        #expect(try console.count("SELECT count(*) FROM jobs WHERE state = 'failed'") == 0)
    }

    @Test("A check that has to end does, and is not taken for a finding")
    func isStopped() throws {
        struct Enough: Error {}
        try console.database.script(
            """
            CREATE TABLE many (text TEXT);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
            INSERT INTO many SELECT 'row ' || i FROM n;
            """
        )
        try console.post("/admin/backups")
        let path = folder.file("backups/\(name)")
        #expect(try BackupCheck.findings(in: path).isEmpty)
        #expect(throws: Enough.self) { try BackupCheck.findings(in: path) { throw Enough() } }
    }

    @Test("A download asks who it is first, has the whole file, and each one is in the audit log")
    func downloads() throws {
        try console.post("/admin/backups")
        console.time.now += 3600
        let target = "/admin/backups/\(name)"
        #expect(try console.get(target).location == "/admin/backups")
        #expect(try !console.get("/admin/backups").contains("href=\"\(target)\""))
        let question = try console.post("/admin/backups/proof")
        #expect(question.status == 403)
        #expect(question.contains("Please confirm it’s you"))
        #expect(try entries() == ["Ada made \(name)"])
        let kept = try #require(question.markup.forms.first { $0.action == "/confirm" })
        let fields = kept.fields.map {
            ($0.name, $0.name == "password" ? Console.password : $0.value)
        }
        #expect(try console.post("/confirm", fields).location == "/admin/backups")
        #expect(try console.get("/admin/backups").contains("href=\"\(target)\""))
        let answer = try console.get(target)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"\(name)\"")
        #expect(answer.response.body.length == console.site.vitals.backups.files().first?.bytes)
        _ = try console.send(.head, target)
        _ = try console.send(.get, target, [("Range", "bytes=0-99")])
        #expect(
            try entries() == [
                "Ada made \(name)", "Ada downloaded \(name)", "Ada downloaded \(name)",
            ]
        )
    }

    @Test(
        "Only backups can be named: nothing else in the folder, nothing outside it",
        arguments: [
            "storytime.db", "...", "notes.txt", "storytime-2026-11-21.db",
            "storytime-2020-01-01T00-00-00Z.db",
        ]
    )
    func refusesNames(name: String) throws {
        try console.post("/admin/backups")
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("backups/notes.txt")))
        #expect(try console.get("/admin/backups/\(name)").status == 404)
        #expect(try console.post("/admin/backups/\(name)/check").status == 404)
    }

    @Test("Parents don’t know that the page exists")
    func isForAdmins() throws {
        try console.post("/admin/backups")
        try console.signIn(as: .parent)
        for target in ["/admin/backups", "/admin/backups/\(name)"] {
            #expect(try console.get(target).status == 404)
        }
        #expect(try console.post("/admin/backups/proof").status == 404)
    }
}
