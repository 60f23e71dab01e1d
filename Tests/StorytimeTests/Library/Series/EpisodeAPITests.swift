import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Seasons and episodes for programs")
struct EpisodeAPITests {
    private let console: Console
    private let token: String
    private let owls: Series

    init() throws {
        console = try Console()
        token = try console.bearer(console.addUser("ada@example.test", .admin))
        owls = try console.addSeries("Owls")
    }

    private func ask(_ method: HTTP.Method, _ path: String, _ json: String? = nil) throws -> Answer
    {
        try console.ask(method, "/api/v1/series/\(owls.id)" + path, json, token: token)
    }

    private func data(_ answer: Answer) throws -> [String: Any] {
        try #require(answer.json["data"] as? [String: Any], "\(answer.text)")
    }

    @Test("A series is known by its number, which is unique")
    func externalID() throws {
        let answer = try ask(.patch, "", #"{"external_id": 100001, "airing": "Ended"}"#)
        #expect(answer.status == 200)
        #expect(try data(answer)["external_id"] as? Int == 100_001)
        #expect(try data(answer)["airing"] as? String == "Ended")
        let other = try console.ask(
            .post,
            "/api/v1/series",
            #"{"name": "Foxes", "external_id": 100001}"#,
            token: token
        )
        #expect(other.status == 422 && other.contains("Another series has this number."))
        let wrong = try ask(.patch, "", #"{"airing": "Soon"}"#)
        #expect(wrong.status == 422)
        #expect(try ask(.patch, "", #"{"external_id": null}"#).status == 200)
    }

    @Test("Episodes are added, listed by season, changed and deleted")
    func episodes() throws {
        let book = try console.addBook("Dusk", of: nil)
        let added = try ask(
            .post,
            "/episodes",
            """
            {"season_number": 2, "episode_number": 4, "book_id": \(book.id), "air_date": "2026-03-04"}
            """
        )
        #expect(added.status == 201, "\(added.text)")
        let episode = try data(added)
        #expect(episode["name"] as? String == "Dusk" && episode["title"] as? String == "")
        #expect(episode["book_id"] as? Int == book.id.value)
        let href = try #require(added.location)
        #expect(href == "/api/v1/series/\(owls.id)/episodes/\(episode["id"] ?? "")")
        try console.addEpisodes(3, to: owls)
        let all = try ask(.get, "/episodes")
        #expect(all.json["total_count"] as? Int == 4)
        let second = try ask(.get, "/episodes?season=2")
        #expect(second.json["total_count"] as? Int == 1)
        #expect(try ask(.get, "/episodes?season=9").json["total_count"] as? Int == 0)
        let path = href.replacing("/api/v1/series/\(owls.id)", with: "")
        let changed = try ask(.patch, path, #"{"book_id": null, "title": "Alone"}"#)
        #expect(try data(changed)["name"] as? String == "Alone")
        #expect(try data(changed)["air_date"] as? String == "2026-03-04")
        #expect(try ask(.delete, path).status == 204)
        #expect(try ask(.get, path).status == 404)
    }

    @Test("A place that is taken, and a book of another series, are refused with their members")
    func refuses() throws {
        try console.addEpisodes(1, to: owls)
        let taken = try ask(.post, "/episodes", #"{"season_number": 1, "episode_number": 1}"#)
        #expect(taken.status == 422 && taken.contains(#""field":"episode_number""#))
        let fox = try console.addBook("Fox", of: console.addSeries("Foxes"))
        let book = try ask(
            .post,
            "/episodes",
            "{\"season_number\": 1, \"episode_number\": 2, \"book_id\": \(fox.id)}"
        )
        #expect(book.status == 422 && book.contains(#""field":"book_id""#))
        #expect(try ask(.post, "/episodes", #"{"season_number": 1}"#).status == 422)
    }

    @Test("What is there because of its book can’t be deleted")
    func ofBook() throws {
        try console.addBook("Dusk", of: owls, number: 1)
        let id = try console.episodes.episodes(of: owls.id, limit: 1)[0].id
        let answer = try ask(.delete, "/episodes/\(id)")
        #expect(answer.status == 409 && answer.errorCode == "conflict")
        #expect(try data(ask(.get, "/episodes/\(id)"))["is_of_book"] as? Bool == true)
    }

    @Test("Seasons are added, renumbered and deleted with their episodes")
    func seasons() throws {
        let added = try ask(.post, "/seasons", #"{"season_number": 2, "name": "Winter"}"#)
        #expect(added.status == 201)
        #expect(try ask(.post, "/seasons", #"{"season_number": 2}"#).status == 422)
        try console.addEpisodes(2, to: owls, season: 2)
        let id = try #require(try data(added)["id"] as? Int)
        let changed = try ask(.patch, "/seasons/\(id)", #"{"season_number": 0}"#)
        #expect(try data(changed)["season_number"] as? Int == 0)
        #expect(try data(changed)["name"] as? String == "Winter")
        #expect(try console.episodeTexts(owls.id) == ["Special 1 T2-1", "Special 2 T2-2"])
        let list = try #require(try ask(.get, "/seasons").json["data"] as? [[String: Any]])
        #expect(list.map { $0["episodes_count"] as? Int } == [2])
        #expect(try ask(.delete, "/seasons/\(id)").status == 204)
        #expect(try console.episodeTexts(owls.id).isEmpty)
    }

    @Test("Another series’ episodes are not there")
    func scopes() throws {
        let foxes = try console.addSeries("Foxes")
        let id = try console.addEpisodes(1, to: foxes)[0].id
        #expect(try ask(.get, "/episodes/\(id)").status == 404)
        #expect(try ask(.delete, "/episodes/\(id)").status == 404)
        let season = try #require(try console.episodes.season(1, of: foxes.id))
        #expect(try ask(.get, "/seasons/\(season.id)").status == 404)
    }
}
