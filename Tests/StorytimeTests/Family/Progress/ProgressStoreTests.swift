import SQLite
import Testing

@testable import Storytime

@Suite("How far children are with series")
struct ProgressStoreTests {
    private struct Home {
        let console: Console
        let child: Child
        let owls: ID<Series>

        init(airing: String = "") throws {
            console = try Console()
            child = try console.addChild("Pippi", in: try console.addFamily())
            owls = try console.addShow("Owls", externalID: 42, airing: airing)
            try console.addEpisodes(1...6, to: owls)
        }

        var store: ProgressStore { get throws { try console.progress(of: child) } }
        var marks: String { get throws { try console.marks(of: child, in: owls) } }
        var state: ChildSeries { get throws { try store.state(of: owls, for: child.id) } }

        @discardableResult
        func set(_ status: EpisodeStatus, _ number: Int, season: Int = 1, seen: Int? = nil) throws
            -> ProgressChange
        {
            try store.set(
                status,
                at: EpisodePlace(season: season, episode: number),
                of: owls,
                for: child.id,
                seen: seen,
                by: .commandLine
            )
        }

        func undo(_ change: ProgressChange) throws -> ProgressChange {
            let id = try #require(change.id)
            return try store.undo(id, of: child.id, by: .commandLine)
        }

        func play(_ number: Int, toEnd: Bool = false, at time: Int) throws {
            _ = try store.play(
                EpisodePlace(season: 1, episode: number),
                of: owls,
                for: child.id,
                toEnd: toEnd,
                at: time
            )
        }
    }

    @Test("The latest taps can be taken back, however many there were, and of long ones fewer")
    func manyTaps() throws {
        let home = try Home()
        for number in 1...RemovedRows.mostKept + 4 {
            try home.set(number % 2 == 1 ? .watched : .unwatched, 1)
        }
        let count: SQL = "SELECT count(*) FROM progress_changes"
        #expect(try home.console.count(count) == RemovedRows.mostKept)
        // As a tap on the last of 20,000 episodes would.
        try home.console.database.execute(
            "UPDATE progress_changes SET before = before || \(String(repeating: " ", count: 90_000))"
        )
        let change = try home.set(.watched, 1)
        #expect(try home.console.count(count) == 4)
        #expect(try home.undo(change).updatedCount == 1)
    }

    @Test("A tap marks up to its episode, moves the place, and puts the series on Watching")
    func sets() throws {
        let home = try Home()
        let change = try home.set(.watched, 4)
        #expect(change.updatedCount == 4 && change.requestedCount == 4 && change.version == 1)
        #expect(change.message == "Progress updated to S1 E4")
        #expect(try home.marks == "1 watched, 2 watched, 3 watched, 4 watched")
        let state = try home.state
        #expect(state.list == .watching && state.pointer == EpisodePlace(season: 1, episode: 4))
        #expect(state.listedAt == home.console.time.now && state.version == 1)
        let entries = try home.console.texts("SELECT changes FROM audit_entries ORDER BY id DESC")
        #expect(entries.first?.contains("Owls: Progress updated to S1 E4") == true)
        // The second time nothing changes: no version, nothing to take back, no entry.
        home.console.time.now += 10
        let again = try home.set(.watched, 4)
        #expect(again.updatedCount == 0 && again.requestedCount == 4 && again.id == nil)
        #expect(try again.version == 1 && home.state == state)
        #expect(try home.console.count("SELECT count(*) FROM progress_changes") == 1)
        #expect(
            try home.console.count("SELECT count(*) FROM audit_entries") == entries.count
        )
    }

    @Test("Another season, another child and another series stay as they are")
    func staysInSeason() throws {
        let home = try Home()
        try home.console.addEpisodes(1...3, to: home.owls, season: 2)
        let foxes = try home.console.addShow("Foxes")
        try home.console.addEpisodes(1...3, to: foxes)
        let other = try home.console.addChild(
            "Tommy",
            in: try home.console.families.find(home.child.family)
        )
        try home.set(.watched, 2, season: 2)
        #expect(try home.marks == "")
        #expect(
            try home.console.marks(of: home.child, in: home.owls, season: 2)
                == "1 watched, 2 watched"
        )
        #expect(try home.console.marks(of: other, in: home.owls, season: 2) == "")
        #expect(try home.console.marks(of: home.child, in: foxes) == "")
    }

    @Test("What isn’t there changes nothing")
    func refuses() throws {
        let home = try Home()
        try home.set(.watched, 2)
        let before = try home.state
        let none = EpisodePlace(season: 1, episode: 7)
        #expect(throws: SeasonProgress.Refusal.noSuchEpisode(none)) {
            try home.set(.watched, 7, season: 1)
        }
        #expect(throws: SeasonProgress.Refusal.noSuchSeason(2)) {
            try home.set(.watched, 1, season: 2)
        }
        #expect(throws: Failure.self) {
            try home.store.set(
                .watched,
                at: EpisodePlace(season: 1, episode: 1),
                of: ID(999),
                for: home.child.id,
                by: .commandLine
            )
        }
        #expect(try home.state == before)
        #expect(try home.marks == "1 watched, 2 watched")
    }

    @Test("Undo brings back list, place and marks, once, for a day, and while nothing else changed")
    func undoes() throws {
        let home = try Home()
        try home.set(.watching, 3)
        let before = try (home.marks, home.state)
        let change = try home.set(.unwatched, 2)
        #expect(try home.marks == "1 watched")
        let undone = try home.undo(change)
        #expect(undone.updatedCount == 2)
        var state = try home.state
        #expect(state.version == 3)
        state.version = before.1.version
        #expect(try home.marks == before.0 && state == before.1)
        #expect(throws: ProgressStore.Refusal.cantBeUndone) { try home.undo(change) }
        // Something else changed since.
        let first = try home.set(.watched, 5)
        let second = try home.set(.watched, 6)
        #expect(throws: ProgressStore.Refusal.isOvertaken) { try home.undo(first) }
        home.console.time.now += ProgressChange.keptSeconds
        #expect(throws: ProgressStore.Refusal.cantBeUndone) { try home.undo(second) }
        try ProgressStore.removeOld(home.console.database, now: home.console.time.now)
        #expect(try home.console.count("SELECT count(*) FROM progress_changes") == 0)
    }

    @Test("Undo of the first tap leaves the series on no list")
    func undoesFirst() throws {
        let home = try Home()
        _ = try home.undo(try home.set(.watched, 4))
        #expect(try home.marks == "")
        let state = try home.state
        #expect(state.list == nil && state.pointer == nil && state.playedAt == nil)
        #expect(state.version == 2)
    }

    @Test("Of two devices the last one wins, and is told what the other one had set")
    func overtakes() throws {
        let home = try Home()
        let seen = try home.set(.watched, 1).version
        let first = try home.set(.watched, 6, seen: seen)
        #expect(first.overtaken == nil)
        let second = try home.set(.unwatched, 5, seen: seen)
        #expect(
            second.sentence
                == "S1 E5 and later are unwatched. It was at S1 E6, set on another device."
        )
        #expect(try home.marks == "1 watched, 2 watched, 3 watched, 4 watched")
        #expect(try home.state.pointer?.episode == 4)
    }

    @Test("A series is completed when all of it is watched and nothing more is to come")
    func completes() throws {
        for (airing, list) in [("Ended", SeriesList.completed), ("Returning Series", .watching)] {
            let home = try Home(airing: airing)
            try home.console.addEpisodes(1...2, to: home.owls, season: 0)
            try home.set(.watched, 6)
            #expect(try home.state.list == list)
            try home.set(.unwatched, 6)
            #expect(try home.state.list == .watching)
        }
        // Books of ours are all there is.
        let home = try Home()
        let kites = try home.console.addShow("Kites")
        for number in 1...2 {
            let book = try home.console.addStory("Kite \(number)")
            try home.console.database.execute(
                """
                UPDATE books SET series_id = \(kites.value), series_number = \(number)
                WHERE id = \(book.id.value)
                """
            )
        }
        let place = { EpisodePlace(season: 1, episode: $0) }
        let set = {
            try home.store.set(
                .watched,
                at: place($0),
                of: kites,
                for: home.child.id,
                by: .commandLine
            )
        }
        _ = try set(1)
        #expect(try home.store.state(of: kites, for: home.child.id).list == .watching)
        _ = try set(2)
        #expect(try home.store.state(of: kites, for: home.child.id).list == .completed)
    }

    @Test("Lists: one at a time, the same the second time, and a dropped series is tapped back")
    func lists() throws {
        let home = try Home()
        let list = { list in
            try home.store.list(home.owls, on: list, for: home.child.id, by: .commandLine)
        }
        #expect(try list(.watchlist).message == "Owls moved to Watchlist")
        let state = try home.state
        home.console.time.now += 10
        #expect(try list(.watchlist).id == nil)
        #expect(try home.state == state && state.list == .watchlist)
        let dropped = try list(.dropped)
        #expect(try home.state.list == .dropped)
        _ = try home.undo(dropped)
        #expect(try home.state.list == .watchlist)
        #expect(try home.state.listedAt == state.listedAt)
        _ = try list(.dropped)
        try home.set(.watched, 1)
        #expect(try home.state.list == .watching)
        #expect(try list(nil).message == "Owls removed from Watching")
        #expect(try home.state.list == nil)
        // Its marks stay.
        #expect(try home.marks == "1 watched")
    }

    @Test("Playing marks one episode; late and repeated news change no place and take nothing away")
    func plays() throws {
        let home = try Home()
        let now = home.console.time.now
        try home.play(2, at: now)
        #expect(try home.marks == "2 watching")
        let state = try home.state
        #expect(state.list == .watching && state.pointer?.episode == 2 && state.playedAt == now)
        // Played on: other devices needn't know.
        try home.play(2, at: now + 45)
        #expect(try home.state.version == state.version)
        #expect(try home.state.playedAt == now + 45)
        try home.play(2, toEnd: true, at: now + 60)
        try home.play(3, at: now + 70)
        #expect(try home.marks == "2 watched, 3 watching")
        // A tablet that was offline.
        try home.play(1, toEnd: true, at: now - 500)
        try home.play(5, at: now - 400)
        #expect(try home.marks == "1 watched, 2 watched, 3 watching")
        #expect(try home.state.pointer?.episode == 3)
        #expect(try home.state.playedAt == now + 70)
        // A beloved story again.
        try home.play(1, at: now + 90)
        #expect(try home.marks == "1 watched, 2 watched")
        #expect(try home.state.pointer?.episode == 1)
    }

    @Test("Setting an episode as next takes its mark, and what follows from there is next")
    func setsNext() throws {
        let home = try Home()
        try home.set(.watched, 6)
        let change = try home.store.setNext(
            EpisodePlace(season: 1, episode: 3),
            of: home.owls,
            for: home.child.id,
            by: .commandLine
        )
        #expect(change.message == "S1 E3 is next" && change.updatedCount == 1)
        let series = try home.store.episodes.find(home.owls)
        #expect(try home.store.progress(of: series, for: home.child.id).next?.number == 3)
    }

    @Test("The season that was looked at is remembered, and is no change to anybody")
    func remembersSeason() throws {
        let home = try Home()
        try home.store.remember(season: 2, of: home.owls, for: home.child.id)
        #expect(try home.state.season == 2)
        let change = try home.set(.watched, 1, seen: 0)
        #expect(change.overtaken == nil && change.version == 1)
        try home.store.remember(season: 1, of: home.owls, for: home.child.id)
        #expect(try home.state.version == 1 && home.state.season == 1)
        _ = try home.undo(change)
        #expect(try home.state.season == 1)
    }

    @Test("An episode that is a book is there for those who may see the book, and so is its title")
    func sees() throws {
        let home = try Home()
        let console = home.console
        let kites = try console.addShow("Kites")
        let put = { (book: Book, number: Int) in
            _ = try console.database.execute(
                """
                UPDATE books SET series_id = \(kites.value), series_number = \(number)
                WHERE id = \(book.id.value)
                """
            )
        }
        let seen = {
            try home.store.episodes.seasons(of: kites, for: home.child.id).flatMap(\.episodes)
        }
        let draft = try console.addBook("Canary")
        _ = try put(draft, 1)
        // Nothing of it is seen: the series isn't there.
        #expect(throws: Failure.self) { try home.store.episodes.find(kites) }
        #expect(try seen().isEmpty)
        _ = try put(try console.addStory("Red Kite"), 2)
        #expect(try home.store.episodes.find(kites).name == "Kites")
        #expect(try seen().map(\.name) == ["Red Kite"])
        #expect(try seen().first?.isAired == true)
        // An entered episode is known to everybody, whatever its book is.
        try console.addEpisodes([7], to: kites, aired: "")
        try console.database.execute(
            """
            UPDATE episodes SET title = '', book_id = NULL WHERE is_of_book = 0
                AND series_id = \(kites.value)
            """
        )
        let hidden = try console.addBook("Canary 7")
        try console.database.execute(
            "UPDATE books SET series_id = \(kites.value) WHERE id = \(hidden.id.value)"
        )
        try console.database.execute(
            """
            UPDATE episodes SET book_id = \(hidden.id.value)
            WHERE series_id = \(kites.value) AND episode_number = 7
            """
        )
        #expect(try seen().map(\.name) == ["Red Kite", "Episode 7"])
        #expect(try seen().last?.book == nil && seen().last?.isAired == false)
        // And for the child, what is hidden from them is not there.
        let scary = try #require(try console.categories.all().first)
        let red = try #require(try seen().first?.book)
        try console.database.execute(
            """
            INSERT INTO book_categories (book_id, category_id, title_key, created_at)
            SELECT id, \(scary.id.value), title_key, 1 FROM books WHERE id = \(red.value)
            """
        )
        try console.database.execute(
            """
            INSERT INTO child_hidden_categories (child_id, category_id)
            VALUES (\(home.child.id.value), \(scary.id.value))
            """
        )
        let own = try console.shelf(of: home.child.family).visibleBooks(for: home.child.id).episodes
        #expect(
            try own.seasons(of: kites, for: home.child.id).flatMap(\.episodes).map(\.number) == [7]
        )
        // In the bin it is nobody's.
        _ = try console.bin.add(red, by: .commandLine)
        #expect(try seen().map(\.number) == [7])
    }

    @Test("Days are those of the family: what airs today has aired")
    func airsToday() throws {
        let home = try Home()
        let console = home.console
        let today = try console.shelf(of: home.child.family).rights.day
        let kites = try console.addShow("Kites")
        for (number, days) in [(1, -1), (2, 0), (3, 1), (4, 9)] {
            try console.addEpisodes([number], to: kites, aired: today.adding(days).iso)
        }
        let season = try #require(
            try home.store.episodes.seasons(of: kites, for: home.child.id).first
        )
        #expect(season.episodes.map(season.airing) == [.aired, .aired, .next, .upcoming])
    }
}
