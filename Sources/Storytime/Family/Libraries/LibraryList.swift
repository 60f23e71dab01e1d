import SQLite

/// What there is to watch of a book, as far as lists show it.
struct StoryVideo: Sendable, Equatable {
    /// Whether it can be played at all; who may is another question.
    var isReady: Bool
    var seconds: Int?
    var hasCaptions: Bool
    /// Whether it is made and yet can't be played, as `PlayableFilms` says.
    var isHeldBack = false

    /// Why a story with this video, or with none, can't be watched; nil if it can.
    static func lack(of video: StoryVideo?) -> String? {
        guard let video else { return notYet }
        return video.isReady ? nil : video.isHeldBack ? notNow : notYet
    }

    /// What lists say of a story that can't be watched for whatever reason.
    static let notNow = "Can’t be watched now"
    private static let notYet = "No video yet"
}

/// A book on a shelf, with everything that its card shows.
struct ShelvedBook: Sendable {
    let summary: BookSummary
    let item: LibraryItem
    let video: StoryVideo?
    /// Whether the family may watch it today: it stays in the library when its rights end.
    let isOpen: Bool

    /// How far it was watched, if it is to be gone on with.
    var place: Int? { item.place(in: video?.seconds) }
}

/// Reads children's libraries, as their parents see them or as the child does. The child is one that a
/// `FamilyScope` led to.
struct LibraryList {
    /// Whole rows of covers on every width, and few enough to be there at once.
    static let perPage = 48
    /// "Continue Watching" is what was played within a week.
    static let continuedSeconds = 7 * 86_400
    /// The row is one that a child looks through.
    static let mostContinued = 12

    let database: Database
    let shelf: FamilyShelf
    let child: ID<Child>
    /// Whether what is hidden from the child is not there, or only marked, as parents see it.
    var isForChild = false

    /// How many books are in it: kept, not counted, where nothing is hidden.
    func count() throws -> Int {
        let all = try database.first(
            "SELECT book_count FROM present_children WHERE id = \(child.value)"
        ) {
            try $0.int(0)
        }
        return (all ?? 0) - (isForChild ? try hiddenCount() : 0)
    }

    /// How many of its books the child doesn't see. Where no category is hidden, no book is looked at.
    func hiddenCount() throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE EXISTS (SELECT 1 FROM child_hidden_categories WHERE child_id = \(child.value))
                AND i.child_id = \(child.value) AND b.deleted_at IS NULL
                AND \(sql: ChildShelf.hides(from: child))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Whether a book is in it.
    func holds(_ book: ID<Book>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND i.book_id = \(book.value) AND \(sql: isThere)
            """
        ) { _ in true } ?? false
    }

    /// Whether a book of the library is there for whoever reads it.
    private var isThere: SQL {
        isForChild
            ? "b.deleted_at IS NULL AND NOT \(sql: ChildShelf.hides(from: child))"
            : "b.deleted_at IS NULL"
    }

    /// How many of its books a filter lets through.
    func count(_ filter: LibraryFilter) throws -> Int {
        guard let condition = filter.condition(on: shelf) else { return try count() }
        return try database.first(
            """
            SELECT count(*) FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND \(sql: isThere) AND \(sql: condition)
            """
        ) { try $0.int(0) } ?? 0
    }

    /// A page of the library.
    func page(
        _ sort: LibrarySort,
        _ filter: LibraryFilter = LibraryFilter(),
        limit: Int,
        offset: Int
    ) throws -> [ShelvedBook] {
        try read(
            """
            SELECT i.id FROM \(sql: Self.table(sort)) CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND \(sql: isThere)
                AND \(sql: filter.condition(on: shelf) ?? "1")
            ORDER BY \(sql: Self.order(sort)) LIMIT \(limit) OFFSET \(offset)
            """,
            Self.order(sort)
        )
    }

    /// A book of the library; nil where it isn't there.
    func find(_ book: ID<Book>) throws -> ShelvedBook? {
        try read(
            """
            SELECT i.id FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND i.book_id = \(book.value) AND \(sql: isThere)
            """,
            "i.id"
        ).first
    }

    /// Those of some books that are in the library.
    func find(_ books: [ID<Book>]) throws -> [ShelvedBook] {
        guard !books.isEmpty else { return [] }
        return try read(
            """
            SELECT i.id FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND i.book_id IN \(list: books.map(\.value))
                AND \(sql: isThere)
            """,
            "i.id"
        )
    }

    /// What the child goes on with, the latest first: stories in their middle, and of each series that
    /// was played within a week the one to watch next. A series has one place in it: that of the story
    /// begun last, and only if none is begun of the next one, which the shelf shows anyway.
    func continued(now: Int) throws -> [ShelvedBook] {
        let begun = try begun(now: now)
        let next = try SeriesSteps(self).continued(
            since: now - Self.continuedSeconds,
            limit: Self.mostContinued
        )
        let candidates =
            begun.map { (book: $0.item.book, time: $0.item.playedAt ?? 0) }
            + next.map { (book: $0.book, time: $0.playedAt) }
        let series = try series(of: candidates.map(\.book))
        var places: [(book: ID<Book>, time: Int)] = []
        var placeOfSeries: [ID<Series>: Int] = [:]
        for candidate in candidates {
            guard let id = series[candidate.book] else {
                places.append(candidate)
                continue
            }
            // A series stands where it was played last, with whatever of it.
            if let place = placeOfSeries[id] {
                places[place].time = max(places[place].time, candidate.time)
            } else {
                placeOfSeries[id] = places.count
                places.append(candidate)
            }
        }
        // What was begun comes before what merely is next, where both were at the same time.
        let chosen = places.enumerated()
            .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
            .map(\.element.book).prefix(Self.mostContinued)
        let found = begun + (try find(next.map(\.book)))
        let shelved = Dictionary(found.map { ($0.item.book, $0) }) { first, _ in first }
        return chosen.compactMap { shelved[$0] }
    }

    /// The series of these books, as far as they are in one.
    private func series(of books: [ID<Book>]) throws -> [ID<Book>: ID<Series>] {
        guard !books.isEmpty else { return [:] }
        let found = try database.all(
            """
            SELECT id, series_id FROM books
            WHERE id IN \(list: books.map(\.value)) AND series_id IS NOT NULL
            """
        ) { (ID<Book>(try $0.int(0)), ID<Series>(try $0.int(1))) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// What the child is in the middle of, the latest first: played within a week, neither at its
    /// beginning nor at its end, not hidden since, and to be had by the child today.
    private func begun(now: Int) throws -> [ShelvedBook] {
        try read(
            """
            SELECT i.id FROM library_items AS i INDEXED BY library_items_by_play
            CROSS JOIN books AS b ON b.id = i.book_id
            CROSS JOIN video_assets AS v ON v.book_id = b.id AND v.is_current = 1
            WHERE i.child_id = \(child.value)
                AND i.last_played_at >= \(now - Self.continuedSeconds)
                AND i.last_position_seconds > 0
                AND i.last_position_seconds
                    < coalesce(v.duration_seconds - \(LibraryItem.endSeconds), 1e9)
                AND (i.hidden_at IS NULL OR i.hidden_at < i.last_played_at)
                AND \(sql: shelf.films.condition)
                AND \(sql: shelf.visibleBooks(for: child).watchable)
            ORDER BY i.last_played_at DESC LIMIT \(Self.mostContinued)
            """,
            "i.last_played_at DESC, i.id"
        )
    }

    /// Items by their keys, in an order.
    func read(_ keys: SQL, _ order: SQL) throws -> [ShelvedBook] {
        var items: [LibraryItem] = []
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns), i.added_at, i.last_position_seconds, i.last_played_at
            FROM (\(sql: keys)) AS m CROSS JOIN library_items AS i ON i.id = m.id
            CROSS JOIN books AS b ON b.id = i.book_id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY \(sql: order)
            """
        ) { row in
            let book = try BookStore.book(row)
            items.append(
                LibraryItem(
                    book: book.id,
                    addedAt: try row.int(BookStore.columnCount),
                    position: try row.intOrNil(BookStore.columnCount + 1),
                    playedAt: try row.intOrNil(BookStore.columnCount + 2)
                )
            )
            return book
        }
        let summaries = try BookList(database: database).summaries(books)
        let videos = try shelf.videos(of: books.map(\.id))
        let open = try shelf.watchable(among: books.map(\.id))
        return zip(summaries, items).map { summary, item in
            ShelvedBook(
                summary: summary,
                item: item,
                video: videos[item.book],
                isOpen: open.contains(item.book)
            )
        }
    }

    /// The table, read by the index that has this order.
    private static func table(_ sort: LibrarySort) -> SQL {
        switch sort {
        case .added: "library_items AS i INDEXED BY library_items_by_age"
        case .title: "library_items AS i INDEXED BY library_items_by_title"
        case .watched: "library_items AS i INDEXED BY library_items_by_play"
        }
    }

    /// Those that were never watched come last: NULL is the least of all values.
    private static func order(_ sort: LibrarySort) -> SQL {
        switch sort {
        case .added: "i.added_at DESC, i.id DESC"
        case .title: "i.title_key, i.id"
        case .watched: "i.last_played_at DESC, i.added_at DESC, i.id DESC"
        }
    }

    /// The videos that books play.
    static func videos(of books: [ID<Book>], among films: PlayableFilms, in database: Database)
        throws -> [ID<Book>: StoryVideo]
    {
        guard !books.isEmpty else { return [:] }
        var videos: [ID<Book>: StoryVideo] = [:]
        try database.each(
            """
            SELECT v.book_id, v.status, v.duration_seconds, v.has_captions, \(sql: films.condition)
            FROM video_assets AS v
            WHERE v.is_current = 1 AND v.book_id IN \(list: books.map(\.value))
            """
        ) { row in
            let isReady = try row.bool(4)
            let isMade = try row.text(1) == VideoAsset.Status.ready.rawValue
            videos[ID(try row.int(0))] = StoryVideo(
                isReady: isReady,
                seconds: try row.intOrNil(2),
                hasCaptions: try row.bool(3),
                isHeldBack: isMade && !isReady
            )
        }
        return videos
    }
}
