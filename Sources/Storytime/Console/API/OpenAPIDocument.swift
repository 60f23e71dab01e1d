import Received
import HTTP

/// The API described in OpenAPI 3.1, made from the route table: each operation from the types that
/// its handler takes and returns.
struct OpenAPIDocument {
    private let routes: [(route: Route, operation: Operation)]

    init(_ routes: [Route]) {
        self.routes = routes.compactMap { route in route.operation.map { (route, $0) } }
    }

    /// The document as JSON. Operations are in the order of the table, those of one path together.
    var json: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.member("openapi", "3.1.0")
                json.name("info")
                json.object(info)
                json.name("servers")
                json.list { json in json.object { $0.member("url", "/") } }
                json.name("tags")
                json.list(tags)
                json.name("paths")
                json.object(paths)
                json.name("components")
                json.object(components)
            }
        }
    }

    private func info(_ json: inout JSONWriter) {
        json.member("title", "Storytime")
        json.member("version", Version.current)
        json.member("description", Self.description)
        json.name("contact")
        json.object { $0.member("name", "The Storytime authors") }
        json.name("license")
        json.object { json in
            json.member("name", "MIT License")
            json.member("identifier", "MIT")
        }
    }

    /// What applies to all operations.
    private static let description = """
        The catalog, families with their children and libraries, and viewing reports, \
        as in the console. Numbers are whole, times are in UTC, and a member or \
        parameter that an operation does not have is rejected by name.

        **Versions.** `/api/v1` only changes by additions: operations, optional parameters and members \
        of requests, members of answers, values of an `x-extensible-enum`, error codes and \
        headers can be added at any time, so ignore those you don’t know. Anything else would be \
        a new version at a new path. The program’s docs/api.md lists the changes.

        **Repeating a POST.** An operation with the header `Idempotency-Key` carries out a request \
        only once, however often it arrives within 24 hours.

        **Rate limits.** They apply to each token, and to each address without one. \
        Every answer has them in `RateLimit-Policy` and `RateLimit`, unless this console has no \
        limit.
        """

    private func tags(_ json: inout JSONWriter) {
        for chapter in Operation.Chapter.allCases
        where routes.contains(where: { $0.operation.chapter == chapter }) {
            json.object { $0.member("name", chapter.rawValue) }
        }
    }

    private func paths(_ json: inout JSONWriter) {
        var seen: Set<String> = []
        for (route, _) in routes where seen.insert(route.pattern.description).inserted {
            json.name(route.pattern.description)
            json.object { json in
                for (other, operation) in routes where other.pattern == route.pattern {
                    json.name(other.method.name.lowercased())
                    json.operation(operation, other)
                }
            }
        }
    }

    private func components(_ json: inout JSONWriter) {
        json.name("securitySchemes")
        json.object { json in
            json.name("bearer")
            json.object { json in
                json.member("type", "http")
                json.member("scheme", "bearer")
                json.member(
                    "description",
                    "An access token from `POST /api/v1/auth/token`, or an access key. A key needs the "
                        + "scope named by the operation."
                )
            }
        }
        json.name("headers")
        json.object { json in
            for header in AnswerHeader.allCases {
                json.name(header.rawValue)
                json.object { json in
                    json.member("description", header.meaning)
                    json.name("schema")
                    json.schema(header.schema, .answered)
                }
            }
        }
        json.name("schemas")
        json.object { json in
            for schema in schemas {
                json.name(schema.name ?? "")
                json.definition(schema)
            }
        }
    }

    /// The named objects, each once, by name.
    private var schemas: [Schema] {
        var byName = ["Error": ErrorAnswer.schema]
        for schema in routes.flatMap({ $0.operation.answers }).compactMap(\.schema) {
            for named in schema.named { byName[named.name ?? ""] = named }
        }
        return byName.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// The shape of every error, for the document.
private struct ErrorAnswer: NamedRecord {
    struct Content: JSONRecord {
        static let json: [JSONField<Content>] = [
            .errorCode("code", "A stable code for the problem; new ones may be added.") { _ in
                ErrorCode.invalid.rawValue
            },
            .text("message", "The same in words.") { _ in
                "Some of what you sent is not valid; see the details."
            },
            .list("details", "The problems, member by member; often empty.") { _ in
                [
                    ErrorDetail(
                        field: "page",
                        code: "out_of_range",
                        message: "“page” must be a whole number from 1 to 1000000."
                    )
                ]
            },
        ]
    }

    static let schemaName = "Error"
    static let example = ErrorAnswer()

    static let json: [JSONField<ErrorAnswer>] = [
        .record("error", "What went wrong.") { _ in Content() }
    ]
}

extension JSONWriter {
    fileprivate mutating func operation(_ operation: Operation, _ route: Route) {
        object { json in
            json.member("operationId", operation.name)
            json.name("tags")
            json.list { $0.text(operation.chapter.rawValue) }
            json.member("summary", operation.summary)
            json.member("description", operation.details)
            json.name("security")
            json.list { json in
                guard route.entrance != .nothing else { return }
                json.object { json in
                    json.name("bearer")
                    json.list { json in
                        for scope in route.entrance.scopes { json.text(scope.rawValue) }
                    }
                }
            }
            json.roles(route.access)
            json.parameters(operation, route)
            switch operation.request {
            case .nothing, .query: break
            case .json(let schema, let example):
                json.requestBody("application/json", schema, example)
            case .file(let type, _): json.requestBody(type, .text(), "")
            }
            json.name("responses")
            json.object { json in
                for answer in operation.answers { json.answer(answer) }
                for refusal in operation.refusals { json.refusal(refusal) }
                json.failure()
            }
        }
    }

    /// The roles whose token it needs; for others the operation doesn't exist. OpenAPI has no word
    /// for that, and scopes are only about keys.
    private mutating func roles(_ access: Access) {
        name("x-roles")
        list { json in for role in access.roles { json.text(role.rawValue) } }
    }

    private mutating func parameters(_ operation: Operation, _ route: Route) {
        let parameters = operation.parameters
        guard !parameters.isEmpty else { return }
        name("parameters")
        list { json in
            for (parameter, place) in parameters {
                json.object { json in
                    json.member("name", parameter.name)
                    json.member("in", place)
                    json.name("required")
                    json.bool(parameter.isRequired)
                    json.member("description", parameter.meaning)
                    if place == "query" {
                        // Forms send it like this to mean that it is left out.
                        json.name("allowEmptyValue")
                        json.bool(true)
                    }
                    json.name("schema")
                    json.schema(parameter.schema, .sent, standard: parameter.standard)
                }
            }
        }
    }

    private mutating func requestBody(_ type: String, _ schema: Schema, _ example: String) {
        name("requestBody")
        object { json in
            json.name("required")
            json.bool(true)
            json.content([type], schema, .sent, Array(example.utf8))
        }
    }

    private mutating func answer(_ answer: AnswerDescription) {
        name(String(answer.status.code))
        object { json in
            json.member("description", answer.meaning)
            json.headers(answer.headers)
            if let schema = answer.schema {
                json.content(answer.contentTypes, schema, .answered, answer.example)
            }
        }
    }

    private mutating func refusal(_ refusal: Operation.Refusal) {
        name(String(refusal.status.code))
        object { json in
            json.member("description", refusal.meaning)
            json.headers(refusal.headers)
            json.content(["application/json"], ErrorAnswer.schema, .answered, [])
        }
    }

    /// Errors that are not the client's fault.
    private mutating func failure() {
        name("5XX")
        object { json in
            json.member("description", "Something went wrong, or the server has too much to do.")
            json.headers([])
            json.content(["application/json"], ErrorAnswer.schema, .answered, [])
        }
    }

    /// Every answer has the rate limit, so no operation names it.
    private mutating func headers(_ headers: [AnswerHeader]) {
        name("headers")
        object { json in
            for header in headers + [.rateLimitPolicy, .rateLimit] {
                json.name(header.rawValue)
                json.object { $0.member("$ref", "#/components/headers/\(header.rawValue)") }
            }
        }
    }

    private mutating func content(
        _ types: [String],
        _ schema: Schema,
        _ use: SchemaUse,
        _ example: [UInt8]
    ) {
        name("content")
        object { json in
            for type in types {
                json.name(type)
                json.object { json in
                    json.name("schema")
                    json.schema(schema, use)
                    guard !example.isEmpty else { return }
                    json.name("example")
                    json.verbatim(OwnText.decode(example))
                }
            }
        }
    }
}
