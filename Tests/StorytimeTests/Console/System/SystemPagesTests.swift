import Markup
import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The system page")
struct SystemPagesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func console(_ configure: (inout Configuration) -> Void = { _ in }) throws -> Console {
        let console = try Console {
            $0.data = folder.path
            configure(&$0)
        }
        try console.signIn(as: .admin)
        return console
    }

    @Test("It says which version and schema run since when, and what is where")
    func shows() throws {
        let console = try console()
        console.time.now += 5 * 3600 + 30 * 60
        let page = try console.get("/admin/system")
        #expect(page.status == 200)
        let last = try #require(
            try console.texts("SELECT name FROM schema_migrations ORDER BY number DESC").first
        )
        for text in [Version.current, last, "5 hours, 30 minutes", "None yet", "nothing yet"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(page.contains("aria-current=\"page\""))
    }

    @Test("What was set is marked, whether its default is empty or not")
    func marksSettings() throws {
        func row(_ console: Console) throws -> String? {
            try console.get("/admin/system").text.components(separatedBy: "</tr>")
                .first { $0.contains("<code>STORYTIME_TRUSTED_PROXY</code></th>") }
        }
        let named = try console {
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
        }
        #expect(try row(named)?.contains(">changed</span>") == true)
        #expect(try row(console())?.contains(">changed</span>") == false)
    }

    @Test("Parents and strangers don't know that it exists")
    func isForAdmins() throws {
        let console = try console()
        try console.signIn(as: .parent)
        #expect(try console.get("/admin/system").status == 404)
        #expect(try console.post("/admin/system/backups").status == 404)
        console.cookies = [:]
        #expect(try console.post("/admin/system/backups").status != 200)
        #expect(console.site.vitals.backups.files().isEmpty)
    }

    @Test("A proxy that nobody named is a warning until the program starts anew with its name")
    func unnamedProxy() throws {
        let console = try console()
        #expect(try !console.get("/admin/system").contains("untrusted proxy"))
        let forwarded = [("X-Forwarded-For", "198.51.100.7")]
        _ = try console.send(.get, "/healthz", forwarded)
        for path in ["/admin/system", "/admin"] {
            let page = try console.get(path)
            #expect(page.contains("an untrusted proxy, 127.0.0.1."), "\(path)")
            #expect(page.contains("STORYTIME_TRUSTED_PROXY"), "\(path)")
        }
        let named = try self.console {
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
        }
        _ = try named.send(.get, "/healthz", forwarded)
        #expect(try !named.get("/admin/system").contains("untrusted proxy"))
    }

    @Test("Back up now makes a backup, says which and how large, and is in the audit log")
    func backsUp() throws {
        let console = try console()
        let answer = try console.post("/admin/system/backups")
        #expect(answer.location == "/admin/system")
        let file = try #require(console.site.vitals.backups.files().first)
        let page = try console.get("/admin/system")
        #expect(page.toast?.contains("\(file.name) made, \(ByteCount.text(file.bytes))") == true)
        #expect(page.contains("1 file, "))
        let entries = try console.texts(
            """
            SELECT actor_name || ' ' || action || ' ' || record_type || ' ' || record_label
            FROM audit_entries ORDER BY id DESC LIMIT 1
            """
        )
        #expect(entries == ["Ada made backup \(file.name)"])
        #expect(try console.get("/admin/audit").contains("made the backup"))
    }

    @Test("A backup that fails is said at once, and stays on this page and the dashboard")
    func showsFailure() throws {
        let console = try console()
        try Data().write(to: URL(fileURLWithPath: folder.file("backups")))
        try console.post("/admin/system/backups")
        let page = try console.get("/admin/system")
        #expect(page.toast?.contains("The backup failed") == true)
        #expect(page.contains("The last backup failed."))
        let dashboard = try console.get("/admin")
        #expect(dashboard.contains("The last backup failed."))
        #expect(!dashboard.contains("All is well."))
        let made = "SELECT count(*) FROM audit_entries WHERE action = 'made'" as SQL
        #expect(try console.count(made) == 0)
    }

    @Test("Short space is said before it is out, on this page and the dashboard")
    func warnsOfShortSpace() throws {
        let short = try console { $0.freeSpaceWarningMegabytes = 1_000_000_000 }
        #expect(try short.get("/admin/system").contains("of disk space left."))
        #expect(try short.get("/admin").contains("of disk space left."))
        let enough = try console { $0.freeSpaceWarningMegabytes = 0 }
        #expect(try !enough.get("/admin").contains("of disk space left."))
    }

    @Test("Space is short below what is configured, and below what a backup needs")
    func knowsShortSpace() {
        let space = DiskSpace(free: 1_000, total: 9_000)
        #expect(space.isShort(warnBelowBytes: 1_001, databaseBytes: 0))
        #expect(!space.isShort(warnBelowBytes: 1_000, databaseBytes: 0))
        #expect(space.isShort(warnBelowBytes: 1, databaseBytes: 501))
        #expect(!space.isShort(warnBelowBytes: 0, databaseBytes: 9_999))
        #expect(DiskSpace(of: folder.file("nowhere")) == nil)
    }

    @Test("Slow statements are listed, and that nobody watches is said")
    func listsSlowStatements() throws {
        let console = try console()
        let slow = try #require(console.site.vitals.slowStatements)
        let quiet = "No statement or transaction has taken 100 ms"
        #expect(try console.get("/admin/system").contains(quiet))
        slow.note("SELECT * FROM books WHERE id = ?", milliseconds: 1_234, at: console.time.now)
        let page = try console.get("/admin/system")
        #expect(page.contains("SELECT * FROM books WHERE id = ?"))
        #expect(page.contains("1,234 ms"))
        let blind = try self.console { $0.slowStatementMilliseconds = 0 }
        #expect(try blind.get("/admin/system").contains("Not recorded"))
    }

    @Test("Every setting is listed with its value; a secret's value is not")
    func listsSettings() throws {
        let console = try console { $0.timeZone = "Europe/Berlin" }
        let page = try console.get("/admin/system")
        for setting in Program.settings { #expect(page.contains(setting.name)) }
        #expect(page.contains("<code>Europe/Berlin</code>"))
        let secret = Setting("STORYTIME_HOST", \.host, range: "", isSecret: true, help: "")
        #expect(Configuration().shownText(of: secret) == "(hidden)")
    }

    @Test(
        "It reads the session, the views, the last migration, SQLite's version, the checks, the jobs, the crashes and the sizes"
    )
    func isCheap() throws {
        let console = try Console(path: folder.file("storytime.db")) { $0.data = folder.path }
        try console.signIn(as: .admin)
        // A threshold of nothing notes every statement.
        let all = SlowStatements(thresholdMilliseconds: 0)
        var options = DatabaseConfiguration()
        options.slowStatements = all
        let watched = try Database(path: console.database.path, configuration: options)
        let cookies = console.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let headers = Headers([("Host", console.host), ("Cookie", cookies)])
        let request = try #require(
            Request(method: .get, target: "/admin/system", headers: headers, peer: "127.0.0.1")
        )
        let answer = try Application(site: console.site, database: watched).respond(to: request)
        #expect(answer.status == 200)
        #expect(all.all.reduce(0) { $0 + $1.count } == 9)
    }
}

@Suite("The size of media")
struct MediaSizeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let below = folder.file("a/b")
        try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
        for name in ["one.mp4", "a/two.mp4", "a/b/three.mp4", "a/.hidden"] {
            try Data(count: 100).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a/loop"),
            withDestinationPath: folder.path
        )
    }

    @Test("Files in all folders count; links are not followed")
    func walks() {
        let measure = MediaSize(folder: folder.path).measure(now: 0)
        // The four files, and the link itself.
        #expect(measure.files == 5)
        #expect(measure.bytes >= 400 && measure.bytes < 1_000)
        #expect(measure.isComplete)
    }

    @Test("The walk ends at its limit")
    func isBounded() {
        let measure = MediaSize(folder: folder.path).measure(now: 0, fileLimit: 2)
        #expect(measure.files == 2)
        #expect(!measure.isComplete)
    }

    @Test("A measure holds for a minute")
    func isKept() throws {
        let media = MediaSize(folder: folder.path)
        let first = media.measure(now: 1_000)
        try Data(count: 100).write(to: URL(fileURLWithPath: folder.file("four.mp4")))
        #expect(media.measure(now: 1_059) == first)
        #expect(media.measure(now: 1_060).files == first.files + 1)
    }

    @Test("No folder is no media")
    func isNothing() {
        #expect(MediaSize(folder: folder.file("nowhere")).measure(now: 0).files == 0)
    }
}
