import Received

/// The bytes that HTTP's grammars name.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let percent = UInt8(ascii: "%")
    static let comma = UInt8(ascii: ",")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let question = UInt8(ascii: "?")
    static let backslash = UInt8(ascii: "\\")
    static let delete: UInt8 = 0x7f
}

extension UInt8 {
    /// The byte with A-Z in lower case; every other byte unchanged.
    @inline(__always)
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }

    /// RFC 9110 §5.6.3: optional white space is a space or a tab, nothing else.
    @inline(__always)
    var isBlank: Bool { self == ASCII.space || self == ASCII.tab }

    /// A control that is not text in any of our inputs.
    var isControl: Bool { self < 0x20 || self == ASCII.delete }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes at `range` spell `word` (given in lower case), A-Z counting as a-z.
    func spells(_ word: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<range.count
            where self[range.lowerBound + offset].lowercased != letters[offset] {
                return false
            }
            return true
        }
    }

    /// `range` without the blanks at its ends.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The first position of `byte` within `range`.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }

    /// Whether every byte at `range` is in `set`.
    func isMade(of set: ByteSet, at range: Range<Int>) -> Bool {
        for index in range where !set.contains(self[index]) { return false }
        return true
    }

    /// The number that the digits at `range` write; nil for anything but digits and for numbers
    /// that don't fit into an `Int`.
    func decimal(at range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var value = 0
        for index in range {
            guard self[index].isDigit else { return nil }
            let (tens, tooManyTens) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooMuch) = tens.addingReportingOverflow(Int(self[index] - 0x30))
            guard !tooManyTens, !tooMuch else { return nil }
            value = sum
        }
        return value
    }

    /// The bytes at `range` as text: UTF-8 if they are valid (and accepted by `ReceivedText`),
    /// else Latin-1, which every byte is.
    func text(at range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { bytes in
            // Nearly everything in a head is ASCII, which needs no further check.
            guard bytes.contains(where: { $0 >= 0x80 }) else {
                return OwnText.decode(bytes)
            }
            return (try? ReceivedText.read(bytes))
                ?? ReceivedText.joined(bytes.lazy.map { Unicode.Scalar($0) })
        }
    }
}

/// Whether two names are equal when A-Z counts as a-z; other letters are compared as they are.
package func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { $0 == $1 || $0.lowercased == $1.lowercased }
}

extension Substring {
    /// The text without spaces and tabs at its ends (RFC 9110 §5.6.3).
    func trimmingBlanks() -> Substring { Substring(utf8.trimmingBlanks()) }
}

/// Separators are searched for in bytes, not in characters: a quote followed by a combining mark
/// is one `Character`, which isn't a quote.
extension Substring.UTF8View {
    func trimmingBlanks() -> Substring.UTF8View {
        var rest = self
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }

    /// Takes everything up to the first `separator`, and the separator; everything, if there is
    /// none.
    mutating func takePiece(before separator: UInt8) -> Substring.UTF8View {
        let end = firstIndex(of: separator) ?? endIndex
        let piece = self[..<end]
        self = self[end...].dropFirst()
        return piece
    }

    /// Takes a quote at the start, the text up to the next quote, and that quote; returns the
    /// text, or nil without quotes.
    mutating func takeQuoted() -> Substring.UTF8View? {
        guard first == ASCII.quote, let end = dropFirst().firstIndex(of: ASCII.quote) else {
            return nil
        }
        let text = self[..<end].dropFirst()
        self = self[end...].dropFirst()
        return text
    }
}
