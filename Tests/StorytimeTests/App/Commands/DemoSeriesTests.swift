import SQLite
import Testing

@testable import Storytime

@Suite("The demo's series")
struct DemoSeriesTests {
    private let console: Console

    init() throws {
        console = try Console()
    }

    private func addSeries() throws -> Int {
        try Demo(database: console.database, now: console.time.now).addSeries()
    }

    @Test("They are added once, with specials and with something that airs next")
    func isAddedOnce() throws {
        #expect(try addSeries() == DemoSeries.all.count)
        #expect(try addSeries() == 0)
        #expect(try console.episodeCountsAreRight())
        let today = CalendarDay(number: console.time.now / 86_400).iso
        for series in DemoSeries.all where series.airing == .returning {
            let record = try #require(try console.series.find(externalID: series.number))
            let count = { (condition: SQL) in
                try console.count(
                    """
                    SELECT count(*) FROM episodes
                    WHERE series_id = \(record.id.value) AND \(sql: condition)
                    """
                )
            }
            #expect(try count("season_number = 0") > 0)
            #expect(try count("air_date > \(today)") > 0)
            #expect(try count("air_date <= \(today)") > 0)
        }
    }

    @Test("The stories to play become episodes, also when they come later")
    func linksStories() throws {
        _ = try addSeries()
        for story in DemoStories.all { try console.addBook(story.title, of: nil) }
        #expect(try addSeries() == 0)
        #expect(
            try console.count("SELECT count(*) FROM episodes WHERE book_id IS NOT NULL")
                == DemoStories.all.count
        )
        #expect(try console.catalogIsConsistent())
    }

    @Test("One that somebody has moved to the bin is left there")
    func leavesBin() throws {
        _ = try addSeries()
        let first = try #require(try console.series.find(externalID: DemoSeries.all[1].number))
        _ = try console.series.delete(first.id, version: nil, by: .commandLine)
        #expect(try addSeries() == 0)
    }
}
