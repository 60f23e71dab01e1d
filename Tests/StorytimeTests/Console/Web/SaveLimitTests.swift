import HTTP
import Testing

@testable import Storytime

@Suite("How often a family may save something")
struct SaveLimitTests {
    private func use(_ console: Console, up family: Family) throws {
        for _ in 0..<SaveLimit.mostAnHour {
            try console.site.saves.count(.post, of: .family(family.id), now: console.time.now)
        }
    }

    @Test("Beyond it a page says when to try again, and reading goes on; others aren’t concerned")
    func pages() throws {
        let console = try Console()
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        let parent = try console.addParent("p@example.test", in: family)
        try console.signIn(parent)
        try use(console, up: family)
        let refused = try console.post("/children/\(child.id)/remove", [("version", "1")])
        #expect(refused.status == 429)
        #expect(refused.contains("saved something 20,000 times within an hour"))
        #expect(refused.header("Retry-After") == "1")
        #expect(try console.get("/children").contains("Pippi"))
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.post("/admin/categories", [("name", "Moon")]).status == 303)
    }

    @Test("Programs get the same as JSON")
    func programs() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("p@example.test", in: family)
        let token = try console.bearer(parent)
        try use(console, up: family)
        let answer = try console.ask(.post, "/api/v1/children", "{}", token: token)
        #expect(answer.status == 429)
        #expect(answer.contains("too_many_requests"))
    }
}
