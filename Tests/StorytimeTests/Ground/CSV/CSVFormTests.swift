import Received
import Testing

@testable import Storytime

@Suite("How a CSV file is written")
struct CSVFormTests {
    static let encodings: [TextEncoding] = [
        .utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252,
    ]

    private func form(_ text: String) throws -> CSVForm {
        try CSVFile(bytes: Array(text.utf8)).form
    }

    @Test(
        "Line ends are those of the first line, whatever its cells contain",
        arguments: [
            ("a,b\r\nc,d\n", .crlf), ("a,b\nc,d\r\n", .lf), ("a,b\rc,d\r", .cr),
            ("\"a\r\nb\",c\nd,e\n", .lf), ("a,b", .crlf), ("\"a \"\"\n\"\"\",c\rd,e\r", .cr),
        ] as [(String, CSVForm.LineEnd)]
    )
    func lineEnds(text: String, end: CSVForm.LineEnd) throws {
        #expect(try form(text).lineEnd == end)
    }

    @Test(
        "Quotes are where they are needed, around texts, or everywhere",
        arguments: [
            ("a,b\n\"c,\",d\n", .needed), ("a,b\nc,d\n", .needed),
            ("\"a\",\"b\"\n\"c\",\"1\"\n", .always), ("\"a\",\"b\"\n\n\"\",\"\"\n\n", .always),
            ("\"a\",\"b\"\n\"c\",1\n", .texts), ("\"a\";\"b\"\n;-1.5\n", .texts),
            ("\"a\",\"b\"\nc,\"d\"\n", .needed),
        ] as [(String, CSVForm.Quoting)]
    )
    func quotes(text: String, quoting: CSVForm.Quoting) throws {
        #expect(try form(text).quoting == quoting)
    }

    @Test("A byte order mark and Excel's first line are noticed")
    func beginnings() throws {
        #expect(try form("\u{FEFF}a,b\n").byteOrderMark)
        #expect(try !form("a,b\n").byteOrderMark)
        let hint = try form("sep=;\na;b\nc;d\n")
        #expect(hint.hasHint && hint.delimiter == .semicolon && hint.lineEnd == .lf)
    }

    @Test(
        "A text in any encoding is read as it was",
        arguments: encodings
    )
    func encodes(encoding: TextEncoding) throws {
        let text = encoding == .windows1252 ? "Öl – “€”" : "Łódź 🦉 — ☃"
        let source = MemorySource(encoding.encode(Array(text.utf8)))
        var decoder = TextDecoder(source, TextRecognition([], chosen: encoding))
        var read: [UInt8] = []
        while let piece = try decoder.next() { read += piece }
        #expect(String(decoding: read, as: UTF8.self) == text)
    }

    @Test("What an encoding has no character for is a question mark")
    func questionMarks() {
        #expect(TextEncoding.windows1252.encode(Array("Łé".utf8)) == [0x3F, 0xE9])
        let turkish = TextEncoding(label: "windows-1254")
        #expect(turkish?.encode(Array("日ış🦊!".utf8)) == [0x3F, 0xFD, 0xFE, 0x3F, 0x21])
    }
}

@Suite("Files that are no CSV files")
struct FileSignatureTests {
    @Test(
        "They are known by their first bytes",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a picture (PNG)"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "a picture (JPEG)"), ([0x1F, 0x8B, 8], "(gzip)"),
            ([0x50, 0x4B, 0x03, 0x04, 1], "a workbook"),
            ([0, 0, 0, 0x18] + Array("ftypmp42".utf8), "a film"),
            (Array("<!DOCTYPE html>".utf8), "a web page"),
            (
                Array("title,author\nA".utf8) + [0] + Array("B\n".utf8),
                "a CSV file. Choose a spreadsheet saved as CSV."
            ),
        ] as [([UInt8], String)]
    )
    func known(bytes: [UInt8], name: String) throws {
        let complaint = try #require(FileSignature.complaint(about: bytes))
        #expect(complaint.hasPrefix("This isn’t a CSV file"))
        #expect(complaint.contains(name))
    }

    @Test("Text in every encoding may be CSV", arguments: CSVFormTests.encodings)
    func text(encoding: TextEncoding) {
        let bytes = encoding.encode(Array("title;author\nÄpfel;Ö\n".utf8))
        #expect(FileSignature.complaint(about: bytes) == nil)
        #expect(FileSignature.complaint(about: []) == nil)
    }
}
