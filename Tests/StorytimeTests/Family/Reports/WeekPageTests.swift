import Markup
import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("A child's week")
struct WeekPageTests {
    private func week(_ home: WatchingHome, _ query: String = "") throws -> Answer {
        try home.console.get("/children/\(home.pippi.id)/week" + query)
    }

    /// The sentences, as they are read.
    private func sentences(_ page: Answer) throws -> [String] {
        let start = try #require(page.text.range(of: "id=\"words-title\""))
        let rest = page.text[start.upperBound...]
        let section = rest[..<(rest.range(of: "</section>")?.lowerBound ?? rest.endIndex)]
        return section.split(separator: "<p").dropFirst().map { part in
            let words = part.split(separator: "</p>")[0].drop { $0 != ">" }.dropFirst()
            var text = ""
            var isTag = false
            for character in words {
                if character == "<" { isTag = true }
                if !isTag { text.append(character) }
                if character == ">" { isTag = false }
            }
            return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    @Test("It is said in sentences: how much, what was loved, finished, left and never opened")
    func sentences() throws {
        let home = try WatchingHome()
        let bear = try home.console.addStory("A Bear")
        try home.console.addReadyVideo(bear.id, seconds: 300)
        // Kids Mode doesn't show what has no video, so nobody could have opened it.
        let silent = try home.console.addStory("A Silent Bear")
        try home.console.addToLibrary([bear.id, silent.id], of: home.pippi)
        for day in [0, 1, 2] {
            try home.watch(home.pippi, home.fox, daysAgo: day, seconds: 600, toEnd: true)
        }
        try home.watch(home.pippi, home.owl, daysAgo: 1, after: 6 * 3600, seconds: 100)
        try home.watch(home.pippi, home.fox, daysAgo: 8, seconds: 600)
        // Below five plays there is no habit to tell of.
        #expect(try sentences(try week(home)).count == 5)
        try home.watch(home.pippi, home.owl, daysAgo: 1, after: 7 * 3600, seconds: 100)
        let page = try week(home)
        #expect(
            try sentences(page) == [
                "Pippi watched 33 minutes this week so far, on 3 days. "
                    + "That is 23 minutes more than on the same days last week.",
                "Most loved: The Lantern Fox (3 times, 30 minutes).",
                "Finished: The Lantern Fox.",
                "Started but not finished: An Owl at Noon (at 1:40 of 10:00).",
                "Mostly in the afternoon (12–17), and most of all on Friday.",
                "Never opened: A Bear.",
            ]
        )
        #expect(page.contains(WatchedTime.rule))
        #expect(page.contains("16 to 22 November 2026"))
        // One picture, with seven bars and its table.
        #expect(page.markup.all("rect").count == 7)
        #expect(page.contains("Wednesday 18 November 2026: 0 minutes"))
    }

    @Test("What follows from it is a link away")
    func acts() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.owl, seconds: 100)
        try home.leave(home.owl, at: 100)
        let page = try week(home)
        let child = "/children/\(home.pippi.id)"
        for target in [
            "/catalog/books/\(home.owl.id)?child=\(home.pippi.id)", "\(child)/library",
            "\(child)/usage?range=this-week#unopened-title", "\(child)/usage?range=this-week",
            "\(child)/viewings?range=this-week", "\(child)/week.csv?range=this-week",
            "\(child)/week?range=last-week",
        ] {
            #expect(page.markup.targets.contains(target), "\(target)")
            #expect(try home.console.get(target).status == 200)
        }
        #expect(page.markup.targets.contains { $0.hasPrefix("/catalog?age=") })
        #expect(try home.console.get("\(child)/usage").markup.targets.contains("\(child)/week"))
    }

    @Test("What would do nothing is not offered")
    func idleActs() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.owl, seconds: 100)
        let library = "/children/\(home.pippi.id)/library"
        let goesOn = { () throws -> Bool in
            let page = try week(home)
            let targets = page.markup.targets
            let player = "/catalog/books/\(home.owl.id)?child=\(home.pippi.id)"
            #expect(targets.contains(player) == targets.contains(library))
            #expect(targets.contains(player) == page.contains("Continue “An Owl at Noon”"))
            return targets.contains(player)
        }
        let update = { (sql: SQL) in _ = try home.console.database.execute(sql) }
        try home.leave(home.owl, at: 0)
        #expect(try !goesOn())
        try home.leave(home.owl, at: 100)
        #expect(try goesOn())
        // Neither is what can't be played.
        try update(
            "UPDATE video_assets SET status = 'errored', error = 'no' WHERE book_id = \(home.owl.id.value)"
        )
        #expect(try !goesOn())
        try update("UPDATE video_assets SET status = 'ready', error = NULL")
        #expect(try goesOn())
        try home.console.endRights(home.owl.id)
        #expect(try !goesOn())
    }

    @Test(
        "The comparison is one that a person would make",
        arguments: [
            (0, 0, "Pippi hasn’t watched anything yet this week. Nothing on"),
            (
                0, 600,
                "Pippi hasn’t watched anything yet this week. By this day last week: 10 minutes."
            ),
            (600, 0, "10 minutes this week so far, on 1 day. Nothing on"),
            (600, 629, "That is as much as on"), (20, 600, "watched less than a minute this week"),
            (300, 600, "That is 5 minutes less than on"),
            (600, 300, "That is 5 minutes more than on"),
        ]
    )
    func comparison(now: Int, before: Int, words: String) throws {
        let home = try WatchingHome()
        if now > 0 { try home.watch(home.pippi, home.fox, seconds: now) }
        if before > 0 { try home.watch(home.pippi, home.fox, daysAgo: 7, seconds: before) }
        let first = try #require(try sentences(try week(home)).first)
        #expect(first.contains(words), "\(first)")
        let isNothing = now + before == 0
        let end =
            now == 0 && before > 0
            ? "10 minutes." : "the same days last week\(isNothing ? " either" : "")."
        #expect(first.hasSuffix(end))
    }

    @Test("Last week is whole, and compared with the week before it")
    func lastWeek() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, daysAgo: 6, seconds: 300)
        try home.watch(home.pippi, home.fox, daysAgo: 13, seconds: 600)
        let page = try week(home, "?range=last-week")
        let first = try #require(try sentences(page).first)
        #expect(first.hasPrefix("Pippi watched 5 minutes last week, on 1 day."))
        #expect(first.hasSuffix("5 minutes less than in the week before."))
        #expect(page.contains("9 to 15 November 2026"))
    }

    @Test("Long lists of stories end in a number")
    func manyStories() throws {
        let home = try WatchingHome()
        for number in 0..<6 {
            let book = try home.console.addStory("Story \(number)")
            try home.console.addToLibrary([book.id], of: home.pippi)
            let seconds = 600 - number
            try home.watch(home.pippi, book, after: number * 700, seconds: seconds, toEnd: true)
        }
        let line = try #require(try sentences(try week(home)).first { $0.hasPrefix("Finished") })
        #expect(
            line == "Finished: Story 0, Story 1, Story 2, Story 3 and 2 more."
        )
        let never = try #require(try sentences(try week(home)).first { $0.hasPrefix("Never") })
        #expect(never == "Never opened: The Lantern Fox and An Owl at Noon.")
    }

    @Test("Series are named with how long their stories were watched, the longest first")
    func series() throws {
        let home = try WatchingHome()
        let cub = try home.console.addStory("A Fox Cub")
        try home.console.addToLibrary([cub.id], of: home.pippi)
        for (book, series) in [(home.fox, "Foxes"), (cub, "Foxes"), (home.owl, "Owls")] {
            try home.console.put(book, in: series, 1)
        }
        try home.watch(home.pippi, home.owl, seconds: 150)
        try home.watch(home.pippi, home.fox, daysAgo: 1, seconds: 120)
        try home.watch(home.pippi, cub, daysAgo: 2, seconds: 60)
        let lines = try sentences(try week(home))
        #expect(lines.contains("Series: Foxes (3 minutes) and Owls (3 minutes)."))
        // Nothing is said of series where nothing was watched of one.
        let before = try sentences(try week(home, "?range=last-week"))
        #expect(!before.contains { $0.hasPrefix("Series") })
    }

    @Test("Accidents and what is left out of statistics are in no sentence")
    func leftOut() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 7)
        let viewing = try home.watch(home.pippi, home.owl, after: 60, seconds: 300)
        try home.console.usage.setLeftOut(true, viewing.id, of: home.pippi, by: .commandLine)
        let lines = try sentences(try week(home))
        #expect(lines.count == 1 && lines[0].hasPrefix("Pippi hasn’t watched"))
    }

    @Test("A story that the family may not see any more keeps its name, without a way to it")
    func unseen() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 100)
        try home.console.database.execute("DELETE FROM library_items")
        try home.console.endRights(home.fox.id)
        let page = try week(home)
        #expect(page.contains("The Lantern Fox"))
        #expect(!page.contains("/catalog/books/\(home.fox.id)"))
    }

    @Test("A last week in which nothing was watched says so")
    func nothingLastWeek() throws {
        let home = try WatchingHome()
        let page = try week(home, "?range=last-week")
        #expect(try sentences(page).first?.hasPrefix("Pippi watched nothing last week.") == true)
    }

    @Test("A child's card says how much it was this week, and leads there")
    func cards() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 600)
        try home.watch(home.tommy, home.fox, seconds: 5)
        let page = try home.console.get("/children")
        #expect(page.contains("10 min this week") && page.contains("Nothing this week"))
        let short = page.markup.all("p").map(\.text).filter { $0.contains("left out") }
        #expect(short == ["1 viewing under 10 seconds is left out."])
        #expect(page.markup.targets.contains("/children/\(home.pippi.id)/week"))
        try home.signInAsAdmin()
        let family = "/admin/families/\(home.family.id)"
        let admins = try home.console.get(family)
        #expect(admins.contains("10 min this week"))
        #expect(admins.markup.targets.contains("\(family)/children/\(home.pippi.id)/week"))
        let week = try home.console.get("\(family)/children/\(home.pippi.id)/week")
        #expect(week.contains("You are acting for") && week.contains("Pippi watched 10 minutes"))
        let dashboard = try home.console.get("/admin")
        #expect(dashboard.contains("30 days of viewing"))
        #expect(dashboard.contains("Saturday 21 November 2026: 10 minutes"))
    }
}

extension WatchingHome {
    /// Where Pippi leaves a story now.
    fileprivate func leave(_ book: Book, at position: Int) throws {
        try console.database.execute(
            """
            UPDATE library_items SET last_position_seconds = \(position),
                last_played_at = \(console.time.now)
            WHERE child_id = \(pippi.id.value) AND book_id = \(book.id.value)
            """
        )
    }
}
