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
