import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A family’s photos for its parents")
struct PhotoPagesTests {
    let home: PhotoHome
    var console: Console { home.console }

    init() throws {
        home = try PhotoHome()
        try home.signIn()
    }

    private func category(_ name: String) throws -> PhotoCategory {
        try #require(try home.store.categories(of: home.family.id).first { $0.name == name })
    }

    /// The photos of a page, in its order.
    private func shown(_ page: Answer) -> [Int] {
        page.markup.all("input").filter { $0["name"] == "ids" }.compactMap { $0["value"] }
            .compactMap { Int($0) }
    }

    @Test("They are listed by category, sixty on a page")
    func list() throws {
        let trips = try category("Trips")
        #expect(try console.get("/family/photos").contains("0 photos · 0 of 1 GB used"))
        for number in 1...61 { try home.addReady(number) }
        try home.addReady(70, to: trips, words: "The <pier>")
        let all = try console.get("/family/photos")
        // The latest are seen at once, wherever they belong.
        #expect(shown(all) == Array((3...62).reversed()))
        #expect(all.contains("62 photos · 62 kB of 1 GB used"))
        #expect(shown(try console.get("/family/photos?page=2")) == [2, 1])
        let some = try console.get("/family/photos?category=\(trips.id)")
        #expect(shown(some) == [62])
        #expect(some.markup.all("img").first?["alt"] == "The <pier>")
        // One that is gone shows all.
        #expect(shown(try console.get("/family/photos?category=999")).count == 60)
        #expect(try console.get("/family/photos?category=x&page=-7").status == 200)
    }

    @Test("The chosen ones get another category, are turned and put in order")
    func changes() throws {
        let trips = try category("Trips")
        for number in 1...4 { try home.addReady(number) }
        let here = [("category", "\(home.category.id)"), ("page", "1")]
        func change(_ ids: [Int], _ what: String) throws -> Answer {
            let fields = here + [("act", "do"), ("what", what)] + ids.map { ("ids", "\($0)") }
            return try console.post("/family/photos/changes", fields)
        }
        let place = "/family/photos?category=\(home.category.id)"
        #expect(try change([4], "put-first").location == place + Flash.anchor)
        #expect(shown(try console.get(place)) == [4, 1, 2, 3])
        _ = try change([4], "put-later")
        #expect(shown(try console.get(place)) == [1, 4, 2, 3])
        _ = try change([2, 3], "put-earlier")
        #expect(shown(try console.get(place)) == [1, 2, 3, 4])
        _ = try change([1], "put-last")
        #expect(shown(try console.get(place)) == [2, 3, 4, 1])
        for (id, what) in [(1, "later"), (2, "earlier"), (2, "first"), (1, "last")] {
            let same = try console.follow(try change([id], "put-" + what))
            #expect(same.contains("These photos are already there."))
            #expect(!same.contains("/undo?"))
        }
        #expect(shown(try console.get(place)) == [2, 3, 4, 1])
        let moved = try console.follow(try change([2, 3], "move-\(trips.id)"))
        #expect(moved.contains("2 photos moved to “Trips”."))
        #expect(shown(moved) == [4, 1])
        let turned = try console.follow(try change([1], "turn-3"))
        #expect(try home.store.find(ID(1), of: home.family.id).turns == 3)
        #expect(turned.contains("Rotating…"))
        // It isn't done yet.
        let notice = turned.markup.all("div").first { $0["class"] == "toast" }
        #expect(notice?["data-kind"] == "info")
        #expect(try change([], "turn-1").contains("Select some photos first."))
        for what in ["", "move-999", "move-x", "turn-9", "put-nowhere"] {
            #expect(try change([1], what).status == 422, "\(what)")
        }
    }

    @Test("A move and a turn are taken back by Undo, each photo to where it was")
    func undo() throws {
        let trips = try category("Trips")
        let animals = try category("Animals")
        try home.addReady(1)
        try home.addReady(2, to: trips)
        try home.addReady(3, to: animals)
        func change(_ what: String) throws -> Answer {
            let fields = (1...3).map { ("ids", "\($0)") } + [("act", "do"), ("what", what)]
            return try console.follow(try console.post("/family/photos/changes", fields))
        }
        func undo(_ page: Answer) throws -> Answer {
            let form = try #require(page.markup.forms.first { $0.action.contains("/undo?") })
            return try console.follow(try console.post(form.action))
        }
        func places() throws -> [ID<PhotoCategory>] {
            try (1...3).map { try home.store.find(ID($0), of: home.family.id).category }
        }
        let moved = try change("move-\(animals.id)")
        #expect(moved.contains("2 photos moved to “Animals”."))
        #expect(try places() == [animals.id, animals.id, animals.id])
        #expect(try undo(moved).contains("2 photos moved back."))
        #expect(try places() == [home.category.id, trips.id, animals.id])
        let turned = try change("turn-1")
        _ = try undo(turned)
        for id in 1...3 { #expect(try home.store.find(ID(id), of: home.family.id).turns == 0) }
        // A category that is gone takes nothing back.
        let again = try change("move-\(animals.id)")
        _ = try console.post("/family/photos/categories/\(trips.id)/delete")
        #expect(try undo(again).contains("1 photo moved back."))
        #expect(try places() == [home.category.id, animals.id, animals.id])
        for wrong in ["put-first&photos=1", "move-1", "x&photos=1", "order&photos=:1", ""] {
            let path = "/family/photos/undo?undo=" + wrong
            #expect(try console.post(path).status == 400, "\(wrong)")
        }
        #expect(try console.post("/family/photos/undo?undo=move&photos=x.1:.:2").status == 303)
    }

    @Test("A new order is taken back by Undo, also when photos weren’t side by side")
    func undoingOrder() throws {
        for number in 1...6 { try home.addReady(number) }
        let place = "/family/photos?category=\(home.category.id)"
        func change(_ ids: [Int], _ what: String) throws -> Answer {
            let fields = [("category", "\(home.category.id)"), ("act", "do"), ("what", what)]
            return try console.follow(
                try console.post("/family/photos/changes", fields + ids.map { ("ids", "\($0)") })
            )
        }
        func undo(_ page: Answer) throws -> Answer {
            let form = try #require(page.markup.forms.first { $0.action.contains("/undo?") })
            return try console.follow(try console.post(form.action))
        }
        for (ids, what, order) in [
            ([2, 3, 6], "first", [2, 3, 6, 1, 4, 5]), ([1, 4], "last", [2, 3, 5, 6, 1, 4]),
            ([1, 3], "earlier", [1, 3, 2, 4, 5, 6]), ([4, 2], "later", [1, 3, 5, 2, 4, 6]),
        ] {
            let moved = try change(ids, "put-" + what)
            #expect(moved.contains("\(ids.count) photos moved."))
            #expect(shown(moved) == order)
            let back = try undo(moved)
            #expect(back.contains("\(ids.count) photos moved back."))
            #expect(shown(back) == [1, 2, 3, 4, 5, 6])
        }
        // A photo whose next one is elsewhere meanwhile stays, and others go back.
        let moved = try change([2, 6], "put-first")
        _ = try change([3], "move-\(try category("Trips").id)")
        let back = try undo(moved)
        #expect(back.contains("1 photo moved back."))
        #expect(shown(back) == [2, 1, 4, 5, 6])
        let strangers = try home.console.addFamily("Strangers")
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        let foreign = "/family/photos/undo?undo=order&photos=:1&category=\(theirs.id)"
        #expect(try console.follow(try console.post(foreign)).contains("can’t be moved back"))
        #expect(shown(try console.get(place)) == [2, 1, 4, 5, 6])
    }

    @Test("An Undo of more photos than fit into its cookie isn't offered")
    func longUndo() throws {
        let back = PhotoChangeReturn(Fields([(name: "category", value: "7")]))
        let few = (100_000..<100_060).map { ID<Photo>($0) }
        let many = (100_000..<101_000).map { ID<Photo>($0) }
        let runs = [PhotoRun(photos: few, next: ID(8)), PhotoRun(photos: [ID(9)], next: nil)]
        for undo in [
            PhotoUndo.bin(few), .turn(by: 3, few), .moves([ID(7): few, ID(2): [ID(9)]]),
            .order(runs, in: ID(7)),
        ] {
            let href = try #require(undo.href(back))
            let pairs = href.split(separator: "?")[1].split(separator: "&").map { pair in
                let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return (name: halves[0], value: PercentEncoding.decode(halves[1]) ?? "")
            }
            #expect(PhotoUndo(Fields(pairs)) == undo)
        }
        #expect(PhotoUndo.bin(many).href(back) == nil)
    }

    @Test("A whole category is put in the order in which its photos were taken")
    func sort() throws {
        for number in 1...3 { try home.addReady(number) }
        try console.database.execute(
            "UPDATE photos SET taken_at = '2024-05-0' || (4 - id)"
        )
        let sorted = try console.post(
            "/family/photos/sort",
            [("category", "\(home.category.id)")]
        )
        let list = try console.follow(sorted)
        #expect(shown(list) == [3, 2, 1])
        #expect(list.contains("Photos in “Family” are now sorted by date taken."))
        let undo = try #require(list.markup.forms.first { $0.action.contains("undo=order") })
        #expect(shown(try console.follow(try console.post(undo.action))) == [1, 2, 3])
    }

    @Test("Who forgets what to do with the selected photos finds them selected")
    func keepsSelection() throws {
        for number in 1...3 { try home.addReady(number) }
        let answer = try console.post(
            "/family/photos/changes",
            [("act", "do"), ("what", ""), ("ids", "1"), ("ids", "3")]
        )
        #expect(answer.status == 422 && answer.contains("Choose what to do with the selected"))
        let chosen = answer.markup.all("input").filter {
            $0["name"] == "ids" && $0["checked"] != nil
        }
        #expect(Set(chosen.compactMap { $0["value"] }) == ["1", "3"])
    }

    @Test("What goes to the bin comes back, by Undo or from there; what is deleted doesn’t")
    func bin() throws {
        for number in 1...3 { try home.addReady(number) }
        let binned = try console.follow(
            try console.post(
                "/family/photos/changes",
                [("act", "bin"), ("what", ""), ("ids", "1"), ("ids", "2")]
            )
        )
        #expect(binned.contains("2 photos moved to the bin."))
        #expect(shown(binned) == [3])
        let undo = try #require(binned.markup.forms.first { $0.action.contains("undo=bin") })
        let undone = try console.follow(try console.post(undo.action))
        #expect(undone.contains("2 photos restored."))
        #expect(shown(undone) == [3, 2, 1])
        let late = try console.follow(try console.post(undo.action))
        #expect(late.contains("These photos had already been restored, or deleted for good."))
        _ = try home.store.bin([ID(1), ID(2), ID(3)], of: home.family.id, by: .commandLine)
        let page = try console.get("/family/photos/bin")
        #expect(Set(shown(page)) == [1, 2, 3])
        #expect(try console.post("/family/photos/bin", [("act", "restore")]).status == 422)
        let back = try console.post("/family/photos/bin", [("act", "restore"), ("ids", "1")])
        #expect(try console.follow(back).contains("1 photo restored."))
        let ask = try console.post("/family/photos/bin", [("act", "remove"), ("ids", "2")])
        #expect(ask.contains("Delete these photos for good?"))
        #expect(try console.count("SELECT count(*) FROM photos") == 3)
        let gone = try console.post(
            "/family/photos/bin",
            [("act", "empty"), ("sure", "1")]
        )
        #expect(try console.follow(gone).contains("2 photos deleted for good."))
        #expect(try console.count("SELECT count(*) FROM photos") == 1)
        try home.cleaner.removeUnused()
        #expect(home.names.count == PhotoSize.made(of: 1600).count)
        let history = try console.get("/family/history")
        #expect(history.contains("moved photos to the bin of"))
        #expect(history.contains("permanently deleted photos of the family"))
    }

    @Test("One photo has a page with its description and its neighbors")
    func one() throws {
        for number in 1...3 { try home.addReady(number) }
        let page = try console.get("/family/photos/2")
        #expect(page.contains("Photo from 6 May 2024"))
        let links = page.markup.all("a").compactMap { $0["href"] }
        #expect(links.contains("/family/photos/1") && links.contains("/family/photos/3"))
        let saved = try save(2, ["words": "  Grandma & Pippi "])
        #expect(try console.follow(saved).contains("Changes saved."))
        let alternatives = try console.get("/family/photos").markup.all("img").map { $0["alt"] }
        #expect(alternatives.contains("Grandma & Pippi"))
        let long = try save(2, ["words": String(repeating: "x", count: 501)])
        #expect(long.status == 422)
        #expect(long.contains("What does it show? Use 500 characters or fewer (now 501)."))
        #expect(try console.get("/family/photos/2/original").status == 404)
    }

    /// Sends the form of a photo's page, with some fields changed.
    private func save(_ id: Int, _ changes: [String: String], of page: Answer? = nil) throws
        -> Answer
    {
        let path = "/family/photos/\(id)"
        let page = try page ?? console.get(path)
        let form = try #require(page.markup.forms.first { $0.action == path })
        var fields = form.fields.filter { changes[$0.name] == nil }.map { ($0.name, $0.value) }
        for (name, value) in changes { fields.append((name, value)) }
        return try console.post(path, fields)
    }

    @Test("Parents set the day a photo was taken, and its category; the hour stays with the day")
    func taken() throws {
        let trips = try category("Trips")
        for number in 1...2 { try home.addReady(number) }
        let first: ID<Photo> = ID(1)
        try console.database.execute(
            "UPDATE photos SET taken_at = '2024-05-06T07:08:09' WHERE id = 1"
        )
        func photo() throws -> Photo { try home.store.find(first, of: home.family.id) }
        _ = try save(1, ["words": "A pier"])
        #expect(try photo().takenAt?.text == "2024-05-06T07:08:09")
        #expect(try save(1, ["taken": "2019-12-30", "category": "\(trips.id)"]).status == 303)
        #expect(try photo().takenAt?.text == "2019-12-30")
        #expect(try photo().category == trips.id)
        #expect(try console.get("/family/photos/1").contains("30 December 2019"))
        let place: SQL = "SELECT CAST(place AS INTEGER) FROM photos WHERE id = 1"
        #expect(try console.count(place) == TakenAt(kept: "2019-12-30")?.seconds)
        _ = try save(1, ["taken": ""])
        #expect(try photo().takenAt == nil)
        let page = try console.get("/family/photos?category=\(trips.id)")
        #expect(page.contains("Added \(TimeText(zone: "UTC").day(console.time.now))"))
        for (field, wrong) in [
            ("taken", "yesterday"), ("taken", "1789-07-14"), ("taken", "2999-01-01"),
            ("category", "999"), ("category", ""),
        ] {
            #expect(try save(1, [field: wrong]).status == 422, "\(wrong)")
        }
        // A camera's clock that is ahead keeps nobody from writing a description.
        try console.database.execute("UPDATE photos SET taken_at = '2999-01-01' WHERE id = 2")
        #expect(try save(2, ["words": "A boat"]).status == 303)
    }

    @Test("Who saves second is told, sees both versions, and may save anyway")
    func versions() throws {
        try home.addReady(1)
        let page = try console.get("/family/photos/1")
        _ = try save(1, ["words": "A cat"], of: page)
        let late = try save(1, ["words": "A dog"], of: page)
        #expect(late.status == 409)
        #expect(late.contains("A cat") && late.contains("A dog"))
        #expect(late.contains("Save my version anyway"))
        #expect(try home.store.find(ID(1), of: home.family.id).words == "A cat")
        #expect(try save(1, [:], of: late).status == 303)
        #expect(try home.store.find(ID(1), of: home.family.id).words == "A dog")
        // A move to another category is a change, too.
        let open = try console.get("/family/photos/1")
        try home.store.move([ID(1)], of: home.family.id, to: category("Trips").id)
        #expect(try save(1, ["words": "A bird"], of: open).status == 409)
        #expect(try console.post("/family/photos/1", [("words", "A bird")]).status == 422)
    }

    @Test("A photo in the bin says so, and can be restored; what was typed meanwhile is kept")
    func binned() throws {
        for number in 1...2 { try home.addReady(number) }
        let open = try console.get("/family/photos/1")
        _ = try home.store.bin([ID(1)], of: home.family.id, by: .commandLine)
        let page = try console.get("/family/photos/1")
        #expect(page.contains("This photo is in the bin."))
        #expect(page.markup.forms.allSatisfy { !$0.fields.contains { $0.name == "words" } })
        let late = try save(1, ["words": "A pier in the fog"], of: open)
        #expect(late.status == 409)
        #expect(late.contains("This photo is in the bin."))
        #expect(late.contains("A pier in the fog"))
        #expect(late.contains("Restore and save"))
        #expect(try home.store.find(ID(1), of: home.family.id).words == "")
        let saved = try save(1, ["restores": "on"], of: late)
        #expect(saved.location == "/family/photos/1")
        let photo = try home.store.find(ID(1), of: home.family.id)
        #expect(photo.words == "A pier in the fog" && photo.deletedAt == nil)
        _ = try home.store.bin([ID(1)], of: home.family.id, by: .commandLine)
        let restore = try #require(
            try console.get("/family/photos/1").markup.forms.first { $0.action.contains("/undo?") }
        )
        let restored = try console.post(restore.action)
        #expect(restored.location == "/family/photos/1")
        #expect(try console.follow(restored).contains("1 photo restored."))
    }

    @Test("What turns out to be unreadable is said above the list, once no more is waiting")
    func failures() throws {
        let id = try home.add(Photos.bytes("photo.jpg"), named: "half <1>.jpg")
        func part() throws -> Markup.Tag? {
            try console.get("/family/photos").markup.first(id: "photo-troubles")
        }
        #expect(try part()?["data-refresh"] == "pending")
        try home.store.failed(id, "It is damaged.")
        #expect(try part()?["data-refresh"] == nil)
        #expect(try part()?["data-said"] == "1 photo couldn’t be read")
        let page = try console.get("/family/photos")
        let link = page.markup.all("a").first { $0["data-photo-failed"] == "\(id)" }
        #expect(link?["href"] == "/family/photos/\(id)")
        #expect(page.contains("half &lt;1&gt;.jpg"))
        #expect(page.contains("1 photo, 1 can’t be read · "))
        // Why is said once; its tile is short.
        #expect(page.text.split(separator: "It is damaged.").count == 2)
        let tile = page.markup.text(where: "class", is: "photo-trouble")
        #expect(tile == "Can’t be read half <1>.jpg")
        _ = try home.store.bin([id], of: home.family.id, by: .commandLine)
        try home.addReady(1)
        #expect(!(try console.get("/family/photos").contains("couldn’t be read")))
    }

    @Test("Categories are added, changed, ordered and deleted; photos stay")
    func categories() throws {
        try home.addReady(1)
        let path = "/family/photos/categories"
        func names() throws -> [String] {
            try home.store.categories(of: home.family.id).map(\.name)
        }
        let added = try console.post(
            path,
            [("name", "Garden"), ("color", "#5f6b12"), ("icon_name", "leaf")]
        )
        #expect(try console.follow(added).contains("“Garden” added."))
        #expect(try names().last == "Garden")
        let garden = try category("Garden")
        #expect(garden.color == "#5f6b12" && garden.iconName == "leaf")
        let taken = try console.post(
            path,
            [("name", "GARDEN"), ("color", "#5f6b12"), ("icon_name", "leaf")]
        )
        #expect(taken.status == 422)
        #expect(taken.contains("You already have a category with this name."))
        for wrong in [
            [("name", ""), ("color", "#5f6b12"), ("icon_name", "leaf")],
            [("name", "A"), ("color", "red"), ("icon_name", "leaf")],
            [("name", "A"), ("color", "#5f6b12"), ("icon_name", "")],
        ] {
            #expect(try console.post(path, wrong).status == 422)
        }
        let fields = [("color", "#1f6f9f"), ("icon_name", "tree"), ("version", "1")]
        let saved = try console.post("\(path)/\(garden.id)", fields + [("name", "Woods")])
        #expect(saved.location == path)
        let late = try console.post("\(path)/\(garden.id)", fields + [("name", "Park")])
        #expect(late.status == 409)
        #expect(late.contains("Woods") && late.contains("Park"))
        _ = try console.post("\(path)/\(garden.id)/move", [("direction", "up")])
        #expect(try names().suffix(2) == ["Woods", "At Home"])
        #expect(try console.post("\(path)/\(garden.id)/move", [("direction", "in")]).status == 400)
        let used = "\(path)/\(home.category.id)/delete"
        #expect(try console.get(used).contains("Its 1 photo won’t be deleted."))
        #expect(try console.post(used).status == 422)
        let gone = try console.post(used, [("successor", "\(garden.id)")])
        #expect(try console.follow(gone).contains("“Family” deleted. 1 photo moved to “Woods”."))
        #expect(try home.store.find(ID(1), of: home.family.id).category == garden.id)
        for category in try home.store.categories(of: home.family.id).dropFirst() {
            _ = try console.post("\(path)/\(category.id)/delete", [("successor", "2")])
        }
        let last = try #require(try home.store.categories(of: home.family.id).first)
        let only = try console.post("\(path)/\(last.id)/delete")
        #expect(only.contains("This is your only category."))
    }

    @Test("A category is added once, however often its form is sent")
    func twice() throws {
        let path = "/family/photos/categories"
        let form = try #require(
            try console.get(path + "/new").markup.forms.first { $0.action == path }
        )
        let fields = form.fields.map { ($0.name, $0.name == "name" ? "Garden" : $0.value) }
        for _ in 1...2 { #expect(try console.post(path, fields).location == path) }
        let count: SQL = "SELECT count(*) FROM photo_categories WHERE name = 'Garden'"
        #expect(try console.count(count) == 1)
    }

    @Test("Originals are kept only if the family wants that, can be had back, and be deleted")
    func originals() throws {
        let path = "/family/photos/settings"
        #expect(!(try console.get(path).contains("original is kept")))
        _ = try console.post(path, [("keeps_originals", "on")])
        #expect(try home.store.space(of: home.family.id).keepsOriginals)
        let bytes = Photos.bytes("photo.jpg")
        let photo = try home.store.find(try home.add(bytes, named: "a\"b.jpg"), of: home.family.id)
        _ = try home.store.made(
            photo,
            as: PhotoKey(),
            Photo.Picture(size: PixelSize(10, 10), color: "#000000"),
            turns: 0,
            bytes: 100
        )
        let original = try console.get("/family/photos/\(photo.id)/original")
        #expect(original.status == 200)
        #expect(original.header("Content-Disposition")?.contains("a%22b.jpg") == true)
        #expect(try home.counts()[1] == 100 + bytes.count)
        #expect(try console.get(path).contains("1 original is kept."))
        #expect(try console.post("/family/photos/originals").contains("Delete all originals?"))
        let gone = try console.post("/family/photos/originals", [("sure", "1")])
        #expect(try console.follow(gone).contains("1 original deleted."))
        #expect(try console.get("/family/photos/\(photo.id)/original").status == 404)
        #expect(try home.counts()[1] == 100)
        _ = try console.post(path)
        #expect(!(try home.store.space(of: home.family.id).keepsOriginals))
    }

    @Test("Parents say for each child which categories there are, and how far to swipe")
    func child() throws {
        let pippi = try console.addChild("Pippi", in: home.family)
        let path = "/children/\(pippi.id)/gallery"
        #expect(try console.get(path).markup.value(of: "swipe_distance") == "150")
        let trips = try category("Trips")
        let saved = try console.post(
            path,
            [("shows_photos", "on"), ("category_ids", "\(trips.id)"), ("swipe_distance", "80")]
        )
        #expect(try console.follow(saved).contains("Pippi’s gallery saved."))
        let settings = try GallerySettingsStore(database: console.database, now: 0).find(pippi.id)
        #expect(settings.swipeDistance == 80 && !settings.showsCovers && settings.showsPhotos)
        #expect(!settings.hidden.contains(trips.id) && settings.hidden.count == 4)
        for wrong in ["79", "251", "", "far"] {
            #expect(try console.post(path, [("swipe_distance", wrong)]).status == 422)
        }
    }

    @Test("A page costs the same with ten times as many photos, and so do the child’s tiles")
    func cost() throws {
        func add(_ numbers: ClosedRange<Int>) throws {
            try console.database.execute(
                """
                WITH n (value) AS (SELECT \(numbers.lowerBound) UNION ALL
                    SELECT value + 1 FROM n WHERE value < \(numbers.upperBound))
                INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format,
                    state, width, height, color, place, bytes, has_original, created_at)
                SELECT \(home.family.id.value), \(home.category.id.value),
                    printf('%024d', value), CAST(printf('%032d', value) AS BLOB), 'a.jpg', 'jpeg',
                    'ready', 1600, 1200, '#336699', value, 1000, 0, 0
                FROM n
                """
            )
        }
        let paths = ["/family/photos", "/family/photos?category=\(home.category.id)"]
        func steps() throws -> Int {
            try console.database.countingSteps {
                for path in paths { #expect(try console.get(path).status == 200) }
                _ = try home.store.shown(in: home.category.id, from: 0, limit: 60)
            }
        }
        try add(1...500)
        let few = try steps()
        try add(501...5000)
        #expect(try Double(steps()) < 1.2 * Double(few))
    }
}
