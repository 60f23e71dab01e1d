/// A text that a program has wrapped into a formula, so that spreadsheets show it as it is: `="0306406152"`
/// keeps its zero, and isn’t rounded. Library programs write numbers and dates so.
///
/// `=T("…")` and `=TEXT(306406152,"0000000000")` say the same. Any other formula stays as it stands: what it
/// comes to is for a spreadsheet to say.
enum TextFormula {
    /// The text; nil if the cell isn’t such a formula.
    static func text(of cell: Span<UInt8>) -> [UInt8]? {
        guard !cell.isEmpty, cell[0] == UInt8(ascii: "=") else { return nil }
        var formula = Formula(rest: cell.withUnsafeBufferPointer { Array($0.dropFirst()) }[...])
        return formula.text()
    }
}

/// What is left of a formula, read from its beginning.
private struct Formula {
    private(set) var rest: ArraySlice<UInt8>

    init(rest: ArraySlice<UInt8>) {
        self.rest = rest
        self.rest.trimSpaces()
    }

    /// A text alone, or one of the functions that come to one.
    mutating func text() -> [UInt8]? {
        let whole = rest
        if let text = string(), rest.isEmpty { return text }
        if let text = Self.doubled(whole) { return text }
        rest = whole
        if take("t("), let text = string(), take(")"), rest.isEmpty { return text }
        rest = whole
        guard take("text("), let value = string() ?? digits(), take(",") || take(";"),
            let format = string(), take(")"), rest.isEmpty
        else { return nil }
        return Self.formatted(value, format)
    }

    /// Passes a word and the spaces around it; false if something else comes.
    private mutating func take(_ word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { letters in
            rest.count >= letters.count
                && zip(rest, letters).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
        }
        guard isNext else { return false }
        rest = rest.dropFirst(word.utf8CodeUnitCount)
        rest.trimSpaces()
        return true
    }

    /// A text in quotes, in which a quote is written twice.
    private mutating func string() -> [UInt8]? {
        guard rest.first == CSVByte.quote else { return nil }
        var text: [UInt8] = []
        var index = rest.startIndex + 1
        while index < rest.endIndex {
            if rest[index] == CSVByte.quote {
                guard index + 1 < rest.endIndex, rest[index + 1] == CSVByte.quote else {
                    rest = rest[(index + 1)...]
                    rest.trimSpaces()
                    return text
                }
                index += 1
            }
            text.append(rest[index])
            index += 1
        }
        return nil
    }

    private mutating func digits() -> [UInt8]? {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        rest.trimSpaces()
        return Array(digits)
    }

    /// `""text""`: the quotes were doubled, and the cell never quoted.
    private static func doubled(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
        let marks = [CSVByte.quote, CSVByte.quote]
        let text = rest.dropFirst(2).dropLast(2)
        guard rest.starts(with: marks), rest.suffix(2).elementsEqual(marks), !text.isEmpty,
            !text.contains(CSVByte.quote)
        else { return nil }
        return Array(text)
    }

    /// A value as `0000` writes it, with zeros in front, or as `@` and `#` do, as it is. Other formats write
    /// days and currencies.
    private static func formatted(_ value: [UInt8], _ format: [UInt8]) -> [UInt8]? {
        switch format.first {
        case UInt8(ascii: "@"), UInt8(ascii: "#"): return format.count == 1 ? value : nil
        case UInt8(ascii: "0"):
            let zero = UInt8(ascii: "0")
            guard format.allSatisfy({ $0 == zero }) else { return nil }
            return Array(repeating: zero, count: max(0, format.count - value.count)) + value
        default: return nil
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func trimSpaces() {
        self = drop { $0 == CSVByte.space }
        while last == CSVByte.space { removeLast() }
    }
}
