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

    @Test("A refresh token that comes twice ends everything that came of it")
    func refusesReuse() throws {
        let console = try console()
        let first = try signIn(console)
        let second = try refresh(try text("refresh_token", first), console)
        let again = try refresh(try text("refresh_token", first), console)
        #expect(again.status == 401 && again.errorCode == "invalid_refresh_token")
        #expect(try refresh(text("refresh_token", second), console).status == 401)
        #expect(try status(text("access_token", second), console) == 401)
        #expect(
            try console.texts("SELECT action FROM audit_entries ORDER BY id DESC LIMIT 1")
                == ["ended a session of"]
        )
    }
}
