/// What a file is that people bring by mistake instead of a text with something in it, by its first bytes.
package struct FileKind: Equatable, Sendable {
    /// “a PDF”.
    package let name: String
    /// What is wanted may be in it.
    package private(set) var isPacked = false
    /// A program of an office may have made it.
    package private(set) var isOffice = false

    private init(_ name: String, isPacked: Bool = false, isOffice: Bool = false) {
        self.name = name
        self.isPacked = isPacked
        self.isOffice = isOffice
    }

    /// nil if the beginning of the file may be that of text.
    package init?(_ start: [UInt8]) {
        if let known = Self.known.first(where: { start.starts(with: $0.bytes) }) {
            self = known.kind
        } else if start.count > 8, start[0] == 0, start[4..<8].elementsEqual("ftyp".utf8) {
            // ISO/IEC 14496-12 §4.3: the type of the file comes after the size of its box, which is small.
            self.init("a film or a picture")
        } else if Self.isWebPage(start) {
            self = .webPage
        } else {
            return nil
        }
    }

    package static let webPage = FileKind("a web page")

    private static let known: [(bytes: [UInt8], kind: FileKind)] = [
        // Workbooks and documents are ZIP archives, and before they were files of their own.
        ([0x50, 0x4B, 0x03, 0x04], FileKind("an archive (ZIP)", isPacked: true, isOffice: true)),
        ([0xD0, 0xCF, 0x11, 0xE0], FileKind("an Office document", isOffice: true)),
        ([0x89, 0x50, 0x4E, 0x47], FileKind("a picture (PNG)")),
        ([0xFF, 0xD8, 0xFF], FileKind("a picture (JPEG)")),
        (Array("GIF8".utf8), FileKind("a picture (GIF)")),
        (Array("RIFF".utf8), FileKind("a picture, a sound or a film")),
        (Array("%PDF-".utf8), FileKind("a PDF")),
        (Array("{\\rtf".utf8), FileKind("a document (RTF)")),
        (Array("SQLite format 3".utf8), FileKind("a database")),
        ([0x1F, 0x8B], FileKind("a compressed file (gzip)", isPacked: true)),
        ([0x37, 0x7A, 0xBC, 0xAF], FileKind("a compressed file (7z)", isPacked: true)),
        (Array("Rar!".utf8), FileKind("a compressed file (RAR)", isPacked: true)),
        ([0x1A, 0x45, 0xDF, 0xA3], FileKind("a film")),
    ]

    /// `<!doctype html` or `<html`, in any case, perhaps behind a byte order mark and spaces.
    private static func isWebPage(_ start: [UInt8]) -> Bool {
        var text = start[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let head = text.prefix(14).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return head.starts(with: "<!doctype html".utf8) || head.starts(with: "<html".utf8)
    }
}
