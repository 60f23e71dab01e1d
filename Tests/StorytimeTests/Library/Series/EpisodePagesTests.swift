import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The pages of seasons and episodes")
struct EpisodePagesTests {
    private let console: Console
    private let owls: Series

    init() throws {
        console = try Console.asAdmin()
        owls = try console.addSeries("Owls")
    }

    private func texts() throws -> [String] { try console.episodeTexts(owls.id) }

    private func season(_ number: Int) throws -> Season {
        try #require(try console.episodes.season(number, of: owls.id))
    }

    private func ids() throws -> [(String, String)] {
        try console.episodes.episodes(of: owls.id, limit: 100).map { ("ids", "\($0.id)") }
    }

    @Test("An episode is added with its season, and is found on the pages of both")
    func adds() throws {
        let form = try console.get(owls.href + "/episodes/new")
        #expect(form.status == 200 && form.contains("Add an episode"))
        let answer = try console.post(
            owls.href + "/episodes",
            [
                ("season_number", "2"), ("episode_number", "1"), ("title", "The Lantern"),
                ("air_date", "2026-11-22"), ("runtime_minutes", "11"),
            ]
        )
        #expect(answer.status == 303)
        #expect(answer.location == (try season(2)).href)
        let page = try console.get((try season(2)).href)
        #expect(page.toast?.contains("Episode “The Lantern” added.") == true)
        #expect(page.contains("The Lantern") && page.contains("11 min"))
        #expect(page.contains("Upcoming") && !page.contains("Aired<"))
        let series = try console.get(owls.href)
        #expect(series.contains("Season 2") && series.contains("added an episode to the series"))
    }

    @Test("A form with mistakes says them beside its fields")
    func mistakes() throws {
        try console.addEpisodes(1, to: owls)
        let answer = try console.post(
            owls.href + "/episodes",
            [
                ("season_number", "x"), ("episode_number", "1"), ("air_date", "soon"),
                ("runtime_minutes", "0"),
            ]
        )
        #expect(answer.status == 422 && answer.contains("<title>Error: "))
        #expect(answer.contains("Season must be a whole number from 0 to 9999."))
        #expect(answer.contains("“soon” is not a day."))
        let taken = try console.post(
            owls.href + "/episodes",
            [("season_number", "1"), ("episode_number", "1"), ("title", "Again")]
        )
        #expect(taken.status == 422 && taken.contains("Season 1 already has an episode 1: “T1-1”."))
        let book = try console.post(
            owls.href + "/episodes",
            [("season_number", "1"), ("episode_number", "2"), ("book_id", "Nowhere")]
        )
        #expect(book.status == 422 && book.contains("No book has the title “Nowhere”."))
        #expect(try texts() == ["S1 E1 T1-1"])
    }

    @Test("A run of episodes has its titles, and a day each week")
    func runs() throws {
        #expect(try console.get(owls.href + "/episodes/run").contains("Add several episodes"))
        let fields = [
            ("season_number", "1"), ("first_number", "3"), ("count", "4"),
            ("titles", "One\r\n\r\nThree\r\n"), ("first_day", "2026-02-27"), ("days_between", "7"),
        ]
        #expect(try console.post(owls.href + "/episodes/run", fields).status == 303)
        #expect(
            try texts() == ["S1 E3 One", "S1 E4 Episode 4", "S1 E5 Three", "S1 E6 Episode 6"]
        )
        let days = try console.texts("SELECT air_date FROM episodes ORDER BY episode_number")
        #expect(days == ["2026-02-27", "2026-03-06", "2026-03-13", "2026-03-20"])
        let again = try console.post(owls.href + "/episodes/run", fields)
        #expect(again.status == 422 && again.contains("Nothing was added."))
        let none = try console.post(
            owls.href + "/episodes/run",
            [("season_number", "1"), ("first_number", "9"), ("days_between", "7")]
        )
        #expect(none.status == 422 && none.contains("Enter a number of episodes."))
        #expect(try texts().count == 4)
    }

    @Test("A book that is another episode is only taken from it once that was said")
    func takesBook() throws {
        let dusk = try console.addBook("Dusk", of: owls)
        let episodes = try console.addEpisodes(3, to: owls)
        let save = { (episode: Episode, book: String, more: [(String, String)]) in
            let current = try console.episodes.find(episode.id)
            return try console.post(
                episode.href,
                [
                    ("version", "\(current.version)"), ("season_number", "1"),
                    ("episode_number", "\(episode.place.episode)"), ("title", episode.title),
                    ("book_id", book),
                ] + more
            )
        }
        #expect(try save(episodes[0], "Dusk", []).status == 303)
        let asked = try save(episodes[1], "Dusk", [])
        #expect(asked.status == 422)
        #expect(asked.contains("“Dusk” is S1 E1 already. Save again to make it this episode"))
        #expect(try texts() == ["S1 E1 T1-1 [Dusk]", "S1 E2 T1-2", "S1 E3 T1-3"])
        let form = try #require(asked.markup.forms.first { $0.action == episodes[1].href })
        let taking = try #require(form.fields.first { $0.name == EpisodeForm.takingName })
        // What was agreed to is one episode, and not another.
        let other = try save(episodes[2], "\(dusk.id)", [(taking.name, "\(episodes[1].id)")])
        #expect(other.status == 422)
        #expect(try save(episodes[1], "Dusk", [(taking.name, taking.value)]).status == 303)
        #expect(try texts() == ["S1 E1 T1-1", "S1 E2 T1-2 [Dusk]", "S1 E3 T1-3"])
        let history = try console.texts(
            "SELECT changes FROM audit_entries WHERE action = 'changed an episode of' ORDER BY id"
        )
        // Linked, taken away, and linked again.
        #expect(history.map { $0.contains("S1 E1") } == [true, true, false])
        #expect(history.allSatisfy { $0.contains("Dusk") })
        // Many at once: what they hand on among themselves needs no question, what others have does.
        let href = try season(1).href + "/bulk"
        let link = { (books: [Int: String]) in
            try console.post(
                href,
                [("act", "link")]
                    + episodes.filter { books[$0.place.episode] != nil }.map { ("ids", "\($0.id)") }
                    + episodes.map { ("book_\($0.id)", books[$0.place.episode] ?? "") }
            )
        }
        #expect(try link([3: "Dusk"]).contains("“Dusk” is S1 E2 already. Unlink it there first."))
        #expect(try link([2: "", 3: "Dusk"]).status == 303)
        try console.addBook("Dawn", of: owls)
        #expect(try link([1: "Dawn"]).status == 303)
        #expect(try link([1: "Dusk", 3: "Dawn"]).status == 303)
        #expect(try texts() == ["S1 E1 T1-1 [Dusk]", "S1 E2 T1-2", "S1 E3 T1-3 [Dawn]"])
    }

    @Test("A book without a number is listed by the episode that it is")
    func namesEpisodes() throws {
        let dusk = try console.addBook("Dusk", of: owls)
        try console.addBook("Loose", of: owls)
        _ = try console.episodes.insert(
            .init(place: EpisodePlace(season: 1, episode: 2), book: .id(dusk.id)),
            into: owls.id,
            by: .commandLine
        )
        let rows = try console.series.books(of: owls.id, limit: 9)
        #expect(rows.map(\.number) == ["S1 E2", nil])
    }

    @Test("The field for a book suggests those of the series, and those of none")
    func suggests() throws {
        let own = try console.addBook("Own", of: owls)
        let free = try console.addBook("Free", of: nil)
        try console.addBook("Foreign", of: try console.addSeries("Foxes"))
        let page = try console.get(owls.href + "/episodes/new")
        let options = page.markup.all("option").compactMap { $0["value"] }
        #expect(options.filter { $0.contains(":") } == ["\(own.id): Own", "\(free.id): Free"])
    }

    @Test("The second of two admins sees both versions")
    func conflicts() throws {
        let episode = try console.addEpisodes(1, to: owls)[0]
        let page = try console.get(episode.href + "/edit")
        #expect(page.contains("Edit episode"))
        let fields = [
            ("version", "1"), ("season_number", "1"), ("episode_number", "1"), ("title", "Mine"),
        ]
        #expect(try console.post(episode.href, fields).status == 303)
        let second = try console.post(episode.href, fields + [("description", "Theirs")])
        #expect(second.status == 409 && second.contains("Save my version anyway"))
        #expect(try texts() == ["S1 E1 Mine"])
        #expect(try console.post(episode.href, Array(fields.dropFirst())).status == 422)
    }

    @Test("An episode is deleted after a question that says what goes with it")
    func deletes() throws {
        let episode = try console.addEpisodes(1, to: owls)[0]
        try console.mark(episode, of: console.addChild("Pippi", in: console.addFamily()))
        let question = try console.get(episode.href + "/delete")
        #expect(question.contains("What 1 child has watched of it is deleted, too."))
        let answer = try console.post(episode.href + "/delete", [("version", "1")])
        #expect(answer.status == 303)
        #expect(try texts().isEmpty)
        #expect(try console.get(episode.href + "/edit").status == 404)
    }

    @Test("One that is a book by its number says so, and leads to the book")
    func ofBook() throws {
        let book = try console.addBook("Dusk", of: owls, number: 1)
        let episode = try console.episodes.episodes(of: owls.id, limit: 1)[0]
        #expect(try console.get(episode.href + "/edit").contains("is a book with this number"))
        let question = try console.get(episode.href + "/delete")
        #expect(question.markup.targets.contains("/admin/books/\(book.id)"))
        #expect(!question.contains("Delete episode</button>"))
        #expect(try console.post(episode.href + "/delete", [("version", "1")]).status == 409)
        #expect(try texts() == ["S1 E1 Dusk [Dusk] ~"])
    }

    @Test("The dates of many are set in one step")
    func dates() throws {
        try console.addEpisodes(3, to: owls)
        let href = try season(1).href + "/bulk"
        let query = try ids().map { "ids=\($0.1)" }.joined(separator: "&")
        let question = try console.get("\(href)?act=dates&\(query)")
        #expect(question.contains("Set the dates of 3 episodes"))
        let missing = try console.post(href, [("act", "dates"), ("days_between", "1")] + ids())
        #expect(missing.status == 422)
        let fields =
            try [("act", "dates"), ("first_day", "2026-02-28"), ("days_between", "1")] + ids()
        #expect(try console.post(href, fields).status == 303)
        let days = try console.texts("SELECT air_date FROM episodes ORDER BY episode_number")
        #expect(days == ["2026-02-28", "2026-03-01", "2026-03-02"])
        #expect(try console.get(owls.href).contains("S1 E1 to S1 E3 (3)"))
        _ = try console.post(href, fields)
        #expect(try console.get(owls.href).toast?.contains("Nothing to change") == true)
    }

    @Test("Books are linked to many in one step: those of their number or title are suggested")
    func linksMany() throws {
        try console.addEpisodes(2, to: owls, season: 2)
        let one = try console.addBook("T2-1", of: owls)
        let two = try console.addBook("Loose", of: nil)
        let href = try season(2).href + "/bulk"
        let query = try ids().map { "ids=\($0.1)" }.joined(separator: "&")
        let question = try console.get("\(href)?act=link&\(query)")
        let fields = try #require(question.markup.forms.first { $0.action == href }).fields
        let books = fields.filter { $0.name.hasPrefix("book_") }
        #expect(books.map(\.value) == ["\(one.id): T2-1", ""])
        let chosen =
            try [("act", "link")] + ids() + [
                (books[0].name, books[0].value), (books[1].name, "Loose"),
            ]
        #expect(try console.post(href, chosen).status == 303)
        #expect(try texts() == ["S2 E1 T2-1 [T2-1]", "S2 E2 T2-2 [Loose]"])
        #expect(try console.books.details(of: two.id).series == "Owls")
        let twice =
            try [("act", "link")] + ids() + [
                (books[0].name, "Loose"), (books[1].name, "Loose"),
            ]
        #expect(try console.post(href, twice).contains("This book is chosen twice."))
        #expect(try console.post(href, [("act", "unlink")] + ids()).status == 303)
        #expect(try texts() == ["S2 E1 T2-1", "S2 E2 T2-2"])
    }

    @Test("Many are deleted after a question; nothing selected changes nothing")
    func deletesMany() throws {
        try console.addEpisodes(2, to: owls)
        try console.addBook("Dusk", of: owls, number: 3)
        let href = try season(1).href + "/bulk"
        #expect(try console.get(href + "?act=delete").status == 303)
        #expect(try console.post(href, [("act", "burn")]).status == 400)
        let answer = try console.post(href, [("act", "delete")] + ids())
        #expect(answer.status == 303)
        let toast = try console.get((try season(1)).href).toast
        #expect(toast?.contains("2 episodes deleted. 1 book keeps its number") == true)
        #expect(try texts() == ["S1 E3 Dusk [Dusk] ~"])
    }

    @Test("A season is added, named, renumbered and deleted")
    func seasons() throws {
        let added = try console.post(
            owls.href + "/seasons",
            [("season_number", "2"), ("name", "")]
        )
        #expect(added.location == (try season(2)).href)
        #expect(
            try console.post(owls.href + "/seasons", [("season_number", "2")])
                .contains("The series already has this season.")
        )
        let two = try season(2)
        let change = [
            ("shown_number", "2"), ("shown_name", ""), ("season_number", "0"), ("name", "Extras"),
        ]
        #expect(try console.post(two.href, change).status == 303)
        #expect(try console.get(owls.href).contains("Specials"))
        let second = try console.post(two.href, change)
        #expect(second.status == 409 && second.contains("Save my version anyway"))
        try console.addEpisodes(2, to: owls, season: 0)
        #expect(try console.get(two.href + "/delete").contains("2 episodes"))
        #expect(try console.post(two.href + "/delete").location == owls.href)
        #expect(try console.get(two.href).status == 404)
    }

    @Test("A series has a cover of its own, which families see who see an episode of it")
    func covers() throws {
        let picture = Pictures.first(.jpeg)
        let href = owls.href + "/cover"
        #expect(try console.get(href).contains("Save cover"))
        let answer = try console.postFile(
            href,
            [("version", "1")],
            file: (field: "cover", name: "a.jpg", content: picture)
        )
        #expect(answer.status == 303, "\(answer.text)")
        guard case .file(let key, _, _, _)? = try console.series.find(owls.id).cover else {
            Issue.record("no cover")
            return
        }
        #expect(try console.get(owls.href).contains("/media/covers/\(key)"))
        #expect(try console.get("/media/covers/\(key)").status == 200)
        let parent = try console.addParent("astrid@example.test", in: console.addFamily())
        try console.signIn(parent)
        #expect(try console.get("/media/covers/\(key)").status == 404)
        try console.addEpisodes(1, to: owls)
        #expect(try console.get("/media/covers/\(key)").status == 200)
        // It stays for a series in the bin.
        _ = try console.series.delete(owls.id, version: nil, by: .commandLine)
        try CoverCleaner(
            database: console.database,
            now: console.time.now + 40 * 86_400,
            folder: CoverFolder(console.site.configuration)
        ).removeUnused()
        #expect(CoverFolder(console.site.configuration).has(try #require(CoverName(key: key))))
    }
}
