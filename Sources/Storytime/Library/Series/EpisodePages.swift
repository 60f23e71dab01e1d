import HTTP
import Quill
import Received
import Server

/// The pages on which admins keep the episodes of a series, one at a time or as a run. They come from the
/// series or one of its seasons, and lead back there.
enum EpisodePages {
    static let routes = [
        get("/admin/series/{id}/episodes/new", new),
        post("/admin/series/{id}/episodes", keepsText: true, create),
        get("/admin/series/{id}/episodes/run", newRun),
        post("/admin/series/{id}/episodes/run", keepsText: true, createRun),
        get("/admin/episodes/{id}/edit", edit),
        post("/admin/episodes/{id}", keepsText: true, update),
        get("/admin/episodes/{id}/delete", askToDelete),
        post("/admin/episodes/{id}/delete", delete),
    ]

    /// How many books a form suggests.
    static let suggestedBooks = 200

    // MARK: One

    static func new(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let place = try place(visit, id, visit.query())
        let season = place.season?.number ?? 1
        let number = try visit.episodes.nextNumber(in: season, of: id)
        let form = EpisodeForm(EpisodePlace(season: season, episode: number))
        return try visit.page(try EpisodeNewPage(place: place, form: form))
    }

    static func create(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let place = try place(visit, id, fields)
        var form = EpisodeForm(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(
                EpisodeNewPage(place: place, form: form),
                status: visit.formStatus
            )
        }
        do {
            return try visit.once(fields) {
                let episode = try visit.episodes.insert(draft, into: id, by: visit.actor)
                return SentForm.Outcome(
                    location: try href(visit, of: episode),
                    message: "Episode “\(episode.title)” added." + form.trimmingNote
                )
            }
        } catch let refusal as EpisodeStore.Refusal where form.reject(refusal) {
            return try visit.page(
                EpisodeNewPage(place: place, form: form),
                status: visit.formStatus
            )
        }
    }

    static func edit(_ visit: Visit, _ id: ID<Episode>) throws -> Response {
        let episode = try visit.episodes.find(id)
        return try visit.page(
            EpisodeEditPage(
                place: try place(visit, of: episode),
                episode: episode,
                form: EpisodeForm().showing(episode),
                version: VersionField(episode.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Episode>) throws -> Response {
        let fields = try visit.fields()
        let episode = try visit.episodes.find(id)
        var page = EpisodeEditPage(
            place: try place(visit, of: episode),
            episode: episode,
            form: EpisodeForm(fields),
            version: VersionField(fields, current: episode.version)
        )
        guard let draft = page.form.draft, let shown = page.version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.episodes.update(id, version: shown, draft, by: visit.actor)
            return try visit.redirect(
                to: try href(visit, of: saved),
                notice: Flash(.good, "Episode “\(saved.title)” saved." + page.form.trimmingNote)
            )
        } catch EpisodeStore.Refusal.changedMeanwhile(let current) {
            page.version = VersionField(current.version)
            page.conflict = try visit.conflict(
                on: page.place.series.subject,
                page.form.differences(from: current)
            )
            return try visit.page(page, status: 409)
        } catch let refusal as EpisodeStore.Refusal where page.form.reject(refusal) {
            return try visit.page(page, status: visit.formStatus)
        }
    }

    static func askToDelete(_ visit: Visit, _ id: ID<Episode>) throws -> Response {
        try visit.page(try question(visit, visit.episodes.find(id)))
    }

    static func delete(_ visit: Visit, _ id: ID<Episode>) throws -> Response {
        let version = try visit.fields().number(VersionField.name)
        let place = try place(visit, of: visit.episodes.find(id))
        do {
            let episode = try visit.episodes.delete(id, version: version, by: visit.actor)
            return try visit.redirect(
                to: place.href,
                notice: Flash(.good, "Episode “\(episode.title)” deleted.")
            )
        } catch EpisodeStore.Refusal.changedMeanwhile(let current) {
            var page = try question(visit, current)
            page.hasChanged = true
            return try visit.page(page, status: 409)
        } catch EpisodeStore.Refusal.isOfBook(let episode) {
            return try visit.page(try question(visit, episode), status: 409)
        }
    }

    // MARK: A run

    static func newRun(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let place = try place(visit, id, visit.query())
        let season = place.season?.number ?? 1
        let number = try visit.episodes.nextNumber(in: season, of: id)
        let form = EpisodeRunForm(EpisodePlace(season: season, episode: number))
        return try visit.page(try EpisodeRunPage(place: place, form: form))
    }

    static func createRun(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let place = try place(visit, id, fields)
        var form = EpisodeRunForm(fields)
        guard let drafts = form.drafts, !visit.isResumed else {
            return try visit.page(
                EpisodeRunPage(place: place, form: form),
                status: visit.formStatus
            )
        }
        do {
            return try visit.once(fields) {
                let episodes = try visit.episodes.insert(drafts, into: id, by: visit.actor)
                let count = Counted.text(episodes.count, "episode", "episodes")
                return SentForm.Outcome(
                    location: try episodes.first.map { try href(visit, of: $0) } ?? place.href,
                    message: "\(count) added."
                )
            }
        } catch let refusal as EpisodeStore.Refusal where form.reject(refusal) {
            return try visit.page(
                EpisodeRunPage(place: place, form: form),
                status: visit.formStatus
            )
        }
    }

    // MARK: Parts

    /// Where a page belongs: the series, and the season that it was reached from.
    private static func place(_ visit: Visit, _ id: ID<Series>, _ fields: Fields) throws
        -> SeriesPlace
    {
        let series = try visit.series.find(id)
        let number = (fields.text(SeriesPlace.seasonName) ?? fields.text("season_number"))
            .flatMap { ReceivedNumber.integer($0) }
        return try place(visit, series, number)
    }

    private static func place(_ visit: Visit, of episode: Episode) throws -> SeriesPlace {
        try place(visit, visit.series.find(episode.series), episode.place.season)
    }

    private static func place(_ visit: Visit, _ series: Series, _ season: Int?) throws
        -> SeriesPlace
    {
        let season =
            try season.map { try visit.episodes.season($0, of: series.id) }
            ?? visit.episodes.seasons(of: series.id).first
        let books = try visit.episodes.linkableBooks(of: series.id, limit: suggestedBooks)
        return SeriesPlace(
            series: series,
            season: season,
            books: books,
            otherBooks: try visit.episodes.booksWithoutSeries(limit: suggestedBooks - books.count),
            times: visit.times
        )
    }

    /// The page of the season that an episode is in.
    private static func href(_ visit: Visit, of episode: Episode) throws -> String {
        try visit.episodes.season(episode.place.season, of: episode.series)?.href
            ?? "\(SeriesOrder.path)/\(episode.series)"
    }

    private static func question(_ visit: Visit, _ episode: Episode) throws -> EpisodeDeletePage {
        EpisodeDeletePage(
            place: try place(visit, of: episode),
            episode: episode,
            watchers: try visit.episodes.watchers(of: [episode.id])
        )
    }
}
