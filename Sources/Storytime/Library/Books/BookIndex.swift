import SQLite

/// Keeps the search index as the books are: what they are called, and what lists filter them by.
///
/// The application writes it inside the transaction of each change. No trigger may: the program
/// opens its database with trusted_schema=OFF, where FTS5 tables are out of a trigger's reach.
struct BookIndex {
    let database: Database

    /// Puts one book into the index, in place of what was there; one in the bin is taken out.
    func write(_ id: ID<Book>) throws {
        try writeAll("SELECT \(id.value)")
    }

    /// Puts many books into the index in place of what was there; those in the bin are taken out.
    func writeAll(_ keys: SQL) throws {
        try remove(keys)
        try database.each(
            """
            SELECT b.id, b.title_key, b.author_key, b.description, f.facets, \(sql: Self.moreWords)
            FROM books AS b JOIN books_facets AS f ON f.book_id = b.id
            LEFT JOIN series AS s ON s.id = b.series_id WHERE b.id IN (\(sql: keys))
            """
        ) { row in
            let description = Folding.fold(try row.text(3) + row.text(5))
            try database.execute(
                """
                INSERT INTO books_search (rowid, title_key, author_key, description_key, facets)
                VALUES (\(try row.int(0)), \(try row.text(1)), \(try row.text(2)),
                    \(description), \(try row.text(4)))
                """
            )
        }
    }

    /// What a book `b` of the series `s` is found by besides: each on a line of its own, so that no two
    /// make a phrase.
    private static let moreWords: SQL = """
        char(10) || b.original_title || char(10) || b.illustrator || char(10) || b.translator
        || char(10) || b.narrator || char(10) || coalesce(s.name, '')
        || char(10) || coalesce(b.isbn, '')
        || coalesce((SELECT char(10) || group_concat(t.name, char(10)) FROM book_tags AS bt
            JOIN tags AS t ON t.id = bt.tag_id WHERE bt.book_id = b.id), '')
        """

    /// Writes anew what those books are filtered by; their words stay.
    func refresh(_ keys: SQL) throws {
        try markChanged()
        try database.execute(
            """
            UPDATE books_search
            SET facets = (SELECT f.facets FROM books_facets AS f
                WHERE f.book_id = books_search.rowid)
            WHERE rowid IN (\(sql: keys))
            """
        )
    }

    /// Takes books out, as those that go to the bin.
    func remove(_ keys: SQL) throws {
        try markChanged()
        try database.execute("DELETE FROM books_search WHERE rowid IN (\(sql: keys))")
    }

    /// Says that sets of books which were read from the index hold no longer (`BookSets`).
    private func markChanged() throws {
        try database.execute("UPDATE catalog_stamp SET value = random()")
    }
}
