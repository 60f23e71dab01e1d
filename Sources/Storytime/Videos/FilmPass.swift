/// A family's right to a film of ours for some hours, as a part of the film's address: for players
/// that show neither a cookie nor a token. Mux's addresses carry a token of the same kind.
///
/// It says which family, until when, and that we said so; it stands in the query, which no log has.
struct FilmPass: Sendable, Equatable {
    /// 128 bits: nobody finds one by trying.
    private static let signatureLength = 16

    let family: ID<Family>
    let expiresAt: Int
    /// What the address carries.
    let text: String

    init(to film: ID<VideoAsset>, for family: ID<Family>, until expiry: Int, key: [UInt8]) throws {
        self.family = family
        expiresAt = expiry
        text = try Self.text(film, family, expiry, key)
    }

    /// Reads a pass to a film; nil for what isn't one that was made for it.
    init?(_ text: String, to film: ID<VideoAsset>, key: [UInt8]) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let family = ID<Family>(pathSegment: parts[0]),
            let expiry = ID<FilmPass>(pathSegment: parts[1])?.value
        else { return nil }
        let made = try Self.text(film, family, expiry, key)
        guard Digest.isEqual(Array(made.utf8), Array(text.utf8)) else { return nil }
        self.family = family
        expiresAt = expiry
        self.text = made
    }

    private static func text(
        _ film: ID<VideoAsset>,
        _ family: ID<Family>,
        _ expiry: Int,
        _ key: [UInt8]
    ) throws -> String {
        let code = try Digest.hmac(Array("film \(film) \(family) \(expiry)".utf8), key: key)
        return "\(family).\(expiry).\(Base64URL.encode(Array(code.prefix(signatureLength))))"
    }
}
