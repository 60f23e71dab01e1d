import HTTP

/// The address of the API's own description, for programs.
enum OpenAPIPages {
    static let path = "/api/v1/openapi.json"

    static let routes = [
        publicAPI(
            .get,
            "/api/v1/openapi.json",
            OperationText(
                .document,
                "openAPIDocument",
                "Get this document",
                "Returns an OpenAPI 3.1 description of the whole API, for programs that "
                    + "read it."
            ),
            show
        )
    ]

    /// Made once: it contains nothing that changes while the program runs.
    private static let document = OpenAPIDocument(Program.routes).json

    static func show(_ visit: Visit) -> DocumentAnswer {
        DocumentAnswer(content: document)
    }
}

/// A document that everybody may keep for a while.
struct DocumentAnswer: APIAnswer {
    let content: [UInt8]

    func response(to visit: Visit) throws -> Response {
        try visit.tagged(content, caching: "public, max-age=300")
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "The document.",
                headers: [.etag],
                schema: Schema(kind: .anyObject)
            ),
            .notModified,
        ]
    }
}
