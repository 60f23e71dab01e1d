/// What programs put around a number in a cell, and what is no part of it.
enum CellNumber {
    /// Without the mark that keeps a spreadsheet from reading a number: `'0306406152`.
    static func unmarked(_ cell: String) -> String {
        let text = PlainText.trimmed(cell)
        guard let mark = text.unicodeScalars.first, marks.contains(mark),
            let next = text.unicodeScalars.dropFirst().first, isOfNumber(next)
        else { return text }
        return String(Substring(text.unicodeScalars.dropFirst()))
    }

    /// A whole number without such a mark, without zeros in front, and without the fraction that programs add
    /// where a column has empty cells: `1999.0`. Three zeros may be thousands. Anything else stays as it is.
    static func whole(_ cell: String) -> String {
        let text = unmarked(cell)
        let digits = withoutFraction(text)
        guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return text }
        let rest = digits.utf8.drop { $0 == UInt8(ascii: "0") }
        return rest.isEmpty ? "0" : String(Substring(rest))
    }

    /// The number of an edition, without such a mark and such a fraction, and out of the brackets that library
    /// programs put around it: `[0306406152]`. Its zeros in front count.
    static func edition(_ cell: String) -> String {
        var text = unmarked(cell)
        if text.hasPrefix("["), text.hasSuffix("]") {
            text = unmarked(String(text.dropFirst().dropLast()))
        }
        let digits = withoutFraction(text)
        return digits.utf8.allSatisfy(isDigit) ? String(digits) : text
    }

    /// The text without one or two zeros behind a point or a comma.
    private static func withoutFraction(_ text: String) -> Substring {
        for fraction in [".0", ".00", ",0", ",00"] where text.hasSuffix(fraction) {
            return text.dropLast(fraction.count)
        }
        return text[...]
    }

    /// The apostrophe of spreadsheets, and what keyboards and programs make of it.
    private static let marks: Set<Unicode.Scalar> = ["'", "`", "’", "‘", "´"]

    private static func isOfNumber(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || scalar == "-" || scalar == "+"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
