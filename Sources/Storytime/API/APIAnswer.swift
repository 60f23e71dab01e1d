import HTTP

/// What an operation of the API answers with when it does what was asked. The type is what the API's
/// document describes.
protocol APIAnswer: SendableMetatype {
    func response(to visit: Visit) throws -> Response
    /// What it may look like, one for each status.
    static func descriptions(of method: Method) -> [AnswerDescription]
}

/// One answer as the API's document shows it.
struct AnswerDescription: Sendable {
    let status: Status
    let meaning: String
    var headers: [AnswerHeader] = []
    /// Nil where there is no content.
    var schema: Schema?
    /// JSON; empty where there is none.
    var example: [UInt8] = []
    var contentType = "application/json"
}

/// A field of an answer's head that clients go by.
enum AnswerHeader: String, Sendable, CaseIterable {
    case etag = "ETag"
    case link = "Link"
    case location = "Location"
    case retryAfter = "Retry-After"
    case challenge = "WWW-Authenticate"

    var meaning: String {
        switch self {
        case .etag: "Names this version (RFC 9110 §8.8.3), for `If-None-Match` and `If-Match`."
        case .link:
            "The `first`, `prev`, `next` and `last` page of the list, where they are others (RFC 8288)."
        case .location: "Where it is now."
        case .retryAfter: "In how many seconds to go on."
        case .challenge: "What is missing (RFC 6750 §3)."
        }
    }
}

// MARK: Records

/// One record by itself, `{…}`: what is no part of the catalog or of a family, like a token.
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

    /// The tag of a record as it is: what `If-Match` is held against.
    var tag: APITag { get throws { try APITag(JSONWriter.bytes { $0.data(record) }) } }

    func response(to visit: Visit) throws -> Response {
        try visit.tagged(JSONWriter.bytes { $0.data(record) })
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        let found = AnswerDescription(
            status: .ok,
            meaning: method == .get ? "It is here." : "It is saved, and now like this.",
            headers: [.etag],
            schema: .data(Content.schema),
            example: JSONWriter.bytes { $0.data(Content.example) }
        )
        return method == .get ? [found, .notModified] : [found]
    }
}

/// One record, `{"data": {…}}`, that was made for this request alone and is nothing to keep.
struct MadeOnce<Content: NamedRecord>: APIAnswer {
    let record: Content

    func response(to visit: Visit) -> Response {
        Response(json: JSONWriter.bytes { $0.data(record) })
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "It is made, for now.",
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that was added (201).
struct Added<Content: NamedRecord>: APIAnswer {
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
                meaning: "It is added.",
                headers: [.etag, .location],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that is added once, however often that is asked: 201 the first time, then 200.
struct AddedOnce<Content: NamedRecord>: APIAnswer {
    let record: Content
    let location: String
    let wasThere: Bool

    func response(to visit: Visit) throws -> Response {
        wasThere
            ? try Details(record: record).response(to: visit)
            : try Added(record: record, location: location).response(to: visit)
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        Added<Content>.descriptions(of: method) + [
            AnswerDescription(
                status: .ok,
                meaning: "It was there already.",
                headers: [.etag],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// A record that something is being done with in the background (202). What becomes of it stands there.
struct Begun<Content: NamedRecord>: APIAnswer {
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
                meaning: "It is begun. What becomes of it is at `Location`.",
                headers: [.etag, .location],
                schema: .data(Content.schema),
                example: JSONWriter.bytes { $0.data(Content.example) }
            )
        ]
    }
}

/// Nothing: it is done (204).
struct Done: APIAnswer {
    func response(to visit: Visit) -> Response { Response(status: .noContent) }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [AnswerDescription(status: .noContent, meaning: "It is done.")]
    }
}

// MARK: Lists

/// A short list as a whole, `{"data": […]}`.
struct WholeList<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    /// For how long everybody may keep it; nil is nobody.
    var maximumAgeSeconds: Int?

    func response(to visit: Visit) throws -> Response {
        let content = JSONWriter.bytes { $0.data(records) }
        guard let maximumAgeSeconds else { return try visit.tagged(content) }
        return try visit.tagged(content, caching: "public, max-age=\(maximumAgeSeconds)")
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "All there are.",
                headers: [.etag],
                schema: .data(.list(Content.schema)),
                example: JSONWriter.bytes { $0.data([Content.example]) }
            ),
            .notModified,
        ]
    }
}

/// A page of a list: `{"data": […], "page": 1, "per_page": 20, "total_count": 202}`, with links to
/// its neighbours.
struct ListPage<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    let query: PageQuery
    let total: Int
    /// The keys of the first and the last entry, of a list whose neighbouring pages begin beside an
    /// entry (`ListPlace`).
    var edges: (first: Int, last: Int)?

    func response(to visit: Visit) throws -> Response {
        var response = try visit.tagged(content)
        let links = links(visit)
        if !links.isEmpty { response.headers.add("Link", links) }
        return response
    }

    private var content: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.name("data")
                json.list(records)
                for (name, number) in [
                    ("page", query.page), ("per_page", query.perPage), ("total_count", total),
                ] {
                    json.name(name)
                    json.integer(number)
                }
            }
        }
    }

    private func links(_ visit: Visit) -> String {
        let last = max(1, (total + query.perPage - 1) / query.perPage)
        var links = [("first", 1), ("last", last)]
        if query.page > 1 { links.append(("prev", min(query.page - 1, last))) }
        if query.page < last { links.append(("next", query.page + 1)) }
        let others = ((try? visit.query().pairs) ?? []).filter {
            !["page", "after", "before"].contains($0.name)
        }
        return links.filter { $0.1 != query.page }.map { name, page in
            let pairs = others + [(name: "page", value: String(page))] + place(name, page)
            let path = visit.request.path + "?" + PercentEncoding.encodeQuery(pairs)
            return "<\(visit.absolute(path))>; rel=\"\(name)\""
        }.joined(separator: ", ")
    }

    /// Beside which entry a neighbouring page lies. The first lies at the beginning.
    private func place(_ link: String, _ page: Int) -> [(name: String, value: String)] {
        switch (link, edges) {
        case ("next", let edges?): [(name: "after", value: String(edges.last))]
        case ("prev", let edges?) where page > 1: [(name: "before", value: String(edges.first))]
        default: []
        }
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        let example = ListPage(
            records: [Content.example],
            query: PageQuery(page: 1, perPage: PageQuery.standardSize),
            total: 1
        )
        let numbers = [
            ("page", "Which page this is."), ("per_page", "How many entries a page has."),
            ("total_count", "How many entries there are on all pages."),
        ]
        return [
            AnswerDescription(
                status: .ok,
                meaning: "A page of the list.",
                headers: [.etag, .link],
                schema: .object(
                    [Schema.dataMember(.list(Content.schema))]
                        + numbers.map {
                            SchemaMember(
                                name: $0.0,
                                schema: .integer(),
                                meaning: $0.1,
                                isRequired: true
                            )
                        }
                ),
                example: example.content
            ),
            .notModified,
        ]
    }
}

extension AnswerDescription {
    static let notModified = AnswerDescription(
        status: .notModified,
        meaning: "It is what `If-None-Match` names.",
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
    /// What is written by that.
    static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        write(&json)
        return json.bytes
    }

    fileprivate mutating func data(_ record: some JSONRecord) {
        object { json in
            json.name("data")
            json.record(record)
        }
    }

    fileprivate mutating func data(_ records: [some JSONRecord]) {
        object { json in
            json.name("data")
            json.list(records)
        }
    }
}
