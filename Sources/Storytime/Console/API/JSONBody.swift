import HTTP

extension Visit {
    /// The members of the JSON object that was sent.
    func json() throws -> JSONFields {
        let encoding = request.headers["content-encoding"]?.lowercased() ?? "identity"
        guard contentType == "application/json", encoding == "identity" else {
            throw APIFailure.notJSON
        }
        guard let content = request.body.memory else {
            throw Failure.tooLarge(limit: BodyLimit.formBytes)
        }
        do {
            guard case .object(let members) = try JSONValue(content) else {
                throw APIFailure.badJSON("expected an object")
            }
            return JSONFields(members)
        } catch let error as JSONError {
            throw APIFailure.badJSON("\(error.reason) (at byte \(error.offset))")
        }
    }

    /// Reads the content as a record, and refuses it if anything in it is wrong.
    func json<Content>(_ read: (inout JSONFields) -> Content?) throws -> Content {
        var fields = try json()
        let content = read(&fields)
        try fields.close()
        guard let content else { throw APIFailure.invalid([]) }
        return content
    }
}

extension Response {
    /// One record as JSON.
    static func json(_ record: some JSONRecord, status: Status = .ok) -> Response {
        var json = JSONWriter()
        json.record(record)
        return Response(status: status, json: json.bytes)
    }

    init(status: Status = .ok, json: [UInt8]) {
        self.init(
            status: status,
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(json)
        )
    }
}
