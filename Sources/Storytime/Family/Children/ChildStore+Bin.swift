import SQLite

/// A child in the bin of their family, and who put them there.
struct BinnedChild: Sendable {
    let child: Child
    let deletedAt: Int
    let deletedBy: String

    /// When everything that is kept of them is erased.
    var endsAt: Int { deletedAt + ChildStore.keptDays * 86_400 }
}

/// The bin of a family's children. Who is in it is nowhere else: in no list, report or total, and
/// behind no address. They come back as they were, or are erased, when a parent says so or after
/// thirty days (`Eraser.eraseOldChildren`).
extension ChildStore {
    static let keptDays = BinStore.keptDays
    /// More than a family has removed within a month by any accident. What they watched is kept with them.
    static let maximumListed = 20

    /// Those in the bin, the latest first.
    func binned(of family: ID<Family>) throws -> [BinnedChild] {
        try database.all(
            """
            SELECT \(sql: Self.columns), c.deleted_at, c.deleted_by FROM children AS c
            WHERE c.family_id = \(family.value) AND c.deleted_at IS NOT NULL
                AND c.erased_at IS NULL
            ORDER BY c.deleted_at DESC, c.id DESC LIMIT \(Self.maximumListed)
            """,
            Self.binned
        )
    }

    /// A child of the family, in the bin or not: there is something of them to erase.
    func findKept(_ id: ID<Child>, of family: ID<Family>) throws -> Child {
        try findBinned(id, of: family)?.child ?? find(id, of: family)
    }

    private func findBinned(_ id: ID<Child>, of family: ID<Family>) throws -> BinnedChild? {
        try database.first(
            """
            SELECT \(sql: Self.columns), c.deleted_at, c.deleted_by FROM children AS c
            WHERE c.id = \(id.value) AND c.family_id = \(family.value)
                AND c.deleted_at IS NOT NULL AND c.erased_at IS NULL
            """,
            Self.binned
        )
    }

    /// Moves a child whose given version was shown to the bin. What they were is returned.
    func remove(_ id: ID<Child>, of family: ID<Family>, version: Int?, by actor: Actor) throws
        -> Child
    {
        try database.write {
            let child = try find(id, of: family)
            guard version == nil || version == child.version else {
                throw Refusal.changedMeanwhile(child)
            }
            try database.execute(
                """
                UPDATE children SET deleted_at = \(now), deleted_by = \(actor.name),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            // What they watched goes out of all totals; their viewings stay, and bring it back.
            _ = try UsageTotals(database: database).rebuild(of: id)
            try names.remove(.child, id.value)
            try AuditLog(database, now).write(actor, "binned", child.subject, [])
            return child
        }
    }

    /// Takes a child out of the bin, as they were; nil when they are not in it. Ring the `JobBell`
    /// after the transaction.
    func restore(_ id: ID<Child>, of family: ID<Family>, by actor: Actor) throws -> Child? {
        try database.write {
            guard try findBinned(id, of: family) != nil else { return nil }
            try expectRoom(in: family)
            try database.execute(
                """
                UPDATE children SET deleted_at = NULL, deleted_by = NULL,
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            _ = try UsageTotals(database: database).rebuild(of: id)
            // The family's days may begin at another time by now.
            try UsageRebuilding.queue(id, JobStore(database: database, now: now))
            let child = try find(id, of: family)
            try names.write(.child, id.value, child.name)
            try AuditLog(database, now).write(actor, "restored", child.subject, [])
            return child
        }
    }

    private static func binned(_ row: Row) throws -> BinnedChild {
        BinnedChild(
            child: try child(row),
            deletedAt: try row.int(row.count - 2),
            deletedBy: try row.text(row.count - 1)
        )
    }
}
