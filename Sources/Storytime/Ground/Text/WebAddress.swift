/// An address for others to fetch something from, over TLS; the server itself never requests it.
///
/// It only has the characters of an address (RFC 3986 §2), so that every program reads it the same
/// way, and names a host with a dot: a name in this network means nothing elsewhere.
struct WebAddress: Sendable, Equatable {
    /// The longest address that the schema allows.
    static let maximumLength = 2000

    let text: String

    init?(_ text: String) {
        let scheme = "https://"
        guard text.hasPrefix(scheme), text.utf8.count <= Self.maximumLength,
            text.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard Origin(scheme + authority) != nil, authority.contains(".") else { return nil }
        self.text = text
    }

    /// Unreserved and reserved characters and the percent sign.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 32 && byte < 127 && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
