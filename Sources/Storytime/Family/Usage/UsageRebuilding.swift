import SQLite

/// Recomputes a child's viewings in the background: their days begin at another time now, because
/// the family changed its time zone or the child its family; the rules of counting have changed;
/// or a device that sent very much turned out to have a wrong clock.
enum UsageRebuilding {
    private struct Payload: Codable {
        let child: Int
    }

    /// Queues a family's children. It belongs inside the transaction of the change.
    static func queue(of family: ID<Family>, _ jobs: JobStore) throws {
        let children = try jobs.database.all(
            "SELECT id FROM present_children WHERE family_id = \(family.value)"
        ) { ID<Child>(try $0.int(0)) }
        for child in children { try queue(child, of: family, jobs) }
    }

    static func queue(_ child: ID<Child>, _ jobs: JobStore) throws {
        let family = try jobs.database.first(
            "SELECT family_id FROM present_children WHERE id = \(child.value)"
        ) { ID<Family>(try $0.int(0)) }
        if let family { try queue(child, of: family, jobs) }
    }

    private static func queue(_ child: ID<Child>, of family: ID<Family>, _ jobs: JobStore) throws {
        try jobs.add(
            .rebuildUsage,
            Payload(child: child.value),
            label: "Viewings of child \(child)",
            for: .family(family)
        )
    }

    /// Queues children with viewings that were counted by the rules of an earlier version.
    fileprivate static func queueMissed(_ site: Site, _ jobs: JobStore) throws {
        let children = try jobs.database.all(
            """
            SELECT DISTINCT child_id FROM viewings INDEXED BY viewings_by_old_rules
            WHERE played IS NULL AND is_frozen = 0
            """
        ) { ID<Child>(try $0.int(0)) }
        for child in children { try queue(child, jobs) }
    }

    fileprivate static func handle(_ run: JobRun) throws {
        let child = ID<Child>(try run.payload(Payload.self).child)
        let store = UsageStore(database: run.database, now: run.now)
        let viewings = try store.rebuildable(of: child)
        var rest = viewings[...]
        while !rest.isEmpty {
            _ = try store.rebuild(&rest, of: child)
            try run.beat(percent: 100 * (viewings.count - rest.count) / viewings.count)
        }
    }
}

extension JobKind {
    static let rebuildUsage = JobKind(
        name: "rebuild_usage",
        title: "Recomputing viewings",
        queueMissed: { site, jobs in try UsageRebuilding.queueMissed(site, jobs) },
        handle: { try UsageRebuilding.handle($0) }
    )
}
