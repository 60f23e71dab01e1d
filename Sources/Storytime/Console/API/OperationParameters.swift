import HTTP

extension Operation {
    /// Everything that can be sent besides content, each with its place: "path", "query",
    /// "header".
    var parameters: [(member: SchemaMember, place: String)] {
        var parameters = path.map { (member: $0, place: "path") }
        switch request {
        case .nothing, .json: break
        case .query(let query), .file(_, let query):
            parameters += query.map { (member: $0, place: "query") }
        }
        let headers = conditions + (takesKey ? [Self.key] : [])
        return parameters + headers.map { (member: $0, place: "header") }
    }

    /// The header that makes it safe to send again (draft-ietf-httpapi-idempotency-key-header).
    private static let key = SchemaMember(
        name: IdempotencyKey.header,
        schema: .text(length: IdempotencyKey.lengths, pattern: "^[\\x20-\\x7E]+$"),
        meaning: "Your own name for this request, such as a random UUID. If sent again within 24 "
            + "hours with the same request, you get the same answer, with "
            + "`Idempotent-Replayed: true`, and nothing is done twice.",
        isRequired: false
    )

    /// The conditions under which it is carried out (RFC 9110 §13.1).
    private var conditions: [SchemaMember] {
        var names: [String] = []
        if answers.contains(where: { $0.status == .notModified }) { names.append("If-None-Match") }
        if refusals.contains(.changedMeanwhile) { names.append("If-Match") }
        return names.map {
            SchemaMember(
                name: $0,
                schema: .text(),
                meaning: "An `ETag` from an earlier answer.",
                isRequired: false
            )
        }
    }
}
