import SQLite

/// A tag as filters name it.
struct Tag: Sendable, Equatable {
    let id: ID<Tag>
    let name: String
}

/// Asks the database about the tags of books, and changes them.
///
/// A tag is there for people while a book has it. Its row stays, so that a list that was filtered by it
/// means the same when a book has it again.
struct TagStore {
    /// How many a filter offers to choose from and a form suggests; where there are more, those of the
    /// most books.
    static let maximumOffered = 500

    let database: Database

    func offered() throws -> [Tag] {
        try database.all(
            """
            SELECT m.id, m.name FROM (
                SELECT id, name, name_key FROM tags WHERE book_count > 0
                ORDER BY book_count DESC, name_key DESC LIMIT \(Self.maximumOffered)) AS m
            ORDER BY m.name_key
            """
        ) { Tag(id: ID(try $0.int(0)), name: try $0.text(1)) }
    }

    /// The tag of this name, case and accents aside.
    func find(named name: String) throws -> Tag? {
        try database.first(
            """
            SELECT id, name FROM tags WHERE name_key = \(Folding.fold(name)) AND book_count > 0
            """
        ) { Tag(id: ID(try $0.int(0)), name: try $0.text(1)) }
    }

    private func key(of name: String) throws -> Int? {
        try database.first("SELECT id FROM tags WHERE name_key = \(Folding.fold(name))") {
            try $0.int(0)
        }
    }

    /// Gives a book exactly these tags. One that another book has keeps its spelling.
    func set(_ names: [String], of book: ID<Book>) throws {
        var wanted: [Int] = []
        for name in names {
            try database.execute(
                """
                INSERT INTO tags (name, name_key) VALUES (\(name), \(Folding.fold(name)))
                ON CONFLICT (name_key) DO UPDATE SET name = excluded.name WHERE book_count = 0
                """
            )
            if let key = try key(of: name) { wanted.append(key) }
        }
        for id in wanted {
            try database.execute(
                """
                INSERT INTO book_tags (book_id, tag_id) VALUES (\(book.value), \(id))
                ON CONFLICT DO NOTHING
                """
            )
        }
        let kept: SQL = wanted.isEmpty ? "(0)" : "\(list: wanted)"
        try database.execute(
            "DELETE FROM book_tags WHERE book_id = \(book.value) AND tag_id NOT IN \(sql: kept)"
        )
    }
}

extension Visit {
    var tags: TagStore { TagStore(database: database) }
}
