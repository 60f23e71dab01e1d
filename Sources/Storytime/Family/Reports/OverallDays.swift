import SQLite
import Synchronization

/// What everybody watched on single days, by book or by family, kept in memory and shared by all
/// threads: rows of `usage_books` or of `usage_families` in another form.
///
/// A report over all adds up a row for each book on each of its days, and nearly all of these days
/// are over. What was read for a day is valid as long as its number in `usage_stamps`, which is
/// replaced after each change, whoever made it. Made once for the console, in `WatchedTotals`.
final class OverallDays: Sendable {
    /// What the rows of a day are about.
    enum Division: Sendable {
        case books, families

        fileprivate var table: (name: SQL, key: SQL) {
            switch self {
            case .books: ("usage_books", "book_id")
            case .families: ("usage_families", "family_id")
            }
        }
    }

    /// The part of a row that is kept; 32 bytes.
    fileprivate struct Entry {
        /// The place of its record's sums, so that adding up needs no search.
        let place: Int32
        let lengthClass: Int32
        let figures: UsageFigures
    }

    /// A row as it was read.
    fileprivate struct Row {
        let id: Int
        let lengthClass: Int
        let figures: UsageFigures
    }

    private struct Kept {
        /// The place of each record that was ever seen. None is given twice, so that entries can
        /// be added up while others are read: one number for each book that was ever watched is
        /// not much.
        var places: [Int: Int32] = [:]
        var ids: [Int] = []
        var days: [String: (stamp: Int, entries: [Entry])] = [:]
        var entryCount = 0

        mutating func place(of id: Int) -> Int32 {
            if let place = places[id] { return place }
            let place = Int32(ids.count)
            places[id] = place
            ids.append(id)
            return place
        }
    }

    /// Some 6 MB: two months in which 1,000 books were watched every day take a third of it. When
    /// it is full it starts over.
    static let maximumEntries = 200_000

    private let division: Division
    private let kept = Mutex(Kept())

    init(_ division: Division) {
        self.division = division
    }

    /// The number of rows that are kept.
    var entryCount: Int { kept.withLock(\.entryCount) }

    /// What was watched on these days, in viewings of this class of lengths (`LengthClass`) or a
    /// higher one. Only days are read that have changed, or that nobody asked for before.
    func sums(_ days: ReportDays, leastClass: Int, in database: Database) throws -> OverallSums {
        // Stamps and rows must be from the same moment.
        try database.read {
            var sums = OverallSums(leastClass: leastClass)
            var unread = Unread()
            for (day, stamp) in try stamps(days, database) {
                if let entries = entries(of: day, stamp) {
                    try read(&unread, database, into: &sums)
                    sums.add(entries)
                } else {
                    unread.append(day, stamp)
                }
            }
            try read(&unread, database, into: &sums)
            sums.ids = kept.withLock(\.ids)
            return sums
        }
    }

    private func stamps(_ days: ReportDays, _ database: Database) throws -> [(String, Int)] {
        try database.all(
            """
            SELECT day, stamp FROM usage_stamps
            WHERE day >= \(days.first.iso) AND day <= \(days.last.iso) ORDER BY day
            """
        ) { (try $0.text(0), try $0.int(1)) }
    }

    private func entries(of day: String, _ stamp: Int) -> [Entry]? {
        kept.withLock { kept in
            kept.days[day].flatMap { $0.stamp == stamp ? $0.entries : nil }
        }
    }

    /// Days that have to be read, one after another, with their stamps.
    private struct Unread {
        private(set) var stamps: [String: Int] = [:]
        private(set) var first = ""
        private(set) var last = ""

        mutating func append(_ day: String, _ stamp: Int) {
            if stamps.isEmpty { first = day }
            last = day
            stamps[day] = stamp
        }
    }

    /// Adds the rows of these days, and keeps them; never holds more than a day's at once.
    private func read(
        _ unread: inout Unread,
        _ database: Database,
        into sums: inout OverallSums
    ) throws {
        guard !unread.stamps.isEmpty else { return }
        var left = unread.stamps
        var (day, rows): (String, [Row]) = ("", [])
        func close() {
            guard let stamp = left.removeValue(forKey: day) else { return }
            sums.add(keep(rows, day, stamp))
            rows.removeAll(keepingCapacity: true)
        }
        let (table, key) = division.table
        try database.each(
            """
            SELECT day, \(sql: key), length_class, watched_ms, plays, completions
            FROM \(sql: table) WHERE day >= \(unread.first) AND day <= \(unread.last) ORDER BY day
            """
        ) { row in
            let itsDay = try row.text(0)
            if itsDay != day {
                close()
                day = itsDay
            }
            rows.append(
                Row(
                    id: try row.int(1),
                    lengthClass: try row.int(2),
                    figures: try UsageReport.figures(row, 3)
                )
            )
        }
        close()
        // The other days have no rows left.
        for (day, stamp) in left { _ = keep([], day, stamp) }
        unread = Unread()
    }

    private func keep(_ rows: [Row], _ day: String, _ stamp: Int) -> [Entry] {
        kept.withLock { kept in
            let entries = rows.map { row in
                Entry(
                    place: kept.place(of: row.id),
                    lengthClass: Int32(row.lengthClass),
                    figures: row.figures
                )
            }
            if kept.entryCount + entries.count > Self.maximumEntries {
                (kept.days, kept.entryCount) = ([:], 0)
            }
            if let old = kept.days.updateValue((stamp, entries), forKey: day) {
                kept.entryCount -= old.entries.count
            }
            kept.entryCount += entries.count
            return entries
        }
    }
}

/// What was watched of each record on some days, added up from `OverallDays`.
struct OverallSums {
    fileprivate let leastClass: Int
    /// By place.
    private var figures: [UsageFigures] = []
    fileprivate var ids: [Int] = []

    fileprivate init(leastClass: Int) {
        self.leastClass = leastClass
    }

    fileprivate mutating func add(_ entries: [OverallDays.Entry]) {
        for entry in entries where entry.lengthClass >= leastClass {
            let place = Int(entry.place)
            if place >= figures.count {
                figures += repeatElement(UsageFigures(), count: place + 1 - figures.count)
            }
            figures[place] += entry.figures
        }
    }

    /// How many records have anything to show. A row without anything is in no table.
    var count: Int { figures.count { $0 != UsageFigures() } }

    /// What was watched of each, in no order.
    var rows: [(id: Int, figures: UsageFigures)] {
        zip(ids, figures).compactMap { $1 == UsageFigures() ? nil : ($0, $1) }
    }
}

/// What everybody watched, kept for all threads.
struct WatchedTotals: Sendable {
    let books = OverallDays(.books)
    let families = OverallDays(.families)
}
