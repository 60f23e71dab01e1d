/// The number of an edition of a book (ISO 2108), kept as its thirteen digits.
///
/// A number of ten digits, as on books before 2007, names the same edition as the one of thirteen
/// that begins with 978 (ISBN Users’ Manual, 7th edition, §4 and appendix 1).
struct ISBN: Sendable, Hashable, CustomStringConvertible {
    /// Why a text is no such number.
    enum Problem: Error, Equatable {
        /// Not ten or thirteen digits, or not beginning with 978 or 979.
        case isNone
        /// The last digit doesn't fit the others, so that one of them is mistyped.
        case wrongCheckDigit
    }

    /// Thirteen digits.
    let digits: String

    /// Reads a number of ten or thirteen digits, with hyphens and spaces anywhere, and with “ISBN”
    /// before it.
    init(_ text: String) throws(Problem) {
        let digits = try Self.digits(of: text)
        switch digits.count {
        case 10:
            // The weights 10 to 1; the last digit may be X, which is ten.
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            guard sum % 11 == 0 else { throw .wrongCheckDigit }
            let first = [9, 7, 8] + digits.dropLast()
            self.digits = (first + [Self.checkDigit(of: first)]).map { String($0) }.joined()
        case 13 where digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9]):
            guard Self.checkDigit(of: Array(digits.dropLast())) == digits[12] else {
                throw .wrongCheckDigit
            }
            self.digits = digits.map { String($0) }.joined()
        default: throw .isNone
        }
    }

    var description: String { digits }

    /// The number of ten digits for the same edition; nil where there is none.
    var ten: String? {
        guard digits.hasPrefix("978") else { return nil }
        let nine = digits.dropFirst(3).dropLast().compactMap(\.wholeNumberValue)
        let sum = nine.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
        let check = (11 - sum % 11) % 11
        return nine.map { String($0) }.joined() + (check == 10 ? "X" : String(check))
    }

    private static func digits(of text: String) throws(Problem) -> [Int] {
        var rest = Folding.fold(text)[...]
        if rest.hasPrefix("isbn") {
            rest = rest.dropFirst(4).drop { $0 == "-" || $0 == ":" || $0.isWhitespace }
        }
        var digits: [Int] = []
        for character in rest where !character.isWhitespace && !"-‐‑–".contains(character) {
            if character.isASCII, let digit = character.wholeNumberValue {
                digits.append(digit)
            } else if character == "x", digits.count == 9 {
                digits.append(10)
            } else {
                throw .isNone
            }
        }
        return digits
    }

    /// The weights 1 and 3 in turn; the sum of all thirteen is a multiple of ten.
    private static func checkDigit(of twelve: [Int]) -> Int {
        let sum = twelve.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
        return (10 - sum % 10) % 10
    }
}
