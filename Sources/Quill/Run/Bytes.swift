/// Tests of single bytes of text, shared by lexer, HTML scanner and escaping. ASCII only: no part
/// of a longer UTF-8 sequence matches.
extension UInt8 {
    /// What HTML calls ASCII whitespace.
    @inline(__always)
    var isHTMLSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }

    var isLetter: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isHexDigit: Bool {
        let lower = self | 0x20
        return isDigit || (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f"))
    }

    /// The bytes of a `srcset` descriptor such as `1.5x` or `300w`.
    var isDescriptorByte: Bool { isLetter || isDigit || self == UInt8(ascii: ".") }

    var lowercasedASCII: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    /// The digit for a value below 16.
    static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }
}
