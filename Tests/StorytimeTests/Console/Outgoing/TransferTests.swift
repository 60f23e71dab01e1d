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

    @Test("A library that could not be loaded does not stand in the way of the right one")
    func recovery() throws {
        _ = try error(loading: "libstorytime-nowhere.so.4")
        try Transfer.load()
        try Transfer.load()
    }
}
