import Received
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
            bytes = Self.unmapped(withUnsafeBytes(of: sixteen) { Array($0) })
        } else {
            return nil
        }
    }

    init(_ four: in_addr) {
        bytes = withUnsafeBytes(of: four) { Array($0) }
    }

    init(_ sixteen: in6_addr) {
        bytes = Self.unmapped(withUnsafeBytes(of: sixteen) { Array($0) })
    }

    private static func unmapped(_ sixteen: [UInt8]) -> [UInt8] {
        let isMapped =
            sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 255 && sixteen[11] == 255
        return isMapped ? Array(sixteen[12...]) : sixteen
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

    /// What isn't on the Internet at large: the registries of special addresses (RFC 6890,
    /// https://www.iana.org/assignments/iana-ipv4-special-registry), multicast, and what is reserved.
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
        // Inside what IPv6 has given out: protocols with Teredo among them, documentation, and 6to4,
        // which carries an IPv4 address.
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap(AddressRange.init)

    /// All that IPv6 has given out so far (RFC 4291 §2.4): loopback, link-local, unique local,
    /// multicast and the rest are outside it.
    private static let givenOut = AddressRange("2000::/3")
    /// In front of an IPv4 address, where a network has no other way to those (RFC 6052 §2.1).
    private static let translated = AddressRange("64:ff9b::/96")

    /// Whether it is somewhere on the Internet, and nowhere near: neither this machine nor anything
    /// in its networks.
    var isPublic: Bool {
        if Self.translated?.contains(self) == true {
            return IPAddress(bytes: Array(bytes[12...])).isPublic
        }
        guard bytes.count == 4 || Self.givenOut?.contains(self) == true else { return false }
        return !Self.special.contains { $0.contains(self) }
    }

    /// The part that identifies one visitor: an IPv4 address, or a /64, which is the least that a
    /// household or a rented server gets in IPv6.
    var network: IPAddress {
        bytes.count == 4 ? self : masked(to: 64)
    }

    /// The part that one owner has: an IPv4 address, or the /48 that is the most that a household gets in IPv6
    /// (RFC 6177), with 65,536 networks in it.
    var site: IPAddress {
        bytes.count == 4 ? self : masked(to: 48)
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
        return OwnText.decode(text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
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
        guard let length = parts.count == 2 ? ReceivedNumber.integer(parts[1]) : bits,
            (0...bits).contains(length)
        else { return nil }
        network = address.masked(to: length)
        prefixLength = length
    }

    func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == network.bytes.count && address.masked(to: prefixLength) == network
    }

    var description: String { "\(network)/\(prefixLength)" }
}
