import Glibc
import HTTP
import Testing

@testable import Server

@Suite struct ExchangeTests {
    @Test("A connection is kept for the next request, on every lane")
    func keepAlive() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        for path in ["/a", "/worker", "/app.css", "/chunks", "/a"] {
            #expect(
                try client.status("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") == "200",
                "\(path)"
            )
        }
        server.stop()
        #expect(server.log.map(\.path) == ["/a", "/worker", "/app.css", "/chunks", "/a"])
        #expect(server.log.map(\.lane) == [.loop, .worker, .loop, .slow, .loop])
        #expect(server.log.allSatisfy { $0.peer == "127.0.0.1" && $0.bytesSent > 0 })
    }

    @Test("The log has the response's fields, and those of no other response")
    func loggedFields() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        for path in ["/tagged", "/a", "/tagged", "/injection"] {
            _ = try client.status("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        server.stop()
        #expect(server.log.map { $0.fields["x-tag"] } == ["7", nil, "7", nil])
    }

    @Test("Pipelined requests are answered in their order, whatever lane they take")
    func pipelining() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        let paths = (0..<200).map { $0 % 3 == 0 ? "/worker" : "/x\($0)" }
        try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for path in paths {
            #expect(try client.response().body == Array("GET \(path) ".utf8))
        }
    }

    @Test("Content arrives whole, by length and in chunks, in one piece and byte by byte")
    func content() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        let length = "POST /worker HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        let chunked =
            "POST /worker HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"
        for request in [length, chunked] {
            try client.send(request)
            #expect(try client.response().body == Array("POST /worker hello".utf8))
            for byte in request.utf8 { try client.send([byte]) }
            #expect(try client.response().body == Array("POST /worker hello".utf8))
        }
        let upload = [UInt8](repeating: 0x75, count: 3_000_000)
        try client.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
        try client.send(upload)
        #expect(try client.response().body == Array("3000000".utf8))
    }

    @Test("HEAD has the fields of GET, and nothing follows them")
    func head() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        for path in ["/app.css", "/file", "/chunks"] {
            try client.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try client.response(isHead: true).head
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            let get = try client.response()
            let fields = { (text: String) in
                text.split(separator: "\r\n").filter { !$0.hasPrefix("Date") }
            }
            #expect(fields(head) == fields(get.head))
            #expect(!get.body.isEmpty)
        }
    }

    @Test("A file is sent as it is")
    func file() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        try client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
        let body = try client.response().body
        let file = try #require(OpenFile(path: "/proc/self/exe") ?? OpenFile(path: "/etc/passwd"))
        #expect(body.count == file.size)
    }

    @Test("100 Continue is said to whom waits for it, and not to whom is refused")
    func expectation() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        let head = "POST /worker HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length:"
        try client.send("\(head) 5\r\n\r\n")
        #expect(try client.response().head == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(try client.status("hello") == "200")
        #expect(try client.status("\(head) 5\r\n\r\nhello") == "200")
        #expect(try client.status("\(head) 5000\r\n\r\n") == "413")
        let other = try Client(server)
        let forbidden =
            "POST /forbidden HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        #expect(try other.status(forbidden) == "403")
        #expect(other.readToEnd().isEmpty)
        let unknown =
            "POST /worker HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 5\r\n\r\nhello"
        #expect(try Client(server).status(unknown) == "417")
    }

    @Test("What the server decides by itself")
    func ownAnswers() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        #expect(try client.status("FOO / HTTP/1.1\r\nHost: a\r\n\r\n") == "501")
        #expect(try client.status("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n") == "501")
        #expect(try client.status("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") == "204")
        #expect(try client.status("OPTIONS /app.css HTTP/1.1\r\nHost: a\r\n\r\n") == "204")
        #expect(
            try client.status("POST /forbidden HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
                == "403"
        )
        try client.send("POST /app.css HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
        let refused = try client.response().head
        #expect(
            refused.hasPrefix("HTTP/1.1 405 ") && refused.contains("Allow: GET, HEAD, OPTIONS\r\n")
        )
        #expect(try client.status("GET /injection HTTP/1.1\r\nHost: a\r\n\r\n") == "500")
    }

    @Test(
        "A request that cannot be read is answered and its connection closed",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/3.0\r\n\r\n", "505"),
            ("POST /worker HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", "413"),
            ("POST /worker HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x, chunked\r\n\r\n", "501"),
            ("POST /worker HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n", "400"),
            ("POST /forbidden HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", "403"),
        ]
    )
    func refusals(request: String, status: String) throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        // The pipelined request must not be seen.
        try client.send(request + "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")
        let (head, _) = try client.response()
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        #expect(head.contains("Connection: close\r\n"))
        #expect(client.readToEnd().isEmpty)
        #expect(!client.isReset)
        server.stop()
        #expect(server.log.allSatisfy { $0.path != "/hidden" })
    }

    @Test(
        "A client may end its side after its request and is still answered; cut short it is not one"
    )
    func halfClose() throws {
        let server = try TestServer()
        defer { server.stop() }
        for path in ["/a", "/worker", "/sleep", "/chunks"] {
            let client = try Client(server)
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            client.end()
            #expect(try client.response().head.hasPrefix("HTTP/1.1 200 "), "\(path)")
            #expect(client.readToEnd().isEmpty)
        }
        let client = try Client(server)
        try client.send("POST /worker HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\na=b")
        client.end()
        #expect(try client.response().head.hasPrefix("HTTP/1.1 400 "))
    }

    @Test("Static files have tags, ranges and a compressed form of their own")
    func staticFiles() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try Client(server)
        let get = "GET /app.css HTTP/1.1\r\nHost: a\r\n"
        try client.send("\(get)\r\n")
        let plain = try client.response()
        #expect(plain.body == TestServer.css)
        #expect(
            plain.head.contains("ETag: \"v1\"\r\n")
                && plain.head.contains("Vary: Accept-Encoding\r\n")
        )
        try client.send("\(get)Accept-Encoding: gzip\r\n\r\n")
        let gzip = try client.response()
        #expect(gzip.body == [0x1f, 0x8b])
        #expect(gzip.head.contains("ETag: \"v1-gzip\"\r\n"))
        #expect(gzip.head.contains("Content-Encoding: gzip\r\n"))
        try client.send("\(get)Range: bytes=10-19\r\n\r\n")
        let part = try client.response()
        #expect(part.head.contains("Content-Range: bytes 10-19/30000\r\n"))
        #expect(part.body.count == 10)
        #expect(try client.status("\(get)If-None-Match: \"v1\"\r\n\r\n") == "304")
        let both = "\(get)If-None-Match: \"v1\"\r\nAccept-Encoding: gzip\r\n\r\n"
        #expect(try client.status(both) == "200")
        #expect(try client.status("\(get)If-Match: \"v2\"\r\n\r\n") == "412")
        #expect(try client.status("\(get)Range: bytes=30000-\r\n\r\n") == "416")
    }
}
