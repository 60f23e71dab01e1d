import Received

/// The separator between the cells of a row. Spreadsheets write a comma, or a semicolon where the
/// comma is for decimals; text copied out of one has tabs.
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

    /// Its name on pages.
    var name: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        }
    }

    /// How many rows are compared. The header and a few dozen rows decide; more would only cost
    /// time.
    private static let comparedRows = 50

    /// The delimiter of a file, from the beginning of its text in UTF-8: the one that cuts most
    /// rows into as many cells as the header. A comma if none cuts anything.
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

    /// How many cells each row has with this delimiter. A broken row counts as having none; a last row
    /// that the sample cuts off does not count.
    private static func columnCounts(
        _ sample: [UInt8],
        isWhole: Bool,
        _ delimiter: Delimiter
    ) -> [Int] {
        var counts: [Int] = []
        let text = TextDecoder(MemorySource(sample), .utf8)
        var reader = CSVReader(text, delimiter: delimiter)
        reader.readsOn = true
        while counts.count < comparedRows, let row = try? reader.next() {
            guard case .broken(let fault) = row.doubt else {
                counts.append(row.count)
                continue
            }
            // With any delimiter, a sample cut within a cell looks like an open quote.
            if !isWhole, fault.reason == .unclosedQuote { return counts }
            counts.append(0)
        }
        if !isWhole, counts.count > 1, counts.count < comparedRows { counts.removeLast() }
        return counts
    }

    /// The delimiter that Excel's first line `sep=;` names, in a text that begins with it; nil
    /// without that line.
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
