import HTTP
import Quill
import SQLite

/// A record that books belong to, like a category. When it is deleted, they stay.
protocol ShelfRecord: KeptRecord, Record {
    /// Without the books in the bin.
    var bookCount: Int { get }
}

extension DeletingStore where Kept: ShelfRecord {
    /// Notes in the history of each of its books that the record is gone. Returns their number, for the
    /// history of the record.
    func letBooksGo(
        _ record: Kept,
        by actor: Actor,
        _ plan: (BatchPlan) throws -> Void
    ) throws -> [Change] {
        _ = try BatchStore(database: database, now: now).make(
            .bulk,
            by: actor,
            summary: { count in
                "\(Counted.text(count, "book", "books")) left without the \(Kept.kind.rawValue) "
                    + "“\(record.name)”, which was deleted"
            },
            plan
        )
        return [Change("books", String(record.bookCount), nil)]
    }
}

extension RecordPages where Store: DeletingStore<Form.Kept>, Form.Kept: ShelfRecord {
    static func delete(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        try delete(visit, id) { record in
            let books = Counted.text(record.bookCount, "book", "books")
            return record.bookCount == 0 ? "" : " It was removed from \(books)."
        }
    }
}

extension RecordAPI
where Pages.Store: DeletingStore<Pages.Form.Kept>, Pages.Form.Kept: ShelfRecord {
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
