import HTTP
import Received
import Server
import Subtitles

/// The captions of a video, for admins’ programs.
enum CaptionAPI {
    private static let operation = Operations(
        .videos,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )
    private static let sending = Operations(.videos, for: .admin, scope: .writeCatalog)
    private static let bodyLimit = BodyLimit.upload(CaptionFile.maximumBytes)

    static let routes = [
        operation(
            .get,
            "/api/v1/video_assets/{video_asset_id}/captions",
            "listCaptions",
            "List a video’s captions",
            "Returns all caption tracks of a video, also those that players don’t show.",
            index
        ),
        sending(
            .post,
            "/api/v1/video_assets/{video_asset_id}/captions",
            "createCaptions",
            "Add captions to a video",
            "Makes a track of a file: SRT, WebVTT, SBV, CSV, LRC, TTML or ASS. The body of the request is "
                + "the file itself. What can’t be read is refused with the line.",
            lane: .slow,
            bodyLimit: bodyLimit,
            create
        ),
        operation(
            .get,
            "/api/v1/video_assets/{video_asset_id}/captions/{caption_track_id}",
            "downloadCaptions",
            "Get captions as a file",
            "Returns a track as a file in the format that is asked for. What that format can’t keep is "
                + "left out.",
            lane: .slow,
            download
        ),
        operation(
            .delete,
            "/api/v1/video_assets/{video_asset_id}/captions/{caption_track_id}",
            "deleteCaptions",
            "Delete captions",
            "Deletes a track with all its versions, also at Mux if it is stored there.",
            lane: .outgoing,
            delete
        ),
    ]
    static func index(_ visit: Visit, _ id: ID<VideoAsset>) throws -> WholeList<CaptionAnswer> {
        let video = try visit.videos.find(id)
        return WholeList(
            records: try visit.captions.tracks(of: video.id).map(CaptionAnswer.init)
        )
    }

    static func create(
        _ visit: Visit,
        _ sent: Sent<SentFile<SentCaptions>>,
        _ id: ID<VideoAsset>
    ) throws -> Created<NewCaptionAnswer> {
        let video = try visit.videos.find(id)
        guard video.deletedAt == nil else { throw Failure.notFound }
        let sent = try sent.read()
        let language = try sent.query.language ?? visit.videos.spokenLanguage(of: video)
        let document: Captions
        do {
            document = try CaptionFile(
                try sent.upload.bytes(limit: CaptionFile.maximumBytes),
                ReadingOptions(format: sent.query.format?.format, language: language)
            ).document
        } catch let refusal as CaptionFile.Refusal {
            throw APIFailure.badFile(refusal.description)
        }
        var captions = NewCaptions(
            document,
            language: sent.query.language,
            label: sent.query.label,
            kind: sent.query.kind
        )
        captions.takesPlace = sent.query.isShown
        let track = try visit.captions.add(captions, to: video, by: visit.actor)
        return Created(
            record: NewCaptionAnswer(track: track, document: document),
            location: "/api/v1/video_assets/\(id)/captions/\(track.id)"
        )
    }

    static func download(
        _ visit: Visit,
        _ sent: Sent<CaptionFileQuery>,
        _ id: ID<VideoAsset>,
        _ track: ID<CaptionTrack>
    ) throws -> CaptionFileAnswer {
        let track = try visit.captions.find(track, of: id)
        let form = CaptionFormatForm(try sent.read().format.format)
        let video = try visit.videos.find(id)
        return CaptionFileAnswer(
            contentType: form.contentType,
            bytes: form.write(
                try visit.captions.document(of: track),
                language: track.language,
                seconds: video.durationSeconds
            )
        )
    }

    static func delete(_ visit: Visit, _ id: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> NoContent
    {
        try visit.delete(try visit.captions.find(track, of: id))
        return NoContent()
    }
}

/// The formats of files, as programs name them.
enum CaptionFormatName: String, CaseIterable, Sendable {
    case srt, vtt, sbv, csv, lrc, ttml

    var format: CaptionFormat {
        switch self {
        case .srt: .srt
        case .vtt: .vtt
        case .sbv: .sbv
        case .csv: .csv
        case .lrc: .lrc
        case .ttml: .ttml
        }
    }
}

/// A caption file that a program sends.
struct SentCaptions: SentFileKind {
    let language: String?
    let label: String
    let kind: CaptionTrack.Kind
    let format: CaptionFormatName?
    let isShown: Bool

    static let contentType = "text/vtt"

    static func takes(_ type: String) -> Bool {
        [
            contentType, "text/csv", "text/plain", "text/xml", "application/octet-stream",
            "application/x-subrip", "application/ttml+xml", "application/xml",
        ].contains(type)
    }

    init?(_ query: inout QueryFields) {
        language = Self.language(&query)
        label = query.text("label", upTo: 200) ?? ""
        kind = query.choice("kind", CaptionTrack.Kind.self, else: .subtitles) ?? .subtitles
        format = query.choice("format", CaptionFormatName.self)
        isShown = query.choice("shown", YesOrNo.self, else: .yes) == .yes
    }

    /// A tag that means a language: a mistyped one would be kept as if it were one.
    private static func language(_ query: inout QueryFields) -> String? {
        guard let text = query.text("language", upTo: LanguageTag.maximumLength) else { return nil }
        guard let tag = LanguageTag(text), tag.text == "und" || tag.name != nil else {
            query.reject("language", "invalid", "must be a language tag, like pt-BR.")
            return nil
        }
        return tag.text
    }

    static let meanings = [
        "language":
            "The language tag, which is also a help to find out the file’s encoding. By default, the file’s own language or the book’s.",
        "label": "The track’s name in players. By default, that of the language.",
        "kind": "What the texts are.",
        "format": "The file’s format. By default, its content says it.",
        "shown": "Whether players get it instead of one that they have in its language.",
    ]
}

/// The format in which a program wants a track.
struct CaptionFileQuery: QueryContent {
    let format: CaptionFormatName

    init?(_ query: inout QueryFields) {
        format = query.choice("format", CaptionFormatName.self, else: .vtt) ?? .vtt
    }

    static let meanings = ["format": "The format of the file."]
}

/// A track as a file.
struct CaptionFileAnswer: APIAnswer {
    private static let example =
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nIn the great green room\n"

    /// That of the format.
    let contentType: String
    let bytes: [UInt8]

    func response(to visit: Visit) throws -> Response {
        Response(headers: Headers([("Content-Type", contentType)]), body: .bytes(bytes))
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "The file.",
                schema: .text(),
                example: Array(JSONText.quoted(Self.example).utf8),
                contentTypes: Set(CaptionFormat.allCases.map(\.mediaType)).sorted()
            )
        ]
    }
}

/// A caption track that was just made of a file, with what was odd in that, for programs.
struct NewCaptionAnswer: NamedRecord {
    let track: CaptionTrack
    let document: Captions

    static let schemaName = "NewCaptionTrack"
    static let example = NewCaptionAnswer(
        track: CaptionAnswer.example.track,
        document: Captions(format: .srt)
    )

    private static let mostProblems = 100

    static let json: [JSONField<NewCaptionAnswer>] =
        JSONField.members(of: { CaptionAnswer(track: $0.track) }) + [
            .text("encoding", "In which encoding the file was read, like `windows-1250`.") {
                $0.document.encoding.name
            },
            .texts(
                "problems",
                "What was guessed, corrected or left out to read it, with the lines; at most "
                    + "\(mostProblems)."
            ) {
                $0.document.problems.prefix(mostProblems).map(\.description)
            },
        ]
}

/// A caption track, for programs.
struct CaptionAnswer: NamedRecord {
    let track: CaptionTrack

    static let schemaName = "CaptionTrack"
    static let example = CaptionAnswer(
        track: CaptionTrack(
            id: ID(7),
            video: ID(1),
            language: "en",
            label: "English",
            kind: .subtitles,
            origin: .uploaded,
            status: .ready,
            format: .srt,
            cueCount: 64,
            savedVersion: 1,
            createdAt: 1_790_000_000,
            updatedAt: 1_790_000_000
        )
    )

    static let json: [JSONField<CaptionAnswer>] = [
        .integer("id", "The track’s id.") { $0.track.id.value },
        .integer("video_asset_id", "The video’s id.") { $0.track.video.value },
        .text("language", "A language tag; `und` if unknown.") { $0.track.language },
        .text("label", "Its name in players; empty for that of the language.") { $0.track.label },
        .choice("kind", "What the texts are.") { $0.track.kind },
        .choice("origin", "Where they came from.") { $0.track.origin },
        .text("status", "`preparing`, `ready` or `errored`.") { $0.track.status.rawValue },
        .bool("is_shown", "Whether players get it.") { $0.track.isShown },
        .bool("is_default", "Whether players begin with it.") { $0.track.isDefault },
        .integer("cue_count", "How many cues it has.") { $0.track.cueCount },
        .integer("trouble_count", "How many of them should be looked at.") {
            $0.track.problemCount
        },
        .integer("version", "Counts its changes.") { $0.track.version },
        .time("created_at", "When it was added.") { $0.track.createdAt },
        .time("updated_at", "When it was last changed.") { $0.track.updatedAt },
    ]
}
