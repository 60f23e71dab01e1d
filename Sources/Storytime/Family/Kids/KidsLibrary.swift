import SQLite

/// The library of the child who is watching: only what can be watched now. Everything in Kids Mode,
/// pages and pictures and films, asks here.
struct KidsLibrary {
    /// A few screens of covers; more come as the shelf is scrolled. A slow tablet puts so many into the
    /// page between two frames without being felt.
    static let perPage = 30

    let device: KidsDevice
    let child: Child
    let shelf: FamilyShelf

    private var list: LibraryList {
        LibraryList(database: shelf.database, shelf: shelf, child: child.id, isForChild: true)
    }

    /// A part of the shelf, and whether there is more.
    func page(_ number: Int, in category: ID<Category>?) throws -> (
        covers: [ShelfCover], hasMore: Bool
    ) {
        let found = try list.playableCovers(
            in: category,
            limit: Self.perPage + 1,
            offset: (number - 1) * Self.perPage
        )
        return (Array(found.prefix(Self.perPage)), found.count > Self.perPage)
    }

    /// What the child is in the middle of.
    func continued(now: Int) throws -> [ShelvedBook] { try list.continued(now: now) }

    /// A part of a series, in its order, and whether there is more; not found if nothing of it can be
    /// watched.
    func series(_ id: ID<Series>, _ number: Int) throws -> (
        name: String, next: ID<Book>?, stories: [StoryOfSeries], hasMore: Bool
    ) {
        let steps = SeriesSteps(list)
        guard let name = try steps.name(of: id) else { throw Failure.notFound }
        let found = try steps.page(
            of: id,
            limit: Self.perPage + 1,
            offset: (number - 1) * Self.perPage
        )
        return (
            name, try steps.series([id])[id]?.book, Array(found.prefix(Self.perPage)),
            found.count > Self.perPage
        )
    }

    /// The story after this one, of the same series; nil behind the last one.
    func following(_ book: ID<Book>) throws -> ShelvedBook? {
        try SeriesSteps(list).following(book).flatMap { try list.find($0) }
    }

    /// The categories of what can be watched, in the catalog's order.
    func categories(_ store: CategoryStore) throws -> [Category] {
        let there = try list.playableCategories()
        return try store.all().filter { there.contains($0.id) }
    }

    /// A story that can be watched; a missing one is not found.
    func find(_ book: ID<Book>) throws -> ShelvedBook {
        guard let found = try list.find(book), found.isOpen, found.video?.isReady == true else {
            throw Failure.notFound
        }
        return found
    }

    /// Whether a story is in the library, whether it can be watched now or not.
    func holds(_ book: ID<Book>) throws -> Bool { try list.holds(book) }

    /// Whether a picture is the cover of a story on the shelf, in whatever size.
    func maySee(_ cover: CoverName) throws -> Bool { try shelf.has(cover, condition) }

    /// Whether a video, and everything that is made of it, is that of a story on the shelf.
    func mayWatch(_ video: VideoAsset) throws -> Bool {
        guard let book = video.bookID, try shelf.mayWatch(video) else { return false }
        return try list.holds(book)
    }

    private var condition: SQL {
        """
        \(sql: shelf.visibleBooks(for: child.id).watchable) AND EXISTS (
            SELECT 1 FROM library_items AS i
            WHERE i.child_id = \(child.id.value) AND i.book_id = b.id)
        """
    }
}

extension LibraryList {
    /// The categories of what can be watched now.
    func playableCategories() throws -> Set<ID<Category>> {
        Set(
            try database.all(
                """
                SELECT DISTINCT g.category_id FROM library_items AS i
                CROSS JOIN books AS b ON b.id = i.book_id
                CROSS JOIN video_assets AS v ON v.book_id = b.id AND v.is_current = 1
                CROSS JOIN book_categories AS g ON g.book_id = b.id
                WHERE i.child_id = \(child.value) AND \(sql: shelf.films.condition)
                    AND \(sql: shelf.visibleBooks(for: child).watchable)
                """
            ) { ID(try $0.int(0)) }
        )
    }

    static func isIn(_ category: ID<Category>) -> SQL {
        """
        EXISTS (SELECT 1 FROM book_categories AS g
            WHERE g.book_id = b.id AND g.category_id = \(category.value))
        """
    }
}

/// The stories of a child that can be watched and have a picture of ours as their cover, the latest
/// addition first.
struct ShelfCovers {
    let shelf: FamilyShelf
    let child: ID<Child>

    func count() throws -> Int {
        try shelf.database.first("SELECT count(*) \(sql: found)") { try $0.int(0) } ?? 0
    }

    func list(limit: Int, offset: Int) throws -> [Book] {
        try shelf.database.all(
            """
            SELECT \(sql: BookStore.columns) FROM (
                SELECT i.book_id, i.added_at, i.id \(sql: found)
                ORDER BY i.added_at DESC, i.id DESC LIMIT \(limit) OFFSET \(offset)) AS m
            CROSS JOIN books AS b ON b.id = m.book_id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY m.added_at DESC, m.id DESC
            """,
            BookStore.book
        )
    }

    private var found: SQL {
        """
        FROM library_items AS i INDEXED BY library_items_by_age
        CROSS JOIN books AS b ON b.id = i.book_id
        CROSS JOIN video_assets AS v ON v.book_id = b.id AND v.is_current = 1
        WHERE i.child_id = \(child.value) AND \(sql: shelf.films.condition)
            AND b.cover_key IS NOT NULL AND \(sql: shelf.visibleBooks(for: child).watchable)
        """
    }
}
