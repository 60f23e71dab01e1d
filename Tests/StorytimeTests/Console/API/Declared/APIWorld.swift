import HTTP
import SQLite
import Testing

@testable import Storytime

/// A library in which everything that the API's examples name is there under the number 1: a family
/// whose child has a story with a film, and the parent whom the example of signing in names.
struct APIWorld {
    let console: Console
    /// What stands for Mux, and for the catalog of books elsewhere, where an operation asks one.
    let stub: StubServer?
    let parent: ID<User>
    let admin: ID<User>
    let family: Family
    let child: Child
    let book: Book

    init(requestsPerMinute: Int = 0, withStub: Bool = false) throws {
        let stub = try withStub ? StubServer() : nil
        self.stub = stub
        console = try Console { configuration in
            configuration.requestsPerMinute = requestsPerMinute
            if let stub {
                configuration.mux = stub.settings
                configuration.lookup.base = stub.origin
            }
        }
        try Program.makeDataFolders(console.site.configuration)
        admin = try console.addUser("ada@example.test", .admin)
        family = try console.addFamily("The Lindqvists")
        parent = try console.addParent("karin@lindqvist.example", in: family, name: "Karin")
        try console.addPublisher("Cedar Press")
        let owls = try console.addShow("The Owls", externalID: 1)
        try console.addEpisodes(1...6, to: owls)
        book = try console.addStory("Journey", in: [try console.category("adventure")])
        try console.keepFilm(of: book)
        child = try console.addChild("Alma", in: family)
        try console.addToLibrary([book.id], of: child)
        try console.keepForReading(try console.addStory("Flotsam"), by: parent)
        try console.addImports()
    }

    /// An idempotency key of somebody's, for nothing in particular.
    func key(_ text: String, of user: ID<User>) throws -> IdempotencyKey {
        let visit = console.application.visit(
            try console.request(.post, "/", [(IdempotencyKey.header, text)]),
            "test",
            try console.client(),
            .person(
                Session(id: 1, user: try console.users.find(user), lastSeen: 0, confirmedAt: 0)
            ),
            now: console.time.now
        )
        return try #require(try IdempotencyKey(visit))
    }

    // MARK: Asking

    /// Someone of the role that an operation is for.
    func owner(of route: Route) -> ID<User> { route.access == .admin ? admin : parent }

    func token(for route: Route) throws -> String? {
        route.access == .everyone ? nil : try console.bearer(owner(of: route))
    }

    /// Asks an operation as its example does, of the first record of everything; what is given here is
    /// otherwise.
    func ask(
        _ route: Route,
        token: String?,
        numbers: [String: String] = [:],
        query: String = "",
        headers: [(String, String)] = [],
        type: String? = nil,
        content: [UInt8]? = nil,
        isSpooled: Bool = false
    ) throws -> Answer {
        let standard = try self.content(of: route)
        let target = try target(of: route, numbers) + (query.isEmpty ? "" : "?" + query)
        var all = headers
        if let token { all.append(("Authorization", "Bearer \(token)")) }
        if let type = type ?? standard?.type { all.append(("Content-Type", type)) }
        return try console.send(
            route.method,
            target,
            all,
            content ?? standard?.bytes ?? [],
            isSpooled: isSpooled
        )
    }

    /// The address with the number 1 for everything, but for what is there under another one.
    private func target(of route: Route, _ numbers: [String: String]) throws -> String {
        let waiting = try console.count("SELECT id FROM imports WHERE state = 'checked'")
        return route.target(["import_id": String(waiting)].merging(numbers) { $1 })
    }

    /// What the operation's example sends. A token, and the name of a plan, can't be written down
    /// beforehand.
    func content(of route: Route) throws -> (type: String, bytes: [UInt8])? {
        switch route.operation?.request {
        case .json(_, let example)?:
            var json = ExampleJSON(example)
            let token = try console.startProgram(parent).refresh.text
            let plan = try console.imports.list(limit: 10, offset: 0).compactMap(\.digest).last
            json.replaceValues { name, _ in
                switch name {
                case "refresh_token": JSONText.quoted(token)
                case "plan": plan.map { JSONText.quoted(Base64URL.encode($0)) }
                default: nil
                }
            }
            return ("application/json", Array(json.line.utf8))
        case .file("text/csv", _)?: return ("text/csv", Array("title\nOwl at Dusk\n".utf8))
        case .file("text/vtt", _)?:
            return ("text/vtt", Array("WEBVTT\n\n00:01.000 --> 00:02.000\nOwl at dusk\n".utf8))
        case .file(let type, _)?: return (type, Array("no film".utf8))
        case .nothing?, .query?, nil: return nil
        }
    }
}
