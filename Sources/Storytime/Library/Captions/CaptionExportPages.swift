import HTTP
import Quill
import Server
import Subtitles

/// Saving tracks as files: one in any format, with what that format can’t keep; or all of many videos.
enum CaptionExportPages {
    static let routes = [
        // On slow workers: what a conversion loses is found by converting.
        get("/admin/captions/{id}/convert", lane: .slow, convert),
        get("/admin/captions/{id}/export", lane: .slow, export),
        get("/admin/captions/archive", lane: .worker, ask),
        get("/admin/captions/archive.zip", lane: .slow, archive),
    ]

    /// The bulk action that leads here.
    static let act = "captions"

    /// The page for the books or videos that were selected for it.
    static func href(_ kind: String, _ query: Fields) -> String {
        let pairs = query.pairs.filter { $0.name != "act" && $0.name != "of" }
        return CaptionFilter.path + "/archive?"
            + PercentEncoding.encodeQuery([(name: "of", value: kind)] + pairs)
    }

    /// What would be lost, before the file is saved.
    static func convert(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let track = try visit.captions.find(id)
        let form = CaptionFormatForm(try visit.query()) ?? CaptionFormatForm(track.format ?? .vtt)
        let video = try visit.videos.find(track.video)
        let document = try visit.captions.document(of: track)
        return try visit.page(
            CaptionConvertPage(
                summary: try CaptionPages.summary(visit, track),
                form: form,
                losses: form.losses(of: document, seconds: video.durationSeconds)
            )
        )
    }

    static func export(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let track = try visit.captions.find(id)
        guard let form = CaptionFormatForm(try visit.query(), else: track.format ?? .vtt) else {
            throw unknownFormat
        }
        let summary = try CaptionPages.summary(visit, track)
        let name = "\(track.fileStem(summary.video)).\(form.format.rawValue)"
        return Response(
            headers: Headers([
                ("Content-Type", form.contentType),
                ("Content-Disposition", "attachment; filename=\"\(name)\""),
            ]),
            body: .bytes(
                form.write(
                    try visit.captions.document(of: track),
                    language: track.language,
                    seconds: summary.video.asset.durationSeconds
                )
            )
        )
    }

    private static let unknownFormat = Failure.badRequest(
        "“format” must be srt, vtt, sbv, csv, lrc or ttml."
    )

    // MARK: Many

    static func ask(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        guard let target = try CaptionArchiveTarget(visit, query) else {
            return try visit.redirect(
                to: CaptionArchiveTarget.listHref(query),
                notice: Flash(.info, "Select some first, or apply the action to all.")
            )
        }
        return try visit.page(
            CaptionArchivePage(
                target: target,
                count: try target.countTracks(in: visit.database),
                form: CaptionFormatForm(query) ?? CaptionFormatForm(.srt)
            )
        )
    }

    static func archive(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        guard let target = try CaptionArchiveTarget(visit, query) else {
            return try visit.redirect(to: CaptionArchiveTarget.listHref(query))
        }
        guard let form = CaptionFormatForm(query, else: .srt) else { throw unknownFormat }
        let name = "captions-\(visit.times.isoDay(visit.now)).zip"
        return Response(
            headers: Headers([
                ("Content-Type", "application/zip"),
                ("Content-Disposition", "attachment; filename=\"\(name)\""),
            ]),
            body: .chunks(
                CaptionArchive(
                    try target.tracks(in: visit.database),
                    form,
                    VideoFolder(visit.site.configuration),
                    now: visit.now
                )
            )
        )
    }
}

/// What a format can’t keep of a track, and the file.
struct CaptionConvertPage: Page {
    static let template = "library/captions/convert.html"

    let summary: CaptionSummary
    let form: CaptionFormatForm
    let losses: [String]

    static let fields: [Field<CaptionConvertPage>] = [
        .text("name") { $0.summary.track.name },
        .text("title") { $0.summary.video.name },
        .text("href") { $0.summary.track.href },
        .text("format") { $0.form.format.name },
        .record("form") { $0.form },
        .list("losses") { $0.losses.map { ReferenceLine(text: $0) } },
        .text("file_href") {
            "\($0.summary.track.href)/export?" + PercentEncoding.encodeQuery($0.form.query)
        },
    ]
}

/// The choice of a format for the captions of many.
struct CaptionArchivePage: Page {
    static let template = "library/captions/archive.html"

    let target: CaptionArchiveTarget
    let count: Int
    let form: CaptionFormatForm

    static let fields: [Field<CaptionArchivePage>] = [
        .text("question") { page in
            page.count == 0
                ? "No captions to download"
                : "Download \(Counted.text(page.count, "track", "tracks"))"
        },
        .bool("has_any") { $0.count > 0 },
        .text("noun") { $0.target.noun },
        .record("form") { $0.form },
        .list("carried") {
            $0.target.fields.map { HiddenField(name: $0.name, value: $0.value) }
        },
        .text("list_href") { $0.target.listHref },
    ]
}
