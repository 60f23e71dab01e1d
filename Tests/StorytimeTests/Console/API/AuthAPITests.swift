import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Programs sign in")
struct AuthAPITests {
    private static let path = "/api/v1/auth"

    private func console() throws -> Console {
        let console = try Console()
        try console.addParent("astrid@example.test", in: console.addFamily())
        return console
    }

    private func signIn(
        _ console: Console,
        _ password: String = Console.password,
        otp: String? = nil
    ) throws -> Answer {
        let code = otp.map { ",\"otp\":\"\($0)\"" } ?? ""
        return try console.ask(
            .post,
            "\(Self.path)/token",
            "{\"email\":\"astrid@example.test\",\"password\":\"\(password)\"\(code)}"
        )
    }

    private func refresh(_ token: String, _ console: Console) throws -> Answer {
        try console.ask(.post, "\(Self.path)/refresh", "{\"refresh_token\":\"\(token)\"}")
    }

    private func text(_ name: String, _ answer: Answer) throws -> String {
        try #require(answer.json[name] as? String, "\(answer.text)")
    }

    /// What the API answers to that token.
    private func status(_ token: String, _ console: Console) throws -> Int {
        try console.ask(.get, "/api/v1/children", token: token).status
    }

    @Test("A password is given for tokens, with which the API answers")
    func signsIn() throws {
        let console = try console()
        let answer = try signIn(console)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(answer.json["token_type"] as? String == "Bearer")
        #expect(answer.json["expires_in"] as? Int == 900)
        #expect(answer.json["refresh_expires_in"] as? Int == 30 * 86_400)
        #expect(answer.response.headers.all("Set-Cookie").isEmpty)
        #expect(try status(text("access_token", answer), console) == 200)
        console.time.now += 900
        let late = try console.ask(
            .get,
            "/api/v1/children",
            token: text("access_token", answer)
        )
        #expect(late.status == 401 && late.errorCode == "invalid_token")
        #expect(late.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    }

    @Test("A refresh token is good once, for new tokens of the same session")
    func refreshes() throws {
        let console = try console()
        let first = try signIn(console)
        console.time.now += 3600
        let second = try refresh(try text("refresh_token", first), console)
        #expect(second.status == 200)
        #expect(try status(text("access_token", second), console) == 200)
        #expect(try text("refresh_token", second) != text("refresh_token", first))
        #expect(try console.count("SELECT count(*) FROM sessions") == 1)
    }

    @Test("Only somebody who once had a real token ends a session with it")
    func madeUpTokens() throws {
        let console = try console()
        let token = try text("refresh_token", signIn(console))
        let parts = token.split(separator: ".")
        let other = Base64URL.encode([UInt8](repeating: 1, count: 32))
        for text in [
            "", "x", "1", "1.", "1..", "\(parts[0]).\(other).\(other)",
            "\(parts[0]).\(other).\(parts[2])", "9.\(parts[1]).\(parts[2])",
            "\(parts[0]).\(parts[1])", token + "A", String(token.dropLast()), token + ".\(other)",
        ] where !text.isEmpty {
            let answer = try refresh(text, console)
            #expect(answer.status == 401 && answer.errorCode == "invalid_refresh_token", "\(text)")
        }
        #expect(try refresh(token, console).status == 200)
    }

    @Test("A session of a program ends when it rests for a month, and after three in any case")
    func ends() throws {
        let console = try console()
        var token = try text("refresh_token", signIn(console))
        for day in 1...3 {
            console.time.now += 29 * 86_400
            let answer = try refresh(token, console)
            token = try text("refresh_token", answer)
            let left = min(30, 90 - 29 * day) * 86_400
            #expect(answer.json["refresh_expires_in"] as? Int == left)
        }
        console.time.now += 3 * 86_400
        #expect(try refresh(token, console).status == 401)
        let resting = try text("refresh_token", signIn(console))
        console.time.now += 30 * 86_400
        #expect(try refresh(resting, console).status == 401)
    }

    @Test("Revoking a refresh token, used or not, ends its session; another one's does nothing")
    func revokes() throws {
        let console = try console()
        let revoke = { (token: String) in
            try console.ask(.post, "\(Self.path)/revoke", "{\"refresh_token\":\"\(token)\"}")
        }
        let first = try signIn(console)
        let second = try refresh(try text("refresh_token", first), console)
        #expect(try revoke("1.x.y").status == 204)
        #expect(try status(text("access_token", second), console) == 200)
        #expect(try revoke(text("refresh_token", first)).status == 204)
        #expect(try status(text("access_token", second), console) == 401)
        #expect(try console.count("SELECT count(*) FROM sessions") == 0)
    }

    @Test("A wrong password, an unknown address and a shut account look alike")
    func refusals() throws {
        let console = try console()
        let off = try console.addUser("off@example.test", .parent)
        try console.users.setDisabled(true, of: console.users.find(off), by: .commandLine)
        for (email, password) in [
            ("astrid@example.test", "wrong password"), ("nobody@example.test", Console.password),
            ("off@example.test", Console.password), ("no address", Console.password),
        ] {
            let answer = try console.ask(
                .post,
                "\(Self.path)/token",
                "{\"email\":\"\(email)\",\"password\":\"\(password)\"}"
            )
            #expect(answer.status == 401 && answer.errorCode == "invalid_credentials", "\(email)")
            #expect(answer.header("WWW-Authenticate") == "Bearer")
        }
    }

    @Test("What is missing, of another type or unknown is named, and nobody is signed in")
    func details() throws {
        let console = try console()
        let answer = try console.ask(
            .post,
            "\(Self.path)/token",
            "{\"email\":1,\"otp\":\"\(String(repeating: "1", count: 41))\",\"remember\":true}"
        )
        #expect(answer.status == 422 && answer.errorCode == "invalid")
        #expect(
            answer.errorDetails == [
                "email: wrong_type", "password: required", "otp: too_long",
                "remember: unknown_field",
            ]
        )
    }

    @Test("The throttle of the sign-in page counts programs' guesses, and the page's count here")
    func throttle() throws {
        let console = try console()
        for _ in 0..<3 { _ = try signIn(console, "a guess") }
        for _ in 0..<3 {
            try console.post("/login", [("email", "astrid@example.test"), ("password", "guess")])
        }
        let answer = try signIn(console)
        #expect(answer.status == 429 && answer.errorCode == "too_many_attempts")
        #expect(answer.header("Retry-After") == "30")
        console.time.now += 30
        #expect(try signIn(console).status == 200)
    }

    @Test("With a second factor a code is asked for, after the right password alone")
    func secondFactor() throws {
        let console = try console()
        let user = try #require(try console.users.find(email: "astrid@example.test")).user
        let totp = try console.turnOnSecondFactor(of: user.id)
        #expect(try signIn(console, "wrong").errorCode == "invalid_credentials")
        let asked = try signIn(console)
        #expect(asked.status == 401 && asked.errorCode == "otp_required")
        let wrong = try signIn(console, otp: console.wrongCode(totp))
        #expect(wrong.status == 401 && wrong.errorCode == "invalid_otp")
        let code = try console.code(totp)
        #expect(try signIn(console, "wrong", otp: code).errorCode == "invalid_credentials")
        #expect(try signIn(console, otp: code).status == 200)
        #expect(try signIn(console, otp: code).errorCode == "invalid_otp")
        let recovery = try #require(try Console.recoveryCodes.get().texts.first)
        #expect(try signIn(console, otp: recovery).status == 200)
        #expect(try signIn(console, otp: recovery).errorCode == "invalid_otp")
    }

    @Test("Codes that are guessed are slowed down, with the right password, too")
    func throttlesCodes() throws {
        let console = try console()
        let user = try #require(try console.users.find(email: "astrid@example.test")).user
        let totp = try console.turnOnSecondFactor(of: user.id)
        let wrong = try console.wrongCode(totp)
        for _ in 0..<5 { #expect(try signIn(console, otp: wrong).status == 401) }
        let answer = try signIn(console, otp: console.code(totp))
        #expect(answer.status == 429 && answer.header("Retry-After") == "30")
    }

    // MARK: Sessions

    @Test("What ends someone's sessions ends their programs' at once")
    func endsWithReasons() throws {
        let reasons: [(Console, User) throws -> Void] = [
            { try $0.users.setDisabled(true, of: $1, by: .commandLine) },
            { try $0.users.signOut($1, by: .commandLine) },
            { try $0.users.setPassword(PasswordHash(text: "x"), of: $1, by: .commandLine) },
            { console, user in
                try console.users.setFamily(nil, of: user, by: .program)
                let alone = try console.users.find(user.id)
                try console.users.update(
                    user.id,
                    version: alone.version,
                    { $0.role = .admin },
                    by: .program
                )
            },
            { try $0.database.execute("DELETE FROM users WHERE id = \($1.id.value)") },
        ]
        for reason in reasons {
            let console = try console()
            let user = try #require(try console.users.find(email: "astrid@example.test")).user
            let tokens = try console.startProgram(user.id)
            let access = try console.accessToken(tokens)
            #expect(try status(access, console) == 200)
            try reason(console, try console.users.find(user.id))
            #expect(try status(access, console) == 401)
            #expect(try refresh(tokens.refresh.text, console).status == 401)
        }
    }

    @Test("A program stands in the list of sessions, as what it calls itself, and is ended there")
    func isListed() throws {
        let console = try console()
        let user = try #require(try console.users.find(email: "astrid@example.test")).user
        let access = try console.bearer(user.id)
        console.time.now += 600
        #expect(try status(access, console) == 200)
        try Caretaker(site: console.site).work(console.database, cleans: false)
        try console.signIn(user.id)
        let page = try console.get("/account")
        #expect(page.contains("Storytime <span class=\"pill\" data-kind=\"quiet\">App</span>"))
        let seen = try console.count("SELECT last_seen_at FROM sessions WHERE id = 1")
        #expect(seen == console.time.now)
        #expect(try console.post("/account/sessions/1/end").status == 303)
        #expect(try status(access, console) == 401)
    }

    @Test("A new key, which comes every month, signs nobody out")
    func keysRotate() throws {
        let console = try console()
        console.time.now += TokenKeys.seconds - 60
        let first = try signIn(console)
        console.time.now += 60
        let before = console.site.tokenKeys.current
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(console.site.tokenKeys.current != before)
        #expect(try status(text("access_token", first), console) == 200)
        let second = try refresh(try text("refresh_token", first), console)
        #expect(try status(text("access_token", second), console) == 200)
        #expect(try status(text("access_token", first), console) == 200)
    }

    @Test("A token is no cookie, and a cookie is no token")
    func kinds() throws {
        let console = try console()
        let user = try #require(try console.users.find(email: "astrid@example.test")).user
        let tokens = try console.startProgram(user.id)
        let name = try console.client().name(.session)
        for value in [tokens.refresh.ticket.text, tokens.refresh.text, "x"] {
            console.cookies = [name: value]
            #expect(try console.get("/account").status == 303)
        }
        try console.signIn(user.id)
        let cookie = try #require(console.cookies[name])
        for token in [cookie, tokens.refresh.text] {
            #expect(try status(token, console) == 401)
        }
        #expect(try refresh(cookie, console).status == 401)
        #expect(try refresh(cookie + "." + cookie.split(separator: ".")[1], console).status == 401)
        // The API looks at no cookie.
        #expect(try console.get("/api/v1/children").status == 401)
    }

    @Test("A script that signs in whenever it runs keeps so many sessions, the newest")
    func bounded() throws {
        let console = try console()
        let user = try #require(try console.users.find(email: "astrid@example.test")).user
        try console.signIn(user.id)
        for _ in 0..<55 { _ = try console.startProgram(user.id) }
        #expect(try console.count("SELECT count(*) FROM sessions") == 51)
        #expect(try console.count("SELECT min(id) FROM sessions WHERE refresh_hash NOT NULL") == 7)
        #expect(try console.get("/account").status == 200)
    }

    @Test("Whatever is sent as an address or a password is refused without harm")
    func hostile() throws {
        let console = try Console()
        for (number, input) in HostileInputs.own.enumerated() {
            console.peer = "198.51.100.\(number)"
            for member in ["email", "password", "otp", "colour"] {
                var json = JSONWriter()
                json.object { json in
                    json.name(member)
                    json.text(input.text ?? "x")
                }
                let body = input.text == nil ? input.bytes : json.bytes
                let answer = try console.send(
                    .post,
                    "\(Self.path)/token",
                    [("Content-Type", "application/json")],
                    body
                )
                let expected = input.text == nil ? 400 : body.count > 1 << 20 ? 413 : 422
                #expect(answer.status == expected, "\(input.name) as \(member)")
            }
        }
    }
}
