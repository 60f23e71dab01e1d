import SQLite

/// Asks the database about families, and changes them. Those that are being erased are found by
/// nothing: everything that shows families reads `present_families`.
struct FamilyStore: NamedStore {
    typealias Kept = Family
    typealias Order = FamilyOrder

    static let plural = "families"

    let database: Database
    let now: Int

    /// Those that are being erased, which nothing else finds, the first to go first.
    func beingErased(limit: Int) throws -> [(id: ID<Family>, since: Int)] {
        try database.all(
            """
            SELECT id, erased_at FROM families WHERE erased_at IS NOT NULL
            ORDER BY erased_at, id LIMIT \(limit)
            """
        ) { (id: ID(try $0.int(0)), since: try $0.int(1)) }
    }

    func insertion(of draft: Family.Draft) -> SQL {
        """
        INSERT INTO families
            (name, name_key, territory, time_zone, language, usage_retention_days, created_at,
            updated_at)
        VALUES (\(draft.name), \(Folding.fold(draft.name)), \(draft.territory),
            \(draft.timeZone), \(draft.language), \(draft.usageRetentionDays), \(now), \(now))
        """
    }

    func update(of id: ID<Family>, to draft: Family.Draft) -> SQL {
        """
        UPDATE families SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
            territory = \(draft.territory), time_zone = \(draft.timeZone),
            language = \(draft.language), usage_retention_days = \(draft.usageRetentionDays),
            version = version + 1, updated_at = \(now)
        WHERE id = \(id.value)
            AND (name, territory, time_zone, language, usage_retention_days)
            IS NOT (\(draft.name), \(draft.territory), \(draft.timeZone),
                \(draft.language), \(draft.usageRetentionDays))
        """
    }

    /// Their days begin at another time now, or they want less to be kept. Ring the `JobBell` after the
    /// transaction.
    func follow(from before: Family, to after: Family) throws {
        let jobs = JobStore(database: database, now: now)
        if after.timeZone != before.timeZone {
            try UsageRebuilding.queue(of: after.id, jobs)
        }
        if after.usageRetentionDays != before.usageRetentionDays {
            try UsageRetentionJob.queue(after.id, jobs)
        }
    }
}
