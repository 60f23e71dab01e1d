import SQLite

/// A video that a parent opened by its address. It belongs to the family, and to nobody's library.
struct WebVideo: Sendable, Equatable {
    enum Kind: String, Sendable {
        case youTube = "youtube"
        case file, hls
    }

    static let maximumTitle = 300
    static let maximumAuthor = 200

    let id: ID<WebVideo>
    let family: ID<Family>
    let kind: Kind
    /// The one address of this video, however it was written.
    let url: String
    let title: String
    /// Empty if nobody says.
    let author: String
    let seconds: Int?
    let hasPicture: Bool
    let createdAt: Int

    var href: String { WebVideoPages.href(id) }

    static let columns: SQL = """
        v.id, v.family_id, v.kind, v.url, v.title, v.author, v.duration_seconds,
        EXISTS (SELECT 1 FROM web_video_pictures AS p WHERE p.web_video_id = v.id), v.created_at
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        family = ID(try row.int(1))
        kind = Kind(rawValue: try row.text(2)) ?? .file
        url = try row.text(3)
        title = try row.text(4)
        author = try row.text(5)
        seconds = try row.intOrNil(6)
        hasPicture = try row.int(7) == 1
        createdAt = try row.int(8)
    }
}

/// Keeps the videos that families opened by their address, and where parents left them. Another family's,
/// and those that were removed, don't exist.
struct WebVideoStore {
    static let mostOfFamily = 1000
    /// How long one that was removed can come back.
    static let keptSeconds = 86_400

    let database: Database
    let now: Int

    private func present(_ family: ID<Family>) -> SQL {
        "v.family_id = \(family.value) AND v.removed_at IS NULL"
    }

    func find(_ id: ID<WebVideo>, of family: ID<Family>) throws -> WebVideo {
        let found = try database.first(
            """
            SELECT \(sql: WebVideo.columns) FROM web_videos AS v
            WHERE v.id = \(id.value) AND \(sql: present(family))
            """,
            WebVideo.init
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The one at an address, if the family has opened it.
    func find(_ url: String, of family: ID<Family>) throws -> WebVideo? {
        try database.first(
            """
            SELECT \(sql: WebVideo.columns) FROM web_videos AS v
            WHERE v.url = \(url) AND \(sql: present(family))
            """,
            WebVideo.init
        )
    }

    func count(of family: ID<Family>) throws -> Int {
        try database.first("SELECT count(*) FROM web_videos AS v WHERE \(sql: present(family))") {
            try $0.int(0)
        } ?? 0
    }

    /// The latest first.
    func list(of family: ID<Family>, limit: Int, offset: Int = 0) throws -> [WebVideo] {
        try database.all(
            """
            SELECT \(sql: WebVideo.columns)
            FROM web_videos AS v INDEXED BY web_videos_by_family
            WHERE \(sql: present(family))
            ORDER BY v.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            WebVideo.init
        )
    }

    /// Keeps a video, once for each family: opened again, what is known of it is renewed. Nil if the
    /// family has as many as there may be.
    func keep(_ source: WebSource, _ look: VideoLook, of family: ID<Family>, by actor: Actor)
        throws -> ID<WebVideo>?
    {
        try database.write {
            let known = try database.first(
                "SELECT id FROM web_videos WHERE family_id = \(family.value) AND url = \(source.url)"
            ) { ID<WebVideo>(try $0.int(0)) }
            if known == nil {
                guard try count(of: family) < Self.mostOfFamily else { return nil }
            }
            let id =
                try database.first(
                    """
                    INSERT INTO web_videos (family_id, kind, url, title, author, duration_seconds,
                        created_at, created_by)
                    VALUES (\(family.value), \(source.kind.rawValue), \(source.url), \(look.title),
                        \(look.author), \(look.seconds), \(now), \(actor.name))
                    ON CONFLICT (family_id, url) DO UPDATE SET
                        title = iif(\(look.note == nil), excluded.title, title),
                        author = iif(excluded.author = '', author, excluded.author),
                        duration_seconds = coalesce(excluded.duration_seconds, duration_seconds),
                        removed_at = NULL
                    RETURNING id
                    """
                ) { ID<WebVideo>(try $0.int(0)) } ?? known
            guard let id else { return nil }
            if let picture = look.picture {
                try database.execute(
                    """
                    INSERT OR REPLACE INTO web_video_pictures (web_video_id, format, bytes)
                    VALUES (\(id.value), \(picture.format.rawValue), \(picture.bytes))
                    """
                )
            }
            return id
        }
    }

    /// A picture that was fetched with it. The caller has found the video before.
    func picture(of id: ID<WebVideo>) throws -> (format: ImageFile.Format, bytes: [UInt8])? {
        try database.first(
            "SELECT format, bytes FROM web_video_pictures WHERE web_video_id = \(id.value)"
        ) { (ImageFile.Format(rawValue: try $0.text(0)) ?? .jpeg, try $0.blob(1)) }
    }

    // MARK: Removing

    /// Removes a video; it can come back for a day.
    func remove(_ id: ID<WebVideo>, of family: ID<Family>) throws -> WebVideo {
        try database.write {
            let video = try find(id, of: family)
            try database.execute(
                "UPDATE web_videos SET removed_at = \(now) WHERE id = \(id.value)"
            )
            try RemovedRows.trim(
                "web_videos",
                where: "family_id = \(family.value)",
                in: database
            )
            return video
        }
    }

    /// Takes a removal back; false if it is too late.
    func restore(_ id: ID<WebVideo>, of family: ID<Family>) throws -> Bool {
        try database.execute(
            """
            UPDATE web_videos SET removed_at = NULL
            WHERE id = \(id.value) AND family_id = \(family.value) AND removed_at IS NOT NULL
            """
        ) > 0
    }

    /// Deletes for good what was removed a day ago, with its captions, picture and places.
    func removeOld() throws {
        try RowSlices(database: database)
            .remove(.webVideos, where: "removed_at < \(now - Self.keptSeconds)")
    }

    // MARK: Where parents are

    /// Where a parent left a video, and how fast they like it.
    func place(of user: ID<User>, in video: ID<WebVideo>) throws -> (
        seconds: Int, speed: ReadingSpeed
    ) {
        try database.first(
            """
            SELECT seconds, quarters FROM web_video_places
            WHERE user_id = \(user.value) AND web_video_id = \(video.value)
            """
        ) { (try $0.int(0), ReadingSpeed(kept: try $0.int(1))) } ?? (0, .usual)
    }

    func setPlace(_ seconds: Int, of user: ID<User>, in video: ID<WebVideo>) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO web_video_places (user_id, web_video_id, seconds, recorded_at)
                VALUES (\(user.value), \(video.value), \(seconds), \(now))
                ON CONFLICT (user_id, web_video_id) DO UPDATE
                SET seconds = excluded.seconds, recorded_at = excluded.recorded_at
                """
            )
        }
    }

    func setSpeed(_ speed: ReadingSpeed, of user: ID<User>, in video: ID<WebVideo>) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO web_video_places (user_id, web_video_id, seconds, quarters, recorded_at)
                VALUES (\(user.value), \(video.value), 0, \(speed.quarters), \(now))
                ON CONFLICT (user_id, web_video_id) DO UPDATE SET quarters = excluded.quarters
                """
            )
        }
    }
}

extension Visit {
    var webVideos: WebVideoStore { WebVideoStore(database: database, now: now) }

    /// A video at an address of this parent's family; otherwise it doesn't exist.
    func webVideo(_ id: ID<WebVideo>) throws -> WebVideo {
        try webVideos.find(id, of: family().family.id)
    }
}
