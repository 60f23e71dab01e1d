import Testing

@testable import Storytime

@Suite("How marks are set in a season")
struct SeasonProgressTests {
    /// A season from a text: a letter for each episode, from number 1 on. "w" is watched, "p" is
    /// playing, "." unwatched, "u" upcoming, and a blank no episode at all.
    private static func season(_ text: String, number: Int = 1) -> SeasonProgress {
        SeasonProgress(
            number: number,
            episodes: text.enumerated().compactMap { index, letter in
                guard letter != " " else { return nil }
                return SeriesEpisode(
                    id: ID(number * 100 + index + 1),
                    place: EpisodePlace(season: number, episode: index + 1),
                    isAired: letter != "u",
                    status: letter == "w" ? .watched : letter == "p" ? .watching : .unwatched
                )
            }
        )
    }

    /// The same season, written as such a text, after an outcome.
    private static func text(_ season: SeasonProgress, _ outcome: SeasonProgress.Outcome) -> String
    {
        var text = ""
        for episode in season.episodes {
            text += String(repeating: " ", count: episode.number - text.count - 1)
            let status = outcome.changes.first { $0.id == episode.id }?.status ?? episode.status
            switch status {
            case .watched: text += "w"
            case .watching: text += "p"
            case .unwatched: text += episode.isAired ? "." : "u"
            }
        }
        return text
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let before: String
        let status: EpisodeStatus
        let number: Int
        let after: String
        let updated: Int
        let requested: Int
        /// What was played last after it.
        let pointer: Int?
        var testDescription: String { "\(before) \(status) \(number)" }

        init(
            _ before: String,
            _ status: EpisodeStatus,
            _ number: Int,
            _ after: String,
            _ updated: Int,
            of requested: Int,
            at pointer: Int?
        ) {
            (self.before, self.status, self.number) = (before, status, number)
            (self.after, self.updated, self.requested) = (after, updated, requested)
            self.pointer = pointer
        }
    }

    @Test(
        "Each status sets what it says, and counts what changed and what it was about",
        arguments: [
            Case("......", .watched, 4, "wwww..", 4, of: 4, at: 4),
            // The second time nothing changes, and nobody is elsewhere by it.
            Case("wwww..", .watched, 4, "wwww..", 0, of: 4, at: nil),
            // What is after it stays.
            Case("wwwww.", .watched, 3, "wwwww.", 0, of: 3, at: nil),
            Case("w.w..p", .watched, 4, "wwww.p", 2, of: 4, at: 4),
            // What was being watched up to it is watched.
            Case("wp....", .watched, 4, "wwww..", 3, of: 4, at: 4),
            // Nothing that hasn't aired is marked.
            Case("...uuu", .watched, 5, "wwwuuu", 3, of: 5, at: 3),
            Case("uu....", .watched, 3, "uuw...", 1, of: 3, at: 3),
            Case("uuu", .watched, 2, "uuu", 0, of: 2, at: nil),
            // Gaps, and a season that begins later: only what exists is counted.
            Case("  .. .", .watched, 6, "  ww w", 3, of: 3, at: 6),
            Case("......", .watching, 4, "wwwp..", 4, of: 4, at: 4),
            Case("wwwp..", .watching, 4, "wwwp..", 0, of: 4, at: 4),
            // Later ones stay, but none is being watched besides.
            Case("....wp", .watching, 3, "wwp.w.", 4, of: 3, at: 3),
            Case("p.....", .watching, 3, "wwp...", 3, of: 3, at: 3),
            Case("wwwww.", .watching, 3, "wwpww.", 1, of: 3, at: 3),
            Case(".u..", .watching, 4, "wuwp", 3, of: 4, at: 4),
            // What is before it stays.
            Case("wwwwww", .unwatched, 4, "www...", 3, of: 3, at: 3),
            Case("w.w.wp", .unwatched, 4, "w.w...", 2, of: 3, at: 3),
            Case("www...", .unwatched, 4, "www...", 0, of: 3, at: 3),
            Case("wp....", .unwatched, 1, "......", 2, of: 6, at: nil),
        ]
    )
    func sets(_ example: Case) throws {
        let season = Self.season(example.before)
        let outcome = try season.setting(example.status, at: example.number)
        #expect(Self.text(season, outcome) == example.after)
        #expect(outcome.changes.count == example.updated)
        #expect(outcome.requested == example.requested)
        #expect(outcome.pointer?.episode == example.pointer)
        #expect(outcome.status == example.status)
        // The same again changes nothing.
        let again = try Self.season(Self.text(season, outcome))
            .setting(example.status, at: example.number)
        #expect(again.changes.isEmpty)
    }

    @Test("An episode that isn’t there, or that can’t be being watched yet, is refused")
    func refuses() {
        let place = EpisodePlace(season: 1, episode: 3)
        for status in EpisodeStatus.allCases {
            #expect(throws: SeasonProgress.Refusal.noSuchEpisode(place)) {
                try Self.season(".. .").setting(status, at: 3)
            }
        }
        #expect(throws: SeasonProgress.Refusal.hasNotAired(place)) {
            try Self.season("..u").setting(.watching, at: 3)
        }
        #expect(throws: SeasonProgress.Refusal.hasNotAired(place)) {
            try Self.season("..u").settingNext(3)
        }
    }

    @Test("The message names the episode, and says what hasn’t aired")
    func messages() throws {
        let message = { try Self.season($0).setting($1, at: $2).message }
        #expect(try message("......", .watched, 4) == "Progress updated to S1 E4")
        #expect(try message("......", .watching, 4) == "Progress updated to S1 E4")
        #expect(
            try message("...u", .watched, 4)
                == "Progress updated to S1 E3; 1 episode hasn’t aired yet"
        )
        #expect(
            try message(".uuu", .watched, 4)
                == "Progress updated to S1 E1; 3 episodes haven’t aired yet"
        )
        #expect(try message("uu", .watched, 2) == "Nothing changed; 2 episodes haven’t aired yet")
        #expect(try message("ww", .unwatched, 1) == "S1 E1 and later are unwatched")
        #expect(try message("ww", .unwatched, 2) == "S1 E2 is unwatched")
    }

    @Test(
        "T spec L176-179: last watched is the greatest watched number, or 0; watching the greatest, or none"
    )
    func reads() {
        for (text, last, watching) in [
            ("......", 0, nil), ("w.w...", 3, nil), ("wwp...", 2, 3), ("..pw.p", 4, 6),
            ("", 0, nil),
        ] {
            #expect(Self.season(text).lastWatched == last)
            #expect(Self.season(text).watching == watching)
        }
    }

    @Test("The next one has no mark, and what is before it was played last, even if it isn’t there")
    func setsNext() throws {
        let season = Self.season("ww www")
        let outcome = try season.settingNext(4)
        #expect(Self.text(season, outcome) == "ww .ww")
        #expect(outcome.pointer == EpisodePlace(season: 1, episode: 3))
        #expect(try Self.season("...").settingNext(1).pointer?.episode == 0)
    }

    @Test("An episode that is played marks itself alone, and takes no mark of having been watched")
    func plays() throws {
        for (before, number, toEnd, after) in [
            ("......", 4, false, "...p.."), ("...p..", 4, true, "...w.."),
            ("w..p..", 2, false, "wp...."), ("www...", 2, false, "www..."),
            ("wwwp..", 2, false, "www..."), ("www.p.", 2, true, "www.p."),
        ] {
            let season = Self.season(before)
            let outcome = try season.playing(number, toEnd: toEnd)
            #expect(Self.text(season, outcome) == after, "\(before) \(number)")
            #expect(outcome.pointer?.episode == number)
        }
    }

    @Test("The first episode to come that has a date airs next, and no other")
    func airing() {
        let day = CalendarDay(number: 20_000)
        let episodes = [nil, day.adding(9), day.adding(2), day.adding(2)].enumerated().map {
            SeriesEpisode(
                id: ID($0 + 1),
                place: EpisodePlace(season: 1, episode: $0 + 1),
                airDate: $1,
                isAired: false
            )
        }
        let aired = SeriesEpisode(id: ID(9), place: EpisodePlace(season: 1, episode: 9))
        let season = SeasonProgress(number: 1, episodes: episodes + [aired])
        #expect(
            season.episodes.map(season.airing) == [.upcoming, .upcoming, .next, .upcoming, .aired]
        )
    }

    // MARK: Series

    private static func series(_ texts: [Int: String], at pointer: (Int, Int)? = nil)
        -> SeriesProgress
    {
        SeriesProgress(
            seasons: texts.sorted { $0.key < $1.key }.map { Self.season($1, number: $0) },
            pointer: pointer.map { EpisodePlace(season: $0.0, episode: $0.1) }
        )
    }

    @Test("The next episode follows the one that was played last in its season, specials aside")
    func next() {
        let cases: [([Int: String], (Int, Int)?, String?)] = [
            ([1: "......"], nil, "S1 E1"),
            ([1: "www..."], (1, 3), "S1 E4"),
            // What was left out before it is not next.
            ([1: "w.w..."], (1, 3), "S1 E4"),
            // What was watched out of order is passed over.
            ([1: "www.w."], (1, 3), "S1 E4"), ([1: "wwww.."], (1, 2), "S1 E5"),
            // The season's end leads to the next season.
            ([1: "www", 2: "..."], (1, 3), "S2 E1"), ([1: "www", 2: "w.."], (1, 3), "S2 E2"),
            ([1: "www", 2: "www", 4: "uu."], (1, 3), "S4 E3"),
            // What was skipped comes when nothing follows any more.
            ([1: "...", 2: "www"], (2, 3), "S1 E1"), ([1: "ww.", 2: "w.w"], (2, 3), "S1 E3"),
            ([1: "w.w"], (1, 3), "S1 E2"), ([1: "www", 2: "www"], (2, 3), nil),
            // Without anything played, the first season that has one; specials only by themselves.
            ([0: "..", 1: "ww", 2: ".."], nil, "S2 E1"), ([0: "..", 1: "uu"], nil, nil),
            // Whoever watched a special goes on with the seasons.
            ([0: "w.", 1: "..."], (0, 1), "S1 E1"), ([0: "ww", 1: "w.."], (0, 2), "S1 E2"),
            ([0: "..", 1: "ww"], (1, 2), nil), ([0: ".."], nil, "Special 1"),
            ([0: "w.."], (0, 1), "Special 2"),
            // What hasn't aired is not next.
            ([1: "wwu."], (1, 2), "S1 E4"), ([1: "wwuu"], (1, 2), nil),
            // A place before the first one, as "Set as Next" makes it.
            ([1: "......"], (1, 0), "S1 E1"),
            // A season that is gone.
            ([2: "..."], (1, 3), "S2 E1"), ([:], nil, nil),
        ]
        for (texts, pointer, expected) in cases {
            let next = Self.series(texts, at: pointer).next?.place.description
            #expect(next == expected, "\(texts) \(String(describing: pointer))")
        }
    }

    @Test("What is so already has words of its own, and moves no place")
    func standing() throws {
        for (text, number, standing) in [
            ("wwww..", 2, "Already watched up to S1 E4"),
            ("wwww..", 4, "Already watched up to S1 E4"),
            // What comes after a gap isn't watched up to.
            ("ww.w..", 2, "Already watched up to S1 E2"),
            ("wwuu", 4, "Already watched up to S1 E2; 2 episodes haven’t aired yet"),
        ] {
            let outcome = try Self.season(text).setting(.watched, at: number)
            #expect(outcome.standing == standing && outcome.changes.isEmpty)
            #expect(outcome.pointer == nil)
        }
        #expect(try Self.season("w.").setting(.watched, at: 2).standing.isEmpty)
        let unaired = try Self.season("uu").setting(.watched, at: 2)
        #expect(unaired.standing.isEmpty)
        #expect(unaired.message == "Nothing changed; 2 episodes haven’t aired yet")
    }

    @Test("The season to show is the one chosen, looked at last, or to go on with")
    func shown() {
        let cases: [([Int: String], (Int, Int)?, chosen: Int?, last: Int?, Int?)] = [
            ([0: ".", 1: "..", 2: ".."], nil, nil, nil, 1),
            ([0: ".", 1: "ww", 2: ".."], (1, 2), nil, nil, 2),
            ([1: "..", 2: ".."], nil, 2, 1, 2), ([1: "..", 2: ".."], nil, 7, 2, 2),
            ([1: "w.", 2: ".."], (1, 1), nil, 2, 2),
            // What is done with isn't come back to, unless everything is.
            ([1: "ww", 2: ".."], (1, 2), nil, 1, 2), ([1: "ww", 2: "ww"], (2, 2), nil, 1, 1),
            ([1: "ww", 2: "ww"], (2, 2), nil, nil, 2), ([1: "wp.", 2: ".."], (1, 2), nil, nil, 1),
            // T spec L190-192: the newest one where nothing is to be watched.
            ([0: ".", 1: "uu", 3: "uu"], nil, nil, nil, 3), ([:], nil, nil, nil, nil),
        ]
        for (texts, pointer, chosen, last, expected) in cases {
            let progress = Self.series(texts, at: pointer)
            let shown = progress.season(toShow: chosen, lastLookedAt: last)
            #expect(shown?.number == expected, "\(texts) \(String(describing: last))")
        }
    }

    @Test("Whoever stopped in the middle of an episode goes on with it")
    func continues() {
        #expect(Self.series([1: "wwp."], at: (1, 3)).continuing?.number == 3)
        #expect(Self.series([1: "www."], at: (1, 3)).continuing?.number == 4)
        // Another one was played since.
        #expect(Self.series([1: "wwpw.."], at: (1, 4)).continuing?.number == 5)
    }

    @Test(
        "A season is complete when everything that has aired was watched, not by its last episode"
    )
    func completes() {
        for (text, isComplete) in [
            ("wwww", true), ("...w", false), ("wwwp", false), ("wwwu", true), ("uuu", false),
            ("", false),
        ] {
            #expect(Self.season(text).isComplete == isComplete, "\(text)")
        }
        #expect(Self.series([0: "...", 1: "ww", 2: "wuu", 3: "uu"]).isWatched)
        #expect(!Self.series([1: "ww", 2: "w."]).isWatched)
        #expect(Self.series([0: "w.", 1: "w.w"]).watchedCount == 2)
        #expect(Self.series([0: "w.", 1: "w.wu"]).airedCount == 3)
    }

    @Test("T spec L190-192: the newest season is shown first, and season 1 if there is none")
    func latest() {
        #expect(Self.series([0: ".", 1: ".", 3: "."]).latestSeason == 3)
        #expect(Self.series([0: "."]).latestSeason == 0)
        #expect(Self.series([:]).latestSeason == 1)
    }

    @Test("A tap leads to Watching, and to Completed once nothing more is to come")
    func lists() {
        let open = Self.series([1: "w..."])
        for before in [nil, .watchlist, .watching, .dropped, .completed] as [SeriesList?] {
            #expect(open.list(after: before, .watched) == .watching)
            let taken = open.list(after: before, .unwatched)
            #expect(taken == (before == .completed ? .watching : before))
        }
        var watched = Self.series([1: "wwwu"])
        #expect(watched.list(after: .watching, .watched) == .watching)
        // A parent said so: it stays while nothing is left to watch.
        #expect(watched.list(after: .completed, .watched) == .completed)
        watched.hasEnded = true
        #expect(watched.list(after: .watching, .watched) == .completed)
    }
}
