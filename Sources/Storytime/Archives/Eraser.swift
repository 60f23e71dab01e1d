import SQLite

/// Removes everything that is kept of a family or of one child, so that nothing in the database says
/// who they were.
///
/// The records go, with all that hangs on them (ON DELETE CASCADE); what the audit log says of them
/// stays as far as it says what was done and when, with numbers in place of names. The database
/// overwrites what it deletes (`secure_delete`), and the write-ahead log is emptied after that.
/// Backups of before are files of their own, and still have it.
struct Eraser {
    /// What stands in the log where a name stood.
    static let placeholder = "erased"
    /// Each is a transaction, in which the index of names is merged.
    private static let childrenAtATime = 20

    /// How much there was.
    struct Summary: Sendable, Equatable {
        var parents = 0
        var children = 0
    }

    let database: Database
    let now: Int

    /// Erases, and writes into the audit log that it was done, by whom, and how much it was. Names,
    /// and everything else that told who it was, are gone.
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
        // Most rounds find nothing, and then nobody's turn to write is taken.
        guard !children.isEmpty else { return }
        for child in children {
            try database.write {
                // A parent may have restored them since, or erased them.
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
        try removeNames(of: subject)
        try anonymizeLog(of: subject)
        try removeForms()
        try removeRecords(of: subject)
        try AuditLog(database, now).write(actor, "erased", label(of: subject), changes(found))
        return found
    }

    private func summary(of subject: ArchiveSubject) throws -> Summary {
        // What isn't there can't be erased.
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

    /// Takes the names out of the search. What is deleted from an index of FTS5 stays in its segments
    /// until they are merged (sqlite.org/fts5.html §6.9), so all of them are merged now.
    private func removeNames(of subject: ArchiveSubject) throws {
        let names = NameIndex(database: database)
        for id in try keys(subject.children) { try names.remove(.child, id) }
        for id in try keys(subject.parents) { try names.remove(.user, id) }
        if case .family(let id) = subject { try names.remove(.family, id.value) }
        try database.execute("INSERT INTO names_search (names_search) VALUES ('optimize')")
    }

    private func keys(_ query: SQL) throws -> [Int] {
        try database.all(query) { try $0.int(0) }
    }

    private func anonymizeLog(of subject: ArchiveSubject) throws {
        try database.execute(
            """
            UPDATE audit_entries SET record_label = \(Self.placeholder), changes = '[]'
            WHERE id IN (\(sql: subject.entriesAbout))
            """
        )
        try database.execute(
            """
            UPDATE audit_entries SET actor_id = NULL, actor_name = \(Self.placeholder)
            WHERE id IN (\(sql: subject.entriesBy))
            """
        )
        guard case .family = subject else { return }
        // A parent who was an admin once may have changed many books, or imported some.
        for table: SQL in ["batches", "imports"] {
            try database.execute(
                """
                UPDATE \(sql: table) SET actor_id = NULL, actor_name = \(Self.placeholder)
                WHERE actor_id IN (\(sql: subject.parents))
                """
            )
        }
    }

    /// What was typed or answered lately may name them in any form, of anybody. These are aids that
    /// last for an hour, so all of them go: at worst somebody types again.
    private func removeForms() throws {
        try database.execute("DELETE FROM sent_forms")
        try database.execute("DELETE FROM kept_forms")
        try database.execute("UPDATE pending_sign_ins SET kept_path = NULL, kept_body = NULL")
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
        ].filter(\.isOne)
    }
}
