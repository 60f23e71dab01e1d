import SQLite

/// What something was done to: a record by its type, its key and the name that people know.
struct Subject: Sendable, Equatable {
    enum Kind: String, Sendable {
        case user, category, book
    }

    let kind: Kind
    let id: Int
    let label: String

    init(_ kind: Kind, _ id: Int, _ label: String) {
        self.kind = kind
        self.id = id
        self.label = label
    }
}

/// A field that was changed, from what to what; nil is "nothing".
struct Change: Sendable, Equatable {
    let field: String
    let before: String?
    let after: String?

    init(_ field: String, _ before: String?, _ after: String?) {
        self.field = field
        self.before = before
        self.after = after
    }

    /// Whether the two differ: in any byte, where Swift takes an accented letter and the same one
    /// in two parts for equal.
    var isOne: Bool {
        before.map { Array($0.utf8) } != after.map { Array($0.utf8) }
    }
}

/// An entry of the audit log.
struct AuditEntry: Sendable {
    let id: Int
    let at: Int
    let actorName: String
    let action: String
    let kind: String
    let recordID: Int?
    let label: String
    let changes: [Change]
}

/// Writes and reads who changed what.
///
/// `write` belongs inside the transaction of the change itself: either both are there or neither.
struct AuditLog {
    private let database: Database
    private let now: Int

    init(_ database: Database, _ now: Int) {
        self.database = database
        self.now = now
    }

    func write(_ actor: Actor, _ action: String, _ subject: Subject, _ changes: [Change]) throws {
        try database.execute(
            """
            INSERT INTO audit_entries
                (at, actor_id, actor_name, action, record_type, record_id, record_label, changes)
            VALUES (\(now), \(actor.id), \(actor.name), \(action), \(subject.kind.rawValue),
                \(subject.id), \(subject.label), \(Change.json(changes)))
            """
        )
    }

    func count() throws -> Int {
        try database.first("SELECT amount FROM row_counts WHERE name = 'audit_entries'") {
            try $0.int(0)
        } ?? 0
    }

    /// A page of the log, the newest first.
    func entries(limit: Int, offset: Int) throws -> [AuditEntry] {
        try database.all(
            """
            SELECT id, at, actor_name, action, record_type, record_id, record_label, changes
            FROM audit_entries ORDER BY id DESC LIMIT \(limit) OFFSET \(offset)
            """
        ) { row in
            AuditEntry(
                id: try row.int(0),
                at: try row.int(1),
                actorName: try row.text(2),
                action: try row.text(3),
                kind: try row.text(4),
                recordID: try row.intOrNil(5),
                label: try row.text(6),
                changes: try Change.list(try row.text(7))
            )
        }
    }

    /// Who changed a record last, and when; nil when nobody did.
    func lastChange(of kind: Subject.Kind, _ id: Int) throws -> (who: String, at: Int)? {
        try database.first(
            """
            SELECT actor_name, at FROM audit_entries
            WHERE record_type = \(kind.rawValue) AND record_id = \(id) ORDER BY id DESC LIMIT 1
            """
        ) { (who: try $0.text(0), at: try $0.int(1)) }
    }
}
