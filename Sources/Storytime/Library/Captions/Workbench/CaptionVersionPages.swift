import HTTP
import Quill
import Server
import Subtitles

/// The versions of a track: who saved what and when, what was different, and the way back.
enum CaptionVersionPages {
    static let routes = [
        get("/admin/video_assets/{id}/captions/{id}/versions", index),
        get("/admin/video_assets/{id}/captions/{id}/versions/{number}", lane: .worker, show),
        post("/admin/video_assets/{id}/captions/{id}/versions/{number}/restore", restore),
    ]

    private static let perPage = 25

    static func index(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let before = try visit.query().number("before")
        let versions = try visit.captions.versions(
            of: track,
            before: before ?? .max,
            limit: perPage + 1
        )
        return try visit.page(
            CaptionVersionsPage(
                bench: bench,
                rows: versions.prefix(perPage).map {
                    CaptionVersionRow(
                        version: $0,
                        bench: bench,
                        now: visit.now,
                        times: visit.times
                    )
                },
                isNewest: before == nil,
                older: versions.count > perPage ? versions[perPage - 1].number : nil
            )
        )
    }

    /// What a version changed; or with `with`, what is different between it and another.
    static func show(
        _ visit: Visit,
        _ video: ID<VideoAsset>,
        _ track: ID<CaptionTrack>,
        _ number: ID<CaptionVersion>
    ) throws -> Response {
        let bench = try visit.workbench(video, track)
        guard let version = try visit.captions.version(number.value, of: track) else {
            throw Failure.notFound
        }
        let wanted = try visit.query().number("with")
        let other =
            try wanted.flatMap { try visit.captions.version($0, of: track) }
            ?? visit.captions.versions(of: track, before: version.number, limit: 1).first
        let document = try visit.captions.document(of: track, version: version.number)
        let old = try other.map { try visit.captions.document(of: track, version: $0.number) }
        let changes = document.difference(from: old ?? Captions(format: document.format))
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: WorkbenchPages.perPage,
            total: changes.count
        )
        let shown = changes.dropFirst(pagination.offset).prefix(pagination.perPage)
        return try visit.page(
            CaptionVersionPage(
                row: CaptionVersionRow(
                    version: version,
                    bench: bench,
                    now: visit.now,
                    times: visit.times
                ),
                other: other?.number,
                isWanted: wanted != nil && other?.number == wanted,
                changes: CueChangeRow.rows(
                    Array(shown),
                    old ?? Captions(format: document.format),
                    document
                ),
                pagination: pagination
            )
        )
    }

    static func restore(
        _ visit: Visit,
        _ video: ID<VideoAsset>,
        _ track: ID<CaptionTrack>,
        _ number: ID<CaptionVersion>
    ) throws -> Response {
        let bench = try visit.workbench(video, track)
        guard let base = EditBase(try visit.fields()), base.saved == bench.track.savedVersion else {
            return try changed(visit, bench)
        }
        do {
            let saved = try visit.captions.restore(
                number.value,
                of: track,
                expecting: bench.track.version,
                by: visit.actor
            )
            let notice = "Version \(number) restored as version \(saved.savedVersion ?? 0)."
            return try visit.redirect(
                to: bench.path + "/versions",
                notice: Flash(.good, notice)
            )
        } catch CaptionStore.Refusal.changedMeanwhile {
            return try changed(visit, bench)
        }
    }

    private static func changed(_ visit: Visit, _ bench: Workbench) throws -> Response {
        let notice = "These captions were saved while you were looking. Nothing was restored."
        return try visit.redirect(
            to: bench.path + "/versions",
            notice: Flash(.info, notice)
        )
    }
}

extension CaptionStore {
    /// A version of the track; nil if it isn’t kept.
    func version(_ number: Int, of track: ID<CaptionTrack>) throws -> CaptionVersion? {
        guard number < .max else { return nil }
        return try versions(of: track, before: number + 1, limit: 1).first { $0.number == number }
    }
}

/// A version in the list.
struct CaptionVersionRow: Record {
    let version: CaptionVersion
    let bench: Workbench
    let now: Int
    let times: TimeText

    var isCurrent: Bool { version.number == bench.track.savedVersion }
    var href: String { "\(bench.path)/versions/\(version.number)" }

    static let fields: [Field<CaptionVersionRow>] = [
        .int("number") { $0.version.number },
        .text("note") { $0.version.note },
        .text("who") { $0.version.userName },
        .text("cues") { Counted.text($0.version.cueCount, "cue", "cues") },
        .text("when_iso") { TimeText.iso($0.version.madeAt) },
        .text("when_exact") { $0.times.exact($0.version.madeAt) },
        .text("when_text") { $0.times.relative($0.version.madeAt, now: $0.now) },
        .bool("is_current") { $0.isCurrent },
        .text("href") { $0.href },
    ]
}

/// The versions of a track, newest first.
struct CaptionVersionsPage: Page {
    static let template = "library/captions/workbench/versions.html"

    let bench: Workbench
    let rows: [CaptionVersionRow]
    let isNewest: Bool
    /// The last version that is shown, if there are older ones.
    let older: Int?

    private var path: String { bench.path + "/versions" }

    static let fields: [Field<CaptionVersionsPage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .versions) },
        .int("kept") { _ in CaptionStore.keptVersions },
        .list("rows") { $0.rows },
        .int("saved") { $0.bench.track.savedVersion ?? 0 },
        .bool("is_newest") { $0.isNewest },
        .text("newest_href") { $0.path },
        .optionalText("older_href") { page in page.older.map { "\(page.path)?before=\($0)" } },
    ]
}

/// What is different between two versions.
struct CaptionVersionPage: Page {
    static let template = "library/captions/workbench/version.html"

    let row: CaptionVersionRow
    /// The version that it is compared with; nil if there is none.
    let other: Int?
    /// Whether somebody chose that one.
    let isWanted: Bool
    let changes: [CueChangeRow]
    let pagination: Pagination

    private var bench: Workbench { row.bench }

    static let fields: [Field<CaptionVersionPage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .versions) },
        .record("version") { $0.row },
        .int("other") { $0.other ?? 0 },
        .int("saved") { $0.bench.track.savedVersion ?? 0 },
        .text("list_href") { $0.bench.path + "/versions" },
        .text("now_href") { "\($0.row.href)?with=\($0.bench.track.savedVersion ?? 0)" },
        .int("count") { $0.pagination.total },
        .list("changes") { $0.changes },
        .record("pagination") { page in
            page.pagination.view(
                path: page.row.href,
                query: page.isWanted ? [("with", String(page.other ?? 0))] : []
            )
        },
    ]
}
