import HTTP
import Quill
import SQLite
import Server

/// The pages on which admins look series up at TMDB, and take them from there.
enum TMDBPages {
    static let path = "/admin/series/tmdb"

    static let routes = [
        get("/admin/series/tmdb", lane: .outgoing, search),
        post("/admin/series/tmdb", lane: .outgoing, add),
        post("/admin/series/{id}/refresh", refresh),
    ]

    private static let maximumWords = 200

    static func search(_ visit: Visit) throws -> Response {
        guard visit.site.configuration.tmdb.isOn else { throw Failure.notFound }
        let words = PlainText.trimmed(try visit.query().text("q") ?? "")
        var page = TMDBSearchPage(words: String(words.prefix(maximumWords)))
        guard !page.words.isEmpty else { return try visit.page(page) }
        do {
            let results = try visit.tmdb.search(page.words)
            page.results = results
            for series in results.series {
                page.known[series.id] = try visit.series.find(externalID: series.id)
            }
        } catch let error as TMDBError {
            page.error = error.description
        }
        return try visit.page(page, status: page.error == nil ? 200 : visit.formStatus)
    }

    /// The series itself at once, its episodes in the background.
    static func add(_ visit: Visit) throws -> Response {
        guard visit.site.configuration.tmdb.isOn else { throw Failure.notFound }
        let fields = try visit.fields()
        guard let id = fields.number("id"), (1...Int(Int32.max)).contains(id)
        else { throw Failure.badRequest("Choose a series.") }
        do {
            let found = try visit.tmdb.series(id)
            let refresh = TMDBRefresh(
                database: visit.database,
                now: visit.now,
                actor: visit.actor
            )
            let series = try visit.database.write {
                let (series, _) = try refresh.add(found)
                try TMDBJobs.queue(series, by: visit.actor, visit.jobs)
                return series
            }
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: series.href,
                notice: Flash(
                    .good,
                    "Series “\(series.name)” found at TMDB. Its episodes will be here in a moment."
                )
            )
        } catch let error as TMDBError {
            let words = fields.text("q") ?? ""
            return try visit.page(
                TMDBSearchPage(words: words, error: error.description),
                status: visit.formStatus
            )
        }
    }

    static func refresh(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let series = try visit.series.find(id)
        guard visit.site.configuration.tmdb.isOn, series.externalID != nil else {
            throw Failure.notFound
        }
        try visit.database.write { try TMDBJobs.queue(series, by: visit.actor, visit.jobs) }
        visit.site.vitals.jobBell.ring()
        return try visit.redirect(
            to: series.href,
            notice: Flash(
                .good,
                "TMDB is being asked about “\(series.name)”. Reload the page in a moment."
            )
        )
    }
}

extension Visit {
    var tmdb: TMDBClient { TMDBClient(site.configuration.tmdb) }
}

/// The search for a series at TMDB, and what it has found.
struct TMDBSearchPage: Page {
    static let template = "library/series/tmdb.html"

    let words: String
    var error: String?
    var results: TMDBResults?
    /// Those that are ours already, by TMDB's numbers.
    var known: [Int: Series] = [:]

    private var lede: String? {
        guard let results else { return nil }
        if results.series.isEmpty { return "TMDB has no series with these words in its name." }
        guard results.total > results.series.count else {
            return Counted.text(results.total, "match", "matches") + " at TMDB."
        }
        return
            "The first \(results.series.count) of \(Counted.number(results.total)) matches at TMDB. "
            + "Add a word to narrow the search."
    }

    static let fields: [Field<TMDBSearchPage>] = [
        .text("words") { $0.words },
        .optionalText("error") { $0.error },
        .list("errors") { page in
            [page.error.map { FormError(href: "#field-q", message: $0) }].compactMap(\.self)
        },
        .optionalText("lede") { $0.lede },
        .list("rows") { page in
            (page.results?.series ?? []).map { TMDBRow(found: $0, known: page.known[$0.id]) }
        },
        .text("attribution") { _ in TMDBSettings.attribution },
    ]
}

/// A series that was found at TMDB.
struct TMDBRow: Record {
    let found: TMDBSeries
    let known: Series?

    static let fields: [Field<TMDBRow>] = [
        .int("id") { $0.found.id },
        .text("name") { $0.found.name },
        .text("original_name") { $0.found.originalName },
        .text("overview") { String($0.found.overview.prefix(300)) },
        .optionalText("year") { $0.found.firstAirDate.map { String($0.parts.year) } },
        .optionalText("known_href") { $0.known?.href },
    ]
}
