import Received

/// A scheme, a host and a port (RFC 6454): where a page comes from, and the console's own address.
struct Origin: Sendable, Equatable, CustomStringConvertible {
    let isSecure: Bool
    /// The host in lower case, without the port.
    let host: String
    let port: Int

    /// Reads `http(s)://host[:port]`, followed by nothing but at most one slash.
    init?(_ text: String) {
        let lowered = text.lowercased()
        if lowered.hasPrefix("https://") {
            isSecure = true
        } else if lowered.hasPrefix("http://") {
            isSecure = false
        } else {
            return nil
        }
        var authority = lowered.dropFirst(isSecure ? 8 : 7)
        if authority.last == "/" { authority = authority.dropLast() }
        guard let split = Self.hostAndPort(authority) else { return nil }
        host = split.host
        port = split.port ?? (isSecure ? 443 : 80)
    }

    init(isSecure: Bool, host: String, port: Int) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    init?(isSecure: Bool, authority: String) {
        guard let split = Self.hostAndPort(authority.lowercased()[...]) else { return nil }
        self.isSecure = isSecure
        host = split.host
        port = split.port ?? (isSecure ? 443 : 80)
    }

    /// Browsers treat these hosts as trustworthy without TLS (W3C Secure Contexts §3.1).
    var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost")
            || IPAddress(host.filter { $0 != "[" && $0 != "]" })?.isLoopback == true
    }

    /// Endings of names that no public name server knows: RFC 6762 (mDNS), RFC 8375, ICANN's
    /// `.internal`, and the names that routers give their network.
    private static let nearbyEndings = [".local", ".home.arpa", ".internal", ".lan", ".home"]

    /// Whether the host is in a private network: this machine, a private address, a name without a
    /// dot, or one that only such a network knows.
    var isNearby: Bool {
        if isLoopback { return true }
        if let address = IPAddress(host.filter { $0 != "[" && $0 != "]" }) {
            return address.isNearby
        }
        return !host.contains(".") && !host.contains(":")
            || Self.nearbyEndings.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
    }

    var description: String {
        let isDefault = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(host)\(isDefault ? "" : ":\(port)")"
    }

    private static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?)? {
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[afterBracket...].lastIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)]
        let allowed = host.utf8.allSatisfy { byte in
            (byte > 32 && byte < 127) && !"/?#@\\\"<>^`{|},;%".utf8.contains(byte)
        }
        guard !host.isEmpty, allowed else { return nil }
        guard let colon else { return (String(host), nil) }
        let digits = authority[authority.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = ReceivedNumber.integer(digits),
            (1...65_535).contains(port)
        else { return nil }
        return (String(host), port)
    }
}
