import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("A child’s shelf and player")
struct KidsShelfTests {
    @Test("Without a PIN, handing over asks for one first and then goes on")
    func firstTime() throws {
        let home = try KidsHome(isHandedOver: false)
        try home.console.database.execute(
            "UPDATE families SET kids_pin_hash = NULL, kids_pin_set_at = NULL"
        )
        let asked = try home.console.post("/children/\(home.pippi.id)/kids")
        #expect(asked.location == "/family/pin?child=\(home.pippi.id)")
        let form = try #require(
            try home.console.follow(asked).markup.forms.first { $0.action == "/family/pin" }
        )
        let bad = try home.console.post(
            form.action,
            [("child", "\(home.pippi.id)"), ("pin", "12")]
        )
        #expect(bad.status == 422)
        #expect(bad.contains(KidsPIN.complaint))
        let set = try home.console.post(
            form.action,
            [("child", "\(home.pippi.id)"), ("pin", "0042")]
        )
        #expect(set.location == "/kids")
        #expect(try home.leave("0042").location == "/children")
    }

    @Test("Whoever signed in a while ago proves it first, and is in Kids Mode then, too")
    func firstTimeLater() throws {
        let home = try KidsHome(isHandedOver: false)
        home.console.time.now += ProofNeed.seconds + 1
        let asked = try home.console.post(
            "/family/pin",
            [("child", "\(home.pippi.id)"), ("pin", "0042")]
        )
        #expect(asked.status == 403)
        let set = try home.console.confirm(asked, "password", Console.password)
        #expect(set.location == "/kids")
        #expect(set.response.headers.all("Set-Cookie").count == 1)
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
    }

    @Test("Only parents hand over, and only their own children")
    func whose() throws {
        let home = try KidsHome(isHandedOver: false)
        let others = try home.console.addFamily("Strangers")
        let stranger = try home.console.addChild("Stranger", in: others)
        #expect(try home.console.post("/children/\(stranger.id)/kids").status == 404)
        home.console.cookies = [:]
        try home.console.signIn(as: .admin)
        #expect(try home.console.post("/children/\(home.pippi.id)/kids").status == 404)
        #expect(try home.console.get("/kids").status == 404)
    }

    @Test("The latest addition comes first; what was begun stands above, with how far")
    func order() throws {
        let home = try KidsHome()
        let hare = try home.console.addStory("The Moss Hare")
        try home.console.keepFilm(of: hare)
        home.console.time.now += 60
        try home.console.addToLibrary([hare.id], of: home.pippi)
        let fresh = try home.console.get("/kids")
        #expect(books(on: fresh) == [hare.id, home.fox.id])
        try home.console.play(home.fox.id, by: home.pippi, until: 60)
        let begun = try home.console.get("/kids")
        #expect(books(on: begun) == [home.fox.id, hare.id, home.fox.id])
        #expect(begun.markup.all("progress").first?["value"] == "17")
    }

    /// The books of a shelf in their order, as often as they are there.
    private func books(on page: Answer) -> [ID<Book>] {
        page.markup.all("a").compactMap { $0["data-book"].flatMap { ID(pathSegment: $0[...]) } }
    }

    @Test("Stories without a film, or with one that is being prepared, aren’t shown")
    func notReady() throws {
        let home = try KidsHome()
        let bare = try home.console.addStory("Bare")
        let early = try home.console.addStory("Early")
        try home.console.keepFilm(of: early, .preparing)
        try home.console.addToLibrary([bare.id, early.id], of: home.pippi)
        let page = try home.console.get("/kids")
        #expect(!page.contains("Bare") && !page.contains("Early"))
    }

    @Test("A long shelf comes in parts, each story once")
    func parts() throws {
        let home = try KidsHome()
        var titles: Set<String> = ["The Lantern Fox"]
        for number in 1...(KidsLibrary.perPage + 5) {
            let book = try home.console.addStory("Story \(number)x")
            titles.insert("Story \(number)x")
            try home.console.addReadyVideo(book.id, seconds: 60)
            try home.console.addToLibrary([book.id], of: home.pippi)
        }
        let first = try home.console.get("/kids")
        #expect(first.contains("/kids?page=2"))
        let second = try home.console.get("/kids?page=2")
        #expect(!second.contains("/kids?page=3"))
        for title in titles {
            #expect(first.contains(title) != second.contains(title), "\(title)")
        }
    }

    @Test("The player gets what it needs of a story, and where it goes on")
    func story() throws {
        let home = try KidsHome()
        try home.console.play(home.fox.id, by: home.pippi, until: 60)
        let story = try home.console.get("/kids/stories/\(home.fox.id)").json
        #expect(story["film"] as? String == "/kids/film/\(home.fox.id)")
        #expect(story["duration_seconds"] as? Int == 340)
        #expect(story["resume_position_seconds"] as? Int == 60)
        let captions = try #require(story["captions"] as? [[String: Any]])
        #expect(captions.map { $0["is_default"] as? Bool } == [false])
        for name in ["poster", "storyboard"] {
            #expect(try home.console.get(try #require(story[name] as? String)).status == 200)
        }
    }

    @Test("The player begins with the default track, if the child is shown captions at all")
    func defaultTrack() throws {
        let home = try KidsHome()
        let console = home.console
        let film = try #require(try console.videos.current(of: home.fox.id))
        let track = try #require(try console.captions.tracks(of: film.id).first)
        try console.captions.setDefault(true, track.id, by: .commandLine)
        let path = "/kids/stories/\(home.fox.id)"
        let captions = try #require(try console.get(path).json["captions"] as? [[String: Any]])
        #expect(captions.map { $0["is_default"] as? Bool } == [true])
        for hasCaptions in [false, true] {
            try console.database.execute(
                "UPDATE children SET has_captions = \(hasCaptions) WHERE id = \(home.pippi.id.value)"
            )
            let page = try console.get("/kids/watch/\(home.fox.id)")
            let track = try #require(page.markup.all("track").first)
            #expect((track["default"] != nil) == hasCaptions)
        }
    }

    @Test("The film comes in ranges")
    func ranges() throws {
        let home = try KidsHome()
        let part = try home.console.send(
            .get,
            "/kids/film/\(home.fox.id)",
            [("Range", "bytes=0-3")]
        )
        #expect(part.status == 206)
        #expect(part.header("Content-Range") == "bytes 0-3/16")
    }

    // MARK: Events

    private func event(_ home: KidsHome, child: Child, name: String, _ type: String = "play_start")
        -> String
    {
        """
        {"client_event_id": "\(name)", "session_id": "s", "child_id": \(child.id), \
        "book_id": \(home.fox.id), "event_type": "\(type)", \
        "occurred_at": "\(TimeText.iso(home.console.time.now))", "position_seconds": 30}
        """
    }

    @Test("What is watched is counted for the child, and for no other")
    func events() throws {
        let home = try KidsHome()
        let body = """
            {"events": [\(event(home, child: home.pippi, name: "a")), \
            \(event(home, child: home.annika, name: "b"))]}
            """
        let answer = try home.console.send(
            .post,
            "/kids/events",
            [("Content-Type", "application/json"), ("Accept", "application/json")],
            Array(body.utf8)
        )
        #expect(answer.status == 200)
        let results = try #require(answer.json["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["status"] as? String } == ["accepted", "refused"])
        #expect(try home.console.library(of: home.pippi).count == 1)
        let again = try home.console.send(
            .post,
            "/kids/events",
            [("Content-Type", "application/json"), ("Accept", "application/json")],
            Array(body.utf8)
        )
        let repeated = try #require(again.json["results"] as? [[String: Any]])
        #expect(repeated.first?["status"] as? String == "duplicate")
    }

    @Test(
        "What can’t be read is a clear error in JSON",
        arguments: ["", "[]", "{", "{\"events\": 3}"]
    )
    func badEvents(body: String) throws {
        let home = try KidsHome()
        let answer = try home.console.send(
            .post,
            "/kids/events",
            [("Content-Type", "application/json"), ("Accept", "application/json")],
            Array(body.utf8)
        )
        #expect([400, 422].contains(answer.status))
        #expect(answer.json["error"] != nil)
    }

    // MARK: Devices for good

    private func give(_ home: KidsHome, freely: Bool) throws {
        var fields = [("child_ids", "\(home.pippi.id)"), ("child_ids", "\(home.annika.id)")]
        if freely { fields.append(("switches_freely", "on")) }
        #expect(try home.console.post("/family/kids/device", fields).location == "/kids")
    }

    @Test("A device for good asks who is watching; switching then takes the PIN")
    func switching() throws {
        let home = try KidsHome(isHandedOver: false)
        try give(home, freely: false)
        let asked = try home.console.get("/kids")
        #expect(asked.contains("Pippi") && asked.contains("Annika"))
        #expect(
            try home.console.post("/kids/child", [("child", "\(home.pippi.id)")]).location
                == "/kids"
        )
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
        let change = [("child", "\(home.annika.id)")]
        #expect(try home.console.post("/kids/child", change).status == 200)
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
        #expect(try home.console.post("/kids/child", change + [("pin", "0000")]).status == 422)
        #expect(
            try home.console.post("/kids/child", change + [("pin", KidsHome.pin)]).location
                == "/kids"
        )
        #expect(try home.console.get("/kids").contains("Owl at Noon"))
    }

    @Test("Where parents allow it, children switch by themselves, but to no other child")
    func switchingFreely() throws {
        let home = try KidsHome(isHandedOver: false)
        let tommy = try home.console.addChild("Tommy", in: home.family)
        try give(home, freely: true)
        for child in [home.pippi, home.annika, home.pippi] {
            #expect(
                try home.console.post("/kids/child", [("child", "\(child.id)")]).location == "/kids"
            )
        }
        #expect(try home.console.post("/kids/child", [("child", "\(tommy.id)")]).status == 404)
        #expect(try home.console.post("/kids/child", [("child", "x")]).status == 404)
    }

    @Test("A device for good needs a child")
    func nobody() throws {
        let home = try KidsHome(isHandedOver: false)
        let answer = try home.console.post("/family/kids/device")
        #expect(answer.status == 422)
        #expect(answer.contains("Choose at least one child."))
    }

    // MARK: An app on the home screen

    @Test("A home screen’s icon opens the child’s shelf, else asks, else signs in")
    func open() throws {
        let home = try KidsHome(isHandedOver: false)
        let path = "/kids/open/\(home.pippi.id)"
        #expect(try home.console.get(path).contains("Hand this device to"))
        try home.handOver()
        #expect(try home.console.get(path).location == "/kids")
        home.console.cookies = [:]
        let signIn = try #require(try home.console.get(path).location)
        #expect(signIn.hasPrefix("/login?next="))
        #expect(try home.console.get(signIn).contains("This app has its own sign-in."))
        #expect(try !home.console.get("/login?next=/children").contains("its own sign-in"))
    }

    @Test("Each child has a manifest of their own, and nobody else’s device gets it")
    func manifest() throws {
        let home = try KidsHome()
        let manifest = try home.console.get("/kids/manifest/\(home.pippi.id)").json
        #expect(manifest["id"] as? String == "/kids/open/\(home.pippi.id)")
        #expect(manifest["start_url"] as? String == "/kids/open/\(home.pippi.id)")
        #expect(manifest["scope"] as? String == "/")
        #expect(try home.console.get("/kids/manifest/\(home.annika.id)").status == 404)
        let worker = try #require(home.console.site.assets.files["/kids/worker.js"])
        #expect(worker.headers["service-worker-allowed"] == "/kids")
    }
}
