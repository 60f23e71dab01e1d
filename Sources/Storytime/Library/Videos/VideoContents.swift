import SQLite

/// What the file of a video has beside the picture, and what the original had that it hasn’t.
struct VideoContents: Sendable, Equatable {
    /// Hundreds are an audio book; more are a mistake.
    static let mostChapters = 500
    /// More are counted, and not told one by one.
    static let mostNotes = 20

    struct Sound: Sendable, Equatable {
        /// BCP 47; "und" if the file doesn’t say.
        let language: String
        /// What the file calls it, if it does: "Commentary".
        var title = ""

        var name: String {
            let language = LanguageTag.name(of: language) ?? "Unknown language"
            return title.isEmpty || title == language ? language : "\(language), “\(title)”"
        }
    }

    struct Chapter: Sendable, Equatable {
        let seconds: Int
        let title: String
    }

    /// Browsers play the first one.
    var sounds: [Sound] = []
    var chapters: [Chapter] = []
    /// Sentences for people.
    var notes: [String] = []
}

extension VideoStore {
    func contents(of id: ID<VideoAsset>) throws -> VideoContents {
        var contents = VideoContents()
        try database.each(
            """
            SELECT language, seconds, text FROM video_contents
            WHERE asset_id = \(id.value) ORDER BY position
            """
        ) { row in
            let text = try row.text(2)
            if let language = try row.textOrNil(0) {
                contents.sounds.append(.init(language: language, title: text))
            } else if let seconds = try row.intOrNil(1) {
                contents.chapters.append(.init(seconds: seconds, title: text))
            } else {
                contents.notes.append(text)
            }
        }
        return contents
    }

    /// Part of the transaction in which the video is published.
    func write(_ contents: VideoContents, of id: ID<VideoAsset>) throws {
        try database.execute("DELETE FROM video_contents WHERE asset_id = \(id.value)")
        var position = 0
        let add = { (kind: String, language: String?, seconds: Int?, text: String) in
            try database.execute(
                """
                INSERT INTO video_contents (asset_id, position, kind, language, seconds, text)
                VALUES (\(id.value), \(position), \(kind), \(language), \(seconds),
                    \(String(text.prefix(1000))))
                """
            )
            position += 1
        }
        for sound in contents.sounds { try add("sound", sound.language, nil, sound.title) }
        for chapter in contents.chapters.prefix(VideoContents.mostChapters) {
            try add("chapter", nil, chapter.seconds, chapter.title)
        }
        for note in contents.notes.prefix(VideoContents.mostNotes) {
            try add("note", nil, nil, note)
        }
    }
}
