import Markup
import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What one family sees of another: nothing")
struct FamilyScopeTests {
    /// Two families with a child each, and a parent of the first, who is signed in.
    private struct Two {
        let console: Console
        let mine: Family
        let other: Family
        let own: Child
        let foreign: Child

        init() throws {
            console = try Console()
            mine = try console.addFamily("Mine")
            other = try console.addFamily("Strangers")
            foreign = try console.addChild("Canary", in: other)
            own = try console.addChild("Own", in: mine)
            // Children and their viewings have the same numbers.
            let story = try console.addStory("The Lantern Fox")
            for child in [foreign, own] {
                try console.watch(child, story, from: console.time.now - 60, seconds: 20)
            }
            // So have their invitations.
            for family in [other, mine] {
                try OneTimeLinkStore(database: console.database, now: console.time.now).make(
                    .invitation(name: "\(family.name) guest", role: .parent, family: family.id),
                    secret: try OneTimeLinkStore.newSecret(),
                    for: nil,
                    by: .commandLine
                )
            }
            try console.signIn(try console.addParent("mine@example.test", in: mine))
        }
    }

    /// Those of children; `ShelfScopeTests` walks through those of books and libraries.
    private static let parentRoutes = Program.routes.filter {
        let path = $0.pattern.description
        return $0.access == .parent && !$0.isForAPI && !path.contains("/library/")
            && !path.contains("/catalog")
            // Devices in Kids Mode, which are no children (`KidsLeaveTests`).
            && path != "/family/kids/{id}/end"
            // Photos and their categories, which are none either (`PhotoScopeTests`).
            && !(path.hasPrefix("/family/photos/") && path.contains("{id}"))
            // Series, which everybody knows (`SeriesScopeTests`).
            && !(path.hasPrefix("/series/") && path.contains("{id}"))
            // Stories to watch, and what is kept of them (`ReadingPagesTests`, `ExplanationTests`,
            // `FamilyCaptionTests` and `KeptWordTests`).
            && !(path.hasPrefix("/watch/") && path.contains("{"))
            // What is there once an address was looked at, or for a video that is named
            // (`OpenPagesTests`, `PlaylistTests`).
            && path != "/watch/open/picture" && path != "/watch/playlists/add"
    }

    @Test("Every parent's route with another family's child is not there, whatever is sent")
    func everyRoute() throws {
        let routes = Self.parentRoutes.filter { $0.pattern.description.contains("{id}") }
        #expect(routes.count >= 4)
        for route in routes {
            let two = try Two()
            let before = try two.console.children.find(two.foreign.id, of: two.other.id)
            let path = route.pattern.description.replacing("{id}", with: "\(two.foreign.id)")
            let body = PercentEncoding.encodeQuery([
                (name: "name", value: "Taken"), (name: "birth_date", value: "2022-01-01"),
                (name: "avatar", value: "fox"), (name: "version", value: "1"),
                (name: "family_id", value: "\(two.other.id)"),
            ])
            var answer = try two.console.send(
                route.method,
                path,
                [("Content-Type", "application/x-www-form-urlencoded")],
                Array(body.utf8)
            )
            // What asks each time who it is asks so whether there is such a child or not.
            if route.confirms == .everyTime {
                #expect(answer.status == 403)
                answer = try two.console.confirm(answer, "password", Console.password)
            }
            #expect(answer.status == 404, "\(route.method) \(path)")
            #expect(!answer.contains("Canary") && !answer.contains("Strangers"))
            #expect(try two.console.children.find(two.foreign.id, of: two.other.id) == before)
            // The same with one's own is there.
            let own = route.pattern.description.replacing("{id}", with: "\(two.own.id)")
            #expect(try two.console.send(route.method, own).status != 404, "\(own)")
        }
    }

    @Test("No page of a parent names another family, its children or its parents")
    func pages() throws {
        let two = try Two()
        try two.console.addParent("strangers@example.test", in: two.other, name: "Canary Parent")
        // Pages that are there once they are turned on.
        try two.console.database.execute(
            "INSERT INTO parent_switches SELECT id, 'live', 1 FROM users"
        )
        for route in Self.parentRoutes where route.method == .get {
            let path = route.pattern.description.replacing("{id}", with: "\(two.own.id)")
            let page = try two.console.get(path)
            #expect(page.status == 200, "\(path)")
            // The list of time zones has a place of that name.
            let text = page.text.replacing("Atlantic/Canary", with: "")
            #expect(!text.contains("Canary") && !text.contains("Strangers"), "\(path)")
        }
    }

    @Test("A child that is added is the family's own, whatever the form says")
    func adding() throws {
        let two = try Two()
        try two.console.post(
            "/children",
            [
                ("name", "New"), ("birth_date", "2022-01-01"), ("avatar", "fox"),
                ("family_id", "\(two.other.id)"),
            ]
        )
        #expect(try two.console.children.list(of: two.mine.id).map(\.name) == ["New", "Own"])
        #expect(try two.console.children.list(of: two.other.id).count == 1)
    }

    @Test("An admin finds a child under their own family only")
    func admins() throws {
        let two = try Two()
        two.console.cookies = [:]
        try two.console.signIn(as: .admin)
        for act in ["edit", "remove", "move", "erase", "export.tar", "export.zip"] {
            let wrong = Child.href(two.foreign.id, of: two.mine.id, act)
            #expect(try two.console.get(wrong).status == 404, "\(wrong)")
            let right = Child.href(two.foreign.id, of: two.other.id, act)
            #expect(try two.console.get(right).status == 200, "\(right)")
        }
        #expect(try two.console.get("/children").status == 404)
    }

    @Test("Whoever is taken out of a family, or put into another, sees the new one at once")
    func changesAtOnce() throws {
        let two = try Two()
        #expect(try two.console.get("/children").contains("Own"))
        let id = try #require(try two.console.users.find(email: "mine@example.test")).user.id
        try two.console.put(id, into: two.other)
        let page = try two.console.get("/children")
        #expect(page.contains("Canary") && !page.contains("Own"))
    }

    @Test(
        "Whatever parents of several families do at random, each keeps and sees just their own",
        arguments: 0..<8
    )
    func anything(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let console = try Console()
        var cookies: [[String: String]] = []
        for number in 0..<3 {
            let family = try console.addFamily("Family \(number)")
            console.cookies = [:]
            try console.signIn(try console.addParent("\(number)@example.test", in: family))
            cookies.append(console.cookies)
        }
        // Which children each family should have, by name.
        var expected: [Set<String>] = [[], [], []]
        for step in 0..<60 {
            let who = Int.random(in: 0..<3, using: &random)
            console.cookies = cookies[who]
            let target = Int.random(in: 1...20, using: &random)
            let isOwn =
                try console.count(
                    "SELECT count(*) FROM present_children WHERE id = \(target) AND family_id = \(who + 1)"
                ) == 1
            let names = try console.texts("SELECT name FROM children WHERE id = \(target)")
            let name = "Child \(step) of \(who)"
            let fields = [("name", name), ("birth_date", "2022-01-01"), ("avatar", "cat")]
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                #expect(try console.post("/children", fields).status == 303)
                expected[who].insert(name)
            case 2:
                let version = try console.count("SELECT version FROM children WHERE id = \(target)")
                let answer = try console.post(
                    "/children/\(target)",
                    fields + [("version", "\(version)")]
                )
                #expect(answer.status == (isOwn ? 303 : 404))
                if isOwn {
                    expected[who].subtract(names)
                    expected[who].insert(name)
                }
            default:
                let answer = try console.post("/children/\(target)/remove")
                #expect(answer.status == (isOwn ? 303 : 404))
                if isOwn { expected[who].subtract(names) }
            }
            let page = try console.get("/children").text
            let cards = Markup(page.components(separatedBy: "id=\"removed\"")[0])
            #expect(Set(cards.all("h3").map(\.text)) == expected[who])
        }
    }
}
