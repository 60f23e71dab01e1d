import HTTP
import Quill
import SQLite

/// A record that books belong to, like a category. When it is deleted, they stay.
protocol ShelfRecord: KeptRecord, Record {
    /// Without the books in the bin.
    var bookCount: Int { get }

    /// The field for its name.
    static var nameSpec: FieldSpec { get }
}

/// A store of such records: deleting one moves it to the bin (`ShelfBin`), and its books can go to
/// another one.
protocol ShelfStore<Kept>: DeletingStore, SendableMetatype where Kept: ShelfRecord {
    init(database: Database, now: Int)

    /// The columns that only its kind has, besides those that count: the bin keeps them.
    static var details: [SQL] { get }
    /// Such a column as it comes back from the bin: the kept value, unless somebody else may have it
    /// by now.
    static func returned(_ detail: SQL, named name: String) -> SQL
    /// A slug for this name that no other record has.
    func freeSlug(for name: String, except id: ID<Kept>?) throws -> String
    /// Those that a form offers.
    func choices() throws -> [(value: String, label: String)]
    /// Whether there may be more than `choices` has.
    func offersAll(_ choices: Int) -> Bool

    /// From how many children it is hidden, who would see its books without it.
    func hiddenFrom(_ id: ID<Kept>) throws -> Int

    /// What becomes of what it has besides books if it is merged into another one.
    func merging(_ id: ID<Kept>, into other: ID<Kept>) throws -> Merging

    /// The keys of its books.
    func books(of id: ID<Kept>) -> SQL
    /// Takes the record off its books, and gives these to its successor.
    func planRelease(_ id: ID<Kept>, to successor: ID<Kept>?, in plan: BatchPlan) throws
    /// Notes in the bin what is lost without a batch: the books in the bin, and whatever else refers to
    /// the record.
    func keepRest(of id: ID<Kept>, to successor: ID<Kept>?, in shelf: Int) throws
    /// Gives that back, as far as a batch does it.
    func planReturn(of shelf: BinnedShelf<Kept>, in plan: BatchPlan) throws
    /// Gives the rest of it back.
    func returnRest(of shelf: BinnedShelf<Kept>) throws
    /// Removes what is left of it besides the bin, once it is purged.
    func forget(_ shelf: BinnedShelf<Kept>) throws
}

/// What becomes of what a record has besides books if it is merged into another one.
struct Merging: Sendable, Equatable {
    /// Sentences for the question.
    var question: [String] = []
    /// What is said afterwards: what moved besides the books, and then what didn't.
    var outcome = ""
    var rest = ""
}

extension ShelfStore {
    static func returned(_ detail: SQL, named name: String) -> SQL { detail }
    func hiddenFrom(_ id: ID<Kept>) throws -> Int { 0 }
    func merging(_ id: ID<Kept>, into other: ID<Kept>) throws -> Merging { Merging() }
    func forget(_ shelf: BinnedShelf<Kept>) throws {}

    func release(_ record: Kept, to successor: Kept?, by actor: Actor) throws -> [Change] {
        let kind = Kept.kind.rawValue
        let batch = try BatchStore(database: database, now: now).make(
            .bulk,
            by: actor,
            summary: { count in
                let books = Counted.text(count, "book", "books")
                return if let successor {
                    "\(books) moved from the \(kind) “\(record.name)” to “\(successor.name)”"
                } else {
                    "\(books) left without the \(kind) “\(record.name)”, which was deleted"
                }
            },
            { try planRelease(record.id, to: successor?.id, in: $0) }
        )
        try ShelfBin(self).add(record, to: successor, batch, by: actor)
        if let successor { try noteArrival(of: record, at: successor, by: actor) }
        return [Change("books", String(record.bookCount), nil)]
            + (successor.map { [Change("books_moved_to", nil, $0.name)] } ?? [])
    }

    /// Says in the successor's history where its new books come from.
    private func noteArrival(of record: Kept, at successor: Kept, by actor: Actor) throws {
        let after = try find(successor.id)
        try log(
            actor,
            "changed",
            after,
            [
                Change("books", String(successor.bookCount), String(after.bookCount)),
                Change("books_moved_from", nil, record.name),
            ].filter(\.isReal)
        )
    }

    /// How many books of one record another one has as well.
    func sharedBooks(_ id: ID<Kept>, _ other: ID<Kept>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM books WHERE deleted_at IS NULL
                AND id IN (\(sql: books(of: id))) AND id IN (\(sql: books(of: other)))
            """
        ) { try $0.int(0) } ?? 0
    }
}

extension RecordAPI where Pages.Store: ShelfStore<Pages.Form.Kept>, Pages.Form.Kept: ShelfRecord {
    /// Checks, in the transaction that deletes it, the number of books and the version.
    static func delete(
        _ visit: Visit,
        _ sent: Sent<UnlinkingQuery>,
        _ id: ID<Kept>
    ) throws -> NoContent {
        try visit.database.write {
            let record = try Pages.store(visit).find(id)
            let query = try sent.read()
            try visit.expectMatch(Details(record: record))
            try query.expect(record.bookCount)
            _ = try Pages.store(visit).delete(id, version: nil, by: visit.actor)
        }
        return NoContent()
    }
}
