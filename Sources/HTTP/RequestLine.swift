/// The first line of a request (RFC 9112 §3): method, target, version, one space between each.
struct RequestLine: Sendable {
    var method: Method
    var target: Target
    var minorVersion: Int

    /// The authority of an absolute-form target, which takes precedence over the `Host` field.
    var authority: String?

    private static let version = "HTTP/1.1".utf8.count

    init(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(RequestFailure) {
        guard let methodEnd = bytes.firstIndex(of: ASCII.space, in: line),
            methodEnd > line.lowerBound,
            bytes.isMade(of: .token, at: line.lowerBound..<methodEnd)
        else { throw .malformed("method") }
        let targetEnd = line.upperBound - RequestLine.version - 1
        guard targetEnd > methodEnd, bytes[targetEnd] == ASCII.space else {
            throw .malformed("request line")
        }
        minorVersion = try RequestLine.minorVersion(bytes, at: targetEnd + 1)
        method = RequestLine.method(bytes, line.lowerBound..<methodEnd)
        let target = methodEnd + 1..<targetEnd
        switch bytes[methodEnd + 1] {
        case ASCII.slash:
            self.target = try Target(bytes, target)
        case UInt8(ascii: "*") where target.count == 1 && method == .options:
            self.target = .asterisk
        default:
            (self.target, authority) = try RequestLine.otherForm(bytes, target, method)
        }
        if method == .connect, authority == nil { throw .malformed("target of CONNECT") }
    }

    /// RFC 9112 §2.3: `HTTP-name "/" DIGIT "." DIGIT`, case-sensitive. A minor version above 1.1
    /// is served as 1.1 (RFC 9110 §2.5); other major versions are not served.
    private static func minorVersion(
        _ bytes: Span<UInt8>,
        at start: Int
    ) throws(RequestFailure) -> Int {
        let name: StaticString = "HTTP/"
        let isNamed = name.withUTF8Buffer { letters in
            (0..<5).allSatisfy { bytes[start + $0] == letters[$0] }
        }
        let (major, dot, minor) = (bytes[start + 5], bytes[start + 6], bytes[start + 7])
        guard isNamed, major.isDigit, dot == UInt8(ascii: "."), minor.isDigit else {
            throw .malformed("version")
        }
        guard major == UInt8(ascii: "1") else {
            throw RequestFailure(.httpVersionNotSupported, "major version")
        }
        return minor == UInt8(ascii: "0") ? 0 : 1
    }

    private static func method(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Method {
        let start = range.lowerBound
        switch (range.count, bytes[start]) {
        case (3, UInt8(ascii: "G"))
        where bytes[start + 1] == UInt8(ascii: "E") && bytes[start + 2] == UInt8(ascii: "T"):
            return .get
        default:
            return Method(bytes.text(at: range))
        }
    }

    /// Absolute-form, which RFC 9112 §3.2.2 requires a server to accept, and CONNECT's
    /// authority-form.
    private static func otherForm(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ method: Method
    ) throws(RequestFailure) -> (Target, String?) {
        if method == .connect {
            guard Authority.isValid(bytes, range) else { throw .malformed("target of CONNECT") }
            return (.asterisk, bytes.text(at: range))
        }
        let start = range.lowerBound
        let schemeLength: Int
        if range.count > 7, bytes.spells("http://", at: start..<start + 7) {
            schemeLength = 7
        } else if range.count > 8, bytes.spells("https://", at: start..<start + 8) {
            schemeLength = 8
        } else {
            throw .malformed("form of the target")
        }
        let hostStart = start + schemeLength
        var hostEnd = hostStart
        while hostEnd < range.upperBound, bytes[hostEnd] != ASCII.slash,
            bytes[hostEnd] != ASCII.question
        {
            hostEnd += 1
        }
        guard Authority.isValid(bytes, hostStart..<hostEnd) else {
            throw .malformed("authority in the target")
        }
        let host = bytes.text(at: hostStart..<hostEnd)
        guard hostEnd < range.upperBound else {
            // RFC 9112 §3.2.4: a last proxy sends `OPTIONS http://host` on as `OPTIONS *`.
            return (method == .options ? .asterisk : try Target(rootWithQuery: ""), host)
        }
        guard bytes[hostEnd] == ASCII.slash else {
            return (try Target(rootWithQuery: bytes.text(at: hostEnd..<range.upperBound)), host)
        }
        return (try Target(bytes, hostEnd..<range.upperBound), host)
    }
}

extension Target {
    /// An absolute URI with an empty path means its root (RFC 9110 §4.2.3).
    fileprivate init(rootWithQuery query: String) throws(RequestFailure) {
        let bytes = Array("/\(query)".utf8)
        try self.init(bytes.span, 0..<bytes.count)
    }
}
