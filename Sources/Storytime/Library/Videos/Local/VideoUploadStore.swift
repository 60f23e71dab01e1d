import Glibc
import SQLite
import Server

/// Reads unfinished uploads, and takes their parts.
///
/// The row says what is to come, the file what has arrived. A row's file is made in the row's
/// transaction, and a file without a row belongs to nobody (`VideoCleaner`).
struct VideoUploadStore {
    /// Why a part is refused.
    enum Refusal: Error, Equatable {
        /// It doesn't begin where the file ends, which is here.
        case elsewhere(offset: Int)
        /// Another part is being written at this moment.
        case busy
        /// It ends beyond the announced size.
        case tooMuch
        /// The video isn't whole yet; it ends here.
        case unfinished(offset: Int)
    }

    /// How long an upload may rest before it is forgotten.
    static let keptSeconds = 86_400
    /// People upload a handful at once; each may take gigabytes.
    static let limitPerUser = 20
    /// How often the row notes that something arrived.
    private static let newsPause = 60

    let database: Database
    let now: Int
    let folder: VideoFolder
    let disk: Disk

    private static let columns: SQL =
        "key, book_id, user_id, file_name, size_bytes, modified_ms, news_at"

    func find(_ key: VideoUploadKey, of user: ID<User>) throws -> VideoUpload {
        let upload = try database.first(
            """
            SELECT \(sql: Self.columns) FROM video_uploads
            WHERE key = \(key.text) AND user_id = \(user.value)
            """,
            Self.upload
        ).flatMap(\.self)
        guard let upload else { throw Failure.notFound }
        return upload
    }

    /// Begins an upload, or finds the one that was begun with the same file for the same book.
    func begin(_ source: VideoUpload.Source, for book: ID<Book>?, by user: ID<User>) throws
        -> VideoUpload
    {
        try database.write {
            if let known = try known(source, for: book, by: user) { return known }
            guard try count(of: user) < Self.limitPerUser else {
                throw Failure.conflict(
                    "You have \(Self.limitPerUser) unfinished uploads. "
                        + "Finish or cancel one of them. Unfinished uploads are deleted "
                        + "after a day."
                )
            }
            guard disk.hasRoom(for: source.size, in: folder.path) else { throw Failure.diskFull }
            let key = try VideoUploadKey()
            let upload = VideoUpload(key: key, book: book, user: user, source: source, newsAt: now)
            try folder.makeEmpty(upload.fileName)
            try database.execute(
                """
                INSERT INTO video_uploads (key, book_id, user_id, file_name, size_bytes,
                    modified_ms, created_at, news_at)
                VALUES (\(key.text), \(book?.value), \(user.value), \(source.name), \(source.size),
                    \(source.modified), \(now), \(now))
                """
            )
            return upload
        }
    }

    /// The unfinished uploads of many for which no book was chosen yet, the oldest first.
    func unfinished(of user: ID<User>) throws -> [VideoUpload] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM video_uploads
            WHERE user_id = \(user.value) AND book_id IS NULL
            ORDER BY created_at, key LIMIT \(Self.limitPerUser)
            """,
            Self.upload
        ).compactMap(\.self)
    }

    /// How much of it has arrived.
    func offset(of upload: VideoUpload) throws -> Int {
        guard let size = folder.size(of: upload.fileName) else { throw Failure.notFound }
        return size
    }

    /// Appends a part; returns how much is then on the disk.
    func append(_ part: Upload, at offset: Int, to upload: VideoUpload) throws -> Int {
        let path = folder.path(of: upload.fileName)
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            guard errno != ENOENT else { throw Failure.notFound }
            return try NotSaved.unless(into: folder.path) { throw FileError(upload.fileName) }
        }
        defer { close(file) }
        // One part at a time, even if a browser sends one again that is still being written.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Refusal.busy }
        let end = Int(lseek(file, 0, Int32(SEEK_END)))
        guard end == offset else { throw Refusal.elsewhere(offset: end) }
        guard part.size <= upload.source.size - end else { throw Refusal.tooMuch }
        do {
            try NotSaved.unless(into: folder.path) {
                try part.write(into: file, at: end)
                try DurableFile.sync(path)
            }
        } catch {
            // The file has exactly what was acknowledged.
            ftruncate(file, off_t(end))
            throw error
        }
        if now - upload.newsAt >= Self.newsPause {
            try database.execute(
                "UPDATE video_uploads SET news_at = \(now) WHERE key = \(upload.key.text)"
            )
        }
        return end + part.size
    }

    /// Ends a complete upload: its file now belongs to somebody else. Part of a transaction.
    func finish(_ upload: VideoUpload) throws -> LocalVideos.Source {
        let offset = try offset(of: upload)
        guard offset == upload.source.size else { throw Refusal.unfinished(offset: offset) }
        let isThere = try database.execute(
            "DELETE FROM video_uploads WHERE key = \(upload.key.text)"
        )
        guard isThere == 1 else { throw Failure.notFound }
        return .file(upload.fileName)
    }

    /// Forgets an upload and what has arrived of it.
    func remove(_ upload: VideoUpload) throws {
        try database.execute("DELETE FROM video_uploads WHERE key = \(upload.key.text)")
        folder.remove(upload.fileName)
    }

    /// Forgets uploads that nobody has continued for a day.
    func removeOld() throws {
        let old = try database.all(
            """
            SELECT \(sql: Self.columns) FROM video_uploads
            WHERE news_at <= \(now - Self.keptSeconds) ORDER BY news_at LIMIT 100
            """,
            Self.upload
        )
        for upload in old.compactMap(\.self) { try remove(upload) }
    }

    // MARK: Parts

    private func known(_ source: VideoUpload.Source, for book: ID<Book>?, by user: ID<User>) throws
        -> VideoUpload?
    {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM video_uploads
            WHERE book_id IS \(book?.value) AND user_id = \(user.value)
                AND file_name = \(source.name) AND size_bytes = \(source.size)
                AND modified_ms = \(source.modified) LIMIT 1
            """,
            Self.upload
        ).flatMap(\.self)
    }

    private func count(of user: ID<User>) throws -> Int {
        try database.first(
            "SELECT count(*) FROM video_uploads WHERE user_id = \(user.value)"
        ) { try $0.int(0) } ?? 0
    }

    private static func upload(_ row: Row) throws -> VideoUpload? {
        guard let key = VideoUploadKey(pathSegment: try row.text(0)[...]) else { return nil }
        return VideoUpload(
            key: key,
            book: try row.intOrNil(1).map { ID($0) },
            user: ID(try row.int(2)),
            source: VideoUpload.Source(
                name: try row.text(3),
                size: try row.int(4),
                modified: try row.intOrNil(5)
            ),
            newsAt: try row.int(6)
        )
    }
}
