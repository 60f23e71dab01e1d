import SQLite
import Testing

@testable import Storytime

@Suite("From story to story")
struct SeriesStepsTests {
    /// A child whose library has a series: three stories in its first season, two in the second, a
    /// special, and one without a number.
    private struct Home {
        let console: Console
        let child: Child
        let series: ID<Series>
        private(set) var books: [String: Book] = [:]

        init() throws {
            console = try Console()
            let family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            series = try console.addShow("Foxes")
            for (season, numbers) in [(1, [1, 2, 3]), (2, [1, 2]), (0, [1])] {
                for number in numbers {
                    let book = try add("S\(season) E\(number)")
                    try console.database.execute(
                        """
                        INSERT INTO seasons (series_id, season_number)
                        VALUES (\(series.value), \(season)) ON CONFLICT DO NOTHING
                        """
                    )
                    try console.database.execute(
                        """
                        INSERT INTO episodes (series_id, season_number, episode_number, book_id,
                            created_at, updated_at)
                        VALUES (\(series.value), \(season), \(number), \(book.id.value), 0, 0)
                        """
                    )
                }
            }
            _ = try add("Extra")
        }

        private mutating func add(_ title: String) throws -> Book {
            let book = try console.addStory(title)
            try console.addReadyVideo(book.id, seconds: 600)
            try console.put(book, in: "Foxes", nil)
            try console.addToLibrary([book.id], of: child)
            books[title] = book
            return book
        }

        var list: LibraryList {
            get throws {
                LibraryList(
                    database: console.database,
                    shelf: try console.shelf(of: child.family),
                    child: child.id,
                    isForChild: true
                )
            }
        }

        /// Sets marks, such as "1.1 w, 1.2 …", and the place that was played last.
        func set(_ marks: String, pointer: String?) throws {
            let database = console.database
            try database.execute("DELETE FROM episode_progress")
            try database.execute("DELETE FROM child_series")
            for mark in marks.split(separator: " ") {
                let numbers = mark.dropLast().split(separator: ".").compactMap { Int($0) }
                try database.execute(
                    """
                    INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
                    SELECT \(child.id.value), id, \(mark.last == "w" ? "watched" : "watching"), 0
                    FROM episodes
                    WHERE season_number = \(numbers[0]) AND episode_number = \(numbers[1])
                    """
                )
            }
            let place = pointer?.split(separator: ".").compactMap { Int($0) }
            try database.execute(
                """
                INSERT INTO child_series (child_id, series_id, played_season, played_episode,
                    played_at, updated_at)
                VALUES (\(child.id.value), \(series.value), \(place?[0]), \(place?[1]),
                    \(place.map { _ in 1 }), 0)
                """
            )
        }

        func next() throws -> String? {
            let found = try SeriesSteps(list).series([series])[series]
            return try found.map { try console.books.find($0.book).title }
        }
    }

    @Test("The story to watch next is what was begun, or follows what was played last")
    func table() throws {
        let home = try Home()
        let cases: [(marks: String, pointer: String?, next: String)] = [
            ("", nil, "S1 E1"),
            ("1.1w", "1.1", "S1 E2"),
            // What was skipped comes after what follows.
            ("1.2w", "1.2", "S1 E3"),
            ("1.2p", "1.2", "S1 E2"),
            ("1.1w 1.2p", "1.1", "S1 E2"),
            ("1.1w 1.2w 1.3w", "1.3", "S2 E1"),
            ("1.3w 2.1w 2.2w", "2.2", "S1 E1"),
            ("1.1w", nil, "S1 E2"),
            // Specials lead to nothing, and come when nothing else is left.
            ("", "0.0", "S1 E1"),
            ("0.1w 1.1w", "0.1", "S1 E2"),
            ("1.1w 1.2w 1.3w 2.1w 2.2w", "2.2", "S0 E1"),
            ("0.1w 1.1w 1.2w 1.3w 2.1w 2.2w", "2.2", "Extra"),
        ]
        for (marks, pointer, next) in cases {
            try home.set(marks, pointer: pointer)
            #expect(try home.next() == next, "\(marks), \(pointer ?? "-")")
        }
        // When there is nothing left, the first one again.
        try home.set("0.1w 1.1w 1.2w 1.3w 2.1w 2.2w", pointer: "2.2")
        try home.console.play(try #require(home.books["Extra"]).id, by: home.child, until: 5)
        #expect(try home.next() == "S1 E1")
    }

    @Test("It is the one that the series' own page names, wherever that can be watched")
    func agrees() throws {
        let home = try Home()
        var random = SeededRandom(seed: 9)
        let places = ["1.1", "1.2", "1.3", "2.1", "2.2", "0.1"]
        for _ in 0..<120 {
            var marks = places.filter { _ in Bool.random(using: &random) }.map { $0 + "w" }
            let pointer = [nil, "1.0"] + places.map(Optional.some)
            let place = pointer[Int.random(in: pointer.indices, using: &random)]
            if let place, Bool.random(using: &random) {
                marks.removeAll { $0.hasPrefix(place) }
                marks.append(place + "p")
            }
            try home.set(marks.joined(separator: " "), pointer: place)
            let store = try home.console.progress(of: home.child)
            let seen = try store.episodes.find(home.series)
            let progress = try store.progress(of: seen, for: home.child.id)
            guard let expected = progress.continuing else { continue }
            #expect(try home.next() == expected.title, "\(marks), \(place ?? "-")")
        }
    }

    @Test("What the child can't watch is passed over")
    func unplayable() throws {
        let home = try Home()
        try home.set("1.1w", pointer: "1.1")
        let second = try #require(home.books["S1 E2"])
        try home.console.endRights(second.id)
        #expect(try home.next() == "S1 E3")
        let third = try #require(home.books["S1 E3"])
        try home.console.database.execute(
            "UPDATE video_assets SET status = 'preparing' WHERE book_id = \(third.id.value)"
        )
        #expect(try home.next() == "S2 E1")
        try home.console.database.execute(
            """
            DELETE FROM library_items WHERE book_id NOT IN (\(second.id.value), \(third.id.value))
            """
        )
        #expect(try home.next() == nil)
    }

    @Test("Behind a story comes the next unwatched one, or else the next one, until the last")
    func following() throws {
        let home = try Home()
        let following = { (title: String) in
            let book = try #require(home.books[title])
            return try SeriesSteps(home.list).following(book.id)
                .map { try home.console.books.find($0).title }
        }
        #expect(try following("S1 E1") == "S1 E2")
        #expect(try following("S1 E3") == "S2 E1")
        #expect(try following("S2 E2") == nil)
        #expect(try following("S0 E1") == nil)
        #expect(try following("Extra") == nil)
        try home.set("1.2w 1.3w 2.1w", pointer: "1.1")
        #expect(try following("S1 E1") == "S2 E2")
        try home.set("1.1w 1.2w 1.3w 2.1w 2.2w", pointer: "1.1")
        #expect(try following("S1 E1") == "S1 E2")
        let alone = try home.console.addStory("Alone")
        #expect(try SeriesSteps(home.list).following(alone.id) == nil)
    }
}
