import HTTP
import Server

/// The pages on which admins keep the series.
enum SeriesPages: RecordPages {
    typealias Form = SeriesForm

    static let routes = recordRoutes + coverRoutes

    private static let recordRoutes = [
        get("/admin/series", index),
        post("/admin/series", keepsText: true, create),
        get("/admin/series/new", new),
        get("/admin/series/{id}", show),
        get("/admin/series/{id}/edit", edit),
        post("/admin/series/{id}", keepsText: true, update),
        get("/admin/series/{id}/delete", askToDelete),
        // On slow workers: it may be about a hundred thousand books.
        post("/admin/series/{id}/delete", lane: .slow, delete),
        get("/admin/series/{id}/merge", lane: .worker, askToMerge),
        post("/admin/series/{id}/merge", lane: .slow, merge),
        get("/admin/series/{id}/versions/{id}", askToRestore),
        post("/admin/series/{id}/versions/{id}", restoreVersion),
        get("/admin/series/bin", bin),
        post("/admin/series/{id}/restore", lane: .slow, restore),
        get("/admin/series/{id}/purge", askToPurge),
        post("/admin/series/{id}/purge", confirms: .recently, purge),
    ]

    private static let coverRoutes = [
        get("/admin/series/{id}/cover", editCover),
        post("/admin/series/{id}/cover", bodyLimit: CoverForm.bodyLimit, updateCover),
    ]

    static let templates = "library/series"
    static let noun = "series"
    static let list = (href: SeriesOrder.path, title: "Series")

    private static let perPage = 50
    /// The books that a series’ own page shows. The list of books has all of them.
    private static let booksShown = 100

    static func store(_ visit: Visit) -> SeriesStore { visit.series }

    static func index(_ visit: Visit) throws -> Response {
        let address = SeriesListAddress(try visit.query())
        let total = try visit.series.count(address.words)
        let pagination = Pagination(page: try visit.pageNumber(), perPage: perPage, total: total)
        return try visit.page(
            SeriesIndexPage(
                address: address,
                rows: try visit.series.list(address, pagination),
                pagination: pagination.view(path: list.href, query: address.query),
                hasAny: try visit.series.count() > 0,
                binnedCount: try ShelfBin(visit.series).count(),
                asksTMDB: visit.site.configuration.tmdb.isOn
            )
        )
    }

    static func show(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        guard let series = try visit.series.findIfAny(id) else {
            return try showBinned(visit, id)
        }
        let filter = BookFilter(series: .id(id))
        return try visit.page(
            SeriesShowPage(
                series: series,
                books: try visit.series.books(of: id, limit: booksShown)
                    .map { SeriesBookRow(number: $0.number, summary: $0.summary) },
                booksHref: BookListAddress(filter).href,
                seasons: try visit.episodes.seasons(of: id).map { SeasonRow(season: $0) },
                asksTMDB: visit.site.configuration.tmdb.isOn,
                times: visit.times,
                history: try history(visit, of: series)
            )
        )
    }

    // MARK: The cover

    static func editCover(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let series = try visit.series.find(id)
        return try visit.page(
            SeriesCoverPage(
                series: series,
                form: CoverForm(series.cover),
                version: VersionField(series.version)
            )
        )
    }

    static func updateCover(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let series = try visit.series.find(id)
        let form = try CoverForm(visit, fields, series.cover, visit.covers.folder)
        var page = SeriesCoverPage(
            series: series,
            form: form,
            version: VersionField(fields, current: series.version)
        )
        guard let draft = form.draft, let shown = page.version.value else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.covers.update(series: id, version: shown, draft, by: visit.actor)
            {
                try CoverSizing.queue($0.cover, of: $0.name, visit.site.configuration, visit.jobs)
            }
            visit.site.vitals.jobBell.ring()
            let change = saved.cover == nil ? "removed" : "saved"
            return try visit.redirect(
                to: saved.href,
                notice: Flash(.good, "Cover of “\(saved.name)” \(change).")
            )
        } catch SeriesStore.Refusal.changedMeanwhile(let current) {
            page.series = current
            page.version = VersionField(current.version)
            page.conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current.cover)
            )
            return try visit.page(page, status: 409)
        }
    }
}
