import HTTP

/// What plays a story, for players of a child.
enum PlaybackAPI {
    private static let operation = Operations(.libraries, for: .parent, scope: .readLibrary)

    static let routes = [
        operation(
            .post,
            "/api/v1/children/{child_id}/playback/{book_id}",
            "createPlayback",
            "Get the addresses to play a story",
            "Returns signed addresses of the video, its captions and its poster. A player "
                + "needs no token for them. They are valid until `expires_at`; ask again after "
                + "that. A book that isn’t in the child’s library, is hidden from the child, or "
                + "can’t be watched by the family today gets a 404.",
            repeats: .asSent,
            refuses: [.notPlayable],
            create
        )
    ]

    static func create(_ visit: Visit, _ child: ID<Child>, _ book: ID<Book>) throws
        -> Ephemeral<PlaybackAnswer>
    {
        let list = try visit.library(of: child)
        guard let shelved = try list.find(book), shelved.isOpen else { throw Failure.notFound }
        guard let asset = try visit.videos.current(of: book),
            let playback = try visit.playback(
                of: asset,
                withPassFor: list.shelf.visibleBooks(for: child)
            ),
            let answer = try PlaybackAnswer(
                playback,
                of: asset,
                visit.videoVersions.all(of: asset.id),
                of: book,
                resumingAt: shelved.place ?? 0,
                try visit.seriesCaptions.memory(of: child, for: book),
                visit.absolute
            )
        else { throw APIFailure.notPlayable }
        return Ephemeral(record: answer)
    }
}

extension Operation.Refusal {
    static let notPlayable = Operation.Refusal(
        status: 409,
        meaning: "The book has no video that can be played yet (`not_playable`)."
    )
}

/// What a player needs.
struct PlaybackAnswer: NamedRecord {
    let book: ID<Book>
    let sources: [PlaybackSourceAnswer]
    let first: PlaybackSourceAnswer
    let versions: [PlaybackVersionAnswer]
    let expiresAt: Int?
    let poster: String?
    let captions: [PlaybackCaptionsAnswer]
    let seconds: Int?
    let resumeAt: Int
    /// Nil for a book that is in no series.
    let captionMemory: CaptionMemory?

    /// Nil where there is nothing to play. Addresses of ours are made whole by `absolute`.
    init?(
        _ playback: Playback,
        of asset: VideoAsset,
        _ versions: [VideoVersion],
        of book: ID<Book>,
        resumingAt place: Int,
        _ captionMemory: CaptionMemory?,
        _ absolute: (String) -> String
    ) {
        func whole(_ href: String) -> String { href.hasPrefix("/") ? absolute(href) : href }
        let sources = playback.sources.map {
            PlaybackSourceAnswer(url: whole($0.href), type: $0.type)
        }
        guard let first = sources.first else { return nil }
        self.book = book
        self.sources = sources
        self.first = first
        self.versions = versions.filter { $0.status == .ready }.compactMap { version in
            let href =
                version.muxName.flatMap { playback.files?.href($0) }
                ?? VideoMedia(asset, playback.pass)?.version(version)
            return href.map { PlaybackVersionAnswer(version: version, url: whole($0)) }
        }
        expiresAt = playback.expiresAt
        poster = playback.poster.map(whole)
        captions = playback.tracks.map { track in
            PlaybackCaptionsAnswer(
                language: track.language,
                label: track.label,
                kind: track.kind,
                url: whole(track.href),
                isDefault: track.isDefault
            )
        }
        seconds = asset.durationSeconds
        resumeAt = place
        self.captionMemory = captionMemory
    }

    private init(example url: String) {
        book = ID(1)
        let pass = "?pass=1.2.7.1795255600.c2lnbmVk"
        first = PlaybackSourceAnswer(url: url + "video.mp4" + pass, type: "video/mp4")
        sources = [first]
        versions = []
        expiresAt = 1_795_255_600
        poster = url + "poster.webp" + pass
        captions = [.example]
        seconds = 340
        resumeAt = 60
        captionMemory = CaptionMemory(series: ID(1), choice: CaptionChoice("en"))
    }

    static let schemaName = "Playback"
    static let example = PlaybackAnswer(example: "https://stories.example.org/media/films/1/")

    static let json: [JSONField<PlaybackAnswer>] = [
        .integer("book_id", "The id of the book.") { $0.book.value },
        .text(
            "playback_url",
            "The address of the video; a path if the server doesn’t know its own address.",
            format: "uri-reference"
        ) { $0.first.url },
        .text("content_type", "Its type: HLS, or a file to read in ranges.") {
            $0.first.type
        },
        .list("sources", "All available versions, best first.") { $0.sources },
        .list("versions", "The video as files in other sizes, the largest first.") { $0.versions },
        .optionalTime("expires_at", "When the addresses expire; null means never.") {
            $0.expiresAt
        },
        .optionalText("poster_url", "A picture to show before playing.", format: "uri-reference") {
            $0.poster
        },
        .list("captions", "Its captions and subtitles, as WebVTT.") { $0.captions },
        .optionalInteger("series_id", "The series that the book is in; null if it is in none.") {
            $0.captionMemory?.series.value
        },
        .optionalText(
            "captions_choice",
            "What was chosen last for this series: `off`, or the language of the captions. "
                + "Null if nothing was; then the child’s `has_captions` applies."
        ) { $0.captionMemory?.choice?.text },
        .optionalInteger("duration_seconds", "Its length.") { $0.seconds },
        .integer(
            "resume_position_seconds",
            "The place to continue from, or the beginning (0) if that was near the end."
        ) { $0.resumeAt },
    ]
}

/// One form in which a video is to be had.
struct PlaybackSourceAnswer: NamedRecord {
    let url: String
    let type: String

    static let schemaName = "PlaybackSource"
    static let example = PlaybackAnswer.example.first

    static let json: [JSONField<PlaybackSourceAnswer>] = [
        .text("url", "The address.", format: "uri-reference") { $0.url },
        .text("content_type", "The content type.") { $0.type },
    ]
}

/// A video as a file in another size.
struct PlaybackVersionAnswer: NamedRecord {
    let size: VideoSize
    let width: Int?
    let height: Int?
    let bytes: Int?
    let url: String

    init(version: VideoVersion, url: String) {
        size = version.size
        width = version.width
        height = version.height
        bytes = version.sizeBytes
        self.url = url
    }

    private init(example url: String) {
        (size, width, height, bytes) = (.p720, 1280, 720, 31_000_000)
        self.url = url
    }

    static let schemaName = "PlaybackVersion"
    static let example = PlaybackVersionAnswer(
        example:
            "https://stories.example.org/media/films/1/video-720p.mp4?pass=1.2.7.1795255600.c2ln"
    )

    static let json: [JSONField<PlaybackVersionAnswer>] = [
        .text("size", "Its shorter side, like `720p`, or `highest`.") { $0.size.rawValue },
        .optionalInteger("width", "The width of its picture.") { $0.width },
        .optionalInteger("height", "The height of its picture.") { $0.height },
        .optionalInteger("size_bytes", "The size of the file.") { $0.bytes },
        .text("content_type", "The content type.") { _ in VideoContainer.mp4.mediaType },
        .text("url", "The address.", format: "uri-reference") { $0.url },
    ]
}

/// A text of a video.
struct PlaybackCaptionsAnswer: NamedRecord {
    let language: String
    let label: String
    let kind: CaptionTrack.Kind
    let url: String
    let isDefault: Bool

    static let schemaName = "PlaybackCaptions"
    static let example = PlaybackCaptionsAnswer(
        language: "en",
        label: "English",
        kind: .subtitles,
        url: "https://stories.example.org/media/films/1/captions-1.vtt?pass=1.2.1795255600.c2ln",
        isDefault: true
    )

    static let json: [JSONField<PlaybackCaptionsAnswer>] = [
        .text("language", "Its language, as a tag (BCP 47).") { $0.language },
        .text("label", "Its name in a menu.") { $0.label },
        .choice("kind", "`captions` also describe sounds; `subtitles` don’t.") { $0.kind },
        .bool("is_default", "Whether players begin with it, unless the child’s settings differ.") {
            $0.isDefault
        },
        .text("url", "The address.", format: "uri-reference") { $0.url },
    ]
}
