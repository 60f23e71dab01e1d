import Quill

/// The page on which a book gets a video.
struct NewVideoPage: Page {
    static let template = "library/videos/new.html"

    let book: Book
    /// The video that was added last, whatever its status.
    let latest: LatestVideo?
    let inbox: [InboxRow]
    /// What is said of files in the inbox that are neither videos nor captions; nil if there are none.
    let others: String?
    let limit: Int
    let missingProgram: String?
    /// The address for adding a video at Mux.
    let muxHref: String?
    var fileError: String?
    var inboxError: String?

    private var href: String { NewVideoPages.bookHref(book.id) }

    private var errors: [FormError] {
        [
            fileError.map { FormError(href: "#field-video", message: $0) },
            inboxError.map { FormError(href: "#inbox", message: $0) },
        ].compactMap(\.self)
    }

    static let fields: [Field<NewVideoPage>] = [
        .text("book_title") { $0.book.title },
        .text("book_href") { $0.href },
        .text("action") { $0.href + "/video/new" },
        .text("uploads_href") { $0.href + "/video/uploads" },
        .text("inbox_action") { $0.href + "/video/inbox" },
        .optionalRecord("latest") { $0.latest },
        .list("inbox") { $0.inbox },
        .optionalText("others") { $0.others },
        .text("limit_text") { ByteCount.text($0.limit) },
        .int("limit") { $0.limit },
        .optionalText("missing_program") { $0.missingProgram },
        .optionalText("mux_href") { $0.muxHref },
        .list("errors") { $0.errors },
        .optionalText("file_error") { $0.fileError },
        .optionalText("inbox_error") { $0.inboxError },
    ]
}

/// The status of the video that was added last.
struct LatestVideo: Record {
    let asset: VideoAsset

    private var progress: String? {
        asset.status == .preparing ? asset.progressPercent.map { "\($0)%" } : nil
    }

    static let fields: [Field<LatestVideo>] = [
        .text("name") { $0.asset.source ?? "Video \($0.asset.id)" },
        .text("status") { $0.asset.status.label },
        .text("kind") { $0.asset.status.kind },
        .optionalText("progress") { $0.progress },
        .optionalText("error") { $0.asset.trouble?.message },
        .text("role") { $0.asset.isCurrent ? "Current video" : "Latest video" },
        .bool("plays") { $0.asset.status == .ready && $0.asset.isCurrent },
    ]
}

/// A file in the inbox.
struct InboxRow: Record {
    let file: Inbox.File
    /// The captions beside it.
    let captions: [String]
    let times: TimeText
    let now: Int

    static let fields: [Field<InboxRow>] = [
        .text("name") { $0.file.name },
        .text("size") { ByteCount.text($0.file.size) },
        .optionalText("captions") { $0.captions.isEmpty ? nil : Counted.list($0.captions) },
        .text("when_text") { $0.times.relative($0.file.modified, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.file.modified) },
        .text("when_iso") { TimeText.iso($0.file.modified) },
    ]
}
