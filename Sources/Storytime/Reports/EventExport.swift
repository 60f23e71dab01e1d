import HTTP
import SQLite

/// The days of a file of events: those on which their viewings began, in the family's zone. An open
/// end is all there is.
struct EventDays: Sendable {
    let first: String
    let last: String

    /// Whether all days are meant.
    var isOpen: Bool { (first, last) == (Self.all.first, Self.all.last) }

    private static let all = (first: "0001-01-01", last: "9999-12-31")

    init(_ query: Fields) throws {
        first = try Self.day(query, "from") ?? Self.all.first
        last = try Self.day(query, "to") ?? Self.all.last
    }

    /// The address of a file of the events of these days.
    static func href(_ path: String, _ days: ReportDays) -> String {
        path + "?"
            + PercentEncoding.encodeQuery([("from", days.first.iso), ("to", days.last.iso)])
    }

    private static func day(_ query: Fields, _ name: String) throws -> String? {
        guard let text = query.text(name), !text.isEmpty else { return nil }
        guard let day = CalendarDay(iso: text) else {
            throw Failure.badRequest("“\(text.prefix(20))” is not a day. Write it like 2026-03-04.")
        }
        return day.iso
    }
}

/// What players told, sign by sign: child after child, viewing after viewing, each in the order in
/// which it happened.
///
/// Viewings are found by their index, some at a time, and the events of each by theirs: a piece costs
/// what is in it, whatever was recorded before and since.
struct EventExport: ExportedList {
    /// What the rows of a viewing share. One object for all of them, because copying four strings
    /// for each of a million rows would cost as much as reading them.
    final class Opening: Sendable {
        let id: Int
        let day: String
        let startedAt: Int
        let session: String
        let child: Int
        let childName: String
        let book: Int
        let title: String?
        let isLeftOut: Bool

        init(_ row: SQLite.Row, _ child: (id: Int, name: String)) throws {
            id = try row.int(0)
            day = try row.text(1)
            startedAt = try row.int(2)
            session = try row.text(3)
            book = try row.int(4)
            title = try row.textOrNil(5)
            isLeftOut = try row.bool(6)
            self.child = child.id
            childName = child.name
        }
    }

    struct Row: Sendable {
        let opening: Opening
        let id: Int
        let clientID: String
        let type: String
        let occurredMS: Int
        let claimedMS: Int
        let receivedMS: Int
        let position: Int?
        let from: Int?
        let to: Int?

        fileprivate init(_ row: SQLite.Row, _ opening: Opening) throws {
            self.opening = opening
            id = try row.int(0)
            clientID = try row.text(1)
            type = try row.text(2)
            occurredMS = try row.int(3)
            claimedMS = try row.int(4)
            receivedMS = try row.int(5)
            position = try row.intOrNil(6)
            from = try row.intOrNil(7)
            to = try row.intOrNil(8)
        }
    }

    /// Enough for some pieces of a file, and few enough to be small.
    private static let viewingsAtOnce = 100

    private let subject: ReportSubject
    private let days: EventDays
    /// The newest viewing and the newest event at the beginning.
    private let newest: (viewing: Int, event: Int)
    let rowCount: Int?
    /// The child whose viewings are being read.
    private var child: (id: Int, name: String)?
    private var pending: ArraySlice<Opening> = []
    /// The last viewing that was read of that child.
    private var last: Opening?
    private var isAtEnd = false

    static let name = "usage-events"

    static let columns: [CSVColumn<Row>] = [
        .integer("child_id", "The child's number.") { $0.opening.child },
        .text("child", "The child's name.") { $0.opening.childName },
        .integer("book_id", "The book's number.") { $0.opening.book },
        .text("book", "The title of the book; empty when it is gone.") { $0.opening.title },
        .text("session_id", "The device's name for the viewing.") { $0.opening.session },
        .text("client_event_id", "The device's name for the event.") { $0.clientID },
        .text(
            "event_type",
            "`play_start`, `pause`, `resume`, `play_end`, `heartbeat` or `seek`."
        ) { $0.type },
        .instant("occurred_at", "When it counts as having happened.") { $0.occurredMS },
        .integer("position_seconds", "At which second of the story; empty when nobody said.") {
            $0.position
        },
        .integer("from_position_seconds", "From where a seek led.") { $0.from },
        .integer("to_position_seconds", "Where it led to.") { $0.to },
        .instant("claimed_at", "When it happened by the device's own clock.") { $0.claimedMS },
        .instant("received_at", "When it was received.") { $0.receivedMS },
        .text("left_out", "`yes` where the viewing is left out of statistics.") {
            $0.opening.isLeftOut ? "yes" : "no"
        },
    ]

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
                // Counting a million takes long; nearly all that ever came are there.
                days.isOpen ? newest.event : nil
            }
    }

    /// A look at each viewing of the few children of a family.
    static func countStatement(_ subject: ReportSubject, _ days: EventDays) -> SQL {
        """
        SELECT coalesce(sum(u.event_count), 0) FROM viewings AS u INDEXED BY viewings_with_events
        WHERE \(sql: subject.condition) AND u.is_frozen = 0
            AND u.day >= \(days.first) AND u.day <= \(days.last)
        """
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    /// The events of whole viewings, until there are as many as were asked for or a few more.
    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(limit * 2)
        while rows.count < limit, let opening = try nextOpening(database) {
            let start = rows.count
            try database.each(eventsStatement(opening.id)) { rows.append(try Row($0, opening)) }
            rows[start...].sort { ($0.occurredMS, $0.id) < ($1.occurredMS, $1.id) }
        }
        return rows
    }

    private mutating func nextOpening(_ database: Database) throws -> Opening? {
        while pending.isEmpty, !isAtEnd { try readOpenings(database) }
        return pending.popFirst()
    }

    /// Reads the next viewings of a child, or those of the next child when there are no more.
    private mutating func readOpenings(_ database: Database) throws {
        if last == nil {
            child = try database.first(childStatement) { (try $0.int(0), try $0.text(1)) }
        }
        guard let child else {
            isAtEnd = true
            return
        }
        pending =
            try database.all(viewingsStatement(of: child.id)) { try Opening($0, child) }[...]
        last = pending.count < Self.viewingsAtOnce ? nil : pending.last
    }

    /// The child after the one that is done.
    var childStatement: SQL {
        let condition: SQL =
            switch subject {
            case .child(let id): "k.id = \(id.value)"
            case .family(let id): "k.family_id = \(id.value)"
            case .everybody: "1"
            }
        return """
            SELECT k.id, k.name FROM children AS k
            WHERE \(sql: condition) AND k.id > \(child?.id ?? 0) ORDER BY k.id LIMIT 1
            """
    }

    func viewingsStatement(of child: Int) -> SQL {
        """
        SELECT v.id, v.day, v.started_at, v.session_id, v.book_id,
            (SELECT b.title FROM books AS b WHERE b.id = v.book_id), v.is_left_out
        FROM viewings AS v INDEXED BY viewings_by_day
        WHERE v.child_id = \(child) AND v.day >= \(last?.day ?? days.first)
            AND v.day <= \(days.last)
            AND (v.day, v.started_at, v.id)
                > (\(last?.day ?? ""), \(last?.startedAt ?? 0), \(last?.id ?? 0))
            AND v.id <= \(newest.viewing)
        ORDER BY v.day, v.started_at, v.id LIMIT \(Self.viewingsAtOnce)
        """
    }

    func eventsStatement(_ viewing: Int) -> SQL {
        """
        SELECT e.id, e.client_event_id, e.event_type, e.occurred_ms, e.claimed_ms, e.received_ms,
            e.position_seconds, e.from_position_seconds, e.to_position_seconds
        FROM usage_events AS e WHERE e.viewing_id = \(viewing) AND e.id <= \(newest.event)
        """
    }
}
