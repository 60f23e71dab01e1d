import CSQLite

/// Reads a backup from beginning to end and says what is wrong with it, without changing anything:
/// not even a `-shm` appears beside it.
package enum BackupCheck {
    /// The findings of https://sqlite.org/pragma.html#pragma_integrity_check and
    /// https://sqlite.org/pragma.html#pragma_foreign_key_check; empty if the file is sound. `look`
    /// is called many times a second, because a large file takes minutes; an error that it throws
    /// ends the check.
    package static func findings(
        in file: String,
        while look: @escaping () throws -> Void = {}
    ) throws -> [String] {
        let reading = DatabaseConfiguration(isReadOnly: true)
        do {
            let database = try Database(file, reading, WriteTurn(), .archive)
            return try database.looking(look) {
                try database.damages() + database.danglingReferences()
            }
        } catch let error as SQLiteError where error.isCorrupt {
            return [error.message]
        }
    }
}

extension Database {
    /// Runs the body and calls `look` now and then while its statements work. If that throws, the
    /// statement in progress is stopped, and this throws the same error.
    fileprivate func looking<T>(
        _ look: @escaping () throws -> Void,
        _ body: () throws -> T
    ) throws -> T {
        /// Some milliseconds of SQLite's virtual machine between two looks.
        let stepsPerLook: Int32 = 100_000
        let watch = Watch(look)
        return try withExtendedLifetime(watch) {
            sqlite3_progress_handler(
                handle,
                stepsPerLook,
                { watch in
                    guard let watch else { return 0 }
                    return Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue().stops ? 1 : 0
                },
                Unmanaged.passUnretained(watch).toOpaque()
            )
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            do {
                return try body()
            } catch {
                throw watch.error ?? error
            }
        }
    }
}

/// What is asked between two steps of a long statement, and the error that ended it.
private final class Watch {
    private let look: () throws -> Void
    private(set) var error: (any Error)?

    init(_ look: @escaping () throws -> Void) {
        self.look = look
    }

    var stops: Bool {
        do {
            try look()
            return false
        } catch {
            self.error = error
            return true
        }
    }
}
