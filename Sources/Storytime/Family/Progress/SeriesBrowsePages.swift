import HTTP
import Quill
import Server

/// The series of children: found as parents type, opened in place, and marked by a tap.
enum SeriesBrowsePages {
    static let routes =
        familyPage("/series", whenNoneYet: { try $0.page(NoFamilyPage()) }, index)
        + familyPage("/series.csv", lane: .slow, scripts: .readLibrary, file)
        + familyPage("/series/{id}", show)
        + familyForm("/series/{id}/progress", mark)
        + familyForm("/series/{id}/list", list)
        + familyForm("/series/{id}/season", chooseSeason)
        + familyForm("/series/changes/{id}/undo", undo)

    // MARK: Reading

    static func index(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        var address = SeriesAddress(try visit.query(), path: scope.seriesPath)
        let children = try visit.children.list(of: scope.family.id)
        guard let child = try chosen(address.child, of: children) else {
            return try visit.page(SeriesBrowsePage(scope, address))
        }
        // Each child has an address of their own; that of an only one needs no number.
        address.child = children.count > 1 || address.child != nil ? child.id : nil
        let shelf = visit.shelf(of: scope.family)
        let finder = visit.series(of: shelf, for: child.id)
        let counts = try finder.counts()
        // Whoever asks for nothing in particular goes on with what the child is watching.
        if address.list == nil, !address.showsAll, address.words.isEmpty, counts[.watching] != nil {
            address.list = .watching
        }
        var pagination = Pagination(page: 1, perPage: SeriesFinder.perPage, total: 0)
        let slice = try finder.find(SearchWords(address.words), on: address.list) { total in
            pagination = Pagination(
                page: address.page,
                perPage: SeriesFinder.perPage,
                total: total
            )
            return pagination
        }
        return try visit.page(
            SeriesBrowsePage(
                scope: scope,
                address: address,
                children: children,
                child: child,
                counts: counts,
                cards: try slice.found.map {
                    try card($0, visit, scope, child, address, finder.episodes, counts)
                },
                corrected: slice.corrected,
                pagination: pagination.view(path: address.path, query: address.query)
            )
        )
    }

    private static func card(
        _ found: SeriesFinder.Found,
        _ visit: Visit,
        _ scope: FamilyScope,
        _ child: Child,
        _ address: SeriesAddress,
        _ episodes: SeriesEpisodes,
        _ counts: [SeriesList: Int]
    ) throws -> SeriesCard {
        let isShown = address.shown == found.series.id
        let isKnown = found.state.list != nil || found.state.pointer != nil
        guard isShown || isKnown else {
            return SeriesCard(
                found: found,
                progress: nil,
                episodeCount: try episodes.count(of: found.series.id),
                address: address,
                panel: nil
            )
        }
        let progress = try episodes.progress(of: found.series, for: child.id, found.state)
        return SeriesCard(
            found: found,
            progress: isKnown ? progress : nil,
            episodeCount: progress.episodeCount,
            address: address,
            panel: isShown
                ? panel(found.series, found.state, progress, visit, scope, child, address, counts)
                : nil
        )
    }

    static func show(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Series>) throws -> Response {
        var address = SeriesAddress(try visit.query(), path: scope.seriesPath)
        address.shown = nil
        let children = try visit.children.list(of: scope.family.id)
        guard let child = try chosen(address.child, of: children) else { throw Failure.notFound }
        let store = visit.progress(of: scope.family)
        let series = try store.episodes.find(id)
        let state = try store.state(of: id, for: child.id)
        let progress = try store.episodes.progress(of: series, for: child.id, state)
        return try visit.page(
            SeriesProgressPage(
                panel: panel(
                    series,
                    state,
                    progress,
                    visit,
                    scope,
                    child,
                    address,
                    try SeriesFinder(episodes: store.episodes, child: child.id).counts()
                )
            )
        )
    }

    private static func panel(
        _ series: SeenSeries,
        _ state: ChildSeries,
        _ progress: SeriesProgress,
        _ visit: Visit,
        _ scope: FamilyScope,
        _ child: Child,
        _ address: SeriesAddress,
        _ counts: [SeriesList: Int]
    ) -> SeriesPanel {
        SeriesPanel(
            series: series,
            state: state,
            progress: progress,
            child: child,
            scope: scope,
            address: address,
            tap: visit.site.configuration.progress.tap,
            today: scope.family.today(visit.now),
            times: visit.times,
            counts: counts
        )
    }

    /// The child whose series are asked for, or else the first one; nil where there is none. A child of
    /// another family is not there.
    private static func chosen(_ id: ID<Child>?, of children: [Child]) throws -> Child? {
        guard let id else { return children.first }
        guard let child = children.first(where: { $0.id == id }) else { throw Failure.notFound }
        return child
    }

    private static func file(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let query = try visit.query()
        let children = try visit.children.list(of: scope.family.id)
        let id = query.text("child").flatMap { ID<Child>(pathSegment: $0[...]) }
        if query.text("child") != nil, id == nil { throw Failure.notFound }
        let chosen = try chosen(id, of: children)
        guard let child = chosen, id != nil || children.count == 1 else {
            throw Failure.badRequest("Say which child’s series: “child” is the child’s id.")
        }
        let text = query.text("list") ?? ""
        let list = SeriesList(rawValue: text)
        guard list != nil || text.isEmpty || text == "all" else {
            let lists = SeriesList.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure.badRequest("“list” must be one of \(lists).")
        }
        return try visit.csv(
            try SeriesExport(child, list, visit.shelf(of: scope.family), now: visit.now),
            named: FileName(
                .child(child),
                list?.rawValue ?? "series",
                visit.times.isoDay(visit.now)
            )
        )
    }

    // MARK: Changing

    /// What a button of an episode says.
    private enum Act: String, CaseIterable {
        /// The row itself was tapped.
        case episode
        case watched, unwatched, next
    }

    static func mark(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let child = try child(fields)
        let store = visit.progress(of: scope.family)
        let act = Act.allCases.first { fields.text($0.rawValue) != nil }
        guard let act, let number = fields.number(act.rawValue),
            let season = fields.number("season")
        else { throw Failure.badRequest("The form doesn’t say which episode it is about.") }
        let place = EpisodePlace(season: season, episode: number)
        let seen = fields.number("version")
        return try change(visit, scope, id, fields) {
            let change =
                switch act {
                case .next:
                    try store.setNext(place, of: id, for: child, seen: seen, by: scope.actor)
                case .episode, .watched, .unwatched:
                    try store.set(
                        act == .unwatched
                            ? .unwatched
                            : act == .watched ? .watched : visit.site.configuration.progress.tap,
                        at: place,
                        of: id,
                        for: child,
                        seen: seen,
                        by: scope.actor
                    )
                }
            try store.remember(season: season, of: id, for: child)
            return change
        } whenNothing: { change in
            guard act != .unwatched, act != .next,
                let repeated = try store.repeated(place, of: id, for: child)
            else { return Flash(.info, change.nothing) }
            let address = SeriesAddress(carriedBy: fields, path: scope.seriesPath)
            return Flash(.good, change.message, undo: undoHref(repeated, id, address))
        }
    }

    static func list(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Series>) throws -> Response {
        let fields = try visit.fields()
        let child = try child(fields)
        let text = fields.text("list") ?? ""
        let list = SeriesList(rawValue: text)
        guard list != nil || text.isEmpty else {
            throw Failure.badRequest("There’s no such list.")
        }
        return try change(visit, scope, id, fields) {
            try visit.progress(of: scope.family).list(id, on: list, for: child, by: scope.actor)
        }
    }

    /// Makes a change, and leads back to what is as it is now, with Undo or the reason why nothing changed.
    private static func change(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Series>,
        _ fields: Fields,
        _ act: () throws -> ProgressChange,
        whenNothing: (ProgressChange) throws -> Flash = { Flash(.info, $0.nothing) }
    ) throws -> Response {
        let address = SeriesAddress(carriedBy: fields, path: scope.seriesPath)
        let notice: Flash
        do {
            let change = try act()
            notice =
                change.isNothing
                ? try whenNothing(change)
                : Flash(
                    .good,
                    // The words of progress are the app's own, and have no full stop there.
                    change.isOfList ? change.sentence + "." : change.sentence,
                    undo: change.id.map { undoHref($0, change.series, address) }
                )
        } catch let refusal as SeasonProgress.Refusal {
            notice = Flash(.bad, refusal.message)
        } catch ProgressStore.Refusal.isFull {
            notice = Flash(.bad, ProgressStore.fullness)
        }
        return try visit.redirect(to: address.back(to: id) + Flash.anchor, notice: notice)
    }

    private static func child(_ fields: Fields) throws -> ID<Child> {
        guard let text = fields.text("child") else {
            throw Failure.badRequest("The form doesn’t say which child it is about.")
        }
        guard let id = ID<Child>(pathSegment: text[...]) else { throw Failure.notFound }
        return id
    }

    private static func undoHref(
        _ change: ID<ProgressChange>,
        _ series: ID<Series>,
        _ address: SeriesAddress
    ) -> String {
        let pairs = [
            (name: "series", value: String(series.value)), (name: "state", value: address.carried),
        ]
        return "\(address.path)/changes/\(change)/undo?" + PercentEncoding.encodeQuery(pairs)
    }

    static func undo(_ visit: Visit, _ scope: FamilyScope, _ change: ID<ProgressChange>) throws
        -> Response
    {
        let query = try visit.query()
        let address = SeriesAddress(carriedBy: query, path: scope.seriesPath)
        let store = visit.progress(of: scope.family)
        let (child, series) = try store.subject(of: change)
        let notice: Flash
        do {
            _ = try store.undo(change, of: child, by: scope.actor)
            notice = Flash(.good, "Undone.")
        } catch ProgressStore.Refusal.cantBeUndone {
            notice = Flash(.info, "This was already undone, or it’s too late to undo it.")
        } catch ProgressStore.Refusal.isOvertaken {
            notice = Flash(.info, "There’s nothing to undo: it has been changed since.")
        }
        return try visit.redirect(to: address.back(to: series) + Flash.anchor, notice: notice)
    }

    static func chooseSeason(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Series>) throws
        -> Response
    {
        let fields = try visit.fields()
        let store = visit.progress(of: scope.family)
        let child = try store.child(try child(fields))
        let series = try store.episodes.find(id)
        var address = SeriesAddress(carriedBy: fields, path: scope.seriesPath)
        guard let season = fields.number("season"),
            try store.progress(of: series, for: child.id).season(season) != nil
        else { throw Failure.notFound }
        try store.remember(season: season, of: id, for: child.id)
        address.season = season
        return try visit.redirect(to: address.back(to: id))
    }
}

extension SeriesBrowsePage {
    /// Of a family that has no children yet.
    init(_ scope: FamilyScope, _ address: SeriesAddress) {
        self.init(
            scope: scope,
            address: address,
            children: [],
            child: nil,
            counts: [:],
            cards: [],
            corrected: nil,
            pagination: Pagination(page: 1, perPage: 1, total: 0).view(path: address.path)
        )
    }
}
