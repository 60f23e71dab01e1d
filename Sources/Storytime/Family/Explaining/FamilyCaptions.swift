import SQLite
import Subtitles

/// What captions of a family's own are for: a story, or a video at an address that it opened.
enum CaptionPlace: Sendable, Equatable {
    case story(ID<Book>)
    case web(ID<WebVideo>)

    var book: ID<Book>? { if case .story(let id) = self { id } else { nil } }
    var video: ID<WebVideo>? { if case .web(let id) = self { id } else { nil } }

    fileprivate var condition: SQL {
        switch self {
        case .story(let id): "book_id = \(id.value)"
        case .web(let id): "web_video_id = \(id.value)"
        }
    }
}

/// A caption track that a family brought for a film, and that nobody else sees.
struct FamilyCaptions: Sendable, Equatable {
    let id: ID<FamilyCaptions>
    /// BCP 47; "und" if unknown.
    let language: String
    let label: String
    let fileName: String
    let format: CaptionFormat
    let cueCount: Int
    let createdAt: Int
    let createdBy: String

    /// Its name for people: its label, or else its language.
    var name: String {
        label.isEmpty ? LanguageTag.shownName(of: language) : label
    }

    static let columns: SQL = """
        id, language, label, file_name, format, cue_count, created_at, created_by
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        language = try row.text(1)
        label = try row.text(2)
        fileName = try row.text(3)
        format = CaptionFormat(rawValue: try row.text(4)) ?? .srt
        cueCount = try row.int(5)
        createdAt = try row.int(6)
        createdBy = try row.text(7)
    }
}

/// Keeps families' own caption tracks. Another family's, and those that were removed, don't exist.
struct FamilyCaptionStore {
    /// How many a family may have for one film, and in all: more than anybody reads, and some tens of
    /// megabytes at most for any family that brings films' texts.
    static let mostOfFilm = 20
    static let mostOfFamily = 500
    /// How long one that was removed can come back.
    static let keptSeconds = 86_400

    let database: Database
    let now: Int

    func list(of place: CaptionPlace, _ family: ID<Family>) throws -> [FamilyCaptions] {
        try database.all(
            """
            SELECT \(sql: FamilyCaptions.columns) FROM family_captions
            WHERE \(sql: place.condition) AND family_id = \(family.value) AND removed_at IS NULL
            ORDER BY id
            """,
            FamilyCaptions.init
        )
    }

    func find(_ id: ID<FamilyCaptions>, of family: ID<Family>, in place: CaptionPlace) throws
        -> FamilyCaptions
    {
        let found = try database.first(
            """
            SELECT \(sql: FamilyCaptions.columns) FROM family_captions
            WHERE id = \(id.value) AND family_id = \(family.value) AND \(sql: place.condition)
                AND removed_at IS NULL
            """,
            FamilyCaptions.init
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// Everything that the file said. The caller has found the track before.
    func document(_ id: ID<FamilyCaptions>) throws -> Captions {
        let packed = try database.first(
            "SELECT document FROM family_captions WHERE id = \(id.value)"
        ) { try $0.blob(0) }
        guard let packed else { throw Failure.notFound }
        return try CaptionDocument.unpack(packed)
    }

    /// Adds a track; nil if the family has as many as there may be.
    func add(
        _ document: Captions,
        language: String,
        label: String,
        fileName: String,
        to place: CaptionPlace,
        of family: ID<Family>,
        by actor: Actor
    ) throws -> ID<FamilyCaptions>? {
        let packed = try CaptionDocument.pack(document)
        return try database.write {
            let counts = try database.first(
                """
                SELECT count(*), count(*) FILTER (WHERE \(sql: place.condition))
                FROM family_captions WHERE family_id = \(family.value) AND removed_at IS NULL
                """
            ) { (try $0.int(0), try $0.int(1)) }
            let (all, ofFilm) = counts ?? (0, 0)
            guard all < Self.mostOfFamily, ofFilm < Self.mostOfFilm else { return nil }
            try database.execute(
                """
                INSERT INTO family_captions (family_id, book_id, web_video_id, language, label,
                    file_name, format, document, cue_count, created_at, created_by)
                VALUES (\(family.value), \(place.book?.value), \(place.video?.value), \(language), \(label),
                    \(PlainText.fileName(fileName)), \(document.format.rawValue), \(packed),
                    \(document.cues.count), \(now), \(actor.name))
                """
            )
            return ID(Int(database.lastInsertedID))
        }
    }

    /// Removes a track; it can come back for a day.
    func remove(_ id: ID<FamilyCaptions>, of family: ID<Family>, in place: CaptionPlace) throws
        -> FamilyCaptions
    {
        try database.write {
            let track = try find(id, of: family, in: place)
            try database.execute(
                "UPDATE family_captions SET removed_at = \(now) WHERE id = \(id.value)"
            )
            try RemovedRows.trim(
                "family_captions",
                where: "family_id = \(family.value)",
                in: database
            )
            return track
        }
    }

    /// Takes a removal back; false if it is too late.
    func restore(_ id: ID<FamilyCaptions>, of family: ID<Family>, in place: CaptionPlace) throws
        -> Bool
    {
        try database.execute(
            """
            UPDATE family_captions SET removed_at = NULL
            WHERE id = \(id.value) AND family_id = \(family.value) AND \(sql: place.condition)
                AND removed_at IS NOT NULL
            """
        ) > 0
    }

    /// Deletes for good what was removed a day ago.
    func removeOld() throws {
        try RowSlices(database: database)
            .remove(
                .familyCaptions(by: "family_id"),
                where: "removed_at < \(now - Self.keptSeconds)"
            )
    }
}

extension Visit {
    var familyCaptions: FamilyCaptionStore { FamilyCaptionStore(database: database, now: now) }
}
