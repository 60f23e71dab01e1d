import SQLite

/// Which books a family may see, and which it may watch: the one place where that is decided.
///
/// Every page, search, count, cover, caption and video that parents get to asks here (what is sent by
/// itself asks through `Viewer`). What a family may not see is not there (404), whether there is such
/// a book or not.
struct FamilyShelf {
    let family: ID<Family>
    /// Where the family lives, and the day that it is there.
    let rights: Rights
    /// The zone of the family's days.
    let timeZone: String
    let database: Database
    /// Which films can be played, whoever may watch them.
    var films = PlayableFilms.all

    /// Whether a book may be shown to everybody who lives there, as a condition on a row `b` of
    /// `books`. Unary plus: nearly all books are active, so an index on the status leads nowhere.
    private var isOpen: SQL { "+b.status = 'active' AND \(sql: rights.condition)" }

    /// What the family may see, as a condition on a row `b` of `books`: what is open today, and what
    /// is in the library of one of its children already, where it stays when its rights end. What is
    /// in the bin is nobody's.
    var condition: SQL {
        """
        b.deleted_at IS NULL AND (\(sql: isOpen) OR EXISTS (
            SELECT 1 FROM present_children AS k CROSS JOIN library_items AS i
                ON i.child_id = k.id AND i.book_id = b.id
            WHERE k.family_id = \(family.value)))
        """
    }

    /// What the family may watch: a library keeps the book, but not the rights to it.
    var watchable: SQL { "b.deleted_at IS NULL AND \(sql: isOpen)" }

    /// The keys of what is in its libraries, as a query that an index answers.
    var libraries: SQL {
        """
        SELECT i.book_id AS id
        FROM present_children AS k CROSS JOIN library_items AS i ON i.child_id = k.id
        WHERE k.family_id = \(family.value)
        """
    }

    func maySee(_ book: ID<Book>) throws -> Bool { try holds(condition, of: book) }

    func mayWatch(_ book: ID<Book>) throws -> Bool { try holds(watchable, of: book) }

    /// Whether it may have a video and everything that is made of one: the film, its captions and its
    /// pictures. What a book played once, or will play when it is ready, is nobody's but the admins'.
    func mayWatch(_ video: VideoAsset) throws -> Bool {
        guard video.isCurrent, video.status == .ready, video.deletedAt == nil,
            let book = video.bookID
        else { return false }
        return try mayWatch(book)
    }

    /// Which of these it may watch.
    func watchable(among books: [ID<Book>]) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT b.id FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND \(sql: watchable)
                """
            ) { ID(try $0.int(0)) }
        )
    }

    /// The videos of books that the family sees, as lists show them.
    func videos(of books: [ID<Book>]) throws -> [ID<Book>: StoryVideo] {
        try LibraryList.videos(of: books, among: films, in: database)
    }

    /// Of which of these the rights are given today, whatever else keeps them closed.
    func hasRights(among books: [ID<Book>]) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT b.id FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND \(sql: rights.condition)
                """
            ) { ID(try $0.int(0)) }
        )
    }

    /// Whether a picture is the cover of a book or a series that the family may see, in whatever size.
    func maySee(_ cover: CoverName) throws -> Bool {
        try has(cover, condition) || episodes.maySee(cover)
    }

    /// Whether a picture is the cover of a book of which a condition is true, or of a series that such a
    /// book belongs to or that has other episodes.
    func has(_ cover: CoverName, _ condition: SQL) throws -> Bool {
        // Keys are a hash, a point and a format; "/" is the character behind the point.
        try database.first(
            """
            SELECT 1 FROM books AS b
            WHERE b.cover_key >= \(cover.hash + ".") AND b.cover_key < \(cover.hash + "/")
                AND \(sql: condition)
            UNION ALL SELECT 1 FROM series AS s
            WHERE s.cover_key >= \(cover.hash + ".") AND s.cover_key < \(cover.hash + "/")
                AND (EXISTS (SELECT 1 FROM episodes AS e WHERE e.series_id = s.id
                        AND e.is_of_book = 0 AND e.is_hidden = 0)
                    OR EXISTS (SELECT 1 FROM books AS b
                        WHERE b.series_id = s.id AND \(sql: condition)))
            LIMIT 1
            """
        ) { _ in true } ?? false
    }

    /// A book, if the family may see it.
    func findIfAny(_ id: ID<Book>) throws -> Book? {
        try database.first(
            """
            SELECT \(sql: BookStore.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id = \(id.value) AND \(sql: condition)
            """,
            BookStore.book
        )
    }

    private func holds(_ condition: SQL, of book: ID<Book>) throws -> Bool {
        try database.first(
            "SELECT 1 FROM books AS b WHERE b.id = \(book.value) AND \(sql: condition)"
        ) { _ in true } ?? false
    }
}

extension FamilyShelf {
    /// What a family may see on the day that it is there.
    init(_ family: Family, on now: Int, in database: Database) {
        self.init(
            family: family.id,
            rights: Rights(
                territory: Territory(code: family.territory) ?? .worldwide,
                day: family.today(now)
            ),
            timeZone: family.timeZone,
            database: database
        )
    }
}

extension Visit {
    /// What a family may see on the day of this visit.
    func shelf(of family: Family) -> FamilyShelf {
        var shelf = FamilyShelf(family, on: now, in: database)
        shelf.films = PlayableFilms(site.configuration.mux)
        return shelf
    }
}
