/// Follows literal text inside a URL attribute.
struct URLScanner {
    private(set) var part: URLPart
    private let isSrcset: Bool
    /// Of a `srcset`: whether the byte before was a comma, which then ends the candidate.
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
