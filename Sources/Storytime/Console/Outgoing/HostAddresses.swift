import Glibc

/// Asks the system which addresses a host has. It blocks its thread for as long as the name servers
/// take.
enum HostAddresses {
    /// In the order in which the system would try them (RFC 6724); empty if there are none.
    static func find(_ host: String) -> [IPAddress] {
        // An IPv6 address stands in brackets in a URL.
        let name = host.filter { $0 != "[" && $0 != "]" }
        if let address = IPAddress(name) { return [address] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }
            .prefix { $0 != nil }
            .compactMap { $0.flatMap { address(of: $0.pointee) } }
    }

    private static func address(of info: addrinfo) -> IPAddress? {
        let place = UnsafeRawPointer(info.ai_addr)
        switch info.ai_family {
        case AF_INET: return place.map { IPAddress($0.load(as: sockaddr_in.self).sin_addr) }
        case AF_INET6: return place.map { IPAddress($0.load(as: sockaddr_in6.self).sin6_addr) }
        default: return nil
        }
    }
}
