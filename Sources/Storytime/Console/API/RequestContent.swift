import HTTP

/// What a program sends with a request: an object of JSON as its content, or a query. The type that
/// reads it is what the API's document describes.
protocol RequestContent: SendableMetatype {
    static func read(_ visit: Visit) throws -> Self
    static var description: RequestDescription { get }
}

/// What can be sent with a request.
enum RequestDescription: Sendable {
    case nothing
    case query([SchemaMember])
    /// With an example, which is JSON.
    case json(Schema, example: String)
    /// A file of that type as the whole content, with a query beside it.
    case file(type: String, query: [SchemaMember])

    /// Whether its address has parameters.
    var hasQuery: Bool {
        switch self {
        case .nothing, .json: false
        case .query, .file: true
        }
    }
}

/// An object of JSON that is sent, read member by member.
protocol JSONContent: RequestContent {
    /// Reads what was sent. Nil when something is wrong, which the fields know.
    init?(_ fields: inout JSONFields)
    /// What the members mean, by their path, like `events.book_id`.
    static var meanings: [String: String] { get }
    /// One that is taken, as JSON.
    static var example: String { get }
}

extension JSONContent {
    static func read(_ visit: Visit) throws -> Self { try visit.json(Self.init) }

    static var description: RequestDescription {
        let recorder = SchemaRecorder()
        var fields = JSONFields([:], recorder: recorder)
        _ = Self(&fields)
        return .json(.object(recorder.members(meanings)), example: example)
    }
}

/// The parameters of a query, read one by one.
protocol QueryContent: RequestContent {
    /// Reads what was sent. Nil when something is wrong, which the fields know.
    init?(_ query: inout QueryFields)
    /// What the parameters mean, by their name.
    static var meanings: [String: String] { get }
}

extension QueryContent {
    static func read(_ visit: Visit) throws -> Self {
        var query = try QueryFields(visit.query().pairs)
        let content = Self(&query)
        try query.close()
        guard let content else { throw APIFailure.invalid([]) }
        return content
    }

    static var description: RequestDescription { .query(parameters) }

    fileprivate static var parameters: [SchemaMember] {
        let recorder = SchemaRecorder()
        var query = QueryFields([], recorder: recorder)
        _ = Self(&query)
        return recorder.members(meanings)
    }
}

/// A file that is sent as the whole content of a request, and what the query says of it.
struct SentFile<Kind: SentFileKind>: RequestContent {
    let upload: Upload
    let query: Kind

    static func read(_ visit: Visit) throws -> SentFile {
        let encoding = visit.request.headers["content-encoding"]?.lowercased() ?? "identity"
        guard let type = visit.contentType, Kind.takes(type), encoding == "identity" else {
            throw APIFailure.otherType(Kind.contentType)
        }
        return SentFile(upload: visit.content(), query: try Kind.read(visit))
    }

    static var description: RequestDescription {
        .file(type: Kind.contentType, query: Kind.parameters)
    }
}

/// A kind of file that programs send: what the query says of it is read by this type.
protocol SentFileKind: QueryContent {
    /// The type that the document names.
    static var contentType: String { get }
    static func takes(_ contentType: String) -> Bool
}

/// What was sent, not yet read: whoever may not see what it is about is told so before anything that
/// was sent is judged.
struct Sent<Content: RequestContent> {
    let visit: Visit

    /// The content; throws everything that is wrong with it.
    func read() throws -> Content { try Content.read(visit) }
}

/// Which page of a list is asked for.
struct PageQuery: QueryContent, Sendable, Equatable {
    static let standardSize = 20
    static let sizes = 1...100
    /// No list has so many pages; a number that is larger would overflow when it is reckoned with.
    static let maximumPage = 1_000_000

    let page: Int
    let perPage: Int

    init(page: Int, perPage: Int) {
        self.page = page
        self.perPage = perPage
    }

    init?(_ query: inout QueryFields) {
        let page = query.integer("page", 1...Self.maximumPage, else: 1)
        let perPage = query.integer("per_page", Self.sizes, else: Self.standardSize)
        guard let page, let perPage else { return nil }
        self.init(page: page, perPage: perPage)
    }

    var offset: Int { (page - 1) * perPage }

    static let meanings = [
        "page": "The page of the list, from 1. Pages past the last are empty.",
        "per_page": "The number of entries per page.",
    ]
}
