import Testing

@testable import Storytime

@Suite("Asking other servers")
struct TransferTests {
    private func error(loading library: String) throws -> OutgoingError {
        try #require(throws: OutgoingError.self) { try Transfer.load(library) }
    }

    @Test("Without libcurl a transfer fails, and says what is missing")
    func missingLibrary() throws {
        let error = try error(loading: "libstorytime-nowhere.so.4")
        #expect(error.kind == .impossible)
        #expect(error.description.hasPrefix("libcurl can't be used: libstorytime-nowhere.so.4: "))
    }

    @Test("A library that is another one is not taken for it")
    func otherLibrary() throws {
        let error = try error(loading: "libsqlite3.so.0")
        #expect(error.description.contains("curl_global_init"))
    }

    @Test(
        "Heads and the fields behind the content are cut off, however many a server has",
        arguments: [
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
        ]
    )
    func endlessFields(first: String) throws {
        let server = try RawServer(
            first,
            then:
                "X-Field-\(String(repeating: "x", count: 500)): \(String(repeating: "y", count: 500))\r\n"
        )
        let request = OutgoingRequest(url: server.address + "/", allowsPlainHTTP: true)
        let error = try #require(throws: OutgoingError.self) { _ = try Transfer.run(request) }
        // libcurl itself refuses a head that is too large, and calls it an error of receiving.
        #expect([.tooLarge, .interrupted].contains(error.kind), "\(error)")
        server.join()
    }

    @Test("A library that could not be loaded does not stand in the way of the right one")
    func recovery() throws {
        _ = try error(loading: "libstorytime-nowhere.so.4")
        try Transfer.load()
        try Transfer.load()
    }
}
