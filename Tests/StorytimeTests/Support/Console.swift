import HTTP
import SQLite
import Testing

@testable import Storytime

/// A whole console in memory: an application on a database of its own, a clock that a test sets,
/// and a browser's cookies.
///
/// Tests drive it as a browser would: `get` and `post`, then look at the response and the database.
final class Console {
    let application: Application
    let database: Database
    let site: Site
    let time: TestClock
    var cookies: [String: String] = [:]
    /// What each request carries besides.
    var headers: [(String, String)] = []
    var peer = "127.0.0.1"

    init(configure: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration()
        configuration.resources = Repository.folder
        configure(&configuration)
        let time = TestClock()
        database = try Database(path: ":memory:")
        try Program.migrator(configuration).migrate(database, now: time.now)
        site = try Program.site(configuration, database, log: .silent, clock: { time.now })
        application = try Application(site: site, database: database)
        self.time = time
    }

    // MARK: A browser

    @discardableResult
    func get(_ target: String) throws -> Answer {
        try send(.get, target)
    }

    @discardableResult
    func post(_ target: String, _ fields: [(String, String)] = []) throws -> Answer {
        let pairs = fields.map { (name: $0.0, value: $0.1) }
        return try send(
            .post,
            target,
            [("Content-Type", "application/x-www-form-urlencoded")],
            Array(PercentEncoding.encodeQuery(pairs).utf8)
        )
    }

    func send(
        _ method: Method,
        _ target: String,
        _ more: [(String, String)] = [],
        _ body: [UInt8] = []
    ) throws -> Answer {
        var pairs = [("Host", "127.0.0.1:8080")] + headers + more
        if !cookies.isEmpty {
            let text = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            pairs.append(("Cookie", text))
        }
        let request = try #require(
            Request(method: method, target: target, headers: Headers(pairs), body: body, peer: peer)
        )
        let answer = Answer(application.respond(to: request))
        keepCookies(of: answer)
        return answer
    }

    private func keepCookies(of answer: Answer) {
        for line in answer.response.headers.all("Set-Cookie") {
            guard let pair = line.split(separator: ";").first,
                let equals = pair.firstIndex(of: "=")
            else { continue }
            let name = String(pair[..<equals])
            if line.contains("Max-Age=0") {
                cookies[name] = nil
            } else {
                cookies[name] = String(pair[pair.index(after: equals)...])
            }
        }
    }

    // MARK: People

    static let password = "correct horse battery"
    /// Made once: scrypt is slow on purpose.
    private static let passwordHash = Result { try PasswordHash(password: password) }

    @discardableResult
    func addUser(_ email: String, _ role: Role, name: String = "Ada") throws -> ID<User> {
        try UserStore(database: database, now: time.now).insert(
            .init(email: email, name: name, role: role, passwordHash: Self.passwordHash.get()),
            by: .commandLine
        )
    }

    /// Signs someone in without the cost of a password.
    @discardableResult
    func signIn(as role: Role) throws -> ID<User> {
        let id = try addUser("\(role.rawValue)@example.test", role)
        try signIn(id)
        return id
    }

    func signIn(_ id: ID<User>) throws {
        let request = try #require(
            Request(
                method: .get,
                target: "/",
                headers: Headers([("Host", "127.0.0.1")]),
                peer: peer
            )
        )
        let client = Client(request, site.configuration)
        cookies[client.name(.session)] = try SessionStore(database).start(
            for: id,
            from: client,
            userAgent: "a test",
            isRemembered: false,
            now: time.now
        )
    }

    /// A console with an admin who is signed in.
    static func asAdmin() throws -> Console {
        let console = try Console()
        try console.signIn(as: .admin)
        return console
    }

    // MARK: The database

    func count(_ sql: SQL) throws -> Int {
        try database.first(sql) { try $0.int(0) } ?? 0
    }

    func texts(_ sql: SQL) throws -> [String] {
        try database.all(sql) { try $0.text(0) }
    }
}

/// A clock that stands still until a test moves it. It belongs to the thread of its test.
final class TestClock: @unchecked Sendable {
    /// 21 November 2026, 10:40 UTC.
    var now = 1_795_257_600
}

/// A response, with its body as text.
struct Answer {
    let response: Response

    init(_ response: Response) {
        self.response = response
    }

    var status: Int { response.status.code }
    var location: String? { response.headers["Location"] }

    var text: String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    func contains(_ text: String) -> Bool {
        self.text.contains(text)
    }
}

/// The folder of this repository, found from this file.
enum Repository {
    static let folder = #filePath.split(separator: "/").dropLast(4).reduce(into: "") {
        $0 += "/" + $1
    }
}
