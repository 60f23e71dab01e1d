import Glibc
import HTTP
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

    private static func get(_ path: String, from family: Int) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nFrom: \(family)\r\n\r\n"
    }

    @Test("360 slow readers of the largest page need 150 MB at most, and leave 20 MB at most")
    func slowReaders() throws {
        let server = try TestServer(
            { $0.processorLimits.lookMilliseconds = 20 },
            serve: { $0.caller = { head, peer in Caller(head.headers["From"] ?? peer) } }
        )
        defer { server.stop() }
        let size = 16_400_000
        #expect(try Client(server).status(Self.get("/large?\(size)", from: 9)) == "200")
        let before = ResidentMemory.bytes()
        var most = 0
        var clients: [Client] = []
        for number in 0..<360 {
            let client = try Client(server, receiveBuffer: 4_096)
            // Of four families, with sessions of their own.
            try client.send(Self.get("/large?\(size)", from: number % 4))
            _ = try client.response(isHead: true)
            most = max(most, ResidentMemory.bytes())
            clients.append(client)
        }
        #expect(most - before <= 150 << 20, "\((most - before) >> 20) MB")
        clients = []
        expectGivenBack(since: before)
    }

    /// Memory goes back sooner or later, however busy the machine is.
    private func expectGivenBack(since before: Int) {
        var left = Int.max
        for _ in 0..<6_000 where left > 20 << 20 {
            usleep(10_000)
            left = ResidentMemory.bytes() - before
        }
        #expect(left <= 20 << 20, "\(left >> 20) MB")
    }

    @Test("What a burst has left in the heap goes back to the system by itself")
    func leftovers() throws {
        let server = try TestServer { $0.processorLimits.lookMilliseconds = 20 }
        defer { server.stop() }
        #expect(try Client(server).status(Self.get("/worker", from: 1)) == "200")
        let before = ResidentMemory.bytes()
        var litter = (0..<100_000).map {
            [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1_000)
        }
        // While this is at its end, the allocator keeps all that is before it.
        let last = litter.removeLast()
        #expect(ResidentMemory.bytes() - before > 80 << 20)
        litter = []
        expectGivenBack(since: before)
        #expect(last.count == 1_000)
    }

    @Test("What a thread has freed goes back, however large its largest block was")
    func ofAThread() throws {
        let server = try TestServer { $0.processorLimits.lookMilliseconds = 20 }
        defer { server.stop() }
        #expect(try Client(server).status(Self.get("/worker", from: 1)) == "200")
        let before = ResidentMemory.bytes()
        let thread = try Thread("litter") {
            // From now on the allocator would keep 60 MB for this thread.
            var blocks = [[UInt8](repeating: 1, count: 30 << 20)]
            blocks = (0..<500).map { _ in [UInt8](repeating: 1, count: 100_000) }
            #expect(blocks.count == 500)
            blocks = []
        }
        thread.join()
        expectGivenBack(since: before)
    }
}
