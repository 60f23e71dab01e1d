import Glibc
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct UnfinishedContentTests {
    private static func head(_ path: String, _ length: Int, from caller: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nFrom: \(caller)\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func content(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

    /// A server that tells who asks, and for which nothing here is too slow, on however busy a machine.
    private func server(
        in folder: TemporaryFolder? = nil,
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        hasRoom: @escaping @Sendable (Int) -> Bool = { _ in true }
    ) throws -> TestServer {
        try TestServer(
            {
                $0.deadlines.firstByteMilliseconds = 3_600_000
                $0.deadlines.headMilliseconds = 3_600_000
                $0.deadlines.rateWindowMilliseconds = 3_600_000
                $0.deadlines.idleMilliseconds = 3_600_000
                change(&$0)
            },
            spoolFolder: folder?.path,
            serve: {
                $0.caller = { head, peer in
                    let name = head.headers["From"] ?? peer
                    return Caller(name, of: name, isStranger: name.hasPrefix("stranger"))
                }
                $0.hasRoom = hasRoom
            }
        )
    }

    /// Sends all but the end of a request, and waits until the server has read it.
    private func begin(
        _ server: TestServer,
        _ path: String,
        _ sent: Int,
        of length: Int,
        from caller: String
    ) throws -> Client {
        let client = try Client(server)
        try client.send(Array(Self.head(path, length, from: caller).utf8) + Self.content(sent))
        // What is still on its way could itself be refused. The loop reads 64 KiB of it for each page.
        client.waitUntilDelivered()
        for _ in 0..<8 {
            #expect(try Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        }
        return client
    }

    /// The answer to a whole request.
    private func ask(_ server: TestServer, _ path: String, _ length: Int, from caller: String)
        throws
        -> String
    {
        let client = try Client(server)
        try client.send(Array(Self.head(path, length, from: caller).utf8) + Self.content(length))
        return try client.status("")
    }

    /// Asks until the server knows what became of the others.
    private func awaitStatus(
        _ status: String,
        _ server: TestServer,
        _ path: String,
        _ length: Int,
        from caller: String
    ) throws -> Bool {
        for _ in 0..<60_000 {
            if try ask(server, path, length, from: caller) == status { return true }
            usleep(1_000)
        }
        return false
    }

    @Test("Who has too much unfinished content in memory gets no more of it in, and others do")
    func party() throws {
        let server = try server { $0.contentLimits.bytesOfParty = 300_000 }
        defer { server.stop() }
        var unfinished: Client? = try begin(server, "/upload", 250_000, of: 260_000, from: "a")
        #expect(try awaitStatus("503", server, "/upload", 200_000, from: "a"))
        // Small forms get in, and others have their own.
        #expect(try ask(server, "/upload", 60_000, from: "a") == "200")
        #expect(try ask(server, "/upload", 200_000, from: "b") == "200")
        // It is free again when the request is answered,
        try unfinished?.send(Self.content(10_000))
        #expect(try unfinished?.response().head.hasPrefix("HTTP/1.1 200 ") == true)
        #expect(try awaitStatus("200", server, "/upload", 200_000, from: "a"))
        // and when its client has gone.
        unfinished = try begin(server, "/upload", 250_000, of: 260_000, from: "a")
        #expect(try awaitStatus("503", server, "/upload", 200_000, from: "a"))
        unfinished = nil
        #expect(try awaitStatus("200", server, "/upload", 200_000, from: "a"))
        server.stop()
        #expect(server.log.contains { $0.reason == "unfinished content" && $0.status == 503 })
    }

    @Test("All unfinished content together has a limit, too, below which small forms get in")
    func total() throws {
        let server = try server { $0.contentLimits.bytes = 500_000 }
        defer { server.stop() }
        var unfinished = try ["a", "b"].map {
            try begin(server, "/upload", 240_000, of: 300_000, from: $0)
        }
        #expect(try awaitStatus("503", server, "/upload", 100_000, from: "c"))
        #expect(try ask(server, "/upload", 60_000, from: "c") == "200")
        withExtendedLifetime(unfinished) {}
        unfinished = []
        #expect(try awaitStatus("200", server, "/upload", 100_000, from: "c") && unfinished.isEmpty)
    }

    @Test("Strangers of however many addresses leave most of the memory to those who are known")
    func strangers() throws {
        let server = try server { $0.contentLimits.bytes = 1_000_000 }
        defer { server.stop() }
        var unfinished: Client? = try begin(
            server,
            "/upload",
            200_000,
            of: 300_000,
            from: "stranger 1"
        )
        #expect(try awaitStatus("503", server, "/upload", 100_000, from: "stranger 2"))
        #expect(try ask(server, "/upload", 60_000, from: "stranger 2") == "200")
        #expect(try ask(server, "/upload", 700_000, from: "known") == "200")
        withExtendedLifetime(unfinished) {}
        unfinished = nil
        #expect(try awaitStatus("200", server, "/upload", 100_000, from: "stranger 2"))
    }

    @Test("A party has only so many uploads under way; the next is refused before it is read")
    func uploads() throws {
        let folder = try TemporaryFolder()
        let server = try server(in: folder) { $0.maxUploadsOfParty = 2 }
        defer { server.stop() }
        let length = 2 << 20
        var uploads = try (0..<2).map { _ in try begin(server, "/spool", 10, of: length, from: "a")
        }
        #expect(try awaitStatus("503", server, "/spool", length, from: "a"))
        #expect(try ask(server, "/spool", length, from: "b") == "200")
        // What is small is no upload.
        #expect(try ask(server, "/spool", 1_000, from: "a") == "200")
        try uploads[0].send(Self.content(length - 10))
        #expect(try uploads[0].response().head.hasPrefix("HTTP/1.1 200 "))
        #expect(try awaitStatus("200", server, "/spool", length, from: "a"))
        uploads = []
        #expect(try awaitStatus("200", server, "/spool", length, from: "a"))
        server.stop()
        #expect(server.log.contains { $0.reason == "other uploads" && $0.status == 503 })
    }

    @Test("What arrives stops where the disk has no more room for it")
    func room() throws {
        let folder = try TemporaryFolder()
        let server = try server(in: folder, hasRoom: { $0 <= 1_000 })
        defer { server.stop() }
        #expect(try ask(server, "/spool", 3 << 20, from: "a") == "507")
        #expect(try folder.isEmptySoon())
    }
}
