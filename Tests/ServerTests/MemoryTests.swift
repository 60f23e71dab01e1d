import Glibc
import Testing

@testable import Server

@Suite(.serialized) struct MemoryTests {
    /// What the process may grow by while the allocator finds its size and other tests run beside this
    /// one: 250 bytes a request.
    private static let allowedGrowth = 24 << 20

    @Test("100,000 requests do not grow the process")
    func manyRequests() throws {
        let server = try TestServer { $0.loops = 2 }
        defer { server.stop() }
        let client = try Client(server)
        let batch = 100
        let small = String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: 9)
        let form = "POST /worker HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na=b1"
        let requests = String(repeating: small + form, count: batch / 10)
        var before = 0
        try client.send(requests)
        let size = try (0..<batch).reduce(0) { size, _ in
            let response = try client.response()
            return size + response.head.utf8.count + response.body.count
        }
        for round in 1..<1_000 {
            try client.send(requests)
            // The responses are as long as those of the first batch.
            try client.skip(size)
            if round == 100 { before = ResidentMemory.bytes() }
        }
        #expect(ResidentMemory.bytes() - before < MemoryTests.allowedGrowth)
    }

    @Test("A long response needs the memory of a piece, whether the client reads or not")
    func longResponse() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server, receiveBuffer: 4_096)
        let before = ResidentMemory.bytes()
        try client.send("GET /chunks?16000 HTTP/1.0\r\n\r\n")
        usleep(300_000)
        #expect(ResidentMemory.bytes() - before < MemoryTests.allowedGrowth)
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while total < 400 << 20 {
            let count = client.receive(&buffer)
            guard count > 0 else { break }
            total += count
        }
        #expect(total >= 400 << 20)
        #expect(ResidentMemory.bytes() - before < MemoryTests.allowedGrowth)
    }

    @Test("300 MB of content need the memory of some blocks")
    func largeContent() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        let client = try Client(server)
        let megabyte = [UInt8](repeating: 7, count: 1_000_000)
        let before = ResidentMemory.bytes()
        try client.send("POST /spool HTTP/1.1\r\nHost: a\r\nContent-Length: 300000000\r\n\r\n")
        var most = 0
        for _ in 0..<300 {
            try client.send(megabyte)
            most = max(most, ResidentMemory.bytes())
        }
        #expect(try client.response().body.starts(with: Array("file 300000000 ".utf8)))
        #expect(max(most, ResidentMemory.bytes()) - before < 20 << 20)
    }
}
