import Testing

@testable import Storytime

@Suite("Addresses of the Internet")
struct PublicAddressTests {
    @Test(
        "What is on the Internet at large may be asked",
        arguments: [
            "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
            "192.0.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.254", "207.241.224.2",
            "2606:4700::1", "2a00:1450:4001::200e", "2001:4860:4860::8888", "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ]
    )
    func isPublic(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(
        "What is this machine, near it, nobody’s or everybody’s may not, however it is written",
        arguments: [
            // This machine and “this network”.
            "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "::1", "::",
            // Private, shared and link-local, with a cloud's keys among them.
            "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1",
            "100.127.255.255", "169.254.169.254", "fc00::1", "fd12::1", "fe80::1", "fec0::1",
            // Protocols, documentation, measuring.
            "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.7", "2001:db8::1", "3fff::1", "100::1", "5f00::1",
            // Multicast, reserved, broadcast.
            "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "ff02::1",
            // IPv4 in the clothes of IPv6: mapped, compatible, Teredo, 6to4, NAT64, local NAT64.
            "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1",
            "2001::1", "2002:7f00:1::", "2002:808:808::1", "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8",
        ]
    )
    func isNotPublic(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic == false)
    }
}
