import HTTP
import SQLite

/// The days of a file of events: those on which their viewings began, in the family's zone. Open
/// ends mean everything there is.
struct EventDays: Sendable {
    let first: String
    let last: String

    /// Whether all days are meant.
    var isOpen: Bool { (first, last) == (Self.all.first, Self.all.last) }

    private static let all = (first: "0001-01-01", last: "9999-12-31")

    /// `today` is the current day in the zone of these days.
    init(_ query: Fields, today: CalendarDay) throws {
        let preset = try Self.preset(query)
        if let preset, preset != .custom {
            if let name = ["from", "to"].first(where: query.isOn) {
                throw Failure.badRequest("“\(name)” can only be sent with the range “custom”.")
            }
            let days = ReportRange(preset, today: today).days
            (first, last) = (days.first.iso, days.last.iso)
        } else {
            first = try Self.day(query, "from") ?? Self.all.first
            last = try Self.day(query, "to") ?? Self.all.last
        }
        guard first <= last else { throw Failure.badRequest("The days end before they start.") }
        if isOpen, preset == .custom { throw Failure.badRequest("“from”: Choose a day.") }
    }

    private static func preset(_ query: Fields) throws -> ReportRange.Preset? {
        guard let text = query.text("range") else { return nil }
        guard let preset = ReportRange.Preset(rawValue: text) else {
            let choices = ReportRange.Preset.allCases.map(\.rawValue)
            throw Failure.badRequest(ReportForm.complaint("range", choices: choices))
        }
        return preset
    }

    /// The name of a file with these days.
    func fileName(_ subject: FileSubject, today: CalendarDay) -> FileName {
        let content = "player-log"
        if isOpen { return FileName(subject, content, "until-\(today.iso)") }
        if let first = CalendarDay(iso: first), let last = CalendarDay(iso: last),
            self.first != Self.all.first, self.last != Self.all.last
        {
            return FileName(subject, content, ReportDays(first: first, last: last))
        }
        let isEndOpen = last == Self.all.last
        return FileName(subject, content, isEndOpen ? "from-\(first)" : "until-\(last)")
    }

    /// The address of a file with the events of these days.
    static func href(_ path: String, _ days: ReportDays) -> String {
        path + "?"
            + PercentEncoding.encodeQuery([("from", days.first.iso), ("to", days.last.iso)])
    }

    private static func day(_ query: Fields, _ name: String) throws -> String? {
        guard let text = query.text(name), !text.isEmpty else { return nil }
        guard let day = CalendarDay(iso: text) else {
            throw Failure.badRequest(
                "“\(name)”: “\(text.prefix(20))” is not a day. Write it like 2026-03-04."
            )
        }
        return day.iso
    }
}

/// Every player event: viewing after viewing, each in the order in which they happened. For a
/// family child after child; for everybody day after day, as it came, because that is the order in
/// the database: child after child, a million rows take half as long again.
///
/// Viewings are found by their index, some at a time, and the events of each by theirs: a piece
/// only costs what is in it, whatever was recorded before and since. A million rows are written
/// from SQLite's bytes: no row becomes a record with strings of its own.
struct EventExport: WrittenList {
    /// What the rows of a viewing have in common.
    struct Opening: Sendable {
        let child: (id: Int, name: String)
        let id: Int
        let day: String
        let startedAt: Int
        let session: String
        let book: Int
        let title: String?
        let isLeftOut: Bool
        /// The number of its rows.
        let eventCount: Int

        init(_ row: SQLite.Row) throws {
            id = try row.int(0)
            day = try row.text(1)
            startedAt = try row.int(2)
            session = try row.text(3)
            book = try row.int(4)
            title = try row.textOrNil(5)
            isLeftOut = try row.bool(6)
            eventCount = try row.int(7)
            child = (id: try row.int(8), name: try row.text(9))
        }
    }

    /// Enough for several pieces of a file, and few enough to stay small.
    private static let viewingsAtOnce = 100

    private let subject: ReportSubject
    private let days: EventDays
    /// The newest viewing and the newest event at the beginning.
    private let newest: (viewing: Int, event: Int)
    let rowCount: Int?
    /// The child whose viewings are being read; 0 before the first, and for everybody.
    private var child = 0
    private var pending: ArraySlice<Opening> = []
    /// The last viewing that was read for that child, or for everybody.
    private var last: Opening?
    private var isAtEnd = false

    static let name = "usage-events"
    /// Some 200 KB of text.
    static let rowsPerPiece = 1000

    init(_ subject: ReportSubject, _ days: EventDays, from database: Database) throws {
        self.subject = subject
        self.days = days
        newest =
            try database.first(
                """
                SELECT coalesce((SELECT max(id) FROM viewings), 0),
                    coalesce((SELECT max(id) FROM usage_events), 0)
                """
            ) { (try $0.int(0), try $0.int(1)) } ?? (0, 0)
        rowCount =
            if subject != .everybody {
                try database.first(Self.countStatement(subject, days)) { try $0.int(0) }
            } else {
                // Counting a million takes long; nearly all that ever came are still there.
                days.isOpen ? newest.event : nil
            }
    }

    /// Reads each viewing of the few children of a family.
    static func countStatement(_ subject: ReportSubject, _ days: EventDays) -> SQL {
        """
        SELECT coalesce(sum(u.event_count), 0) FROM viewings AS u INDEXED BY viewings_with_events
        WHERE \(sql: subject.condition) AND u.is_frozen = 0
            AND u.day >= \(days.first) AND u.day <= \(days.last)
        """
    }

    var header: [String] { Self.columns.map(\.name) }

    /// Writes the events of whole viewings, until there are as many as requested or a few more.
    mutating func write(_ rows: Int, to csv: inout CSVWriter, from database: Database) throws
        -> Bool
    {
        var written = 0
        while written < rows, try readOpenings(database) {
            var expected = 0
            let count = pending.prefix { opening in
                guard expected < rows - written else { return false }
                expected += opening.eventCount
                return true
            }.count
            var events = EventRows(pending.prefix(count))
            pending = pending.dropFirst(count)
            try database.each(eventsStatement(events.openings)) { try events.take($0, &csv) }
            written += events.finish(&csv)
        }
        return written > 0
    }

    /// Reads the next viewings if none are left to write: of a child, or of the next child if
    /// there are no more. False at the end.
    private mutating func readOpenings(_ database: Database) throws -> Bool {
        while pending.isEmpty, !isAtEnd {
            if subject != .everybody, last == nil {
                guard let next = try database.first(childStatement, { try $0.int(0) }) else {
                    isAtEnd = true
                    continue
                }
                child = next
            }
            pending = try database.all(viewingsStatement) { try Opening($0) }[...]
            last = pending.count < Self.viewingsAtOnce ? nil : pending.last
            isAtEnd = subject == .everybody && last == nil
        }
        return !pending.isEmpty
    }

    /// The child after the one that is finished; never used for everybody.
    var childStatement: SQL {
        let condition: SQL =
            switch subject {
            case .child(let id): "k.id = \(id.value)"
            case .family(let id): "k.family_id = \(id.value)"
            case .everybody: "0"
            }
        return """
            SELECT k.id FROM present_children AS k
            WHERE \(sql: condition) AND k.id > \(child) ORDER BY k.id LIMIT 1
            """
    }

    /// The viewings after the last one, in the order of an index.
    var viewingsStatement: SQL {
        """
        SELECT v.id, v.day, v.started_at, v.session_id, v.book_id,
            (SELECT b.title FROM books AS b WHERE b.id = v.book_id), v.is_left_out,
            iif(v.is_frozen, 0, v.event_count), k.id, k.name
        FROM viewings AS v INDEXED BY \(sql: order.index)
            CROSS JOIN present_children AS k ON k.id = v.child_id
        WHERE v.day >= \(last?.day ?? days.first) AND v.day <= \(days.last)
            AND \(sql: order.after) AND v.id <= \(newest.viewing)
        ORDER BY \(sql: order.columns) LIMIT \(Self.viewingsAtOnce)
        """
    }

    /// The index by which viewings are read, the condition for those after the last one, and the
    /// index's columns.
    private var order: (index: SQL, after: SQL, columns: SQL) {
        let (day, id) = (last?.day ?? "", last?.id ?? 0)
        if subject == .everybody {
            return ("viewings_over_all", "(v.day, v.id) > (\(day), \(id))", "v.day, v.id")
        }
        return (
            "viewings_by_day",
            """
            v.child_id = \(child)
                AND (v.day, v.started_at, v.id) > (\(day), \(last?.startedAt ?? 0), \(id))
            """,
            "v.day, v.started_at, v.id"
        )
    }

    /// The events of these viewings, viewing by viewing in this order. One statement for all of
    /// them: beginning one for each would cost a tenth of the file's time.
    func eventsStatement(_ viewings: some Collection<Opening>) -> SQL {
        """
        SELECT e.viewing_id, e.id, e.client_event_id, e.event_type, e.occurred_ms, e.claimed_ms,
            e.received_ms, e.position_seconds, e.from_position_seconds, e.to_position_seconds
        FROM \(eachOf: viewings.map(\.id)) AS j CROSS JOIN usage_events AS e ON e.viewing_id = j.value
        WHERE e.id <= \(newest.event)
        """
    }
}

extension EventExport {
    /// The columns, in the order in which `EventRows` writes them.
    static let columns = [
        CSVHeading(name: "child_id", meaning: "The child's id."),
        CSVHeading(name: "child", meaning: "The child's name."),
        CSVHeading(name: "book_id", meaning: "The book's id."),
        CSVHeading(name: "book", meaning: "The title of the book; empty if it was deleted."),
        CSVHeading(name: "session_id", meaning: "The device's name for the viewing."),
        CSVHeading(name: "client_event_id", meaning: "The device's name for the event."),
        CSVHeading(
            name: "event_type",
            meaning: "`play_start`, `pause`, `resume`, `play_end`, `heartbeat` or `seek`."
        ),
        CSVHeading(name: "occurred_at", meaning: "When it happened, with the clock corrected."),
        CSVHeading(
            name: "position_seconds",
            meaning: "The position in the story, in seconds; empty if unknown."
        ),
        CSVHeading(name: "from_position_seconds", meaning: "Where a seek started, in seconds."),
        CSVHeading(name: "to_position_seconds", meaning: "Where a seek ended, in seconds."),
        CSVHeading(name: "claimed_at", meaning: "When it happened, by the device's clock."),
        CSVHeading(name: "received_at", meaning: "When it was received."),
        CSVHeading(name: "left_out", meaning: "`yes` if the viewing is left out of reports."),
    ]
}
