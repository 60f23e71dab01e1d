/// What separates the cells of a row. Spreadsheets write a comma, or a semicolon where the comma is
/// for decimals; what is copied out of one has tabs.
enum Delimiter: String, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: CSVByte.tab
        }
    }

    init?(byte: UInt8) {
        guard let delimiter = Self.allCases.first(where: { $0.byte == byte }) else { return nil }
        self = delimiter
    }

    /// The word for it on a page.
    var name: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        }
    }

    /// How many rows are compared. The header and a few dozen rows decide it; more would only cost.
    private static let comparedRows = 50

    /// The delimiter that a piece of a file has, the beginning of its text in UTF-8: the one that
    /// cuts most rows into as many cells as the header. A comma, if none cuts anything.
    static func recognised(in sample: [UInt8], isWhole: Bool) -> Delimiter {
        var best = (delimiter: Delimiter.comma, agreeing: 0.0, columns: 1)
        for delimiter in allCases {
            let counts = columnCounts(sample, isWhole: isWhole, delimiter)
            guard let columns = counts.first, columns > 1 else { continue }
            let agreeing = Double(counts.count { $0 == columns }) / Double(counts.count)
            if (agreeing, columns) > (best.agreeing, best.columns) {
                best = (delimiter, agreeing, columns)
            }
        }
        return best.delimiter
    }

    /// How many cells each row has when this delimiter is used. A row that is no CSV then counts as
    /// one of none, and ends the search; a last row that the sample cuts off does not count.
    private static func columnCounts(
        _ sample: [UInt8],
        isWhole: Bool,
        _ delimiter: Delimiter
    ) -> [Int] {
        var counts: [Int] = []
        var reader = CSVReader(TextDecoder(bytes: sample, encoding: .utf8), delimiter: delimiter)
        do {
            while counts.count < comparedRows, let row = try reader.next() {
                counts.append(row.count)
            }
        } catch {
            // An open quote is what a sample cut within a cell looks like, whatever the delimiter.
            let isCut = !isWhole && (error as? CSVError)?.reason == .unclosedQuote
            return isCut ? counts : counts + [0]
        }
        if !isWhole, counts.count > 1, counts.count < comparedRows { counts.removeLast() }
        return counts
    }

    /// What Excel's first line `sep=;` names, in a text that begins with it; nil without that line.
    static func hint(in text: Span<UInt8>) -> UInt8? {
        guard text.count > 4, isHint(text) else { return nil }
        let isAlone =
            text.count == 5 || text[5] == CSVByte.lineFeed || text[5] == CSVByte.carriageReturn
        return isAlone ? text[4] : nil
    }

    /// Whether the text begins as that line does.
    static func isHint(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 4, text[3] == UInt8(ascii: "=") else { return false }
        let word: InlineArray<3, UInt8> = [0x73, 0x65, 0x70]
        for index in word.indices where text[index] | 0x20 != word[index] { return false }
        return true
    }
}
