import SQLite
import Testing

@testable import Storytime

@Suite("The bin for series with episodes")
struct SeriesBinTests {
    private let console: Console
    private let owls: Series
    private let child: Child

    init() throws {
        console = try Console()
        owls = try console.series.insert(
            .init(
                name: "Owls",
                description: "Of the wood",
                externalID: 100_001,
                originalName: "Eulen",
                airing: .returning,
                firstAirDate: CalendarDay(iso: "2019-09-01")
            ),
            by: .commandLine
        )
        child = try console.addChild("Pippi", in: console.addFamily())
        // An episode by the number of its book, one that is entered with a book, one that is only known.
        try console.addBook("Dusk", of: owls, number: 1)
        let dawn = try console.addBook("Dawn", of: owls)
        _ = try console.episodes.insert(
            .init(place: EpisodePlace(season: 1, episode: 2), title: "At dawn", book: .id(dawn.id)),
            into: owls.id,
            by: .commandLine
        )
        try console.addEpisodes(1, to: owls, season: 0)
        for episode in try console.episodes.episodes(of: owls.id, limit: 10) {
            try console.mark(episode, of: child)
        }
        try console.database.execute(
            """
            INSERT INTO child_series (child_id, series_id, status, listed_at, updated_at)
            VALUES (\(child.id.value), \(owls.id.value), 'watching', 1, 1)
            """
        )
    }

    private static let all = [
        "Special 1 T0-1 *", "S1 E1 Dusk [Dusk] ~ *", "S1 E2 At dawn [Dawn] *",
    ]

    private func texts(_ id: ID<Series>) throws -> [String] {
        #expect(try console.episodeCountsAreRight())
        #expect(try console.database.danglingReferences().isEmpty)
        return try console.episodeTexts(id)
    }

    private func delete(to other: Series? = nil) throws {
        _ = try console.series.delete(
            owls.id,
            version: nil,
            movingTo: other?.id,
            by: .commandLine
        )
    }

    private func restore() throws -> Series {
        try ShelfBin(console.series).restore(owls.id, by: .commandLine).record
    }

    @Test("A series comes back from the bin with all that it had, and with what children watched")
    func restores() throws {
        #expect(try texts(owls.id) == Self.all)
        try delete()
        #expect(try console.series.findIfAny(owls.id) == nil)
        var back = try restore()
        #expect(try texts(owls.id) == Self.all)
        #expect(back.episodeCount == 3 && back.bookCount == 2)
        (back.version, back.updatedAt, back.createdAt) = (
            owls.version, owls.updatedAt, owls.createdAt
        )
        (back.bookCount, back.episodeCount) = (0, 0)
        #expect(back == owls)
        #expect(try console.count("SELECT count(*) FROM binned_episodes") == 0)
        #expect(
            try console.count("SELECT count(*) FROM child_series WHERE status = 'watching'") == 1
        )
    }

    @Test("An episode whose book belongs elsewhere by then comes back without it, or not at all")
    func leavesBooks() throws {
        try delete()
        let foxes = try console.addSeries("Foxes")
        try console.database.execute("UPDATE books SET series_id = \(foxes.id.value)")
        _ = try restore()
        #expect(try texts(owls.id) == ["Special 1 T0-1 *", "S1 E2 At dawn *"])
        #expect(try texts(foxes.id) == ["S1 E1 Dusk [Dusk] ~"])
    }

    @Test(
        "Merged into another series, its episodes move with what was watched; undone, they come back"
    )
    func merges() throws {
        let foxes = try console.addSeries("Foxes")
        try console.addEpisodes(1, to: foxes, season: 0)
        try delete(to: foxes)
        // Its special stays behind, because that number is taken; what was watched of it doesn't.
        #expect(try texts(foxes.id) == Self.all)
        #expect(
            try console.count(
                "SELECT count(*) FROM child_series WHERE series_id = \(foxes.id.value)"
            ) == 1
        )
        #expect(try console.series.find(foxes.id).episodeCount == 3)
        _ = try restore()
        #expect(try texts(owls.id) == Self.all)
        #expect(try texts(foxes.id) == ["Special 1 T0-1 *"])
    }

    @Test("The question before a merge, and the answer to it, name what stays behind")
    func namesWhatStays() throws {
        let foxes = try console.addSeries("Foxes")
        try console.signIn(as: .admin)
        let question = { try console.get("\(owls.href)/merge?successor=\(foxes.id)") }
        #expect(try question().contains("3 episodes will move, too"))
        try console.addEpisodes(1, to: foxes, season: 0)
        try console.addEpisodes(1, to: foxes)
        let page = try question()
        #expect(page.contains("1 episode will move, too"))
        #expect(
            page.contains(
                "Special 1 (“T0-1”) and S1 E1 (“Dusk”) will not move, because “Foxes” already has"
            )
        )
        #expect(page.contains("Books move, but are no episodes there"))
        let answer = try console.post(
            owls.href + "/merge",
            [
                ("version", "\(try console.series.find(owls.id).version)"),
                ("successor", "\(foxes.id)"),
            ]
        )
        let toast = try console.get(try #require(answer.location)).toast
        #expect(toast?.contains("2 books and 1 episode moved. 2 episodes stayed behind") == true)
        #expect(
            try texts(foxes.id) == [
                "Special 1 T0-1 *", "S1 E1 T1-1 *", "S1 E2 At dawn [Dawn] *",
            ]
        )
    }

    @Test("A number for programs that another series has got by then is not given twice")
    func externalID() throws {
        try delete()
        let other = try console.series.insert(
            .init(name: "Others", externalID: 100_001),
            by: .commandLine
        )
        #expect(try restore().externalID == nil)
        #expect(try console.series.find(externalID: 100_001)?.id == other.id)
    }

    @Test("Purged, nothing is left of it but its books", arguments: [false, true])
    func purges(isMerged: Bool) throws {
        let foxes = try console.addSeries("Foxes")
        try delete(to: isMerged ? foxes : nil)
        #expect(try ShelfBin(console.series).purge(owls.id, by: .commandLine))
        for table: SQL in ["episodes", "seasons", "child_series", "binned_episodes"] {
            let left = try console.count(
                "SELECT count(*) FROM \(sql: table) WHERE series_id = \(owls.id.value)"
            )
            #expect(left == 0, "\(table.text)")
        }
        #expect(try console.count("SELECT count(*) FROM episode_progress") == (isMerged ? 3 : 0))
        #expect(try console.bookList.count(BookFilter()) == 2)
        if isMerged { #expect(try texts(foxes.id) == Self.all) }
    }
}
