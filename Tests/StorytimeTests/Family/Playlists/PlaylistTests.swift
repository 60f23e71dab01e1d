import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Parents’ playlists")
struct PlaylistTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
    }

    private func store(of user: ID<User>? = nil) throws -> PlaylistStore {
        PlaylistStore(
            videos: WatchedVideos(
                shelf: try console.shelf(of: home.family.id),
                user: user ?? home.astrid
            ),
            now: console.time.now
        )
    }

    @discardableResult
    private func add(_ name: String, _ books: [Book] = [], _ more: [(String, String)] = []) throws
        -> ID<Playlist>
    {
        let answer = try console.post("/watch/playlists", [("name", name)] + more)
        #expect(answer.status == 303)
        let number = try #require(answer.location?.split(separator: "/").last)
        let id = try #require(ID<Playlist>(pathSegment: number))
        try addBooks(books, to: id)
        return id
    }

    private func addBooks(_ books: [Book], to id: ID<Playlist>) throws {
        guard !books.isEmpty else { return }
        let fields = books.map { ("video", "\($0.id)") }
        #expect(try console.post("/watch/playlists/\(id)/items", fields).status == 303)
    }

    private func version(_ id: ID<Playlist>) throws -> (String, String) {
        ("version", "\(try store().find(id).version)")
    }

    @Test("An empty playlist says so in the list")
    func empty() throws {
        try add("For later")
        #expect(try console.get("/watch/playlists").contains("<span>No videos</span>"))
    }

    @Test(
        "V4.2 L103: A playlist is created, renamed, deleted, and brought back with what was in it"
    )
    func keeps() throws {
        let id = try add(" Bedtime ", [home.fox, home.owl])
        let page = try console.get("/watch/playlists")
        #expect(page.contains("Bedtime") && page.contains("2 videos"))
        let renamed = try console.post(
            "/watch/playlists/\(id)",
            [("name", "Rainy days"), try version(id)]
        )
        #expect(renamed.status == 303)
        #expect(try console.get("/watch/playlists/\(id)").contains("Rainy days"))
        let undo = try home.undo(after: console.post("/watch/playlists/\(id)/remove"))
        #expect(try console.get("/watch/playlists/\(id)").status == 404)
        #expect(try console.get("/watch/playlists").contains("No playlists yet"))
        // The name is free meanwhile.
        try add("rainy DAYS")
        #expect(try console.follow(console.post(undo)).contains("“Rainy days (2)” is back."))
        #expect(
            try home.titles("/watch/playlists/\(id)") == ["The Lantern Fox", "An Owl at Noon"]
        )
        try console.post("/watch/playlists/\(id)/remove")
        console.time.now += PlaylistStore.keptSeconds + 1
        try PlaylistStore.removeOld(console.database, now: console.time.now)
        try home.signIn(home.astrid)
        #expect(try console.follow(console.post(undo)).contains("too late"))
        let left = try console.database.first("SELECT count(*) FROM playlist_items") {
            try $0.int(0)
        }
        #expect(left == 0)
    }

    @Test("A parent has each name once; what can’t be saved comes back with what was typed")
    func refuses() throws {
        let id = try add("Bedtime")
        let taken = try console.post("/watch/playlists", [("name", "BEDTIME")])
        #expect(taken.status == 422 && taken.contains("already a playlist with this name"))
        #expect(taken.contains("value=\"BEDTIME\""))
        for name in ["", "  ", String(repeating: "x", count: 61)] {
            let answer = try console.post("/watch/playlists", [("name", name)])
            #expect(answer.status == 422, "\(name)")
        }
        let foreign = try console.addChild("Canary", in: console.addFamily("Strangers"))
        let given = try console.post(
            "/watch/playlists",
            [("name", "Canary"), ("child_ids", "\(foreign.id)")]
        )
        #expect(given.status == 422)
        let other = try add("Other")
        let renamed = try console.post(
            "/watch/playlists/\(other)",
            [("name", "bedtime"), try version(other)]
        )
        #expect(renamed.status == 422)
        // Another parent may have the same name.
        try home.signIn(home.tom)
        try add("Bedtime")
        #expect(try console.get("/watch/playlists/\(id)").status == 404)
        #expect(try console.post("/watch/playlists/\(id)/remove").status == 404)
    }

    @Test("Sent twice, one is added; saved by two, the second is asked")
    func twice() throws {
        let token = try #require(
            try console.get("/watch/playlists/new").markup.value(of: "form_token")
        )
        let fields = [("name", "Bedtime"), ("form_token", token)]
        let first = try console.post("/watch/playlists", fields)
        let second = try console.post("/watch/playlists", fields)
        #expect(first.location == second.location && second.status == 303)
        #expect(try store().list().count == 1)
        let id = try store().list()[0].id
        let old = try version(id)
        #expect(try console.post("/watch/playlists/\(id)", [("name", "A"), old]).status == 303)
        let late = try console.post("/watch/playlists/\(id)", [("name", "B"), old])
        #expect(late.status == 409 && late.contains("value=\"B\""))
        #expect(try console.post("/watch/playlists/\(id)", [("name", "B")]).status == 422)
        #expect(try store().find(id).name == "A")
    }

    @Test(
        "V4.2 L104: From the history, the catalog and a story’s page one is added to a list, or a new one"
    )
    func adds() throws {
        try home.open(home.fox)
        for target in [
            "/watch", "/catalog", "/catalog/books/\(home.fox.id)", "/watch/\(home.fox.id)",
        ] {
            let links = try console.get(target).markup.targets
            #expect(
                links.contains { $0.hasPrefix("/watch/playlists/add?video=\(home.fox.id)&") },
                "\(target)"
            )
        }
        let question = try console.get("/watch/playlists/add?video=\(home.fox.id)&from=home")
        #expect(
            question.contains("The Lantern Fox") && question.contains("Playlist name")
        )
        let nameless = try console.post(
            "/watch/playlists/add",
            [("video", "\(home.fox.id)"), ("playlist", "new"), ("name", " ")]
        )
        #expect(nameless.status == 422)
        let added = try console.post(
            "/watch/playlists/add",
            [
                ("video", "\(home.fox.id)"), ("playlist", "new"), ("name", "Bedtime"),
                ("from", "home"),
            ]
        )
        #expect(added.location == "/watch")
        #expect(try console.follow(added).contains("“The Lantern Fox” added to “Bedtime”."))
        let id = try store().list()[0].id
        let again = try console.post(
            "/watch/playlists/add",
            [
                ("video", "\(home.fox.id)"), ("video", "\(home.owl.id)"), ("playlist", "\(id)"),
                ("from", "book"),
            ]
        )
        #expect(again.location == "/catalog/books/\(home.fox.id)")
        #expect(
            try home.titles("/watch/playlists/\(id)") == ["The Lantern Fox", "An Owl at Noon"]
        )
        let gone = try console.post(
            "/watch/playlists/add",
            [("video", "\(home.fox.id)"), ("playlist", "77")]
        )
        #expect(gone.status == 422)
        // What the family may not see can't be added, or asked about.
        let blocked = try console.addActiveBook("Canary book")
        #expect(try console.get("/watch/playlists/add?video=\(blocked.id)").status == 404)
        #expect(try console.get("/watch/playlists/add?video=nonsense").status == 404)
        try addBooks([blocked], to: id)
        #expect(try !console.get("/watch/playlists/\(id)").contains("Canary"))
    }

    @Test("V4.2 L104: Many at once, from what was opened and from the catalog")
    func addsMany() throws {
        let id = try add("Bedtime", [home.hare])
        let path = "/watch/playlists/\(id)/add"
        // Nothing was opened yet: it begins with the catalog.
        let catalog = try console.get(path)
        for book in [home.fox, home.owl, home.hare] { #expect(catalog.contains(book.title)) }
        #expect(catalog.contains("In this playlist"))
        let found = try console.get(path + "?from=catalog&q=lantern")
        #expect(found.contains("The Lantern Fox") && !found.contains("An Owl at Noon"))
        #expect(try console.get(path + "?from=catalog&q=zzzz").contains("No stories match “zzzz”."))
        try home.open(home.owl)
        let film = try home.addWebVideo("Waves")
        try WatchHistory(database: console.database, now: console.time.now)
            .opened(.web(film), by: home.astrid)
        let history = try console.get(path)
        #expect(history.contains("Waves") && !history.contains("The Lantern Fox"))
        let answer = try console.post(
            "/watch/playlists/\(id)/items",
            [("video", "web-\(film)"), ("video", "\(home.owl.id)"), ("video", "\(home.hare.id)")]
        )
        #expect(try console.follow(answer).contains("2 videos added."))
        #expect(
            try home.titles("/watch/playlists/\(id)")
                == ["The Slow Hare", "Waves", "An Owl at Noon"]
        )
        let nothing = try console.post("/watch/playlists/\(id)/items")
        #expect(nothing.location == path)
    }

    @Test("V4.2 L104: What was checked is carried from list to list")
    func carriesChecks() throws {
        let id = try add("Bedtime", [home.hare])
        try home.open(home.fox)
        let path = "/watch/playlists/\(id)/add"
        let query = "video=\(home.fox.id)&video=\(home.hare.id)&video=nonsense"
        let catalog = try console.get("\(path)?to=catalog&q=owl&" + query)
        #expect(catalog.contains("An Owl at Noon") && catalog.contains("1 more checked elsewhere"))
        let hidden = catalog.markup.all("input").filter { $0["name"] == "video" }
        #expect(hidden.contains { $0["type"] == "hidden" && $0["value"] == "\(home.fox.id)" })
        #expect(!hidden.contains { $0["type"] == "hidden" && $0["value"] == "\(home.hare.id)" })
        let history = try console.get("\(path)?from=catalog&to=history&" + query)
        #expect(
            history.markup.all("input").contains {
                $0["value"] == "\(home.fox.id)" && $0["checked"] != nil
            }
        )
        #expect(!history.contains("checked elsewhere"))
    }

    @Test("V4.2 L104: Adding is taken back, and leaves what was there before")
    func takesBack() throws {
        let id = try add("Bedtime", [home.hare])
        let path = "/watch/playlists/\(id)"
        let many = try console.post(
            "\(path)/items",
            [("video", "\(home.fox.id)"), ("video", "\(home.owl.id)")]
        )
        let undo = try home.undo(after: many)
        #expect(
            try console.follow(console.post(undo)).contains("2 videos removed from the playlist.")
        )
        #expect(try home.titles(path) == ["The Slow Hare"])
        #expect(try console.follow(console.post(undo)).contains("already removed"))
        let one = try console.post(
            "/watch/playlists/add",
            [("video", "\(home.fox.id)"), ("playlist", "\(id)"), ("from", "home")]
        )
        try console.post(home.undo(after: one))
        #expect(try home.titles(path) == ["The Slow Hare"])
        // What is in another list can't be reached from this one.
        let other = try add("Other", [home.fox])
        try console.post("\(path)/items/undo?first=1&last=1000000")
        #expect(try home.titles("/watch/playlists/\(other)") == ["The Lantern Fox"])
        #expect(try console.post("\(path)/items/undo?first=9&last=1").status == 400)
    }

    @Test("What another tab deleted is said to be deleted, and can come back")
    func deletedElsewhere() throws {
        let id = try add("Bedtime", [home.fox])
        let path = "/watch/playlists/\(id)"
        let saved = try version(id)
        let item = try store().items(of: id, limit: 1, offset: 0)[0].id
        try console.post("\(path)/remove")
        for (target, fields) in [
            (path, [("name", "Night"), saved]), ("\(path)/remove", []),
            ("\(path)/items", [("video", "\(home.owl.id)")]),
            ("\(path)/items/\(item)/remove", []),
            ("\(path)/items/\(item)/move", [("direction", "up")]),
        ] {
            let page = try console.follow(console.post(target, fields))
            #expect(page.contains("This playlist was deleted."), "\(target)")
        }
        // Somebody else’s was never there.
        try home.signIn(home.tom)
        #expect(try console.post("\(path)/remove").status == 404)
    }

    @Test("V4.2 L105: Items are removed and come back to their places")
    func removes() throws {
        let id = try add("Bedtime", [home.fox, home.owl, home.hare])
        let path = "/watch/playlists/\(id)"
        let owl = try store().items(of: id, limit: 9, offset: 0)[1].id
        let undo = try home.undo(after: console.post("\(path)/items/\(owl)/remove"))
        #expect(try home.titles(path) == ["The Lantern Fox", "The Slow Hare"])
        // Removed in another tab before.
        let late = try console.post("\(path)/items/\(owl)/remove")
        #expect(try console.follow(late).contains("already removed"))
        #expect(try console.post("\(path)/items/77/remove").status == 404)
        // What is around it was moved meanwhile.
        let fox = try store().items(of: id, limit: 9, offset: 0)[0].id
        try console.post("\(path)/items/\(fox)/move", [("direction", "down")])
        try console.post(undo)
        #expect(try home.titles(path) == ["The Slow Hare", "An Owl at Noon", "The Lantern Fox"])
        // Added again instead, it is at the end, and there is nothing to bring back.
        let again = try home.undo(after: console.post("\(path)/items/\(owl)/remove"))
        try addBooks([home.owl], to: id)
        #expect(try console.follow(console.post(again)).contains("too late"))
        #expect(try home.titles(path).last == "An Owl at Noon")
        #expect(try home.titles(path).count == 3)
    }

    @Test(
        "V4.2 L105: Buttons and pulling change the order; what isn’t seen stays between its neighbors"
    )
    func order() throws {
        let id = try add("Bedtime", [home.fox, home.owl, home.hare])
        let path = "/watch/playlists/\(id)"
        func items() throws -> [ID<PlaylistItem>] {
            try store().items(of: id, limit: 9, offset: 0).map(\.id)
        }
        let first = try items()
        let moved = try console.post("\(path)/items/\(first[2])/move", [("direction", "up")])
        #expect(moved.location == "\(path)?moved=\(first[2])-up")
        #expect(try home.titles(path) == ["The Lantern Fox", "The Slow Hare", "An Owl at Noon"])
        let page = try console.follow(moved)
        #expect(page.markup.tags.contains { $0["autofocus"] != nil && $0["value"] == "up" })
        let end = try console.post("\(path)/items/\(first[0])/move", [("direction", "up")])
        #expect(try console.follow(end).contains("already first"))
        #expect(
            try console.post("\(path)/items/\(first[0])/move", [("direction", "left")]).status
                == 400
        )
        // Pulled: the whole order of a page at once.
        let ids = first.map { "\($0)" }
        let order = [ids[1], ids[0], ids[2]].joined(separator: ",")
        #expect(try console.post("\(path)/order", [("ids", order)]).status == 204)
        #expect(try items() == [first[1], first[0], first[2]])
        #expect(try console.post("\(path)/order", [("ids", "\(ids[0]),\(ids[0])")]).status == 409)
        #expect(try console.post("\(path)/order", [("ids", "\(ids[0]),77")]).status == 409)
        #expect(try console.post("\(path)/order", [("ids", "x")]).status == 400)
        // One in the middle isn't seen for a while.
        try console.endRights(home.fox.id)
        #expect(try home.titles(path) == ["An Owl at Noon", "The Slow Hare"])
        try console.post("\(path)/items/\(first[2])/move", [("direction", "up")])
        try console.addWindow(home.fox.id)
        #expect(try home.titles(path) == ["The Slow Hare", "The Lantern Fox", "An Owl at Noon"])
    }

    @Test("V4.2 L106: Pictures have the bar of how far the parent is, each their own")
    func progress() throws {
        let id = try add("Bedtime", [home.fox, home.owl], [("is_shared", "on")])
        try console.post("/watch/\(home.fox.id)/place", [("seconds", "170")])
        func bars() throws -> [String?] {
            try console.get("/watch/playlists/\(id)").markup.all("progress").map { $0["value"] }
        }
        #expect(try bars() == ["50"])
        try home.signIn(home.tom)
        #expect(try bars().isEmpty)
    }

    @Test("V4.2 L107: Opened from a playlist, a story has the one before and the one after")
    func steps() throws {
        let id = try add("Bedtime", [home.fox, home.owl, home.hare])
        let links = try console.get("/watch/playlists/\(id)").markup.targets
        #expect(links.contains("/watch/\(home.owl.id)?list=\(id)"))
        let child = "&child=\(home.pippi.id)"
        let page = try console.get("/watch/\(home.owl.id)?list=\(id)\(child)")
        #expect(page.contains("2 of 3"))
        for book in [home.fox, home.hare] {
            #expect(page.markup.targets.contains("/watch/\(book.id)?list=\(id)\(child)"))
        }
        // It stays when the child or the text changes, and on the pages beside the player.
        let nobody = "/watch/\(home.owl.id)?"
        #expect(
            page.markup.targets.contains { $0.hasPrefix(nobody) && $0.contains("list=\(id)") }
        )
        #expect(page.contains("data-list=\"\(id)\""))
        #expect(
            page.markup.targets.contains {
                $0.hasPrefix("/watch/words?") && $0.contains("list=\(id)")
            }
        )
        #expect(try console.get("/watch/\(home.hare.id)?list=\(id)").contains("3 of 3"))
        // What can't be watched is passed over.
        try console.endRights(home.owl.id)
        let first = try console.get("/watch/\(home.fox.id)?list=\(id)")
        #expect(first.contains("1 of 2"))
        #expect(first.markup.targets.contains("/watch/\(home.hare.id)?list=\(id)"))
        // A list that isn't there, or doesn't have the story, is no list.
        let other = try add("Other")
        for list in ["77", "x", "\(other)"] {
            let page = try console.get("/watch/\(home.fox.id)?list=\(list)")
            #expect(page.status == 200 && !page.contains("playlist-steps"))
        }
        try home.signIn(home.tom)
        #expect(
            try !console.get("/watch/\(home.fox.id)?list=\(id)").contains("playlist-steps")
        )
    }

    @Test("Shared, the other parent sees and changes it; only its own stops sharing it")
    func shares() throws {
        let own = try add("Mine", [home.fox])
        let id = try add("Ours", [home.fox], [("is_shared", "on")])
        try home.signIn(home.tom)
        let list = try console.get("/watch/playlists")
        #expect(list.contains("Ours") && list.contains("Shared by Astrid"))
        #expect(!list.contains("Mine"))
        #expect(try console.get("/watch/playlists/\(own)").status == 404)
        #expect(try console.post("/watch/playlists/\(own)/items", [("video", "1")]).status == 404)
        try addBooks([home.owl], to: id)
        let alone = try console.post("/watch/playlists/\(id)", [("name", "Ours"), try version(id)])
        #expect(alone.status == 422 && alone.contains("Only Astrid can stop sharing this."))
        let renamed = try console.post(
            "/watch/playlists/\(id)",
            [("name", "All of us"), ("is_shared", "on"), try version(id)]
        )
        #expect(renamed.status == 303)
        try home.signIn(home.astrid)
        #expect(
            try home.titles("/watch/playlists/\(id)") == ["The Lantern Fox", "An Owl at Noon"]
        )
        let log = try AuditLog(console.database, 0).latest(20)
        let entry = try #require(log.first { $0.action == "changed a playlist of" })
        #expect(entry.changes.contains(Change("name", "Ours", "All of us")))
        // What only one parent has isn't told to the others.
        #expect(!log.contains { $0.changes.contains { $0.after == "Mine" } })
    }

    @Test("Whoever leaves takes their own lists along, and leaves what was shared to the family")
    func leaves() throws {
        let own = try add("Mine", [home.fox], [("child_ids", "\(home.pippi.id)")])
        let shared = try add("Ours", [home.fox], [("is_shared", "on")])
        let strangers = try console.addFamily("Strangers")
        try console.put(home.astrid, into: strangers)
        let list = try console.get("/watch/playlists")
        #expect(list.contains("Mine") && !list.contains("Ours"))
        #expect(try console.get("/watch/playlists/\(own)").status == 200)
        let given = try console.database.first("SELECT count(*) FROM playlist_children") {
            try $0.int(0)
        }
        #expect(given == 0)
        try home.signIn(home.tom)
        #expect(try console.get("/watch/playlists").contains("Ours"))
        // It is nobody's: whoever keeps it to themselves has it.
        let taken = try console.post(
            "/watch/playlists/\(shared)",
            [("name", "Ours"), try version(of: shared, home.tom)]
        )
        #expect(taken.status == 303)
        #expect(try store(of: home.tom).find(shared).owner == home.tom)
        // An account that goes takes what is only its own.
        try console.database.execute("DELETE FROM users WHERE id = \(home.tom.value)")
        let left = try console.database.all("SELECT name FROM playlists") { try $0.text(0) }
        #expect(left == ["Mine"])
        #expect(try console.database.danglingReferences().isEmpty)
    }

    private func version(of id: ID<Playlist>, _ user: ID<User>) throws -> (String, String) {
        ("version", "\(try store(of: user).find(id).version)")
    }

    @Test(
        "Characters that nobody sees break nothing",
        arguments: HostileInputs.own.compactMap(\.text)
    )
    func hostile(text: String) throws {
        let answer = try console.post("/watch/playlists", [("name", text)])
        #expect([303, 400, 422].contains(answer.status), "\(answer.status)")
        #expect(try console.get("/watch/playlists").status == 200)
        let add = try console.post(
            "/watch/playlists/add",
            [("video", "\(home.fox.id)"), ("playlist", "new"), ("name", text)]
        )
        #expect([303, 400, 422].contains(add.status))
        // An address that is too long is refused before anybody reads it.
        guard text.utf8.count < 1000 else { return }
        let query = PercentEncoding.encodeQuery([(name: "video", value: text)])
        #expect(try console.get("/watch/playlists/add?" + query).status == 404)
    }

    @Test("There are 100 lists and 500 videos in one at most, in pages")
    func limits() throws {
        let id = try add("Long")
        for number in 1...505 {
            let title = "Story \(number)"
            try console.database.execute(
                """
                INSERT INTO web_videos (family_id, kind, url, title, created_at, created_by)
                VALUES (\(home.family.id.value), 'file', \("https://x.example/\(number)"), \(title),
                    1, 'Astrid')
                """
            )
        }
        let films = (1...500).map { WatchedVideo.web(ID($0)) }
        #expect(try store().add(films, to: id).count == 500)
        #expect(throws: PlaylistStore.Refusal.isFull) {
            try store().add([.web(ID(501))], to: id)
        }
        let page = try console.get("/watch/playlists/\(id)?page=2")
        #expect(page.contains(">Story 51<") && !page.contains(">Story 50<"))
        // What moves to another page is seen there.
        let item = try store().items(of: id, limit: 1, offset: 50)[0].id
        let up = try console.post(
            "/watch/playlists/\(id)/items/\(item)/move",
            [("direction", "up")]
        )
        #expect(try console.follow(up).contains(">Story 51<"))
        for number in 1..<PlaylistStore.mostPlaylists { try add("List \(number)") }
        let full = try console.post("/watch/playlists", [("name", "One more")])
        #expect(full.status == 422 && full.contains("Remove one first"))
    }
}
