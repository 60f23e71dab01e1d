import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Reading along in Kids Mode")
struct KidsReadingTests {
    private func home(mayRead: Bool) throws -> KidsHome {
        let home = try KidsHome()
        try home.console.database.execute("UPDATE children SET may_read_along = \(mayRead)")
        for book in [home.fox, home.owl] {
            let asset = try #require(try home.console.videos.current(of: book.id))
            try home.console.database.execute(
                "DELETE FROM caption_tracks WHERE asset_id = \(asset.id.value)"
            )
            try home.console.addTrack(["Once", "upon"], to: asset)
        }
        return home
    }

    @Test("It is there where parents allow it, with the line’s text and no way out but the shelf")
    func allowed() throws {
        let home = try home(mayRead: true)
        let page = try home.console.get("/kids/read/\(home.fox.id)")
        #expect(page.status == 200)
        let place = try #require(page.markup.all("div").first { $0["id"] == "read-line" })
        let cues = try #require(place["data-cues"])
        #expect(try home.console.get(cues).contains(#""text":"upon""#))
        #expect(page.markup.all("a").allSatisfy { $0["href"] == "/kids" })
        let watch = try home.console.get("/kids/watch/\(home.fox.id)")
        #expect(watch.contains("href=\"/kids/read/\(home.fox.id)\""))
    }

    @Test("The film has the speed that is kept for the child, and the child’s alone (V1.2 L24)")
    func speed() throws {
        let home = try home(mayRead: true)
        func speed() throws -> String? {
            let page = try home.console.get("/kids/read/\(home.fox.id)")
            return page.markup.all("div").first { $0["id"] == "read-line" }?["data-speed"]
        }
        #expect(try speed() == "1")
        let store = home.console.reading
        try store.setSpeed(.choices[6], of: .parent(home.parent), in: home.fox.id)
        #expect(try speed() == "1")
        try store.setSpeed(.choices[1], of: .child(home.pippi.id), in: home.fox.id)
        #expect(try speed() == "0.75")
    }

    @Test("Otherwise it isn’t there, and nothing leads to it")
    func forbidden() throws {
        let home = try home(mayRead: false)
        #expect(try home.console.get("/kids/read/\(home.fox.id)").status == 404)
        let asset = try #require(try home.console.videos.current(of: home.fox.id))
        let track = try #require(try home.console.videos.captions(of: asset.id).first)
        let path = "/kids/read/\(home.fox.id)/cues/\(track.id).json"
        #expect(try home.console.get(path).status == 404)
        for path in ["/kids", "/kids/watch/\(home.fox.id)"] {
            #expect(!(try home.console.get(path)).contains("/kids/read/"), "\(path)")
        }
        try home.console.database.execute("UPDATE children SET may_read_along = 1")
        #expect(try home.console.get(path).status == 200)
    }

    @Test("Stories of a sister, and stories without a text, aren’t there")
    func others() throws {
        let home = try home(mayRead: true)
        #expect(try home.console.get("/kids/read/\(home.owl.id)").status == 404)
        let sisters = try #require(try home.console.videos.current(of: home.owl.id))
        let track = try #require(try home.console.videos.captions(of: sisters.id).first)
        for book in [home.fox, home.owl] {
            let path = "/kids/read/\(book.id)/cues/\(track.id).json"
            #expect(try home.console.get(path).status == 404)
        }
        try home.console.database.execute("DELETE FROM caption_tracks")
        #expect(try home.console.get("/kids/read/\(home.fox.id)").status == 404)
        // Pages for parents are none for a child.
        #expect(try home.console.get("/watch/\(home.fox.id)").status == 404)
    }
}
