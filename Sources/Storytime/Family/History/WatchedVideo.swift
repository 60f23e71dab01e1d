import SQLite

/// A video that parents read along: a story of the library, or one at an address. In addresses and
/// forms it is "7" or "web-3".
enum WatchedVideo: PathParameter, Hashable, Sendable, CustomStringConvertible {
    case book(ID<Book>)
    case web(ID<WebVideo>)

    private static let webPrefix = "web-"

    init?(pathSegment: Substring) {
        if pathSegment.hasPrefix(Self.webPrefix) {
            let number = pathSegment.dropFirst(Self.webPrefix.count)
            guard let id = ID<WebVideo>(pathSegment: number) else { return nil }
            self = .web(id)
        } else {
            guard let id = ID<Book>(pathSegment: pathSegment) else { return nil }
            self = .book(id)
        }
    }

    /// Reads the two columns that tables have for it; one of them is NULL.
    init(_ row: Row, at column: Int) throws {
        self =
            try row.intOrNil(column).map { .book(ID($0)) } ?? .web(ID(try row.int(column + 1)))
    }

    var description: String {
        switch self {
        case .book(let id): "\(id)"
        case .web(let id): Self.webPrefix + "\(id)"
        }
    }

    var book: ID<Book>? { if case .book(let id) = self { id } else { nil } }
    var web: ID<WebVideo>? { if case .web(let id) = self { id } else { nil } }

    /// The page on which it plays.
    var href: String {
        switch self {
        case .book(let id): ReadingPages.href(id)
        case .web(let id): WebVideoPages.href(id)
        }
    }

    /// Those that a form or an address names, each once, in their order. What isn't one is left out.
    static func list(_ fields: Fields) -> [WatchedVideo] {
        var seen: Set<WatchedVideo> = []
        return fields.all("video").compactMap { WatchedVideo(pathSegment: $0[...]) }
            .filter { seen.insert($0).inserted }
    }
}

/// A video as lists show it, with how far a parent is in it.
struct WatchedCard: Sendable {
    let video: WatchedVideo
    let title: String
    /// "" if nobody says.
    let author: String
    let thumb: Thumb
    let seconds: Int?
    /// Where the parent left it.
    let place: Int?
    /// Whether it can be watched today: a story stays in libraries when its rights end.
    let isOpen: Bool

    /// How much of it was watched, in percent; nil at the beginning, or if its length isn't known.
    /// What is as good as over is full.
    var percent: Int? {
        guard let place, place > 0, let seconds, seconds > 0 else { return nil }
        return place >= seconds - LibraryItem.endSeconds
            ? 100 : max(1, min(place * 100 / seconds, 100))
    }
}

/// Finds what lists show of videos: those that a family may see, and how far one of its parents is.
struct WatchedVideos {
    let shelf: FamilyShelf
    let user: ID<User>

    private var database: Database { shelf.database }

    /// Whether the family may see a video, as a condition on rows `b` of `books` and `w` of
    /// `web_videos`, one of which is there.
    var condition: SQL {
        """
        CASE WHEN b.id IS NULL THEN w.family_id = \(shelf.family.value) AND w.removed_at IS NULL
            ELSE \(sql: shelf.condition) END
        """
    }

    /// Whether it may be watched today, as such a condition.
    var watchable: SQL {
        """
        CASE WHEN b.id IS NULL THEN w.family_id = \(shelf.family.value) AND w.removed_at IS NULL
            ELSE \(sql: shelf.watchable) AND EXISTS (SELECT 1 FROM video_assets AS v
                WHERE v.book_id = b.id AND v.is_current = 1
                    AND \(sql: shelf.films.condition)) END
        """
    }

    /// Of these, those that the family may see, however many they are.
    func seen(among videos: [WatchedVideo]) throws -> [WatchedVideo] {
        let (books, webs) = (videos.compactMap(\.book?.value), videos.compactMap(\.web?.value))
        guard !books.isEmpty || !webs.isEmpty else { return [] }
        let seenBooks = try database.all(
            """
            SELECT b.id FROM \(eachOf: books) AS n CROSS JOIN books AS b ON b.id = n.value
            WHERE \(sql: shelf.condition)
            """
        ) { WatchedVideo.book(ID(try $0.int(0))) }
        let seenWebs = try database.all(
            """
            SELECT w.id FROM \(eachOf: webs) AS n CROSS JOIN web_videos AS w ON w.id = n.value
            WHERE w.family_id = \(shelf.family.value) AND w.removed_at IS NULL
            """
        ) { WatchedVideo.web(ID(try $0.int(0))) }
        return seenBooks + seenWebs
    }

    /// Of these, those that the family may see.
    func cards(of videos: [WatchedVideo]) throws -> [WatchedVideo: WatchedCard] {
        try books(videos.compactMap(\.book)).merging(webVideos(videos.compactMap(\.web))) {
            own,
            _ in own
        }
    }

    private func books(_ ids: [ID<Book>]) throws -> [WatchedVideo: WatchedCard] {
        guard !ids.isEmpty else { return [:] }
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id IN \(list: ids.map(\.value)) AND \(sql: shelf.condition)
            """,
            BookStore.book
        )
        let keys = books.map(\.id)
        let videos = try shelf.videos(of: keys)
        let open = try shelf.watchable(among: keys)
        let places = try places("SELECT book_id, seconds FROM parent_places", "book_id", keys)
        let cards = try BookList(database: database).summaries(books).map { summary in
            let book = summary.book
            let film = videos[book.id].flatMap { $0.isReady ? $0 : nil }
            return WatchedCard(
                video: .book(book.id),
                title: book.title,
                author: book.author,
                thumb: Thumb(
                    palette: book.palette,
                    icon: summary.icon,
                    picture: CoverPicture(book.cover)
                ),
                seconds: film?.seconds,
                place: places[book.id.value],
                isOpen: open.contains(book.id) && film != nil
            )
        }
        return Dictionary(uniqueKeysWithValues: cards.map { ($0.video, $0) })
    }

    private func webVideos(_ ids: [ID<WebVideo>]) throws -> [WatchedVideo: WatchedCard] {
        guard !ids.isEmpty else { return [:] }
        let places = try places(
            "SELECT web_video_id, seconds FROM web_video_places",
            "web_video_id",
            ids
        )
        let cards = try database.all(
            """
            SELECT \(sql: WebVideo.columns) FROM web_videos AS v
            WHERE v.id IN \(list: ids.map(\.value)) AND v.family_id = \(shelf.family.value)
                AND v.removed_at IS NULL
            """
        ) { row in
            let video = try WebVideo(row)
            return WatchedCard(
                video: .web(video.id),
                title: video.title,
                author: video.author,
                thumb: Thumb(
                    palette: DrawnCover.palette(of: video.title),
                    icon: "globe",
                    picture: video.hasPicture
                        ? CoverPicture(
                            WebVideoPages.href(video.id) + "/picture",
                            size: PixelSize(320, 180),
                            isCut: true,
                            sizes: []
                        ) : nil
                ),
                seconds: video.seconds,
                place: places[video.id.value],
                isOpen: true
            )
        }
        return Dictionary(uniqueKeysWithValues: cards.map { ($0.video, $0) })
    }

    private func places<Record>(_ select: SQL, _ column: SQL, _ ids: [ID<Record>]) throws
        -> [Int: Int]
    {
        let places = try database.all(
            """
            \(sql: select) WHERE user_id = \(user.value)
                AND \(sql: column) IN \(list: ids.map(\.value))
            """
        ) { (try $0.int(0), try $0.int(1)) }
        return Dictionary(uniqueKeysWithValues: places)
    }
}

extension Visit {
    /// The videos that the parent who is signed in may see with their family.
    func watchedVideos(of scope: FamilyScope) throws -> WatchedVideos {
        guard let user = session?.user else { throw Failure.notFound }
        return WatchedVideos(shelf: shelf(of: scope.family), user: user.id)
    }
}
