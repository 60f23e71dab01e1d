import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

/// A tablet in Kids Mode, whose family has photos: three of the family and two of trips.
private struct GalleryHome {
    let kids: KidsHome
    let trips: PhotoCategory
    let family: PhotoCategory
    let photos: [Photo]
    let files: TemporaryFolder

    var console: Console { kids.console }
    var store: PhotoStore { PhotoStore(console.site, console.database, now: console.time.now) }

    init() throws {
        files = try TemporaryFolder()
        kids = try KidsHome()
        let console = kids.console
        let store = PhotoStore(
            database: console.database,
            now: console.time.now,
            folder: PhotoFolder(console.site.configuration),
            space: FamilySpace(console.site),
            disk: console.site.vitals.disk
        )
        let categories = try store.categories(of: kids.family.id)
        (family, trips) = (categories[0], categories[1])
        var photos: [Photo] = []
        for (index, category) in [trips, trips, categories[2], categories[2], categories[2]]
            .enumerated()
        {
            try console.database.execute(
                """
                INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format,
                    state, width, height, color, words, place, bytes, has_original, created_at)
                VALUES (\(kids.family.id.value), \(category.id.value), \(try PhotoKey().text),
                    \(try Digest.sha256([UInt8(index)])), 'a.jpg', 'jpeg', 'ready', 1600, 1200,
                    '#336699', \(index == 0 ? "The <pier>" : ""), \(Double(index)), 1000, 0, 0)
                """
            )
            photos.append(
                try store.find(ID(Int(console.database.lastInsertedID)), of: kids.family.id)
            )
        }
        self.photos = photos
    }

    func settings(_ change: (inout GallerySettings) -> Void) throws {
        let store = GallerySettingsStore(database: console.database, now: console.time.now)
        var settings = try store.find(kids.pippi.id)
        change(&settings)
        try store.save(settings, of: kids.pippi.id, in: kids.family.id)
    }

    /// The names of the categories on a page, in their order.
    func categories(_ page: Answer) -> [String] {
        page.markup.all("a").compactMap { $0["data-name"] }
    }
}

@Suite("The gallery in Kids Mode")
struct KidsGalleryTests {
    private let home: GalleryHome
    private var console: Console { home.console }

    init() throws { home = try GalleryHome() }

    @Test("K2: the first category that has something comes first, and there are no “All Photos”")
    func first() throws {
        let start = try console.get("/kids/gallery")
        #expect(start.location == "/kids/gallery/\(home.trips.id)")
        let page = try console.follow(start)
        #expect(
            home.categories(page)
                == ["Family", "Trips", "Animals", "Birthdays", "At Home", "Stories"]
        )
        #expect(!page.contains("All Photos"))
        #expect(page.markup.all("img").map { $0["alt"] } == ["The <pier>", "Trips, 2 of 2"])
    }

    @Test("K2: the category that was looked at last is kept for the session")
    func kept() throws {
        let animals = home.photos[4].category
        let beat = [("category", "\(animals)"), ("seconds", "0")]
        #expect(try console.post("/kids/looks", beat).status == 204)
        #expect(try console.get("/kids/gallery").location == "/kids/gallery/\(animals)")
        // Unless parents hide it.
        try home.settings { $0.hidden = [animals] }
        #expect(
            try console.get("/kids/gallery").location == "/kids/gallery/\(home.trips.id)"
        )
        try home.settings { $0.hidden = [] }
        // A new session begins anew.
        _ = try home.kids.leave()
        try home.kids.handOver()
        #expect(
            try console.get("/kids/gallery").location == "/kids/gallery/\(home.trips.id)"
        )
    }

    @Test("A photo has an address of its own, with arrows to its neighbors without a script")
    func photo() throws {
        let path = "/kids/gallery/\(home.trips.id)"
        let page = try console.get(path + "/1")
        #expect(page.contains("Trips · 1 of 2"))
        let links = page.markup.all("a").filter { $0["data-act"] != nil }
            .map { "\($0["data-act"] ?? ""): \($0["href"] ?? "")" }
        #expect(
            links == [
                "down: \(path)/2", "left: /kids/gallery/\(home.family.id)/1",
                "right: /kids/gallery/\(home.photos[4].category)/1",
            ]
        )
        #expect(try console.get(path + "/3").location == path + "/2")
        #expect(try console.get(path + "/0").status == 404)
        #expect(try console.get("/kids/gallery/999/1").location == "/kids/gallery")
        let empty = try console.get("/kids/gallery/\(home.family.id)/1")
        #expect(empty.contains("Nothing here yet"))
    }

    @Test("A category’s pictures come in slices of sixty")
    func slices() throws {
        let path = "/kids/gallery/\(home.trips.id)/pictures"
        let all = try console.get(path)
        #expect(all.contains("\"count\":2,\"from\":0"))
        #expect(all.contains("\"words\":\"The "))
        #expect(all.contains(home.photos[1].pictureHref(.full)))
        #expect(try console.get(path + "?from=1").contains("\"from\":1"))
        #expect(try console.get(path + "?from=-5").contains("\"from\":0"))
        #expect(try console.get("/kids/gallery/999/pictures").status == 404)
    }

    @Test("A child sees what parents chose, and no picture of anything else")
    func chosen() throws {
        let folder = PhotoFolder(console.site.configuration)
        for photo in home.photos {
            for size in PhotoSize.made(of: 1600) {
                try folder.keep([1], as: PhotoFolder.name(photo.key, size))
            }
        }
        defer { for photo in home.photos { folder.remove(unused: photo.key.text) } }
        let hidden = home.photos[0].pictureHref(.small)
        #expect(try console.get(hidden).status == 200)
        try home.settings { $0.hidden = [home.trips.id] }
        for size in PhotoSize.allCases {
            #expect(try console.get(home.photos[0].pictureHref(size)).status == 404)
            #expect(try console.get(home.photos[4].pictureHref(size)).status == 200)
        }
        #expect(!home.categories(try console.get("/kids/gallery/covers")).contains("Trips"))
        #expect(try console.get("/kids/gallery/\(home.trips.id)").location == "/kids/gallery")
        try home.settings { $0.showsPhotos = false }
        #expect(try console.get(home.photos[4].pictureHref(.small)).status == 404)
        #expect(home.categories(try console.get("/kids/gallery/covers")) == ["Stories"])
        try home.settings { $0.showsCovers = false }
        #expect(try console.get("/kids/gallery").contains("Nothing here yet"))
        // One in the bin is gone at once.
        try home.settings { ($0.showsPhotos, $0.hidden) = (true, []) }
        _ = try home.store.bin([home.photos[4].id], of: home.kids.family.id, by: .commandLine)
        #expect(try console.get(home.photos[4].pictureHref(.small)).status == 404)
    }

    @Test("The covers of the child’s library are a category of their own")
    func covers() throws {
        let name = try #require(CoverName(key: String(repeating: "a", count: 40) + ".jpg"))
        try console.keepCover(of: home.kids.fox, named: name)
        try console.keepCover(of: home.kids.owl, named: name)
        let page = try console.get("/kids/gallery/covers")
        #expect(page.markup.all("img").map { $0["alt"] } == ["The Lantern Fox"])
        #expect(try console.get("/kids/gallery/covers/1").contains("Stories · 1 of 1"))
    }

    @Test("Every route under /kids/gallery only reads")
    func readOnly() {
        let routes = Program.routes.filter { $0.pattern.description.hasPrefix("/kids/gallery") }
        #expect(routes.count == 4)
        #expect(routes.allSatisfy { $0.method == .get && $0.access == .child })
    }

    @Test("X9: the gallery plays no video, has no search, and shares nothing")
    func outOfScope() throws {
        for path in ["", "/1"] {
            let page = try console.get("/kids/gallery/\(home.trips.id)\(path)")
            for tag in ["video", "form", "input", "select", "audio"] {
                #expect(page.markup.all(tag).isEmpty, "\(tag)")
            }
            for word in ["Share", "Delete", "Download", "Search"] {
                #expect(!page.contains(word), "\(word)")
            }
        }
    }

    @Test("The shelf leads to the gallery where there are photos for the child")
    func link() throws {
        #expect(try console.get("/kids").contains("href=\"/kids/gallery\""))
        try home.settings { $0.showsPhotos = false }
        #expect(!(try console.get("/kids").contains("href=\"/kids/gallery\"")))
    }

    @Test("The parents’ swipe distance reaches the gallery")
    func distance() throws {
        try home.settings { $0.swipeDistance = 90 }
        for path in ["", "/1"] {
            let page = try console.get("/kids/gallery/\(home.trips.id)\(path)")
            #expect(page.contains("data-distance=\"90\""))
        }
    }

    @Test("Looking is told by beats, is no watching, and has its own line in the week")
    func looking() throws {
        let beat = { (category: String, seconds: String) in
            try console.post("/kids/looks", [("category", category), ("seconds", seconds)])
        }
        for _ in 1...4 {
            #expect(try beat("\(home.trips.id)", "30").status == 204)
            console.time.now += 30
        }
        #expect(try beat("covers", "30").status == 204)
        for (category, seconds, status) in [
            ("all", "1", 400), ("covers", "-1", 400), ("covers", "x", 400), ("999", "1", 404),
        ] {
            #expect(try beat(category, seconds).status == status)
        }
        #expect(try console.count("SELECT sum(seconds) FROM photo_looks") == 150)
        #expect(try console.count("SELECT count(*) FROM usage_events") == 0)
        #expect(try console.count("SELECT count(*) FROM viewings") == 0)
        try home.kids.inAnotherBrowser {
            let week = try console.get("/children/\(home.kids.pippi.id)/week")
            #expect(week.contains("Looked at photos for 3 minutes."))
            #expect(week.contains("hasn’t watched anything yet this week"))
        }
    }
}
