import Received

/// What a request asks for (RFC 9112 §3.2), in origin-form: a path and perhaps a query.
///
/// The path is decoded once and is valid UTF-8 without controls. A path with a dot segment, an
/// encoded slash or a backslash is refused when it is read (400) instead of being resolved:
/// browsers resolve dot segments before they send, so one that arrives is a mistake or an attack,
/// and what is never resolved is never resolved differently by two programs.
package struct Target: Sendable, Hashable {
    /// Path and query as they were sent; of an absolute-form target only these parts.
    package let raw: String

    /// The decoded path. `*` for `OPTIONS *`.
    package let path: String

    /// The number of bytes of `raw` that are the path.
    private let rawPathLength: Int

    package var isAsterisk: Bool { raw == "*" }

    /// The path as it was sent.
    package var rawPath: String {
        rawPathLength == raw.utf8.count ? raw : String(raw.utf8.prefix(rawPathLength)) ?? raw
    }

    /// What follows the "?", as it was sent; nil without a "?".
    package var query: String? {
        guard rawPathLength < raw.utf8.count else { return nil }
        return String(raw.utf8.dropFirst(rawPathLength + 1))
    }

    /// The decoded path cut at its slashes: `/a/b` gives `a`, `b`; `/` gives none; a slash at the end
    /// gives an empty last segment, so that `/a` and `/a/` differ.
    package var segments: [Substring] {
        path == "/" ? [] : PathSegments.split(path)
    }

    static let asterisk = Target(raw: "*", path: "*", rawPathLength: 1)

    private init(raw: String, path: String, rawPathLength: Int) {
        self.raw = raw
        self.path = path
        self.rawPathLength = rawPathLength
    }

    /// Reads origin-form: `absolute-path [ "?" query ]`.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestFailure) {
        let pathEnd = bytes.firstIndex(of: ASCII.question, in: range) ?? range.upperBound
        let pathRange = range.lowerBound..<pathEnd
        guard pathEnd > range.lowerBound, bytes[range.lowerBound] == ASCII.slash,
            bytes.isMade(of: .path, at: pathRange)
        else { throw .malformed("path in the target") }
        if pathEnd < range.upperBound {
            guard bytes.isMade(of: .query, at: pathEnd + 1..<range.upperBound) else {
                throw .malformed("query in the target")
            }
        }
        raw = bytes.text(at: range)
        rawPathLength = pathRange.count
        path = try Target.decodedPath(
            bytes,
            pathRange,
            raw: raw,
            isWhole: pathEnd == range.upperBound
        )
    }

    private static func decodedPath(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        raw: String,
        isWhole: Bool
    ) throws(RequestFailure) -> String {
        let hasEscapes = range.contains { bytes[$0] == ASCII.percent }
        guard hasEscapes else {
            guard !hasDotSegment(bytes, range) else { throw .malformed("dot segment in the path") }
            return isWhole ? raw : bytes.text(at: range)
        }
        let escaped = bytes.extracting(range).withUnsafeBufferPointer { Array($0) }
        guard let decoded = PercentEncoding.decode(bytes: escaped, plusIsSpace: false) else {
            throw .malformed("escape in the path")
        }
        let slashes = { (bytes: [UInt8]) in bytes.count { $0 == ASCII.slash } }
        guard slashes(decoded) == slashes(escaped), !decoded.contains(ASCII.backslash) else {
            throw .malformed("encoded slash or backslash in the path")
        }
        guard !decoded.contains(where: \.isControl) else {
            throw .malformed("encoded control in the path")
        }
        guard !hasDotSegment(decoded.span, 0..<decoded.count) else {
            throw .malformed("dot segment in the path")
        }
        do {
            return try ReceivedText.read(decoded)
        } catch {
            throw .malformed(error == .notUTF8 ? "path is not UTF-8" : "marks in the path")
        }
    }

    /// Whether a segment is "." or "..".
    private static func hasDotSegment(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let dot = UInt8(ascii: ".")
        var segmentStart = range.lowerBound + 1
        for position in range.lowerBound + 1..<range.upperBound + 1
        where position == range.upperBound || bytes[position] == ASCII.slash {
            let length = position - segmentStart
            if length == 1 || length == 2, bytes[segmentStart] == dot, bytes[position - 1] == dot {
                return true
            }
            segmentStart = position + 1
        }
        return false
    }
}
