import SQLite

/// Deletes single events that a family doesn't want to keep any longer. Viewings and totals stay,
/// frozen: they are never recomputed again.
struct UsageRetention {
    /// The choices of a family, in days. Each is longer than devices may take to report an event
    /// (`UsageEvent.maximumAgeDays`), so a repeat is always recognized.
    static let choices = [90, 365]

    /// How many viewings lose their events in one transaction, at most: some thousand rows.
    private static let viewingsPerTurn = 50

    let database: Database
    let now: Int

    /// Queues the families with events that are too old, and forgets deletions that are so old
    /// that nobody sends those events again.
    func queueDue() throws {
        let oldest = now - UsageEvent.maximumAgeDays * 86_400
        try database.execute(
            "DELETE FROM forgotten_viewings WHERE until_ms < \(oldest * 1000)"
        )
        // A device's clock is determined by the events of an hour.
        let slot = DeviceClock.slot(now * 1000) - 2 * DeviceClock.slotsAround
        try database.execute("DELETE FROM usage_deliveries WHERE slot < \(slot)")
        let families = try database.all(
            """
            SELECT id, usage_retention_days FROM families WHERE usage_retention_days IS NOT NULL
            """
        ) { (id: ID<Family>(try $0.int(0)), days: try $0.int(1)) }
        let jobs = JobStore(database: database, now: now)
        for family in families
        where try !overdue(of: family.id, days: family.days, limit: 1).isEmpty {
            try UsageRetentionJob.queue(family.id, jobs)
        }
    }

    /// Deletes the events of some viewings that are too old; false if there were none left.
    func removeSome(of family: ID<Family>) throws -> Bool {
        try database.write {
            let days = try database.first(
                "SELECT usage_retention_days FROM families WHERE id = \(family.value)"
            ) { try $0.intOrNil(0) }
            // They may have chosen differently while the job waited.
            guard let days = days.flatMap(\.self) else { return false }
            let old = try overdue(of: family, days: days, limit: Self.viewingsPerTurn)
            let store = UsageStore(database: database, now: now)
            for id in old where !store.turn.isOver {
                guard let viewing = try store.find(id) else { continue }
                // The last chance to correct what was computed by earlier rules.
                if viewing.played == nil, let zone = try store.zone(of: viewing.key.child) {
                    _ = try store.rebuild(id, of: viewing.key.child, TimeText(zone: zone))
                }
                if let viewing = try store.find(id) { try store.freeze(viewing) }
            }
            return !old.isEmpty
        }
    }

    /// How many events would be deleted at once if they were kept for this many days.
    func overdueEvents(of family: ID<Family>, days: Int) throws -> Int {
        try database.first(
            """
            SELECT coalesce(sum(v.event_count), 0)
            FROM \(sql: overdueTable(of: family, days: days))
            """
        ) { try $0.int(0) } ?? 0
    }

    private func overdue(of family: ID<Family>, days: Int, limit: Int) throws -> [ID<Viewing>] {
        try database.all(
            "SELECT v.id FROM \(sql: overdueTable(of: family, days: days)) LIMIT \(limit)"
        ) { ID(try $0.int(0)) }
    }

    /// Viewings whose events are too old. Their days may be those of another family's zone, a day
    /// more or less.
    private func overdueTable(of family: ID<Family>, days: Int) -> SQL {
        let end = now - days * 86_400
        return """
            children AS c
            CROSS JOIN viewings AS v INDEXED BY viewings_with_events ON v.child_id = c.id
            WHERE c.family_id = \(family.value) AND v.is_frozen = 0
                AND v.day <= \(CalendarDay(number: end / 86_400 + 1).iso) AND v.ended_at < \(end)
            """
    }
}

/// Runs it in the background.
enum UsageRetentionJob {
    private struct Payload: Codable {
        let family: Int
    }

    static func queue(_ family: ID<Family>, _ jobs: JobStore) throws {
        try jobs.add(
            .retainUsage,
            Payload(family: family.value),
            label: "Family \(family)",
            for: .family(family)
        )
    }

    fileprivate static func handle(_ run: JobRun) throws {
        let family = ID<Family>(try run.payload(Payload.self).family)
        let retention = UsageRetention(database: run.database, now: run.now)
        while try retention.removeSome(of: family) { try run.beat() }
    }
}

extension JobKind {
    static let retainUsage = JobKind(
        name: "retain_usage",
        title: "Removing old events of a family",
        handle: { try UsageRetentionJob.handle($0) }
    )
}
