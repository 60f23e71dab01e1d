/// Reads a request's head, line by line, from bytes that arrive in any portions.
///
/// Each call gets all bytes since the head began, and the parser remembers how far it got: a head
/// that arrives byte by byte costs no more than one that arrives whole. Nothing is copied until
/// the head is complete.
///
/// RFC 9112 §2.2 lets a lenient recipient take a bare LF as a line's end; this one does not. Two
/// programs that disagree about where a line ends disagree about where a request ends.
struct HeadParser: Sendable {
    /// Where the line begins that is still incomplete.
    private var lineStart = 0
    /// There is no line feed before this position.
    private var scanned = 0
    private var emptyLines = 0
    private var requestLine: RequestLine?
    private var fieldsStart = 0
    private var index: [Headers.FieldIndex] = []

    /// Whether a byte of a head has arrived that is not an empty line.
    var hasBegun: Bool { requestLine != nil || scanned > lineStart }

    /// The head and its length, or nil as long as it is not complete.
    mutating func parse(
        _ bytes: Span<UInt8>,
        _ limits: Limits
    ) throws(RequestFailure) -> (head: RequestHead, length: Int)? {
        while let line = try nextLine(bytes) {
            guard requestLine != nil else {
                try begin(bytes, line, limits)
                continue
            }
            if line.isEmpty { return (try head(bytes), lineStart) }
            guard lineStart - fieldsStart <= limits.fieldSectionBytes else {
                throw RequestFailure(.requestHeaderFieldsTooLarge, "field section")
            }
            guard index.count < limits.fieldCount else {
                throw RequestFailure(.requestHeaderFieldsTooLarge, "number of fields")
            }
            index.append(try FieldLine.parse(bytes, line, relativeTo: fieldsStart))
        }
        try checkUnfinished(bytes, limits)
        return nil
    }

    /// The next complete line, without its line end.
    private mutating func nextLine(_ bytes: Span<UInt8>) throws(RequestFailure) -> Range<Int>? {
        guard let end = bytes.firstIndex(of: ASCII.lineFeed, in: scanned..<bytes.count) else {
            return nil
        }
        guard end > lineStart, bytes[end - 1] == ASCII.carriageReturn else {
            throw .malformed("line end without CR")
        }
        defer {
            lineStart = end + 1
            scanned = lineStart
        }
        return lineStart..<end - 1
    }

    private mutating func begin(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        _ limits: Limits
    ) throws(RequestFailure) {
        if line.isEmpty {
            emptyLines += 1
            guard emptyLines <= limits.leadingEmptyLines else {
                throw .malformed("empty lines before the request line")
            }
            return
        }
        guard line.count <= limits.requestLineBytes else { throw tooLongLine(bytes, line) }
        requestLine = try RequestLine(bytes, line)
        fieldsStart = lineStart
        index.reserveCapacity(HeadParser.usualFieldCount)
    }

    /// Room for a browser's fields, so that the index is allocated once.
    private static let usualFieldCount = 20

    private mutating func head(_ bytes: Span<UInt8>) throws(RequestFailure) -> RequestHead {
        guard let requestLine else { throw .malformed("request line") }
        let block = bytes.extracting(fieldsStart..<lineStart).withUnsafeBufferPointer { Array($0) }
        let headers = Headers(block: block, index: index)
        index = []
        return try RequestHead(requestLine, headers)
    }

    /// Refuses an incomplete line that can no longer become a head, without waiting for its end.
    private mutating func checkUnfinished(
        _ bytes: Span<UInt8>,
        _ limits: Limits
    ) throws(RequestFailure) {
        let line = lineStart..<bytes.count
        // A CR must be followed by LF; it may be the last byte so far, and is then checked again.
        for position in scanned..<bytes.count where bytes[position] < 0x20 {
            let isLineEnd = bytes[position] == ASCII.carriageReturn && position == bytes.count - 1
            guard isLineEnd || bytes[position] == ASCII.tab else {
                throw .malformed("control in the head")
            }
        }
        let endsInCR = bytes.count > lineStart && bytes[bytes.count - 1] == ASCII.carriageReturn
        scanned = endsInCR ? bytes.count - 1 : bytes.count
        if requestLine == nil {
            guard line.count <= limits.requestLineBytes else { throw tooLongLine(bytes, line) }
        } else {
            guard bytes.count - fieldsStart <= limits.fieldSectionBytes else {
                throw RequestFailure(.requestHeaderFieldsTooLarge, "field section")
            }
        }
    }

    /// RFC 9112 §3: 501 for a method longer than any known one, 414 for a longer target.
    private func tooLongLine(_ bytes: Span<UInt8>, _ line: Range<Int>) -> RequestFailure {
        let start = line.lowerBound
        let longestMethod = start..<min(line.upperBound, start + Method.longestName + 1)
        guard bytes.firstIndex(of: ASCII.space, in: longestMethod) != nil else {
            return RequestFailure(.notImplemented, "method too long")
        }
        return RequestFailure(.uriTooLong, "request line")
    }
}
