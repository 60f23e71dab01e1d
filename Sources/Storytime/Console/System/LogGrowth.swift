import Synchronization

/// Watches how long the write-ahead log gets. It can begin anew only when nobody reads what it held
/// before, so one long read, which is nearly always another program's, lets it grow until the disk is
/// full. One is shared by all threads.
final class LogGrowth: Sendable {
    /// What stays of a log that had to grow (`journal_size_limit`): longer than that is news.
    static let usualBytes = 64 << 20

    /// The size that was told of last; nil while the log is as it should be.
    private let told = Mutex<Int?>(nil)

    /// Whether admins are warned of a log of that size.
    static func isLong(_ bytes: Int) -> Bool { bytes > usualBytes }

    /// What to log of a log that has this size now: each doubling once, and that it is over. Nil where
    /// there is no news.
    func note(bytes: Int) -> String? {
        told.withLock { told in
            guard Self.isLong(bytes) else {
                guard told != nil else { return nil }
                told = nil
                return "the write-ahead log is short again, \(ByteCount.text(bytes))"
            }
            guard bytes >= 2 * (told ?? 0) else { return nil }
            // The doubling that was passed, not where it was seen: the next one is not put off.
            var step = told ?? Self.usualBytes
            while step * 2 <= bytes { step *= 2 }
            told = step
            return "the write-ahead log has grown to \(ByteCount.text(bytes)): " + Self.cause
        }
    }

    static let cause =
        "it can’t be emptied while something reads the database in one long transaction, most likely "
        + "another program (a backup tool, a database browser, a forgotten sqlite3); stop it"
}
