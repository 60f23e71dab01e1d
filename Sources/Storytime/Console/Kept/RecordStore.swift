import SQLite

/// Why the database refused to change a record.
enum RecordRefusal<Kept: KeptRecord>: Error, Equatable {
    /// Another record has this value of a column that must be unique: "slug".
    case taken(column: String)
    /// Someone saved in between; that is how the record is now.
    case changedMeanwhile(Kept)
    /// The record that should take over what this one has can't: it was deleted, or is this one.
    case noSuccessor
}

/// Reads and changes records of one kind: each change in a transaction of its own, together with its
/// entries in the audit log and in the index of names.
///
/// A store writes its statements by hand; everything around them is here.
protocol RecordStore<Kept> {
    associatedtype Kept: KeptRecord

    var database: Database { get }
    var now: Int { get }

    /// The statement that adds a record.
    func insertion(of draft: Kept.Draft) throws -> SQL
    /// The statement that saves a draft as a new version. It must not change a row that is already
    /// like that.
    func update(of id: ID<Kept>, to draft: Kept.Draft) throws -> SQL
    /// Does what else belongs to a change, in its transaction.
    func follow(from before: Kept, to after: Kept) throws
}

/// A store whose records can be deleted: they move to the bin.
protocol DeletingStore<Kept>: RecordStore {
    /// Puts a record that is about to be deleted into the bin, and detaches it from those that refer to
    /// it; a successor gets those. Returns what the audit log says about that.
    func release(_ record: Kept, to successor: Kept?, by actor: Actor) throws -> [Change]
}

extension RecordStore {
    typealias Refusal = RecordRefusal<Kept>

    // MARK: Reading

    func findIfAny(_ id: ID<Kept>) throws -> Kept? {
        try database.first(
            "SELECT \(sql: Kept.columns) FROM \(sql: Kept.table) WHERE id = \(id.value)",
            Kept.init
        )
    }

    func find(_ id: ID<Kept>) throws -> Kept {
        guard let found = try findIfAny(id) else { throw Failure.notFound }
        return found
    }

    // MARK: Changing

    func insert(_ draft: Kept.Draft, by actor: Actor) throws -> Kept {
        try database.write {
            _ = try refusing { try database.execute(try insertion(of: draft)) }
            let record = try find(ID(Int(database.lastInsertedID)))
            try names.write(Kept.kind, record.id.value, record.name)
            try log(actor, "created", record, Kept.changes(from: nil, to: record))
            return record
        }
    }

    /// Saves a form that showed the given version. If it changes nothing, there is no new version.
    func update(
        _ id: ID<Kept>,
        version: Int,
        _ draft: Kept.Draft,
        by actor: Actor
    ) throws -> Kept {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let changed = try refusing { try database.execute(try update(of: id, to: draft)) }
            guard changed > 0 else { return before }
            let after = try find(id)
            try names.write(Kept.kind, id.value, after.name)
            try follow(from: before, to: after)
            try log(actor, "changed", after, Kept.changes(from: before, to: after))
            return after
        }
    }

    func follow(from before: Kept, to after: Kept) throws {}

    // MARK: Parts

    var names: NameIndex { NameIndex(database: database) }

    func log(
        _ actor: Actor,
        _ action: String,
        _ record: Kept,
        _ changes: [Change]
    ) throws {
        try AuditLog(database, now).write(actor, action, record.subject, changes)
    }

    /// Turns a violated unique index into a refusal that names the column.
    func refusing(_ change: () throws -> Int) throws -> Int {
        do {
            return try change()
        } catch let error as SQLiteError where error.isUniqueViolation {
            let column = error.uniqueColumns.first?.split(separator: ".").last
            throw Refusal.taken(column: String(column ?? ""))
        }
    }
}

extension DeletingStore {
    /// Moves a record to the bin if it still has the given version, or in any version if that is nil.
    /// Returns it as it was.
    func delete(
        _ id: ID<Kept>,
        version: Int?,
        movingTo successor: ID<Kept>? = nil,
        by actor: Actor
    ) throws -> Kept {
        try database.write {
            let record = try find(id)
            guard version == nil || version == record.version else {
                throw Refusal.changedMeanwhile(record)
            }
            let heir = try successor.map { successor in
                guard successor != id, let found = try findIfAny(successor) else {
                    throw Refusal.noSuccessor
                }
                return found
            }
            let released = try release(record, to: heir, by: actor)
            try database.execute("DELETE FROM \(sql: Kept.table) WHERE id = \(id.value)")
            try names.remove(Kept.kind, id.value)
            try log(actor, "binned", record, released)
            return record
        }
    }
}
