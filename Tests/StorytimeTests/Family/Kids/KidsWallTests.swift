import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The walls of Kids Mode")
struct KidsWallTests {
    @Test("Of all routes, in every method, only those of Kids Mode are there")
    func everyRoute() throws {
        let home = try KidsHome()
        let cookies = home.console.cookies
        for route in Program.routes where !route.isForChildren {
            for method in [Method.get, .head, .post, .put, .patch, .delete, .options] {
                home.console.cookies = cookies
                if let other = home.console.site.router.found(method, route.sampleTarget) {
                    guard !other.isForChildren else { continue }
                }
                let answer = try home.console.send(method, route.sampleTarget)
                #expect(answer.status == 404, "\(method) \(route.pattern)")
                #expect(home.console.cookies == cookies, "\(method) \(route.pattern)")
            }
        }
        #expect(try home.isInKidsMode)
    }

    @Test("A token of the parent’s doesn’t help a browser in Kids Mode")
    func tokens() throws {
        let home = try KidsHome()
        home.console.headers = [("Authorization", "Bearer \(try home.console.bearer(home.parent))")]
        #expect(try home.console.get("/api/v1/children").status == 404)
        #expect(try home.console.post("/api/v1/auth/token").status == 404)
    }

    @Test("The parent’s cookie from before opens nothing any more")
    func oldCookie() throws {
        let home = try KidsHome()
        home.console.cookies = home.parentCookies
        #expect(try home.console.get("/children").location?.hasPrefix("/login") == true)
    }

    @Test("What is for children alone is there for nobody else")
    func others() throws {
        let home = try KidsHome(isHandedOver: false)
        for route in Program.routes where route.access == .child {
            let answer = try home.console.send(route.method, route.sampleTarget)
            #expect(answer.status == 404, "\(route.pattern)")
        }
    }

    @Test("Pictures and films are those of the child’s own library")
    func media() throws {
        let home = try KidsHome()
        let own = try #require(try home.console.videos.current(of: home.fox.id))
        let sisters = try #require(try home.console.videos.current(of: home.owl.id))
        for file in try home.console.files(of: own) {
            #expect(try home.console.get(file).status == 200, "\(file)")
        }
        for file in try home.console.files(of: sisters) {
            #expect(try home.console.get(file).status == 404, "\(file)")
        }
        #expect(try home.console.get("/kids/film/\(home.fox.id)").status == 200)
        for path in ["film", "watch", "stories"] {
            #expect(try home.console.get("/kids/\(path)/\(home.owl.id)").status == 404)
        }
    }

    @Test("Covers are those of the child’s own library")
    func covers() throws {
        let home = try KidsHome(isHandedOver: false)
        let own = try TwoFamilies.cover(1)
        let sisters = try TwoFamilies.cover(2)
        try home.console.keepCover(of: home.fox, named: own)
        try home.console.keepCover(of: home.owl, named: sisters)
        try home.handOver()
        #expect(try home.console.get("/media/covers/\(own)").status == 200)
        #expect(try home.console.get("/media/covers/\(sisters)").status == 404)
    }

    @Test("A story that is hidden from the child, without rights or in the bin can’t be watched")
    func closedStories() throws {
        let closing: [(KidsHome) throws -> Void] = [
            { try $0.console.endRights($0.fox.id) },
            { _ = try $0.console.bin.add($0.fox.id, by: .commandLine) },
            { home in
                let category = try home.console.addCategory("Scary")
                try home.console.database.execute(
                    """
                    UPDATE book_categories SET category_id = \(category.id.value)
                    WHERE book_id = \(home.fox.id.value)
                    """
                )
                try home.console.database.execute(
                    "INSERT INTO child_hidden_categories VALUES (\(home.pippi.id.value), \(category.id.value))"
                )
            },
        ]
        for close in closing {
            let home = try KidsHome()
            #expect(try home.console.get("/kids").contains("Lantern Fox"))
            try close(home)
            #expect(try !home.console.get("/kids").contains("Lantern Fox"))
            for path in ["film", "watch", "stories"] {
                #expect(try home.console.get("/kids/\(path)/\(home.fox.id)").status == 404)
            }
        }
    }

    @Test("Kids Mode outlives a restart of the program")
    func restart() throws {
        let home = try KidsHome()
        try home.console.restart()
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
        #expect(try home.isInKidsMode)
    }

    @Test("Every page of Kids Mode is kept by no cache, and leads nowhere else")
    func pages() throws {
        let home = try KidsHome()
        let paths = [
            "/kids", "/kids/watch/\(home.fox.id)", "/kids/leave", "/kids/who", "/kids/offline",
            "/kids/nothing", "/children",
        ]
        for path in paths {
            let page = try home.console.get(path)
            #expect(page.header("Cache-Control") == "no-store", "\(path)")
            #expect(page.header("Permissions-Policy")?.contains("picture-in-picture=()") == true)
            #expect(
                page.markup.all("form").allSatisfy {
                    $0["action"]?.hasPrefix("/kids") == true
                }
            )
            for link in page.markup.all("a") {
                #expect(link["href"]?.hasPrefix("/kids") == true, "\(path)")
                #expect(link["target"] == nil, "\(path)")
            }
        }
    }
}

extension Router {
    /// The route of a method and a path, if there is one.
    fileprivate func found(_ method: Method, _ path: String) -> Route? {
        guard case .found(let route, _) = match(method, path: path) else { return nil }
        return route
    }
}
