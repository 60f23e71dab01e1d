import Quill
import Testing

@testable import Storytime

@Suite("The styleguide")
struct StyleguideTests {
    private func console(isDevelopment: Bool) throws -> Console {
        try Console { $0.isDevelopment = isDevelopment }
    }

    @Test("It is there in development, for admins alone")
    func isThereInDevelopment() throws {
        let console = try console(isDevelopment: true)
        #expect(try console.get("/admin/styleguide").location?.hasPrefix("/login") == true)
        try console.signIn(as: .parent)
        #expect(try console.get("/admin/styleguide").status == 404)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get("/admin/styleguide").status == 200)
    }

    @Test("It is not there in production, not even for an admin")
    func isNotThereInProduction() throws {
        let console = try console(isDevelopment: false)
        try console.signIn(as: .admin)
        #expect(try console.get("/admin/styleguide").status == 404)
        #expect(try console.post("/admin/styleguide", [("kind", "good")]).status == 404)
    }

    @Test("Its routes are in the table, for admins")
    func isInTheTable() {
        let routes = Program.routes.filter { $0.pattern.description == StyleguidePages.path }
        #expect(routes.count == 2)
        #expect(routes.allSatisfy { $0.access == .admin })
    }

    @Test("Its template reads every field that it is given")
    func keepsTheContract() throws {
        let folder = Repository.folder + "/Templates"
        let library = try Templates.library(
            Templates.sources(in: folder, prefix: ""),
            icons: "/img/icons.svg"
        )
        let template = try library.draft(for: StyleguidePage.self, globals: Chrome.self)
        #expect(template.unusedFields == [])
    }

    @Test("Every part that the design names is shown")
    func showsEveryPart() throws {
        let console = try console(isDevelopment: true)
        try console.signIn(as: .admin)
        let page = try console.get("/admin/styleguide")
        for part in [
            "nav", "page-head", "filters", "chip removable", "table books", "pill", "hint",
            "error", "summary", "toasts", "dialog-head", "empty", "pagination", "progress", "cover",
            "badge", "cover-progress", "chart", "numbers", "timeline", "diff", "calendar",
            "menu-button", "shortcuts",
        ] {
            #expect(page.contains("class=\"\(part)"), "\(part)")
        }
        #expect(page.contains("data-maxlength=\"30\""))
        #expect(page.contains("aria-sort=\"ascending\""))
    }

    @Test("Its buttons show each kind of notice", arguments: ["good", "info", "bad"])
    func showsNotices(_ kind: String) throws {
        let console = try console(isDevelopment: true)
        try console.signIn(as: .admin)
        #expect(try console.post("/admin/styleguide", [("kind", kind)]).status == 303)
        #expect(
            try console.get("/admin/styleguide").contains("class=\"toast\" data-kind=\"\(kind)\"")
        )
    }
}

@Suite("Keys that go to pages")
struct NavKeyTests {
    @Test("No two pages of a role have the same key", arguments: [Role.admin, .parent])
    func areDistinct(_ role: Role) {
        let keys = Features(Program.features).navigation(for: role, path: "/").map(\.entry.key)
        #expect(!keys.isEmpty)
        #expect(Set(keys).count == keys.count)
    }
}
