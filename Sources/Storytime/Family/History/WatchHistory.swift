import HTTP
import SQLite

/// A video that a parent opened, at the last time that they did.
struct HistoryEntry: Sendable {
    let id: ID<HistoryEntry>
    let video: WatchedVideo
    let openedAt: Int
}

/// Keeps what parents opened to read along: each video once, the latest of them first.
struct WatchHistory {
    /// Of each parent; what was opened longest ago goes first.
    static let mostEntries = 50
    /// For how long what was removed can come back.
    static let keptSeconds = 86_400

    let database: Database
    let now: Int

    /// Notes that a parent opened a video.
    func opened(_ video: WatchedVideo, by user: ID<User>) throws {
        try database.write {
            // Whatever was known of it goes: removed or not, it is the latest now.
            let known = try database.first(
                """
                SELECT id FROM watch_history
                WHERE user_id = \(user.value) AND \(sql: Self.column(video))
                """
            ) { try $0.int(0) }
            let turn: SQL = """
                (SELECT coalesce(max(turn), 0) + 1 FROM watch_history WHERE user_id = \(user.value))
                """
            if let known {
                try database.execute(
                    """
                    UPDATE watch_history SET turn = \(sql: turn), opened_at = \(now),
                        removed_at = NULL, removal = NULL
                    WHERE id = \(known)
                    """
                )
            } else {
                try database.execute(
                    """
                    INSERT INTO watch_history (user_id, book_id, web_video_id, turn, opened_at)
                    VALUES (\(user.value), \(video.book?.value), \(video.web?.value),
                        \(sql: turn), \(now))
                    """
                )
            }
            try trim(user)
        }
    }

    /// The latest first.
    func list(of user: ID<User>) throws -> [HistoryEntry] {
        try database.all(
            """
            SELECT id, opened_at, book_id, web_video_id FROM watch_history
            WHERE user_id = \(user.value) AND removed_at IS NULL
            ORDER BY turn DESC LIMIT \(Self.mostEntries)
            """
        ) { row in
            HistoryEntry(
                id: ID(try row.int(0)),
                video: try WatchedVideo(row, at: 2),
                openedAt: try row.int(1)
            )
        }
    }

    // MARK: Removing

    /// Removes an entry, and returns the number by which it can come back; nil if it isn't there.
    func remove(_ id: ID<HistoryEntry>, of user: ID<User>) throws -> Int? {
        try remove("id = \(id.value)", of: user)
    }

    /// Removes all entries, also those that aren't shown today; nil if there is none.
    func clear(of user: ID<User>) throws -> Int? { try remove("1", of: user) }

    private func remove(_ condition: SQL, of user: ID<User>) throws -> Int? {
        try database.write {
            let removal =
                try database.first(
                    "SELECT max(removal) FROM watch_history WHERE user_id = \(user.value)"
                ) { try $0.intOrNil(0) }.flatMap(\.self) ?? 0
            let count = try database.execute(
                """
                UPDATE watch_history SET removed_at = \(now), removal = \(removal + 1)
                WHERE user_id = \(user.value) AND removed_at IS NULL AND \(sql: condition)
                """
            )
            return count > 0 ? removal + 1 : nil
        }
    }

    /// Brings back what was removed together, each in its place, and returns how many they are. What
    /// was opened since is where it is.
    func restore(_ removal: Int, of user: ID<User>) throws -> Int {
        try database.write {
            let count = try database.execute(
                """
                UPDATE watch_history SET removed_at = NULL, removal = NULL
                WHERE user_id = \(user.value) AND removal = \(removal)
                """
            )
            try trim(user)
            return count
        }
    }

    /// Deletes for good what was removed a day ago.
    func removeOld() throws {
        try RowSlices(database: database)
            .remove(ErasedTable("watch_history"), where: "removed_at < \(now - Self.keptSeconds)")
    }

    // MARK: Parts

    private static func column(_ video: WatchedVideo) -> SQL {
        switch video {
        case .book(let id): "book_id = \(id.value)"
        case .web(let id): "web_video_id = \(id.value)"
        }
    }

    private func trim(_ user: ID<User>) throws {
        try database.execute(
            """
            DELETE FROM watch_history
            WHERE user_id = \(user.value) AND removed_at IS NULL AND turn <= (
                SELECT turn FROM watch_history
                WHERE user_id = \(user.value) AND removed_at IS NULL
                ORDER BY turn DESC LIMIT 1 OFFSET \(Self.mostEntries))
            """
        )
    }
}

extension Visit {
    var watchHistory: WatchHistory { WatchHistory(database: database, now: now) }

    /// Notes that the parent of this visit opened a video. What a browser fetches in case it is
    /// wanted wasn't opened.
    func noteOpened(_ video: WatchedVideo) throws {
        guard let user = session?.user, request.method == .get,
            request.headers["sec-purpose"]?.hasPrefix("prefetch") != true
        else { return }
        try watchHistory.opened(video, by: user.id)
    }
}
