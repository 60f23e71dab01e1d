import SQLite
import Testing

@testable import Storytime

@Suite("What is watched of a series’ stories sets its progress")
struct UsageProgressTests {
    private let home: WatchingHome
    private let series: ID<Series>
    private let stories: [Book]

    init() throws {
        home = try WatchingHome()
        var stories = [home.fox, home.owl]
        for number in 3...4 {
            let book = try home.console.addStory("Tale \(number)")
            try home.console.addReadyVideo(book.id, seconds: 600)
            try home.console.addToLibrary([book.id], of: home.pippi)
            stories.append(book)
        }
        self.stories = stories
        series = try home.console.put(home.fox, in: "Tales", 1)
        for (index, book) in stories.enumerated() {
            try home.console.put(book, in: "Tales", index + 1)
        }
    }

    private func marks(of child: Child? = nil) throws -> String {
        try home.console.marks(of: child ?? home.pippi, in: series)
    }

    private var state: ChildSeries {
        get throws {
            try home.console.progress(of: home.pippi).state(of: series, for: home.pippi.id)
        }
    }

    @Test("A story that really began is being watched, and one that reached its end was watched")
    func marks() throws {
        try home.watch(home.pippi, stories[0], daysAgo: 1, seconds: 600, toEnd: true)
        #expect(try marks() == "1 watched")
        // Opened by accident.
        try home.watch(home.pippi, stories[1], seconds: 6)
        #expect(try marks() == "1 watched")
        try home.watch(home.pippi, stories[1], after: 60, seconds: 30)
        #expect(try marks() == "1 watched, 2 watching")
        #expect(try state.list == .watching)
        #expect(try state.pointer == EpisodePlace(season: 1, episode: 2))
        #expect(try state.playedAt == WatchingHome.noon + 90)
        try home.watch(home.pippi, stories[1], after: 600, seconds: 600, toEnd: true)
        #expect(try marks() == "1 watched, 2 watched")
        // Nothing is said of those before it, nor by anybody else's watching.
        try home.watch(home.pippi, stories[3], after: 1800, seconds: 600, toEnd: true)
        #expect(try marks() == "1 watched, 2 watched, 4 watched")
        #expect(try marks(of: home.tommy) == "")
        // A story of no series is as it was.
        let other = try home.console.addStory("Other")
        try home.console.addToLibrary([other.id], of: home.pippi)
        try home.watch(home.pippi, other, after: 3000, seconds: 100)
        #expect(try home.console.count("SELECT count(*) FROM child_series") == 1)
    }

    @Test("When all stories were watched, the series is completed")
    func completed() throws {
        for (index, book) in stories.enumerated() {
            try home.watch(home.pippi, book, daysAgo: 4 - index, seconds: 600, toEnd: true)
            #expect(try state.list == (index == 3 ? .completed : .watching))
        }
        // Watched once more, it stays so, and goes on from there.
        try home.watch(home.pippi, stories[1], seconds: 200)
        #expect(try marks() == "1 watched, 2 watched, 3 watched, 4 watched")
        #expect(try state.list == .completed)
        #expect(try state.pointer == EpisodePlace(season: 1, episode: 2))
    }

    /// The events of a session, as a player tells them.
    private func script(_ book: Book, _ session: String, at start: Int, seconds: Int, toEnd: Bool)
        -> [UsageEvent]
    {
        var script = PlayerScript(child: home.pippi.id, book: book.id, session: session)
        script.add(.playStart, at: start, position: 0)
        for beat in stride(from: 45, to: seconds, by: 45) {
            script.add(.heartbeat, at: start + beat, position: beat)
        }
        script.add(toEnd ? .playEnd : .pause, at: start + seconds, position: seconds)
        return script.all
    }

    @Test("Events that come twice, or in any order, come to the same")
    func order() throws {
        let events = script(stories[0], "a", at: WatchingHome.noon, seconds: 590, toEnd: true)
        try home.console.record(events.reversed(), of: home.family.id)
        #expect(try marks() == "1 watched")
        let version = try state.version
        try home.console.record(events, of: home.family.id)
        try home.console.record(Array(events.prefix(4)), of: home.family.id)
        #expect(try state.version == version)
        // One by one, the last one first.
        let start = WatchingHome.noon + 700
        let others = script(stories[1], "b", at: start, seconds: 200, toEnd: false)
        for event in others.reversed() {
            try home.console.record([event], of: home.family.id)
        }
        #expect(try marks() == "1 watched, 2 watching")
    }

    @Test("Late news say what was watched, and change nothing that is newer")
    func late() throws {
        let early = script(stories[0], "a", at: WatchingHome.noon - 3000, seconds: 580, toEnd: true)
        let begun = script(stories[2], "c", at: WatchingHome.noon - 2000, seconds: 90, toEnd: false)
        try home.watch(home.pippi, stories[1], seconds: 100)
        try home.console.record(early, of: home.family.id)
        // Begun before what is being watched now: no longer true.
        try home.console.record(begun, of: home.family.id)
        #expect(try marks() == "1 watched, 2 watching")
        #expect(try state.pointer == EpisodePlace(season: 1, episode: 2))
    }

    @Test("A mark that was taken away isn’t brought back by late events, nor by the same session")
    func takenBack() throws {
        let events = script(stories[0], "a", at: WatchingHome.noon, seconds: 400, toEnd: false)
        try home.console.record(Array(events.prefix(4)), of: home.family.id)
        #expect(try marks() == "1 watching")
        let ended = script(stories[1], "b", at: WatchingHome.noon + 500, seconds: 580, toEnd: true)
        home.console.time.now = WatchingHome.noon + 1200
        try home.console.record(Array(ended.dropLast()), of: home.family.id)
        #expect(try marks() == "2 watching")
        home.console.time.now = WatchingHome.noon + 1800
        let first = EpisodePlace(season: 1, episode: 1)
        _ = try home.console.progress(of: home.pippi)
            .set(.unwatched, at: first, of: series, for: home.pippi.id, by: .commandLine)
        #expect(try marks() == "")
        // The end that happened before it arrives after it.
        try home.console.record(ended.suffix(1), of: home.family.id)
        #expect(try marks() == "")
        try home.console.record(events, of: home.family.id)
        #expect(try marks() == "")
        // What is watched afterwards counts again.
        try home.watch(home.pippi, stories[0], after: 2400, seconds: 60)
        #expect(try marks() == "1 watching")
    }

    @Test("Leaving a viewing out or deleting it takes no mark away; one that is left out sets none")
    func leftOut() throws {
        let viewing = try home.watch(home.pippi, stories[0], seconds: 580, toEnd: true)
        try home.console.usage.setLeftOut(true, viewing.id, of: home.pippi, by: .commandLine)
        #expect(try marks() == "1 watched")
        let begun = try home.watch(home.pippi, stories[1], after: 700, seconds: 5)
        try home.console.usage.setLeftOut(true, begun.id, of: home.pippi, by: .commandLine)
        let more = script(
            stories[1],
            begun.key.session,
            at: WatchingHome.noon + 700,
            seconds: 300,
            toEnd: false
        )
        try home.console.record(Array(more.dropFirst()), of: home.family.id)
        #expect(try marks() == "1 watched")
    }

    @Test("An episode that an admin linked to a book is marked where it stands")
    func linked() throws {
        let book = try home.console.addStory("Special")
        try home.console.addReadyVideo(book.id, seconds: 600)
        try home.console.addToLibrary([book.id], of: home.pippi)
        try home.console.put(book, in: "Tales", nil)
        try home.console.addEpisodes(1...3, to: series, season: 0)
        try home.console.database.execute(
            """
            UPDATE episodes SET book_id = \(book.id.value)
            WHERE season_number = 0 AND episode_number = 2
            """
        )
        try home.watch(home.pippi, book, seconds: 600, toEnd: true)
        #expect(try home.console.marks(of: home.pippi, in: series, season: 0) == "2 watched")
        #expect(try marks() == "")
    }

    @Test("A series that the family may not see, or a full list, keeps no event from being counted")
    func refused() throws {
        try home.console.database.execute("UPDATE books SET status = 'archived'")
        try home.console.database.execute("DELETE FROM library_items")
        try home.console.database.execute(
            """
            INSERT INTO viewings (child_id, session_id, book_id, day, started_at, ended_at, watched_ms,
                is_finished, event_count)
            VALUES (\(home.pippi.id.value), 'old', \(stories[0].id.value), '2026-11-01', 1, 1, 0, 0, 1)
            """
        )
        let viewing = try home.watch(home.pippi, stories[0], seconds: 120)
        #expect(viewing.sums.watchedMS == 120_000)
        #expect(try marks() == "")
    }
}
