import Glibc
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct EndingTests {
    /// Deadlines short enough to wait for.
    private func hasty(_ configuration: inout ServerConfiguration) {
        configuration.deadlines.headMilliseconds = 100
        configuration.deadlines.firstByteMilliseconds = 150
        configuration.deadlines.idleMilliseconds = 200
        configuration.deadlines.rateWindowMilliseconds = 150
        configuration.deadlines.minimumBytesPerSecond = 10_000
        configuration.deadlines.lingerMilliseconds = 200
    }

    @Test("A head that takes too long is a 408, a silent connection is closed without a word")
    func slowHead() throws {
        let server = try TestServer(hasty)
        defer { server.stop() }
        let slow = try Client(server)
        try slow.send("GET / HTTP/1.1\r\n")
        let silent = try Client(server)
        let idle = try Client(server)
        #expect(try idle.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        let refused = try slow.response().head
        #expect(refused.hasPrefix("HTTP/1.1 408 ") && refused.contains("X-Head: none\r\n"))
        #expect(slow.readToEnd().isEmpty)
        #expect(silent.readToEnd().isEmpty)
        #expect(idle.readToEnd().isEmpty)
    }

    @Test("Content that comes too slowly is a 408, content that comes fast enough is not")
    func slowContent() throws {
        let clock = ManualClock()
        let server = try TestServer {
            hasty(&$0)
            $0.clock = { clock.now }
        }
        defer { server.stop() }
        let slow = try Client(server)
        try slow.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        let fast = try Client(server)
        try fast.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
        for _ in 0..<20 {
            try fast.send([UInt8](repeating: 0, count: 10_000))
            // Whoever asks after them is answered after they were read.
            #expect(try Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
            clock.advance(milliseconds: 151)
        }
        #expect(try fast.response().head.hasPrefix("HTTP/1.1 200 "))
        let refused = try slow.response().head
        #expect(refused.hasPrefix("HTTP/1.1 408 ") && refused.contains("X-Head: POST\r\n"))
    }

    @Test("A loop that was held up blames nobody for what waits to be read")
    func heldUp() throws {
        let clock = ManualClock()
        let server = try TestServer {
            hasty(&$0)
            $0.clock = { clock.now }
        }
        defer { server.stop() }
        // More than a loop looks at before it looks at its clock.
        let clients = try (0..<300).map { _ in try Client(server) }
        for client in clients { try client.send("GET /late HTTP/1.1\r\n") }
        #expect(try Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        let holder = try Client(server)
        try holder.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
        server.gate.awaitArrival()
        for client in clients { try client.send("Host: a\r\n\r\n") }
        clock.advance(milliseconds: 10_000)
        server.gate.open()
        for client in clients {
            #expect(try client.response().head.hasPrefix("HTTP/1.1 200 "))
        }
        #expect(try holder.response().head.hasPrefix("HTTP/1.1 200 "))
    }

    @Test("Time that is given back is given to all")
    func postponing() throws {
        var table = DeadlineTable(Deadlines())
        table.set(4, 1_000)
        table.set(7, 5_000)
        table.postpone(by: 250)
        #expect(table.takeExpired(1_249).isEmpty)
        #expect(table.takeExpired(1_250) == [4])
        #expect(!table.isSet(4) && table.isSet(7))
        #expect(table.sleep(from: 5_000) >= 250)
    }

    @Test("A client that does not read is cut off, wherever its response waits")
    func slowReader() throws {
        let server = try TestServer(hasty)
        defer { server.stop() }
        let large = try Client(server, receiveBuffer: 4_096)
        try large.send("GET /chunks?400 HTTP/1.1\r\nHost: a\r\n\r\n")
        let small = try Client(server, receiveBuffer: 4_096)
        try small.send("GET /app.css HTTP/1.1\r\nHost: a\r\n\r\n")
        usleep(1_500_000)
        #expect(large.readToEnd().count < 400 * 65_536)
        #expect(large.isReset)
        #expect(small.readToEnd().count < TestServer.css.count)
        #expect(small.isReset)
        server.stop()
        #expect(server.log.contains { $0.reason == "client reads too slowly" })
    }

    @Test("A reader that is slow but not too slow is served on")
    func steadyReader() throws {
        let server = try TestServer(hasty)
        defer { server.stop() }
        let client = try Client(server, receiveBuffer: 4_096)
        try client.send("GET /chunks?400 HTTP/1.1\r\nHost: a\r\n\r\n")
        var buffer = [UInt8](repeating: 0, count: 8_192)
        for _ in 0..<60 {
            #expect(client.receive(&buffer) > 0)
            usleep(20_000)
        }
    }

    @Test("An error in the middle of a response resets the connection")
    func brokenSource() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(throws: Client.Failure.self) { try client.response() }
        let old = try Client(server)
        try old.send("GET /broken HTTP/1.0\r\n\r\n")
        _ = old.readToEnd()
        #expect(old.isReset)
    }

    @Test("A full queue is a 503 with Retry-After, and the queue's requests are answered")
    func fullQueue() throws {
        let server = try TestServer { $0.queueLimit = 2 }
        defer { server.stop() }
        let clients = try (0..<8).map { _ in try Client(server) }
        for client in clients {
            try client.send("GET /sleep HTTP/1.1\r\nHost: a\r\n\r\n")
            usleep(5_000)
        }
        let heads = try clients.map { try $0.response().head }
        let refused = heads.filter { $0.hasPrefix("HTTP/1.1 503 ") }
        #expect(!refused.isEmpty)
        #expect(refused.allSatisfy { $0.contains("Retry-After: 1\r\n") })
        #expect(refused.allSatisfy { $0.contains("X-Head: GET\r\nX-Path: /sleep\r\n") })
        let answered = heads.filter { $0.hasPrefix("HTTP/1.1 200 ") }
        #expect(answered.count >= 3)
        #expect(answered.count + refused.count == clients.count)
    }

    @Test("A stopping server answers what has begun, closes what is idle and refuses what is new")
    func drain() throws {
        let server = try TestServer()
        let idle = try Client(server)
        #expect(try idle.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        let working = try Client(server)
        try working.send("GET /sleep HTTP/1.1\r\nHost: a\r\n\r\n")
        let reading = try Client(server)
        try reading.send("POST /worker HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
        let streaming = try Client(server)
        try streaming.send("GET /chunks?50 HTTP/1.1\r\nHost: a\r\n\r\n")
        usleep(50_000)
        server.server.stop()
        #expect(isRefusedSoon(server))
        #expect(idle.readToEnd().isEmpty)
        try reading.send("llo")
        let answer = try reading.response()
        #expect(answer.body == Array("POST /worker hello".utf8))
        #expect(answer.head.contains("Connection: close\r\n"))
        #expect(try working.response().body == Array("slept".utf8))
        #expect(try streaming.response().body.count == 50 * 65_536)
        server.stop()
    }

    /// Tries to connect until it fails; false after a few seconds.
    private func isRefusedSoon(_ server: TestServer) -> Bool {
        for _ in 0..<300 {
            guard (try? Client(server)) != nil else { return true }
            usleep(10_000)
        }
        return false
    }

    @Test("The connection that was idle longest makes room for a new one")
    func connectionLimit() throws {
        let server = try TestServer { $0.maxConnections = 2 }
        defer { server.stop() }
        let first = try Client(server)
        #expect(try first.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        usleep(5_000)
        let second = try Client(server)
        #expect(try second.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        let third = try Client(server)
        #expect(try third.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        #expect(first.readToEnd().isEmpty)
        #expect(try second.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
    }

    @Test("A responder that cannot be made keeps the server from starting")
    func failingResponder() throws {
        struct NoDatabase: Error {}
        for failing in [Lane.loop, .worker, .slow] {
            let service = Service(
                admit: TestResponder.admit,
                makeResponder: { lane in
                    if lane == failing { throw NoDatabase() }
                    return TestResponder()
                }
            )
            let server = try Server(ServerConfiguration(port: 0, loops: 2), service)
            #expect(throws: NoDatabase.self) { try server.run() }
        }
    }

    @Test("A port in use is an error that names it")
    func portInUse() throws {
        let server = try TestServer()
        defer { server.stop() }
        let service = Service(admit: TestResponder.admit, makeResponder: { _ in TestResponder() })
        let configuration = ServerConfiguration(port: server.port)
        #expect(throws: SystemError.self) { try Server(configuration, service) }
    }
}
