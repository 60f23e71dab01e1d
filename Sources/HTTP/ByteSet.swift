/// A set of byte values, for the character classes of the grammars.
///
/// Four words instead of a table of 256: it lives in registers, needs no pointer, and a lookup is a
/// shift and a mask.
struct ByteSet: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(_ ranges: ClosedRange<UInt8>..., and others: StaticString = "") {
        for range in ranges {
            for byte in range { insert(byte) }
        }
        others.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let low = byte & 64 == 0 ? words.0 : words.1
        let high = byte & 64 == 0 ? words.2 : words.3
        let word = byte & 128 == 0 ? low : high
        return (word >> UInt64(byte & 63)) & 1 != 0
    }

    private mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }
}

extension ByteSet {
    /// RFC 9110 §5.6.2: `tchar`, the characters of methods and field names.
    static let token = ByteSet(0x30...0x39, 0x41...0x5a, 0x61...0x7a, and: "!#$%&'*+-.^_`|~")

    /// RFC 9110 §5.5: a field value is visible text, obs-text, spaces and tabs. CR, LF and NUL are
    /// dangerous in it, and the other controls have no business there: §5.5 allows refusing them.
    static let fieldValue = ByteSet(0x20...0x7e, 0x80...0xff, and: "\t")

    /// RFC 3986 §3.3: `pchar`, "/" and the "%" of an escape.
    static let path = ByteSet(0x30...0x39, 0x41...0x5a, 0x61...0x7a, and: "-._~!$&'()*+,;=:@/%")

    /// RFC 3986 §3.4 plus what browsers leave unescaped in a query (the WHATWG URL Standard's query
    /// percent-encode set does not contain `[ \ ] ^ { | }` and the backtick). A fragment's "#" never
    /// reaches a server.
    static let query = ByteSet(
        0x30...0x39,
        0x41...0x5a,
        0x61...0x7a,
        and: "-._~!$&'()*+,;=:@/?%[\\]^`{|}"
    )

    /// The characters of a host name in a URL here: RFC 3986's `unreserved`. Its `sub-delims` and
    /// escapes are grammatical in a `reg-name`, but no DNS name has them, and attacks do.
    static let hostName = ByteSet(0x30...0x39, 0x41...0x5a, 0x61...0x7a, and: "-._~")

    /// RFC 9110 §5.6.4: the characters allowed between the quotes of a quoted-string, without `"`
    /// and `\`.
    static let quotedText = ByteSet(0x20...0x21, 0x23...0x5b, 0x5d...0x7e, 0x80...0xff, and: "\t")

    /// RFC 6265 §4.1.1: `cookie-octet`.
    static let cookieValue = ByteSet(
        0x21...0x21,
        0x23...0x2b,
        0x2d...0x3a,
        0x3c...0x5b,
        0x5d...0x7e
    )

    /// RFC 3986 §2.3: the characters that never need an escape.
    static let unreserved = ByteSet(0x30...0x39, 0x41...0x5a, 0x61...0x7a, and: "-._~")
}
