import SQLite

/// Reads and changes videos in the database: each change in a transaction of its own, together
/// with its line in the timeline and, if a person made it, its entry in the audit log.
struct VideoStore {
    let database: Database
    let now: Int

    static let columns: SQL = """
        id, book_id, provider, is_current, chosen_at, status, progress_percent, duration_seconds,
        has_captions, width, height, resolution, aspect_ratio, codec, size_bytes, error_code,
        error, source, mux_asset_id, mux_upload_id, signed_playback_id, public_playback_id,
        mp4_name, passthrough, file_key, poster_key, storyboard_key, news_at, deleted_at, version,
        created_at, updated_at, chosen_poster_key, poster_seconds
        """

    private var names: NameIndex { NameIndex(database: database) }

    /// The language of its book, if the book says it.
    func spokenLanguage(of asset: VideoAsset) throws -> String? {
        try asset.bookID.flatMap { try spokenLanguage(of: $0) }
    }

    /// The language of a book.
    func spokenLanguage(of book: ID<Book>) throws -> String? {
        try database.first("SELECT language FROM books WHERE id = \(book.value)") {
            try $0.textOrNil(0)
        }.flatMap(\.self)
    }

    // MARK: Reading

    func find(_ id: ID<VideoAsset>) throws -> VideoAsset {
        guard let asset = try first("id = \(id.value)") else { throw Failure.notFound }
        return asset
    }

    /// The video that a book plays, or will when it is ready.
    func current(of book: ID<Book>) throws -> VideoAsset? {
        try first("book_id = \(book.value) AND is_current = 1")
    }

    /// All that a book ever had, including deleted ones, newest first.
    func all(of book: ID<Book>) throws -> [VideoAsset] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM video_assets WHERE book_id = \(book.value)
            ORDER BY chosen_at DESC, id DESC
            """,
            Self.asset
        )
    }

    func first(_ condition: SQL) throws -> VideoAsset? {
        try database.first(
            "SELECT \(sql: Self.columns) FROM video_assets WHERE \(sql: condition) LIMIT 1",
            Self.asset
        )
    }

    func captions(of id: ID<VideoAsset>) throws -> [CaptionTrack] {
        try database.all(
            """
            SELECT \(sql: CaptionTrack.columns) FROM caption_tracks
            WHERE asset_id = \(id.value) ORDER BY language, is_shown DESC, label, id
            """,
            CaptionTrack.init
        )
    }

    /// The captions of several videos.
    func captions(of ids: [ID<VideoAsset>]) throws -> [ID<VideoAsset>: [CaptionTrack]] {
        guard !ids.isEmpty else { return [:] }
        var captions: [ID<VideoAsset>: [CaptionTrack]] = [:]
        try database.each(
            """
            SELECT \(sql: CaptionTrack.columns) FROM caption_tracks
            WHERE asset_id IN \(list: ids.map(\.value)) ORDER BY language, is_shown DESC, label, id
            """
        ) { row in
            let track = try CaptionTrack(row)
            captions[track.video, default: []].append(track)
        }
        return captions
    }

    /// Newest first; those before one of them, if one is given.
    func events(of id: ID<VideoAsset>, before event: Int? = nil, limit: Int) throws -> [VideoEvent]
    {
        let place: SQL =
            event.map { event -> SQL in
                "AND (at, id) < (SELECT at, id FROM video_events WHERE id = \(event))"
            } ?? ""
        return try database.all(
            """
            SELECT id, at, kind, text, actor_name FROM video_events
            WHERE asset_id = \(id.value) \(sql: place)
            ORDER BY at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            VideoEvent(
                id: try row.int(0),
                at: try row.int(1),
                kind: try row.text(2),
                text: try row.text(3),
                actorName: try row.textOrNil(4)
            )
        }
    }

    /// How many are not deleted, or have a status: these numbers are kept.
    func count(_ status: VideoAsset.Status? = nil) throws -> Int {
        let name = status.map { "videos_\($0.rawValue)" } ?? "videos"
        return try database.first("SELECT amount FROM row_counts WHERE name = \(name)") {
            try $0.int(0)
        } ?? 0
    }

    // MARK: Changing

    func insert(_ draft: VideoAsset.Draft, by actor: Actor) throws -> VideoAsset {
        try database.write {
            try database.execute(
                """
                INSERT INTO video_assets
                    (book_id, provider, source, chosen_at, news_at, created_at, updated_at)
                VALUES (\(draft.bookID?.value), \(draft.provider.rawValue), \(draft.source), \(now),
                    \(now), \(now), \(now))
                """
            )
            let id = ID<VideoAsset>(Int(database.lastInsertedID))
            if let source = draft.source { try names.write(.video, id.value, source) }
            try tell(id, "created", "Added to \(draft.provider.place)", by: actor)
            if let book = draft.bookID { try settle(book) }
            let asset = try find(id)
            try AuditLog(database, now).write(
                actor,
                "created",
                asset.subject,
                [Change("provider", nil, draft.provider.rawValue)]
            )
            return asset
        }
    }

    /// Makes it the video of a book: of the one that it already belongs to, to go back to an older
    /// one, or of one that it is given to. It is chosen after all others, even those of this
    /// second.
    func choose(_ id: ID<VideoAsset>, for book: ID<Book>, by actor: Actor) throws {
        try database.write {
            let asset = try find(id)
            try database.execute(
                """
                UPDATE video_assets SET is_current = 0, book_id = \(book.value),
                    chosen_at = max(\(now), (SELECT 1 + coalesce(max(chosen_at), 0)
                        FROM video_assets WHERE book_id = \(book.value))), version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            if let former = asset.bookID, former != book { try settle(former) }
            try settle(book)
            try tell(id, "chosen", "Chosen as the video of the book", by: actor)
            try AuditLog(database, now).write(actor, "chose", asset.subject, [])
        }
    }

    /// Only the history of a deleted video stays: its captions go, and its files are removed later.
    func delete(_ id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try find(id)
            guard asset.deletedAt == nil else { return }
            try markDeleted(id, at: now)
            if let book = asset.bookID { try settle(book) }
            try tell(id, "deleted", "Deleted", by: actor)
            try AuditLog(database, now).write(actor, "deleted", asset.subject, [])
        }
    }

    /// Notes that it isn't available, and why. A ready one stays ready.
    func fail(_ id: ID<VideoAsset>, _ trouble: VideoAsset.Trouble) throws {
        try database.write {
            let changed = try database.execute(
                """
                UPDATE video_assets SET status = 'errored', error_code = \(trouble.code),
                    error = \(String(trouble.message.prefix(2000))), news_at = \(now),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value) AND status <> 'ready'
                """
            )
            guard changed == 1 else { return }
            try tell(id, "errored", trouble.message)
            if let book = try find(id).bookID { try settle(book) }
        }
    }

    // MARK: Parts of a change, inside its transaction

    /// Adds a line to the timeline.
    func tell(_ id: ID<VideoAsset>, _ kind: String, _ text: String, by actor: Actor? = nil) throws {
        try database.execute(
            """
            INSERT INTO video_events (asset_id, at, kind, text, actor_name)
            VALUES (\(id.value), \(now), \(kind), \(text), \(actor?.name))
            """
        )
    }

    func markDeleted(_ id: ID<VideoAsset>, at moment: Int) throws {
        try names.remove(.video, id.value)
        try CaptionCues(database: database).removeTracks(of: id)
        try VideoVersionStore(database: database, now: now).removeUnmade(of: id)
        try database.execute("DELETE FROM video_contents WHERE asset_id = \(id.value)")
        try database.execute(
            """
            UPDATE video_assets SET deleted_at = \(moment), is_current = 0, version = version + 1,
                updated_at = \(now)
            WHERE id = \(id.value) AND deleted_at IS NULL
            """
        )
    }

    /// Determines again which video a book plays, and refreshes how the book is found by that: to
    /// be called after every change of a status, a deletion, or a book.
    func settle(_ book: ID<Book>) throws {
        let assets = try all(of: book)
        let current = VideoAsset.current(among: assets)
        if assets.first(where: \.isCurrent)?.id != current?.id {
            try database.execute(
                """
                UPDATE video_assets SET is_current = 0
                WHERE book_id = \(book.value) AND is_current = 1
                """
            )
            if let current {
                try database.execute(
                    "UPDATE video_assets SET is_current = 1 WHERE id = \(current.id.value)"
                )
            }
        }
        try BookIndex(database: database).refresh("SELECT \(book.value)")
    }
}

extension Visit {
    var videos: VideoStore { VideoStore(database: database, now: now) }
}
