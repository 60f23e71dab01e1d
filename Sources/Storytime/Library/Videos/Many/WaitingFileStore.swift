import SQLite

/// Keeps the files that wait for their books: those that were uploaded, what is known of those in the
/// inbox, and for a while what became of them.
///
/// An uploaded file belongs to the row that names it, from the transaction that ends its upload to
/// the one that makes a video of it: a program that is killed at any moment loses none.
struct WaitingFileStore {
    /// How long an uploaded file waits, counted from its arrival or the last choice for it.
    static let keptSeconds = 30 * 86_400
    /// How long the list of what was added stays.
    private static let addedSeconds = 7 * 86_400
    /// More would fill the disk before anyone looks at them.
    static let mostWaiting = 500
    /// How many old ones are removed at once; the next round continues.
    private static let roundLimit = 100

    let database: Database
    let now: Int

    private var jobs: JobStore { JobStore(database: database, now: now) }

    // MARK: Arriving

    /// Why a file isn't accepted.
    enum Refusal: Equatable {
        /// This one never is; in words for people.
        case file(String)
        /// None is, until some of those that wait are gone.
        case full

        var words: String {
            switch self {
            case .file(let words): words
            case .full:
                "\(Counted.number(mostWaiting)) files are waiting for their books. "
                    + "Add or delete some of them first."
            }
        }
    }

    /// Why a file isn't accepted; nil if it is.
    func refusal(of source: VideoUpload.Source) throws -> Refusal? {
        let isCaptions = CaptionName.isCaptions(source.name)
        guard isCaptions || VideoName.isVideo(source.name) else {
            return .file("Choose videos, and captions as SRT, WebVTT, SBV, LRC, TTML or ASS.")
        }
        if isCaptions, source.size > CaptionFile.maximumBytes {
            return .file(CaptionFile.Refusal.tooLarge(source.size).description)
        }
        let isHere = try database.first(
            """
            SELECT 1 FROM waiting_files WHERE stem_key = \(CaptionName.stemKey(source.name))
                AND name = \(source.name) AND size_bytes = \(source.size)
                AND file_key IS NOT NULL AND kind IN ('video', 'captions')
            """
        ) { _ in true }
        if isHere == true {
            return .file("You don’t need to upload this file again: it is in the list below.")
        }
        return try count(.all) < Self.mostWaiting ? nil : .full
    }

    /// Ends an upload: its file waits for its book from now on.
    func keep(_ upload: VideoUpload, _ uploads: VideoUploadStore) throws {
        try database.write {
            guard case .file(let file) = try uploads.finish(upload) else { return }
            let isVideo = VideoName.isVideo(upload.source.name)
            try database.execute(
                """
                INSERT INTO waiting_files (kind, file_key, name, stem_key, size_bytes, added_at)
                VALUES (\(isVideo ? "video" : "captions"), \(file), \(upload.source.name),
                    \(CaptionName.stemKey(upload.source.name)), \(upload.source.size), \(now))
                """
            )
            if isVideo { try measure(ID(Int(database.lastInsertedID)), upload.source.name) }
        }
    }

    /// Takes note of what is new in the inbox, and forgets what has left it. True if there is
    /// something to measure.
    func notice(_ inbox: Inbox, without used: Set<String>) throws -> Bool {
        let files = inbox.contents().videos.filter { !used.contains($0.name) }
        var known: [String: (size: Int, modified: Int)] = [:]
        try database.each(
            """
            SELECT inbox_name, size_bytes, modified_at FROM waiting_files
            WHERE inbox_name IS NOT NULL
            """
        ) { row in
            known[try row.text(0)] = (try row.int(1), try row.intOrNil(2) ?? 0)
        }
        let changed = files.filter { file in
            known[file.name].map { $0.size != file.size || $0.modified != file.modified } ?? true
        }
        let names = Set(files.map(\.name))
        let gone = known.keys.filter { !names.contains($0) }.sorted()
        guard !changed.isEmpty || !gone.isEmpty else { return false }
        try database.write {
            for name in gone {
                try database.execute("DELETE FROM waiting_files WHERE inbox_name = \(name)")
            }
            for file in changed { try measure(note(file), file.name) }
        }
        return !changed.isEmpty
    }

    /// The row of a file in the inbox. Of another file with the same name, nothing is known.
    private func note(_ file: Inbox.File) throws -> ID<WaitingFile> {
        try database.first(
            """
            INSERT INTO waiting_files (kind, inbox_name, name, stem_key, size_bytes, modified_at,
                added_at)
            VALUES ('video', \(file.name), \(file.name), \(CaptionName.stemKey(file.name)),
                \(file.size), \(file.modified), \(now))
            ON CONFLICT (inbox_name) DO UPDATE SET size_bytes = excluded.size_bytes,
                modified_at = excluded.modified_at, duration_seconds = NULL, trouble = NULL
            RETURNING id
            """
        ) { ID(try $0.int(0)) } ?? ID(0)
    }

    private func measure(_ id: ID<WaitingFile>, _ name: String) throws {
        try jobs.add(
            .measureVideo,
            VideoMeasuring(file: id.value),
            label: "Length of “\(name)”"
        )
    }

    // MARK: Reading

    enum Part: Sendable { case all, videos }

    /// How many uploaded files wait.
    func count(_ part: Part) throws -> Int {
        let kinds = part == .all ? ["video", "captions"] : ["video"]
        return try database.first(
            """
            SELECT count(*) FROM waiting_files
            WHERE kind IN \(list: kinds) AND file_key IS NOT NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Uploaded videos by their names, with the captions beside each.
    func uploaded(limit: Int, offset: Int) throws -> [WaitingFile] {
        let files = try database.all(
            """
            SELECT \(sql: Self.columns) FROM waiting_files
            WHERE kind = 'video' AND file_key IS NOT NULL
            ORDER BY stem_key, id LIMIT \(limit) OFFSET \(offset)
            """,
            Self.file
        )
        return try files.map { file in
            var file = file
            file.captions = try captions(beside: file.name).map(\.name)
            return file
        }
    }

    func find(_ id: ID<WaitingFile>) throws -> WaitingFile? {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM waiting_files
            WHERE id = \(id.value) AND kind = 'video' AND file_key IS NOT NULL
            """,
            Self.file
        )
    }

    /// Files in the inbox, with what is known of each.
    func inbox(_ files: [Inbox.File], _ contents: Inbox.Contents) throws -> [WaitingFile] {
        guard !files.isEmpty else { return [] }
        var known: [String: WaitingFile] = [:]
        try database.each(
            """
            SELECT \(sql: Self.columns) FROM waiting_files
            WHERE inbox_name IN \(list: files.map(\.name))
            """
        ) { row in
            let file = try Self.file(row)
            known[file.name] = file
        }
        return files.map { file in
            let noted = known[file.name]
            // Another size is another file, of which the caretaker takes note soon.
            let isSame = noted?.size == file.size
            return WaitingFile(
                key: .inbox(file.name),
                name: file.name,
                size: file.size,
                seconds: isSame ? noted?.seconds : nil,
                trouble: isSame ? noted?.trouble : nil,
                choice: noted?.choice,
                captions: contents.captions(beside: file.name)
            )
        }
    }

    /// Uploaded captions beside a video: its stem, then a separator and more. The range of names is
    /// read from the index, and what isn't its own is left out.
    func captions(beside video: String) throws -> [(name: String, file: String)] {
        let stem = CaptionName.stemKey(video)
        return try database.all(
            """
            SELECT name, file_key FROM waiting_files
            WHERE kind = 'captions' AND file_key IS NOT NULL
                AND stem_key >= \(stem) AND stem_key < \(stem + "\u{10FFFF}")
            ORDER BY stem_key, id LIMIT 200
            """
        ) { (name: try $0.text(0), file: try $0.text(1)) }
        .filter { CaptionName($0.name, beside: video) != nil }
    }

    /// Uploaded captions that belong to no video that waits.
    func lonelyCaptions() throws -> [(id: ID<WaitingFile>, name: String)] {
        try database.all(
            """
            SELECT id, name FROM waiting_files AS c
            WHERE kind = 'captions' AND file_key IS NOT NULL ORDER BY stem_key, id
            LIMIT \(Self.mostWaiting)
            """
        ) { (id: ID(try $0.int(0)), name: try $0.text(1)) }
        .filter { try !hasVideo($0.name) }
    }

    /// Whether a video waits beside which captions with this name are. Its name is a beginning of
    /// theirs, up to a separator, so one of few.
    private func hasVideo(_ captions: String) throws -> Bool {
        let beginnings = CaptionName.videoStems(of: captions)
        return try database.all(
            """
            SELECT name FROM waiting_files
            WHERE kind = 'video' AND file_key IS NOT NULL AND stem_key IN \(list: beginnings)
            """
        ) { try $0.text(0) }.contains { CaptionName(captions, beside: $0) != nil }
    }

    /// Books that were chosen for other files, with the name of one.
    func chosen(of books: Set<ID<Book>>, except keys: [WaitingFile.Key]) throws
        -> [ID<Book>: String]
    {
        var names: [ID<Book>: String] = [:]
        let shown = Set(keys)
        try database.each(
            """
            SELECT \(sql: Self.columns) FROM waiting_files
            WHERE book_id IN \(list: books.map(\.value)) AND is_wanted = 1 AND asset_id IS NULL
            """
        ) { row in
            let file = try Self.file(row)
            guard let book = file.choice?.book, !shown.contains(file.key) else { return }
            names[book] = file.name
        }
        return names
    }

    private static let columns: SQL = """
        id, inbox_name, name, size_bytes, duration_seconds, trouble, book_id, is_wanted
        """

    private static func file(_ row: Row) throws -> WaitingFile {
        let book = try row.intOrNil(6).map { ID<Book>($0) }
        return WaitingFile(
            key: try row.textOrNil(1).map { .inbox($0) } ?? .upload(ID(try row.int(0))),
            name: try row.text(2),
            size: try row.int(3),
            seconds: try row.intOrNil(4),
            trouble: try row.textOrNil(5),
            choice: try row.intOrNil(7).map { .init(book: book, isWanted: $0 == 1) }
        )
    }

    // MARK: Choosing

    /// Notes what somebody chose for a file that is still there.
    func choose(_ choice: WaitingFile.Choice, for key: WaitingFile.Key, _ inbox: Inbox) throws {
        try database.write {
            let id: ID<WaitingFile>
            switch key {
            case .upload(let upload): id = upload
            case .inbox(let name):
                guard VideoName.isVideo(name), let file = inbox.file(name) else { return }
                id = try note(file)
            }
            try database.execute(
                """
                UPDATE waiting_files SET is_wanted = \(choice.isWanted), added_at = \(now),
                    book_id = (SELECT id FROM books WHERE id = \(choice.book?.value))
                WHERE id = \(id.value) AND asset_id IS NULL
                """
            )
        }
    }

    /// Notes why a file could not be added, or measured.
    func note(_ trouble: String, for key: WaitingFile.Key) throws {
        let condition: SQL =
            switch key {
            case .upload(let id): "id = \(id.value)"
            case .inbox(let name): "inbox_name = \(name)"
            }
        try database.execute(
            """
            UPDATE waiting_files SET trouble = \(String(trouble.prefix(2000)))
            WHERE \(sql: condition) AND asset_id IS NULL
            """
        )
    }

    func note(seconds: Int, of id: ID<WaitingFile>) throws {
        try database.execute(
            "UPDATE waiting_files SET duration_seconds = \(seconds) WHERE id = \(id.value)"
        )
    }

    // MARK: Leaving

    /// What a video is made from, in the transaction that makes it; nil if it isn't there any more.
    func source(of id: ID<WaitingFile>) throws -> LocalVideos.Source? {
        try database.first(
            "SELECT file_key FROM waiting_files WHERE id = \(id.value) AND file_key IS NOT NULL"
        ) { LocalVideos.Source.file(try $0.text(0)) }
    }

    /// The file belongs to a video now, in the transaction that makes it. Its captions were copied.
    func leave(_ key: WaitingFile.Key, as asset: VideoAsset, _ captions: [String]) throws {
        switch key {
        case .upload(let id):
            try database.execute(
                """
                UPDATE waiting_files SET file_key = NULL, asset_id = \(asset.id.value),
                    added_at = \(now) WHERE id = \(id.value)
                """
            )
        case .inbox(let name):
            try database.execute("DELETE FROM waiting_files WHERE inbox_name = \(name)")
            try database.execute(
                """
                INSERT INTO waiting_files (kind, asset_id, name, stem_key, size_bytes, added_at)
                VALUES ('video', \(asset.id.value), \(name), \(CaptionName.stemKey(name)), 0,
                    \(now))
                """
            )
        }
        for file in captions {
            try database.execute("DELETE FROM waiting_files WHERE file_key = \(file)")
        }
    }

    /// Deletes an uploaded file with the captions beside it.
    func remove(_ id: ID<WaitingFile>, from folder: VideoFolder) throws -> String? {
        let removed = try database.write { () -> (name: String, files: [String])? in
            let row = try database.first(
                """
                SELECT name, file_key, kind FROM waiting_files
                WHERE id = \(id.value) AND file_key IS NOT NULL
                """
            ) { (name: try $0.text(0), file: try $0.text(1), kind: try $0.text(2)) }
            guard let row else { return nil }
            let beside = row.kind == "video" ? try captions(beside: row.name).map(\.file) : []
            for file in [row.file] + beside {
                try database.execute("DELETE FROM waiting_files WHERE file_key = \(file)")
            }
            return (row.name, [row.file] + beside)
        }
        removed?.files.forEach(folder.remove)
        return removed?.name
    }

    /// The videos that were made of waiting files lately, the newest first.
    func added(limit: Int) throws -> [ID<VideoAsset>] {
        try database.all(
            """
            SELECT asset_id FROM waiting_files WHERE asset_id IS NOT NULL
            ORDER BY asset_id DESC LIMIT \(limit)
            """
        ) { ID(try $0.int(0)) }
    }

    /// Takes videos that are ready, or have failed, off the list of those that were added.
    func clearAdded() throws {
        try database.execute(
            """
            DELETE FROM waiting_files WHERE asset_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM video_assets AS a WHERE a.id = waiting_files.asset_id
                    AND (a.status IN ('ready', 'errored') OR a.deleted_at IS NOT NULL))
            """
        )
    }

    /// Removes what nobody has given to a book for a month.
    func removeOld(from folder: VideoFolder) throws {
        try RowSlices(database: database).remove(
            ErasedTable("waiting_files"),
            where: "asset_id IS NOT NULL AND added_at <= \(now - Self.addedSeconds)"
        )
        let old: SQL = "file_key IS NOT NULL AND added_at <= \(now - Self.keptSeconds)"
        // Most rounds find nothing, and then the turn to write isn't taken.
        let due = try database.first("SELECT id FROM waiting_files WHERE \(sql: old) LIMIT 1") {
            row in
            try row.int(0)
        }
        guard due != nil else { return }
        let files = try database.all(
            """
            DELETE FROM waiting_files WHERE id IN (
                SELECT id FROM waiting_files WHERE \(sql: old) LIMIT \(Self.roundLimit))
            RETURNING file_key
            """
        ) { try $0.text(0) }
        files.forEach(folder.remove)
    }
}

extension Visit {
    var waitingFiles: WaitingFileStore { WaitingFileStore(database: database, now: now) }
}
