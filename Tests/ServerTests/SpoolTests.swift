import Glibc
import HTTP
import Synchronization
import Testing

@testable import Server

@Suite(.serialized) struct SpoolTests {
    /// Content in which every word of eight bytes is another one.
    private static func content(_ count: Int) -> [UInt8] {
        let words = (0..<(count + 7) / 8).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    /// What `/spool` answers.
    private static func expected(_ content: [UInt8], in place: String) -> [UInt8] {
        var sum = Checksum()
        for start in stride(from: 0, to: content.count, by: 1 << 20) {
            sum.add(Array(content[start..<min(content.count, start + 1 << 20)]))
        }
        return Array("\(place) \(content.count) \(sum.value)".utf8)
    }

    private static func head(_ length: Int, _ lines: String = "") -> String {
        "POST /spool HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(lines)\r\n"
    }

    private static func chunked(_ content: [UInt8], by size: Int) -> [UInt8] {
        var bytes = Array(
            "POST /spool HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8
        )
        for start in stride(from: 0, to: content.count, by: size) {
            let chunk = content[start..<min(content.count, start + size)]
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }

    @Test(
        "Large content is in a file and whole, small content is in memory",
        arguments: [
            (1, "memory"), (1 << 20, "memory"), (1 << 20 + 1, "file"), (3_000_001, "file"),
            (20 << 20, "file"),
        ]
    )
    func sizes(count: Int, place: String) throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        let client = try Client(server)
        let content = SpoolTests.content(count)
        let next = Array("GET /next HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        try client.send(Array(SpoolTests.head(count).utf8) + content + next)
        #expect(try client.response().body == SpoolTests.expected(content, in: place))
        // What was sent behind it is answered behind it.
        #expect(try client.response().body == Array("GET /next ".utf8))
        for size in [1_000, 300_000, 5_000_000] where count > 1 {
            try client.send(SpoolTests.chunked(content, by: size) + next)
            #expect(try client.response().body == SpoolTests.expected(content, in: place))
            #expect(try client.response().body == Array("GET /next ".utf8))
        }
        #expect(try folder.isEmptySoon())
    }

    @Test("While content comes, its file has no name; when its client goes, it is gone")
    func clientGoesAway() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        var client: Client? = try Client(server)
        try client?.send(SpoolTests.head(100 << 20))
        try client?.send([UInt8](repeating: 1, count: 5 << 20))
        #expect(try folder.isOpenSoon())
        #expect(try folder.openFiles == 1)
        #expect(try folder.names.isEmpty)
        client = nil
        #expect(try folder.isEmptySoon())
    }

    @Test("Who may not send is told before any content is read, and can read it")
    func refusal() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        let waiting = try Client(server)
        let lines = "From: nobody\r\nExpect: 100-continue\r\n"
        try waiting.send(SpoolTests.head(50 << 20, lines))
        #expect(try waiting.response().head.hasPrefix("HTTP/1.1 403 "))
        #expect(waiting.readToEnd().isEmpty && !waiting.isReset)

        // A browser sends everything before it reads.
        let browser = try Client(server)
        try browser.send(SpoolTests.head(50 << 20, "From: nobody\r\n"))
        try browser.send([UInt8](repeating: 1, count: 50 << 20))
        let answer = try browser.response()
        #expect(answer.head.hasPrefix("HTTP/1.1 403 ") && answer.body == Array("not you".utf8))
        #expect(answer.head.contains("Connection: close\r\n"))
        browser.end()
        #expect(browser.readToEnd().isEmpty && !browser.isReset)

        let chunked = try Client(server)
        try chunked.send(
            "POST /spool HTTP/1.1\r\nHost: a\r\nFrom: nobody\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        #expect(try chunked.response().head.hasPrefix("HTTP/1.1 403 "))
        // Small content costs nothing: whether it is welcome is found out with everything else.
        #expect(try Client(server).status(SpoolTests.head(2, "From: nobody\r\n") + "ab") == "200")
        #expect(try folder.openFiles == 0)
    }

    @Test("Whoever waits for 100 Continue gets it once the application has agreed")
    func expectation() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        let client = try Client(server)
        try client.send(SpoolTests.head(2 << 20, "Expect: 100-continue\r\n"))
        #expect(try client.response().head == "HTTP/1.1 100 Continue\r\n\r\n")
        let content = SpoolTests.content(2 << 20)
        try client.send(content)
        #expect(try client.response().body == SpoolTests.expected(content, in: "file"))
    }

    @Test("More than the route takes is a 413, announced or not")
    func limit() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        #expect(try Client(server).status(SpoolTests.head(512 << 20 + 1)) == "413")
        let client = try Client(server)
        try client.send("POST /spool HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let mebibyte = [UInt8](repeating: 1, count: 1 << 20)
        for _ in 0..<3 { try client.send(Array("100000\r\n".utf8) + mebibyte + [13, 10]) }
        #expect(try client.status("20000000\r\n") == "413")
        #expect(client.readToEnd().isEmpty && !client.isReset)
        #expect(try folder.isEmptySoon())
    }

    @Test("Slow content is cut off, content that is fast enough may take as long as it takes")
    func slowSender() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let server = try TestServer(
            {
                $0.clock = { clock.now }
                $0.deadlines.headMilliseconds = 100
                $0.deadlines.rateWindowMilliseconds = 150
                $0.deadlines.minimumBytesPerSecond = 10_000
                $0.deadlines.lingerMilliseconds = 100
            },
            spoolFolder: folder.path
        )
        defer { server.stop() }
        let (slow, steady) = (try Client(server), try Client(server))
        let content = SpoolTests.content(2 << 20)
        for client in [slow, steady] {
            try client.send(Array(SpoolTests.head(content.count).utf8) + content[..<1_500_000])
        }
        for start in stride(from: 1_500_000, to: content.count, by: 20_000) {
            try steady.send(Array(content[start..<min(content.count, start + 20_000)]))
            // The kernel may keep it for long on a busy machine, while this clock runs ahead of it.
            steady.waitUntilDelivered()
            #expect(try Client(server).status("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
            // Several times in each window: a block that is written in between begins a new one.
            clock.advance(milliseconds: 40)
        }
        #expect(try steady.response().body == SpoolTests.expected(content, in: "file"))
        #expect(try slow.response().head.hasPrefix("HTTP/1.1 408 "))
        #expect(try folder.isEmptySoon())
    }

    @Test("Small pages are answered while several uploads are under way")
    func sideBySide() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        defer { server.stop() }
        let content = SpoolTests.content(24 << 20)
        // Their last bytes wait for the pages, so that neither can be too quick for the other.
        let pages = Gate()
        let uploads = try (0..<3).map { _ in
            let client = try Client(server)
            return try Thread("upload") { [client = Unshared(client)] in
                do {
                    let bytes = Array(SpoolTests.head(content.count).utf8) + content
                    try client.value.send(Array(bytes.dropLast()))
                    pages.pass()
                    try client.value.send(Array(bytes.suffix(1)))
                    let body = try client.value.response().body
                    #expect(body == SpoolTests.expected(content, in: "file"))
                } catch {
                    Issue.record(error)
                }
            }
        }
        let visitor = try Client(server)
        for _ in 0..<50 {
            #expect(try visitor.status("GET /page HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        }
        pages.open(for: uploads.count)
        uploads.forEach { $0.join() }
        #expect(try folder.isEmptySoon())
    }

    /// A client that one thread makes and another uses.
    private struct Unshared<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    @Test("Content that cannot be written is answered, and the server goes on")
    func noFolder() throws {
        let server = try TestServer(spoolFolder: "/nonexistent/folder")
        defer { server.stop() }
        let client = try Client(server)
        try client.send(SpoolTests.head(8 << 20))
        try client.send([UInt8](repeating: 1, count: 8 << 20))
        #expect(try client.response().head.hasPrefix("HTTP/1.1 500 "))
        client.end()
        #expect(client.readToEnd().isEmpty && !client.isReset)
        #expect(try Client(server).status("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") == "200")
        server.stop()
        #expect(server.log.first?.reason?.contains("No such file") == true)
        #expect(SystemError("write", code: ENOSPC).isDiskFull)
        #expect(SystemError("write", code: EDQUOT).isDiskFull)
        #expect(!SystemError("write", code: EIO).isDiskFull)
    }

    @Test(
        "What the responder says of content that is lost comes in place of the server's own words"
    )
    func told() throws {
        let server = try TestServer(spoolFolder: "/nonexistent/folder")
        defer { server.stop() }
        let client = try Client(server)
        try client.send(SpoolTests.head(8 << 20).replacing("/spool", with: "/spool?told"))
        try client.send([UInt8](repeating: 1, count: 8 << 20))
        let answer = try client.response()
        #expect(answer.head.hasPrefix("HTTP/1.1 503 "))
        #expect(String(decoding: answer.body, as: UTF8.self).contains("No such file"))
    }

    @Test("A stopping server takes the upload that has begun")
    func drain() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(spoolFolder: folder.path)
        let client = try Client(server)
        let content = SpoolTests.content(4 << 20)
        try client.send(Array(SpoolTests.head(content.count).utf8) + content[..<2_000_000])
        #expect(try folder.isOpenSoon())
        server.server.stop()
        usleep(50_000)
        try client.send(Array(content[2_000_000...]))
        #expect(try client.response().body == SpoolTests.expected(content, in: "file"))
        server.stop()
        #expect(try folder.isEmptySoon())
    }

    @Test("An upload is cut when a stopping server has waited long enough")
    func longDrain() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(
            { $0.deadlines.drainMilliseconds = 200 },
            spoolFolder: folder.path
        )
        let client = try Client(server)
        try client.send(SpoolTests.head(4 << 20))
        try client.send([UInt8](repeating: 1, count: 2 << 20))
        server.stop()
        _ = client.readToEnd()
        #expect(try folder.isEmptySoon())
    }
}
