import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Backups by the clock")
struct BackupsTests {
    let folder: TemporaryFolder
    let database: Database
    /// 21 November 2026, 10:40 UTC.
    let now = 1_795_257_600

    init() throws {
        folder = try TemporaryFolder()
        database = try Database(path: ":memory:")
        try database.script("CREATE TABLE books (title TEXT); INSERT INTO books VALUES ('Miffy')")
    }

    private func backups(everyHours: Int = 24, keep: Int = 7) -> Backups {
        Backups(folder: folder.file("backups"), everyHours: everyHours, keep: keep)
    }

    private var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
        return (names ?? []).sorted()
    }

    private func write(_ name: String, age: Int = 0) throws {
        let path = folder.file("backups/" + name)
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(now - age))],
            ofItemAtPath: path
        )
    }

    @Test("A backup is a whole database, named after its time in UTC")
    func makes() throws {
        let file = try backups().make(from: database, now: now)
        #expect(file.name == "storytime-2026-11-21T10-40-00Z.db")
        #expect(names == [file.name])
        let copy = try Database(path: folder.file("backups/" + file.name))
        #expect(try copy.all("SELECT title FROM books") { try $0.text(0) } == ["Miffy"])
        #expect(file.bytes > 0)
    }

    @Test("The newest are kept, the older removed, and no file of another name is touched")
    func keepsTheNewest() throws {
        let backups = backups(keep: 3)
        _ = try backups.make(from: database, now: now - 10 * 86_400)
        let others = [
            "storytime-2020-01-01.db", "storytime-2020-01-01T00-00-00Z.db.gz", "notes.txt",
            "storytime-2020-13-01T00-00-00Z.db", "storytime-2020-01-01T0-00-00Z.db",
        ]
        for name in others { try write(name, age: 90_000) }
        for day in (0..<5).reversed() {
            _ = try backups.make(from: database, now: now - day * 86_400)
        }
        let kept = [19, 20, 21].map { "storytime-2026-11-\($0)T10-40-00Z.db" }
        #expect(names == (kept + others).sorted())
        #expect(backups.files().map(\.name) == kept.reversed())
    }

    @Test(
        "A name is a backup's only if it is exactly what we would write",
        arguments: [
            ("storytime-2026-11-21T10-40-00Z.db", 1_795_257_600),
            ("storytime-2026-02-29T10-40-00Z.db", nil), ("storytime-.db", nil),
            ("storytime-2026-11-21T24-00-00Z.db", nil), ("storytime.db", nil),
            ("storytime-2026-11-21T10-40-00Z.db-wal", nil), ("storytime-T-.db", nil),
            ("storytime-2026-11-21t10-40-00Z.db", nil), ("storytime-2026-11-21T10:40:00Z.db", nil),
            ("Storytime-2026-11-21T10-40-00Z.db", nil), ("", nil), (".db", nil),
        ] as [(String, Int?)]
    )
    func readsNames(_ name: String, _ time: Int?) {
        #expect(Backups.time(in: name) == time)
    }

    @Test("One is due at once, then after the hours that were set, whatever was restarted between")
    func isDue() throws {
        #expect(backups().isDue(now: now))
        _ = try backups().make(from: database, now: now)
        #expect(!backups().isDue(now: now + 24 * 3600 - 1))
        #expect(backups().isDue(now: now + 24 * 3600))
        #expect(!backups(everyHours: 0).isDue(now: now + 999 * 3600))
    }

    @Test("A backup from the future does not hold up the next")
    func ignoresTheFuture() throws {
        _ = try backups().make(from: database, now: now + 999 * 86_400)
        #expect(backups().isDue(now: now))
    }

    @Test("A failure is remembered, waits an hour, and is forgotten with the next success")
    func remembersFailure() throws {
        let backups = backups()
        try Data().write(to: URL(fileURLWithPath: folder.file("backups")))
        #expect(throws: (any Error).self) { try backups.make(from: database, now: now) }
        #expect(backups.failed?.at == now)
        #expect(backups.failed?.message.isEmpty == false)
        #expect(!backups.isDue(now: now + Backups.retrySeconds - 1))
        #expect(backups.isDue(now: now + Backups.retrySeconds))
        try FileManager.default.removeItem(atPath: folder.file("backups"))
        _ = try backups.make(from: database, now: now + 1)
        #expect(backups.failed == nil)
    }

    @Test("Only one is made at a time, and one that is given up leaves nothing behind")
    func isAlone() throws {
        let backups = backups()
        var second: Result<Backups.File, any Error>?
        #expect(throws: Backups.Stopped.self) {
            try backups.make(from: database, now: now) {
                second = Result { try backups.make(from: database, now: now) }
                return false
            }
        }
        #expect(throws: Backups.AlreadyRunning.self) { try second?.get() }
        #expect(names.isEmpty)
        #expect(backups.failed == nil)
        _ = try backups.make(from: database, now: now)
    }

    @Test("What a killed program left half made is removed after an hour")
    func removesAbandonedDrafts() throws {
        let backups = backups()
        _ = try backups.make(from: database, now: now - 86_400)
        try write("storytime-2026-11-01T00-00-00Z.db.backup-1", age: 3601)
        try write("storytime-2026-11-21T00-00-00Z.db.backup-2", age: 60)
        try write("mine.db.backup-1", age: 99_999)
        _ = try backups.make(from: database, now: now)
        #expect(!names.contains("storytime-2026-11-01T00-00-00Z.db.backup-1"))
        #expect(names.contains("storytime-2026-11-21T00-00-00Z.db.backup-2"))
        #expect(names.contains("mine.db.backup-1"))
    }

    @Test("The caretaker makes one when it is due, and says so when it can't")
    func caretakerMakesOne() throws {
        let console = try Console { $0.data = folder.path }
        let caretaker = try Caretaker(site: console.site)
        caretaker.backUpIfDue(console.database)
        #expect(names == ["storytime-2026-11-21T10-40-00Z.db"])
        console.time.now += 3600
        caretaker.backUpIfDue(console.database)
        #expect(names.count == 1)
        console.time.now += 86_400
        try FileManager.default.removeItem(atPath: folder.file("backups"))
        try Data().write(to: URL(fileURLWithPath: folder.file("backups")))
        caretaker.backUpIfDue(console.database)
        #expect(console.site.vitals.backups.failed?.at == console.time.now)
    }
}
