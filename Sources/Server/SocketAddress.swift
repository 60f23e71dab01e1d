import Received
import CLinux
import Glibc

/// An IPv4 or IPv6 address with a port.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// The kind of socket that these addresses are for: TCP's.
    static let stream = Int32(SOCK_STREAM.rawValue)

    init() {}

    /// A numeric address, or a name of this machine such as `localhost`.
    init(host: String, port: Int) throws {
        var hints = addrinfo()
        hints.ai_socktype = SocketAddress.stream
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0, let chosen = SocketAddress.preferred(list), let address = chosen.ai_addr
        else { throw UnknownHost(host: host, reason: OwnText.decode(cString: gai_strerror(code))) }
        length = chosen.ai_addrlen
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
    }

    /// Prefers a name's first IPv4 address: someone told to open `localhost` or 127.0.0.1 reaches
    /// it, and browsers try both.
    private static func preferred(_ list: UnsafeMutablePointer<addrinfo>?) -> addrinfo? {
        var entry = list?.pointee
        while let candidate = entry, candidate.ai_family != AF_INET {
            entry = candidate.ai_next?.pointee
        }
        return entry ?? list?.pointee
    }

    /// The address that a socket is bound to.
    init(boundTo descriptor: Int32) throws(SystemError) {
        let code = withMutablePointer { getsockname(descriptor, $0, $1) }
        try check(code, "getsockname")
    }

    var family: Int32 { Int32(storage.ss_family) }

    var port: Int {
        withUnsafeBytes(of: storage) { bytes in
            // The port is at the same place in both families.
            Int(UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self)))
        }
    }

    /// The address without its port. An IPv4 client of an IPv6 socket is written as IPv4.
    var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        withUnsafeBytes(of: storage) { bytes in
            guard let base = bytes.baseAddress else { return }
            // The address follows family and port, in IPv6 the flow too.
            let address = base + (family == AF_INET6 ? 8 : 4)
            inet_ntop(family, address, &text, socklen_t(text.count))
        }
        let name = text.withUnsafeBufferPointer { pointer in
            pointer.baseAddress.map { OwnText.decode(cString: $0) } ?? ""
        }
        return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
    }

    /// A number for the network that counts as one client: an IPv4 address, or an IPv6 /64, the least
    /// that a household or a rented server gets.
    var network: UInt64 {
        withUnsafeBytes(of: storage) { bytes in
            func word(_ offset: Int) -> UInt64 {
                UInt64(UInt32(bigEndian: bytes.load(fromByteOffset: offset, as: UInt32.self)))
            }
            // No /64 begins like an IPv4 address here: FF00::/8 is multicast.
            let ofIPv4: UInt64 = 0xFFFF_FFFF << 32
            guard family == AF_INET6 else { return ofIPv4 | word(4) }
            let isMapped = word(8) == 0 && word(12) == 0 && word(16) == 0xFFFF
            return isMapped ? ofIPv4 | word(20) : word(8) << 32 | word(12)
        }
    }

    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        try withUnsafePointer(to: storage) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, length) }
        }
    }

    mutating func withMutablePointer(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
