import Glibc
import HTTP
import Synchronization
import Testing

@testable import Server

/// Responses that come by themselves (`Body.stream`).
@Suite(.serialized) struct StreamTests {
    private static let get = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Reads until the text has come.
    private func read(_ client: Client, until end: String) throws -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains(end) {
            let count = client.receive(&buffer)
            guard count > 0 else { throw Client.Failure(reason: "ended after \(text)") }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    /// Waits for something that another thread does; nil after a long time.
    private func eventually(_ isTrue: () -> Bool) -> Bool {
        for _ in 0..<6_000 {
            if isTrue() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test("Pieces reach the client as they are written, and the next request follows the end")
    func pieces() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        let head = try read(client, until: "\r\n\r\n")
        #expect(head.contains("Transfer-Encoding: chunked\r\n"))
        for word in ["once", "upon", "a time"] {
            #expect(pipe.write(bytes(word)))
            let piece = try read(client, until: word)
            #expect(piece.contains("\(String(word.utf8.count, radix: 16))\r\n\(word)"))
        }
        pipe.finish()
        _ = try read(client, until: "0\r\n\r\n")
        #expect(try client.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        server.stop()
        let entry = try #require(server.log.first)
        #expect(entry.reason == nil && entry.status == .ok)
    }

    @Test("A response that was complete before it was sent, and an empty one")
    func quickWriters() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        let writer = try Thread("writer") { [gate = server.gate] in
            for text in ["all of it", ""] {
                let pipe = gate.awaitPipe()
                if !text.isEmpty { pipe?.write(Array(text.utf8)) }
                pipe?.finish()
            }
        }
        defer { writer.join() }
        for text in ["all of it", ""] {
            try client.send(Self.get)
            #expect(String(decoding: try client.response().body, as: UTF8.self) == text)
        }
    }

    @Test("While one stream waits, its loop answers everybody else")
    func loopIsFree() throws {
        let server = try TestServer()
        defer { server.stop() }
        let waiting = try (0..<20).map { _ in try Client(server) }
        for client in waiting { try client.send(Self.get) }
        let pipes = try waiting.map { _ in try #require(server.gate.awaitPipe()) }
        #expect(try Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        #expect(try Client(server).status("GET /worker HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        for pipe in pipes { pipe.finish() }
        for client in waiting { #expect(try client.response().body.isEmpty) }
    }

    @Test("A quick writer that never ends takes its turns, and no more")
    func endlessWriter() throws {
        let server = try TestServer()
        let client = try Client(server)
        try client.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        let writer = try Thread("writer") {
            let piece = [UInt8](repeating: UInt8(ascii: "p"), count: 1000)
            while pipe.write(piece) {}
        }
        let others = try Thread("others") {
            for _ in 0..<50 {
                let status = try? Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(status == "200")
            }
            pipe.finish()
        }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var end: [UInt8] = []
        while !end.elementsEqual("0\r\n\r\n".utf8) {
            let count = client.receive(&buffer)
            try #require(count > 0)
            end = Array((end + buffer[..<count]).suffix(5))
        }
        others.join()
        writer.join()
        server.stop()
    }

    @Test("A client that goes is noticed at once, and its writer learns of it")
    func clientGoes() throws {
        let server = try TestServer()
        defer { server.stop() }
        var client: Client? = try Client(server)
        try client?.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        #expect(pipe.write(bytes("hello")))
        _ = try read(try #require(client), until: "hello")
        client = nil
        #expect(eventually { pipe.hasNoReader })
        #expect(!pipe.write(bytes("anybody?")))
        server.stop()
        #expect(server.log.contains { $0.reason == "client is gone" })
    }

    @Test("Silence is filled, so that a client that is gone without a word is noticed, too")
    func heartbeats() throws {
        let clock = ManualClock()
        let server = try TestServer {
            $0.clock = { clock.now }
            $0.deadlines.heartbeatMilliseconds = 50
        }
        defer { server.stop() }
        let client = try Client(server)
        try client.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        _ = try read(client, until: "\r\n\r\n")
        for _ in 0..<3 {
            let mover = try Thread("clock") {
                // The loop sleeps for as long as the clock said; it looks again when it wakes.
                for _ in 0..<20 {
                    usleep(20_000)
                    clock.advance(milliseconds: 60)
                }
            }
            #expect(try read(client, until: ": still here\n\n").contains("e\r\n: still here"))
            mover.join()
        }
        pipe.finish()
    }

    @Test("A client that does not read costs a bounded amount, and is cut off")
    func slowReader() throws {
        let server = try TestServer {
            $0.deadlines.rateWindowMilliseconds = 150
            $0.deadlines.minimumBytesPerSecond = 10_000
        }
        defer { server.stop() }
        let client = try Client(server, receiveBuffer: 4_096)
        try client.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        let before = ResidentMemory.bytes()
        let piece = [UInt8](repeating: UInt8(ascii: "p"), count: 16 * 1024)
        var written = 0
        while pipe.write(piece) { written += piece.count }
        // What the kernel takes is not ours; of a gigabyte, nobody would have waited.
        #expect(written < 64 << 20)
        #expect(ResidentMemory.bytes() - before < 16 << 20)
        _ = client.readToEnd()
        #expect(client.isReset)
        server.stop()
        #expect(server.log.contains { $0.reason == "client reads too slowly" })
    }

    @Test("The writer waits while the client is behind, and goes on when it has read")
    func backPressure() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server, receiveBuffer: 4_096)
        try client.send(Self.get)
        let pipe = try #require(server.gate.awaitPipe())
        let total = 32 << 20
        let written = Counter()
        let writer = try Thread("writer") {
            let piece = [UInt8](repeating: UInt8(ascii: "p"), count: 16 * 1024)
            while written.value < total, pipe.write(piece) { written.add(piece.count) }
            pipe.finish()
        }
        usleep(300_000)
        #expect(written.value < total)
        #expect(try client.response().body.count == total)
        writer.join()
        #expect(written.value == total)
    }

    @Test("An error in the middle resets the connection; HTTP/1.0 gets the end of it as the end")
    func endings() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send(Self.get)
        var pipe = try #require(server.gate.awaitPipe())
        pipe.write(bytes("half"))
        _ = try read(client, until: "half")
        pipe.fail("the model broke")
        _ = client.readToEnd()
        #expect(client.isReset)
        let old = try Client(server)
        try old.send("GET /stream HTTP/1.0\r\n\r\n")
        pipe = try #require(server.gate.awaitPipe())
        pipe.write(bytes("whole"))
        pipe.finish()
        #expect(String(decoding: old.readToEnd(), as: UTF8.self).hasSuffix("\r\n\r\nwhole"))
        server.stop()
        #expect(server.log.contains { $0.reason == "the model broke" })
    }

    @Test("HEAD has no content, and its writer is told so")
    func head() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        let pipe = try #require(server.gate.awaitPipe())
        let head = try client.response(isHead: true).head
        #expect(head.hasPrefix("HTTP/1.1 200 "))
        #expect(eventually { pipe.hasNoReader })
        #expect(try client.status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
    }

    @Test("A server that stops waits for a stream as for any answer, and then gives it up")
    func draining() throws {
        let patient = try TestServer()
        let client = try Client(patient)
        try client.send(Self.get)
        let pipe = try #require(patient.gate.awaitPipe())
        patient.server.stop()
        #expect(pipe.write(bytes("to the end")))
        pipe.finish()
        #expect(String(decoding: try client.response().body, as: UTF8.self) == "to the end")
        patient.stop()

        let hasty = try TestServer { $0.deadlines.drainMilliseconds = 100 }
        let other = try Client(hasty)
        try other.send(Self.get)
        let endless = try #require(hasty.gate.awaitPipe())
        hasty.stop()
        #expect(endless.hasNoReader)
        _ = other.readToEnd()
        #expect(other.isReset)
    }

    @Test("Requests that come meanwhile wait for their turn")
    func pipelined() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send(Self.get + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        let pipe = try #require(server.gate.awaitPipe())
        pipe.write(bytes("first"))
        pipe.finish()
        #expect(String(decoding: try client.response().body, as: UTF8.self) == "first")
        let second = String(decoding: try client.response().body, as: UTF8.self)
        #expect(second.hasPrefix("GET /next"))
    }
}

/// A number that threads share.
private final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ more: Int) { count.wrappingAdd(more, ordering: .relaxed) }
}
