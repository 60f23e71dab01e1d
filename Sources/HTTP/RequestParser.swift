import Received

/// Reads requests from a connection's bytes: incremental, without I/O, and never trapping.
///
/// The caller gives all bytes that it has and that were not consumed yet; the parser says what it found
/// and how many of them are done with. The same bytes give the same requests however they are cut.
///
///     var parser = RequestParser(limits: Limits())
///     let step = parser.next(bytes)
///     switch step.event {
///     case .needMore: …            // come again with more
///     case .head(let head): …      // decide about the content: parser.allowContent(of: 1024)
///     case .content(let range): …  // bytes at range, counted from the start of what was given
///     case .end: …                 // the request is complete; the next one may follow at once
///     case .failure(let reason): … // answer and close; the parser stays in this state
///     }
package struct RequestParser: Sendable {
    package enum Event: Sendable {
        case needMore
        case head(RequestHead)
        case content(Range<Int>)
        case end
        case failure(RequestFailure)
    }

    package struct Step: Sendable {
        package let event: Event
        /// The number of given bytes that need not be given again.
        package let consumed: Int
    }

    private enum State: Sendable {
        case head
        case length(Int)
        case chunked(ChunkedDecoder)
        case failed(RequestFailure)
    }

    package let limits: Limits
    private var state = State.head
    private var headParser = HeadParser()
    private var contentLimit: Int
    /// The beginning of the target of a request whose head can't be read, as it was sent; nil if
    /// not even that is known. The explanation of the refusal depends on it.
    package private(set) var refusedTarget: String?

    package init(limits: Limits) {
        self.limits = limits
        contentLimit = limits.contentBytes
    }

    /// Whether a request has begun and has not ended.
    package var isWithinRequest: Bool {
        if case .head = state { return headParser.hasBegun }
        return true
    }

    /// Sets how much content the request may have whose head was just read, instead of the usual
    /// limit.
    package mutating func allowContent(of bytes: Int) {
        contentLimit = bytes
    }

    package mutating func next(_ bytes: Span<UInt8>) -> Step {
        do {
            switch state {
            case .head: return try nextInHead(bytes)
            case .length(let left): return try nextInLength(bytes, left)
            case .chunked(let decoder): return try nextInChunks(bytes, decoder)
            case .failed(let failure): return Step(event: .failure(failure), consumed: 0)
            }
        } catch {
            if case .head = state { refusedTarget = Self.target(in: bytes) }
            state = .failed(error)
            return Step(event: .failure(error), consumed: 0)
        }
    }

    /// Enough to tell apart the parts of a site.
    private static let refusedTargetBytes = 64

    /// The text after the first space of a request line, as far as it is letters and signs.
    private static func target(in bytes: Span<UInt8>) -> String? {
        let method = 0..<min(bytes.count, Method.longestName + 1)
        guard let space = bytes.firstIndex(of: ASCII.space, in: method) else { return nil }
        let rest = space + 1..<min(bytes.count, space + 1 + refusedTargetBytes)
        let end = rest.first { !(0x21...0x7E).contains(bytes[$0]) } ?? rest.upperBound
        let target = bytes.extracting(rest.lowerBound..<end)
        return target.withUnsafeBufferPointer { OwnText.decode($0) }
    }

    private mutating func nextInHead(_ bytes: Span<UInt8>) throws(RequestFailure) -> Step {
        guard let (head, length) = try headParser.parse(bytes, limits) else {
            return Step(event: .needMore, consumed: 0)
        }
        headParser = HeadParser()
        contentLimit = limits.contentBytes
        switch head.framing {
        case .none: state = .length(0)
        case .length(let length): state = .length(length)
        case .chunked: state = .chunked(ChunkedDecoder())
        }
        return Step(event: .head(head), consumed: length)
    }

    private mutating func nextInLength(
        _ bytes: Span<UInt8>,
        _ left: Int
    ) throws(RequestFailure) -> Step {
        if left == 0 {
            state = .head
            return Step(event: .end, consumed: 0)
        }
        guard left <= contentLimit else {
            throw RequestFailure(.contentTooLarge, "Content-Length")
        }
        let part = 0..<min(left, bytes.count)
        guard !part.isEmpty else { return Step(event: .needMore, consumed: 0) }
        contentLimit -= part.count
        state = .length(left - part.count)
        return Step(event: .content(part), consumed: part.count)
    }

    private mutating func nextInChunks(
        _ bytes: Span<UInt8>,
        _ decoder: ChunkedDecoder
    ) throws(RequestFailure) -> Step {
        var (decoder, offset) = (decoder, 0)
        let step = try decoder.next(bytes, &offset, contentLimit: contentLimit, limits)
        state = .chunked(decoder)
        switch step {
        case .needMore:
            return Step(event: .needMore, consumed: offset)
        case .content(let range):
            return Step(event: .content(range), consumed: offset)
        case .end:
            state = .head
            return Step(event: .end, consumed: offset)
        }
    }
}
