import Received
import SQLite

/// A filter for the audit log; nil parts are ignored.
struct AuditFilter: Sendable, Equatable {
    /// Who did it: a person, or somebody without an account ("Command line").
    enum Who: Sendable, Equatable {
        case person(Int)
        case other(String)
    }

    var who: Who?
    var action: String?
    var kind: String?
    /// The key of one record of that kind.
    var record: Int?
    /// Everything about a family: its parents, its children, who was invited.
    var family: Int?
    /// The parent who reads about their family: others' changes of their own accounts are left
    /// out.
    var reader: Int?
    /// One bulk edit.
    var batch: Int?
    /// From this second on.
    var from: Int?
    /// Before this second.
    var until: Int?

    var isEmpty: Bool { self == AuditFilter() }

    /// The filter as a condition. Each part on its own has an index that ends in the time.
    var condition: SQL {
        var condition: SQL = "1"
        switch who {
        case .person(let id): condition = condition + " AND actor_id = \(id)"
        case .other(let name):
            condition = condition + " AND actor_id IS NULL AND actor_name = \(name)"
        case nil: break
        }
        if let action { condition = condition + " AND action = \(action)" }
        if let kind { condition = condition + " AND record_type = \(kind)" }
        if let record { condition = condition + " AND record_id = \(record)" }
        if let family { condition = condition + " AND family_id = \(family)" }
        if let reader {
            condition =
                condition + """
                     AND (record_type <> 'user' OR record_id = \(reader) OR action = 'created'
                        OR EXISTS (SELECT 1 FROM json_each(audit_entries.changes) AS c
                            WHERE c.value ->> 'field' = 'family'))
                    """
        }
        if let batch { condition = condition + " AND batch_id = \(batch)" }
        if let from { condition = condition + " AND at >= \(from)" }
        if let until { condition = condition + " AND at < \(until)" }
        return condition
    }
}

/// A place in the log, given by an entry. Pages are found by it rather than by counting from the
/// top, so that the thousandth costs as much as the first, and new entries shift nothing.
struct AuditCursor: Sendable, Equatable {
    let at: Int
    let id: Int

    init(_ entry: AuditEntry) {
        at = entry.at
        id = entry.id
    }

    /// Reads "1795257600-42".
    init?(_ text: String?) {
        let parts = (text ?? "").split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let at = ReceivedNumber.integer(parts[0]),
            let id = ReceivedNumber.integer(parts[1])
        else { return nil }
        self.at = at
        self.id = id
    }

    var text: String { "\(at)-\(id)" }
}

/// A page of the log, newest entry first.
struct AuditSlice: Sendable {
    var entries: [AuditEntry]
    var hasNewer = false
    var hasOlder = false
}
