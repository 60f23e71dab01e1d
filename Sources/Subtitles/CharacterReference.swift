import Received

/// `&amp;`, `&#38;` and `&#x26;`, read as HTML does
/// (https://html.spec.whatwg.org/#character-reference-state).
struct CharacterReference {
    let text: String
    /// Where it ends.
    let end: Int

    /// The reference that begins at the range’s first byte, an `&`; nil if that is just an `&`.
    static func read(_ bytes: Bytes, _ range: Range<Int>) -> CharacterReference? {
        let start = range.lowerBound + 1
        guard start < range.upperBound else { return nil }
        return bytes[start] == UInt8(ascii: "#")
            ? number(bytes, start + 1..<range.upperBound) : name(bytes, start..<range.upperBound)
    }

    /// A text with its references replaced.
    static func decoded(_ bytes: Bytes, _ range: Range<Int>) -> String {
        guard bytes.contains(UInt8(ascii: "&"), in: range) else { return bytes.text(range) }
        var text = ""
        var index = range.lowerBound
        while index < range.upperBound {
            let ampersand = bytes.first(UInt8(ascii: "&"), from: index, to: range.upperBound)
            text += bytes.text(index..<ampersand)
            guard ampersand < range.upperBound else { break }
            let reference = read(bytes, ampersand..<range.upperBound)
            text += reference?.text ?? "&"
            index = reference?.end ?? ampersand + 1
        }
        return ReceivedText.cut(text)
    }

    private static func number(_ bytes: Bytes, _ range: Range<Int>) -> CharacterReference? {
        var index = range.lowerBound
        let isHexadecimal = index < range.upperBound && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let digits = index
        var value: UInt32 = 0
        while index < range.upperBound,
            isHexadecimal ? bytes[index].isHexDigit : bytes[index].isDigit
        {
            let byte = bytes[index]
            let digit = byte.isDigit ? UInt32(byte - 0x30) : UInt32((byte | 0x20) - 0x57)
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            index += 1
        }
        guard index > digits else { return nil }
        if index < range.upperBound, bytes[index] == UInt8(ascii: ";") { index += 1 }
        return CharacterReference(text: String(Character(scalar(value))), end: index)
    }

    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if (0x80..<0xA0).contains(value) { return Windows1252.scalar(UInt8(value)) }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return scalar
    }

    /// The longest name counts that the text begins with.
    private static func name(_ bytes: Bytes, _ range: Range<Int>) -> CharacterReference? {
        var end = range.lowerBound
        while end < min(range.upperBound, range.lowerBound + 32),
            bytes[end].isLetter || bytes[end].isDigit
        {
            end += 1
        }
        guard end > range.lowerBound else { return nil }
        let hasSemicolon = end < range.upperBound && bytes[end] == UInt8(ascii: ";")
        let name = bytes.text(range.lowerBound..<end)
        if hasSemicolon, let found = common(name) ?? CharacterNames.table[name]?.text {
            return CharacterReference(text: found, end: end + 1)
        }
        while end > range.lowerBound {
            let name = bytes.text(range.lowerBound..<end)
            if let found = CharacterNames.table[name], !found.needsSemicolon {
                return CharacterReference(text: found.text, end: end)
            }
            end -= 1
        }
        return nil
    }

    /// Those that captions have: the table isn’t made for them.
    private static func common(_ name: String) -> String? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "nbsp": "\u{A0}"
        case "lrm": "\u{200E}"
        case "rlm": "\u{200F}"
        default: nil
        }
    }
}

/// The references of a text, for those who read other documents with them.
package enum CharacterReferences {
    package static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        var text = String(text)
        return text.withUTF8 { CharacterReference.decoded($0, 0..<$0.count) }
    }
}
