import CSQLite
import Glibc

/// Puts a backup in place of a database, for a program that is not running.
package enum Restore {
    /// Replaces the database at `path` with the content of a backup, and returns the name under
    /// which the old one is kept, if there was one.
    ///
    /// The backup is copied beside the target, into a file without a name (`Draft`), and the copy
    /// is checked, before the old database is even opened: a backup that is refused changes
    /// nothing. The old one stays in place until one `rename` puts the new one there. Whatever
    /// fails or is killed before that leaves everything as it was.
    @discardableResult
    package static func restore(
        _ file: String,
        over path: String,
        migrator: Migrator
    ) throws -> String? {
        guard Files.exists(file) else { throw RestoreError.missing(file: file) }
        guard Files.isRegular(file) else { throw RestoreError.noFile(file) }
        guard !Files.isSame(file, path) else { throw RestoreError.sameFile(file) }
        let draft = try Draft(for: path)
        try copy(file, to: draft, beside: path, migrator)
        // Held until the end, so that no server starts on the database that is being replaced.
        let old = try Files.exists(path) ? takeOver(path) : nil
        return try withExtendedLifetime(old) {
            if Files.exists(path) { try draft.copyOwner(of: path) }
            try draft.synchronize()
            let kept = try setAside(path, isSound: old != nil)
            try draft.replace()
            return kept
        }
    }
}

/// Why a backup was not restored. The existing database is untouched.
package enum RestoreError: Error, Equatable, CustomStringConvertible {
    case missing(file: String)
    case noFile(String)
    case sameFile(String)
    case empty(file: String)
    case damaged(file: String, [String])
    case inUse(path: String)

    package var description: String {
        switch self {
        case .missing(let file): "there is no file \(file)"
        case .noFile(let file): "\(file) is not a file"
        case .sameFile(let file): "\(file) is the database itself"
        case .empty(let file): "\(file) holds no data of this program"
        case .damaged(let file, let findings):
            "\(file) is damaged and was not restored: " + findings.joined(separator: "; ")
        case .inUse(let path):
            "\(path) is in use by a running program: stop it first"
        }
    }
}

extension Restore {
    /// Makes sure that nobody has the database open, and that nobody will while the result lives.
    /// Nil if it is too damaged for SQLite to lock.
    ///
    /// A connection in WAL mode holds a shared lock on the file for as long as it is open
    /// (https://sqlite.org/wal.html), so only a connection that is alone can get an exclusive
    /// lock.
    private static func takeOver(_ path: String) throws -> Database? {
        do {
            let waiting = DatabaseConfiguration(busyTimeoutMilliseconds: 1_000)
            let old = try Database(path, waiting, WriteTurn(), .takeover)
            try old.script(
                """
                BEGIN EXCLUSIVE;
                COMMIT;
                -- Brings what is in the log into the file and removes the log.
                PRAGMA journal_mode = DELETE;
                """
            )
            return old
        } catch let error as SQLiteError where error.isBusy {
            throw RestoreError.inUse(path: path)
        } catch let error as SQLiteError where error.isCorrupt {
            guard try !Files.isLockedByAnother(path) else { throw RestoreError.inUse(path: path) }
            return nil
        }
    }

    private static func copy(
        _ file: String,
        to draft: Draft,
        beside target: String,
        _ migrator: Migrator
    ) throws {
        do {
            try withWhole(file, beside: target) { path, purpose in
                let reading = DatabaseConfiguration(isReadOnly: true)
                let source = try Database(path, reading, WriteTurn(), purpose)
                do {
                    try source.read {
                        guard try migrator.pending(source).count < migrator.migrations.count else {
                            throw RestoreError.empty(file: file)
                        }
                        try Backup.write(source, to: draft) { _, _ in }
                    }
                } catch let error as MigrationError {
                    throw error.naming(file, inPlaceOf: path)
                }
            }
            let copy = try draft.database(isReadOnly: true)
            let findings = try copy.damages() + copy.danglingReferences()
            guard findings.isEmpty else { throw RestoreError.damaged(file: file, findings) }
        } catch let error as SQLiteError where error.isCorrupt {
            throw RestoreError.damaged(file: file, [error.message])
        }
    }

    /// Passes on a file that can be read as it is. A file with a log beside it is first copied
    /// together with it, because SQLite writes beside a log to read it.
    private static func withWhole(
        _ file: String,
        beside target: String,
        _ body: (_ path: String, _ purpose: Database.Purpose) throws -> Void
    ) throws {
        let log = "-wal"
        guard Files.exists(file + log) else { return try body(file, .archive) }
        let name = target.split(separator: "/").last ?? ""
        let folder = "\(Files.folder(of: target))/.\(name).storytime-copy"
        let copy = folder + "/copy.db"
        // Left behind by a killed program.
        Files.removeDatabase(copy)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Files.failure("make", folder)
        }
        defer {
            Files.removeDatabase(copy)
            rmdir(folder)
        }
        for suffix in ["", log] { try Files.copy(file + suffix, to: copy + suffix) }
        try body(copy, .service)
    }

    /// Gives the old database a second name, so that it outlives its first, and removes the files
    /// beside it: SQLite would apply an old log to the new file.
    private static func setAside(_ path: String, isSound: Bool) throws -> String? {
        guard Files.exists(path) else {
            for suffix in ["-wal", "-shm", "-journal"] { Files.remove(path + suffix) }
            return nil
        }
        let name = try nameForOld(path)
        for suffix in ["-wal", "-journal"] where Files.exists(path + suffix) {
            // The log of a damaged database belongs to what may be saved from it. A sound one has
            // only an empty journal left, because a connection with exclusive access keeps it.
            if isSound {
                Files.remove(path + suffix)
            } else {
                try Files.move(path + suffix, to: name + suffix)
            }
        }
        Files.remove(path + "-shm")
        return name
    }

    private static func nameForOld(_ path: String) throws -> String {
        /// Far more than anybody restores without looking into the folder.
        let most = 1_000
        for number in 1...most {
            let name = "\(path).replaced-\(number)"
            if try Files.link(path, as: name) { return name }
        }
        throw SQLiteError(code: SQLITE_CANTOPEN, message: "too many \(path).replaced-… files")
    }
}
