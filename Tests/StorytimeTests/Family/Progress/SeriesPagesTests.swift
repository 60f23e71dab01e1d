import Foundation
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The page of children’s series")
struct SeriesPagesTests {
    private let console: Console
    private let family: Family
    private let child: Child
    private let owls: ID<Series>

    init() throws {
        console = try Console()
        family = try console.addFamily()
        child = try console.addChild("Pippi", in: family)
        owls = try console.addShow("Owls at Dusk", externalID: 42)
        try console.addEpisodes(1...6, to: owls)
        try console.addEpisodes(1...2, to: owls, season: 2)
        try console.addEpisodes([1], to: owls, season: 0)
        try console.signIn(try console.addParent("astrid@example.test", in: family))
    }

    private func tap(_ number: Int, _ act: String = "episode", _ more: [(String, String)] = [])
        throws
        -> Answer
    {
        let answer = try console.post(
            "/series/\(owls)/progress",
            [("child", "\(child.id)"), ("season", "1"), (act, "\(number)")] + more
        )
        #expect(answer.status == 303)
        return try console.get(try #require(answer.location))
    }

    private var marks: String { get throws { try console.marks(of: child, in: owls) } }

    @Test("T2, T10a: one tap puts the series on Watching and marks up to it, and says so with Undo")
    func taps() throws {
        let page = try tap(4)
        #expect(page.toast?.contains("Progress updated to S1 E4") == true)
        #expect(try marks == "1 watched, 2 watched, 3 watched, 4 watched")
        #expect(page.text.components(separatedBy: #"data-status="watched""#).count == 5)
        #expect(page.contains("4 of 6 watched · next: E5"))
        let undo = try #require(page.text.firstMatch(of: /action="(\/series\/changes\/[^"]+)"/)?.1)
        let answer = try console.post(String(undo).replacing("&amp;", with: "&"))
        #expect(try console.get(try #require(answer.location)).toast?.contains("Undone.") == true)
        #expect(try marks == "")
    }

    @Test("A tap that changes nothing says so; a second tap keeps the way back")
    func tapsAgain() throws {
        #expect(try tap(4).toast?.contains("Progress updated to S1 E4") == true)
        let twice = try tap(4)
        #expect(twice.toast?.contains("Progress updated to S1 E4") == true)
        let undo = try #require(
            twice.text.firstMatch(of: /action="(\/series\/changes\/[^"]+)"/)?.1
        )
        let earlier = try tap(2)
        #expect(earlier.toast?.contains("Already watched up to S1 E4. Nothing changed.") == true)
        #expect(!earlier.contains("/series/changes/") && earlier.contains("next: E5"))
        // On another device, too, which had seen nothing of it.
        let other = try tap(3, "episode", [("version", "0")])
        #expect(other.toast?.contains("Already watched up to S1 E4. Nothing changed.") == true)
        let answer = try console.post(String(undo).replacing("&amp;", with: "&"))
        #expect(try console.get(try #require(answer.location)).toast?.contains("Undone.") == true)
        #expect(try marks == "")
        _ = try tap(4)
        console.time.now += ProgressChange.doubleTapSeconds + 1
        #expect(try tap(4).toast?.contains("Already watched up to S1 E4") == true)
        #expect(
            try tap(5, "unwatched").toast?.contains("S1 E5 and later are unwatched already") == true
        )
    }

    @Test("A season that goes on says what is to come; specials have a name of their own")
    func told() throws {
        let kites = try console.addShow("Kites")
        let today = family.today(console.time.now)
        try console.addEpisodes(1...4, to: kites)
        try console.addEpisodes([5], to: kites, aired: today.adding(9).iso)
        try console.addEpisodes(1...2, to: kites, season: 0)
        let tap = { (season: Int, number: Int, act: String) in
            let answer = try console.post(
                "/series/\(kites)/progress",
                [("child", "\(child.id)"), ("season", "\(season)"), (act, "\(number)")]
            )
            return try console.get(try #require(answer.location))
        }
        let page = try tap(1, 4, "episode")
        let day = today.adding(9).parts
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ]
        let year = day.year == today.parts.year ? "" : " \(day.year)"
        let when = "\(day.day) \(months[day.month - 1])\(year)"
        #expect(page.contains("All 4 aired episodes watched; E5 on \(when)</p>"))
        // What can’t be marked has no acts.
        #expect(page.contains("More for episode 4") && !page.contains("More for episode 5"))
        let special = try tap(0, 1, "episode")
        #expect(special.toast?.contains("Progress updated to Special 1") == true)
        #expect(!special.contains("next:") && !special.contains("S0 E"))
        let next = try tap(0, 2, "next")
        #expect(next.toast?.contains("Specials are watched between episodes") == true)
        #expect(try console.marks(of: child, in: kites, season: 0) == "1 watched")
        #expect(!(try console.get("/series/\(kites)?season=0&episode=1").contains("Set as Next")))
    }

    @Test("Watchlist pressed twice leads back to Watching, and its counts are the page’s")
    func watchlistTwice() throws {
        _ = try tap(2)
        let press = {
            let value = try #require(
                try console.get("/series/\(owls)").text
                    .firstMatch(of: /name="list" data-keep="later" value="([a-z]*)"/)?.1
            )
            _ = try console.post(
                "/series/\(owls)/list",
                [("child", "\(child.id)"), ("list", String(value))]
            )
            return try console.get("/series/\(owls)")
        }
        #expect(try press().contains(#"data-listed="Watchlist""#))
        let page = try press()
        #expect(page.contains(#"data-listed="Watching""#))
        #expect(page.contains(#"data-counts="0 1 0 0""#))
        // Of what nobody has begun there is nothing to go back to.
        _ = try tap(1, "unwatched")
        _ = try press()
        #expect(try press().contains(#"data-listed="""#))
    }

    @Test(
        "T5, T N3: one season control, the newest first and specials last, with their count beneath"
    )
    func seasons() throws {
        let page = try console.get("/series/\(owls)")
        let options = page.text.matches(of: /<option value="(\d)"[^>]*>([^<]+)</)
            .map { "\($0.1) \($0.2)" }
        #expect(options == ["2 Season 2", "1 Season 1", "0 Specials"])
        // The season with what is next is open.
        #expect(page.contains("(6 episodes)") && page.contains(#"<option value="1" selected>"#))
        #expect(page.text.components(separatedBy: "<select").count == 2)
        // The season that was chosen is remembered.
        let answer = try console.post(
            "/series/\(owls)/season",
            [("child", "\(child.id)"), ("season", "2")]
        )
        #expect(try console.get(try #require(answer.location)).contains("(2 episodes)"))
        #expect(try console.get("/series/\(owls)").contains("(2 episodes)"))
        let none = [("child", "\(child.id)"), ("season", "9")]
        #expect(try console.post("/series/\(owls)/season", none).status == 404)
    }

    @Test("T3, T6, T9: labels, chips, dates, and nothing of what was to go")
    func words() throws {
        let kites = try console.addShow("Kites")
        let today = family.today(console.time.now)
        let days = [today.adding(-400), today.adding(-1), today.adding(9), today.adding(30)]
        for (index, day) in days.enumerated() {
            try console.addEpisodes([index + 1], to: kites, aired: day.iso)
        }
        try console.addEpisodes([5], to: kites, aired: "")
        let page = try console.get("/series/\(kites)")
        #expect(page.contains(#"aria-label="Set progress to Episode 4""#))
        #expect(page.contains("Marks episodes 1 to 2 as watched"))
        #expect(!page.contains("Marks episodes 1 to 4 as watched"))
        for (words, count) in [("Aired", 2), ("Airing Next", 1), ("Upcoming", 2)] {
            #expect(page.text.components(separatedBy: ">\(words)<").count == count + 1, "\(words)")
        }
        let year = today.parts.year
        #expect(page.contains(EpisodeRow.date(days[0], year: year)))
        #expect(EpisodeRow.date(days[0], year: year).hasSuffix(", \(days[0].parts.year)"))
        let march = try #require(CalendarDay(iso: "2026-03-04"))
        #expect(EpisodeRow.date(march, year: 2026) == "Mar 4")
        #expect(page.contains("Watchlist"))
        #expect(!page.contains("Add to Watching") && !page.contains("more episodes"))
    }

    @Test("T10b, T N2: the acts of an episode, and the exact position if it is set so")
    func acts() throws {
        #expect(try console.get("/series/\(owls)?season=1&episode=4").contains("Set as Next"))
        _ = try tap(6)
        #expect(try tap(3, "next").contains("next: E3"))
        #expect(try tap(5, "unwatched").toast?.contains("S1 E5 and later are unwatched") == true)
        #expect(try marks == "1 watched, 2 watched, 4 watched")
        let exact = try Console { $0.progress.usesExactPosition = true }
        let family = try exact.addFamily()
        let child = try exact.addChild("Tommy", in: family)
        let series = try exact.addShow("Owls")
        try exact.addEpisodes(1...4, to: series)
        try exact.signIn(try exact.addParent("tove@example.test", in: family))
        let fields = [("child", "\(child.id)"), ("season", "1"), ("episode", "3")]
        _ = try exact.post("/series/\(series)/progress", fields)
        #expect(try exact.marks(of: child, in: series) == "1 watched, 2 watched, 3 watching")
        // T spec L180, T style L196: what is being watched isn’t green.
        let rows = try exact.get("/series/\(series)").text.matches(of: /data-status="([a-z]+)"/)
        #expect(rows.map(\.1) == ["watched", "watched", "watching", "unwatched"])
        #expect(try exact.get("/series/\(series)").contains("and it as being watched"))
    }

    @Test("What can’t be done is said, and nothing has changed")
    func refuses() throws {
        #expect(
            try tap(9).toast?.contains("Season 1 of this series has no episode 9.") == true
        )
        #expect(try marks == "")
        #expect(
            try console.post("/series/\(owls)/progress", [("child", "\(child.id)")]).status == 400
        )
        // Another device was quicker.
        _ = try tap(6)
        let page = try tap(2, "unwatched", [("version", "0")])
        #expect(page.toast?.contains("It was at S1 E6, set on another device.") == true)
    }

    @Test("T7: a name is found as it is typed, also with a letter wrong, and opens in place")
    func finds() throws {
        try console.addEpisodes([1], to: try console.addShow("Foxes"))
        // It has no episode.
        try console.addShow("Owl, the empty")
        let page = try console.get("/series?q=owl")
        #expect(page.contains("1 series for “owl”") && page.contains("Owls at Dusk"))
        #expect(page.contains("9 episodes") && !page.contains("Foxes"))
        #expect(page.contains(#"data-live="400""#))
        #expect(try console.get("/series?q=owlz").contains("Owls at Dusk"))
        #expect(try console.get("/series?q=zebra").contains("No series matches “zebra”"))
        let open = try console.get("/series?q=owl&show=\(owls)&season=1")
        #expect(open.contains("Set progress to Episode 6") && open.contains("(6 episodes)"))
        // What is done there leads back to it.
        let state = try #require(open.text.firstMatch(of: /name="state" value="([^"]+)"/)?.1)
        let answer = try console.post(
            "/series/\(owls)/progress",
            [
                ("child", "\(child.id)"), ("season", "1"), ("episode", "2"),
                ("state", String(state).replacing("&amp;", with: "&")),
            ]
        )
        #expect(answer.location?.hasPrefix("/series?q=owl&show=\(owls)&season=1") == true)
    }

    @Test("The lists have counts and a file, and whoever watches something finds it first")
    func lists() throws {
        let foxes = try console.addShow("Foxes")
        try console.addEpisodes(1...2, to: foxes)
        let list = { (series: ID<Series>, name: String) in
            let fields = [("child", "\(child.id)"), ("list", name)]
            let answer = try console.post("/series/\(series)/list", fields)
            return try console.get(try #require(answer.location))
        }
        #expect(try list(foxes, "watchlist").toast?.contains("Foxes moved to Watchlist.") == true)
        #expect(try list(foxes, "watchlist").contains(#"aria-pressed="true""#))
        _ = try tap(4)
        let page = try console.get("/series")
        #expect(page.contains("Owls at Dusk") && !page.contains(">Foxes<"))
        #expect(page.contains("4 of 8 watched") && page.contains("next: S1 E5"))
        #expect(page.text.components(separatedBy: #"<span class="chip-count">1<"#).count == 3)
        #expect(try console.get("/series?list=watchlist").contains(">Foxes<"))
        #expect(try console.get("/series?list=dropped").contains("Nothing on Dropped"))
        let all = try console.get("/series?list=all")
        #expect(all.contains(">Foxes<") && all.contains("Owls at Dusk"))
        let (head, bytes) = try console.download("/series.csv")
        #expect(head.header("Content-Disposition")?.contains("pippi-series") == true)
        let rows = try Console.rows(of: bytes)
        #expect(
            rows.map { $0["series"] } == ["Owls at Dusk", "Foxes"]
                || rows.map { $0["series"] } == ["Foxes", "Owls at Dusk"]
        )
        let owl = try #require(rows.first { $0["tmdb_id"] == "42" })
        #expect(owl["list"] == "watching" && owl["watched"] == "4" && owl["aired"] == "8")
        #expect(owl["next_season"] == "1" && owl["next_episode"] == "5")
        #expect(try list(foxes, "").toast?.contains("Foxes removed from Watchlist.") == true)
    }

    @Test("An admin acts for a family at addresses of its own")
    func behalf() throws {
        console.cookies = [:]
        try console.signIn(as: .admin)
        let path = "\(family.href)/series"
        #expect(try console.get(path).contains("You are acting for"))
        let fields = [("child", "\(child.id)"), ("season", "1"), ("episode", "3")]
        let answer = try console.post("\(path)/\(owls)/progress", fields)
        #expect(answer.location?.hasPrefix("\(path)/\(owls)") == true)
        #expect(try marks.hasSuffix("3 watched"))
        #expect(try console.get("/series").status == 404)
    }
}

@Suite("What a family sees of series, and of other families’ progress")
struct SeriesScopeTests {
    @Test("Another family’s child is not there, on any route, and nothing of theirs changes")
    func foreign() throws {
        let two = try TwoFamilies()
        let console = two.console
        let owls = try console.addShow("Owls", externalID: 1)
        try console.addEpisodes(1...6, to: owls)
        let theirs = try console.progress(of: two.foreign).set(
            .watched,
            at: EpisodePlace(season: 1, episode: 2),
            of: owls,
            for: two.foreign.id,
            by: .commandLine
        )
        let before = try console.marks(of: two.foreign, in: owls)
        for child in [two.foreign, two.own] {
            let status = child.id == two.own.id ? 200...303 : 404...404
            for path in [
                "/series?child=\(child.id)", "/series/\(owls)?child=\(child.id)",
                "/series.csv?child=\(child.id)",
            ] {
                #expect(status.contains(try console.get(path).status), "\(path)")
            }
            let fields = [
                ("child", "\(child.id)"), ("season", "1"), ("episode", "4"), ("list", "dropped"),
            ]
            for act in ["progress", "list", "season"] {
                let answer = try console.post("/series/\(owls)/\(act)", fields)
                #expect(status.contains(answer.status), "\(act)")
            }
        }
        let change = try #require(theirs.id)
        #expect(try console.post("/series/changes/\(change)/undo").status == 404)
        #expect(try console.marks(of: two.foreign, in: owls) == before)
        #expect(
            try console.progress(of: two.foreign).state(of: owls, for: two.foreign.id).list
                == .watching
        )
    }

    @Test("Neither pages, files nor programs tell of a book that the family may not see")
    func blocked() throws {
        let two = try TwoFamilies()
        let console = two.console
        let owls = try console.addShow("Canaries", externalID: 1)
        for (index, book) in two.blocked.enumerated() {
            try console.database.execute(
                """
                UPDATE books SET series_id = \(owls.value), series_number = \(index + 1)
                WHERE id = \(book.id.value)
                """
            )
        }
        let token = try console.bearer(try console.addParent("other@example.test", in: two.mine))
        for path in ["/series?q=canar", "/series?list=all"] {
            #expect(try !console.get(path).contains("Canar"), "\(path)")
        }
        #expect(try console.get("/series/\(owls)").status == 404)
        #expect(try console.ask(.get, "/api/watchlist/1/progress", token: token).status == 404)
        // One that it sees makes the series known, and no other of its books.
        try console.database.execute(
            """
            UPDATE books SET series_id = \(owls.value), series_number = 20
            WHERE id = \(two.book.id.value)
            """
        )
        let page = try console.get("/series/\(owls)")
        #expect(page.contains("Everybody’s") && page.contains("(1 episode)"))
        #expect(!page.contains("Canary"))
        let put = #"{"seasonNumber": 1, "episodeNumber": 1, "status": "watched"}"#
        #expect(try console.ask(.put, "/api/watchlist/1/progress", put, token: token).status == 404)
    }
}
