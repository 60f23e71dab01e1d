import HTTP

/// The entity tag of an answer: a digest of its content, so that whatever changes in it changes the
/// tag.
///
/// The same content compressed is another representation (RFC 9110 §8.8.1), whose tag ends in
/// `-gzip`; what a client sends back may be either.
struct APITag: Equatable {
    static let compressedSuffix = "-gzip"
    /// As much of the digest as keeps two versions apart.
    private static let length = 16

    private let opaque: String

    init(_ content: [UInt8]) throws {
        opaque = Base64URL.encode(Array(try Digest.sha256(content).prefix(Self.length)))
    }

    var text: String { EntityTag(opaque: opaque).description }

    /// Whether a request may go on, by what it says it has (RFC 9110 §13).
    func judge(_ method: Method, _ headers: Headers) -> Preconditions.Outcome {
        var conditions = Headers()
        for name in ["If-Match", "If-None-Match"] {
            for value in headers.all(name) {
                conditions.add(name, value.replacing(Self.compressedSuffix + "\"", with: "\""))
            }
        }
        let validators = Validators(etag: EntityTag(opaque: opaque))
        return Preconditions.evaluate(method, conditions, validators)
    }
}

extension Headers {
    /// Gives compressed content a tag of its own.
    mutating func markTagAsCompressed() {
        guard let tag = self["etag"], tag.hasSuffix("\"") else { return }
        self = Headers(
            map { name, value in
                name.lowercased() == "etag"
                    ? (name, String(value.dropLast()) + APITag.compressedSuffix + "\"")
                    : (name, value)
            }
        )
    }
}

extension Visit {
    /// Content with its tag; for someone who has it, the tag alone. Whoever may see it may keep it, and
    /// asks each time whether it still holds, unless `caching` says otherwise.
    func tagged(_ content: [UInt8], caching: String = "private, no-cache") throws -> Response {
        let tag = try APITag(content)
        let isKnown =
            request.method.isSafe
            && tag.judge(request.method, request.headers) == .notModified
        var response = isKnown ? Response(status: .notModified) : Response(json: content)
        response.headers.add("ETag", tag.text)
        response.headers.add("Cache-Control", caching)
        return response
    }

    /// Refuses a change of something that is not, or not any more, what `If-Match` names (412).
    func expectMatch(_ current: Details<some NamedRecord>) throws {
        guard request.headers.contains("If-Match") else { return }
        guard try current.tag.judge(request.method, request.headers) != .failed else {
            throw APIFailure.changedMeanwhile
        }
    }
}
