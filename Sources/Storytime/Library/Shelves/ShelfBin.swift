import SQLite

/// A category or a publisher in the bin.
struct BinnedShelf<Kept: ShelfRecord>: Sendable {
    /// Its place in the bin.
    let key: Int
    let id: ID<Kept>
    let name: String
    let slug: String
    /// How many books it had.
    let bookCount: Int
    let deletedAt: Int
    let deletedBy: String
    let batch: ID<Batch>?
    /// Which one got its books.
    let successor: (id: ID<Kept>, name: String)?

    var subject: Subject { Subject(Kept.kind, id.value, name) }
    /// When it is removed for good.
    var endsAt: Int { deletedAt + BinStore.keptDays * 86_400 }
}

/// The bin for one kind of record that books belong to.
///
/// A record in the bin has left its table, and its books know nothing of it. It comes back with its old
/// key, and its books by undoing the batch that took them: those that got something else meanwhile
/// keep that.
struct ShelfBin<Store: ShelfStore> {
    typealias Kept = Store.Kept

    /// What came back from the bin.
    struct Restored {
        let record: Kept
        /// How many books could not be given back, because somebody changed them since.
        let left: Int
        /// Whether another one has taken its slug.
        let hasNewSlug: Bool
    }

    /// How many records the caretaker removes at a time, so that nobody waits long for the writer's
    /// turn.
    private static var recordsAtATime: Int { 100 }

    let store: Store

    init(_ store: Store) {
        self.store = store
    }

    private var database: Database { store.database }
    private var now: Int { store.now }
    private var kind: String { Kept.kind.rawValue }
    private var batches: BatchStore { BatchStore(database: database, now: now) }

    private static var columns: SQL {
        """
        id, record_id, name, slug, book_count, deleted_at, deleted_by, batch_id,
            successor_id, successor_name
        """
    }

    // MARK: Reading

    /// How many there are: kept, not counted.
    func count() throws -> Int {
        try database.first("SELECT amount FROM row_counts WHERE name = \(kind + "_binned")") {
            try $0.int(0)
        } ?? 0
    }

    /// A part of them, the latest first.
    func list(limit: Int, offset: Int) throws -> [BinnedShelf<Kept>] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM binned_shelves WHERE kind = \(kind)
            ORDER BY deleted_at DESC, record_id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.shelf
        )
    }

    /// Nil if it is not in the bin.
    func findIfAny(_ id: ID<Kept>) throws -> BinnedShelf<Kept>? {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM binned_shelves
            WHERE kind = \(kind) AND record_id = \(id.value)
            """,
            Self.shelf
        )
    }

    func find(_ id: ID<Kept>) throws -> BinnedShelf<Kept> {
        guard let found = try findIfAny(id) else { throw Failure.notFound }
        return found
    }

    // MARK: In and out

    /// Puts a record into the bin whose row is about to be deleted.
    func add(_ record: Kept, to successor: Kept?, _ batch: Batch?, by actor: Actor) throws {
        let details = Store.details.map { "'\(sql: $0)', \(sql: $0)" as SQL }
        try database.execute(
            """
            INSERT INTO binned_shelves (kind, record_id, name, slug, details, book_count, version,
                created_at, deleted_at, deleted_by, batch_id, successor_id, successor_name)
            SELECT \(kind), id, name, slug, json_object(\(sql: Self.list(details))),
                \(record.bookCount), version, created_at, \(now), \(actor.name),
                \(batch?.id.value), \(successor?.id.value), \(successor?.name)
            FROM \(sql: Kept.table) WHERE id = \(record.id.value)
            """
        )
        let key = Int(database.lastInsertedID)
        try store.keepRest(of: record.id, to: successor?.id, in: key)
    }

    /// Restores a record with its books; under another name if one is given. The refusal says that its
    /// name is taken; a slug that is taken is replaced.
    func restore(_ id: ID<Kept>, as newName: String? = nil, by actor: Actor) throws -> Restored {
        try database.write {
            let shelf = try find(id)
            let name = newName ?? shelf.name
            let slug = try freeSlug(for: shelf, name)
            _ = try store.refusing {
                try database.execute(insertion(of: shelf, name: name, slug: slug))
            }
            try store.names.write(Kept.kind, id.value, name)
            let left = try giveBooksBack(shelf, by: actor)
            try database.execute("DELETE FROM binned_shelves WHERE id = \(shelf.key)")
            let record = try store.find(id)
            try store.log(
                actor,
                "restored",
                record,
                [
                    Change("name", shelf.name, name), Change("slug", shelf.slug, slug),
                    Change("books", nil, String(record.bookCount)),
                ].filter(\.isReal)
            )
            return Restored(record: record, left: left, hasNewSlug: slug != shelf.slug)
        }
    }

    /// The statement that adds the record again.
    private func insertion(of shelf: BinnedShelf<Kept>, name: String, slug: String) -> SQL {
        let columns = Store.details.map { ", \(sql: $0)" as SQL }
        let values = Store.details.map { detail in
            ", \(sql: Store.returned("details ->> '\(sql: detail)'", named: detail.text))" as SQL
        }
        return """
            INSERT INTO \(sql: Kept.table) (id, name, name_key, slug, version, created_at,
                updated_at\(sql: columns.reduce("", +)))
            SELECT record_id, \(name), \(Folding.fold(name)), \(slug), version + 1, created_at,
                \(now)\(sql: values.reduce("", +))
            FROM binned_shelves WHERE id = \(shelf.key)
            """
    }

    private static func list(_ parts: [SQL]) -> SQL {
        parts.first.map { first in parts.dropFirst().reduce(first) { $0 + ", " + $1 } } ?? ""
    }

    /// The key of the record in the bin that this batch took off its books.
    func find(takenBy batch: ID<Batch>) throws -> ID<Kept>? {
        try database.first(
            """
            SELECT record_id FROM binned_shelves WHERE batch_id = \(batch.value) AND kind = \(kind)
            """
        ) { ID(try $0.int(0)) }
    }

    /// Its old slug if that is free, else one that its name suggests.
    private func freeSlug(for shelf: BinnedShelf<Kept>, _ name: String) throws -> String {
        let isTaken = try database.first(
            "SELECT 1 FROM \(sql: Kept.table) WHERE slug = \(shelf.slug)"
        ) { _ in true }
        return isTaken == true ? try store.freeSlug(for: name, except: nil) : shelf.slug
    }

    /// Returns how many could not be given back.
    private func giveBooksBack(_ shelf: BinnedShelf<Kept>, by actor: Actor) throws -> Int {
        let plan: (BatchPlan) throws -> Void = { try store.planReturn(of: shelf, in: $0) }
        var left = 0
        if let batch = shelf.batch, try batches.find(batch).canBeUndone(now: now) {
            left = try batches.undo(batch, by: actor, with: plan).left
        } else {
            let summary = { (count: Int) in
                "\(Counted.text(count, "book", "books")) given back to the \(kind) “\(shelf.name)”"
            }
            try batches.make(.bulk, by: actor, summary: summary, plan)
        }
        try store.returnRest(of: shelf)
        return left
    }

    // MARK: For good

    /// Removes a record in the bin for good; false if it is not in the bin.
    func purge(_ id: ID<Kept>, by actor: Actor) throws -> Bool {
        try database.write {
            guard let shelf = try findIfAny(id) else { return false }
            try remove(shelf, by: actor)
            return true
        }
    }

    /// Removes what has been in the bin for thirty days, a limited number at once.
    func removeOld() throws {
        let limit = now - BinStore.keptDays * 86_400
        let old: SQL = """
            SELECT \(sql: Self.columns) FROM binned_shelves
            WHERE kind = \(kind) AND deleted_at <= \(limit)
            ORDER BY deleted_at LIMIT \(Self.recordsAtATime)
            """
        // Most rounds find nothing, and then the turn to write isn't taken.
        guard try database.first(old, { _ in true }) != nil else { return }
        try database.write {
            for shelf in try database.all(old, Self.shelf) { try remove(shelf, by: .program) }
        }
    }

    /// The audit log is all that is left of it.
    private func remove(_ shelf: BinnedShelf<Kept>, by actor: Actor) throws {
        let details = try database.all(
            """
            SELECT d.key, CAST(d.value AS TEXT) FROM binned_shelves AS s, json_each(s.details) AS d
            WHERE s.id = \(shelf.key)
            """
        ) { Change(try $0.text(0), try $0.textOrNil(1), nil) }
        try database.execute("DELETE FROM binned_shelves WHERE id = \(shelf.key)")
        try store.forget(shelf)
        let lastState =
            [Change("name", shelf.name, nil), Change("slug", shelf.slug, nil)] + details
        try AuditLog(database, now)
            .write(actor, "deleted", shelf.subject, lastState.filter(\.isReal))
    }

    private static func shelf(_ row: Row) throws -> BinnedShelf<Kept> {
        let successor = try row.intOrNil(8)
        return BinnedShelf(
            key: try row.int(0),
            id: ID(try row.int(1)),
            name: try row.text(2),
            slug: try row.text(3),
            bookCount: try row.int(4),
            deletedAt: try row.int(5),
            deletedBy: try row.text(6),
            batch: try row.intOrNil(7).map { ID($0) },
            successor: try successor.map { (ID($0), try row.text(9)) }
        )
    }
}
