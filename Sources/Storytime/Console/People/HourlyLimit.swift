import SQLite

/// How often a family may do something within an hour. An hour begins with the first time.
struct HourlyLimit: Sendable {
    /// As the table of counts has it.
    let name: String
    let most: Int
    /// What the family has done so often, as the end of “Your family has …”.
    let words: String

    /// The family has reached it.
    struct Reached: Error, Equatable {
        let message: String
        /// When to try again, in seconds.
        let retryAfter: Int
    }
}

/// Counts what has a limit for an hour, in a table: a program that starts anew knows them still.
struct HourlyCounts {
    private static let hour = 3600

    let database: Database
    let now: Int

    /// Counts one more; throws `HourlyLimit.Reached` instead if that would be one too many.
    func count(_ limit: HourlyLimit, of family: ID<Family>) throws {
        // A clock that was set back doesn't make an hour longer.
        let isCurrent: SQL = "\(now) - since BETWEEN 0 AND \(Self.hour - 1)"
        let counted = try database.execute(
            """
            INSERT INTO hourly_counts (family_id, name, since, amount)
            VALUES (\(family.value), \(limit.name), \(now), 1)
            ON CONFLICT (family_id, name) DO UPDATE SET
                amount = iif(\(sql: isCurrent), amount + 1, 1),
                since = iif(\(sql: isCurrent), since, \(now))
            WHERE amount < \(limit.most) OR NOT (\(sql: isCurrent))
            """
        )
        if counted == 0 { throw try reached(limit, by: family) }
    }

    /// Throws `HourlyLimit.Reached` if one more would be too many, before anything is written.
    func expectRoom(_ limit: HourlyLimit, for family: ID<Family>) throws {
        let isReached = try database.first(
            """
            SELECT 1 FROM hourly_counts
            WHERE family_id = \(family.value) AND name = \(limit.name) AND amount >= \(limit.most)
                AND \(now) - since BETWEEN 0 AND \(Self.hour - 1)
            """
        ) { _ in true }
        if isReached == true { throw try reached(limit, by: family) }
    }

    private func reached(_ limit: HourlyLimit, by family: ID<Family>) throws -> HourlyLimit.Reached
    {
        let since = try database.first(
            """
            SELECT since FROM hourly_counts
            WHERE family_id = \(family.value) AND name = \(limit.name)
            """
        ) { try $0.int(0) }
        let wait = max(1, (since ?? now) + Self.hour - now)
        return HourlyLimit.Reached(
            message: "Your family has \(limit.words) within an hour. Try again in "
                + "\(Counted.text((wait + 59) / 60, "minute", "minutes")).",
            retryAfter: wait
        )
    }

    /// Forgets hours that are over.
    func removeOld() throws {
        try RowSlices(database: database).remove(
            ErasedTable("hourly_counts", key: "family_id, name"),
            where: "since <= \(now - Self.hour) OR since > \(now)"
        )
    }
}

extension Visit {
    var hourlyCounts: HourlyCounts { HourlyCounts(database: database, now: now) }
}
