import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Signing in with a second factor")
struct SignInCodeTests {
    private static let cookie = "storytime_sign_in"
    private let console: Console
    private let id: ID<User>
    private let totp: TOTP

    init() throws {
        console = try Console()
        id = try console.addUser("ada@example.test", .admin)
        totp = try console.turnOnSecondFactor(of: id)
    }

    @discardableResult
    private func givePassword(_ more: [(String, String)] = []) throws -> Answer {
        try console.post(
            "/login",
            [("email", "ada@example.test"), ("password", Console.password)] + more
        )
    }

    @discardableResult
    private func give(_ code: String) throws -> Answer {
        try console.post("/login/code", [("code", code)])
    }

    private func isSignedIn() throws -> Bool { try console.get("/admin").status == 200 }

    // MARK: The way in

    @Test("After the right password there is no session before the code is right, too")
    func asksForCode() throws {
        #expect(try givePassword().location == "/login/code")
        #expect(try console.get("/login/code").contains("Enter your code"))
        #expect(try !isSignedIn())
        #expect(try console.count("SELECT count(*) FROM sessions") == 0)
        #expect(try give(console.code(totp)).location == "/")
        #expect(try isSignedIn())
        #expect(try console.count("SELECT count(*) FROM pending_sign_ins") == 0)
        #expect(console.cookies[Self.cookie] == nil)
    }

    @Test("A wrong password is answered as before, and says nothing of a second factor")
    func wrongPassword() throws {
        try console.addUser("bob@example.test", .parent)
        let answers = try ["ada@example.test", "bob@example.test", "nobody@example.test"].map {
            try console.post("/login", [("email", $0), ("password", "wrong password")])
        }
        #expect(answers.allSatisfy { $0.status == 422 })
        #expect(Set(answers.map { $0.markup.error(of: "password") }).count == 1)
        #expect(try console.count("SELECT count(*) FROM pending_sign_ins") == 0)
        #expect(console.cookies.isEmpty)
    }

    @Test("The page that was asked for, and staying signed in, are kept on the way")
    func keepsNext() throws {
        try givePassword([("next", "/admin/audit"), ("remember", "on")])
        let wrong = try give(console.wrongCode(totp))
        #expect(wrong.status == 422)
        let answer = try give(console.code(totp))
        #expect(answer.location == "/admin/audit")
        let cookie = answer.response.headers.all("Set-Cookie").first { $0.contains("session=") }
        #expect(cookie?.contains("Max-Age=\(90 * 86_400)") == true)
    }

    @Test("A form whose session had ended comes back with its text")
    func keepsForm() throws {
        let page = try console.post("/admin/books", [("title", "Typed & kept")])
        try givePassword([
            ("kept_path", try #require(page.markup.value(of: "kept_path"))),
            ("kept_body", try #require(page.markup.value(of: "kept_body"))),
        ])
        #expect(try console.count("SELECT count(*) FROM kept_forms") == 0)
        let form = try console.get(try #require(try give(console.code(totp)).location))
        #expect(form.markup.value(of: "title") == "Typed & kept")
    }

    // MARK: Codes

    @Test("A code is never accepted twice, nor one of a step before it")
    func refusesReplay() throws {
        let old = try totp.code(step: TOTP.step(at: console.time.now))
        console.waitForNextCode()
        let code = try console.code(totp)
        try givePassword()
        #expect(try give(code).status == 303)
        console.cookies = [:]
        try givePassword()
        let again = try give(code)
        #expect(again.status == 422)
        #expect(again.markup.error(of: "code")?.contains("already been used") == true)
        #expect(try give(old).status == 422)
        console.waitForNextCode()
        #expect(try give(console.code(totp)).status == 303)
    }

    @Test("The code that turned it on signs nobody in")
    func refusesFirstCode() throws {
        let first = try totp.code(step: TOTP.step(at: console.time.now) - 1)
        try givePassword()
        #expect(try give(first).markup.error(of: "code")?.contains("already been used") == true)
    }

    @Test("A clock that was a year ahead and is put right locks nobody out")
    func clockMovesBack() throws {
        console.time.now += 31_536_000
        try givePassword()
        #expect(try give(console.code(totp)).status == 303)
        console.time.now -= 31_536_000
        console.cookies = [:]
        try givePassword()
        let code = try console.code(totp)
        #expect(try give(code).status == 303)
        console.cookies = [:]
        try givePassword()
        #expect(try give(code).status == 422)
    }

    @Test("A recovery code signs in once, and says how many are left")
    func takesRecoveryCode() throws {
        let codes = try Console.recoveryCodes.get().texts
        try givePassword()
        let typed = codes[4].lowercased().replacing("-", with: " ")
        #expect(try console.post("/login/code", [("recovery_code", typed)]).location == "/")
        #expect(try console.get("/admin").toast?.contains("9 recovery codes are left.") == true)
        console.cookies = [:]
        try givePassword()
        let again = try console.post("/login/code", [("recovery_code", codes[4])])
        #expect(again.status == 422)
        #expect(again.markup.error(of: "recovery_code")?.contains("already been used") == true)
        #expect(again.markup.all("details").first?["open"] != nil)
    }

    @Test("When few recovery codes are left, the page says what to do")
    func warnsOfFewCodes() {
        #expect(RecoveryCodes.usedNote(left: 3) == "3 recovery codes are left.")
        #expect(RecoveryCodes.usedNote(left: 1).hasPrefix("1 recovery code is left. Create new"))
        #expect(RecoveryCodes.usedNote(left: 0).hasPrefix("No recovery code is left. Create new"))
    }

    @Test("Another person's code and recovery codes are worth nothing")
    func refusesOthersCodes() throws {
        let other = try console.addUser("bob@example.test", .parent)
        let theirs = try console.turnOnSecondFactor(of: other)
        try console.database.execute(
            "DELETE FROM recovery_codes WHERE user_id = \(id.value)"
        )
        try givePassword()
        #expect(try give(console.code(theirs)).status == 422)
        let code = try Console.recoveryCodes.get().texts[0]
        #expect(try console.post("/login/code", [("recovery_code", code)]).status == 422)
        #expect(try !isSignedIn())
    }

    @Test(
        "What can't be a code is asked for again, and counts as no guess",
        arguments: ["", " ", "12345", "1234567", "12345a", "１２３４５６"]
    )
    func refusesMalformed(typed: String) throws {
        try givePassword()
        for _ in 0..<6 { #expect(try give(typed).status == 422) }
        #expect(try console.count("SELECT count(*) FROM sign_in_failures") == 0)
        #expect(try give(console.code(totp)).status == 303)
    }

    // MARK: What waits

    @Test("Ten minutes later the password is asked for again")
    func expires() throws {
        try givePassword()
        console.time.now += 599
        #expect(try console.get("/login/code").status == 200)
        console.time.now += 1
        #expect(try give(console.code(totp)).location == "/login")
        #expect(try console.get("/login").toast?.contains("took too long") == true)
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(try console.count("SELECT count(*) FROM pending_sign_ins") == 0)
    }

    @Test("The page is for the browser that gave the password, and for no other")
    func isBoundToBrowser() throws {
        #expect(try console.get("/login/code").location == "/login")
        try givePassword()
        let cookie = try #require(console.cookies[Self.cookie])
        let code = try console.code(totp)
        for stolen in ["", "1", "1.AAAA", "2." + cookie.dropFirst(2), cookie.dropLast() + "!"] {
            console.cookies = [Self.cookie: stolen]
            #expect(try give(code).location == "/login")
        }
        console.cookies = [:]
        #expect(try give(code).location == "/login")
        console.cookies = [Self.cookie: cookie]
        #expect(try give(code).location == "/")
    }

    @Test("The database has the hash of its secret, and a copied cookie is worth nothing later")
    func keepsHash() throws {
        try givePassword()
        let cookie = try #require(console.cookies[Self.cookie])
        let secret = try #require(Base64URL.decode(cookie.dropFirst(2)))
        let kept = try console.database.first("SELECT secret_hash FROM pending_sign_ins") {
            try $0.blob(0)
        }
        #expect(try kept == Digest.sha256(secret))
        #expect(try give(console.code(totp)).location == "/")
        console.cookies = [Self.cookie: cookie]
        console.waitForNextCode()
        #expect(try give(console.code(totp)).location == "/login")
    }

    @Test("It is no session, and a session's cookie is none of it")
    func isNoSession() throws {
        try givePassword()
        let cookie = try #require(console.cookies[Self.cookie])
        console.cookies["storytime_session"] = cookie
        #expect(try !isSignedIn())
        console.cookies = [:]
        try console.signIn(id)
        let session = try #require(console.cookies["storytime_session"])
        console.cookies = [Self.cookie: session]
        #expect(try give(console.code(totp)).location == "/login")
    }

    @Test("A new password, being shut out and a reset end what waits for a code")
    func endsWithAccess() throws {
        let users = UserStore(database: console.database, now: console.time.now)
        let user = try users.find(id)
        try console.addUser("other@example.test", .admin)
        let hash = try users.passwordHash(of: user)
        let ends: [() throws -> Void] = [
            { try users.setPassword(hash, of: user, by: .commandLine) },
            { try users.setDisabled(true, of: user, by: .commandLine) },
            { try users.setDisabled(false, of: user, by: .commandLine) },
            { _ = try console.secondFactors.reset(for: user, by: .commandLine) },
        ]
        for (index, end) in ends.enumerated() where index != 2 {
            try givePassword()
            #expect(try console.get("/login/code").status == 200)
            try end()
            #expect(try console.get("/login/code").location == "/login")
            if index == 1 { try ends[2]() }
        }
    }

    @Test("Somebody has at most five of them")
    func isBounded() throws {
        for _ in 0..<7 { try givePassword() }
        #expect(try console.count("SELECT count(*) FROM pending_sign_ins") == 5)
        #expect(try console.get("/login/code").status == 200)
    }

    // MARK: Guessing

    @Test("After five wrong codes the password is asked for again, and the next code must wait")
    func fewTries() throws {
        try givePassword()
        let wrong = try console.wrongCode(totp)
        for _ in 0..<4 { #expect(try give(wrong).status == 422) }
        #expect(try give(wrong).location == "/login")
        #expect(try console.get("/login").toast?.contains("Too many wrong codes") == true)
        #expect(try give(console.code(totp)).location == "/login")
        // The right password does not clear the count of guessed codes.
        #expect(try givePassword().location == "/login/code")
        let refused = try give(console.code(totp))
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") == "30")
        #expect(refused.markup.error(of: "code")?.contains("in 30 seconds") == true)
        console.waitForNextCode()
        #expect(try give(console.code(totp)).location == "/")
        #expect(
            try console.texts("SELECT scope || failures FROM sign_in_failures") == ["address5"]
        )
    }

    @Test("Recovery codes are guessed no faster, and codes of both kinds are counted together")
    func countsBothKinds() throws {
        try givePassword()
        let guess = [("recovery_code", "AAAA-BBBB-CCCC")]
        for _ in 0..<4 { #expect(try console.post("/login/code", guess).status == 422) }
        #expect(try give(console.wrongCode(totp)).location == "/login")
        try givePassword()
        #expect(try console.post("/login/code", guess).status == 429)
    }

    @Test("Guesses from many addresses hold up the account, but not where its owner was before")
    func throttlesAccount() throws {
        console.peer = "192.0.2.77"
        try givePassword()
        #expect(try give(console.code(totp)).location == "/")
        let wrong = try console.wrongCode(totp)
        for number in 0..<50 {
            console.cookies = [:]
            console.peer = "198.51.100.\(number)"
            try givePassword()
            #expect(try give(wrong).status == 422)
        }
        console.cookies = [:]
        console.peer = "203.0.113.9"
        try givePassword()
        #expect(try give(wrong).status == 429)
        console.cookies = [:]
        console.peer = "192.0.2.77"
        try givePassword()
        #expect(try give(wrong).status == 422)
        console.waitForNextCode()
        #expect(try give(console.code(totp)).location == "/")
    }
}
