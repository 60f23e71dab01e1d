/// A parent's right to show a child of their family a video on this server for some hours, as part
/// of the video's address: for players that send neither a cookie nor a token. Mux's addresses
/// have a similar token.
///
/// It names the parent, the family, the child and the end, and is signed by us; it is in the
/// query, which is never logged. Whether they still belong together, and whether the child may
/// still see the video, is checked with every request.
struct FilmPass: Sendable, Equatable {
    /// 128 bits: nobody finds one by trying.
    private static let signatureLength = 16

    let family: ID<Family>
    let parent: ID<User>
    let child: ID<Child>
    let expiresAt: Int
    /// The text in the address.
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

    /// Reads a pass to a video; nil if it wasn't made for that video.
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
