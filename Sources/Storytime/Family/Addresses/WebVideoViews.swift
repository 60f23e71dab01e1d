import HTTP
import Quill
import Received
import Subtitles

/// A video at an address with its words beside it.
struct WebReading: ReadingText {
    let video: WebVideo
    let tracks: [ReadingTrack]
    /// Nil until the family brings a text.
    let track: ReadingTrack?
    let second: ReadingTrack?
    let shown: LinesOnPage
    /// What the second text says meanwhile, for each line; empty without one.
    let seconds: [String]
    /// Where it starts; nil at its beginning.
    let start: Int?
    let speed: ReadingSpeed
    /// If it was opened from a playlist.
    let steps: PlaylistSteps?
    let tools: ReadingTools

    private var query: String {
        let pairs: [(name: String, value: String)] = [
            ("track", track.map(\.name.description)), ("second", second.map(\.name.description)),
            ("list", steps.map { "\($0.playlist)" }),
        ].compactMap { name, value in value.map { (name: name, value: $0) } }
        return pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs)
    }

    var linesHref: String { video.href + query }

    static let fields: [Field<WebReading>] =
        textFields + [
            .text("title") { $0.video.title },
            .text("author") { $0.video.author },
            .text("back_href") { _ in WatchHomePages.path },
            .text("path") { $0.video.href },
            .text("url") { $0.video.url },
            .text("site") { $0.video.site },
            .optionalText("picture") { $0.video.pictureHref },
            .text("seconds") { $0.video.seconds.map { String($0) } ?? "" },
            .text("start") { $0.start.map { String($0) } ?? "" },
            .list("questions") { _ in [ReadingQuestion]() },
            .text("captions_href") { WebCaptionPages.path($0.video.id) + $0.query },
            .text("remove_href") { $0.video.href + "/remove" },
            .text("list_id") { $0.steps.map { "\($0.playlist)" } ?? "" },
            .optionalRecord("steps") { $0.steps },
            .text("add_href") { PlaylistAddPages.href(.web($0.video.id), from: .watch) },
        ]
}

/// A video file or a stream from any site.
struct WebVideoPage: PageWithWebVideo {
    static let template = "family/addresses/file.html"

    let watch: WebReading

    static let fields: [Field<WebVideoPage>] = [.record("watch") { $0.watch }]
}

/// A video at YouTube, in YouTube's own player.
struct YouTubePage: PageWithFrame {
    static let template = "family/addresses/youtube.html"
    /// YouTube's host for players that keep no cookies before somebody plays.
    static let frameOrigin = "https://www.youtube-nocookie.com"

    let watch: WebReading
    /// YouTube's id of the video.
    let key: String
    /// Where this page is from; YouTube's player answers nobody else.
    let origin: String

    static let fields: [Field<YouTubePage>] = [
        .record("watch") { $0.watch },
        .text("key") { $0.key },
        .text("origin") { $0.origin },
    ]
}
