import Received

/// What a file is that isn't text, by its first bytes.
enum FileSignature {
    /// Enough to find a zero byte in nearly every file that isn't text.
    static let sampleBytes = 8 * 1024

    /// What is wrong with a file that was brought as CSV, judged by its beginning; nil if it may be
    /// one.
    static func complaint(about start: [UInt8]) -> String? {
        if known.first(where: { start.starts(with: $0.bytes) })?.isWorkbook == true {
            return "This isn’t a CSV file, but a workbook or an archive. In the program it comes "
                + "from, save the sheet as CSV (UTF-8) and choose that file."
        }
        let way = "Choose a spreadsheet saved as CSV."
        if let name = name(of: start) { return "This isn’t a CSV file, but \(name). \(way)" }
        return isText(start) ? nil : "This isn’t a CSV file. \(way)"
    }

    /// Text has no zero bytes but in UTF-16.
    private static func isText(_ start: [UInt8]) -> Bool {
        !start.contains(0) || TextRecognition(start, isWhole: false).encoding.isWide
    }

    private static func name(of start: [UInt8]) -> String? {
        if let kind = known.first(where: { start.starts(with: $0.bytes) }) { return kind.name }
        // ISO/IEC 14496-12 §4.3: the type of the file comes after the size of its box.
        let isMedia = start.count > 8 && start[4..<8].elementsEqual("ftyp".utf8)
        return isMedia ? "a film or a picture" : nil
    }

    private struct Kind {
        let bytes: [UInt8]
        let name: String
        var isWorkbook = false
    }

    private static let known = [
        // A ZIP archive, which workbooks are, and the file that they were before.
        Kind(bytes: [0x50, 0x4B, 0x03, 0x04], name: "a workbook", isWorkbook: true),
        Kind(bytes: [0xD0, 0xCF, 0x11, 0xE0], name: "a workbook", isWorkbook: true),
        Kind(bytes: [0x89, 0x50, 0x4E, 0x47], name: "a picture (PNG)"),
        Kind(bytes: [0xFF, 0xD8, 0xFF], name: "a picture (JPEG)"),
        Kind(bytes: Array("GIF8".utf8), name: "a picture (GIF)"),
        Kind(bytes: Array("RIFF".utf8), name: "a picture, a sound or a film"),
        Kind(bytes: Array("%PDF-".utf8), name: "a PDF"),
        Kind(bytes: Array("{\\rtf".utf8), name: "a document (RTF)"),
        Kind(bytes: Array("<!DOCTYPE".utf8), name: "a web page"),
        Kind(bytes: Array("<html".utf8), name: "a web page"),
        Kind(bytes: Array("<?xml".utf8), name: "an XML file"),
        Kind(bytes: Array("SQLite format 3".utf8), name: "a database"),
        Kind(bytes: [0x1F, 0x8B], name: "a compressed file (gzip)"),
        Kind(bytes: [0x37, 0x7A, 0xBC, 0xAF], name: "a compressed file (7z)"),
        Kind(bytes: Array("Rar!".utf8), name: "a compressed file (RAR)"),
        Kind(bytes: [0x1A, 0x45, 0xDF, 0xA3], name: "a film"),
    ]
}
