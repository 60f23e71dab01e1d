import HTTP

/// The API explained to people who write programs: an overview, a page for each operation, and a
/// Swift client. All of it is made from the declarations that serve the API, and everybody may
/// read it.
enum APIDocsPages {
    static let path = RequestHead.docsPath

    static let routes = [
        get("/api/docs", for: .everyone, index),
        get("/api/docs/swift", for: .everyone, client),
        get("/api/docs/StorytimeClient.swift", for: .everyone, clientFile),
        get("/api/docs/{operation}", for: .everyone, show),
    ]

    /// Made once: it contains nothing that changes while the program runs.
    private static let reference = APIReference(Program.routes)
    private static let swiftClient = SwiftClient(reference)

    static func index(_ visit: Visit) throws -> Response {
        try visit.page(
            APIDocsPage(
                reference: reference,
                firstRequest: try firstRequest(visit),
                token: token(visit),
                requestsPerMinute: visit.site.configuration.requestsPerMinute
            )
        )
    }

    static func show(_ visit: Visit, _ name: OperationName) throws -> Response {
        guard let (entry, previous, next) = reference.find(name.text),
            let chapter = reference.chapter(of: entry)
        else { throw Failure.notFound }
        return try visit.page(
            OperationPage(
                entry: entry,
                chapter: ChapterView(chapter, current: entry.operation.name),
                previous: previous,
                next: next,
                curl: try command(entry, visit).text,
                token: token(visit),
                isOwn: entry.isFor(visit.session?.user.role) && !entry.neededNames.isEmpty
            )
        )
    }

    static func client(_ visit: Visit) throws -> Response {
        try visit.page(
            SwiftClientPage(client: swiftClient, origin: visit.absolute(""))
        )
    }

    static func clientFile(_ visit: Visit) -> Response {
        Response(
            headers: Headers([
                ("Content-Type", "text/x-swift; charset=utf-8"),
                ("Content-Disposition", "attachment; filename=\"\(SwiftClient.fileName)\""),
            ]),
            body: .bytes(Array(swiftClient.text.utf8))
        )
    }

    /// The first request that the reader may try; the one for parents if nobody is signed in.
    private static func firstRequest(_ visit: Visit) throws -> String {
        let role = visit.session?.user.role ?? .parent
        let lists = reference.entries.filter { entry in
            entry.route.method == .get && entry.route.pattern.names.isEmpty && entry.isFor(role)
        }
        return try lists.first.map { try command($0, visit).text } ?? ""
    }

    private static func command(_ entry: APIReference.Entry, _ visit: Visit) throws -> CurlCommand {
        let isOwn = entry.isFor(visit.session?.user.role)
        return CurlCommand(
            entry,
            origin: visit.absolute(""),
            samples: isOwn ? try Samples(entry, for: visit) : .none,
            email: visit.session?.user.email ?? readersEmail
        )
    }

    /// The address in place of the reader's as long as nobody is signed in (RFC 2606 §3).
    private static let readersEmail = "you@example.org"

    private static func token(_ visit: Visit) -> TokenView {
        let email = visit.session?.user.email
        return TokenView(
            commands: TokenCommands(origin: visit.absolute(""), email: email ?? readersEmail),
            isOwn: email != nil
        )
    }
}

/// The name of an operation in an address.
struct OperationName: PathParameter {
    let text: String

    init?(pathSegment: Substring) {
        guard pathSegment.utf8.count <= 100 else { return nil }
        text = String(pathSegment)
    }
}

extension APIReference.Entry {
    /// Whether it exists for somebody with that role; nil is a visitor.
    func isFor(_ role: Role?) -> Bool {
        role.map(route.access.roles.contains) ?? false
    }
}
