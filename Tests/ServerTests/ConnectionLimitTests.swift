import Testing

@testable import Server

@Suite struct ConnectionLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func server(isUnlimited: Bool) throws -> TestServer {
        try TestServer(
            { $0.maxConnectionsOfNetwork = 3 },
            serve: { if !isUnlimited { $0.isUnlimited = { _ in false } } }
        )
    }

    @Test("One connection of an address too many is told so; those that are there go on")
    func limit() throws {
        let server = try server(isUnlimited: false)
        defer { server.stop() }
        let clients = try (0..<3).map { _ in try Client(server) }
        for client in clients { #expect(try client.status(Self.request) == "200") }
        var refused = try Client(server)
        let answer = try refused.response()
        #expect(answer.head.hasPrefix("HTTP/1.1 503 ") && answer.head.contains("Connection: close"))
        #expect(server.log.isEmpty == false)
        for client in clients { #expect(try client.status(Self.request) == "200") }
        // Who makes room may come again.
        clients[0].end()
        #expect(clients[0].readToEnd().isEmpty)
        refused.end()
        #expect(refused.readToEnd().isEmpty)
        refused = try Client(server)
        #expect(try refused.status(Self.request) == "200")
    }

    @Test("Far too many are closed without a word")
    func flood() throws {
        let server = try server(isUnlimited: false)
        defer { server.stop() }
        let clients = try (0..<103).map { _ in try Client(server) }
        for client in clients[3...] { #expect(try client.response().head.contains(" 503 ")) }
        let last = try Client(server)
        #expect(last.readToEnd().isEmpty)
        #expect(try clients[0].status(Self.request) == "200")
    }

    @Test("A proxy and this machine may open as many as they like")
    func exempt() throws {
        let server = try server(isUnlimited: true)
        defer { server.stop() }
        let clients = try (0..<10).map { _ in try Client(server) }
        for client in clients { #expect(try client.status(Self.request) == "200") }
    }

    @Test("An IPv4 address counts by itself, an IPv6 address with its /64")
    func networks() throws {
        func network(_ host: String) throws -> UInt64 {
            try SocketAddress(host: host, port: 80).network
        }
        #expect(try network("192.0.2.1") != network("192.0.2.2"))
        #expect(try network("192.0.2.1") == network("::ffff:192.0.2.1"))
        #expect(try network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9"))
        #expect(try network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
    }
}
