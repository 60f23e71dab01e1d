import Glibc
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct UnreadAnswersTests {
    /// More than the kernel takes of one answer.
    private static let large = 8_000_000

    private func server(_ limits: MemoryLimits) throws -> TestServer {
        try TestServer(
            { $0.answerLimits = limits },
            serve: { $0.caller = { head, peer in Caller(head.headers["From"] ?? peer) } }
        )
    }

    private static func get(_ path: String, from caller: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nFrom: \(caller)\r\n\r\n"
    }

    /// Asks for something and reads no more than the head, which must say so.
    private func ask(
        _ server: TestServer,
        _ path: String,
        from caller: String,
        expecting status: String = "200"
    ) throws -> Client {
        let client = try Client(server, receiveBuffer: 4_096)
        try client.send(Self.get(path, from: caller))
        let head = try client.response(isHead: true).head
        #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(caller)")
        return client
    }

    @Test("Who has too much unread gets nothing more, and others do; once it is read, all goes on")
    func party() throws {
        var limits = MemoryLimits()
        limits.bytesOfParty = 10_000_000
        let server = try server(limits)
        defer { server.stop() }
        let path = "/large?\(Self.large)"
        // One answer more than fits is taken: no answer is too large for all times.
        let unread = try (0..<2).map { _ in try ask(server, path, from: "a") }
        let refused = try Client(server)
        // Its handler would never end.
        try refused.send(Self.get("/held", from: "a"))
        let answer = try refused.response()
        #expect(
            answer.head.hasPrefix("HTTP/1.1 503 ") && answer.head.contains("Retry-After: 5\r\n")
        )
        #expect(answer.head.contains("X-Path: /held\r\n"))
        // Files of the program take no memory, and others have their own.
        #expect(try refused.status(Self.get("/app.css", from: "a")) == "200")
        for path in ["/worker", "/large?100000"] {
            #expect(try refused.status(Self.get(path, from: "b")) == "200")
        }
        try unread[0].skipContent(Self.large)
        #expect(try refused.status(Self.get("/worker", from: "a")) == "200")
        #expect(server.log.contains { $0.reason == "unread answers" && $0.status == 503 })
    }

    @Test("Of all the memory an answer takes half of what is left at most: the small ones get out")
    func total() throws {
        var limits = MemoryLimits()
        limits.bytesOfParty = 1 << 30
        limits.bytes = 39_999_000
        let server = try server(limits)
        defer { server.stop() }
        let path = "/large?\(Self.large)"
        let unread = try ["a", "b", "c"].map { try ask(server, path, from: $0) }
        let refused = try ask(server, path, from: "d", expecting: "503")
        #expect(try Client(server).status(Self.get("/large?1000000", from: "d")) == "200")
        #expect(try Client(server).status(Self.get("/worker", from: "d")) == "200")
        withExtendedLifetime((unread, refused)) {}
    }

    @Test("What a client no longer wants takes no memory")
    func gone() throws {
        var limits = MemoryLimits()
        limits.bytesOfParty = 1
        let server = try server(limits)
        defer { server.stop() }
        var client: Client? = try ask(server, "/large?\(Self.large)", from: "a")
        #expect(try Client(server).status(Self.get("/worker", from: "a")) == "503")
        client = nil
        var status = ""
        for _ in 0..<60_000 where status != "200" {
            status = try Client(server).status(Self.get("/worker", from: "a"))
            usleep(1_000)
        }
        #expect(status == "200" && client == nil)
    }

    @Test("Pieces of long answers are put off while there is no room, and come when there is")
    func pieces() throws {
        // Of all together: one party's would have its later requests refused while the first ones fill it.
        var limits = MemoryLimits()
        limits.bytes = 6 * HeldMemory.pieceBytes
        let server = try server(limits)
        defer { server.stop() }
        let count = 200
        let clients = try (0..<8).map { number in
            let client = try Client(server, receiveBuffer: 4_096)
            try client.send("GET /chunks?\(count) HTTP/1.0\r\nFrom: \(number)\r\n\r\n")
            return client
        }
        for client in clients {
            #expect(try client.response(isHead: true).head.hasPrefix("HTTP/1.1 200 "))
        }
        for client in clients { try client.skipContent(count * Pieces.piece.count) }
        for client in clients { #expect(client.readToEnd().isEmpty && !client.isReset) }
    }

    @Test("What is counted is given back to the byte, over the edge of a budget and back")
    func counting() {
        var limits = MemoryLimits()
        limits.bytesOfParty = 100
        limits.bytes = 1_000
        limits.smallBytes = 10
        let answers = HeldMemory(limits)
        let ada = Caller("ada", of: "family")
        let bob = Caller("bob", of: "family")
        let eve = Caller("eve")
        answers.change(by: 60, for: ada)
        #expect(!answers.isFull { bob })
        answers.change(by: 40, for: bob)
        // Two of one family are one.
        #expect(answers.isFull { ada } && answers.isFull { bob } && !answers.isFull { eve })
        #expect(!answers.hasRoom(for: 11) { ada } && answers.hasRoom(for: 10) { ada })
        #expect(answers.hasRoom(for: 450) { eve } && !answers.hasRoom(for: 451) { eve })
        answers.change(by: -1, for: bob)
        #expect(!answers.isFull { ada })
        answers.change(by: -39, for: bob)
        answers.change(by: -60, for: ada)
        #expect(answers.bytes == 0)
        // Where nobody is told apart, only what all have together counts.
        answers.change(by: 500, for: .anybody)
        #expect(!answers.isFull { .anybody } && answers.hasRoom(for: 250) { .anybody })
    }

    @Test("Memory goes back when it has grown, much of it is free, and the burst is over")
    func heap() {
        let megabyte = 1 << 20
        var watch = HeapWatch(resident: 50 * megabyte)
        func isDue(_ resident: Int, free: Int = 100) -> Bool {
            watch.isDue(resident: resident * megabyte) { free * megabyte }
        }
        #expect(!isDue(50) && !isDue(51))
        #expect(!isDue(300))
        // The burst goes on.
        #expect(!isDue(400))
        // What is still in use can't go back.
        #expect(!isDue(400, free: 7))
        #expect(isDue(400) && isDue(390))
        watch.gaveBack(resident: 60 * megabyte)
        #expect(!isDue(60) && !isDue(67) && !isDue(67))
        #expect(!isDue(80) && isDue(80))
        // Less in between is where it begins anew.
        watch.gaveBack(resident: 70 * megabyte)
        #expect(!isDue(55) && !isDue(64) && isDue(64))
    }
}
