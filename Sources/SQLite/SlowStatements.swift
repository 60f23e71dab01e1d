import Glibc
import Synchronization

/// The statements and transactions that took longer than a threshold, kept in memory: how often, how long, when
/// last.
///
/// One is shared by the connections of a program, whatever their threads. It only has the text of
/// statements, with `?` for each value: nothing that somebody typed gets here.
package final class SlowStatements: Sendable {
    /// One statement, by its text.
    package struct Entry: Sendable, Equatable {
        package let sql: String
        package fileprivate(set) var count: Int
        package fileprivate(set) var longestMilliseconds: Int
        package fileprivate(set) var lastMilliseconds: Int
        /// In seconds since 1970.
        package fileprivate(set) var lastAt: Int
    }

    /// More different slow statements than anybody reads; the one not seen for longest is dropped.
    package static let capacity = 50
    /// How much of a statement's text is kept: enough to recognize the longest that a person
    /// wrote.
    package static let maximumLength = 1_000

    package let thresholdMilliseconds: Int
    private let entries = Mutex<[String: Entry]>([:])

    package init(thresholdMilliseconds: Int) {
        self.thresholdMilliseconds = thresholdMilliseconds
    }

    /// The statements, those that took longest first.
    package var all: [Entry] {
        entries.withLock { Array($0.values) }.sorted {
            ($0.longestMilliseconds, $0.lastAt, $1.sql) > (
                $1.longestMilliseconds, $1.lastAt, $0.sql
            )
        }
    }

    /// Records a run of a statement, if it was a slow one.
    package func note(_ sql: @autoclosure () -> String, milliseconds: Int, at now: Int) {
        guard milliseconds >= thresholdMilliseconds else { return }
        let text = Self.summary(of: sql())
        entries.withLock { entries in
            var entry =
                entries[text]
                ?? Entry(
                    sql: text,
                    count: 0,
                    longestMilliseconds: 0,
                    lastMilliseconds: 0,
                    lastAt: 0
                )
            entry.count += 1
            entry.longestMilliseconds = max(entry.longestMilliseconds, milliseconds)
            entry.lastMilliseconds = milliseconds
            entry.lastAt = now
            if entries[text] == nil, entries.count >= Self.capacity {
                Self.removeOldest(&entries)
            }
            entries[text] = entry
        }
    }

    private static func removeOldest(_ entries: inout [String: Entry]) {
        guard let oldest = entries.min(by: { $0.value.lastAt < $1.value.lastAt }) else { return }
        entries[oldest.key] = nil
    }

    /// The text on one line. Lists of values look alike whatever their length, so that a statement
    /// with twenty of them is the same as one with thirty.
    static func summary(of sql: String) -> String {
        let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = words.replacing(/\?(?:, ?\?)+/) { _ in "?, …" }
        guard text.count > maximumLength else { return text }
        return text.prefix(maximumLength) + "…"
    }
}

extension SlowStatements {
    /// Milliseconds of a clock that costs a few nanoseconds to read, because the kernel only sets
    /// it at its ticks (clock_gettime(2), CLOCK_MONOTONIC_COARSE): it is 1 to 10 ms off, which is
    /// close enough to find slow statements.
    static var clock: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec &* 1_000 &+ time.tv_nsec / 1_000_000
    }

    func note(_ statement: Statement) {
        let milliseconds = Self.clock &- statement.startedAt
        guard milliseconds >= thresholdMilliseconds else { return }
        note(statement.sql, milliseconds: milliseconds, at: time(nil))
    }
}
