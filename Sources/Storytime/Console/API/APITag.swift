import HTTP

/// The entity tag of an answer: a digest of its content, so that any change to it changes the tag.
///
/// The compressed content is another representation (RFC 9110 §8.8.1), whose tag ends in `-gzip`;
/// clients may send back either.
struct APITag: Equatable {
    static let compressedSuffix = "-gzip"
    /// Enough of the digest to distinguish two versions.
    private static let length = 16

    private let opaque: String

    init(_ content: [UInt8]) throws {
        opaque = Base64URL.encode(Array(try Digest.sha256(content).prefix(Self.length)))
    }

    var text: String { EntityTag(opaque: opaque).description }

    /// Whether a request may continue, depending on the versions it says it has (RFC 9110 §13).
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
    /// Content with its tag; only the tag for a client that already has it. Clients may keep it
    /// but must check each time whether it is still current, unless `caching` says otherwise.
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

    /// Refuses to change a record that is not, or no longer, the version in `If-Match` (412).
    func expectMatch(_ current: Details<some NamedRecord>) throws {
        guard request.headers.contains("If-Match") else { return }
        guard try current.tag.judge(request.method, request.headers) != .failed else {
            throw APIFailure.changedMeanwhile
        }
    }
}
