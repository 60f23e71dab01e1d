import SQLite

/// Removes everything that is kept about a family or one child, so that nothing in the database
/// says who they were.
///
/// The records go, with everything that belongs to them (ON DELETE CASCADE). The audit log keeps
/// what was done and when, with numbers in place of names. The database overwrites what it deletes
/// (`secure_delete`), and the write-ahead log is emptied afterwards. Older backups are separate
/// files, and still have it.
struct Eraser {
    /// Each is a transaction, in which the index of names is merged.
    private static let childrenAtATime = 20

    /// How much there was.
    struct Summary: Sendable, Equatable {
        var parents = 0
        var children = 0
    }

    let database: Database
    let features: Features
    let now: Int

    /// Erases, and records in the audit log that it was done, by whom, and how much there was.
    /// Names, and everything else that revealed who it was, are gone.
    @discardableResult
    func erase(_ subject: ArchiveSubject, by actor: Actor) throws -> Summary {
        let erased = try database.write { try remove(subject, by: actor) }
        try database.emptyLog()
        return erased
    }

    /// Erases the children who have been in the bin for thirty days, a few at once.
    func eraseOldChildren() throws {
        let due: SQL = "deleted_at <= \(now - ChildStore.keptDays * 86_400)"
        let children = try database.all(
            """
            SELECT id, family_id FROM children WHERE \(sql: due)
            ORDER BY deleted_at LIMIT \(Self.childrenAtATime)
            """
        ) { (id: ID<Child>(try $0.int(0)), family: ID<Family>(try $0.int(1))) }
        // Most rounds find nothing, and then the turn to write isn't taken.
        guard !children.isEmpty else { return }
        for child in children {
            try database.write {
                // A parent may have restored them meanwhile, or erased them.
                let isDue = try count(
                    "SELECT 1 FROM children WHERE id = \(child.id.value) AND \(sql: due)"
                )
                guard isDue > 0 else { return }
                _ = try remove(.child(child.id, of: child.family), by: .program)
            }
        }
        try database.emptyLog()
    }

    private func remove(_ subject: ArchiveSubject, by actor: Actor) throws -> Summary {
        let found = try summary(of: subject)
        try features.erase(subject, in: database)
        try NameIndex(database: database).merge()
        try removeRecords(of: subject)
        try AuditLog(database, now).write(actor, "erased", label(of: subject), changes(found))
        return found
    }

    private func summary(of subject: ArchiveSubject) throws -> Summary {
        // Something that doesn't exist can't be erased.
        switch subject {
        case .family(let id): _ = try FamilyStore(database: database, now: now).find(id)
        case .child(let id, let family):
            _ = try ChildStore(database: database, now: now).findKept(id, of: family)
        }
        return Summary(
            parents: try count(subject.parents),
            children: try count(subject.children)
        )
    }

    private func count(_ keys: SQL) throws -> Int {
        try database.first("SELECT count(*) FROM (\(sql: keys))") { try $0.int(0) } ?? 0
    }

    private func removeRecords(of subject: ArchiveSubject) throws {
        try database.execute("DELETE FROM children WHERE id IN (\(sql: subject.children))")
        guard case .family(let id) = subject else { return }
        try database.execute("DELETE FROM users WHERE family_id = \(id.value)")
        try database.execute("DELETE FROM families WHERE id = \(id.value)")
    }

    private func label(of subject: ArchiveSubject) -> Subject {
        switch subject {
        case .family(let id): Subject(.family, id.value, "no. \(id)", of: id)
        case .child(let id, let family): Subject(.child, id.value, "no. \(id)", of: family)
        }
    }

    private func changes(_ summary: Summary) -> [Change] {
        [
            Change("parents", String(summary.parents), "0"),
            Change("children", String(summary.children), "0"),
        ].filter(\.isReal)
    }
}
