// Escaping inside URL attributes, following the rules of Go's html/template, which docs/quill.md
// explains. The result consists of characters that need no HTML escaping, except for `&`.

/// The characters of a value that may stay as they are in a URL.
struct URLCharacters: Sendable {
    private let kept: [Bool]
    /// Whether `%41` stays `%41`: a value that is a URL has been encoded once already.
    let keepsPercentEscapes: Bool

    /// RFC 3986 §2.3.
    static let unreserved = URLCharacters("-._~", keepsPercentEscapes: false)

    /// Reserved characters (RFC 3986 §2.2) too, except the quote and the parentheses, which are
    /// legal in a URL but delimit URLs in HTML and CSS.
    static let urlCharacters = URLCharacters("-._~!#$&*+,/:;=?@[]", keepsPercentEscapes: true)

    /// In a `srcset` a comma may end the URL.
    static let urlCharactersButComma = URLCharacters(
        "-._~!#$&*+/:;=?@[]",
        keepsPercentEscapes: true
    )

    private init(_ punctuation: StaticString, keepsPercentEscapes: Bool) {
        var kept = [Bool](repeating: false, count: 256)
        for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { kept[Int(byte)] = true }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { kept[Int(byte)] = true }
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { kept[Int(byte)] = true }
        punctuation.withUTF8Buffer { for byte in $0 { kept[Int(byte)] = true } }
        self.kept = kept
        self.keepsPercentEscapes = keepsPercentEscapes
    }

    func keeps(_ byte: UInt8) -> Bool { kept[Int(byte)] }
}

extension Output {
    /// What a refused URL becomes: a link that goes nowhere, and says so to anybody who looks at
    /// it.
    private static var blocked: StaticString { "#blocked" }

    mutating func percentEncode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        keeping characters: URLCharacters
    ) {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "&"), characters.keeps(byte) {
                append("&amp;")
            } else if characters.keeps(byte) {
                append(byte)
            } else if byte == UInt8(ascii: "%"), characters.keepsPercentEscapes,
                index + 2 < bytes.count, bytes[index + 1].isHexDigit, bytes[index + 2].isHexDigit
            {
                append(byte)
            } else {
                appendPercentEncoded(byte)
            }
        }
    }

    /// A value that a URL starts with, or all of it.
    mutating func writeURL(_ bytes: UnsafeBufferPointer<UInt8>, isLocal: Bool) {
        let isSafe = isLocal ? URLCheck.isLocalPath(bytes) : URLCheck.hasSafeScheme(bytes)
        guard isSafe else { return append(Self.blocked) }
        percentEncode(bytes, keeping: .urlCharacters)
    }

    /// `href="/{{ x }}"`: if `x` began with another slash, it would name a host. (A backslash,
    /// which browsers treat as a slash, is encoded anyway.)
    mutating func writeURLAfterSlash(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.first == UInt8(ascii: "/") else {
            return percentEncode(bytes, keeping: .urlCharacters)
        }
        appendPercentEncoded(UInt8(ascii: "/"))
        percentEncode(
            UnsafeBufferPointer(rebasing: bytes.dropFirst()),
            keeping: .urlCharacters
        )
    }

    /// A list of candidates, `URL descriptor, URL descriptor`: each URL is checked on its own.
    mutating func writeSrcset(_ bytes: UnsafeBufferPointer<UInt8>) {
        var isFirst = true
        let comma = UInt8(ascii: ",")
        for candidate in bytes.split(separator: comma, omittingEmptySubsequences: false) {
            if !isFirst { append(", ") }
            isFirst = false
            let url = candidate.drop(while: \.isHTMLSpace).prefix(while: { !$0.isHTMLSpace })
            let descriptor = candidate[url.endIndex...]
            let isPlain = descriptor.allSatisfy { $0.isHTMLSpace || $0.isDescriptorByte }
            let buffer = UnsafeBufferPointer(rebasing: url)
            guard isPlain, URLCheck.hasSafeScheme(buffer) else {
                append(Self.blocked)
                continue
            }
            percentEncode(buffer, keeping: .urlCharactersButComma)
            let words = descriptor.split(whereSeparator: \.isHTMLSpace)
            for word in words {
                append(UInt8(ascii: " "))
                for byte in word { append(byte) }
            }
        }
    }

    mutating func writeSrcsetDescriptor(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes where byte.isDescriptorByte { append(byte) }
    }

    private mutating func appendPercentEncoded(_ byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(UInt8.upperHexDigit(byte >> 4))
        append(UInt8.upperHexDigit(byte & 15))
    }
}

/// Checks of a URL that came as a value.
enum URLCheck {
    /// The schemes that a URL may have: those of pages, and those that open an app for mail, a
    /// call or one-time codes. Everything else that a browser takes for a scheme either runs code
    /// or is of no use in a page.
    static let schemes: [StaticString] = ["http", "https", "mailto", "tel", "otpauth"]

    /// A colon before the first `/`, `?` or `#` may end a scheme, so what precedes it must be one
    /// of ours, byte by byte. Tricks that browsers undo (`java\nscript:`, a leading control
    /// character) are not undone here: they simply don't match.
    static func hasSafeScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard
            let end = bytes.firstIndex(where: {
                $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/")
                    || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            }), bytes[end] == UInt8(ascii: ":")
        else { return true }
        return isSafeScheme(bytes[..<end])
    }

    static func isSafeScheme(_ scheme: some Collection<UInt8>) -> Bool {
        schemes.contains { name in
            name.withUTF8Buffer { $0.elementsEqual(scheme.lazy.map(\.lowercasedASCII)) }
        }
    }

    /// A path on this site: one slash, and not another that would begin a host.
    static func isLocalPath(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "/") else { return false }
        return bytes.count == 1 || bytes[1] != UInt8(ascii: "/")
    }
}
