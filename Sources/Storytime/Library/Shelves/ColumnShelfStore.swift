import SQLite

/// A store of records of which a book has at most one, in a column of its own: publishers and series.
protocol ColumnShelfStore<Kept>: ShelfStore {
    /// The column of a book with the record's key.
    static var column: SQL { get }
    /// The same as a batch names it.
    static var field: BatchField { get }
}

extension ColumnShelfStore {
    func books(of id: ID<Kept>) -> SQL {
        "SELECT id FROM books WHERE \(sql: Self.column) = \(id.value)"
    }

    func planRelease(_ id: ID<Kept>, to successor: ID<Kept>?, in plan: BatchPlan) throws {
        try plan.set(Self.field, to: successor?.value, of: books(of: id))
    }

    func keepRest(of id: ID<Kept>, to successor: ID<Kept>?, in shelf: Int) throws {
        try database.execute(
            """
            INSERT INTO binned_shelf_books (shelf_id, book_id, is_moved)
            SELECT \(shelf), id, \(successor != nil) FROM books
            WHERE \(sql: Self.column) = \(id.value) AND deleted_at IS NOT NULL
            """
        )
        try database.execute(
            """
            UPDATE books SET \(sql: Self.column) = \(successor?.value)
            WHERE \(sql: Self.column) = \(id.value) AND deleted_at IS NOT NULL
            """
        )
    }

    /// Only books that have left the bin since, and that nobody gave to another record.
    func planReturn(of shelf: BinnedShelf<Kept>, in plan: BatchPlan) throws {
        try plan.set(Self.field, to: shelf.id.value, of: waitingBooks(shelf))
    }

    func returnRest(of shelf: BinnedShelf<Kept>) throws { try returnBooks(of: shelf) }

    /// Gives it back to the books that are in the bin.
    func returnBooks(of shelf: BinnedShelf<Kept>) throws {
        try database.execute(
            """
            UPDATE books SET \(sql: Self.column) = \(shelf.id.value)
            WHERE deleted_at IS NOT NULL AND id IN (\(sql: waitingBooks(shelf)))
            """
        )
    }

    private func waitingBooks(_ shelf: BinnedShelf<Kept>) -> SQL {
        """
        SELECT k.book_id FROM binned_shelf_books AS k JOIN books AS w ON w.id = k.book_id
        WHERE k.shelf_id = \(shelf.key) AND w.\(sql: Self.column) IS \(shelf.successor?.id.value)
        """
    }
}
