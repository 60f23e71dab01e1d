/// How far a URL in an attribute has come: what is decided, and what a value could still decide.
enum URLPart: Sendable, Equatable {
    case start
    /// Literal text that may be the start of a scheme.
    case prefix(String)
    /// After a value at the start: a colon could end a scheme.
    case afterValue
    /// After the single slash that a path begins with.
    case afterSlash
    /// In the host or path.
    case path
    case query
    /// In the width or density of a `srcset`'s candidate.
    case descriptor
    /// Literal text that makes any value dangerous, such as `javascript:`.
    case refused(String)
    /// Branches ended in different parts.
    case unknown

    /// The part of a URL that came to either of two parts: every danger of either applies.
    func joined(with other: URLPart) -> URLPart {
        if self == other { return self }
        if case .refused = self { return self }
        if case .refused = other { return other }
        if mayBecomeScheme, other.mayBecomeScheme { return .afterValue }
        if isInPath, other.isInPath { return .afterSlash }
        return .unknown
    }

    private var mayBecomeScheme: Bool {
        switch self {
        case .start, .prefix, .afterValue: true
        default: false
        }
    }

    private var isInPath: Bool { self == .afterSlash || self == .path }
}

/// Follows literal text inside a URL attribute.
struct URLScanner {
    private(set) var part: URLPart
    private let isSrcset: Bool
    /// In a `srcset`: the byte before, because a comma then ends the candidate.
    private var previous: UInt8

    init(_ part: URLPart, isSrcset: Bool, previous: UInt8) {
        self.part = part
        self.isSrcset = isSrcset
        self.previous = previous
    }

    mutating func scan(_ byte: UInt8) {
        if isSrcset, scanSrcset(byte) { return }
        switch part {
        case .start: start(byte)
        case .prefix(let prefix): extend(prefix, byte)
        case .afterValue: follow(byte)
        case .afterSlash, .path:
            let isQuery = byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            part = isQuery ? .query : .path
        case .unknown:
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { part = .query }
        case .query, .descriptor, .refused: break
        }
    }

    /// Whether the byte was one that separates URLs and descriptors.
    private mutating func scanSrcset(_ byte: UInt8) -> Bool {
        defer { previous = byte }
        let isComma = byte == UInt8(ascii: ",")
        if part == .descriptor {
            if isComma { part = .start }
            return true
        }
        if part == .start { return isComma || byte.isHTMLSpace }
        guard byte.isHTMLSpace else { return false }
        part = previous == UInt8(ascii: ",") ? .start : .descriptor
        return true
    }

    private mutating func start(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/"): part = .afterSlash
        case UInt8(ascii: "?"), UInt8(ascii: "#"): part = .query
        case _ where byte.isHTMLSpace: break
        default: extend("", byte)
        }
    }

    /// RFC 3986 §3.1: a scheme ends at the first colon. An entity or a control character may hide
    /// that colon or what precedes it.
    private mutating func extend(_ prefix: String, _ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/"): part = .path
        case UInt8(ascii: "?"), UInt8(ascii: "#"): part = .query
        case UInt8(ascii: ":"):
            let isSafe = URLCheck.isSafeScheme(prefix.utf8)
            part = isSafe ? .path : .refused("a URL of the scheme \(prefix):")
        case UInt8(ascii: "&"), UInt8(ascii: "\\"), 0...0x20:
            part = .refused("a URL that starts with an unclear scheme")
        default:
            guard prefix.utf8.count < Limits.nameLength else { return }
            part = .prefix(prefix + String(decoding: [byte], as: UTF8.self))
        }
    }

    private mutating func follow(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/"): part = .afterSlash
        case UInt8(ascii: "?"), UInt8(ascii: "#"): part = .query
        case UInt8(ascii: ":"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
            part = .refused("a URL whose scheme is a value")
        default: break
        }
    }
}
