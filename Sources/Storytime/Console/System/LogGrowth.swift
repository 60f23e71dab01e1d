import Synchronization

/// Watches how large the write-ahead log gets. It can only start over when nobody reads its
/// earlier content, so one long read, which is nearly always another program's, lets it grow until
/// the disk is full. One is shared by all threads.
final class LogGrowth: Sendable {
    /// The size to which a log that had to grow is cut (`journal_size_limit`): anything larger is
    /// news.
    static let usualBytes = 64 << 20

    /// The size that was last reported; nil while the log is as it should be.
    private let told = Mutex<Int?>(nil)

    /// Whether to warn admins about a log of that size.
    static func isLong(_ bytes: Int) -> Bool { bytes > usualBytes }

    /// The line to log about a log of this size: once for each doubling, and when it is over. Nil
    /// if there is no news.
    func note(bytes: Int) -> String? {
        told.withLock { told in
            guard Self.isLong(bytes) else {
                guard told != nil else { return nil }
                told = nil
                return "the write-ahead log is short again, \(ByteCount.text(bytes))"
            }
            guard bytes >= 2 * (told ?? 0) else { return nil }
            // The doubling that was passed, not the size that was seen, so that the next one is
            // not delayed.
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
