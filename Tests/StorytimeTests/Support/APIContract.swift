import HTTP
import Testing

@testable import Storytime

/// Holds every answer of the API that any test gets against the API's own document.
enum APIContract {
    /// The document has more values than a stranger may send.
    private static let maximumValues = 100_000

    static let document = Result {
        try JSONValue(OpenAPIDocument(Program.routes).json, maximumValues: maximumValues)
    }
    private static let router = Result { try Router(Program.routes) }

    /// Complains about an answer that the document does not describe.
    static func check(_ answer: Answer, to request: Request) {
        // For a browser in Kids Mode there is no API, and so no document of it.
        guard request.head.isForAPI,
            !request.headers.all("cookie").contains(where: { $0.contains("=kids-") }),
            case .found(let route, _)? = try? router.get().match(request.method, path: request.path)
        else { return }
        do {
            for complaint in try complaints(
                about: answer,
                of: route,
                isHead: request.method == .head
            ) {
                Issue.record("\(request.method) \(request.head.target.raw): \(complaint)")
            }
        } catch {
            Issue.record(error)
        }
    }

    /// What the document says of a route.
    static func operation(_ route: Route) throws -> JSONValue? {
        try document.get().at([
            "paths", route.pattern.description, route.method.name.lowercased(),
        ])
    }

    private static func complaints(about answer: Answer, of route: Route, isHead: Bool) throws
        -> [String]
    {
        let code = String(answer.response.status.code)
        let responses = try operation(route)?.at(["responses"])?.members ?? [:]
        guard let described = responses[code] ?? (code.hasPrefix("5") ? responses["5XX"] : nil)
        else {
            return ["the status \(code) is not described"]
        }
        let optional: [AnswerHeader] = [.link, .rateLimit, .rateLimitPolicy]
        let missing = (described.at(["headers"])?.members ?? [:]).keys.filter { name in
            !optional.contains { $0.rawValue == name } && !answer.response.headers.contains(name)
        }
        let complaints = missing.map { "\(code) comes without \($0)" }
        guard let content = described.at(["content"])?.members, !isHead else { return complaints }
        let type = answer.response.headers["content-type"] ?? ""
        // A type is described with its parameters or for all of them (OpenAPI 3.1 §4.8.14, "content").
        let bare = type.split(separator: ";").first.map { String($0) } ?? ""
        guard let schema = (content[type] ?? content[bare])?.at(["schema"]) else {
            return complaints + ["\(code) is \(type), which is not described"]
        }
        // What is compressed is looked at where it isn't.
        guard type == "application/json", !answer.response.headers.contains("Content-Encoding")
        else { return complaints }
        let value = try JSONValue(Array(answer.text.utf8), maximumValues: maximumValues)
        return complaints
            + JSONSchema(document: try document.get()).complaints(about: value, schema)
    }
}
