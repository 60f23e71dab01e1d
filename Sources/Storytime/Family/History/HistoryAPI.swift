import HTTP

/// What a parent opened to read along, for their programs.
enum HistoryAPI {
    private static let operation = Operations(
        .reading,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/history",
            "listHistory",
            "List what a parent opened",
            "Returns the videos that the parent opened to read along, newest first and each "
                + "once. There are at most \(WatchHistory.mostEntries). What the family may no "
                + "longer see is left out.",
            index
        ),
        operation(
            .delete,
            "/api/v1/history",
            "clearHistory",
            "Clear the history",
            "Removes all entries of the parent’s history, also those that are left out today.",
            clear
        ),
        operation(
            .delete,
            "/api/v1/history/{entry_id}",
            "removeHistoryEntry",
            "Remove an entry from the history",
            "Removes one video from the parent’s history. The place in it is kept.",
            remove
        ),
    ]

    /// A parent without a family has opened nothing.
    static func index(_ visit: Visit) throws -> WholeList<HistoryEntryAnswer> {
        guard let scope = try visit.familyIfAny() else { return WholeList(records: []) }
        return WholeList(
            records: try visit.historyRows(of: scope).map {
                HistoryEntryAnswer(row: $0, href: visit.absolute($0.card.video.href))
            }
        )
    }

    static func clear(_ visit: Visit) throws -> NoContent {
        let user = try visit.watchedVideos(of: visit.family()).user
        _ = try visit.watchHistory.clear(of: user)
        return NoContent()
    }

    static func remove(_ visit: Visit, _ id: ID<HistoryEntry>) throws -> NoContent {
        let scope = try visit.family()
        let user = try visit.watchedVideos(of: scope).user
        // What isn't shown can't be named.
        guard try visit.historyRows(of: scope).contains(where: { $0.entry.id == id }),
            try visit.watchHistory.remove(id, of: user) != nil
        else { throw Failure.notFound }
        return NoContent()
    }
}

/// An entry of the history as the API tells of it.
struct HistoryEntryAnswer: NamedRecord {
    let row: HistoryRow
    /// The page on which it plays.
    let href: String

    static let schemaName = "HistoryEntry"
    static let example = HistoryEntryAnswer(
        row: HistoryRow(
            entry: HistoryEntry(id: ID(1), video: .book(ID(1)), openedAt: 1_795_248_000),
            card: .example
        ),
        href: "https://stories.example.org/watch/1"
    )

    static let json: [JSONField<HistoryEntryAnswer>] =
        [.integer("id", "The entry’s id.") { $0.row.entry.id.value }]
        + JSONField.members { $0.row.card } + [
            .text("url", "The page on which it plays.") { $0.href },
            .time("opened_at", "When it was last opened.") { $0.row.entry.openedAt },
        ]
}

/// A video as the API tells a parent of it.
extension WatchedCard: JSONRecord {
    static let example = WatchedCard(
        video: .book(ID(1)),
        title: "The Lantern Fox",
        author: "Maja Ek",
        thumb: Thumb(palette: 0, icon: nil, picture: nil),
        seconds: 340,
        place: 60,
        isOpen: true
    )

    static let json: [JSONField<WatchedCard>] = [
        .optionalInteger("book_id", "The id of the book; null for a video at an address.") {
            $0.video.book?.value
        },
        .optionalInteger(
            "web_video_id",
            "The id of the video at an address; null for a story of the catalog."
        ) { $0.video.web?.value },
        .text("title", "The title.") { $0.title },
        .optionalText("author", "The author; null if unknown.") {
            $0.author.isEmpty ? nil : $0.author
        },
        .optionalInteger("duration_seconds", "The length; null if unknown.") { $0.seconds },
        .optionalInteger(
            "position_seconds",
            "Where the parent left it; null if they haven’t watched any of it."
        ) { $0.place },
        .bool("is_available", "Whether it can be watched today.") { $0.isOpen },
    ]
}
