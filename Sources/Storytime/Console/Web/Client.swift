import HTTP

/// Where a request comes from, and how cookies travel there.
struct Client: Sendable, Equatable {
    /// The visitor's address, if it is known.
    let address: IPAddress?
    /// The address of the peer, if it forwards requests for others, is near enough to be our
    /// proxy, and is not in the configuration.
    let unnamedProxy: IPAddress?
    /// Whether the browser's connection is encrypted, up to us or to the proxy that we trust.
    let isTLS: Bool
    /// Whether the page is a secure context (W3C Secure Contexts §3.1): over TLS, and on a loopback host.
    let isTrustworthy: Bool

    /// The cookies of the console.
    enum CookieName: String {
        case session = "storytime_session"
        /// A sign-in that waits for its code.
        case pendingSignIn = "storytime_sign_in"
        case flash = "storytime_notice"
        /// A browser in which somebody has signed in before.
        case browser = "storytime_browser"
    }

    init(_ request: Request, _ configuration: Configuration) {
        let peer = IPAddress(request.peer)
        let isTrusted = peer.map { configuration.trusts($0) } ?? false
        address = Self.address(peer: request.peer, request.headers, configuration)
        let isForwarded = !isTrusted && request.headers["x-forwarded-for"] != nil
        unnamedProxy = isForwarded ? peer.flatMap { $0.isNearby ? $0 : nil } : nil
        if let publicURL = configuration.publicURL {
            isTLS = publicURL.isSecure
        } else {
            isTLS = isTrusted && request.headers["x-forwarded-proto"]?.lowercased() == "https"
        }
        let host = request.headers["host"].flatMap { Origin(isSecure: false, authority: $0) }
        isTrustworthy = isTLS || (host?.isLoopback ?? false)
    }

    /// The browser would send passwords in the clear over a network: every page says so.
    var warning: String? {
        isTrustworthy
            ? nil
            : "This connection is not encrypted: others on the network can read what you type. "
                + "Put the console behind HTTPS (the README shows how)."
    }

    /// The address in text, for the throttle and for the list of sessions.
    var addressText: String { address?.description ?? "unknown" }

    /// The part of the address that identifies one visitor (see `IPAddress.network`).
    var networkText: String { address?.network.description ?? "unknown" }

    /// The name of a cookie here: with `__Host-` (RFC 6265bis §4.1.3.2) over TLS. Elsewhere not even on a
    /// loopback host, where Safari keeps no `Secure` cookie (WebKit bug 281149).
    func name(_ name: CookieName) -> String {
        (isTLS ? "__Host-" : "") + name.rawValue
    }

    /// The Set-Cookie value; without a maximum age the cookie ends with the browser.
    func cookie(_ name: CookieName, _ value: String, maxAgeSeconds: Int? = nil) -> String {
        SetCookie(
            name: self.name(name),
            value: value,
            maxAgeSeconds: maxAgeSeconds,
            isSecure: isTLS
        ).headerValue
    }

    /// The visitor's address: the peer's, or what a trusted proxy says about the visitor.
    static func address(peer: String, _ headers: Headers, _ configuration: Configuration)
        -> IPAddress?
    {
        let peer = IPAddress(peer)
        guard let peer, configuration.trusts(peer) else { return peer }
        return forwardedAddress(headers, configuration) ?? peer
    }

    /// The last address in X-Forwarded-For that isn't one of our own proxies: the visitor wrote
    /// everything before it.
    private static func forwardedAddress(_ headers: Headers, _ configuration: Configuration)
        -> IPAddress?
    {
        let listed = headers.all("x-forwarded-for").joined(separator: ",")
        for part in listed.split(separator: ",").reversed() {
            guard let address = IPAddress(String(host(in: part))) else { return nil }
            if !configuration.trusts(address) { return address }
        }
        return nil
    }
}

extension Client {
    /// An address as proxies write it: some add the port, and put IPv6 in brackets then.
    fileprivate static func host(in part: Substring) -> Substring {
        let text = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if text.utf8.first == UInt8(ascii: "[") { return text.dropFirst().prefix { $0 != "]" } }
        return text.utf8.count { $0 == UInt8(ascii: ":") } == 1 ? text.prefix { $0 != ":" } : text
    }
}

extension Configuration {
    /// Whether an address is one of a proxy that is trusted to say who its visitors are.
    func trusts(_ address: IPAddress) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }
}
