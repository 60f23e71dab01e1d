// Compiled by script/tools/fuzz together with the HTTP library, as one module with libFuzzer.

/// One input: a byte that says how to cut, and what arrives. Traps if the parser finds other requests
/// in the same bytes cut differently; whatever traps by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let portion = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let whole = Reading(bytes, portion: max(1, bytes.count))
    let cut = Reading(bytes, portion: max(1, Int(portion)))
    precondition(whole == cut, "the same bytes, cut differently, are other requests")
    readInnerGrammars(bytes)
    return 0
}

/// The parsers of what lies within a request.
private func readInnerGrammars(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? URLEncodedForm(bytes)
    _ = try? MultipartForm(.bytes(bytes), contentType: "multipart/form-data; boundary=a")
    _ = MediaType(text)
    _ = Cookies([text])["a"]
    _ = HTTPDate.parse(text)
    _ = ByteRange.parse(text, length: bytes.count)
    _ = EntityTag(text)
    _ = AcceptEncoding.accepts("gzip", header: text)
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
