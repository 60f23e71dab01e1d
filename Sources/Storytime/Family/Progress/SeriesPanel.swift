import Quill

/// An episode as a row to be tapped.
struct EpisodeRow: Record {
    let episode: SeriesEpisode
    let airing: SeriesEpisode.Airing
    /// Whether it is the next one to watch.
    let isNext: Bool
    /// What a tap says that everything up to here is.
    let tap: EpisodeStatus
    /// Where it is played, if it is a book of ours.
    let playHref: String?
    /// Where its other acts are without a script.
    let moreHref: String
    /// Whether it can be the next one at all: no special can.
    let mayBeNext: Bool
    let showsActs: Bool
    /// The year that needs no words.
    let year: Int

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Mar 4", and the year unless it is this one.
    static func date(_ day: CalendarDay, year: Int) -> String {
        let parts = day.parts
        let text = "\(months[parts.month - 1]) \(parts.day)"
        return parts.year == year ? text : "\(text), \(parts.year)"
    }

    private var number: Int { episode.number }

    /// What a tap does, for those who don't see it coming.
    private var hint: String {
        guard airing == .aired else {
            return tap == .watching
                ? "Hasn’t aired yet"
                : "Hasn’t aired yet; marks the aired episodes before it as watched"
        }
        if tap == .watching {
            return number <= 1
                ? "Marks episode \(number) as being watched"
                : "Marks the episodes before it as watched, and it as being watched"
        }
        return number <= 1
            ? "Marks episode \(number) as watched" : "Marks episodes 1 to \(number) as watched"
    }

    static let fields: [Field<EpisodeRow>] = [
        .int("number") { $0.number },
        .text("title") { $0.episode.title },
        .text("status") { $0.episode.status.rawValue },
        .text("airing") { $0.airing.rawValue },
        .text("airing_kind") { row in
            switch row.airing {
            case .aired: "aired"
            case .upcoming: "upcoming"
            case .next: "next"
            }
        },
        .bool("is_aired") { $0.episode.isAired },
        .bool("is_next") { $0.isNext },
        .text("hint") { $0.hint },
        .optionalText("date") { row in
            row.episode.airDate.map { EpisodeRow.date($0, year: row.year) }
        },
        .optionalText("day") { $0.episode.airDate?.iso },
        .optionalText("play_href") { $0.playHref },
        .text("more_href") { $0.moreHref },
        // What hasn't aired can't be marked, so there is nothing more to do with it.
        .bool("has_more") { $0.episode.isAired || $0.episode.status != .unwatched },
        .bool("may_be_next") { $0.mayBeNext },
        .bool("shows_acts") { $0.showsActs },
    ]
}

/// A series that is open: its seasons, the episodes of one of them, and what can be done.
struct SeriesPanel: Record {
    let series: SeenSeries
    let state: ChildSeries
    let progress: SeriesProgress
    let child: Child
    let scope: FamilyScope
    let address: SeriesAddress
    let tap: EpisodeStatus
    let today: CalendarDay
    let times: TimeText
    /// How many series are on each of the child's lists.
    let counts: [SeriesList: Int]

    /// The season that is shown.
    var season: SeasonProgress {
        progress.season(toShow: address.season, lastLookedAt: state.season)
            ?? SeasonProgress(number: progress.latestSeason, episodes: [])
    }

    private var path: String { "\(address.path)/\(series.id)" }

    /// The newest first, and specials last.
    private var seasons: [Choice] {
        let shown = season.number
        return progress.seasons.reversed().map {
            Choice(
                value: String($0.number),
                label: Self.name(of: $0.number),
                isChosen: $0.number == shown
            )
        }
    }

    static func name(of season: Int) -> String { season == 0 ? "Specials" : "Season \(season)" }

    private var rows: [EpisodeRow] {
        let season = season
        let next = progress.next?.id
        let year = today.parts.year
        let mayBeNext = progress.mayLeadOn(season)
        return season.episodes.map { episode in
            EpisodeRow(
                episode: episode,
                airing: season.airing(of: episode),
                isNext: episode.id == next,
                tap: tap,
                playHref: episode.book.map { scope.storyHref($0, with: child.id) },
                moreHref: moreHref(episode.number, season.number),
                mayBeNext: mayBeNext,
                showsActs: address.episode == episode.number,
                year: year
            )
        }
    }

    private func moreHref(_ episode: Int, _ season: Int) -> String {
        guard address.shown == series.id else {
            return address.seriesHref(series.id, season: season, episode: episode) + "#e\(episode)"
        }
        var other = address
        (other.season, other.episode) = (season, episode)
        return other.href + "#e\(episode)"
    }

    /// "3 of 6 watched · next: E4"; of a season that goes on later, when it does.
    private var toldText: String {
        let season = season
        let watched = Counted.number(season.watchedCount)
        let aired = Counted.number(season.airedCount)
        guard season.isComplete else {
            return ["\(watched) of \(aired) watched", nextText].compactMap(\.self)
                .joined(separator: " · ")
        }
        let told =
            season.upcoming.map { upcoming in
                let all =
                    season.airedCount == 1
                    ? "The aired episode is watched" : "All \(aired) aired episodes watched"
                return "\(all); \(upcoming.place.inSeason) \(whenText(upcoming))"
            } ?? "\(SeriesPanel.complete(season.number)): \(watched) of \(aired) watched"
        return [told, nextText].compactMap(\.self).joined(separator: " · ")
    }

    private static func complete(_ season: Int) -> String {
        season == 0 ? "The specials are complete" : "\(name(of: season)) is complete"
    }

    /// "on 29 November", with the year unless it is this one.
    private func whenText(_ episode: SeriesEpisode) -> String {
        guard let day = episode.airDate else { return "is still to come" }
        let text = times.day(day)
        let year = " \(day.parts.year)"
        let isThisYear = day.parts.year == today.parts.year && text.hasSuffix(year)
        return "on \(isThisYear ? String(text.dropLast(year.count)) : text)"
    }

    private var nextText: String? {
        progress.next.map { next in
            "next: \(next.place.season == season.number ? next.place.inSeason : next.place.description)"
        }
    }

    /// Where the button for later leads: back to where the series came from, once it is there.
    private var laterList: SeriesList? {
        guard state.list == .watchlist else { return .watchlist }
        return progress.hasBegun ? progress.list(after: .watching, .watched) : nil
    }

    /// The lists that it could be moved to, besides the one for later, which has a button.
    private var lists: [ListAct] {
        var acts = SeriesList.allCases.filter { $0 != .watchlist && $0 != state.list }
            .map { ListAct(value: $0.rawValue, label: "Move to \($0.label)") }
        if let list = state.list, list != .watchlist {
            acts.append(ListAct(value: "", label: "Remove from \(list.label)"))
        }
        return acts
    }

    /// A list to be chosen.
    struct ListAct: Record {
        let value: String
        let label: String

        static let fields: [Field<ListAct>] = [
            .text("value") { $0.value },
            .text("label") { $0.label },
        ]
    }

    static let fields: [Field<SeriesPanel>] = [
        .int("id") { $0.series.id.value },
        .text("name") { $0.series.name },
        .text("description") { $0.series.description },
        .text("child_name") { $0.child.name },
        .int("child_id") { $0.child.id.value },
        .int("version") { $0.state.version },
        .text("tap") { $0.tap.rawValue },
        .text("facts_text") { $0.progress.facts.joined(separator: " · ") },
        .text("href") { $0.address.seriesHref($0.series.id, season: $0.season.number) },
        .text("progress_href") { $0.path + "/progress" },
        .text("season_href") { $0.path + "/season" },
        .text("list_href") { $0.path + "/list" },
        .text("state") { panel in
            var address = panel.address
            (address.season, address.episode) = (panel.season.number, nil)
            return address.carried
        },
        .int("season") { $0.season.number },
        .text("season_name") { SeriesPanel.name(of: $0.season.number) },
        .list("seasons") { $0.seasons },
        .int("episodes_count") { $0.season.episodes.count },
        .text("told_text") { $0.toldText },
        .bool("is_on_watchlist") { $0.state.list == .watchlist },
        .text("later_list") { $0.laterList?.rawValue ?? "" },
        .text("counts") { panel in
            SeriesList.allCases.map { Counted.number(panel.counts[$0] ?? 0) }.joined(separator: " ")
        },
        .optionalText("list_label") { $0.state.list?.label },
        .list("lists") { $0.lists },
        .list("rows") { $0.rows },
    ]
}
