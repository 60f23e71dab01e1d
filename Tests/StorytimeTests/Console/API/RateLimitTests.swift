import HTTP
import Testing

@testable import Storytime

@Suite("How often programs may ask")
struct RateLimitTests {
    @Test("A minute's worth comes at once, then one as often as the rate says")
    func limits() {
        let limit = RateLimit(perMinute: 30)
        for _ in 0..<30 { #expect(limit.waitSeconds("a", now: 1000) == 0) }
        #expect(limit.waitSeconds("a", now: 1000) == 2)
        #expect(limit.waitSeconds("a", now: 1001) == 1)
        #expect(limit.waitSeconds("a", now: 1002) == 0)
        #expect(limit.waitSeconds("a", now: 1002) == 2)
        #expect(limit.waitSeconds("b", now: 1002) == 0)
        for _ in 0..<30 { #expect(limit.waitSeconds("a", now: 1100) == 0) }
    }

    @Test("A rate of thousands a second is a rate, too; none limits nobody")
    func extremes() {
        let high = RateLimit(perMinute: 1_000_000)
        let none = RateLimit(perMinute: 0)
        for _ in 0..<1_000_000 {
            guard high.waitSeconds("a", now: 5) == 0, none.waitSeconds("a", now: 5) == 0 else {
                Issue.record("one of a million was too many")
                return
            }
        }
        #expect(high.waitSeconds("a", now: 5) == 1)
    }

    @Test("A clock that is set back holds nobody up")
    func clock() {
        let limit = RateLimit(perMinute: 60)
        for _ in 0..<60 { _ = limit.waitSeconds("a", now: 1_000_000) }
        for _ in 0..<60 { #expect(limit.waitSeconds("a", now: 10) == 0) }
        #expect(limit.waitSeconds("a", now: 10) == 1)
    }

    @Test("However many ask, a bounded number is remembered")
    func isBounded() {
        let limit = RateLimit(perMinute: 1)
        for number in 0..<50_000 { #expect(limit.waitSeconds("\(number)", now: 0) == 0) }
        #expect(limit.waitSeconds("49999", now: 0) > 0)
    }

    @Test("Every answer says how many requests are left, and when all of them are again")
    func headers() throws {
        let console = try Console { $0.requestsPerMinute = 3 }
        let user = try console.addParent("a@example.test", in: console.addFamily())
        let token = try console.bearer(user)
        func ask(_ path: String = "/api/v1/children") throws -> Answer {
            try console.ask(.get, path, token: token)
        }
        func left(_ answer: Answer) -> String? { answer.header("RateLimit") }
        let first = try ask()
        #expect(first.header("RateLimit-Policy") == "\"default\";q=3;w=60")
        #expect(left(first) == "\"default\";r=2;t=20")
        // A refusal counts as well, and says the same.
        #expect(left(try ask("/api/v1/children/99")) == "\"default\";r=1;t=40")
        console.time.now += 20
        #expect(left(try ask()) == "\"default\";r=1;t=40")
        #expect(left(try ask()) == "\"default\";r=0;t=60")
        let late = try ask()
        #expect(late.status == 429 && left(late) == "\"default\";r=0;t=60")
        #expect(late.header("Retry-After") == "20")
        // Whoever shows nothing is counted by address, on what everybody may ask.
        #expect(left(try console.ask(.get, OpenAPIPages.path)) == "\"default\";r=2;t=20")
        // Pages have no such limit, and an answer to one is not told of another's.
        #expect(left(try console.get("/login")) == nil)
        let free = try Console { $0.requestsPerMinute = 0 }
        #expect(left(try free.ask(.get, OpenAPIPages.path)) == nil)
    }

    @Test("One request too many is 429 with Retry-After, for each token by itself")
    func answers() throws {
        let console = try Console { $0.requestsPerMinute = 2 }
        let user = try console.addParent("a@example.test", in: console.addFamily())
        let key = try console.accessKey(user, [.readLibrary])
        let other = try console.bearer(user)
        let path = "/api/v1/children"
        for _ in 0..<2 { #expect(try console.ask(.get, path, token: key).status == 200) }
        let answer = try console.ask(.get, path, token: key)
        #expect(answer.status == 429 && answer.errorCode == "too_many_requests")
        #expect(answer.header("Retry-After") == "30")
        #expect(try console.ask(.get, path, token: other).status == 200)
        // Whoever shows nothing good is counted by address.
        for _ in 0..<2 {
            #expect(try console.ask(.get, path, token: "no.such.token").status == 401)
        }
        #expect(try console.ask(.get, path).status == 429)
        #expect(try console.ask(.post, "/api/v1/auth/refresh", "{}").status == 429)
        console.time.now += 30
        #expect(try console.ask(.get, path, token: key).status == 200)
    }
}
