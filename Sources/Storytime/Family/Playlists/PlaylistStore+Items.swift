import SQLite

/// What is in a playlist, and in which order.
extension PlaylistStore {
    /// Of those in a playlist, the items that the family may see.
    private func found(_ id: ID<Playlist>) -> SQL {
        """
        FROM playlist_items AS i INDEXED BY playlist_items_in_order
        LEFT JOIN books AS b ON b.id = i.book_id
        LEFT JOIN web_videos AS w ON w.id = i.web_video_id
        WHERE i.playlist_id = \(id.value) AND i.removed_at IS NULL AND \(sql: videos.condition)
        """
    }

    // MARK: Reading

    func itemCount(of id: ID<Playlist>) throws -> Int {
        try database.first("SELECT count(*) \(sql: found(id))") { try $0.int(0) } ?? 0
    }

    /// How many can be watched now.
    func watchableCount(of id: ID<Playlist>) throws -> Int {
        try database.first("SELECT count(*) \(sql: found(id)) AND \(sql: videos.watchable)") {
            try $0.int(0)
        } ?? 0
    }

    func items(of id: ID<Playlist>, limit: Int, offset: Int) throws -> [PlaylistItem] {
        let rows = try database.all(
            """
            SELECT i.id, i.added_at, i.book_id, i.web_video_id \(sql: found(id))
            ORDER BY i.position, i.id LIMIT \(limit) OFFSET \(offset)
            """
        ) { (ID<PlaylistItem>(try $0.int(0)), try $0.int(1), try WatchedVideo($0, at: 2)) }
        let cards = try videos.cards(of: rows.map(\.2))
        return rows.compactMap { id, addedAt, video in
            cards[video].map { PlaylistItem(id: id, video: video, addedAt: addedAt, card: $0) }
        }
    }

    /// Which videos a playlist has, whoever may see them.
    func held(by id: ID<Playlist>) throws -> Set<WatchedVideo> {
        Set(
            try database.all(
                """
                SELECT book_id, web_video_id FROM playlist_items
                WHERE playlist_id = \(id.value) AND removed_at IS NULL
                """
            ) { try WatchedVideo($0, at: 0) }
        )
    }

    /// An item; nil if it isn't in the playlist.
    func item(_ item: ID<PlaylistItem>, of id: ID<Playlist>) throws -> PlaylistItem? {
        try first("i.id = \(item.value)", of: id)
    }

    /// The item of a video; nil if it isn't in the playlist.
    func item(with video: WatchedVideo, of id: ID<Playlist>) throws -> PlaylistItem? {
        switch video {
        case .book(let book): try first("i.book_id = \(book.value)", of: id)
        case .web(let web): try first("i.web_video_id = \(web.value)", of: id)
        }
    }

    private func first(_ condition: SQL, of id: ID<Playlist>) throws -> PlaylistItem? {
        let row = try database.first(
            """
            SELECT i.id, i.added_at, i.book_id, i.web_video_id \(sql: found(id))
                AND \(sql: condition)
            """
        ) { (ID<PlaylistItem>(try $0.int(0)), try $0.int(1), try WatchedVideo($0, at: 2)) }
        guard let (item, addedAt, video) = row, let card = try videos.cards(of: [video])[video]
        else { return nil }
        return PlaylistItem(id: item, video: video, addedAt: addedAt, card: card)
    }

    /// The number and the neighbors of a video among those that can be watched; nil if it isn't there.
    func steps(from video: WatchedVideo, in id: ID<Playlist>) throws -> (
        number: Int, count: Int, previous: WatchedVideo?, next: WatchedVideo?
    )? {
        let all = try database.all(
            """
            SELECT i.book_id, i.web_video_id \(sql: found(id)) AND \(sql: videos.watchable)
            ORDER BY i.position, i.id
            """
        ) { try WatchedVideo($0, at: 0) }
        guard let index = all.firstIndex(of: video) else { return nil }
        return (
            index + 1, all.count, index > 0 ? all[index - 1] : nil,
            index + 1 < all.count ? all[index + 1] : nil
        )
    }

    // MARK: Adding

    /// Adds videos at the end of a playlist, as far as the family may see them and they aren't in it
    /// already; all of them or none. Returns the new items.
    func add(_ added: [WatchedVideo], to id: ID<Playlist>) throws -> [ID<PlaylistItem>] {
        try database.write {
            _ = try find(id)
            let known = try videos.cards(of: added)
            let held = try held(by: id)
            let new = added.filter { known[$0] != nil && !held.contains($0) }
            guard held.count + new.count <= Self.mostItems else { throw Refusal.isFull }
            // One that was removed today comes in anew: taking that back would be in its way.
            for video in new {
                try database.execute(
                    """
                    DELETE FROM playlist_items WHERE playlist_id = \(id.value)
                        AND (book_id = \(video.book?.value) OR web_video_id = \(video.web?.value))
                    """
                )
            }
            let last =
                try database.first(
                    "SELECT max(position) FROM playlist_items WHERE playlist_id = \(id.value)"
                ) { try $0.intOrNil(0) }.flatMap(\.self) ?? 0
            var items: [ID<PlaylistItem>] = []
            for (index, video) in new.enumerated() {
                try database.execute(
                    """
                    INSERT INTO playlist_items (playlist_id, book_id, web_video_id, position,
                        added_at)
                    VALUES (\(id.value), \(video.book?.value), \(video.web?.value),
                        \(last + index + 1), \(now))
                    """
                )
                items.append(ID(Int(database.lastInsertedID)))
            }
            if !new.isEmpty { try touch(id) }
            return items
        }
    }

    /// Takes items that were added together out again, from the first to the last; how many are gone.
    func takeBack(_ items: ClosedRange<Int>, from id: ID<Playlist>) throws -> Int {
        try database.write {
            _ = try find(id)
            let count = try database.execute(
                """
                DELETE FROM playlist_items
                WHERE playlist_id = \(id.value) AND removed_at IS NULL
                    AND id BETWEEN \(items.lowerBound) AND \(items.upperBound)
                """
            )
            if count > 0 { try touch(id) }
            return count
        }
    }

    // MARK: Removing

    /// Whether an item was removed, and can come back still.
    func wasRemoved(_ item: ID<PlaylistItem>, from id: ID<Playlist>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM playlist_items
            WHERE id = \(item.value) AND playlist_id = \(id.value) AND removed_at IS NOT NULL
            """
        ) { _ in true } ?? false
    }

    /// Removes an item; it can come back to its place for a day. Returns the title of its video.
    func remove(_ item: ID<PlaylistItem>, from id: ID<Playlist>) throws -> String {
        try database.write {
            _ = try find(id)
            guard let known = try self.item(item, of: id) else { throw Failure.notFound }
            try database.execute(
                "UPDATE playlist_items SET removed_at = \(now) WHERE id = \(item.value)"
            )
            try touch(id)
            return known.card.title
        }
    }

    /// Takes a removal back; false if it is too late, or the playlist is full by now.
    func restore(_ item: ID<PlaylistItem>, to id: ID<Playlist>) throws -> Bool {
        try database.write {
            _ = try find(id)
            guard try held(by: id).count < Self.mostItems else { return false }
            let count = try database.execute(
                """
                UPDATE playlist_items SET removed_at = NULL
                WHERE id = \(item.value) AND playlist_id = \(id.value) AND removed_at IS NOT NULL
                """
            )
            if count > 0 { try touch(id) }
            return count > 0
        }
    }

    // MARK: Order

    /// Moves an item by one place among those that the family sees; false at that end.
    func move(_ item: ID<PlaylistItem>, in id: ID<Playlist>, up: Bool) throws -> Bool {
        try database.write {
            _ = try find(id)
            let shown = try order(of: id)
            guard let index = shown.firstIndex(of: item) else { throw Failure.notFound }
            let other = index + (up ? -1 : 1)
            guard shown.indices.contains(other) else { return false }
            var moved = shown
            moved.swapAt(index, other)
            try place(moved, in: id, of: shown)
            return true
        }
    }

    /// Gives the places that these items have to them anew, in the given order; all others stay where
    /// they are. False if one of them isn't there any more.
    func reorder(_ items: [ID<PlaylistItem>], in id: ID<Playlist>) throws -> Bool {
        try database.write {
            _ = try find(id)
            let shown = try order(of: id)
            let moving = Set(items)
            let places = shown.indices.filter { moving.contains(shown[$0]) }
            guard moving.count == items.count, places.count == items.count else { return false }
            var moved = shown
            for (place, item) in zip(places, items) { moved[place] = item }
            try place(moved, in: id, of: shown)
            return true
        }
    }

    /// The place of an item among those that the family sees, from 0.
    func place(of item: ID<PlaylistItem>, in id: ID<Playlist>) throws -> Int? {
        try order(of: id).firstIndex(of: item)
    }

    private func order(of id: ID<Playlist>) throws -> [ID<PlaylistItem>] {
        try database.all("SELECT i.id \(sql: found(id)) ORDER BY i.position, i.id") {
            ID(try $0.int(0))
        }
    }

    /// Numbers all items anew: those that are seen in their new order, and whatever isn't seen where it
    /// was among them. Only what changes is written.
    private func place(
        _ moved: [ID<PlaylistItem>],
        in id: ID<Playlist>,
        of shown: [ID<PlaylistItem>]
    ) throws {
        guard moved != shown else { return }
        let isShown = Set(shown)
        var next = moved.makeIterator()
        let all = try database.all(
            """
            SELECT id FROM playlist_items WHERE playlist_id = \(id.value) ORDER BY position, id
            """
        ) { ID<PlaylistItem>(try $0.int(0)) }
        for (index, item) in all.enumerated() {
            let item = isShown.contains(item) ? next.next() ?? item : item
            try database.execute(
                """
                UPDATE playlist_items SET position = \(index + 1)
                WHERE id = \(item.value) AND position <> \(index + 1)
                """
            )
        }
        try touch(id)
    }

    private func touch(_ id: ID<Playlist>) throws {
        try database.execute("UPDATE playlists SET updated_at = \(now) WHERE id = \(id.value)")
    }
}
