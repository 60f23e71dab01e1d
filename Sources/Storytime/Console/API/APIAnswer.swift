import HTTP

/// An API operation's answer when it succeeds. The API's document describes the type.
protocol APIAnswer: SendableMetatype {
    func response(to visit: Visit) throws -> Response
    /// The possible answers, one for each status.
    static func descriptions(of method: Method) -> [AnswerDescription]
}

/// One answer, for the API's document.
struct AnswerDescription: Sendable {
    let status: Status
    let meaning: String
    var headers: [AnswerHeader] = []
    /// Nil if there is no content.
    var schema: Schema?
    /// JSON; empty if there is none.
    var example: [UInt8] = []
    var contentTypes = ["application/json"]
}

/// A header field of an answer that clients use.
enum AnswerHeader: String, Sendable, CaseIterable {
    case etag = "ETag"
    case link = "Link"
    case location = "Location"
    case retryAfter = "Retry-After"
    case challenge = "WWW-Authenticate"
    case rateLimitPolicy = "RateLimit-Policy"
    case rateLimit = "RateLimit"

    var meaning: String {
        switch self {
        case .etag: "Names this version (RFC 9110 §8.8.3), for `If-None-Match` and `If-Match`."
        case .link:
            "The `first`, `prev`, `next` and `last` pages of the list, if there are any (RFC 8288)."
        case .location: "Its address."
        case .retryAfter: "How many seconds to wait."
        case .challenge: "The kind of token that is missing (RFC 6750 §3)."
        case .rateLimitPolicy:
            "How many requests (`q`) are allowed in how many seconds (`w`), like "
                + "`\"default\";q=600;w=60` (draft-ietf-httpapi-ratelimit-headers)."
        case .rateLimit:
            "How many requests are left (`r`), and in how many seconds all will be available again "
                + "(`t`), like `\"default\";r=598;t=1`."
        }
    }

    var schema: Schema { self == .retryAfter ? .integer(1...Int.max) : .text() }
}

// MARK: Records

/// One record on its own, `{…}`: something that isn't part of the catalog or of a family, like a
/// token.
struct Plain<Content: NamedRecord>: APIAnswer {
    let record: Content

    func response(to visit: Visit) -> Response { .json(record) }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "Done.",
                schema: Content.schema,
                example: JSONWriter.bytes { $0.record(Content.example) }
            )
        ]
    }
}

/// One record, `{"data": {…}}`, with its entity tag.
struct Details<Content: NamedRecord>: APIAnswer {
    let record: Content

    /// The tag of the current record, which `If-Match` is compared with.
    var tag: APITag { get throws { try APITag(JSONWriter.bytes { $0.data(record) }) } }

    func response(to visit: Visit) throws -> Response {
        try visit.tagged(JSONWriter.bytes { $0.data(record) })
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        let found = AnswerDescription(
            status: .ok,
            meaning: method == .get ? "Found." : "Saved. The record as it is now.",
            headers: [.etag],
            schema: .data(Content.schema),
            example: JSONWriter.bytes { $0.data(Content.example) }
        )
        return method == .get ? [found, .notModified] : [found]
    }
}

/// One record, `{"data": {…}}`, that was made for this request alone and need not be kept.
struct Ephemeral<Content: NamedRecord>: APIAnswer {
    let record: Content

    func response(to visit: Visit) -> Response {
        Response(json: JSONWriter.bytes { $0.data(record) })
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "Created, for a limited time.",
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that was added (201).
struct Created<Content: NamedRecord>: APIAnswer {
    let record: Content
    /// Its address.
    let location: String

    func response(to visit: Visit) throws -> Response {
        var response = try visit.tagged(JSONWriter.bytes { $0.data(record) })
        response.status = .created
        response.headers.add("Location", location)
        return response
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .created,
                meaning: "Added.",
                headers: [.etag, .location],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that is added once, however often this is requested: 201 the first time, then 200.
struct CreatedOnce<Content: NamedRecord>: APIAnswer {
    let record: Content
    let location: String
    let wasThere: Bool

    func response(to visit: Visit) throws -> Response {
        wasThere
            ? try Details(record: record).response(to: visit)
            : try Created(record: record, location: location).response(to: visit)
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        Created<Content>.descriptions(of: method) + [
            AnswerDescription(
                status: .ok,
                meaning: "It already existed.",
                headers: [.etag],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that is being worked on in the background (202). Its address shows the result.
struct Accepted<Content: NamedRecord>: APIAnswer {
    let record: Content
    /// Its address.
    let location: String

    func response(to visit: Visit) throws -> Response {
        var response = try visit.tagged(JSONWriter.bytes { $0.data(record) })
        response.status = .accepted
        response.headers.add("Location", location)
        return response
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .accepted,
                meaning: "Started. Follow its progress at `Location`.",
                headers: [.etag, .location],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// No content: it is done (204).
struct NoContent: APIAnswer {
    func response(to visit: Visit) -> Response { Response(status: .noContent) }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [AnswerDescription(status: .noContent, meaning: "Done.")]
    }
}

extension AnswerDescription {
    static let notModified = AnswerDescription(
        status: .notModified,
        meaning: "Not changed since the version in `If-None-Match`.",
        headers: [.etag]
    )
}

extension Schema {
    static func data(_ schema: Schema) -> Schema { .object([dataMember(schema)]) }

    static func dataMember(_ schema: Schema) -> SchemaMember {
        SchemaMember(name: "data", schema: schema, isRequired: true)
    }
}

extension JSONWriter {
    /// The bytes that `write` writes.
    static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        write(&json)
        return json.bytes
    }

    mutating func data(_ record: some JSONRecord) {
        object { json in
            json.name("data")
            json.record(record)
        }
    }

    mutating func data(_ records: [some JSONRecord]) {
        object { json in
            json.name("data")
            json.list(records)
        }
    }
}
