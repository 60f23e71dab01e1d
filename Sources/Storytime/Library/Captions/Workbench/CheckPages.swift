import HTTP
import Quill
import Received
import SQLite
import Server
import Subtitles

/// What viewers of a track would stumble over, with the ways to it.
enum CheckPages {
    static let routes = [
        get("/admin/video_assets/{id}/captions/{id}/checks", lane: .worker, show)
    ]

    static func show(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let document = try visit.captions.document(of: bench.track)
        let troubles = Dictionary(grouping: document.troubles(bench.limits), by: \.kind)
        let wanted = try visit.query().text("kind").flatMap { CueTrouble.Kind(rawValue: $0) }
        let groups = CueTrouble.Kind.allCases.compactMap { kind in
            troubles[kind].map { TroubleGroup(kind: kind, troubles: $0, bench: bench) }
        }
        let shown = wanted ?? groups.first?.kind
        let all = shown.flatMap { troubles[$0] } ?? []
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: WorkbenchPages.perPage,
            total: all.count
        )
        let page = all.dropFirst(pagination.offset).prefix(pagination.perPage)
        let places = try visit.captions.ids(of: track, at: page.map(\.cue))
        return try visit.page(
            CheckPage(
                bench: bench,
                groups: groups,
                shown: groups.first { $0.kind == shown },
                rows: page.map { trouble in
                    TroubleRow(
                        trouble: trouble,
                        cue: document.cues[trouble.cue],
                        id: places[trouble.cue],
                        bench: bench
                    )
                },
                pagination: pagination
            )
        )
    }
}

extension CaptionStore {
    /// The numbers of the cues at these positions.
    func ids(of track: ID<CaptionTrack>, at positions: [Int]) throws -> [Int: ID<CaptionCue>] {
        guard !positions.isEmpty else { return [:] }
        let pairs = try database.all(
            """
            SELECT position, id FROM caption_cues INDEXED BY caption_cues_in_order
            WHERE track_id = \(track.value) AND position IN \(list: positions)
            """
        ) { (try $0.int(0), ID<CaptionCue>(try $0.int(1))) }
        return Dictionary(pairs) { $1 }
    }
}

/// All cues with one kind of trouble.
struct TroubleGroup: Record {
    let kind: CueTrouble.Kind
    let troubles: [CueTrouble]
    let bench: Workbench

    private var mendable: Int { troubles.count { $0.isMendable } }

    func link(isCurrent: Bool) -> ScopeLink {
        ScopeLink(
            label: kind.label,
            href: "\(bench.path)/checks?kind=\(kind.rawValue)",
            count: troubles.count,
            isCurrent: isCurrent
        )
    }

    static let fields: [Field<TroubleGroup>] = [
        .text("label") { $0.kind.label },
        .text("meaning") { $0.kind.meaning($0.bench.limits) },
        .bool("is_mendable") { $0.mendable > 0 },
        .text("mend") {
            $0.mendable == 1 ? "Fix this one" : "Fix these \(Counted.number($0.mendable))"
        },
        .text("mending") { $0.kind.mending },
        .text("kind") { $0.kind.rawValue },
    ]
}

/// A cue with trouble.
struct TroubleRow: Record {
    let trouble: CueTrouble
    let cue: Cue
    let id: ID<CaptionCue>?
    let bench: Workbench

    static let fields: [Field<TroubleRow>] = [
        .int("number") { $0.trouble.cue + 1 },
        .text("href") { row in
            row.id.map { "\(row.bench.path)?cue=\($0)#cue-\($0)" } ?? row.bench.path
        },
        .text("times") { CueTimes.text($0.cue.start, $0.cue.end) },
        .text("text") { $0.cue.text },
        .bool("is_mendable") { $0.trouble.isMendable },
    ]
}

/// The troubles of a track by kind, and the cues that have one of them.
struct CheckPage: Page {
    static let template = "library/captions/workbench/checks.html"

    let bench: Workbench
    let groups: [TroubleGroup]
    let shown: TroubleGroup?
    let rows: [TroubleRow]
    let pagination: Pagination

    static let fields: [Field<CheckPage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .checks) },
        .list("scopes") { page in
            page.groups.map { $0.link(isCurrent: $0.kind == page.shown?.kind) }
        },
        .optionalRecord("shown") { $0.shown },
        .text("adjust_path") { $0.bench.path + "/adjust" },
        .list("rows") { $0.rows },
        .record("pagination") { page in
            page.pagination.view(
                path: page.bench.path + "/checks",
                query: page.shown.map { [("kind", $0.kind.rawValue)] } ?? []
            )
        },
    ]
}
