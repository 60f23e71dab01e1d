/// A parent's right to show a child of their family a film of ours for some hours, as a part of the film's
/// address: for players that show neither a cookie nor a token. Mux's addresses carry a token of the same kind.
///
/// It says which parent of which family, for which child, until when, and that we said so; it stands in the
/// query, which no log has. Whether they still are one, and the child may still see the film, is asked
/// where it is shown.
struct FilmPass: Sendable, Equatable {
    /// 128 bits: nobody finds one by trying.
    private static let signatureLength = 16

    let family: ID<Family>
    let parent: ID<User>
    let child: ID<Child>
    let expiresAt: Int
    /// What the address carries.
    let text: String

    init(
        to film: ID<VideoAsset>,
        for child: ID<Child>,
        of parent: ID<User>,
        in family: ID<Family>,
        until expiry: Int,
        key: [UInt8]
    ) throws {
        self.family = family
        self.parent = parent
        self.child = child
        expiresAt = expiry
        text = try Self.text(film, family, parent, child, expiry, key)
    }

    /// Reads a pass to a film; nil for what isn't one that was made for it.
    init?(_ text: String, to film: ID<VideoAsset>, key: [UInt8]) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let family = ID<Family>(pathSegment: parts[0]),
            let parent = ID<User>(pathSegment: parts[1]),
            let child = ID<Child>(pathSegment: parts[2]),
            let expiry = ID<FilmPass>(pathSegment: parts[3])?.value
        else { return nil }
        let made = try Self.text(film, family, parent, child, expiry, key)
        guard Digest.isEqual(Array(made.utf8), Array(text.utf8)) else { return nil }
        self.family = family
        self.parent = parent
        self.child = child
        expiresAt = expiry
        self.text = made
    }

    private static func text(
        _ film: ID<VideoAsset>,
        _ family: ID<Family>,
        _ parent: ID<User>,
        _ child: ID<Child>,
        _ expiry: Int,
        _ key: [UInt8]
    ) throws -> String {
        let claims = "\(family).\(parent).\(child).\(expiry)"
        let code = try Digest.hmac(Array("film \(film) \(claims)".utf8), key: key)
        return "\(claims).\(Base64URL.encode(Array(code.prefix(signatureLength))))"
    }
}
