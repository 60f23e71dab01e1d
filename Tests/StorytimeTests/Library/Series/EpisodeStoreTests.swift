import SQLite
import Testing

@testable import Storytime

@Suite("Seasons and episodes in the database")
struct EpisodeStoreTests {
    private let console: Console
    private let owls: Series
    private let child: Child

    init() throws {
        console = try Console()
        owls = try console.addSeries("Owls")
        child = try console.addChild("Pippi", in: console.addFamily())
    }

    private func draft(_ season: Int, _ number: Int, _ title: String = "", book: EpisodeBook? = nil)
        -> Episode.Draft
    {
        Episode.Draft(
            place: EpisodePlace(season: season, episode: number),
            title: title,
            book: book
        )
    }

    private func texts() throws -> [String] {
        #expect(try console.episodeCountsAreRight())
        #expect(try console.database.danglingReferences().isEmpty)
        return try console.episodeTexts(owls.id)
    }

    @discardableResult
    private func add(_ draft: Episode.Draft) throws -> Episode {
        try console.episodes.insert(draft, into: owls.id, by: .commandLine)
    }

    @Test(
        "A book with a number is an episode; entering something for it keeps the book and the marks"
    )
    func takesOver() throws {
        try console.addBook("Dusk", of: owls, number: 2)
        #expect(try texts() == ["S1 E2 Dusk [Dusk] ~"])
        let episode = try console.episodes.episodes(of: owls.id, limit: 1)[0]
        try console.mark(episode, of: child)
        var changed = Episode.Draft(episode)
        changed.title = "The Dusk"
        _ = try console.episodes.update(episode.id, version: 1, changed, by: .commandLine)
        #expect(try texts() == ["S1 E2 The Dusk [Dusk] *"])
    }

    @Test(
        "An entered episode takes the book over from the place of its number, with what was watched"
    )
    func links() throws {
        let book = try console.addBook("Dusk", of: owls, number: 2)
        try console.mark(console.episodes.episodes(of: owls.id, limit: 1)[0], of: child)
        try add(draft(3, 1, "Special Dusk", book: .id(book.id)))
        #expect(try texts() == ["S3 E1 Special Dusk [Dusk] *"])
        // Deleted, the book is an episode by its number again.
        let entered = try console.episodes.episodes(of: owls.id, limit: 1)[0]
        _ = try console.episodes.delete(entered.id, version: 1, by: .commandLine)
        #expect(try texts() == ["S1 E2 Dusk [Dusk] ~"])
    }

    @Test("A book without a series gets this one, with its index; one of another is refused")
    func takesBooksIn() throws {
        let book = try console.addBook("Alone", of: nil)
        let fox = try console.addBook("Fox", of: console.addSeries("Foxes"))
        try add(draft(1, 1, book: .title("ALONE")))
        #expect(try texts() == ["S1 E1 Alone [Alone]"])
        #expect(try console.books.details(of: book.id).series == "Owls")
        #expect(try console.catalogIsConsistent())
        #expect(throws: EpisodeStore.Refusal.self) { try add(draft(1, 2, book: .id(fox.id))) }
        #expect(throws: EpisodeStore.Refusal.self) { try add(draft(1, 2, book: .title("None"))) }
        #expect(try texts().count == 1)
    }

    @Test(
        "Of several books with one title, the one of this series is meant; else the number decides"
    )
    func sameTitles() throws {
        try console.addBook("Same", of: nil)
        try console.addBook("Same", of: console.addSeries("Foxes"))
        try add(draft(1, 1, book: .title("Same")))
        try console.addBook("Twin", of: nil)
        try console.addBook("Twin", of: nil)
        #expect(throws: EpisodeStore.Refusal.self) { try add(draft(1, 2, book: .title("Twin"))) }
        #expect(try texts() == ["S1 E1 Same [Same]"])
    }

    @Test("Two episodes can’t have one number; what is only a book in the bin gives way")
    func places() throws {
        let book = try console.addBook("Dusk", of: owls, number: 2)
        #expect(throws: EpisodeStore.Refusal.self) { try add(draft(1, 2, "Other")) }
        _ = try console.bin.add(book.id, by: .commandLine)
        #expect(try texts().isEmpty)
        try add(draft(1, 2, "Other"))
        #expect(try texts() == ["S1 E2 Other"])
        _ = try console.bin.restore(book.id, by: .commandLine)
        #expect(try texts() == ["S1 E2 Other"])
    }

    @Test("A run is added as a whole or not at all")
    func runs() throws {
        try add(draft(1, 3, "There"))
        #expect(throws: EpisodeStore.Refusal.self) { try console.addEpisodes(5, to: owls) }
        #expect(try texts() == ["S1 E3 There"])
        try console.addEpisodes(2, to: owls)
        #expect(try texts() == ["S1 E1 T1-1", "S1 E2 T1-2", "S1 E3 There"])
    }

    @Test("A season that gets another number takes its episodes and what is remembered of it along")
    func renumbers() throws {
        try console.addBook("Dusk", of: owls, number: 2)
        try console.addEpisodes(1, to: owls)
        try console.mark(console.episodes.episodes(of: owls.id, limit: 1)[0], of: child)
        try console.database.execute(
            """
            INSERT INTO child_series (child_id, series_id, season_number, played_season,
                played_episode, played_at, updated_at)
            VALUES (\(child.id.value), \(owls.id.value), 1, 1, 1, 1, 1)
            """
        )
        let season = try #require(try console.episodes.season(1, of: owls.id))
        let shown = Season.Draft(number: 1)
        let new = Season.Draft(number: 4, name: "Winter")
        let saved = try console.episodes.update(season.id, shown: shown, new, by: .commandLine)
        #expect(saved.episodeCount == 2 && saved.name == "Winter")
        #expect(try texts() == ["S4 E1 T1-1 *", "S4 E2 Dusk [Dusk]"])
        #expect(try console.count("SELECT played_season FROM child_series") == 4)
        #expect(throws: EpisodeStore.Refusal.seasonChangedMeanwhile(saved)) {
            try console.episodes.update(season.id, shown: shown, shown, by: .commandLine)
        }
    }

    @Test("A deleted season goes with its episodes, and books by their number come back")
    func deletesSeasons() throws {
        try console.addBook("Dusk", of: owls, number: 2)
        try console.addEpisodes(1, to: owls)
        try console.addEpisodes(2, to: owls, season: 2)
        let season = try #require(try console.episodes.season(1, of: owls.id))
        _ = try console.episodes.delete(season.id, by: .commandLine)
        #expect(try texts() == ["S1 E2 Dusk [Dusk] ~", "S2 E1 T2-1", "S2 E2 T2-2"])
    }

    @Test("What is there because of a book’s number is not deleted, alone or among others")
    func keepsBooks() throws {
        try console.addBook("Dusk", of: owls, number: 2)
        try console.addEpisodes(1, to: owls)
        let all = try console.episodes.episodes(of: owls.id, limit: 10)
        #expect(throws: EpisodeStore.Refusal.isOfBook(all[1])) {
            try console.episodes.delete(all[1].id, version: nil, by: .commandLine)
        }
        let season = try #require(try console.episodes.season(1, of: owls.id))
        let count = try console.episodes.delete(all.map(\.id), of: season, by: .commandLine)
        #expect(count == 1)
        #expect(try texts() == ["S1 E2 Dusk [Dusk] ~"])
    }

    @Test("Two episodes swap their books in one step")
    func swaps() throws {
        let (a, b) = try (console.addBook("A", of: owls), console.addBook("B", of: owls))
        let one = try add(draft(1, 1, book: .id(a.id)))
        let two = try add(draft(1, 2, book: .id(b.id)))
        let season = try #require(try console.episodes.season(1, of: owls.id))
        let count = try console.episodes.update([one, two], of: season, by: .commandLine) {
            var draft = Episode.Draft($0)
            draft.book = .id($0.id == one.id ? b.id : a.id)
            return draft
        }
        #expect(count == 2)
        #expect(try texts() == ["S1 E1 B [B]", "S1 E2 A [A]"])
    }

    @Test("An older version is refused, and the same again changes nothing")
    func versions() throws {
        let episode = try add(draft(1, 1, "One"))
        let store = console.episodes
        let same = try store.update(episode.id, version: 1, draft(1, 1, "One"), by: .commandLine)
        #expect(same == episode)
        let after = try store.update(episode.id, version: 1, draft(1, 1, "Two"), by: .commandLine)
        #expect(after.version == 2)
        #expect(throws: EpisodeStore.Refusal.changedMeanwhile(after)) {
            try store.update(episode.id, version: 1, draft(1, 1, "Three"), by: .commandLine)
        }
    }
}
