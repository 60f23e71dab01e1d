import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Everything of a family as one archive")
struct FamilyArchiveTests {
    private let console: Console
    private let family: Family
    private let child: Child

    init() throws {
        console = try Console.asAdmin()
        family = try console.addFamily()
        child = try console.addChild("Pippi \"P\", <ö>", in: family)
        try console.addChild("Tommy", in: family)
        try console.addParent("astrid@example.test", in: family)
        let other = try console.addFamily("Strangers")
        try console.addChild("Canary", in: other)
        try console.addParent("canary@example.test", in: other)
    }

    /// The files of an archive, unpacked by tar.
    private func unpack(_ target: String) throws -> [String: [UInt8]] {
        let (answer, bytes) = try console.download(target)
        #expect(answer.header("Content-Type") == "application/x-tar")
        return try Tar.unpack(bytes)
    }

    @Test(
        "As ZIP it has the same files, for python and unzip as well, and its name says what it is"
    )
    func asZip() throws {
        for href in [family.href, Child.href(child.id, of: family.id, "")] {
            let path = href.hasSuffix("/") ? String(href.dropLast()) : href
            let (answer, bytes) = try console.download(path + "/export.zip")
            #expect(answer.header("Content-Type") == "application/zip")
            #expect(answer.header("Content-Disposition")?.hasSuffix("-2026-11-21.zip\"") == true)
            let files = try Zip.unpack(bytes)
            // The history has one more entry: that the first was saved.
            let others = try unpack(path + "/export.tar").filter { !$0.key.contains("history") }
            #expect(files.filter { !$0.key.contains("history") } == others)
            #expect(files.count > 5)
        }
    }

    private func objects(_ bytes: [UInt8]?) throws -> [[String: Any]] {
        let parsed = try JSONSerialization.jsonObject(with: Data(try #require(bytes)))
        return try #require(parsed as? [[String: Any]])
    }

    @Test("It holds the family, parents, children and history, as CSV and as JSON that agree")
    func holdsAll() throws {
        let files = try unpack(family.href + "/export.tar")
        let names = [
            "family", "parents", "devices", "addresses", "access_keys", "invitations", "children",
            "library", "viewings", "usage_events", "daily_usage", "history", "photo_categories",
            "gallery_settings", "photo_looks", "series", "episode_progress", "explanations",
            "explaining_instructions", "explaining_settings", "family_captions", "kept_words",
            "word_reviews", "vocabulary_settings",
            "parent_places", "reading_speeds", "watch_history", "playlists", "playlist_items",
            "web_videos", "web_video_places", "live_sessions", "live_pieces", "parent_switches",
        ]
        let expected = names.flatMap {
            ["storytime-family-1/\($0).csv", "storytime-family-1/\($0).json"]
        }
        #expect(Set(files.keys) == Set(expected + ["storytime-family-1/README.txt"]))
        for name in names {
            let rows = try Console.rows(of: files["storytime-family-1/\(name).csv"] ?? [])
            let objects = try objects(files["storytime-family-1/\(name).json"])
            #expect(rows.count == objects.count, "\(name)")
            for (row, object) in zip(rows, objects) { #expect(Set(row.keys) == Set(object.keys)) }
        }
        let children = try objects(files["storytime-family-1/children.json"])
        #expect(children.map { $0["name"] as? String } == ["Pippi \"P\", <ö>", "Tommy"])
        #expect(children[0]["may_scrub"] as? Bool == true)
        let history = try objects(files["storytime-family-1/history.json"])
        #expect(history.contains { $0["record"] as? String == "astrid@example.test" })
        for (name, bytes) in files {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.localizedCaseInsensitiveContains("canary"), "\(name)")
            #expect(!text.contains("Strangers") && !text.contains("scrypt"), "\(name)")
        }
    }

    @Test("A child's archive holds that child alone")
    func oneChild() throws {
        let files = try unpack(Child.href(child.id, of: family.id, "export.tar"))
        #expect(
            Set(files.keys)
                == Set(
                    [
                        "README.txt", "children.csv", "children.json", "history.csv",
                        "history.json", "library.csv", "library.json", "viewings.csv",
                        "viewings.json", "usage_events.csv", "usage_events.json",
                        "daily_usage.csv", "daily_usage.json", "gallery_settings.csv",
                        "gallery_settings.json", "photo_looks.csv", "photo_looks.json",
                        "kept_words.csv", "kept_words.json", "word_reviews.csv",
                        "word_reviews.json", "series.csv", "series.json",
                        "episode_progress.csv", "episode_progress.json", "reading_speeds.csv",
                        "reading_speeds.json", "playlists.csv", "playlists.json",
                        "playlist_items.csv", "playlist_items.json",
                    ]
                    .map { "storytime-child-1/" + $0 }
                )
        )
        let children = try objects(files["storytime-child-1/children.json"])
        #expect(children.count == 1)
    }

    @Test("It holds what was watched, told and counted, and nothing of another child")
    func holdsViewing() throws {
        let fox = try console.addStory("The Lantern Fox")
        let start = console.time.now - 3600
        try console.addToLibrary([fox.id], of: child)
        for day in 0..<3 { try console.watch(child, fox, from: start - day * 86_400, seconds: 50) }
        let sibling = try console.addChild("Annika", in: family)
        try console.addToLibrary([fox.id], of: sibling)
        try console.watch(sibling, fox, from: start, seconds: 20)
        let files = try unpack(Child.href(child.id, of: family.id, "export.tar"))
        let read = { (name: String) in try objects(files["storytime-child-1/\(name).json"]) }
        let viewings = try read("viewings")
        #expect(viewings.map { $0["watched_ms"] as? Int } == [50_000, 50_000, 50_000])
        #expect(viewings[0]["title"] as? String == "The Lantern Fox")
        let events = try read("usage_events")
        #expect(events.count == 9)
        #expect(events[0]["occurred_at"] as? String == "2026-11-19T09:40:00.000Z")
        let days = try read("daily_usage")
        #expect(days.map { $0["day"] as? String } == ["2026-11-19", "2026-11-20", "2026-11-21"])
    }

    @Test("A long list goes on in files that are numbered, and nothing is lost or twice")
    func longLists() throws {
        for number in 0..<2500 {
            try AuditLog(console.database, number).write(
                .commandLine,
                "changed",
                child.subject,
                [Change("number", nil, String(number))]
            )
        }
        let files = try unpack(family.href + "/export.tar")
        let parts = ["history", "history-2", "history-3"]
        let ids = try parts.flatMap { part in
            try objects(files["storytime-family-1/\(part).json"]).compactMap { $0["id"] as? Int }
        }
        #expect(ids.count > 2500 && Set(ids).count == ids.count && ids == ids.sorted())
        #expect(files["storytime-family-1/history-4.json"] == nil)
    }

    @Test("However much is kept, an archive is made in small pieces")
    func smallPieces() throws {
        let text = String(repeating: "ö\"", count: 5000)
        try console.database.write {
            for number in 0..<400 {
                let change = Change("description", text, String(number))
                try AuditLog(console.database, number)
                    .write(.commandLine, "changed", child.subject, [change])
            }
            for number in 1...2000 {
                try console.database.execute(
                    """
                    INSERT INTO books (title, title_key, author, author_key, created_at, updated_at)
                    VALUES (\("Story \(number)"), \("story \(number)"), '', '', 0, 0)
                    """
                )
            }
            try console.database.execute(
                """
                INSERT INTO library_items (child_id, book_id, title_key, added_at)
                SELECT \(child.id.value), id, title_key, 0 FROM books
                """
            )
        }
        var archive = FamilyArchive(.family(family.id), as: .tar, console.site, now: 0)
        var (bytes, largest): ([UInt8], Int) = ([], 0)
        while let piece = try archive.next(from: console.database) {
            bytes += piece
            largest = max(largest, piece.count)
        }
        // The row that fills a piece may be as long as a row can be, as CSV and as JSON.
        let longest = 2 * 4 * text.utf8.count
        #expect(largest < ArchiveTablePiece.mostBytes + longest && bytes.count > 10 * largest)
        let files = try Tar.unpack(bytes)
        func ids(_ name: String) throws -> [Int] {
            try (1...200).flatMap { number in
                let file = "storytime-family-1/\(name)\(number == 1 ? "" : "-\(number)").json"
                return try files[file].map(objects)?.compactMap { $0["id"] as? Int } ?? []
            }
        }
        #expect(try ids("library") == Array(1...2000))
        let history = try ids("history")
        #expect(history.count > 400 && Set(history).count == history.count)
    }

    @Test("Lists of several children go on from piece to piece, and nothing is lost or twice")
    func manyViewings() throws {
        let sibling = try console.addChild("Annika", in: family)
        try console.addManyViewings(1400, of: [child.id, sibling.id])
        let (_, bytes) = try console.download(family.href + "/export.tar")
        let files = try Tar.unpack(bytes)
        func rows(_ name: String, pieces: Int) throws -> [[String: Any]] {
            let suffixes = [""] + (2...pieces).map { "-\($0)" }
            #expect(files["storytime-family-1/\(name)-\(pieces + 1).json"] == nil)
            return try suffixes.flatMap {
                try objects(files["storytime-family-1/\(name)\($0).json"])
            }
        }
        let viewings = try rows("viewings", pieces: 3).map { $0["id"] as? Int }
        #expect(viewings.count == 2800 && Set(viewings).count == 2800)
        let events = try rows("usage_events", pieces: 6)
        #expect(events.count == 5600 && Set(events.map { $0["id"] as? Int }).count == 5600)
        let order = events.compactMap { $0["viewing_id"] as? Int }
        #expect(order == viewings.flatMap { [$0, $0] })
        let days = try rows("daily_usage", pieces: 3)
        #expect(days.compactMap { $0["plays"] as? Int }.reduce(0, +) == 2800)
    }

    @Test("Four times as much takes four times the work: no page looks at those before it again")
    func linear() throws {
        func work(_ viewings: Int) throws -> Int {
            let console = try Console()
            let family = try console.addFamily()
            let child = try console.addChild("Pippi", in: family)
            try console.addManyViewings(viewings, of: [child.id])
            var archive = FamilyArchive(.family(family.id), as: .tar, console.site, now: 0)
            return try console.database.countingSteps {
                while try archive.next(from: console.database) != nil {}
            }
        }
        let (some, many) = (try work(1500), try work(6000))
        #expect(Double(many) < 4.2 * Double(some), "\(some), \(many)")
    }

    @Test("Every long list is read by an index, from where it was left")
    func plans() throws {
        let place = ArchivePlace(group: 1, key: [])
        let names = [
            "library", "viewings", "usage_events", "daily_usage", "photos", "photo_looks", "series",
            "episode_progress",
        ]
        let tables = console.site.features.archive(.family(family.id), for: ID(1))
        for name in names {
            let table = try #require(tables.first { $0.name == name })
            let plan = try console.database.queryPlan(of: table.rows(place, 10).text)
            // Such as "(child_id=? AND (day,started_at)>(?,?))".
            let isFromPlace = plan.first?.contains(/\((child|family)_id=\? AND .*>/)
            #expect(isFromPlace == true, "\(name): \(plan)")
            // The signs of one viewing are put in order, and no more.
            let sorts = plan.filter { $0.contains("TEMP B-TREE") }
            #expect(
                sorts.allSatisfy { name == "usage_events" && $0.contains("PART OF ORDER BY") },
                "\(name): \(plan)"
            )
        }
    }

    @Test("Who saves it stands in the log; looking whether it is there does not")
    func logged() throws {
        let before = try AuditLog(console.database, 0).count()
        _ = try console.send(.head, family.href + "/export.tar")
        #expect(try AuditLog(console.database, 0).count() == before)
        try console.get(family.href + "/export.tar")
        let entry = try #require(try AuditLog(console.database, 0).latest(1).first)
        #expect(entry.action == "exported" && entry.actorName == "Ada")
    }

    @Test("A family that goes while it is read leaves an archive that is whole")
    func vanishes() throws {
        let (_, bytes) = try console.download(family.href + "/export.tar") {
            if try console.families.findIfAny(family.id) != nil {
                try Eraser(database: console.database, features: console.site.features, now: 0)
                    .erase(.family(family.id), by: .commandLine)
            }
        }
        #expect(bytes.suffix(1024).allSatisfy { $0 == 0 })
    }
}

extension Console {
    /// So many viewings of each of these children, of two signs each, some on each day.
    fileprivate func addManyViewings(_ count: Int, of children: [ID<Child>]) throws {
        let perDay = 20
        let start = time.now - (count / perDay + 2) * 86_400
        try database.write {
            for number in 0..<count {
                // Of two children in turn, so that neither's are all together.
                for child in children {
                    let began = start + number / perDay * 86_400 + number % perDay * 60
                    let day = CalendarDay(number: began / 86_400).iso
                    try database.execute(
                        """
                        INSERT INTO viewings (child_id, session_id, book_id, day, started_at,
                            ended_at, watched_ms, is_finished, event_count)
                        VALUES (\(child.value), \("s\(number)"), \(number % perDay), \(day),
                            \(began), \(began + 30), 30000, 0, 2)
                        """
                    )
                    let viewing = Int(database.lastInsertedID)
                    for (sign, type) in ["play_start", "pause"].enumerated() {
                        let moment = (began + sign * 30) * 1000
                        try database.execute(
                            """
                            INSERT INTO usage_events (viewing_id, client_event_id, event_type,
                                occurred_ms, claimed_ms, received_ms)
                            VALUES (\(viewing), \("e\(sign)"), \(type), \(moment), \(moment),
                                \(moment))
                            """
                        )
                    }
                    try database.execute(
                        """
                        INSERT INTO daily_usage VALUES (\(child.value), \(day),
                            \(number % perDay), 3, 30000, 1, 0)
                        """
                    )
                }
            }
        }
    }
}
