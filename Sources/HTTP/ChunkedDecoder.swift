/// Decodes the chunked transfer coding (RFC 9112 §7.1) from bytes that arrive in any portions.
///
/// Every line must end in CRLF. Extensions are checked against their grammar and ignored, trailers are
/// checked and thrown away: nothing in them can become a field of the request.
struct ChunkedDecoder: Sendable {
    /// What the next bytes mean.
    enum Step: Equatable {
        case needMore
        /// The range holds content.
        case content(Range<Int>)
        case end
    }

    private enum State {
        case size
        case data(Int)
        case dataEnd
        case trailer
        case done
    }

    private var state = State.size
    private var extensionBytes = 0
    private var trailerBytes = 0

    /// Content so far, counting chunks that are announced.
    private(set) var announced = 0

    /// Reads on from `offset`, and moves it past everything that need not be given again.
    mutating func next(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        contentLimit: Int,
        _ limits: Limits
    ) throws(RequestFailure) -> Step {
        while offset < bytes.count {
            switch state {
            case .size:
                guard try takeSize(bytes, &offset, contentLimit, limits) else { return .needMore }
            case .data(let left):
                let part = offset..<offset + min(left, bytes.count - offset)
                offset = part.upperBound
                state = part.count == left ? .dataEnd : .data(left - part.count)
                return .content(part)
            case .dataEnd:
                guard try takeDataEnd(bytes, &offset) else { return .needMore }
            case .trailer:
                guard try takeTrailer(bytes, &offset, limits) else { return .needMore }
            case .done:
                return .end
            }
        }
        if case .done = state { return .end }
        return .needMore
    }

    /// The line that announces a chunk; false if it is not complete.
    private mutating func takeSize(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        _ contentLimit: Int,
        _ limits: Limits
    ) throws(RequestFailure) -> Bool {
        let tooLong = RequestFailure.malformed("chunk line too long")
        guard let line = try takeLine(bytes, &offset, limits.chunkLineBytes, tooLong) else {
            return false
        }
        try readSize(bytes, line, contentLimit, limits)
        return true
    }

    /// Exactly CRLF: nothing may hide between a chunk's data and the next size.
    private mutating func takeDataEnd(
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(RequestFailure) -> Bool {
        guard bytes[offset] == ASCII.carriageReturn else { throw .malformed("chunk end") }
        guard offset + 1 < bytes.count else { return false }
        guard bytes[offset + 1] == ASCII.lineFeed else { throw .malformed("chunk end") }
        offset += 2
        state = .size
        return true
    }

    /// Takes one trailer line, or the empty one that ends the message.
    private mutating func takeTrailer(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        _ limits: Limits
    ) throws(RequestFailure) -> Bool {
        let tooLong = RequestFailure(.requestHeaderFieldsTooLarge, "trailers")
        let allowed = limits.trailerBytes - trailerBytes
        guard let line = try takeLine(bytes, &offset, allowed, tooLong) else { return false }
        trailerBytes += line.count + 2
        if line.isEmpty {
            state = .done
        } else {
            _ = try FieldLine.parse(bytes, line, relativeTo: line.lowerBound)
        }
        return true
    }

    /// The next line without its end. A line is read again from its start when more of it arrives;
    /// the limits keep that short.
    private func takeLine(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        _ limit: Int,
        _ tooLong: RequestFailure
    ) throws(RequestFailure) -> Range<Int>? {
        let start = offset
        for position in start..<bytes.count {
            guard position - start <= limit else { throw tooLong }
            let byte = bytes[position]
            if byte == ASCII.lineFeed { throw .malformed("line end without CR") }
            guard byte == ASCII.carriageReturn else { continue }
            guard position + 1 < bytes.count else { return nil }
            guard bytes[position + 1] == ASCII.lineFeed else { throw .malformed("CR without LF") }
            offset = position + 2
            return start..<position
        }
        return nil
    }

    /// `chunk-size [ chunk-ext ]`; a size of zero begins the trailer section.
    private mutating func readSize(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        _ contentLimit: Int,
        _ limits: Limits
    ) throws(RequestFailure) {
        var (position, size) = (line.lowerBound, 0)
        while position < line.upperBound, let digit = bytes[position].hexValue {
            let (shifted, overflow) = size.multipliedReportingOverflow(by: 16)
            guard !overflow else { throw .malformed("chunk size") }
            size = shifted | Int(digit)
            position += 1
        }
        guard position > line.lowerBound else { throw .malformed("chunk size") }
        extensionBytes += line.upperBound - position
        guard extensionBytes <= limits.chunkExtensionBytes else {
            throw .malformed("chunk extensions too long")
        }
        try ChunkExtension.check(bytes, position..<line.upperBound)
        let (total, overflow) = announced.addingReportingOverflow(size)
        guard !overflow, total <= contentLimit else {
            throw RequestFailure(.contentTooLarge, "chunked content")
        }
        announced = total
        state = size == 0 ? .trailer : .data(size)
    }
}
