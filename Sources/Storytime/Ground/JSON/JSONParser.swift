import HTTP
import Received

/// Reads JSON that a stranger sent (RFC 8259), and accepts nothing that two readers could
/// understand differently: no duplicate names in one object (RFC 7493 §2.3), no invalid UTF-8, no
/// half of a surrogate pair, no letter with too many marks (`ReceivedText`), no comments, no extra
/// commas, no NaN.
///
/// Its limits are far above what the API's clients send, and far below what would hurt.
struct JSONParser {
    /// Nested objects and lists. Ours have four; each level is a call on the stack.
    static let maximumDepth = 16
    /// Values in a whole text: 1 MiB of the shortest ones would take 20 MB in memory.
    static let maximumValues = 20_000
    /// Characters of a number: the longest exact decimal of 64 bits has 20.
    static let maximumNumberLength = 64

    private let bytes: [UInt8]
    private let maximumValues: Int
    private var position = 0
    private var depth = 0
    private var valueCount = 0

    init(_ bytes: [UInt8], maximumValues: Int = Self.maximumValues) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONError(reason: "it is not valid UTF-8", offset: 0)
        }
        self.bytes = bytes
        self.maximumValues = maximumValues
    }

    /// The one value that the text consists of.
    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("there is something after the end") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        valueCount += 1
        guard valueCount <= maximumValues else {
            throw error("it has more than \(maximumValues) values")
        }
        guard let first = current else { throw error("it ends too early") }
        switch first {
        case UInt8(ascii: "{"):
            return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.list() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw error("expected a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error("it is nested deeper than \(Self.maximumDepth) levels")
        }
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        guard !take("}") else { return .object(members) }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
            let name = try text()
            guard take(":") else { throw error("expected a colon") }
            let value = try value()
            guard members.updateValue(value, forKey: name) == nil else {
                throw error("it has “\(name.prefix(40))” twice")
            }
        } while take(",")
        guard take("}") else { throw error("expected a comma or }") }
        return .object(members)
    }

    private mutating func list() throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        guard !take("]") else { return .list(values) }
        repeat { values.append(try value()) } while take(",")
        guard take("]") else { throw error("expected a comma or ]") }
        return .list(values)
    }

    // MARK: Scalars

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError)
        -> JSONValue
    {
        for index in 0..<word.utf8CodeUnitCount {
            guard current == word.utf8Start[index] else { throw error("expected a value") }
            position += 1
        }
        return value
    }

    /// `[ "-" ] int [ frac ] [ exp ]` (RFC 8259 §6): no plus sign, no zero before other digits.
    private mutating func number() throws(JSONError) -> String {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        guard position - start <= Self.maximumNumberLength else {
            throw error("a number has more than \(Self.maximumNumberLength) characters")
        }
        return OwnText.decode(bytes[start..<position])
    }

    private mutating func digits() throws(JSONError) {
        guard let first = current, Self.isDigit(first) else { throw error("expected a digit") }
        while let byte = current, Self.isDigit(byte) { position += 1 }
    }

    private mutating func text() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        var start = position
        while let byte = current, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw error("a string contains a control character") }
            position += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            text += bytes[start..<position - 1]
            text += try escaped()
            start = position
        }
        guard position < bytes.count else { throw error("a string is not closed") }
        text += bytes[start..<position]
        do {
            let text = try ReceivedText.read(text)
            position += 1
            return text
        } catch {
            let marks = ReceivedText.maximumMarks
            throw self.error("a letter in a string has more than \(marks) marks")
        }
    }

    /// The character after a backslash (RFC 8259 §7).
    private mutating func escaped() throws(JSONError) -> [UInt8] {
        let byte = current
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte ?? 0]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try Array(String(Character(scalar())).utf8)
        default: throw error("a backslash comes before a character that needs none")
        }
    }

    /// A character by its number; beyond the first 65,536 it is written as a pair of surrogates.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") else {
            throw error("half of a surrogate pair is missing")
        }
        position += 1
        guard current == UInt8(ascii: "u") else {
            throw error("half of a surrogate pair is missing")
        }
        position += 1
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else {
            throw error("half of a surrogate pair is missing")
        }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw error("expected four hexadecimal digits") }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Bytes

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    /// Skips white space and takes that character; false if another one comes.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func error(_ reason: String) -> JSONError {
        JSONError(reason: reason, offset: position)
    }
}
