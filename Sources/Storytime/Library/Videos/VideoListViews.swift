import Quill

/// A video in the list of videos.
struct VideoRow: Record {
    let summary: VideoSummary
    /// In which languages it has captions; read only for their column.
    let captions: [String]
    /// In which other sizes it exists; read only for their column.
    let versions: [VideoVersion]
    let address: VideoListAddress
    let columns: [VideoColumn]
    let now: Int
    let times: TimeText

    private var asset: VideoAsset { summary.asset }
    private var status: VideoStatusView { VideoStatusView(asset: asset, now: now, times: times) }

    static let fields: [Field<VideoRow>] = [
        .text("id") { String($0.asset.id.value) },
        .text("anchor") { "video-\($0.asset.id)" },
        .text("href") { $0.address.carry(along: $0.asset.href) },
        .text("name") { $0.summary.name },
        .optionalRecord("book") { $0.summary.book },
        .optionalText("source") { $0.asset.source },
        .record("status") { $0.status },
        .bool("is_current") { $0.asset.isCurrent },
        .list("cells") { row in
            row.columns.map {
                $0.cell(
                    of: row.summary,
                    captions: row.captions,
                    versions: row.versions,
                    now: row.now,
                    row.times
                )
            }
        },
    ]
}

/// The status of a video: its pill, and a note.
struct VideoStatusView: Record {
    let asset: VideoAsset
    let now: Int
    let times: TimeText

    private var isStuck: Bool { asset.isStuck(now: now) }

    private var progress: String? {
        guard asset.status == .preparing, let percent = asset.progressPercent else { return nil }
        return "\(percent)%"
    }

    static let fields: [Field<VideoStatusView>] = [
        .text("label") { $0.asset.deletedAt == nil ? $0.asset.status.label : "Deleted" },
        .text("kind") { $0.asset.deletedAt == nil ? $0.asset.status.kind : "quiet" },
        .optionalText("progress") { $0.progress },
        .bool("is_stuck") { $0.isStuck },
        .text("news_text") { $0.times.relative($0.asset.newsAt, now: $0.now) },
        // People check on stuck videos, the page doesn't.
        .bool("is_pending") {
            !$0.asset.status.isSettled && $0.asset.deletedAt == nil && !$0.isStuck
        },
    ]
}

extension VideoSummary {
    /// The name by which people know it.
    var name: String { book?.book.title ?? asset.subject.label }
}

extension VideoAsset {
    var href: String { "\(VideoListAddress.path)/\(id)" }
}

/// The list of videos.
struct VideoIndexPage: PageWithCovers {
    static let template = "library/videos/index.html"

    let rows: [VideoRow]
    let columns: [VideoColumn]
    let form: VideoFilterForm
    let scopes: [ScopeLink]
    let pagination: PaginationView
    let hasAny: Bool
    /// Whether anything was set up that listens to videos.
    let canTranscribe: Bool

    private var address: VideoListAddress { form.address }

    /// What was looked for instead of words that nothing has, as “paddington”.
    private var corrected: String? {
        SearchWords(address.filter.words).corrections(address.filter.spellings)
    }

    static let fields: [Field<VideoIndexPage>] = [
        .optionalText("corrected") { $0.corrected },
        .text("words") { $0.address.filter.words },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .bool("has_any") { $0.hasAny },
        .bool("can_transcribe") { $0.canTranscribe },
        .record("form") { $0.form },
        .text("list_path") { _ in VideoListAddress.path },
        .text("list_href") { $0.address.href },
        .text("export_href") { $0.address.exportHref },
        .list("scopes") { $0.scopes },
        .text("list") { $0.address.carried },
        .bool("is_filtered") { !$0.address.request.filter.isEmpty },
        .list("headings") { page in
            page.columns.map { $0.heading(page.address) }
        },
        .bool("has_usual_columns") { $0.columns == VideoColumn.usual },
        .text("columns_href") { $0.address.carry(along: ColumnPages<VideoColumn>.path) },
        .record("pagination") { $0.pagination },
    ]
}
