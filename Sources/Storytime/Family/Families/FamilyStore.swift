import SQLite

/// Asks the database about families, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct FamilyStore {
    /// Someone saved in between; that is how the record is now.
    struct ChangedMeanwhile: Error {
        let current: Family
    }

    let database: Database
    let now: Int

    static let columns: SQL = """
        f.id, f.name, f.territory, f.time_zone, f.language, f.parent_count, f.child_count,
            f.version, f.created_at, f.updated_at, f.usage_retention_days
        """

    // MARK: Reading

    /// All of them (kept, not counted), or those whose names have the words.
    func count(_ words: SearchWords = SearchWords("")) throws -> Int {
        guard words.isEmpty else { return try names.count(.family, words) }
        return try database.first("SELECT amount FROM row_counts WHERE name = 'families'") {
            try $0.int(0)
        } ?? 0
    }

    /// A part of the list.
    func list(
        _ words: SearchWords = SearchWords(""),
        in order: FamilyOrder = .name,
        limit: Int,
        offset: Int
    ) throws -> [Family] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM \(sql: Self.table(words))
            ORDER BY \(sql: order.columns) LIMIT \(limit) OFFSET \(offset)
            """,
            Self.family
        )
    }

    /// The keys of the whole list.
    func keys(_ words: SearchWords, in order: FamilyOrder) throws -> [ID<Family>] {
        try database.all(
            "SELECT f.id FROM \(sql: Self.table(words)) ORDER BY \(sql: order.columns)"
        ) { ID(try $0.int(0)) }
    }

    /// All of them, or those whose names have the words.
    private static func table(_ words: SearchWords) -> SQL {
        guard let expression = NameIndex.expression(.family, words) else { return "families AS f" }
        return """
            names_search AS s CROSS JOIN families AS f ON f.id = s.record_id
            WHERE s.names_search MATCH \(expression)
            """
    }

    func find(_ id: ID<Family>) throws -> Family {
        guard let found = try findIfAny(id) else { throw Failure.notFound }
        return found
    }

    func findIfAny(_ id: ID<Family>) throws -> Family? {
        try database.first(
            "SELECT \(sql: Self.columns) FROM families AS f WHERE f.id = \(id.value)",
            Self.family
        )
    }

    // MARK: Changing

    func insert(_ draft: Family.Draft, by actor: Actor) throws -> Family {
        try database.write {
            try database.execute(
                """
                INSERT INTO families
                    (name, name_key, territory, time_zone, language, usage_retention_days, created_at,
                    updated_at)
                VALUES (\(draft.name), \(Folding.fold(draft.name)), \(draft.territory),
                    \(draft.timeZone), \(draft.language), \(draft.usageRetentionDays), \(now), \(now))
                """
            )
            let family = try find(ID(Int(database.lastInsertedID)))
            try names.write(.family, family.id.value, family.name)
            try AuditLog(database, now).write(
                actor,
                "created",
                family.subject,
                Self.changes(from: nil, to: family)
            )
            return family
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<Family>,
        version: Int,
        _ draft: Family.Draft,
        by actor: Actor
    ) throws -> Family {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw ChangedMeanwhile(current: before) }
            let changed = try database.execute(
                """
                UPDATE families SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
                    territory = \(draft.territory), time_zone = \(draft.timeZone),
                    language = \(draft.language),
                    usage_retention_days = \(draft.usageRetentionDays),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                    AND (name, territory, time_zone, language, usage_retention_days)
                    IS NOT (\(draft.name), \(draft.territory), \(draft.timeZone),
                        \(draft.language), \(draft.usageRetentionDays))
                """
            )
            guard changed > 0 else { return before }
            let after = try find(id)
            try names.write(.family, id.value, after.name)
            try queueWork(from: before, to: after)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                Self.changes(from: before, to: after)
            )
            return after
        }
    }

    // MARK: Parts

    /// Their days begin at another time now, or they want less to be kept. Ring the `JobBell` after the
    /// transaction.
    private func queueWork(from before: Family, to after: Family) throws {
        let jobs = JobStore(database: database, now: now)
        if after.timeZone != before.timeZone {
            try UsageRebuilding.queue(of: after.id, jobs)
        }
        if after.usageRetentionDays != before.usageRetentionDays {
            try UsageRetentionJob.queue(after.id, jobs)
        }
    }

    private var names: NameIndex { NameIndex(database: database) }

    private static func changes(from before: Family?, to after: Family?) -> [Change] {
        [
            Change("name", before?.name, after?.name),
            Change("territory", before?.territory, after?.territory),
            Change("time_zone", before?.timeZone, after?.timeZone),
            Change("language", before?.language, after?.language),
            Change(
                "events_kept_for_days",
                before?.usageRetentionDays.map { String($0) },
                after?.usageRetentionDays.map { String($0) }
            ),
        ].filter(\.isOne)
    }

    static func family(_ row: Row) throws -> Family {
        Family(
            id: ID(try row.int(0)),
            name: try row.text(1),
            territory: try row.text(2),
            timeZone: try row.text(3),
            language: try row.textOrNil(4),
            usageRetentionDays: try row.intOrNil(10),
            parentCount: try row.int(5),
            childCount: try row.int(6),
            version: try row.int(7),
            createdAt: try row.int(8),
            updatedAt: try row.int(9)
        )
    }
}
