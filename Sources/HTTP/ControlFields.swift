/// The fields that decide how a request is read, collected in one pass over its index.
struct ControlFields {
    private(set) var host: Range<Int>?
    private(set) var asksToClose = false
    private(set) var asksToKeepAlive = false
    private(set) var expectsContinue = false
    private(set) var hasUnknownExpectation = false
    private var contentLength: Int?
    private var coding: TransferCoding?

    /// What a `Transfer-Encoding` field asks for.
    private enum TransferCoding {
        case chunked
        case unknown
    }

    mutating func note(
        _ field: Headers.FieldIndex,
        in block: Span<UInt8>
    ) throws(RequestFailure) {
        let name = Int(field.name.lowerBound)..<Int(field.name.upperBound)
        let value = Int(field.value.lowerBound)..<Int(field.value.upperBound)
        switch name.count {
        case 4 where block.spells("host", at: name):
            guard host == nil else { throw .malformed("two Host fields") }
            guard Authority.isValid(block, value) else { throw .malformed("Host") }
            host = value
        case 6 where block.spells("expect", at: name):
            let isKnown = block.spells("100-continue", at: value)
            expectsContinue = expectsContinue || isKnown
            hasUnknownExpectation = hasUnknownExpectation || !isKnown
        case 10 where block.spells("connection", at: name):
            noteConnection(block, value)
        case 14 where block.spells("content-length", at: name):
            // RFC 9112 §6.3 would let equal lengths count as one; no client has a reason to repeat
            // it.
            guard contentLength == nil else { throw .malformed("two Content-Length fields") }
            guard let length = block.decimal(at: value) else { throw .malformed("Content-Length") }
            contentLength = length
        case 17 where block.spells("transfer-encoding", at: name):
            guard coding == nil else { throw .malformed("two Transfer-Encoding fields") }
            coding = try ControlFields.coding(block, value)
        default:
            break
        }
    }

    /// RFC 9112 §6.3, without its leniency. A request with both a length and a coding is one that
    /// two programs read differently (§6.1: "ought to be handled as an error"), and HTTP/1.0 has
    /// no transfer codings.
    func framing(isVersion11: Bool) throws(RequestFailure) -> RequestHead.Framing {
        guard let coding else {
            return contentLength.map { .length($0) } ?? .none
        }
        guard contentLength == nil else {
            throw .malformed("Content-Length beside Transfer-Encoding")
        }
        guard isVersion11 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard coding == .chunked else {
            throw RequestFailure(.notImplemented, "transfer coding")
        }
        return .chunked
    }

    private mutating func noteConnection(_ block: Span<UInt8>, _ value: Range<Int>) {
        ControlFields.forEachElement(block, value) { option in
            if block.spells("close", at: option) { asksToClose = true }
            if block.spells("keep-alive", at: option) { asksToKeepAlive = true }
        }
    }

    /// RFC 9112 §6.1: `chunked` comes last and once, or the length is unknowable (400). Another coding
    /// before it is one that this server does not decode (501).
    private static func coding(
        _ block: Span<UInt8>,
        _ value: Range<Int>
    ) throws(RequestFailure) -> TransferCoding {
        if block.spells("chunked", at: value) { return .chunked }
        var (count, chunkedAt, areTokens) = (0, -1, true)
        var chunkedCount = 0
        forEachElement(block, value) { coding in
            areTokens = areTokens && !coding.isEmpty && block.isMade(of: .token, at: coding)
            if block.spells("chunked", at: coding) {
                chunkedAt = count
                chunkedCount += 1
            }
            count += 1
        }
        guard areTokens, chunkedCount == 1, chunkedAt == count - 1 else {
            throw .malformed("Transfer-Encoding")
        }
        return .unknown
    }

    /// RFC 9110 §5.6.1: the elements of a comma-separated list, empty ones too.
    private static func forEachElement(
        _ block: Span<UInt8>,
        _ list: Range<Int>,
        _ body: (Range<Int>) -> Void
    ) {
        var start = list.lowerBound
        while start <= list.upperBound {
            let end =
                block.firstIndex(of: ASCII.comma, in: start..<list.upperBound)
                ?? list.upperBound
            body(block.trimmingBlanks(start..<end))
            start = end + 1
        }
    }
}
