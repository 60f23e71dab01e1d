import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Whose photos they are")
struct PhotoScopeTests {
    private let home: PhotoHome
    private let strangers: Family
    private let foreign: Photo
    private let own: Photo

    init() throws {
        home = try PhotoHome()
        strangers = try home.console.addFamily("Strangers")
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        foreign = try home.addReady(1, to: theirs, of: strangers)
        own = try home.addReady(2)
        try home.signIn()
    }

    @Test("Another family’s photo is not there, in any size and on any page")
    func foreignPhotos() throws {
        for size in PhotoSize.allCases {
            #expect(try home.console.get(own.pictureHref(size)).status == 200)
            #expect(try home.console.get(foreign.pictureHref(size)).status == 404)
        }
        #expect(try home.console.get("/media/photos/\(own.key)/321").status == 404)
        let routes = Program.routes.filter {
            $0.access == .parent && $0.pattern.description.hasPrefix("/family/photos/{id}")
        }
        #expect(routes.count == 3)
        for route in routes {
            let path = route.target(["id": "\(foreign.id)"])
            #expect(try home.console.send(route.method, path).status == 404, "\(path)")
        }
    }

    @Test("Another family’s category is not there, whatever is sent")
    func foreignCategories() throws {
        let routes = Program.routes.filter {
            $0.pattern.description.hasPrefix("/family/photos/categories/{id}")
        }
        #expect(routes.count == 5)
        for route in routes {
            let path = route.target(["id": "\(foreign.category)"])
            let answer = try home.console.send(
                route.method,
                path,
                [("Content-Type", "application/x-www-form-urlencoded")],
                Array("name=Taken&color=%231f6f9f&icon_name=leaf&version=1&direction=up".utf8)
            )
            #expect(answer.status == 404, "\(route.method) \(path)")
        }
    }

    @Test("What is done to many photos leaves out those of others")
    func many() throws {
        let both = [("ids", "\(foreign.id)"), ("ids", "\(own.id)")]
        _ = try home.console.post("/family/photos/changes", both + [("act", "bin")])
        #expect(try home.store.find(foreign.id, of: strangers.id).deletedAt == nil)
        #expect(try home.store.find(own.id, of: home.family.id).deletedAt != nil)
        _ = try home.store.bin([foreign.id], of: strangers.id, by: .commandLine)
        for act in ["restore", "remove"] {
            _ = try home.console.post("/family/photos/bin", both + [("act", act), ("sure", "1")])
            #expect(try home.store.find(foreign.id, of: strangers.id).deletedAt != nil)
        }
        _ = try home.console.post("/family/photos/undo?undo=bin&photos=\(foreign.id)")
        _ = try home.console.post("/family/photos/bin", [("act", "empty"), ("sure", "1")])
        #expect(try home.store.find(foreign.id, of: strangers.id).deletedAt != nil)
    }

    @Test("An admin sees how many there are and what they take, and none of them")
    func admins() throws {
        home.console.cookies = [:]
        try home.console.signIn(as: .admin)
        for size in PhotoSize.allCases {
            #expect(try home.console.get(own.pictureHref(size)).status == 404)
        }
        let page = try home.console.get("/admin/families/\(home.family.id)")
        #expect(page.contains("1 photo, 1 kB"))
        #expect(!page.contains("/media/photos/"))
    }

    @Test("A parent without a family is told that they have none")
    func none() throws {
        home.console.cookies = [:]
        try home.console.signIn(as: .parent)
        #expect(try home.console.get("/family/photos").status == 200)
        #expect(try home.console.get("/family/photos/bin").status == 404)
        #expect(try home.console.get(own.pictureHref(.small)).status == 404)
    }
}
