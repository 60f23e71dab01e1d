import HTTP
import Quill
import Server

/// The pages on which admins keep the seasons of a series, and many of their episodes at once.
enum SeasonPages {
    static let routes = [
        get("/admin/series/{id}/seasons/new", new),
        post("/admin/series/{id}/seasons", keepsText: true, create),
        get("/admin/seasons/{id}", show),
        get("/admin/seasons/{id}/edit", edit),
        post("/admin/seasons/{id}", keepsText: true, update),
        get("/admin/seasons/{id}/delete", askToDelete),
        post("/admin/seasons/{id}/delete", delete),
        get("/admin/seasons/{id}/bulk", ask),
        post("/admin/seasons/{id}/bulk", act),
    ]

    /// Long seasons are looked through rather than paged.
    private static let perPage = 500

    static func show(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.find(id)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: season.episodeCount
        )
        let episodes = try visit.episodes.episodes(
            of: season.series,
            season: season.number,
            limit: pagination.perPage,
            offset: pagination.offset
        )
        let today = visit.times.calendarDay(visit.now)
        return try visit.page(
            SeasonShowPage(
                place: try place(visit, season),
                rows: episodes.map {
                    KnownEpisodeRow(episode: $0, today: today, times: visit.times)
                },
                pagination: pagination.view(path: season.href, query: [])
            )
        )
    }

    // MARK: One season

    static func new(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let series = try visit.series.find(id)
        let last = try visit.episodes.seasons(of: id).first?.number ?? 0
        let form = SeasonForm(number: min(last + 1, EpisodePlace.seasons.upperBound))
        return try visit.page(try SeasonNewPage(series: series, form: form))
    }

    static func create(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let series = try visit.series.find(id)
        var form = SeasonForm(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(
                SeasonNewPage(series: series, form: form),
                status: visit.formStatus
            )
        }
        do {
            return try visit.once(fields) {
                let season = try visit.episodes.insert(draft, into: id, by: visit.actor)
                return SentForm.Outcome(location: season.href, message: "\(season.title) added.")
            }
        } catch EpisodeStore.Refusal.seasonTaken {
            form.rejectTaken()
            return try visit.page(
                SeasonNewPage(series: series, form: form),
                status: visit.formStatus
            )
        }
    }

    static func edit(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.find(id)
        return try visit.page(
            SeasonEditPage(
                place: try place(visit, season),
                form: SeasonForm(season),
                shown: Season.Draft(number: season.number, name: season.name)
            )
        )
    }

    /// A season has no version: the form carries what it showed.
    static func update(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let fields = try visit.fields()
        let season = try visit.episodes.find(id)
        let shown = Season.Draft(
            number: fields.number("shown_number") ?? -1,
            name: fields.text("shown_name") ?? ""
        )
        let current = Season.Draft(number: season.number, name: season.name)
        var page = SeasonEditPage(
            place: try place(visit, season),
            form: SeasonForm(fields),
            shown: current
        )
        guard let draft = page.form.draft, !visit.isResumed else {
            page.shown = shown.number < 0 ? current : shown
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.episodes.update(id, shown: shown, draft, by: visit.actor)
            return try visit.redirect(
                to: saved.href,
                notice: Flash(.good, "\(saved.title) saved.")
            )
        } catch EpisodeStore.Refusal.seasonChangedMeanwhile {
            page.conflict = try visit.conflict(
                on: page.place.series.subject,
                page.differences(from: season)
            )
            return try visit.page(page, status: 409)
        } catch EpisodeStore.Refusal.seasonTaken {
            page.form.rejectTaken()
            page.shown = shown
            return try visit.page(page, status: visit.formStatus)
        }
    }

    static func askToDelete(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.find(id)
        return try visit.page(
            SeasonDeletePage(
                place: try place(visit, season),
                watchers: try visit.episodes.watchers(of: season)
            )
        )
    }

    static func delete(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.delete(id, by: visit.actor)
        let series = try visit.series.find(season.series)
        let count = Counted.text(season.episodeCount, "episode", "episodes")
        return try visit.redirect(
            to: series.href,
            notice: Flash(.good, "\(season.title) deleted, with \(count).")
        )
    }

    // MARK: Many episodes

    /// Says what would become of the episodes that were selected, and asks.
    static func ask(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.find(id)
        let query = try visit.query()
        let episodes = try chosen(visit, season, query)
        guard let change = EpisodesChange(query), !episodes.isEmpty else {
            return try visit.redirect(
                to: season.href + Flash.anchor,
                notice: Flash(.info, "Select some episodes first.")
            )
        }
        return try visit.page(try page(visit, season, change, episodes))
    }

    static func act(_ visit: Visit, _ id: ID<Season>) throws -> Response {
        let season = try visit.episodes.find(id)
        let fields = try visit.fields()
        guard var change = EpisodesChange(fields) else {
            throw Failure.badRequest("Choose what to do with the episodes.")
        }
        let episodes = try chosen(visit, season, fields)
        change.read(fields, episodes)
        guard change.errors.isEmpty, !episodes.isEmpty, !visit.isResumed else {
            return try visit.page(
                try page(visit, season, change, episodes),
                status: visit.formStatus
            )
        }
        do {
            let notice = try carryOut(visit, season, change, episodes)
            return try visit.redirect(to: season.href + Flash.anchor, notice: notice)
        } catch let refusal as EpisodeStore.Refusal where change.reject(refusal) {
            return try visit.page(
                try page(visit, season, change, episodes),
                status: visit.formStatus
            )
        }
    }

    private static func carryOut(
        _ visit: Visit,
        _ season: Season,
        _ change: EpisodesChange,
        _ episodes: [Episode]
    ) throws -> Flash {
        let store = visit.episodes
        if change.act == .delete {
            let count = try store.delete(episodes.map(\.id), of: season, by: visit.actor)
            var text = "\(Counted.text(count, "episode", "episodes")) deleted."
            if count < episodes.count {
                let kept = Counted.text(episodes.count - count, "book keeps", "books keep")
                text += " \(kept) its number in the series, and so stays."
            }
            return Flash(.good, text)
        }
        let count = try store.update(episodes, of: season, by: visit.actor) { episode in
            change.draft(of: episode)
        }
        guard count > 0 else {
            return Flash(.info, "Nothing to change: these episodes are already like that.")
        }
        return Flash(.good, "\(Counted.text(count, "episode", "episodes")) changed.")
    }

    // MARK: Parts

    private static func chosen(_ visit: Visit, _ season: Season, _ fields: Fields) throws
        -> [Episode]
    {
        let ids = fields.all("ids").prefix(perPage).compactMap {
            ID<Episode>(pathSegment: $0[...])
        }
        return try visit.episodes.episodes(ids, of: season)
    }

    private static func page(
        _ visit: Visit,
        _ season: Season,
        _ change: EpisodesChange,
        _ episodes: [Episode]
    ) throws -> EpisodesChangePage {
        let place = try place(visit, season)
        var change = change
        if change.act == .link { change.suggest(place.books, for: episodes) }
        return EpisodesChangePage(
            place: place,
            change: change,
            episodes: episodes,
            watchers: change.act == .delete
                ? try visit.episodes.watchers(of: episodes.map(\.id)) : 0
        )
    }

    private static func place(_ visit: Visit, _ season: Season) throws -> SeriesPlace {
        SeriesPlace(
            series: try visit.series.find(season.series),
            season: season,
            books: try visit.episodes.linkableBooks(
                of: season.series,
                limit: EpisodePages.suggestedBooks
            ),
            otherBooks: try visit.episodes.booksWithoutSeries(limit: EpisodePages.suggestedBooks),
            times: visit.times
        )
    }
}
