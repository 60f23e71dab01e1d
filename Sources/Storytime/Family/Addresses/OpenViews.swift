import HTTP
import Quill

/// What is at an address, as a parent sees it before they open it.
struct FoundVideoView: Record {
    let found: FoundVideo

    private var look: (title: String, author: String, seconds: Int?, note: String?) {
        switch found {
        case .story(let book, let seconds, _): (book.title, book.author, seconds, nil)
        case .known(let video, _): (video.title, video.author, video.seconds, nil)
        case .new(_, let look, _): (look.title, look.author, look.seconds, look.note)
        }
    }

    private var kind: String {
        switch found {
        case .story: "Story in your catalog"
        case .known(let video, _): video.kind.words
        case .new(let source, _, _): source.kind.words
        }
    }

    /// Of a web video; a story has a cover.
    private var picture: String? {
        switch found {
        case .story: nil
        case .known(let video, _): video.pictureHref
        case .new(let source, let look, _):
            look.picture.map { _ in
                OpenPages.path + "/picture?"
                    + PercentEncoding.encodeQuery([(name: "url", value: source.url)])
            }
        }
    }

    private var book: Book? { if case .story(let book, _, _) = found { book } else { nil } }

    static let fields: [Field<FoundVideoView>] = [
        .text("title") { $0.look.title },
        .text("author") { $0.look.author },
        .text("kind") { $0.kind },
        .optionalText("length") { $0.look.seconds.map(DurationText.short) },
        .optionalText("length_spoken") { $0.look.seconds.map(DurationText.spoken) },
        .optionalText("moment") { $0.found.moment.map { PlayingTime.text($0) } },
        .optionalText("note") { $0.look.note },
        .optionalText("picture") { $0.picture },
        .bool("is_story") { $0.book != nil },
        .int("palette") { $0.book?.palette ?? 0 },
        .optionalRecord("cover_picture") { CoverPicture($0.book?.cover) },
    ]
}

extension WebVideo.Kind {
    var words: String {
        switch self {
        case .youTube: "Video on YouTube"
        case .file: "Video file"
        case .hls: "Video stream"
        }
    }
}

extension WebVideo {
    var pictureHref: String? { hasPicture ? href + "/picture" : nil }

    /// Whose site it is on.
    var site: String {
        kind == .youTube ? "YouTube" : FetchAddress(url)?.origin.host ?? ""
    }
}

/// The form for an address, what is at it, and what was opened before.
struct OpenPage: PageWithCovers {
    static let template = "family/addresses/open.html"

    static func spec(allowsYouTube: Bool) -> FieldSpec {
        FieldSpec(
            name: "url",
            label: "Address of a video",
            hint: allowsYouTube
                ? "A link to a story, to a video file or stream on the web, or to a video on YouTube."
                : "A link to a story, or to a video file or stream on the web.",
            maximumLength: 4000,
            autocomplete: "off",
            isVerbatim: true
        )
    }

    let head: ReadingHead
    let field: FormField
    let found: FoundVideo?
    /// Why nothing was found; what was typed may not be complete yet.
    let trouble: String?
    let allowsYouTube: Bool
    let videos: [WebVideo]
    let pagination: Pagination
    let times: TimeText

    static let fields: [Field<OpenPage>] = [
        .record("head") { $0.head },
        .record("field") { $0.field },
        .list("errors") { [$0.field].errors },
        .text("action") { _ in OpenPages.path },
        .optionalRecord("found") { $0.found.map(FoundVideoView.init) },
        .optionalText("trouble") { $0.trouble },
        .bool("allows_youtube") { $0.allowsYouTube },
        .list("videos") { page in
            page.videos.map { WebVideoRow(video: $0, times: page.times) }
        },
        .record("pagination") { page in
            page.pagination.view(path: OpenPages.path, query: page.head.query)
        },
    ]
}

/// A video that was opened before.
struct WebVideoRow: Record {
    let video: WebVideo
    let times: TimeText

    static let fields: [Field<WebVideoRow>] = [
        .text("title") { $0.video.title },
        .text("author") { $0.video.author },
        .text("href") { $0.video.href },
        .text("site") { $0.video.site },
        .optionalText("picture") { $0.video.pictureHref },
        .optionalText("length") { $0.video.seconds.map(DurationText.short) },
        .text("when") { $0.times.day($0.video.createdAt) },
        .text("remove_href") { $0.video.href + "/remove" },
    ]
}
