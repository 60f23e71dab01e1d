import SQLite

/// A category that moves to the bin takes its books and the children from whom it was hidden along.
extension CategoryStore {
    static var details: [SQL] { ["display_order", "icon_name"] }

    func choices() throws -> [(value: String, label: String)] {
        try all().map { (String($0.id.value), $0.name) }
    }

    func offersAll(_ choices: Int) -> Bool { true }

    func books(of id: ID<Category>) -> SQL {
        "SELECT book_id FROM book_categories WHERE category_id = \(id.value)"
    }

    /// A book that is in both already keeps its one place in the successor.
    func planRelease(_ id: ID<Category>, to successor: ID<Category>?, in plan: BatchPlan) throws {
        try plan.link(id, isThere: false, of: books(of: id))
        if let successor { try plan.link(successor, isThere: true, of: books(of: id)) }
    }

    func keepRest(of id: ID<Category>, to successor: ID<Category>?, in shelf: Int) throws {
        try database.execute(
            """
            INSERT INTO binned_shelf_books (shelf_id, book_id, is_moved)
            SELECT \(shelf), b.id, \(successor != nil) AND NOT EXISTS (
                SELECT 1 FROM book_categories AS o
                WHERE o.book_id = b.id AND o.category_id = \(successor?.value))
            FROM books AS b INDEXED BY books_in_bin
            CROSS JOIN book_categories AS bc ON bc.book_id = b.id AND bc.category_id = \(id.value)
            WHERE b.deleted_at IS NOT NULL
            """
        )
        try database.execute(
            """
            INSERT INTO book_categories (book_id, category_id, title_key, created_at)
            SELECT b.id, \(successor?.value), b.title_key, \(now)
            FROM binned_shelf_books AS k JOIN books AS b ON b.id = k.book_id
            WHERE k.shelf_id = \(shelf) AND k.is_moved
            """
        )
        try database.execute(
            """
            INSERT INTO binned_shelf_children (shelf_id, child_id)
            SELECT \(shelf), child_id FROM child_hidden_categories WHERE category_id = \(id.value)
            """
        )
    }

    /// Only books that have left the bin since: a plan changes no others.
    func planReturn(of shelf: BinnedShelf<Category>, in plan: BatchPlan) throws {
        let kept: SQL = "SELECT book_id FROM binned_shelf_books WHERE shelf_id = \(shelf.key)"
        try plan.link(shelf.id, isThere: true, of: kept)
        guard let successor = shelf.successor else { return }
        try plan.link(successor.id, isThere: false, of: kept + " AND is_moved")
    }

    func returnRest(of shelf: BinnedShelf<Category>) throws {
        try database.execute(
            """
            INSERT OR IGNORE INTO book_categories (book_id, category_id, title_key, created_at)
            SELECT b.id, \(shelf.id.value), b.title_key, \(now)
            FROM binned_shelf_books AS k JOIN books AS b ON b.id = k.book_id
            WHERE k.shelf_id = \(shelf.key) AND b.deleted_at IS NOT NULL
            """
        )
        try database.execute(
            """
            DELETE FROM book_categories
            WHERE category_id = \(shelf.successor?.id.value) AND book_id IN (
                SELECT k.book_id FROM binned_shelf_books AS k JOIN books AS b ON b.id = k.book_id
                WHERE k.shelf_id = \(shelf.key) AND k.is_moved AND b.deleted_at IS NOT NULL)
            """
        )
        try database.execute(
            """
            INSERT OR IGNORE INTO child_hidden_categories (child_id, category_id)
            SELECT child_id, \(shelf.id.value) FROM binned_shelf_children
            WHERE shelf_id = \(shelf.key)
            """
        )
    }

    func hiddenFrom(_ id: ID<Category>) throws -> Int {
        try database.first(
            "SELECT count(*) FROM child_hidden_categories WHERE category_id = \(id.value)"
        ) { try $0.int(0) } ?? 0
    }
}
