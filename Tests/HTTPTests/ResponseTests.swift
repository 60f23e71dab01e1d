import Testing

@testable import HTTP

@Suite struct ResponseTests {
    struct Nothing: ChunkSource {
        func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
            nil
        }
    }

    func encode(
        _ response: Response,
        isHead: Bool = false,
        minorVersion: Int = 1,
        isKeepAlive: Bool = true
    ) throws -> (text: String, outcome: ResponseEncoder.Outcome) {
        let context = ResponseEncoder.Context(
            isHead: isHead,
            minorVersion: minorVersion,
            isKeepAlive: isKeepAlive
        )
        var bytes: [UInt8] = []
        let outcome = try ResponseEncoder.encode(
            response,
            context,
            date: Array("D".utf8),
            into: &bytes
        )
        return (String(decoding: bytes, as: UTF8.self), outcome)
    }

    @Test("A head has status, date, the program's fields and the length")
    func head() throws {
        let (text, outcome) = try encode(Response(status: 404, text: "nö"))
        let expected = """
            HTTP/1.1 404 Not Found\r
            Date: D\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: 3\r
            \r

            """
        #expect(text == expected)
        #expect(outcome == ResponseEncoder.Outcome(framing: .length, isKeepAlive: true))
    }

    @Test("204 and 304 have neither content nor length, anything else without content has length 0")
    func noContent() throws {
        for status in [Status.noContent, .notModified] {
            let (text, outcome) = try encode(Response(status: status, body: .bytes([1])))
            #expect(!text.contains("Content-Length") && !text.contains("Transfer-Encoding"))
            #expect(outcome.framing == .none)
        }
        let (text, outcome) = try encode(Response(status: .seeOther))
        #expect(text.contains("Content-Length: 0\r\n"))
        #expect(outcome.framing == .none)
    }

    @Test("HEAD has the fields of GET and no content")
    func headMethod() throws {
        let response = Response(body: .bytes([1, 2, 3]))
        #expect(try encode(response, isHead: true).text == encode(response).text)
        #expect(try encode(response, isHead: true).outcome.framing == .none)
        let stream = Response(body: .chunks(Nothing()))
        #expect(try encode(stream, isHead: true).text == encode(stream).text)
        #expect(try encode(stream, isHead: true).outcome.framing == .none)
    }

    @Test("Content of unknown length is chunked, and ends with the connection in HTTP/1.0")
    func unknownLength() throws {
        let stream = Response(body: .chunks(Nothing()))
        let new = try encode(stream)
        #expect(new.text.contains("Transfer-Encoding: chunked\r\n"))
        #expect(new.outcome == ResponseEncoder.Outcome(framing: .chunked, isKeepAlive: true))
        let old = try encode(stream, minorVersion: 0)
        #expect(!old.text.contains("Transfer-Encoding"))
        #expect(old.text.contains("Connection: close\r\n"))
        #expect(old.outcome == ResponseEncoder.Outcome(framing: .untilClose, isKeepAlive: false))
    }

    @Test("The end of the connection is announced, and its persistence to HTTP/1.0")
    func connection() throws {
        #expect(try encode(Response(), isKeepAlive: false).text.contains("Connection: close\r\n"))
        #expect(try encode(Response(), minorVersion: 0).text.contains("Connection: keep-alive\r\n"))
        #expect(try !encode(Response()).text.contains("Connection"))
        let closing = Response(headers: ["connection": "close"])
        #expect(try encode(closing).text.contains("Connection: close\r\n"))
        #expect(try !encode(closing).outcome.isKeepAlive)
    }

    @Test("Framing and date are the server's to say")
    func ownFields() throws {
        let response = Response(
            headers: [
                "Content-Length": "7", "transfer-encoding": "chunked", "Date": "never", "X": "y",
            ]
        )
        let text = try encode(response).text
        #expect(text.contains("Content-Length: 0\r\n") && text.contains("X: y\r\n"))
        #expect(!text.contains("7") && !text.contains("chunked") && !text.contains("never"))
    }

    @Test(
        "A field that would change the lines around it is refused",
        arguments: [
            ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "a\rb"), ("X", "a\u{0}b"), ("X", "a\u{1b}b"),
            ("X\r\nY", "a"), ("X:", "a"), ("X ", "a"), ("", "a"), ("é", "a"),
        ]
    )
    func injection(name: String, value: String) {
        var output = Array("before".utf8)
        let response = Response(headers: Headers([("Fine", "yes"), (name, value)]))
        let context = ResponseEncoder.Context(isHead: false, minorVersion: 1, isKeepAlive: true)
        #expect(throws: InvalidField(name: name)) {
            try ResponseEncoder.encode(response, context, date: [], into: &output)
        }
        #expect(output == Array("before".utf8))
    }

    @Test("Numbers are written as they are")
    func numbers() {
        var bytes: [UInt8] = []
        for number in [0, 7, 10, 99, 100, 1_234_567_890, .max] {
            bytes.append(decimal: number)
            bytes.append(" ")
        }
        bytes.append(chunkSize: 65_535)
        let expected = "0 7 10 99 100 1234567890 9223372036854775807 ffff\r\n"
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "Headers keep their order, compare names without case, and replace or remove all of a name"
    )
    func headers() {
        var headers: Headers = ["A": "1", "b": "2", "a": "3"]
        #expect(headers["a"] == "1")
        #expect(headers.all("A") == ["1", "3"])
        headers["a"] = "4"
        #expect(headers == ["a": "4", "B": "2"])
        headers["B"] = nil
        headers.add("C", "5")
        #expect(headers.map(\.name) == ["A", "C"])
        #expect(headers.contains("c") && !headers.contains("b"))
        #expect(headers != ["A": "4", "C": "6"])
    }

    @Test("Prepared fields are read, sent and changed like those that they were made of")
    func preparedHeaders() throws {
        let plain: Headers = ["A": "1", "B": "two"]
        var prepared = try plain.prepared()
        #expect(prepared == plain)
        #expect(
            try encode(Response(headers: prepared)).text == encode(Response(headers: plain)).text
        )
        prepared.add("C", "3")
        #expect(prepared.map(\.value) == ["1", "two", "3"])
        #expect(throws: InvalidField(name: "X")) { try Headers([("X", "a\nb")]).prepared() }
        #expect(try Headers([("Connection", "close")]).prepared().isEmpty)
        let received = try #require(
            Request(target: "/", headers: ["X": "y", "Content-Length": "9"])
        )
        let text = try encode(Response(headers: received.headers)).text
        #expect(text.contains("X: y\r\n") && !text.contains("9\r\n"))
    }

    @Test("Received headers can be changed like any others")
    func receivedHeaders() throws {
        var headers = try #require(Request(target: "/", headers: ["X": "1", "x": "2"])).headers
        #expect(headers.all("X") == ["1", "2"])
        headers["X"] = "3"
        #expect(headers.map(\.value) == ["3", "localhost"])
    }
}
