import SQLite

/// The name of an alert in an address: small letters, dots and hyphens.
struct AlertKey: PathParameter, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init?(pathSegment: Substring) {
        guard (1...50).contains(pathSegment.utf8.count),
            pathSegment.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        description = String(pathSegment)
    }
}

extension Subject.Kind {
    static let alert = Subject.Kind(rawValue: "alert")
}

/// The alerts that admins have put aside, for everybody: one that nobody means to act on would
/// hide those that matter.
struct HiddenAlerts {
    /// How long an alert is put aside.
    enum Term: Sendable {
        /// For 30 days, whatever happens.
        case month
        /// Until it is about more records than now.
        case untilWorse
    }

    /// An alert that was put aside.
    struct Entry: Sendable {
        let amount: Int
        let hiddenBy: String
        /// Nil: until there are more.
        let until: Int?
    }

    static let daysOfMonth = 30

    let database: Database
    let now: Int

    /// Those that may be hidden, by their keys; there are no more than the program has alerts.
    func all() throws -> [String: Entry] {
        let rows = try database.all(
            """
            SELECT alert, amount, hidden_by, until FROM hidden_alerts
            WHERE until IS NULL OR until > \(now)
            """
        ) {
            (
                try $0.text(0),
                Entry(
                    amount: try $0.int(1),
                    hiddenBy: try $0.text(2),
                    until: try $0.intOrNil(3)
                )
            )
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func hide(_ key: String, _ heading: String, amount: Int, for term: Term, by actor: Actor) throws
    {
        let until = term == .month ? now + Self.daysOfMonth * 86_400 : nil
        try database.write {
            try database.execute(
                """
                INSERT OR REPLACE INTO hidden_alerts (alert, amount, hidden_at, hidden_by, until)
                VALUES (\(key), \(amount), \(now), \(actor.name), \(until))
                """
            )
            // Those that have come back are of no use.
            try database.execute("DELETE FROM hidden_alerts WHERE until <= \(now)")
            try AuditLog(database, now).write(
                actor,
                "hidden",
                Subject(.alert, nil, heading),
                [Change("until", nil, until.map { TimeText.iso($0) } ?? "there are more")]
            )
        }
    }

    /// Shows an alert again; false if it wasn't hidden.
    func show(_ key: String, _ heading: String, by actor: Actor) throws -> Bool {
        try database.write {
            let count = try database.execute("DELETE FROM hidden_alerts WHERE alert = \(key)")
            guard count > 0 else { return false }
            try AuditLog(database, now).write(actor, "shown", Subject(.alert, nil, heading), [])
            return true
        }
    }
}

extension HiddenAlerts.Entry {
    /// Whether an alert with that many records is still put aside.
    func hides(_ amount: Int) -> Bool { until != nil || amount <= self.amount }
}

extension Visit {
    var hiddenAlerts: HiddenAlerts { HiddenAlerts(database: database, now: now) }
}
