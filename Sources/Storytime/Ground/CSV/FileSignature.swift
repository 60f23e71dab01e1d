import Received

/// What a file is that isn't text, by its first bytes.
enum FileSignature {
    /// Enough to find a zero byte in nearly every file that isn't text.
    static let sampleBytes = 8 * 1024

    /// What is wrong with a file that was brought as CSV, judged by its beginning; nil if it may be
    /// one.
    static func complaint(about start: [UInt8]) -> String? {
        let kind = FileKind(start)
        if kind?.isOffice == true {
            return "This isn’t a CSV file, but a workbook or an archive. In the program it comes "
                + "from, save the sheet as CSV (UTF-8) and choose that file."
        }
        let way = "Choose a spreadsheet saved as CSV."
        if let name = kind?.name ?? markup(start) {
            return "This isn’t a CSV file, but \(name). \(way)"
        }
        return isText(start) ? nil : "This isn’t a CSV file. \(way)"
    }

    /// Text has no zero bytes but in UTF-16.
    private static func isText(_ start: [UInt8]) -> Bool {
        !start.contains(0) || TextRecognition(start, isWhole: false).encoding.isWide
    }

    private static func markup(_ start: [UInt8]) -> String? {
        let isXML = start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE".utf8)
        return isXML ? "an XML file" : nil
    }
}
