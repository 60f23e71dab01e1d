/// Keeps text from being run: a spreadsheet takes a cell that begins with `=` for a formula, and a
/// formula can start programs and send the rest of the sheet away (OWASP, "CSV Injection").
///
/// Such a cell gets one apostrophe in front, which spreadsheets take to mean "this is text". The
/// text's own leading apostrophes do not count as its beginning, so the rule can be undone: the
/// reader removes exactly what the writer added, and every text comes back as it was.
enum FormulaGuard {
    /// Whether the cell, ignoring leading apostrophes, begins with something that a spreadsheet
    /// acts on: `=`, `+`, `-`, `@`, their full-width forms, a tab, or a line end.
    static func isNeeded(for cell: Span<UInt8>) -> Bool {
        var start = 0
        while start < cell.count, cell[start] == CSVByte.apostrophe { start += 1 }
        guard start < cell.count else { return false }
        switch cell[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            CSVByte.tab, CSVByte.carriageReturn, CSVByte.lineFeed:
            return true
        case 0xEF:
            return isFullWidth(cell, at: start)
        default:
            return false
        }
    }

    /// Whether the cell begins with an apostrophe that we added.
    static func isPresent(in cell: Span<UInt8>) -> Bool {
        !cell.isEmpty && cell[0] == CSVByte.apostrophe && isNeeded(for: cell)
    }

    /// U+FF1D, U+FF0B, U+FF0D, U+FF20: ＝ ＋ － ＠, which begin a formula in East Asian versions.
    private static func isFullWidth(_ cell: Span<UInt8>, at start: Int) -> Bool {
        guard cell.count - start >= 3, cell[start + 1] == 0xBC else { return false }
        return switch cell[start + 2] {
        case 0x9D, 0x8B, 0x8D, 0xA0: true
        default: false
        }
    }
}
