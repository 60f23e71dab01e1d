import HTTP
import Testing

@testable import Storytime

@Suite("How often a family may save something")
struct SaveLimitTests {
    /// As if the family had saved so often.
    private func use(_ console: Console, _ family: Family) {
        for _ in 0..<SaveLimit.mostAnHour {
            console.site.saves.count(SaveLimit.family(family.id), now: console.time.now)
        }
    }

    @Test("Beyond it a page says when to try again, and reading goes on; others aren’t concerned")
    func pages() throws {
        let console = try Console()
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        let parent = try console.addParent("p@example.test", in: family)
        try console.signIn(parent)
        use(console, family)
        let refused = try console.post("/children/\(child.id)/remove", [("version", "1")])
        #expect(refused.status == 429)
        #expect(refused.contains("saved something 20,000 times within an hour"))
        #expect(refused.header("Retry-After") == "1")
        #expect(try console.get("/children").contains("Pippi"))
        #expect(try console.get("/family/export.zip").status == 429)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.post("/admin/categories", [("name", "Moon")]).status == 303)
    }

    @Test("What was refused doesn’t count, and what ends something is possible all the same")
    func endings() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("p@example.test", in: family)
        let token = try console.bearer(parent)
        for _ in 0..<100 {
            #expect(try console.ask(.post, "/api/v1/children", "{", token: token).status == 400)
        }
        try console.signIn(parent)
        use(console, family)
        #expect(try console.post("/account/sessions/end-others").status != 429)
        #expect(try console.post("/logout").status == 303)
        let patterns = Set(Program.routes.map(\.pattern.description))
        #expect(SaveLimit.endings.union(SaveLimit.downloads).isSubset(of: patterns))
    }

    @Test("Programs get the same as JSON")
    func programs() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("p@example.test", in: family)
        let token = try console.bearer(parent)
        use(console, family)
        let answer = try console.ask(.post, "/api/v1/children", "{}", token: token)
        #expect(answer.status == 429)
        #expect(answer.contains("too_many_requests"))
    }
}
