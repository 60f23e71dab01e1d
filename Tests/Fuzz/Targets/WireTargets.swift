import HTTP
import Received

@testable import Storytime

extension FuzzTarget {
    /// What arrives on a connection. Traps if the parser finds other requests in the same bytes cut
    /// differently.
    func fuzzRequest(_ bytes: [UInt8], _ choice: FuzzChoice) {
        let whole = Reading(bytes, portion: max(1, bytes.count))
        let cut = Reading(bytes, portion: 1 + choice.way(of: 64))
        precondition(whole == cut, "the same bytes, cut differently, are other requests")
    }

    /// The parsers of what lies within a request.
    func fuzzFields(_ bytes: [UInt8]) {
        if let form = try? URLEncodedForm(bytes) { _ = form.all("a") }
        if let form = try? MultipartForm(
            .bytes(bytes),
            contentType: "multipart/form-data; boundary=a"
        ) {
            _ = try? form.fields()
            _ = form.files("file").map { try? form.bytes(of: $0) }
        }
        guard let text = try? ReceivedText.read(bytes) else { return }
        _ = try? URLEncodedForm(query: text)
        _ = MediaType(text)
        _ = Cookies([text])["a"]
        _ = HTTPDate.parse(text).map(HTTPDate.format)
        if case .partial(let range) = ByteRange.parse(text, length: bytes.count) {
            precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a part outside")
        }
        _ = EntityTag(text)
        _ = AcceptEncoding.accepts("gzip", header: text)
        _ = Accept.accepts("text", "html", header: text)
        _ = PercentEncoding.decode(text)
        var fields: Headers = [:]
        for name in ["If-Match", "If-None-Match", "If-Modified-Since", "If-Range", "Range"] {
            fields.add(name, text)
        }
        let validators = Validators(etag: EntityTag(opaque: "a"), lastModified: 1_700_000_000)
        _ = Preconditions.evaluate(.get, fields, validators)
        _ = Preconditions.allowsRange(fields, validators)
        for segment in PathSegments.split(text) { _ = ID<Book>(pathSegment: segment) }
    }

    /// What a program sends. Traps if white space around it makes another value of it, or if a value that is
    /// written again is read as another.
    func fuzzJSON(_ bytes: [UInt8]) {
        let value = try? JSONValue(bytes)
        precondition(
            (try? JSONValue([0x20] + bytes + [0x0A])) == value,
            "white space says something"
        )
        guard let value else { return }
        precondition(
            (try? JSONValue(Array(Self.written(value).utf8))) == value,
            "it comes back as another"
        )
    }

    private static func written(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let text): text
        case .text(let text): JSONText.quoted(text)
        case .list(let values): "[" + values.map(written).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { JSONText.quoted($0.key) + ":" + written($0.value) }
                .joined(separator: ",") + "}"
        }
    }
}

/// The requests in some bytes.
private struct Reading: Equatable {
    private var requests: [String] = []
    private var content: [UInt8] = []
    private var hasFailed = false

    init(_ bytes: [UInt8], portion: Int) {
        var parser = RequestParser(limits: Limits())
        var pending: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: portion) where !hasFailed {
            pending += bytes[start..<min(bytes.count, start + portion)]
            pending.removeFirst(read(&parser, pending))
        }
    }

    private mutating func read(_ parser: inout RequestParser, _ bytes: [UInt8]) -> Int {
        var (offset, hasMore) = (0, true)
        while hasMore {
            let step = parser.next(bytes.span.extracting(offset..<bytes.count))
            let start = offset
            offset += step.consumed
            switch step.event {
            case .needMore:
                hasMore = false
            case .head(let head):
                requests.append("\(head.method) \(head.target.raw)\n\(head.headers)")
            case .content(let range):
                content += bytes[start + range.lowerBound..<start + range.upperBound]
            case .end:
                requests.append("end after \(content.count)")
                hasMore = offset < bytes.count
            case .failure:
                hasFailed = true
                hasMore = false
            }
        }
        return offset
    }
}
