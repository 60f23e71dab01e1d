/// An address to fetch from, taken apart by us, so that what is checked is what is asked.
///
/// It has no name and password, and no fragment. A host is one that `Origin` reads: no program can
/// see another one in it.
struct FetchAddress: Sendable, Equatable, CustomStringConvertible {
    /// As long as the addresses that forms take.
    static let maximumLength = WebAddress.maximumLength

    let origin: Origin
    /// The path and the query, from the slash on.
    let target: String

    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy(Self.isAllowed),
            let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.dropFirst(scheme.count).prefix { $0 != "#" }
        let authority = rest.prefix { !"/?".contains($0) }
        guard let origin = Origin(scheme + authority) else { return nil }
        self.origin = origin
        let target = rest.dropFirst(authority.count)
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Where a redirect leads to (RFC 3986 §5.2, without paths that climb: servers give addresses
    /// that are whole, or begin with a slash).
    func following(_ location: String) -> FetchAddress? {
        if location.hasPrefix("//") {
            return FetchAddress((origin.isSecure ? "https:" : "http:") + location)
        }
        if location.hasPrefix("/") { return FetchAddress("\(origin)\(location)") }
        return FetchAddress(location)
    }

    var description: String { "\(origin)\(target)" }

    /// Unreserved and reserved characters and the percent sign (RFC 3986 §2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 32 && byte < 127 && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
