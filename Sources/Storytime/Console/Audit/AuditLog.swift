import SQLite

/// The record that an action was about: by its type, its key and the name that people know.
struct Subject: Sendable, Equatable {
    /// The type of a record, as the log has it; each feature names its own.
    struct Kind: RawRepresentable, Hashable, Sendable {
        let rawValue: String

        static let user = Kind(rawValue: "user")
        static let invitation = Kind(rawValue: "invitation")
        static let backup = Kind(rawValue: "backup")
        static let family = Kind(rawValue: "family")
    }

    let kind: Kind
    /// Nil for something that isn't in the database, like a file.
    let id: Int?
    let label: String
    /// The family that it belongs to, if it does to one.
    let family: ID<Family>?

    init(_ kind: Kind, _ id: Int?, _ label: String, of family: ID<Family>? = nil) {
        self.kind = kind
        self.id = id
        self.label = label
        self.family = family
    }
}

/// A field that was changed, with its old and new value; nil means "nothing".
struct Change: Sendable, Equatable {
    let field: String
    let before: String?
    let after: String?

    init(_ field: String, _ before: String?, _ after: String?) {
        self.field = field
        self.before = before
        self.after = after
    }

    /// Whether the two differ, in any byte: Swift considers an accented letter and the same letter
    /// in two parts equal.
    var isReal: Bool {
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
    var family: ID<Family>?
    /// The name of the family for which an admin acted.
    var behalf: String?
    /// The bulk edit that it belongs to.
    var batch: ID<Batch>?
}

/// Writes and reads who changed what.
///
/// `write` belongs inside the transaction of the change itself: either both exist or neither.
struct AuditLog {
    let database: Database
    private let now: Int

    init(_ database: Database, _ now: Int) {
        self.database = database
        self.now = now
    }

    /// Entries of a bulk edit name its batch.
    func write(
        _ actor: Actor,
        _ action: String,
        _ subject: Subject,
        _ changes: [Change],
        in batch: ID<Batch>? = nil
    ) throws {
        try database.execute(
            """
            INSERT INTO audit_entries (at, actor_id, actor_name, action, record_type, record_id,
                record_label, changes, batch_id, family_id, is_on_behalf)
            VALUES (\(now), \(actor.id), \(actor.name), \(action), \(subject.kind.rawValue),
                \(subject.id), \(subject.label), \(Change.json(changes)), \(batch?.value),
                \(subject.family?.value), \(actor.isOnBehalf && subject.family != nil))
            """
        )
    }

    /// Who changed a record last, and when; nil if nobody did.
    func lastChange(of kind: Subject.Kind, _ id: Int?) throws -> (id: Int?, who: String, at: Int)? {
        try database.first(
            """
            SELECT actor_id, actor_name, at FROM audit_entries
            WHERE record_type = \(kind.rawValue) AND record_id = \(id)
            ORDER BY at DESC, id DESC LIMIT 1
            """
        ) { (id: try $0.intOrNil(0), who: try $0.text(1), at: try $0.int(2)) }
    }

    /// Removes entries older than this many days, at most a thousand at a time, so that nobody
    /// waits long for the writer's turn. 0 days keeps them forever.
    func removeOld(days: Int) throws {
        guard days > 0 else { return }
        let limit = now - days * 86_400
        try RowSlices(database: database)
            .remove(ErasedTable("audit_entries"), where: "at < \(limit)")
    }
}
