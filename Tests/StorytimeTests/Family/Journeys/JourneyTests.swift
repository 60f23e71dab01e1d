import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Packing stories for a journey")
struct JourneyTests {
    private func path(_ home: KidsHome, _ act: String, _ book: Book? = nil) -> String {
        "/children/\(home.pippi.id)/library/\((book ?? home.fox).id)/\(act)"
    }

    private func packed(_ home: KidsHome) throws -> [ID<Book>] {
        try JourneyStore(database: home.console.database, now: home.console.time.now)
            .packed(by: home.pippi.id)
    }

    @Test("A parent packs a story on the library’s page, unpacks it, and takes back either")
    func packing() throws {
        let home = try KidsHome(isHandedOver: false)
        let console = home.console
        let library = "/children/\(home.pippi.id)/library"
        let before = try console.get(library)
        #expect(before.markup.forms.contains { $0.action == path(home, "pack") })
        #expect(before.contains("Choose “Pack” below a story."))
        let answer = try console.post(path(home, "pack"))
        #expect(answer.location?.hasPrefix(library) == true)
        let page = try console.follow(answer)
        #expect(page.contains("“The Lantern Fox” packed for the journey."))
        #expect(page.contains("1 of 20 stories"))
        #expect(page.contains("No device in Kids Mode has them."))
        #expect(page.markup.forms.filter { $0.action == path(home, "unpack") }.count == 2)
        let undo = try #require(page.markup.forms.first { $0.action.contains("/unpack?from=") })
        #expect(try console.follow(console.post(undo.action)).contains("unpacked"))
        #expect(try packed(home).isEmpty)
        try console.post(path(home, "pack"))
        #expect(
            try console.follow(console.post(path(home, "pack"))).contains("is already packed")
        )
        let gone = try console.follow(console.post(path(home, "unpack")))
        let redo = try #require(gone.markup.forms.first { $0.action.contains("/pack?from=") })
        try console.post(redo.action)
        #expect(try packed(home) == [home.fox.id])
        let history = try console.get("/family/history")
        #expect(history.contains("for the journey"))
    }

    @Test("The story’s own page has it for each child who has the story, and leads back to itself")
    func bookPage() throws {
        let home = try KidsHome(isHandedOver: false)
        let address = "/catalog/books/\(home.fox.id)"
        let page = try home.console.get(address)
        let form = try #require(page.markup.forms.first { $0.action == path(home, "pack") })
        let hers = "/children/\(home.annika.id)/library/\(home.fox.id)/pack"
        #expect(!page.markup.forms.contains { $0.action == hers })
        let answer = try home.console.post(form.action, [("from", "book")])
        #expect(answer.location?.hasPrefix(address) == true)
        #expect(
            try home.console.follow(answer).markup.forms.contains {
                $0.action == path(home, "unpack")
            }
        )
    }

    @Test("What is at Mux can’t be packed, and its page says so")
    func mux() throws {
        let home = try KidsHome(isHandedOver: false)
        let hare = try home.console.addStory("The Moss Hare")
        _ = try home.console.addAsset(.ready, of: hare, seconds: 300)
        try home.console.addToLibrary([hare.id], of: home.pippi)
        let page = try home.console.get("/catalog/books/\(hare.id)")
        #expect(page.contains("This story can’t be packed for a journey"))
        #expect(!page.markup.forms.contains { $0.action == path(home, "pack", hare) })
        let library = try home.console.get("/children/\(home.pippi.id)/library")
        #expect(!library.markup.forms.contains { $0.action == path(home, "pack", hare) })
        let answer = try home.console.post(path(home, "pack", hare))
        #expect(try home.console.follow(answer).contains("can’t be packed"))
        #expect(try packed(home).isEmpty)
    }

    @Test("At most 20 stories are packed for a child")
    func limit() throws {
        let home = try KidsHome(isHandedOver: false)
        for number in 1...JourneyStore.maximumStories {
            let book = try home.console.addStory("Story \(number)")
            try home.console.keepFilm(of: book)
            try home.console.addToLibrary([book.id], of: home.pippi)
            try home.console.post(path(home, "pack", book))
        }
        let answer = try home.console.post(path(home, "pack"))
        #expect(try home.console.follow(answer).contains("already has 20 stories packed"))
        #expect(try packed(home).count == JourneyStore.maximumStories)
    }

    @Test("Another family’s children, and stories that aren’t in the library, are not found")
    func scope() throws {
        let home = try KidsHome(isHandedOver: false)
        let strangers = try home.console.addFamily("Strangers")
        let stranger = try home.console.addChild("Stranger", in: strangers)
        try home.console.addToLibrary([home.fox.id], of: stranger)
        for act in ["pack", "unpack"] {
            let path = "/children/\(stranger.id)/library/\(home.fox.id)/\(act)"
            #expect(try home.console.post(path).status == 404)
            #expect(
                try home.console.post("/children/\(home.pippi.id)/library/999/\(act)").status
                    == 404
            )
            // The sister has it.
            let hers = try home.console.post(self.path(home, act, home.owl))
            #expect(try home.console.follow(hers).contains("That story isn’t in Pippi’s library."))
        }
        #expect(try home.console.count("SELECT count(*) FROM journey_stories") == 0)
    }

    @Test("What is taken out of the library is packed again if that is taken back, within the day")
    func removing() throws {
        let home = try KidsHome(isHandedOver: false)
        try home.console.post(path(home, "pack"))
        let removed = try home.console.follow(home.console.post(path(home, "remove")))
        #expect(try packed(home).isEmpty)
        let store = { JourneyStore(database: home.console.database, now: home.console.time.now) }
        try store().removeStrays()
        let undo = try #require(removed.markup.forms.first { $0.action.contains("/undo") })
        try home.console.post(undo.action)
        #expect(try packed(home) == [home.fox.id])
        try home.console.post(path(home, "remove"))
        home.console.time.now += LibraryChange.keptSeconds + 1
        try store().removeStrays()
        #expect(try home.console.count("SELECT count(*) FROM journey_stories") == 0)
    }

    @Test("Where browsers keep nothing, the pages say why")
    func insecure() throws {
        let home = try KidsHome(isHandedOver: false)
        let library = "/children/\(home.pippi.id)/library"
        #expect(try !home.console.get(library).contains("over HTTPS"))
        let store = KidsSettingsPages.path
        #expect(try !home.console.get(store).contains("over HTTPS"))
        home.console.cookies = [:]
        home.console.host = "stories.example"
        try home.console.signIn(home.parent)
        #expect(try home.console.get(library).contains("over HTTPS"))
        #expect(try home.console.get(store).contains("over HTTPS"))
    }

    @Test("An archive has what is packed, and erasing a child erases it")
    func archiveAndErasure() throws {
        let home = try KidsHome(isHandedOver: false)
        try home.console.post(path(home, "pack"))
        let table = ArchiveTable.libraries(.child(home.pippi.id, of: home.family.id))
        #expect(table.columns.contains { $0.name == "packed_at" })
        try home.console.database.execute(
            "DELETE FROM children WHERE id = \(home.pippi.id.value)"
        )
        #expect(try home.console.count("SELECT count(*) FROM journey_stories") == 0)
    }
}

@Suite("What a device in Kids Mode keeps for a journey")
struct KidsJourneyTests {
    private func home(isPacked: Bool = true) throws -> KidsHome {
        let home = try KidsHome(isHandedOver: false)
        try home.console.keepCover(of: home.fox, named: TwoFamilies.cover(1))
        if isPacked { try pack(home) }
        try home.handOver()
        return home
    }

    private func pack(_ home: KidsHome, _ act: String = "pack") throws {
        try home.console.post("/children/\(home.pippi.id)/library/\(home.fox.id)/\(act)")
    }

    private func stories(_ home: KidsHome) throws -> [[String: Any]] {
        try #require(try home.console.get("/kids/journey").json["stories"] as? [[String: Any]])
    }

    @discardableResult
    private func say(_ body: String, on home: KidsHome) throws -> Answer {
        try home.console.send(
            .post,
            "/kids/journey",
            [("Content-Type", "application/json"), ("Accept", "application/json")],
            Array(body.utf8)
        )
    }

    @Test("The list has what is packed, with all that a player needs, for a week at most")
    func manifest() throws {
        let home = try home()
        let json = try home.console.get("/kids/journey").json
        #expect(json["child"] as? Int == home.pippi.id.value)
        #expect(json["now"] as? Int == home.console.time.now)
        let story = try #require(try stories(home).first)
        #expect(story["book"] as? Int == home.fox.id.value)
        #expect(story["until"] as? Int == home.console.time.now + 7 * 86_400)
        #expect(story["bytes"] as? Int == "Once upon a time".utf8.count)
        let cover = try #require(story["cover"] as? String)
        #expect(try home.console.get(cover).status == 200)
        let film = try home.console.send(
            .get,
            try #require(story["film"] as? String),
            [("Range", "bytes=5-8")]
        )
        #expect(film.status == 206)
        #expect(film.header("Content-Range") == "bytes 5-8/16")
        let version = try #require(story["version"] as? String)
        #expect(film.header("ETag") == "\"\(version)\"")
        let inner = try #require(story["story"] as? [String: Any])
        let captions = try #require(inner["captions"] as? [[String: Any]])
        #expect(try home.console.get(try #require(captions[0]["url"] as? String)).status == 200)
    }

    @Test("Neither the list nor the shelf has anybody’s name")
    func names() throws {
        let home = try home()
        for path in ["/kids/journey", "/kids/journey/shelf"] {
            let answer = try home.console.get(path)
            #expect(answer.contains("Lantern Fox"))
            for name in ["Pippi", "Annika", "astrid"] { #expect(!answer.contains(name)) }
        }
        let shelf = try home.console.get("/kids/journey/shelf")
        #expect(shelf.contains("/kids/kept/\(home.fox.id)/film"))
        #expect(shelf.contains("/kids/kept/\(home.fox.id)/cover"))
    }

    @Test("Rights end it earlier, and what can’t be watched isn’t listed")
    func rights() throws {
        let home = try home()
        try home.console.endRights(home.fox.id)
        #expect(try stories(home).isEmpty)
        #expect(try home.console.get("/kids/kept/\(home.fox.id)/film").status == 404)
        #expect(try !home.console.get("/kids/journey/shelf").contains("Lantern Fox"))
        let today = home.family.today(home.console.time.now)
        try home.console.addWindow(home.fox.id, "*", "2020-01-01", today.adding(1).iso)
        let until = try #require(try stories(home).first?["until"] as? Int)
        #expect(until > home.console.time.now)
        #expect(until <= home.console.time.now + 2 * 86_400)
    }

    @Test("What is unpacked, hidden or in the bin isn’t listed any more")
    func closing() throws {
        let closing: [(KidsHome) throws -> Void] = [
            { home in try home.inAnotherBrowser { try pack(home, "unpack") } },
            { _ = try $0.console.bin.add($0.fox.id, by: .commandLine) },
            { home in
                try home.console.database.execute(
                    """
                    INSERT INTO child_hidden_categories
                    SELECT \(home.pippi.id.value), category_id FROM book_categories
                    WHERE book_id = \(home.fox.id.value)
                    """
                )
            },
        ]
        for close in closing {
            let home = try home()
            #expect(try stories(home).count == 1)
            try close(home)
            #expect(try stories(home).isEmpty)
        }
    }

    @Test("Where Kids Mode has ended, or the child is gone, there is no list")
    func ending() throws {
        let ending: [(KidsHome) throws -> Void] = [
            { home in
                try home.inAnotherBrowser {
                    let id = try home.console.count("SELECT max(id) FROM kids_devices")
                    try home.console.post("/family/kids/\(id)/end")
                }
            },
            { home in
                try home.console.database.execute(
                    "UPDATE children SET deleted_at = 1, deleted_by = 'x' WHERE id = \(home.pippi.id.value)"
                )
            },
            { home in
                let other = try home.console.addFamily("Others")
                try home.console.database.execute(
                    "UPDATE children SET family_id = \(other.id.value) WHERE id = \(home.pippi.id.value)"
                )
            },
            { home in
                try home.console.database.execute("UPDATE users SET is_disabled = 1")
            },
        ]
        for end in ending {
            let home = try home()
            try end(home)
            home.console.headers = [("Accept", "application/json")]
            let answer = try home.console.get("/kids/journey")
            #expect([401, 404].contains(answer.status), "\(answer.status)")
        }
        let home = try home()
        try home.leave()
        #expect(try home.console.get("/kids/journey").status == 404)
    }

    @Test("A device says what it keeps, and parents read it")
    func report() throws {
        let home = try home()
        let body = """
            {"stories": [{"book": \(home.fox.id), "state": "kept"}, {"book": \(home.owl.id), \
            "state": "full"}], "free_bytes": 5000000}
            """
        let answer = try say(body, on: home)
        #expect(answer.status == 204)
        #expect(try home.console.count("SELECT count(*) FROM journey_report_stories") == 1)
        try home.inAnotherBrowser {
            let kids = try home.console.get("/family/kids")
            #expect(kids.contains("Has the packed story (checked"))
            let library = try home.console.get("/children/\(home.pippi.id)/library")
            #expect(library.contains("Has the packed story (checked"))
        }
        let full = body.replacing("kept", with: "full")
        try say(full, on: home)
        try home.inAnotherBrowser {
            let kids = try home.console.get("/family/kids")
            #expect(kids.contains("Doesn’t have the packed story yet (checked"))
            #expect(kids.contains("There isn’t room for “The Lantern Fox”: 5 MB left."))
        }
        let wrong = try say(#"{"stories": [{"book": 1}]}"#, on: home)
        #expect(wrong.status == 422)
    }

    @Test("Whoever ends Kids Mode reads what becomes of the device’s stories, if it has any")
    func endingFromElsewhere() throws {
        for (state, stays) in [("kept", true), ("waiting", false)] {
            let home = try home()
            let body = #"{"stories": [{"book": \#(home.fox.id), "state": "\#(state)"}]}"#
            #expect(try say(body, on: home).status == 204)
            #expect(
                try home.console.get("/kids/leave").contains("Leaving deletes the stories") == stays
            )
            try home.inAnotherBrowser {
                let id = try home.console.count("SELECT max(id) FROM kids_devices")
                let answer = try home.console.post("/family/kids/\(id)/end")
                let page = try home.console.follow(answer)
                #expect(page.contains("Packed stories stay") == stays)
            }
        }
    }

    @Test("Without anything packed, lists are empty")
    func empty() throws {
        let home = try home(isPacked: false)
        #expect(try stories(home).isEmpty)
        #expect(try home.console.get("/kids/kept/\(home.owl.id)/film").status == 404)
    }
}
