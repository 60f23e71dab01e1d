@testable import HTTP

/// What a parser made of some bytes: the tests' way of driving it.
struct Transcript: Equatable {
    struct Message: Equatable {
        var line: String
        var headers: Headers
        var content: [UInt8] = []
        var isComplete = false
    }

    var messages: [Message] = []
    var failure: RequestFailure?

    /// Parses `portions` as a connection would: each is appended to what was left over.
    init(_ portions: [[UInt8]], limits: Limits = Limits()) {
        var parser = RequestParser(limits: limits)
        var pending: [UInt8] = []
        for portion in portions where failure == nil {
            pending += portion
            let consumed = drive(&parser, pending)
            pending.removeFirst(consumed)
        }
    }

    init(_ bytes: [UInt8], limits: Limits = Limits()) {
        self.init([bytes], limits: limits)
    }

    init(_ text: String, limits: Limits = Limits()) {
        self.init(Array(text.utf8), limits: limits)
    }

    /// How it ended: the failure's status, or nil.
    var status: Int? { failure?.status.code }

    var isOneRequest: Bool {
        failure == nil && messages.count == 1 && messages.allSatisfy(\.isComplete)
    }

    /// Whether both found the same requests and then failed or did not. Of two faults in one line the
    /// one that is noticed first may differ.
    func hasSameRequests(as other: Transcript) -> Bool {
        messages == other.messages && (failure == nil) == (other.failure == nil)
    }

    private mutating func drive(_ parser: inout RequestParser, _ bytes: [UInt8]) -> Int {
        let span = bytes.span
        var (offset, hasMore) = (0, true)
        while hasMore {
            let step = parser.next(span.extracting(offset..<span.count))
            let start = offset
            offset += step.consumed
            switch step.event {
            case .needMore:
                hasMore = false
            case .head(let head):
                let line = "\(head.method) \(head.target.raw) \(head.minorVersion)"
                messages.append(Message(line: line, headers: head.headers))
            case .content(let range):
                let bytes = bytes[start + range.lowerBound..<start + range.upperBound]
                messages[messages.count - 1].content += bytes
            case .end:
                messages[messages.count - 1].isComplete = true
                hasMore = offset < span.count
            case .failure(let reason):
                failure = reason
                hasMore = false
            }
        }
        return offset
    }
}

/// A GET with the given lines after its Host.
func get(_ lines: String..., host: String = "Host: a\r\n") -> String {
    "GET / HTTP/1.1\r\n\(host)\(lines.map { "\($0)\r\n" }.joined())\r\n"
}

/// A POST with the given field lines and what follows its head.
func post(_ lines: String..., content: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(lines.map { "\($0)\r\n" }.joined())\r\n\(content)"
}

func post(chunks: String) -> String {
    post("Transfer-Encoding: chunked", content: chunks)
}

/// Text whose characters stand for bytes, so that a test can write any byte as `\u{ff}`.
func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

/// The head of a request, for tests of what is decided from it.
func head(
    _ method: Method = .get,
    _ target: String = "/",
    _ headers: Headers = [:]
) throws -> RequestHead {
    guard let request = Request(method: method, target: target, headers: headers) else {
        throw RequestFailure(.badRequest, "test request")
    }
    return request.head
}
