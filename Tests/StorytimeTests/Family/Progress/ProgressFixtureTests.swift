import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

/// The fixtures of progress (`Tests/Fixtures/series`): "watched up to N", and sometimes one that is being
/// watched, for children and seasons. They are set by the app's own calls, and must come out exactly.
@Suite("The fixtures of progress")
struct ProgressFixtureTests {
    private static func rows(_ name: String) throws -> [[String: String]] {
        try Console.rows(
            of: Folder.read("\(Repository.folder)/Tests/Fixtures/series/\(name).csv").bytes
        )
    }

    private struct Group: Hashable {
        let child: Int
        let series: Int
        let season: Int
    }

    @Test("What is set by watched and watching is what the fixture has, for each child and season")
    func comesOut() throws {
        let console = try Console()
        let family = try console.addFamily()
        let progress = try Self.rows("episode_progress")
        let number = { (row: [String: String], name: String) in try #require(Int(row[name] ?? "")) }
        let last = try progress.map { try number($0, "child_id") }.max() ?? 0
        let children = try (1...last).map { try console.addChild("Child \($0)", in: family) }
        for row in try Self.rows("series") {
            let id = try console.addShow(
                row["name"] ?? "",
                externalID: try number(row, "tmdb_id"),
                airing: row["status"] ?? ""
            )
            #expect(try id.value == number(row, "id"))
        }
        for row in try Self.rows("episodes") {
            try console.addEpisodes(
                [try number(row, "episode_number")],
                to: ID(try number(row, "series_id")),
                season: try number(row, "season_number"),
                aired: row["air_date"] ?? ""
            )
        }
        var groups: [Group: [(episode: Int, status: String)]] = [:]
        for row in progress {
            let group = Group(
                child: try number(row, "child_id"),
                series: try number(row, "series_id"),
                season: try number(row, "season_number")
            )
            groups[group, default: []].append(
                (try number(row, "episode_number"), row["status"] ?? "")
            )
        }
        let token = try console.bearer(try console.addParent("astrid@example.test", in: family))
        for (group, rows) in groups {
            let path = "/api/watchlist/\(100_000 + group.series)/progress"
            func put(_ episode: Int, _ status: String) throws {
                let body = """
                    {"seasonNumber": \(group.season), "episodeNumber": \(episode), \
                    "status": "\(status)", "child_id": \(group.child)}
                    """
                let answer = try console.ask(.put, path, body, token: token)
                #expect(answer.status == 200)
            }
            let watched = rows.filter { $0.status == "watched" }.map(\.episode).max()
            if let watched { try put(watched, "watched") }
            for row in rows where row.status == "watching" { try put(row.episode, "watching") }
            let expected = rows.sorted { $0.episode < $1.episode }
                .map { #"{"episodeNumber":\#($0.episode),"status":"\#($0.status)"}"# }
                .joined(separator: ",")
            let answer = try console.ask(
                .get,
                path + "?child_id=\(group.child)",
                token: token
            )
            #expect(answer.contains("\"\(group.season)\":[\(expected)]"), "\(group)")
        }
        #expect(try console.count("SELECT count(*) FROM episode_progress") == progress.count)
        #expect(children.count == last && groups.count > 5)
    }
}
