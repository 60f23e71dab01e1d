import HTTP

extension Operation {
    /// Everything besides content that can be sent along, each with where it stands: "path", "query",
    /// "header".
    func parameters(of method: Method) -> [(member: SchemaMember, place: String)] {
        var parameters = path.map { (member: $0, place: "path") }
        if case .query(let query) = request {
            parameters += query.map { (member: $0, place: "query") }
        }
        return parameters + conditions(method).map { (member: $0, place: "header") }
    }

    /// The conditions under which it is carried out (RFC 9110 §13.1).
    private func conditions(_ method: Method) -> [SchemaMember] {
        var names: [String] = []
        if answers.contains(where: { $0.status == .notModified }) { names.append("If-None-Match") }
        if method == .patch, answers.contains(where: { $0.headers.contains(.etag) }) {
            names.append("If-Match")
        }
        return names.map {
            SchemaMember(
                name: $0,
                schema: .text(),
                meaning: "An `ETag` that was answered.",
                isRequired: false
            )
        }
    }
}
