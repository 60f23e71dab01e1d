import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

/// The contract of the app, as its document has it: SEARCH_EPISODE_PROGRESS_POLISH. The names of the
/// tests have the lines of that document.
@Suite("The watchlist’s own calls")
struct WatchlistAPITests {
    private let console: Console
    private let family: Family
    private let child: Child
    private let owls: ID<Series>
    private let token: String

    init() throws {
        console = try Console()
        family = try console.addFamily()
        child = try console.addChild("Pippi", in: family)
        owls = try console.addShow("Owls", externalID: 100_001)
        try console.addEpisodes(1...6, to: owls)
        try console.addEpisodes(1...3, to: owls, season: 2)
        token = try console.bearer(try console.addParent("astrid@example.test", in: family))
    }

    private func ask(_ method: HTTP.Method, _ path: String, _ json: String? = nil) throws -> Answer
    {
        try console.ask(method, path, json, token: token)
    }

    private func put(_ json: String, _ tail: String = "") throws -> Answer {
        try ask(.put, "/api/watchlist/100001/progress\(tail)", json)
    }

    private func set(_ status: String, _ episode: Int, season: Int = 1) throws -> Answer {
        try put(
            #"{"seasonNumber": \#(season), "episodeNumber": \#(episode), "status": "\#(status)"}"#
        )
    }

    private func progress(_ base: String = "/api") throws -> String {
        try ask(.get, "\(base)/watchlist/100001/progress").text
    }

    private var list: SeriesList? {
        get throws { try console.progress(of: child).state(of: owls, for: child.id).list }
    }

    @Test("Clearing what has no mark, or specials, leaves what was played last")
    func clearsNothing() throws {
        try console.addEpisodes(1...2, to: owls, season: 0)
        _ = try set("watched", 2)
        let before = try ask(.get, "/api/watchlist").text
        #expect(before.contains(#""lastPlayedAt":""#))
        #expect(try set("unwatched", 1, season: 2).contains(#""updatedCount":0"#))
        #expect(try set("unwatched", 1, season: 0).contains(#""updatedCount":0"#))
        #expect(try ask(.get, "/api/watchlist").text == before)
        // Of what was played last itself, nothing is left.
        _ = try set("unwatched", 1)
        #expect(try ask(.get, "/api/watchlist").contains(#""lastPlayedAt":null"#))
    }

    @Test("T API L14: POST makes a series watched, and the second time nothing changes")
    func upserts() throws {
        for status in ["watching", "watching", "watchlist", "completed", "dropped", "watching"] {
            let answer = try ask(
                .post,
                "/api/watchlist",
                #"{"tmdbId": 100001, "status": "\#(status)"}"#
            )
            #expect(answer.status == 200 && answer.json["success"] as? Bool == true)
            #expect(try list?.rawValue == status)
        }
        #expect(try console.count("SELECT count(*) FROM child_series") == 1)
        // The season that the app may send with it is remembered.
        let season = #"{"tmdbId": 100001, "status": "watching", "season": 1}"#
        #expect(try ask(.post, "/api/watchlist", season).status == 200)
        #expect(try console.progress(of: child).state(of: owls, for: child.id).season == 1)
    }

    @Test("T API L15, T1 L23: PUT answers letter by letter as the app expects")
    func contract() throws {
        #expect(
            try set("watched", 3).text
                == #"{"success":true,"data":{"updatedCount":3,"totalRequested":3,"#
                + #""status":"watched","message":"Progress updated to S1 E3"}}"#
        )
        #expect(
            try set("watched", 3).text
                == #"{"success":true,"data":{"updatedCount":0,"totalRequested":3,"#
                + #""status":"watched","message":"Progress updated to S1 E3"}}"#
        )
        #expect(try list == .watching)
        #expect(try set("watching", 4).status == 200)
        #expect(
            try progress()
                == #"{"success":true,"data":{"seasons":{"1":["#
                + #"{"episodeNumber":1,"status":"watched"},{"episodeNumber":2,"status":"watched"},"#
                + #"{"episodeNumber":3,"status":"watched"},{"episodeNumber":4,"status":"watching"}]}}}"#
        )
        #expect(try progress("/api/v1") == progress())
    }

    @Test(
        "T1 L21-24, T spec L168: the operations have the app’s names, and answers may get more members"
    )
    func names() throws {
        let operations = Program.routes.compactMap { route in
            route.operation.map { "\(route.method) \(route.pattern) \($0.name)" }
        }
        for operation in [
            "POST /api/watchlist addToWatchlist",
            "PUT /api/watchlist/{tmdb_id}/progress setEpisodeProgress",
            "GET /api/watchlist/{tmdb_id}/progress getShowProgress",
            "PUT /api/watchlist/{tmdb_id}/progress/exact setExactProgress",
        ] {
            #expect(operations.contains(operation))
        }
    }

    @Test("tmdb.md: each case that the app’s document leaves open")
    func cases() throws {
        _ = try set("watched", 5)
        let again = try set("watched", 3)
        #expect(again.contains(#""updatedCount":0,"totalRequested":3"#))
        #expect(try console.marks(of: child, in: owls).hasSuffix("5 watched"))
        let taken = try set("unwatched", 4)
        #expect(taken.contains(#""updatedCount":2,"totalRequested":3,"status":"unwatched""#))
        #expect(try console.marks(of: child, in: owls) == "1 watched, 2 watched, 3 watched")
        #expect(try console.marks(of: child, in: owls, season: 2) == "")
        for (season, episode, message) in [
            (1, 7, "Season 1 of this series has no episode 7."),
            (3, 1, "This series has no season 3."), (0, 1, "This series has no specials."),
        ] {
            let before = try progress()
            let answer = try set("watched", episode, season: season)
            #expect(answer.status == 404 && answer.errorCode == "not_found")
            #expect(answer.contains(message))
            #expect(try progress() == before)
        }
        let unknown = try ask(.get, "/api/watchlist/100002/progress")
        #expect(unknown.status == 404)
        #expect(unknown.contains("This family has no series with the tmdbId 100002."))
        #expect(try set("seen", 1).errorDetails == ["status: not_a_choice"])
    }

    @Test("T N2 L151-153: the exact route marks what is before, and later ones stay")
    func exact() throws {
        _ = try set("watched", 6)
        let answer = try put(#"{"seasonNumber": 1, "episodeNumber": 3}"#, "/exact")
        #expect(answer.contains(#""updatedCount":1,"totalRequested":3,"status":"watching""#))
        #expect(
            try console.marks(of: child, in: owls)
                == "1 watched, 2 watched, 3 watching, 4 watched, 5 watched, 6 watched"
        )
    }

    @Test("Unaired episodes are never written, and the numbers say so")
    func unaired() throws {
        let kites = try console.addShow("Kites", externalID: 7)
        try console.addEpisodes(1...3, to: kites)
        try console.addEpisodes(4...5, to: kites, aired: "2099-01-01")
        let put = { (tail: String, json: String) in
            try ask(.put, "/api/watchlist/7/progress\(tail)", json)
        }
        let all = #"{"seasonNumber": 1, "episodeNumber": 5, "status": "watched"}"#
        #expect(
            try put("", all).contains(
                #""updatedCount":3,"totalRequested":5,"status":"watched","message":"#
                    + #""Progress updated to S1 E3; 2 episodes haven’t aired yet""#
            )
        )
        let exact = try put("/exact", #"{"seasonNumber": 1, "episodeNumber": 4}"#)
        #expect(exact.status == 422 && exact.errorDetails == ["episodeNumber: invalid"])
        #expect(try console.marks(of: child, in: kites) == "1 watched, 2 watched, 3 watched")
    }

    @Test(
        "Without a child the only one is meant, of several each is named, and others’ are not there"
    )
    func children() throws {
        _ = try set("watched", 1)
        let sibling = try console.addChild("Tommy", in: family)
        let answer = try set("watched", 2)
        #expect(answer.status == 422 && answer.errorDetails == ["child_id: required"])
        for child in [child, sibling] {
            #expect(answer.contains("\(child.id) (\(child.name))"))
        }
        let body = #"{"seasonNumber": 1, "episodeNumber": 2, "status": "watched", "child_id": "#
        #expect(try put(body + "\(sibling.id)}").status == 200)
        #expect(try console.marks(of: sibling, in: owls) == "1 watched, 2 watched")
        #expect(try console.marks(of: child, in: owls) == "1 watched")
        // A child may be named where reading names it, too.
        let short = #"{"seasonNumber": 1, "episodeNumber": 3, "status": "watched"}"#
        #expect(try put(short, "?child_id=\(sibling.id)").status == 200)
        #expect(
            try console.marks(of: sibling, in: owls) == "1 watched, 2 watched, 3 watched"
        )
        let foreign = try console.addChild("Canary", in: try console.addFamily("Strangers"))
        #expect(
            try put(short, "?child_id=\(foreign.id)").contains(
                "This family has no child with the id \(foreign.id)."
            )
        )
        #expect(try put(body + "\(foreign.id)}").status == 404)
        for path in ["", "/100001/progress"] {
            let target = "/api/watchlist\(path)?child_id="
            #expect(try ask(.get, target + "\(foreign.id)").status == 404)
            #expect(try ask(.get, target + "\(child.id)").status == 200)
        }
        #expect(try ask(.delete, "/api/watchlist/100001?child_id=\(foreign.id)").status == 404)
        #expect(
            try console.count(
                "SELECT count(*) FROM child_series WHERE child_id = \(foreign.id.value)"
            ) == 0
        )
    }

    @Test("The list has what comes next, and a series that is taken off keeps its marks")
    func lists() throws {
        let kites = try console.addShow("Kites", externalID: 7)
        try console.addEpisodes(1...3, to: kites)
        _ = try set("watched", 3)
        console.time.now += 10
        _ = try ask(.post, "/api/watchlist", #"{"tmdbId": 7, "status": "watchlist"}"#)
        let all = try ask(.get, "/api/watchlist")
        #expect(all.contains(#""totalCount":2,"page":1,"perPage":20"#))
        let data = try #require(all.json["data"] as? [String: Any])
        let shows = try #require(data["shows"] as? [[String: Any]])
        #expect(shows.map { $0["name"] as? String } == ["Kites", "Owls"])
        #expect(shows[1]["watchedCount"] as? Int == 3 && shows[1]["airedCount"] as? Int == 9)
        #expect(shows[1]["nextSeason"] as? Int == 1 && shows[1]["nextEpisode"] as? Int == 4)
        #expect(try ask(.get, "/api/watchlist?status=watching").contains(#""totalCount":1"#))
        for message in ["Owls removed from Watching", "Owls isn’t on a list"] {
            let answer = try ask(.delete, "/api/watchlist/100001")
            #expect(answer.status == 200 && answer.contains(#""status":null"#))
            #expect(answer.contains(message))
        }
        #expect(try ask(.get, "/api/watchlist").contains(#""totalCount":1"#))
        #expect(try console.marks(of: child, in: owls).hasSuffix("3 watched"))
    }
}
