import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The throttle of signing in")
struct SignInThrottleTests {
    private let console: Console

    init() throws {
        console = try Console()
        try console.addUser("ada@example.test", .admin)
    }

    private func throttle() -> SignInThrottle {
        SignInThrottle(database: console.database, now: console.time.now)
    }

    private func attempt(_ account: String = "ada@example.test", from peer: String = "192.0.2.1")
        throws -> SignInThrottle.Attempt
    {
        console.peer = peer
        return SignInThrottle.Attempt(account: account, from: try console.client())
    }

    private func wait(_ attempt: SignInThrottle.Attempt, isKnown: Bool = false) throws -> Int {
        try throttle().waitSeconds(attempt, isKnownAddress: isKnown)
    }

    private func fail(_ attempt: SignInThrottle.Attempt, times: Int) throws {
        for _ in 0..<times { try throttle().recordFailure(attempt) }
    }

    private func signIn(_ email: String, _ password: String) throws -> Answer {
        try console.post("/login", [("email", email), ("password", password)])
    }

    // MARK: What is counted

    @Test("Five mistakes cost nothing; from then on each doubles the wait, up to a quarter hour")
    func waitsGrow() throws {
        let attempt = try attempt()
        try fail(attempt, times: 4)
        #expect(try wait(attempt) == 0)
        var waits: [Int] = []
        for _ in 0..<8 {
            try fail(attempt, times: 1)
            waits.append(try wait(attempt))
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900, 900])
    }

    @Test("The wait passes with time, and a day later all is forgotten")
    func timePasses() throws {
        let attempt = try attempt()
        try fail(attempt, times: 6)
        console.time.now += 59
        #expect(try wait(attempt) == 1)
        console.time.now += 1
        #expect(try wait(attempt) == 0)
        console.time.now += 86_400
        try fail(attempt, times: 1)
        #expect(try wait(attempt) == 0)
    }

    @Test("A pair of account and address does not hold up other accounts or other addresses")
    func pairsAreApart() throws {
        try fail(attempt(), times: 10)
        #expect(try wait(attempt("bob@example.test")) == 0)
        #expect(try wait(attempt(from: "192.0.2.2")) == 0)
    }

    @Test("Twenty mistakes from one address hold it up for every account")
    func addressIsCounted() throws {
        for number in 0..<19 { try fail(attempt("user\(number)@example.test"), times: 1) }
        #expect(try wait(attempt("fresh@example.test")) == 0)
        try fail(attempt("user19@example.test"), times: 1)
        #expect(try wait(attempt("fresh@example.test")) == 30)
    }

    @Test("Addresses of one IPv6 network are one address")
    func networksAreOne() throws {
        for number in 1...20 {
            try fail(attempt("u\(number)@example.test", from: "2001:db8:1:2::\(number)"), times: 1)
        }
        #expect(try wait(attempt("x@example.test", from: "2001:db8:1:2:ffff::1")) == 30)
        #expect(try wait(attempt("x@example.test", from: "2001:db8:1:3::1")) == 0)
    }

    @Test(
        "Fifty mistakes from anywhere hold an account up, but not where its owner signed in before"
    )
    func ownerIsNotLockedOut() throws {
        for number in 0..<50 { try fail(attempt(from: "198.51.100.\(number)"), times: 1) }
        let elsewhere = try attempt(from: "203.0.113.9")
        #expect(try wait(elsewhere) == 30)
        #expect(try wait(elsewhere, isKnown: true) == 0)
    }

    @Test("Accounts are one however their case is typed")
    func foldsAccounts() throws {
        try fail(attempt("ADA@example.test"), times: 5)
        #expect(try wait(attempt("ada@EXAMPLE.test")) == 30)
    }

    @Test("Neither e-mail addresses nor addresses can be read from the table")
    func keepsHashes() throws {
        try fail(attempt(), times: 1)
        let subjects = try console.texts("SELECT subject FROM sign_in_failures")
        #expect(subjects.count == 3)
        #expect(subjects.allSatisfy { $0.count == 43 && !$0.contains("ada") })
    }

    // MARK: The clock

    @Test(
        "A clock that was ahead and is put right locks nobody out",
        arguments: [3600, 31_536_000]
    )
    func clockMovesBack(by seconds: Int) throws {
        let attempt = try attempt()
        console.time.now += seconds
        try fail(attempt, times: 20)
        console.time.now -= seconds
        #expect(try wait(attempt) <= 900)
        console.time.now += 1800
        #expect(try wait(attempt) == 0)
    }

    @Test("A clock that jumps ahead only forgets")
    func clockMovesAhead() throws {
        let attempt = try attempt()
        try fail(attempt, times: 20)
        console.time.now += 31_536_000
        #expect(try wait(attempt) == 0)
    }

    // MARK: On the page

    @Test("Guesses are refused with 429, the wait is said, and it outlives a restart")
    func refusesGuesses() throws {
        for _ in 0..<5 { #expect(try signIn("ada@example.test", "guess").status == 422) }
        let refused = try signIn("ada@example.test", Console.password)
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") == "30")
        #expect(refused.markup.error(of: "password")?.contains("in 30 seconds") == true)
        try console.restart()
        #expect(try signIn("ada@example.test", Console.password).status == 429)
        console.time.now += 30
        #expect(try signIn("ada@example.test", Console.password).status == 303)
    }

    @Test("An account that doesn't exist is slowed down just the same")
    func unknownAccountsAlike() throws {
        for _ in 0..<5 { #expect(try signIn("nobody@example.test", "guess").status == 422) }
        let refused = try signIn("nobody@example.test", "guess")
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") == "30")
    }

    @Test("An attempt that is refused does not prolong the wait")
    func refusalIsNotCounted() throws {
        try fail(attempt(), times: 5)
        for _ in 0..<3 { #expect(try signIn("ada@example.test", "guess").status == 429) }
        #expect(try console.count("SELECT max(failures) FROM sign_in_failures") == 5)
    }

    @Test("Only attempts with both fields count", arguments: ["email", "password"])
    func halfAttemptsDontCount(field: String) throws {
        for _ in 0..<7 {
            let pairs = [("email", "ada@example.test"), ("password", "guess")]
            let answer = try console.post("/login", pairs.map { $0.0 == field ? ($0.0, "") : $0 })
            #expect(answer.status == 422)
        }
        #expect(try console.count("SELECT count(*) FROM sign_in_failures") == 0)
    }

    @Test("The right password clears the account's mistakes, not those of the address")
    func passwordClears() throws {
        try fail(attempt(), times: 4)
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        #expect(
            try console.texts("SELECT scope || failures FROM sign_in_failures") == ["address4"]
        )
    }

    @Test("The owner gets in from an address they used before, however many strangers guess")
    func knownAddressIsExempt() throws {
        console.peer = "192.0.2.77"
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        console.cookies = [:]
        for number in 0..<60 { try fail(attempt(from: "198.51.100.\(number)"), times: 1) }
        console.peer = "203.0.113.9"
        #expect(try signIn("ada@example.test", Console.password).status == 429)
        console.peer = "192.0.2.77"
        #expect(try signIn("ada@example.test", Console.password).status == 303)
    }

    @Test("A guest's wrong guesses keep nobody out of a browser in which they signed in before")
    func knownBrowserIsExempt() throws {
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        console.cookies["storytime_session"] = nil
        let household = console.cookies
        // The guest has the same address, and no cookie.
        console.cookies = [:]
        for number in 0..<25 { _ = try signIn("made-up\(number)@example.test", "guess") }
        for _ in 0..<9 { _ = try signIn("ada@example.test", "guess") }
        #expect(try signIn("ada@example.test", Console.password).status == 429)
        console.cookies = household
        #expect(try signIn("ada@example.test", Console.password).status == 303)
    }

    @Test("A known browser guesses no more often than any other, and only its own accounts")
    func knownBrowserIsCounted() throws {
        try console.addUser("bob@example.test", .parent)
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        console.cookies["storytime_session"] = nil
        for _ in 0..<5 { #expect(try signIn("ada@example.test", "guess").status == 422) }
        let refused = try signIn("ada@example.test", Console.password)
        #expect(refused.status == 429 && refused.header("Retry-After") == "30")
        // Its guesses are its own: they hold up nobody else, and no address.
        let browser = console.cookies
        console.cookies = [:]
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        // At an account that never signed in there it is a stranger.
        console.cookies = browser
        for _ in 0..<5 { #expect(try signIn("bob@example.test", "guess").status == 422) }
        console.cookies = [:]
        #expect(try signIn("bob@example.test", Console.password).status == 429)
    }

    @Test("A browser's cookie that we did not sign is that of a stranger", arguments: [0, 1, 2, 3])
    func forgedBrowser(kind: Int) throws {
        let name = "storytime_browser"
        #expect(try signIn("ada@example.test", Console.password).status == 303)
        let real = try #require(console.cookies[name])
        let parts = real.split(separator: ".").map(String.init)
        console.cookies = [:]
        for number in 0..<20 { _ = try signIn("made-up\(number)@example.test", "guess") }
        let forged = [
            "\(parts[0]).1-2.\(parts[2])", "\(parts[0]).\(parts[1])",
            "another.\(parts[1]).\(parts[2])", real + "x",
        ]
        console.cookies = [name: forged[kind]]
        #expect(try signIn("ada@example.test", Console.password).status == 429)
    }

    @Test("A browser knows all who sign in there, and keeps that when they sign out")
    func householdBrowser() throws {
        try console.addUser("bob@example.test", .parent)
        for email in ["ada@example.test", "bob@example.test"] {
            #expect(try signIn(email, Console.password).status == 303)
            try console.post("/logout")
        }
        let browser = try #require(
            KnownBrowser(
                cookie: console.cookies["storytime_browser"],
                key: console.site.browserKey
            )
        )
        #expect(browser.users == [ID(2), ID(1)])
        #expect(browser.knows(ID(1)) && !browser.knows(ID(3)))
    }

    @Test("What is forgotten is removed, what counts stays")
    func cleansUp() throws {
        try fail(attempt("old@example.test"), times: 1)
        console.time.now += 86_401
        try fail(attempt("new@example.test", from: "192.0.2.9"), times: 1)
        try throttle().removeForgotten()
        #expect(try console.count("SELECT count(*) FROM sign_in_failures") == 3)
    }
}
