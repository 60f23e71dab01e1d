/// The short-lived token that an app sends after signing in: a JSON Web Token (RFC 7519) that
/// names its owner and session.
///
/// We are the only ones who make them, so a header is only accepted if it is, byte for byte, the
/// one that we write for one of our keys: there is no algorithm to be confused about (RFC 8725
/// §3.1). The token does not have the last word: its session must still exist.
struct AccessToken: Sendable, Equatable {
    /// A quarter of an hour: how long a stolen copy works at most.
    static let seconds = 15 * 60
    /// Longer than any of ours.
    private static let maximumLength = 1000

    let session: Int
    let user: ID<User>

    /// The token to send, signed with HS256 (RFC 7515, RFC 7518 §3.2).
    func text(_ key: TokenKeys.Key, now: Int) throws -> String {
        var claims = JSONWriter()
        claims.object { json in
            json.name("iss")
            json.text("storytime")
            json.name("sub")
            json.text(String(user.value))
            json.name("sid")
            json.integer(session)
            for name in ["iat", "nbf"] {
                json.name(name)
                json.integer(now)
            }
            json.name("exp")
            json.integer(now + Self.seconds)
        }
        let signed = Self.header(key) + "." + Base64URL.encode(claims.bytes)
        let signature = try Digest.hmac(Array(signed.utf8), key: key.secret)
        return signed + "." + Base64URL.encode(signature)
    }

    init(session: Int, user: ID<User>) {
        self.session = session
        self.user = user
    }

    /// Reads a token; nil unless it is one of ours and valid now.
    init?(_ text: String, _ keys: TokenKeys, now: Int) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumLength, parts.count == 3,
            let key = keys.find(where: { Self.header($0) == parts[0] }),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        let expected = try Digest.hmac(Array("\(parts[0]).\(parts[1])".utf8), key: key.secret)
        guard Digest.isEqual(signature, expected) else { return nil }
        // From here on, we wrote it ourselves.
        guard let claims = Base64URL.decode(parts[1]),
            case .object(let members)? = try? JSONValue(claims),
            members["iss"] == .text("storytime"),
            case .text(let user)? = members["sub"], let user = ID<User>(pathSegment: user[...]),
            let session = members["sid"]?.integer, let start = members["nbf"]?.integer,
            let end = members["exp"]?.integer, start <= now, now < end
        else { return nil }
        self.init(session: session, user: user)
    }

    private static func header(_ key: TokenKeys.Key) -> String {
        Base64URL.encode(
            Array("{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\(JSONText.quoted(key.id))}".utf8)
        )
    }
}
