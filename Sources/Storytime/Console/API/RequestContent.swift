import HTTP

/// What a program sends with a request: an object of JSON as its content, or a query. The API's
/// document describes the type that reads it.
protocol RequestContent: SendableMetatype {
    static func read(_ visit: Visit) throws -> Self
    static var description: RequestDescription { get }
}

/// What can be sent with a request.
enum RequestDescription: Sendable {
    case nothing
    case query([SchemaMember])
    /// JSON, with an example.
    case json(Schema, example: String)
    /// A file of that type as the whole content, together with a query.
    case file(type: String, query: [SchemaMember])

    /// Whether its address has parameters.
    var hasQuery: Bool {
        switch self {
        case .nothing, .json: false
        case .query, .file: true
        }
    }
}

/// An object of JSON, read member by member.
protocol JSONContent: RequestContent {
    /// Reads the content. Nil if something is wrong, which the fields know.
    init?(_ fields: inout JSONFields)
    /// The meanings of the members, by their path, like `events.book_id`.
    static var meanings: [String: String] { get }
    /// An example that is accepted, as JSON.
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
    /// Reads the query. Nil if something is wrong, which the fields know.
    init?(_ query: inout QueryFields)
    /// The meanings of the parameters, by name.
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

/// A file that is sent as the whole content of a request, with a query about it.
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

/// A kind of file that programs send: this type reads the query about it.
protocol SentFileKind: QueryContent {
    /// The type that the document names.
    static var contentType: String { get }
    static func takes(_ contentType: String) -> Bool
}

/// Content that has not been read yet: a program that may not see the record learns that before
/// its content is judged.
struct Sent<Content: RequestContent> {
    let visit: Visit

    /// The content; throws everything that is wrong with it.
    func read() throws -> Content { try Content.read(visit) }
}

/// The page of a list that is requested.
struct PageQuery: QueryContent, Sendable, Equatable {
    static let standardSize = 20
    static let sizes = 1...100
    /// No list has this many pages; calculating with a larger number would overflow.
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
