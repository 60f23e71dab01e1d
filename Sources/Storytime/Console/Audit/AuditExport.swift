import SQLite

/// The entries of the audit log that match a filter, newest first.
struct AuditExport: ExportedList {
    /// An entry as it is stored.
    struct Row: Sendable {
        let id: Int
        let at: Int
        let actorID: Int?
        let actor: String
        let action: String
        let kind: String
        let recordID: Int?
        let label: String
        let changes: String
        let behalf: String?
    }

    private let filter: AuditFilter
    /// The newest entry at the beginning.
    private let newest: Int
    private var last = (at: Int.max, id: Int.max)

    static let name = "audit"

    static let columns: [CSVColumn<Row>] = [
        .integer("id", "The entry's id.") { $0.id },
        .time("at", "When it happened.") { $0.at },
        .integer("actor_id", "Who did it, by id; empty for the command line.") { $0.actorID },
        .text("actor", "The name of the person who did it, at the time.") { $0.actor },
        .text("action", "What was done, like `created` or `changed`.") { $0.action },
        .text("record_type", "The kind of record, like `book` or `category`.") { $0.kind },
        .integer("record_id", "The id of the record.") { $0.recordID },
        .text("record", "The name of the record, at the time.") { $0.label },
        .text(
            "changes",
            "The changes, as JSON: a list of objects with `field`, `from` and `to`."
        ) { $0.changes },
        .text(
            "on_behalf_of",
            "The family an admin acted for; empty otherwise."
        ) { $0.behalf },
    ]

    init(_ filter: AuditFilter, from database: Database) throws {
        self.filter = filter
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM audit_entries") { try $0.int(0) }
            ?? 0
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        let rows = try database.all(
            """
            SELECT id, at, actor_id, actor_name, action, record_type, record_id, record_label,
                changes, \(sql: AuditLog.behalf)
            FROM audit_entries
            WHERE \(sql: filter.condition) AND (at, id) < (\(last.at), \(last.id))
                AND id <= \(newest)
            ORDER BY at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            Row(
                id: try row.int(0),
                at: try row.int(1),
                actorID: try row.intOrNil(2),
                actor: try row.text(3),
                action: try row.text(4),
                kind: try row.text(5),
                recordID: try row.intOrNil(6),
                label: try row.text(7),
                changes: try row.text(8),
                behalf: try row.textOrNil(9)
            )
        }
        if let row = rows.last { last = (row.at, row.id) }
        return rows
    }
}
