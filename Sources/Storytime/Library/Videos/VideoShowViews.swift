import Quill

/// A video on its own page.
struct VideoView: Record {
    let summary: VideoSummary
    let contents: VideoContents
    /// Whether Mux can be called, and addresses at Mux be signed.
    let canCall: Bool
    let canSign: Bool
    let hasRightsEnded: Bool
    /// Whether its source is still here.
    let hasSource: Bool
    let now: Int
    let times: TimeText

    private var asset: VideoAsset { summary.asset }
    private var isAtMux: Bool { asset.provider == .mux }

    /// Whether people can go back to it: it isn't the one that plays.
    static func canChoose(_ asset: VideoAsset) -> Bool {
        asset.bookID != nil && !asset.isCurrent && asset.deletedAt == nil && asset.status == .ready
    }

    /// Mux accepts captions for assets that are ready.
    static func takesCaptions(_ asset: VideoAsset) -> Bool {
        asset.mux.assetID != nil && asset.status == .ready && asset.deletedAt == nil
    }

    private var poster: String {
        if let seconds = asset.posterSeconds {
            return "The moment at \(PlayingTime.text(seconds))."
        }
        return asset.files.chosenPoster == nil ? "Chosen automatically." : "A picture of its own."
    }

    /// Its use, in one line.
    private var use: String {
        if asset.deletedAt != nil { return "This video was deleted. Only its record is left." }
        guard asset.bookID != nil else { return "This video doesn’t belong to a book." }
        return asset.isCurrent
            ? "This is the book’s video." : "Not in use: the book has another video."
    }

    /// Why a ready video can't be played.
    private var silence: String {
        if hasRightsEnded { return "Can’t be played: the rights to its book have ended." }
        guard isAtMux, !canSign else { return "Ready, but its file is missing." }
        return
            "Can’t be played: Mux needs signed addresses. Set STORYTIME_MUX_SIGNING_KEY_ID and "
            + "STORYTIME_MUX_SIGNING_KEY."
    }

    /// "German (plays first), English": whoever watches hears the first, unless their player offers a choice.
    private var sound: String? {
        let names = contents.sounds.map(\.name)
        // Most films have one, of which the file says nothing.
        guard contents.sounds != [VideoContents.Sound(language: "und")] else { return nil }
        guard let first = names.first, names.count > 1 else { return names.first }
        return ([first + " (plays first)"] + names.dropFirst()).joined(separator: ", ")
    }

    private var facts: [Fact] {
        let picture = asset.picture
        let pixels = picture.width.flatMap { width in picture.height.map { "\(width) × \($0)" } }
        return [
            Fact("Duration", asset.durationSeconds.map(PlayingTime.exact)),
            Fact("Sound", sound),
            Fact("Captions", asset.hasCaptions ? "Yes" : "No"),
            Fact("Size", picture.sizeBytes.map { ByteCount.text($0) }),
            Fact("Picture", pixels ?? picture.resolution),
            Fact("Aspect ratio", picture.aspectRatio),
            Fact("Codec", picture.codec),
            Fact("Storage", asset.provider.label),
            Fact("Mux’s asset", asset.mux.assetID),
            Fact("From", asset.source),
            Fact("Added", times.exact(asset.createdAt)),
            Fact("Last update", times.relative(asset.newsAt, now: now)),
        ].compactMap(\.self)
    }

    static let fields: [Field<VideoView>] = [
        .text("name") { $0.summary.name },
        .text("href") { $0.asset.href },
        .optionalText("book_href") { $0.summary.book?.href },
        .record("status") { VideoStatusView(asset: $0.asset, now: $0.now, times: $0.times) },
        .text("use") { $0.use },
        .optionalText("error") { $0.asset.trouble?.message },
        .text("silence") { $0.silence },
        .list("facts") { $0.facts },
        .list("chapters") { view in
            view.contents.chapters.enumerated().map {
                VideoChapterRow(chapter: $0.element, number: $0.offset + 1, href: view.asset.href)
            }
        },
        .list("notes") { $0.contents.notes.map(VideoNote.init) },
        .bool("is_deleted") { $0.asset.deletedAt != nil },
        .bool("is_ready") { $0.asset.status == .ready },
        .bool("is_at_mux") { $0.isAtMux },
        .bool("can_check") { $0.isAtMux && $0.canCall && $0.asset.deletedAt == nil },
        .bool("can_retry") { VideoActions.canRetry($0.asset) && ($0.isAtMux || $0.hasSource) },
        .bool("can_cancel") { VideoActions.canCancel($0.asset) },
        .bool("can_choose") { canChoose($0.asset) },
        .bool("takes_captions") { takesCaptions($0.asset) && $0.canCall },
        .text("import_href") { "\(CaptionFilter.path)/import?video=\($0.asset.id)" },
        .bool("takes_poster") { VideoPosters.canChoose($0.asset) },
        .text("poster_text") { $0.poster },
        .bool("has_chosen_poster") {
            $0.asset.files.chosenPoster != nil || $0.asset.posterSeconds != nil
        },
        .bool("is_to_be_replaced") { $0.asset.status == .errored && $0.asset.bookID != nil },
    ]
}

/// A chapter of a video, with a link that plays it from there.
struct VideoChapterRow: Record {
    let chapter: VideoContents.Chapter
    let number: Int
    /// Of the video.
    let href: String

    static let fields: [Field<VideoChapterRow>] = [
        .text("title") { $0.chapter.title.isEmpty ? "Chapter \($0.number)" : $0.chapter.title },
        .text("time") { PlayingTime.text($0.chapter.seconds) },
        .text("href") { $0.chapter.seconds > 0 ? "\($0.href)?t=\($0.chapter.seconds)" : $0.href },
    ]
}

/// Something of the original that the video lacks.
struct VideoNote: Record {
    let text: String

    static let fields: [Field<VideoNote>] = [.text("text") { $0.text }]
}

/// A property of a record, with its label.
struct Fact: Record {
    let label: String
    let value: String

    /// Nil if there is nothing to say.
    init?(_ label: String, _ value: String?) {
        guard let value else { return nil }
        self.label = label
        self.value = value
    }

    static let fields: [Field<Fact>] = [
        .text("label") { $0.label },
        .text("value") { $0.value },
    ]
}

/// A line of a video's timeline.
struct VideoEventRow: Record {
    let event: VideoEvent
    let now: Int
    let times: TimeText

    private static let icons = [
        "created": "plus", "preparing": "gauge", "ready": "check", "errored": "warning",
        "deleted": "trash", "captions": "textformat.abc", "chosen": "star", "uploaded": "upload",
        "checked": "swap", "updated": "pencil", "cancelled": "x", "retried": "swap",
        "version": "film",
    ]

    static let fields: [Field<VideoEventRow>] = [
        .text("icon") { icons[$0.event.kind] ?? "clock" },
        .text("text") { $0.event.text },
        .optionalText("who") { $0.event.actorName },
        .bool("is_command") { $0.event.actorName == Actor.commandLine.name },
        .text("when_text") { $0.times.relative($0.event.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.event.at) },
        .text("when_iso") { TimeText.iso($0.event.at) },
    ]
}

/// A caption track on the page of its video.
struct VideoCaptionRow: Record {
    let track: CaptionTrack
    let video: VideoAsset
    /// How much of it is transcribed, in percent; nil if nobody is at it.
    let progress: Int?

    private var status: (label: String, kind: String) {
        switch track.status {
        case .preparing:
            (
                progress.map { $0 > 0 ? "Transcribing, \($0)%" : "Transcribing" } ?? "Preparing",
                "busy"
            )
        case .ready: ("Ready", "good")
        case .errored: ("Failed", "bad")
        }
    }

    private var origin: String {
        switch track.origin {
        case .embedded: "from the video"
        case .uploaded: "from a file"
        case .mux: "from Mux"
        case .generated: track.muxTrackID == nil ? "generated" : "made by Mux"
        case .edited: "edited here"
        }
    }

    /// A language that the name doesn’t say, and the origin: "de, from a file".
    private var facts: String {
        if track.language != "und" { return "\(track.language), \(origin)" }
        return track.label.isEmpty ? origin : "unknown language, \(origin)"
    }

    private var isDocument: Bool { track.muxTrackID == nil && track.savedVersion != nil }

    static func canDelete(_ track: CaptionTrack, of video: VideoAsset) -> Bool {
        guard video.deletedAt == nil else { return false }
        return track.muxTrackID == nil ? track.origin != .embedded : video.mux.assetID != nil
    }

    static let fields: [Field<VideoCaptionRow>] = [
        .text("name") { $0.track.name },
        .text("full_name") { $0.track.fullName },
        .text("href") { $0.track.href },
        .text("facts") { $0.facts },
        .bool("is_hidden") { $0.track.status == .ready && !$0.track.isShown },
        .text("status") { $0.status.label },
        .text("status_kind") { $0.status.kind },
        .optionalText("error") { $0.track.error },
        .bool("is_preparing") { $0.track.status == .preparing },
        // What took somebody's work is asked about; what isn't there yet, or is at Mux, too, is not.
        .optionalText("ask_href") { row in
            canDelete(row.track, of: row.video) && row.isDocument ? row.track.href + "/delete" : nil
        },
        .optionalText("delete_href") { row in
            canDelete(row.track, of: row.video) && !row.isDocument
                ? "\(row.video.href)/captions/\(row.track.id)/delete" : nil
        },
    ]
}

/// A video.
struct VideoShowPage: PageWithVideo {
    static let template = "library/videos/show.html"

    let video: VideoView
    /// Nil if there is nothing to play.
    let player: PlayerView?
    /// Nil while it isn't ready.
    let sizes: VideoSizesView?
    let tracks: [VideoCaptionRow]
    let form: CaptionForm
    let transcribe: TranscribeForm
    /// Nil if nothing can listen to it.
    let transcribing: TranscribeOffer?
    let poster: PosterForm
    let address: VideoListAddress
    let events: [VideoEventRow]
    /// Whether the timeline is shown from its end.
    let isNewest: Bool
    /// The last event that is shown, if there are older ones.
    let older: Int?

    private var asset: VideoAsset { video.summary.asset }

    static let fields: [Field<VideoShowPage>] = [
        .record("video") { $0.video },
        .optionalRecord("player") { $0.player },
        .optionalRecord("sizes") { $0.sizes },
        .list("tracks") { $0.tracks },
        .bool("is_preparing_captions") { $0.tracks.contains { $0.track.status == .preparing } },
        .record("transcribe") { $0.transcribe },
        .optionalRecord("transcribing") { $0.transcribing },
        .bool("has_transcribe_errors") { !$0.transcribe.errors.isEmpty },
        .record("form") { $0.form },
        .record("poster_form") { $0.poster },
        .bool("has_caption_errors") { !$0.form.errors.isEmpty },
        .bool("has_poster_errors") { !$0.poster.errors.isEmpty },
        .list("errors") {
            $0.form.errors + $0.transcribe.errors + $0.poster.errors
        },
        .text("list_href") { $0.address.href },
        .text("delete_href") { $0.address.carry(along: $0.asset.href + "/delete") },
        .text("deliveries_href") { "/admin/webhooks?video=\($0.asset.id)" },
        .optionalText("replace_href") { page in
            page.asset.bookID.map { "\(BookListAddress.path)/\($0)/video/new" }
        },
        .list("events") { $0.events },
        .bool("is_newest") { $0.isNewest },
        .optionalText("older_href") { page in
            page.older.map { "\(page.asset.href)?older=\($0)#timeline" }
        },
    ]
}

/// The question before a video is deleted.
struct VideoDeletePage: Page {
    static let template = "library/videos/delete.html"

    let summary: VideoSummary
    /// Whether it has tracks, which go with it.
    let hasCaptions: Bool
    let hasVersions: Bool
    let address: VideoListAddress

    private var asset: VideoAsset { summary.asset }

    static let fields: [Field<VideoDeletePage>] = [
        .text("name") { $0.summary.name },
        .optionalText("source") { $0.asset.source },
        .text("href") { $0.address.carry(along: $0.asset.href) },
        .text("action") { $0.asset.href + "/delete" },
        .text("list") { $0.address.carried },
        .bool("is_current") { $0.asset.isCurrent && $0.asset.status == .ready },
        .bool("is_at_mux") { $0.asset.mux.assetID != nil },
        .bool("has_captions") { $0.hasCaptions },
        .bool("has_versions") { $0.hasVersions },
    ]
}
