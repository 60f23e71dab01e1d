import Received
import CSQLite
import CSQLiteDraft

/// A connection to a database file. It belongs to the thread that made it, like everything that
/// comes from it; threads share the file, and the `WriteTurn` for it.
///
/// Read with `all`, `first` and `each`, change with `execute`; put several statements that belong
/// together into `write { }` or `read { }`.
@usableFromInline package final class Database {
    package let path: String
    package let configuration: DatabaseConfiguration
    let turn: WriteTurn
    let handle: OpaquePointer
    package let interrupter: Interrupter
    var cache = StatementCache()
    var transaction = Transaction.none
    /// How many of the calls in progress hold the writer's turn; the first takes it.
    var turnDepth = 0
    /// The text of the first change of the transaction in progress, if statements are measured.
    var firstChange: String?

    /// Opens a file, which only we can read, and creates it if it is missing.
    ///
    /// `:memory:` and `file:` URIs have the meaning that https://sqlite.org/uri.html describes.
    package convenience init(
        path: String,
        configuration: DatabaseConfiguration = DatabaseConfiguration(),
        turn: WriteTurn = WriteTurn()
    ) throws(SQLiteError) {
        try self.init(path, configuration, turn, .service)
    }

    init(
        _ path: String,
        _ configuration: DatabaseConfiguration,
        _ turn: WriteTurn,
        _ purpose: Purpose
    ) throws(SQLiteError) {
        self.path = path
        self.configuration = configuration
        self.turn = turn
        handle = try Self.open(path, configuration, purpose)
        interrupter = Interrupter(handle)
        do {
            try configure(purpose)
        } catch {
            throw SQLiteError(code: error.code, message: "\(error.message): \(path)")
        }
    }

    deinit {
        interrupter.forget()
        // Statements that a `Row` still holds keep the handle alive until they go.
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// The row id of this connection's last INSERT.
    package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open, according to SQLite, which ends one on its own after some
    /// errors.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func failure(_ code: Int32, sql: String = "") -> SQLiteError {
        let message = OwnText.decode(cString: sqlite3_errmsg(handle))
        let error = SQLiteError(code: code, message: message, sql: sql)
        configuration.health?.note(error)
        return error
    }
}

extension Database {
    /// What a connection is for; all but the first are for backup and restore.
    enum Purpose {
        /// The program's work, among other connections.
        case service
        /// Writing a file that nobody knows of yet, by its descriptor (`Draft`).
        case draft
        /// Exclusive access to a file, in order to replace it.
        case takeover
        /// Reading a file without changing anything; not even a `-shm` appears beside it.
        case archive
    }

    private static func open(
        _ path: String,
        _ configuration: DatabaseConfiguration,
        _ purpose: Purpose
    ) throws(SQLiteError) -> OpaquePointer {
        _ = skipsMemoryStatistics
        let isFile = !path.hasPrefix(":") && !path.hasPrefix("file:") && purpose != .draft
        if isFile && !configuration.isReadOnly { try Files.createPrivately(path) }
        let access =
            configuration.isReadOnly
            ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let name = purpose == .archive ? Files.immutableURI(path) : path
        var handle: OpaquePointer?
        let fileSystem = purpose == .draft ? try draftFileSystem() : nil
        let code = sqlite3_open_v2(name, &handle, flags, fileSystem)
        guard let handle else {
            throw SQLiteError(code: SQLITE_NOMEM, message: "no memory to open \(path)")
        }
        guard code == SQLITE_OK else {
            let message = OwnText.decode(cString: sqlite3_errmsg(handle))
            sqlite3_close_v2(handle)
            throw SQLiteError(code: code, message: "\(message): \(path)")
        }
        // SQLite falls back to reading if it may not write, and would fail later, less clearly.
        guard configuration.isReadOnly || sqlite3_db_readonly(handle, "main") == 0 else {
            sqlite3_close_v2(handle)
            throw SQLiteError(code: SQLITE_READONLY, message: "cannot write \(path)")
        }
        return handle
    }

    /// The name of the file system in which drafts are.
    private static func draftFileSystem() throws(SQLiteError) -> String {
        let code = csqlitedraft_register()
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, message: OwnText.decode(cString: sqlite3_errstr(code)))
        }
        return CSQLITEDRAFT_NAME
    }

    /// Applies what https://sqlite.org/security.html advises for files that others may have
    /// touched, and what the schema relies on.
    private func configure(_ purpose: Purpose) throws(SQLiteError) {
        sqlite3_busy_timeout(handle, Int32(clamping: configuration.busyTimeoutMilliseconds))
        Limit.apply(to: handle)
        for (flag, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, true),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (SQLITE_DBCONFIG_ENABLE_FKEY, true),
            // A misspelled column in double quotes would otherwise be taken for a text.
            (SQLITE_DBCONFIG_DQS_DML, false),
            (SQLITE_DBCONFIG_DQS_DDL, false),
        ] {
            csqlite_set_flag(handle, flag, isOn ? 1 : 0)
        }
        switch purpose {
        case .service: if !configuration.isReadOnly { try enterWAL() }
        case .draft: try run("PRAGMA journal_mode = MEMORY")
        case .takeover: try run("PRAGMA locking_mode = EXCLUSIVE")
        case .archive: break
        }
        try run("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
        try run("PRAGMA cell_size_check = ON")
        // Deleted content is overwritten: what somebody wants gone must not stay in the file.
        try run("PRAGMA secure_delete = ON")
        try run("PRAGMA cache_size = -\(configuration.cacheKiB)")
        try run("PRAGMA mmap_size = \(configuration.mmapBytes)")
        sqlite3_wal_autocheckpoint(handle, Limit.logPages)
        try run("PRAGMA journal_size_limit = \(Limit.logBytes)")
    }

    /// Switches the file to the write-ahead log; a file that already uses it stays as it is.
    ///
    /// Two connections that switch a new file at the same moment can both be refused at once,
    /// without SQLite's own waiting, so this retries until the time to wait is over.
    private func enterWAL() throws(SQLiteError) {
        let pauseMilliseconds = 10
        var waited = 0
        while true {
            do {
                return try run("PRAGMA journal_mode = WAL")
            } catch  where error.isBusy && waited < configuration.busyTimeoutMilliseconds {
                sqlite3_sleep(Int32(pauseMilliseconds))
                waited += pauseMilliseconds
            }
        }
    }
}

/// Read before any connection is opened, which sets it once for the process.
private let skipsMemoryStatistics: Void = csqlite_skip_memory_statistics()

/// Limits for SQLite that are far above what the console needs and far below what would hurt; the
/// first four are from https://sqlite.org/c3ref/c_limit_attached.html.
private enum Limit {
    /// The longest text or blob, and the longest row: 64 times the largest form.
    static let valueBytes: Int32 = 64 << 20
    /// The longest statement: migrations are read whole, statement by statement.
    static let statementBytes: Int32 = 1 << 20
    /// `VACUUM` attaches one database; nothing else does.
    static let attachedDatabases: Int32 = 1
    /// SQLite's own default before 3.32, and enough for a list of every id on a page.
    static let parameters: Int32 = 32_766

    /// How long the write-ahead log grows before a commit moves it into the file: 16 MB. Each time
    /// a writer waits for the disk twice; SQLite's own 1,000 pages are some 300 forms. A log of
    /// this length is read in some 20 ms after a crash.
    static let logPages: Int32 = 4_000
    /// The size to which the log shrinks after a long read has kept it from being reset.
    static let logBytes = 64 << 20

    static func apply(to handle: OpaquePointer) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, valueBytes)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, statementBytes)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, attachedDatabases)
        sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, parameters)
    }
}
