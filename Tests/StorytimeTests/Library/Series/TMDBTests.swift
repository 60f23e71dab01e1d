import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Series from TMDB")
struct TMDBTests {
    private let stub: StubServer
    private let console: Console

    init() throws {
        let stub = try StubServer()
        self.stub = stub
        console = try Console { configuration in
            configuration.tmdb.token = "secret-token"
            configuration.tmdb.base = stub.origin
        }
        try Program.makeDataFolders(console.site.configuration)
        try console.signIn(as: .admin)
    }

    private static let details = """
        {"id": 100001, "name": "Merry Garden Stories", "original_name": "Fröhlicher Garten",
        "overview": "A garden.", "first_air_date": "2015-09-01", "status": "Returning Series",
        "poster_path": "/p.jpg", "number_of_seasons": 2,
        "seasons": [{"season_number": 0, "name": "Specials"}, {"season_number": 1}, {"season_number": 2}]}
        """

    private static let seasons = """
        {"id": 100001, "name": "Merry Garden Stories",
        "season/0": {"season_number": 0, "name": "Specials", "episodes": [
        {"season_number": 0, "episode_number": 1, "name": "Making of", "air_date": null, "runtime": null}]},
        "season/1": {"season_number": 1, "name": "Season 1", "episodes": [
        {"episode_number": 2, "name": "Episode 2", "overview": "", "air_date": "2015-09-08", "runtime": 11},
        {"episode_number": 3, "name": "Pilot", "overview": "It begins.", "air_date": "", "runtime": 12},
        {"episode_number": 3, "name": "Twice"}, {"episode_number": -1, "name": "None"}]}}
        """

    private static let seriesLine = "GET /3/tv/100001"
    private static let seasonsLine =
        "GET /3/tv/100001?append_to_response=season%2F0%2Cseason%2F1%2Cseason%2F2"
    private static let searchLine = "GET /3/search/tv?query=merry"
    private static let pictureLine = "GET /t/p/w780/p.jpg"

    private func answerAll() {
        stub.answer(Self.seriesLine, 200, Self.details)
        stub.answer(Self.seasonsLine, 200, Self.seasons)
        stub.answer(Self.pictureLine, file: Pictures.first(.jpeg), "image/jpeg")
    }

    private func work() throws { try console.work() }

    @Test("A search shows what TMDB has, marks what is ours, and says whose it is")
    func searches() throws {
        stub.answer(
            Self.searchLine,
            200,
            """
            {"page": 1, "total_results": 41, "results": [\(Self.details),
            {"id": 5, "name": "Other", "first_air_date": "", "overview": null}, {"name": "no id"}]}
            """
        )
        _ = try console.series.insert(.init(name: "Other", externalID: 5), by: .commandLine)
        let page = try console.get("/admin/series/tmdb?q=merry")
        #expect(page.status == 200)
        #expect(page.contains("Merry Garden Stories") && page.contains("2015"))
        #expect(page.contains("The first 2 of 41 matches at TMDB."))
        #expect(page.contains(TMDBSettings.attribution))
        #expect(page.markup.targets.contains("/admin/series/1"))
        #expect(stub.asked.first?.headers["authorization"] == "Bearer secret-token")
        #expect(!page.contains("secret-token"))
    }

    @Test("A series is added at once, and its episodes and its cover in the background")
    func adds() throws {
        answerAll()
        let answer = try console.post("/admin/series/tmdb", [("id", "100001")])
        #expect(answer.location == "/admin/series/1", "\(answer.text)")
        try work()
        let series = try console.series.find(ID(1))
        #expect(series.originalName == "Fröhlicher Garten" && series.airing == .returning)
        #expect(series.refreshedAt == console.time.now && series.cover != nil)
        #expect(
            try console.episodeTexts(series.id)
                == ["Special 1 Making of", "S1 E2 Episode 2", "S1 E3 Pilot"]
        )
        #expect(try console.texts("SELECT title FROM episodes WHERE episode_number = 2") == [""])
        #expect(try console.episodes.seasons(of: series.id).map(\.name) == ["", ""])
        let page = try console.get(series.href)
        #expect(page.contains(TMDBSettings.attribution) && page.contains("Refresh from TMDB"))
        #expect(page.contains("took episodes from TMDB for the series"))
        // The picture's server is told no token.
        let picture = stub.asked.first { $0.line == Self.pictureLine }
        #expect(picture != nil && picture?.headers["authorization"] == nil)
    }

    @Test("A refresh adds what is new and follows dates, and leaves what was entered here")
    func refreshes() throws {
        let series = try console.series.insert(
            .init(name: "My garden", description: "Mine.", externalID: 100_001),
            by: .commandLine
        )
        let book = try console.addBook("Dusk", of: series)
        let store = console.episodes
        _ = try store.insert(
            .init(place: EpisodePlace(season: 1, episode: 3), title: "My pilot"),
            into: series.id,
            by: .commandLine
        )
        _ = try store.insert(
            .init(place: EpisodePlace(season: 1, episode: 2), book: .id(book.id)),
            into: series.id,
            by: .commandLine
        )
        answerAll()
        #expect(try console.post(series.href + "/refresh").location == series.href)
        try work()
        let after = try console.series.find(series.id)
        #expect(after.name == "My garden" && after.description == "Mine.")
        #expect(after.firstAirDate?.iso == "2015-09-01")
        #expect(
            try console.episodeTexts(series.id)
                == ["Special 1 Making of", "S1 E2 Dusk [Dusk]", "S1 E3 My pilot"]
        )
        let dusk = try #require(
            try store.episode(at: EpisodePlace(season: 1, episode: 2), of: series.id)
        )
        #expect(dusk.airDate?.iso == "2015-09-08" && dusk.runtimeMinutes == 11)
        // The same again changes nothing.
        let entries = try console.texts("SELECT title || version FROM episodes ORDER BY id")
        _ = try console.post(series.href + "/refresh")
        try work()
        #expect(try console.texts("SELECT title || version FROM episodes ORDER BY id") == entries)
    }

    @Test("One of ours with that name gets the number; one that has another is not taken for it")
    func names() throws {
        answerAll()
        let own = try console.addSeries("Merry Garden Stories")
        _ = try console.post("/admin/series/tmdb", [("id", "100001")])
        #expect(try console.series.find(own.id).externalID == 100_001)
        let refresh = TMDBRefresh(
            database: console.database,
            now: console.time.now,
            actor: .commandLine
        )
        let twin = try #require(
            TMDBSeries(
                try JSONValue(
                    Array(
                        #"{"id": 9, "name": "Merry Garden Stories", "first_air_date": "1999-01-01"}"#
                            .utf8
                    )
                )
            )
        )
        #expect(try refresh.add(twin).series.name == "Merry Garden Stories (1999)")
        #expect(try refresh.add(twin).isNew == false)
    }

    @Test("A series of many episodes comes in whole, although it is written in parts")
    func many() throws {
        answerAll()
        let refresh = TMDBRefresh(
            database: console.database,
            now: console.time.now,
            actor: .commandLine
        )
        let found = try #require(
            TMDBSeries(try JSONValue(Array(#"{"id": 9, "name": "Long"}"#.utf8)))
        )
        let series = try refresh.add(found).series
        let seasons = try [(1, 450), (2, 200), (3, 0)].map { number, count in
            let episodes = (0..<count).map { #"{"episode_number": \#($0 + 1), "name": "E"}"# }
                .joined(separator: ",")
            let json = #"{"season_number": \#(number), "episodes": [\#(episodes)]}"#
            return try #require(TMDBSeason(try JSONValue(Array(json.utf8))))
        }
        #expect(try refresh.update(series.id, found, seasons).added == 650)
        let places = try console.texts(
            """
            SELECT season_number || ' ' || count(*) || ' ' || max(episode_number) FROM episodes
            GROUP BY season_number
            """
        )
        #expect(Set(places) == ["1 450 450", "2 200 200"])
        // What another part would add again is there.
        #expect(try refresh.update(series.id, found, seasons) == TMDBRefresh.Counts())
    }

    @Test(
        "What goes wrong there is said in plain words",
        arguments: [
            (401, "TMDB doesn’t accept the token (401). Check STORYTIME_TMDB_TOKEN."),
            (404, "TMDB has no series with this number."),
            (418, "TMDB rejected the request (418)."),
        ]
    )
    func refusals(status: Int, words: String) throws {
        stub.answerAny(status, #"{"success": false, "status_code": 7, "status_message": "No."}"#)
        let page = try console.get("/admin/series/tmdb?q=merry")
        #expect(page.status == 422 && page.contains(words))
        let added = try console.post("/admin/series/tmdb", [("id", "5"), ("q", "merry")])
        #expect(added.status == 422 && added.contains(words))
        #expect(try console.series.count() == 0)
    }

    @Test(
        "A passing trouble is tried again after a pause; a lasting one is not",
        arguments: [(429, 3), (503, 3), (401, 1)]
    )
    func repeats(status: Int, attempts: Int) {
        stub.answer(Self.seriesLine, status, "", [("Retry-After", "2")])
        var pauses: [Int] = []
        let client = TMDBClient(console.site.configuration.tmdb) { pauses.append($0) }
        #expect(throws: TMDBError.self) { try client.series(100_001) }
        #expect(stub.asked.count == attempts)
        #expect(pauses == Array(repeating: 2000, count: attempts - 1))
    }

    @Test(
        "A job asks no more once the time for all of its requests is over, and is tried again later"
    )
    func tooSlow() throws {
        stub.answerAny(200, Self.details)
        let client = TMDBClient(console.site.configuration.tmdb, limitSeconds: 0) { _ in }
        #expect(throws: TMDBError.tooSlow) { try client.series(100_001) }
        #expect(stub.asked.isEmpty && TMDBError.tooSlow.isPassing)
    }

    @Test("It comes through after a pause")
    func recovers() throws {
        stub.answer(Self.seriesLine, 503)
        stub.answer(Self.seriesLine, 200, Self.details)
        let client = TMDBClient(console.site.configuration.tmdb) { _ in }
        #expect(try client.series(100_001).name == "Merry Garden Stories")
    }

    @Test("An answer that is none, and a path that leads elsewhere, are not believed")
    func distrusts() throws {
        stub.answer(Self.seriesLine, 200, "<html>")
        let client = TMDBClient(console.site.configuration.tmdb) { _ in }
        #expect(throws: TMDBError.unreadable) { try client.series(100_001) }
        let odd = #"{"id": 7, "name": "A\nB", "poster_path": "/../../etc/x.jpg", "status": "Soon"}"#
        let series = try #require(TMDBSeries(try JSONValue(Array(odd.utf8))))
        #expect(series.poster == nil && series.name == "A B" && series.airing == .unknown)
    }

    @Test("Many seasons are asked for in parts of twenty")
    func parts() throws {
        stub.answerAny(200, "{}")
        let client = TMDBClient(console.site.configuration.tmdb) { _ in }
        _ = try client.seasons(Array(0..<45), of: 7)
        #expect(stub.asked.count == 3)
    }

    @Test("Without a token nothing is asked and nothing offers it")
    func off() throws {
        let quiet = try Console.asAdmin()
        let series = try quiet.series.insert(.init(name: "A", externalID: 5), by: .commandLine)
        #expect(try quiet.get("/admin/series/tmdb?q=merry").status == 404)
        #expect(try quiet.post("/admin/series/tmdb", [("id", "5")]).status == 404)
        #expect(try quiet.post(series.href + "/refresh").status == 404)
        #expect(try !quiet.get("/admin/series").contains("TMDB"))
        #expect(try !quiet.get(series.href).contains("Refresh from TMDB"))
        #expect(throws: TMDBError.isOff) { try TMDBClient(TMDBSettings()).search("x") }
    }
}
