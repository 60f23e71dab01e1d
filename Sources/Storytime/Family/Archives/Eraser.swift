import SQLite

/// Removes everything that is kept about a family or one child, so that nothing in the database
/// says who they were.
///
/// A family may have millions of rows, so this takes many transactions, between which others save.
/// The first takes the subject out of everybody's hands, removes what says who they were, and tells
/// the audit log, which keeps what was done and when, with numbers in place of names. The others
/// take the names out of some of its entries or remove a slice of the rows each, and the last one the subject's own row. What a request doesn't
/// reach, the caretaker does. The database overwrites what it deletes (`secure_delete`), and the
/// write-ahead log is emptied afterwards. Older backups are separate files, and still have it.
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
    var pace = RowSlices.Pace()

    /// Erases, and records in the audit log that it was done, by whom, and how much there was.
    /// Names, and everything else that revealed who it was, are gone; if there is very much, the
    /// rest follows in the caretaker's rounds.
    @discardableResult
    func erase(_ subject: ArchiveSubject, by actor: Actor) throws -> Summary {
        let erased = try database.write { try begin(subject, by: actor) }
        var slices = pace.slices
        do {
            _ = try goOn(subject, &slices)
        } catch let error as SQLiteError where error.isBusy || error.isInterrupted {
            // It has begun, and can't be called off: the caretaker goes on.
        }
        try database.emptyLog()
        return erased
    }

    /// Whether nothing is left for the caretaker to remove.
    func isDone(with subject: ArchiveSubject) throws -> Bool {
        switch subject {
        case .family(let id): try count("SELECT 1 FROM families WHERE id = \(id.value)") == 0
        case .child(let id, _): try count("SELECT 1 FROM children WHERE id = \(id.value)") == 0
        }
    }

    /// Erases the children who have been in the bin for thirty days, a few at once, and goes on
    /// with what an earlier request or round has left.
    func eraseOldChildren() throws {
        let due: SQL = """
            deleted_at <= \(now - ChildStore.keptDays * 86_400) AND erased_at IS NULL
            """
        let children = try database.all(
            """
            SELECT id, family_id FROM children WHERE \(sql: due)
            ORDER BY deleted_at LIMIT \(Self.childrenAtATime)
            """
        ) { (id: ID<Child>(try $0.int(0)), family: ID<Family>(try $0.int(1))) }
        for child in children {
            try database.write {
                // A parent may have restored them meanwhile, or erased them.
                let isDue = try count(
                    "SELECT 1 FROM children WHERE id = \(child.id.value) AND \(sql: due)"
                )
                guard isDue > 0 else { return }
                _ = try begin(.child(child.id, of: child.family), by: .program)
            }
        }
        try goOn(hasNews: !children.isEmpty)
    }

    // MARK: The first transaction

    private func begin(_ subject: ArchiveSubject, by actor: Actor) throws -> Summary {
        let found = try summary(of: subject)
        try features.erase(subject, in: database)
        try NameIndex(database: database).merge()
        let (children, parents) = (try keys(subject.children), try keys(subject.parents))
        try hide(children: children)
        if case .family(let id) = subject {
            try hide(parents: parents)
            try hide(id)
        }
        try AuditLog(database, now).write(actor, "erased", label(of: subject), changes(found))
        return found
    }

    private func summary(of subject: ArchiveSubject) throws -> Summary {
        // Something that doesn't exist can't be erased, and neither can what is being erased.
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

    private func keys(_ sql: SQL) throws -> [Int] {
        try database.all(sql) { try $0.int(0) }
    }

    /// They are in the bin from now on, where nobody finds them, and no device is theirs.
    private func hide(children: [Int]) throws {
        guard !children.isEmpty else { return }
        try database.execute(
            """
            UPDATE children SET name = 'no. ' || id, name_key = 'no. ' || id,
                birth_date = '2000-01-01', avatar = \(Avatar.fox.rawValue),
                deleted_at = coalesce(deleted_at, \(now)), deleted_by = \(AuditLog.placeholder),
                erased_at = \(now), version = version + 1, updated_at = \(now)
            WHERE id IN \(list: children)
            """
        )
        try database.execute(
            "UPDATE kids_devices SET child_id = NULL WHERE child_id IN \(list: children)"
        )
        try database.execute(
            "DELETE FROM kids_device_children WHERE child_id IN \(list: children)"
        )
        // A request that is sent again must not be answered with what it told of them.
        try database.execute(
            "UPDATE idempotency_keys SET content = NULL WHERE child_id IN \(list: children)"
        )
    }

    /// The accounts are of no use to anybody. Their rows stay for a while, because what refers to
    /// them may be much.
    private func hide(parents: [Int]) throws {
        guard !parents.isEmpty else { return }
        let tables: [SQL] = [
            "sessions", "pending_sign_ins", "access_keys", "one_time_links", "second_factors",
            "sign_in_addresses", "kids_devices",
        ]
        for table in tables {
            try database.execute(
                "DELETE FROM \(sql: table) WHERE user_id IN \(list: parents)"
            )
        }
        try database.execute(
            """
            UPDATE users SET email = 'no. ' || id, email_key = 'no. ' || id, name = 'no. ' || id,
                password_hash = '', is_disabled = 1, time_zone = NULL, language = NULL,
                signed_in_at = NULL, erased_at = \(now), version = version + 1,
                updated_at = \(now)
            WHERE id IN \(list: parents)
            """
        )
    }

    private func hide(_ family: ID<Family>) throws {
        for table: SQL in ["one_time_links", "kids_devices"] {
            try database.execute(
                "DELETE FROM \(sql: table) WHERE family_id = \(family.value)"
            )
        }
        try database.execute(
            """
            UPDATE families SET name = 'no. ' || id, name_key = 'no. ' || id, language = NULL,
                usage_retention_days = NULL, kids_pin_hash = NULL, kids_pin_set_at = NULL,
                kids_pin_set_by = NULL, erased_at = \(now), version = version + 1,
                updated_at = \(now)
            WHERE id = \(family.value)
            """
        )
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

    // MARK: The slices

    /// Goes on with all that has begun; there is news if some of it has begun in this round.
    private func goOn(hasNews: Bool) throws {
        var slices = pace.slices
        var needsEmptyLog = hasNews
        // Most rounds find nothing, and then the turn to write isn't taken.
        for subject in try begun() {
            let isDone = try goOn(subject, &slices)
            needsEmptyLog = needsEmptyLog || isDone
        }
        // Those who save wait for it, so it isn't done in each round of a long erasure.
        if needsEmptyLog { try database.emptyLog() }
    }

    /// What has begun and isn't done: children first, whose families may wait for it.
    private func begun() throws -> [ArchiveSubject] {
        let children = try database.all(
            """
            SELECT id, family_id FROM children WHERE erased_at IS NOT NULL
            ORDER BY erased_at LIMIT \(Self.childrenAtATime)
            """
        ) { ArchiveSubject.child(ID(try $0.int(0)), of: ID(try $0.int(1))) }
        let families = try database.all(
            """
            SELECT id FROM families WHERE erased_at IS NOT NULL
            ORDER BY erased_at LIMIT \(Self.childrenAtATime)
            """
        ) { ArchiveSubject.family(ID(try $0.int(0))) }
        return children + families
    }

    /// Removes slices, as long as there are any. True once nothing is left.
    private func goOn(_ subject: ArchiveSubject, _ slices: inout Int) throws -> Bool {
        // What leads to the traces goes afterwards.
        guard try removeTraces(of: subject, &slices) else { return false }
        while slices > 0 {
            slices -= 1
            if try slice(of: subject) { return true }
        }
        return false
    }

    /// Makes the traces say no more who it was. True once all of them don't.
    private func removeTraces(of subject: ArchiveSubject, _ slices: inout Int) throws -> Bool {
        for traces in features.traces {
            var rest = try keys(traces.rows(subject))[...]
            while !rest.isEmpty {
                guard slices > 0 else { return false }
                slices -= 1
                let ids = Array(rest.prefix(pace.rows))
                rest = rest.dropFirst(ids.count)
                try database.write { _ = try database.execute(traces.change(ids)) }
            }
        }
        return true
    }

    /// Removes the next rows, in a transaction. True once nothing is left, not even the subject's
    /// own row.
    ///
    /// It looks at everything from the beginning, so that it doesn't matter what somebody has added
    /// meanwhile, or whether the program was stopped.
    func slice(of subject: ArchiveSubject) throws -> Bool {
        try database.write {
            var room = pace.rows
            return try RowSlices(database: database, pace: pace)
                .clear(subject.erased, of: [subject.erasedKey], &room)
        }
    }
}
