import Foundation
import SQLite
import Testing

@Suite("What connections notice of their database")
struct HealthTests {
    private let folder: TemporaryFolder
    private let health = DatabaseHealth()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ name: String = "a.db") throws -> Database {
        var configuration = DatabaseConfiguration()
        configuration.busyTimeoutMilliseconds = 30
        configuration.health = health
        return try Database(path: folder.file(name), configuration: configuration)
    }

    @Test(
        "A database that can't be written is noticed, and again when it can; reading says nothing of that"
    )
    func readOnly() throws {
        let database = try open()
        try database.script("CREATE TABLE things (name TEXT)")
        #expect(health.obstacle == nil)
        try database.script("PRAGMA query_only = ON")
        #expect(throws: SQLiteError.self) {
            try database.execute("INSERT INTO things VALUES ('one')")
        }
        #expect(health.obstacle == .readOnly)
        _ = try database.first("SELECT count(*) FROM things") { try $0.int(0) }
        #expect(health.obstacle == .readOnly)
        try database.script("PRAGMA query_only = OFF")
        try database.tryWriting()
        #expect(health.obstacle == nil && !health.isDamaged)
    }

    @Test("A writer that keeps the others waiting for too long is noticed, until one writes again")
    func busy() throws {
        let turn = WriteTurn()
        var configuration = DatabaseConfiguration()
        configuration.busyTimeoutMilliseconds = 30
        configuration.health = health
        let (one, other) = (
            try Database(path: folder.file("a.db"), configuration: configuration, turn: turn),
            try Database(path: folder.file("a.db"), configuration: configuration, turn: turn)
        )
        try one.write {
            #expect(throws: SQLiteError.self) { try other.tryWriting() }
            #expect(health.obstacle == .busy)
        }
        try other.tryWriting()
        #expect(health.obstacle == nil)
    }

    @Test(
        "A full disk is noticed by the one that meets it and told to all; a lock or a mistake is neither"
    )
    func full() throws {
        let (one, other) = (try open(), try open())
        try one.script("CREATE TABLE things (name TEXT UNIQUE)")
        try one.execute("INSERT INTO things VALUES ('one')")
        #expect(throws: SQLiteError.self) { try one.execute("INSERT INTO things VALUES ('one')") }
        try other.write {
            #expect(throws: SQLiteError.self) { try one.tryWriting() }
        }
        #expect(health.obstacle == nil)
        let pages = try one.first("PRAGMA page_count") { try $0.int(0) } ?? 0
        try one.script("PRAGMA max_page_count = \(pages)")
        let long = String(repeating: "long ", count: 9_000)
        #expect(throws: SQLiteError.self) { try one.execute("INSERT INTO things VALUES (\(long))") }
        #expect(health.obstacle == .full)
        try other.write { try other.execute("INSERT INTO things VALUES ('two')") }
        #expect(health.obstacle == nil)
    }

    @Test("Writing as a trial changes nothing, and reaches the file")
    func trial() throws {
        let database = try open()
        try database.script("CREATE TABLE things (name TEXT); PRAGMA user_version = 7")
        let size = { (try? Data(contentsOf: URL(filePath: folder.file("a.db-wal"))).count) ?? 0 }
        let before = size()
        try database.tryWriting()
        #expect(size() > before)
        #expect(try database.first("PRAGMA user_version") { try $0.int(0) } == 7)
    }

    @Test("Damage is remembered though others read on, until all of the file is found whole")
    func damage() throws {
        let path = folder.file("a.db")
        let whole = try {
            let database = try Database(path: path)
            try database.script("CREATE TABLE things (name TEXT); CREATE TABLE others (name TEXT)")
            for number in 0..<200 {
                let name = "\(number) " + String(repeating: "long ", count: 100)
                try database.execute("INSERT INTO things VALUES (\(name))")
            }
            try database.script("PRAGMA wal_checkpoint(TRUNCATE)")
            return try Data(contentsOf: URL(filePath: path))
        }()
        let pages = 4096 * 5..<4096 * 12
        try write(Data(repeating: 0xA5, count: pages.count), at: pages.lowerBound, to: path)
        let database = try open()
        #expect(throws: SQLiteError.self) {
            try database.all("SELECT name FROM things") { try $0.text(0) }
        }
        #expect(health.isDamaged)
        #expect(try database.all("SELECT name FROM others") { try $0.text(0) }.isEmpty)
        try database.tryWriting()
        #expect(try !database.verify().isEmpty)
        #expect(health.isDamaged)
        try write(whole[pages], at: pages.lowerBound, to: path)
        #expect(try database.verify().isEmpty)
        #expect(!health.isDamaged)
    }

    /// Over the file that connections have open, as a disk that changes under them.
    private func write(_ content: Data, at place: Int, to path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(place))
        try file.write(contentsOf: content)
        try file.close()
    }
}
