import Glibc

/// An IPv4 or IPv6 address; an IPv4 address mapped into IPv6 is the IPv4 address (RFC 4291 §2.5.5.2).
struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    init?(_ text: String) {
        // A C function reads the text, and would see its end there.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            let all = withUnsafeBytes(of: sixteen) { Array($0) }
            let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 255 && all[11] == 255
            bytes = isMapped ? Array(all[12...]) : all
        } else {
            return nil
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The networks that belong to nobody in particular: private use (RFC 1918, RFC 4193),
    /// link-local (RFC 3927, RFC 4291 §2.5.6), and those shared by carriers and overlay networks
    /// (RFC 6598).
    private static let nearbyNetworks = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
        "fc00::/7", "fe80::/10",
    ].compactMap(AddressRange.init)

    /// Whether it is this machine, or one in a network that is not the Internet.
    var isNearby: Bool {
        isLoopback || Self.nearbyNetworks.contains { $0.contains(self) }
    }

    /// The part that identifies one visitor: an IPv4 address, or a /64, which is the least that a
    /// household or a rented server gets in IPv6.
    var network: IPAddress {
        bytes.count == 4 ? self : masked(to: 64)
    }

    /// The address with all bits after the prefix cleared.
    func masked(to prefixLength: Int) -> IPAddress {
        IPAddress(
            bytes: bytes.enumerated().map { index, byte in
                let kept = min(max(prefixLength - index * 8, 0), 8)
                return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
            }
        )
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

/// An address or a network in CIDR notation (RFC 4632 §3.1) that is trusted to report other
/// addresses.
struct AddressRange: Sendable, Equatable, CustomStringConvertible {
    private let network: IPAddress
    private let prefixLength: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = IPAddress(String(parts[0])) else {
            return nil
        }
        let bits = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : bits, (0...bits).contains(length)
        else { return nil }
        network = address.masked(to: length)
        prefixLength = length
    }

    func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == network.bytes.count && address.masked(to: prefixLength) == network
    }

    var description: String { "\(network)/\(prefixLength)" }
}
