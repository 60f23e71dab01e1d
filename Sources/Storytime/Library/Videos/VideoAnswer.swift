import SQLite

/// A video, in the API for admins.
struct VideoAssetAnswer: NamedRecord {
    let asset: VideoAsset
    let book: BookLink?
    let captions: [CaptionTrack]
    var versions: [VideoVersion] = []
    /// Why its book can't be watched with it; nil if it can.
    let diagnosis: String?
    let isStuck: Bool

    static let schemaName = "VideoAsset"
    static let example = VideoAssetAnswer(
        asset: VideoAsset(
            id: ID(3),
            bookID: ID(12),
            provider: .mux,
            isCurrent: true,
            chosenAt: 1_795_248_000,
            status: .errored,
            hasCaptions: false,
            trouble: VideoAsset.Trouble(code: "download_failed", message: "No such file."),
            source: "https://media.example.org/owl.mp4",
            mux: VideoAsset.MuxNames(assetID: "u01Ma1Bsd3", signedPlaybackID: "a4nOgmxGWg6"),
            newsAt: 1_795_248_060,
            version: 2,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_060
        ),
        book: BookLink(id: ID(12), title: "Owl at Dusk"),
        captions: [],
        diagnosis: "Failed: No such file.",
        isStuck: false
    )

    static let json: [JSONField<VideoAssetAnswer>] =
        [
            .integer("id", "The video’s id.") { $0.asset.id.value },
            .optionalRecord("book", "Its book; null if unknown.") { $0.book },
            .choice("provider", "Where it is stored: here or at Mux.") { $0.asset.provider },
            .choice("status", "Its status.") { $0.asset.status },
            .bool("is_current", "Whether it is the one its book plays.") {
                $0.asset.isCurrent
            },
            .bool("is_stuck", "Whether it has been preparing without news for too long.") {
                $0.isStuck
            },
            .optionalInteger("progress_percent", "How far its preparation is, in percent.") {
                $0.asset.progressPercent
            },
            .optionalText("diagnosis", "Why its book can’t be watched; null if it can.") {
                $0.diagnosis
            },
            .optionalRecord("error", "Why it failed, or what it is waiting for.") {
                $0.asset.trouble.map(Failing.init)
            },
        ] + content
        + [
            .optionalRecord("mux", "Its ids at Mux; null for videos on this server.") {
                $0.asset.provider == .mux ? MuxAnswer(names: $0.asset.mux) : nil
            },
            .optionalTime("deleted_at", "When it was deleted; only this record is left.") {
                $0.asset.deletedAt
            },
            .time("created_at", "When it was added.") { $0.asset.createdAt },
            .time("updated_at", "When it last changed.") { $0.asset.updatedAt },
        ]

    /// What is in the video, as far as it is known.
    private static let content: [JSONField<VideoAssetAnswer>] = [
        .optionalText("source", "Its source: a file name or an address.") {
            $0.asset.source
        },
        .optionalInteger("duration_seconds", "Its length.") { $0.asset.durationSeconds },
        .optionalInteger("width", "The width of the picture.") { $0.asset.picture.width },
        .optionalInteger("height", "The height of the picture.") { $0.asset.picture.height },
        .optionalInteger("size_bytes", "The size of its file here.") { $0.asset.picture.sizeBytes },
        .bool("has_captions", "Whether it has captions.") { $0.asset.hasCaptions },
        .list("captions", "Its captions, by language.") {
            $0.captions.map(CaptionAnswer.init)
        },
        .list("versions", "The video in other sizes, the largest first.") {
            $0.versions.map(VersionAnswer.init)
        },
    ]

    /// A book, in short.
    struct BookLink: JSONRecord {
        let id: ID<Book>
        let title: String

        static let json: [JSONField<BookLink>] = [
            .integer("id", "The book’s id.") { $0.id.value },
            .text("title", "Its title.") { $0.title },
        ]
    }

    /// Why it failed.
    private struct Failing: JSONRecord {
        let trouble: VideoAsset.Trouble

        static let json: [JSONField<Failing>] = [
            .optionalText("code", "A code for programs.") { $0.trouble.code },
            .text("message", "A message for people.") { $0.trouble.message },
        ]
    }

    /// Its names at Mux.
    private struct MuxAnswer: JSONRecord {
        let names: VideoAsset.MuxNames

        static let json: [JSONField<MuxAnswer>] = [
            .optionalText("asset_id", "The asset.") { $0.names.assetID },
            .optionalText("upload_id", "The upload it came from.") { $0.names.uploadID },
            .optionalText("playback_id", "The playback id for signed tokens.") {
                $0.names.signedPlaybackID
            },
        ]
    }

    /// The video in another size.
    private struct VersionAnswer: JSONRecord {
        let version: VideoVersion

        static let json: [JSONField<VersionAnswer>] = [
            .text("size", "Its shorter side, like `720p`, or `highest`.") {
                $0.version.size.rawValue
            },
            .text("status", "`waiting`, `preparing`, `ready`, `skipped` or `errored`.") {
                $0.version.status.rawValue
            },
            .optionalInteger("progress_percent", "How far its preparation is, in percent.") {
                $0.version.progressPercent
            },
            .optionalText("error", "Why it failed or was skipped.") { $0.version.error },
            .optionalInteger("width", "The width of its picture.") { $0.version.width },
            .optionalInteger("height", "The height of its picture.") { $0.version.height },
            .optionalInteger("size_bytes", "The size of its file.") { $0.version.sizeBytes },
        ]
    }

    /// A text of the video.
    private struct CaptionAnswer: JSONRecord {
        let track: CaptionTrack

        static let json: [JSONField<CaptionAnswer>] = [
            .text("language", "A language tag; `und` if unknown.") { $0.track.language },
            .text("label", "Its name.") { $0.track.label },
            .text("kind", "`captions` also describe sounds; `subtitles` don’t.") {
                $0.track.kind.rawValue
            },
            .text("status", "`preparing`, `ready` or `errored`.") { $0.track.status.rawValue },
        ]
    }
}

extension Visit {
    /// Videos for the admins' API; captions and rights are read in one statement for all.
    func adminAnswers(_ videos: [VideoSummary]) throws -> [VideoAssetAnswer] {
        let captions = try self.videos.captions(of: videos.map(\.asset.id))
        let versions = try videoVersions.all(of: videos.map(\.asset.id))
        let books = videos.compactMap { $0.book?.book.id }
        let open = try audience().reached(among: books, in: database)
        return videos.map { summary in
            let book = summary.book?.book
            let diagnosis = book.map { book in
                VideoDiagnosis(
                    book: book,
                    video: summary.asset,
                    hasRights: open.contains(book.id),
                    now: now,
                    times: times
                )
            }
            return VideoAssetAnswer(
                asset: summary.asset,
                book: book.map { VideoAssetAnswer.BookLink(id: $0.id, title: $0.title) },
                captions: captions[summary.asset.id] ?? [],
                versions: versions[summary.asset.id] ?? [],
                diagnosis: summary.asset.deletedAt == nil ? diagnosis?.line : nil,
                isStuck: summary.asset.isStuck(now: now)
            )
        }
    }

    func adminAnswer(_ id: ID<VideoAsset>) throws -> VideoAssetAnswer {
        let summary = try videoList.summary(try videos.find(id))
        guard let answer = try adminAnswers([summary]).first else { throw Failure.notFound }
        return answer
    }
}
