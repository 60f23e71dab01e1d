import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

/// A whole console in memory: an application on a database of its own, a clock that a test sets,
/// and a browser's cookies.
///
/// Tests drive it as a browser would: `get` and `post`, then look at the response and the database.
final class Console {
    private(set) var application: Application
    let database: Database
    private(set) var site: Site
    let time: TestClock
    var cookies: [String: String] = [:]
    /// What each request carries besides.
    var headers: [(String, String)] = []
    /// What a test writes beside the database: backups, for example.
    let folder: TemporaryFolder
    var host = "127.0.0.1:8080"
    var peer = "127.0.0.1"
    /// Looks at each statement that a request runs.
    private let plans = PlanWatch()
    var statementCount: Int { plans.statementCount }

    init(
        path: String = ":memory:",
        turn: WriteTurn? = nil,
        log: Log = .silent,
        routes: [Route]? = nil,
        original: DatabaseOriginal? = nil,
        configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.resources = Repository.folder
        configuration.data = folder.path
        // No test asks anything of the Internet.
        configuration.lookup.base = nil
        configure(&configuration)
        let time = TestClock()
        var options = DatabaseConfiguration()
        // Threads of one program wait for each other as its workers do; else a test that meets a lock
        // means to meet it.
        options.busyTimeoutMilliseconds = turn == nil ? 50 : 15_000
        options.health = DatabaseHealth()
        let plans = plans
        options.watch = { plans.look(at: $0) }
        database = try Database(path: path, configuration: options, turn: turn ?? WriteTurn())
        if let original {
            try original.copy(to: database, files: folder)
        } else {
            try BlankDatabase.fill(database, now: time.now)
        }
        let parts = try Self.parts.get()
        site = try Program.site(
            configuration,
            database,
            log: log,
            routes: routes,
            templates: parts.templates,
            assets: parts.assets,
            clock: { time.now },
            millisecondClock: { time.now * 1000 + time.milliseconds }
        )
        site.vitals.disk.pretend(.empty)
        application = try Application(site: site, database: database)
        self.time = time
    }

    /// Templates and assets, read once for all tests: compiling them takes longer than most tests.
    static let parts = Result {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let templates = try Templates(
            folder: Repository.folder + "/Templates",
            pages: Program.pages,
            icons: assets.links.icons
        )
        return (templates: templates, assets: assets)
    }

    /// The program is started anew on the same database; the browser knows nothing of it.
    func restart() throws {
        let time = time
        site = try Program.site(
            site.configuration,
            database,
            log: .silent,
            templates: site.templates,
            assets: site.assets,
            clock: { time.now },
            millisecondClock: { time.now * 1000 + time.milliseconds }
        )
        site.vitals.disk.pretend(.empty)
        application = try Application(site: site, database: database)
    }

    // MARK: A browser

    @discardableResult
    func get(_ target: String) throws -> Answer {
        try send(.get, target)
    }

    @discardableResult
    func post(_ target: String, _ fields: [(String, String)] = []) throws -> Answer {
        let pairs = fields.map { (name: $0.0, value: $0.1) }
        return try post(target, body: Array(PercentEncoding.encodeQuery(pairs).utf8))
    }

    /// Posts a form's content as it is.
    func post(_ target: String, body: [UInt8]) throws -> Answer {
        try send(
            .post,
            target,
            [("Content-Type", "application/x-www-form-urlencoded")],
            body
        )
    }

    func send(
        _ method: Method,
        _ target: String,
        _ more: [(String, String)] = [],
        _ body: [UInt8] = [],
        isSpooled: Bool = false
    ) throws -> Answer {
        let request = try request(method, target, more, body)
        let sent = isSpooled ? try spooled(request) : request
        let answer = Answer(plans.watching { application.respond(to: sent) })
        APIContract.check(answer, to: request)
        keepCookies(of: answer)
        return answer
    }

    /// What the browser would send.
    func request(
        _ method: Method,
        _ target: String,
        _ more: [(String, String)] = [],
        _ body: [UInt8] = []
    ) throws -> Request {
        var pairs = [("Host", host)] + headers + more
        if !cookies.isEmpty {
            let text = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            pairs.append(("Cookie", text))
        }
        // A browser keeps the fragment to itself.
        let target = String(target.prefix { $0 != "#" })
        return try #require(
            Request(method: method, target: target, headers: Headers(pairs), body: body, peer: peer)
        )
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
    private static let passwordHash = Result { try PasswordHash.cheap(of: password) }

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
        let client = try client()
        cookies[client.name(.session)] = try SessionStore(database).start(
            for: id,
            from: client,
            userAgent: "a test",
            isRemembered: false,
            now: time.now
        ).text
    }

    /// The browser as the application sees it.
    func client() throws -> Client {
        let request = try #require(
            Request(
                method: .get,
                target: "/",
                headers: Headers([("Host", host)] + headers),
                peer: peer
            )
        )
        return Client(request, site.configuration)
    }

    /// A console with an admin who is signed in.
    static func asAdmin() throws -> Console {
        let console = try Console()
        try console.signIn(as: .admin)
        return console
    }

    // MARK: The catalog

    var categories: CategoryStore { CategoryStore(database: database, now: time.now) }
    var books: BookStore { BookStore(database: database, now: time.now) }
    var users: UserStore { UserStore(database: database, now: time.now) }
    var publishers: PublisherStore { PublisherStore(database: database, now: time.now) }
    var jobs: JobStore { JobStore(database: database, now: time.now) }

    /// The program crashes while it does a job, and starts again.
    func crashOver(_ job: Job) throws {
        _ = try CrashStore(database: database, now: time.now)
            .keep(Crash(at: time.now, signal: 4, work: "job \(job.id)"), site.features.jobs)
    }
    var bookList: BookList { BookList(database: database) }
    var bin: BinStore { BinStore(database: database, now: time.now) }
    var videos: VideoStore { VideoStore(database: database, now: time.now) }

    /// Adds a category as the command line would.
    @discardableResult
    func addCategory(_ name: String, order: Int? = nil) throws -> Category {
        try categories.insert(
            .init(name: name, slug: nil, displayOrder: order, iconName: nil),
            by: .commandLine
        )
    }

    @discardableResult
    func addBook(
        _ title: String,
        by author: String = "",
        in categories: [Category] = [],
        from publisher: Publisher? = nil
    ) throws -> Book {
        try books.insert(
            .init(
                title: title,
                author: author,
                publisher: publisher?.id,
                categories: Set(categories.map(\.id))
            ),
            by: .commandLine
        )
    }

    var series: SeriesStore { SeriesStore(database: database, now: time.now) }

    @discardableResult
    func addSeries(_ name: String) throws -> Series {
        try SeriesStore(database: database, now: time.now).insert(
            .init(name: name),
            by: .commandLine
        )
    }

    /// A saved view of each admin's own.
    func addSavedViews() throws {
        try database.execute(
            """
            INSERT INTO saved_views (user_id, path, query, name, name_key, created_at)
            SELECT id, '/admin/books', 'status=draft', 'Drafts', 'drafts', 1 FROM users
            WHERE role = 'admin'
            """
        )
    }

    @discardableResult
    func addPublisher(_ name: String) throws -> Publisher {
        try publishers.insert(.init(name: name, slug: nil), by: .commandLine)
    }

    // MARK: Families

    var families: FamilyStore { FamilyStore(database: database, now: time.now) }
    var children: ChildStore { ChildStore(database: database, now: time.now) }

    @discardableResult
    func addFamily(_ name: String = "The Lindgrens", zone: String = "Europe/Stockholm") throws
        -> Family
    {
        try families.insert(
            .init(name: name, territory: "SE", timeZone: zone, language: "sv"),
            by: .commandLine
        )
    }

    /// Adds a parent to a family.
    @discardableResult
    func addParent(_ email: String, in family: Family, name: String = "Astrid") throws -> ID<User> {
        let id = try addUser(email, .parent, name: name)
        try put(id, into: family)
        return id
    }

    func put(_ id: ID<User>, into family: Family) throws {
        try users.setFamily(family.id, of: try users.find(id), by: .commandLine)
    }

    @discardableResult
    func addChild(_ name: String, in family: Family, born birth: String = "2021-05-04") throws
        -> Child
    {
        try children.insert(
            .init(
                name: name,
                birthDate: try #require(CalendarDay(iso: birth)),
                avatar: .owl
            ),
            into: family.id,
            by: .commandLine
        )
    }

    /// A category that the migrations made.
    func category(_ slug: String) throws -> Category {
        try #require(try categories.all().first { $0.slug == slug })
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
    /// Of the second.
    var milliseconds = 0
}

/// A response, with its body as text.
struct Answer {
    let response: Response

    init(_ response: Response) {
        self.response = response
    }

    var status: Int { response.status.code }
    var location: String? { response.headers["Location"] }

    /// The content, if it is in memory.
    var bytes: [UInt8] {
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether it has this text, or this markup; in pages, white space of any length is one space.
    func contains(_ text: String) -> Bool {
        header("Content-Type")?.hasPrefix("text/html") == true
            ? Bytes.has(text, folding: bytes) : Bytes.has(text, in: bytes)
    }

    var markup: Markup { Markup(text) }

    /// The notice that the page shows.
    var toast: String? { markup.text(where: "class", is: "toast") }

    func header(_ name: String) -> String? { response.headers[name] }
}

extension Answer: CustomTestStringConvertible {
    /// What a failed expectation prints: bytes one by one would be a hundred times as long as a page.
    var testDescription: String { "\(status) \(response.headers): \(text.prefix(4000))" }
}

/// The folder of this repository, found from this file.
enum Repository {
    static let folder = #filePath.split(separator: "/").dropLast(4).reduce(into: "") {
        $0 += "/" + $1
    }
}
