import Foundation
import Received
import Testing

@testable import Storytime

@Suite("Opening a CSV file")
struct CSVFileTests {
    private func rows(_ file: CSVFile) throws -> [[String]] {
        var file = file
        var rows = [file.header.cells]
        while let row = try file.next() { rows.append(row.cells) }
        return rows
    }

    @Test(
        "The delimiter is the one that cuts all rows alike",
        arguments: [
            ("a,b\n1,2\n", Delimiter.comma), ("a;b\n1,5;2\n2,5;3", .semicolon),
            ("a\tb\n1\t2", .tab), ("title;author, illustrator\nx;y\nz;w", .semicolon),
            ("title,text\n\"a;b;c\",\"d;e\"\nx,y", .comma),
            ("\"a\";\"b\"\n\"1,2\";\"3,4\"", .semicolon),
            ("a;b,c;d", .semicolon), ("a", .comma), ("a\nb;c\nd;e", .comma), ("", .comma),
            ("a;b,c;d\n\"1\"x;2;3\n4;5;6\n", .semicolon), ("a,b;c\n1,2\n3,4\n", .comma),
            ("id;note\n1;\"x\ny,z\"\n2;\"\"", .semicolon),
        ]
    )
    func delimiters(text: String, delimiter: Delimiter) {
        #expect(Delimiter.recognised(in: Array(text.utf8), isWhole: true) == delimiter)
    }

    @Test("A sample that ends in the midst of a row or a cell says the same")
    func cutSamples() {
        let text = "id;title;note\n" + String(repeating: "1;\"a, \"\"b\"\"\nc\";d,e\n", count: 4)
        for count in 14...text.utf8.count {
            let sample = Array(text.utf8.prefix(count))
            #expect(Delimiter.recognised(in: sample, isWhole: false) == .semicolon)
        }
    }

    @Test("Excel's first line names the delimiter and is no row")
    func hint() throws {
        for (text, delimiter) in [
            ("sep=;\r\na;b,c\r\n1;2\r\n", Delimiter.semicolon), ("SEP=,\na;b,c\n1,2", .comma),
            ("\u{FEFF}sep=\t\ra\tb", .tab),
        ] {
            let file = try CSVFile(bytes: Array(text.utf8))
            #expect(file.delimiter == delimiter)
            #expect(file.header.line == 2 && file.header.count == 2)
        }
        #expect(throws: CSVError(line: 1, reason: .unknownDelimiter("|"))) {
            try CSVFile(bytes: Array("sep=|\na|b".utf8))
        }
        #expect(try CSVFile(bytes: Array("sep=;x\n1".utf8)).header.cells == ["sep=", "x"])
        #expect(try CSVFile(bytes: Array("\"sep=\",\na,b".utf8)).header.cells == ["sep=", ""])
    }

    @Test("What was recognised can be overruled")
    func overruled() throws {
        let bytes = Array("a;b,c\n".utf8) + [0xC3, 0xA9]
        let file = try CSVFile(bytes: bytes, encoding: .windows1252, delimiter: .comma)
        #expect(file.encoding == .windows1252 && file.delimiter == .comma)
        #expect(try rows(file) == [["a;b", "c"], ["Ã©"]])
        let hinted = try CSVFile(bytes: Array("sep=;\na,b".utf8), delimiter: .comma)
        #expect(hinted.header.cells == ["a", "b"])
    }

    @Test("A file without a single row says so")
    func empty() {
        for text in ["", "\u{FEFF}", "\r\n\n", "sep=;\n"] {
            #expect(throws: CSVError(line: 1, reason: .empty)) {
                try CSVFile(bytes: Array(text.utf8))
            }
        }
    }

    @Test("A row without anything in it is none, before the header and after it")
    func blankRows() throws {
        for (text, delimiter) in [
            (
                "\n\n,,\ntitle,author,\nFox,Mira,\n,,\n , ,\n\"\",\" \",\n\u{A0},\t,\nBear,Ida,",
                Delimiter.comma
            ),
            (";;\ntitle;author;\nFox;Mira;\n;;\n;;\nBear;Ida;\n", .semicolon),
            ("title\tauthor\t\nFox\tMira\t\n\t\n\t\t\t\nBear\tIda\t\n", .tab),
            ("title,author,\n=\"\",=\"\"\nFox,Mira,\n\"=\"\"\"\"\",,\nBear,Ida,\n", .comma),
        ] {
            let file = try CSVFile(bytes: Array(text.utf8))
            #expect(file.delimiter == delimiter)
            #expect(
                try rows(file) == [
                    ["title", "author", ""], ["Fox", "Mira", ""], ["Bear", "Ida", ""],
                ],
                "\(text)"
            )
        }
        var file = try CSVFile(bytes: Array("a,b\n,\n\n'=,\n\u{200B},\n0,\n".utf8))
        #expect(try file.next()?.line == 4)
        #expect(try rows(file).map { $0[0] } == ["a", "\u{200B}", "0"])
    }

    @Test("A fault costs its row, in the header the file, and the delimiter is known all the same")
    func faults() throws {
        let text = "id;title, and more\n\"1\"x;Fox\n2;Bear\n"
        let file = try CSVFile(bytes: Array(text.utf8))
        #expect(file.delimiter == .semicolon)
        #expect(try rows(file).map(\.count) == [2, 2, 2])
        let header = Array("\"id\"x;title\n2;Bear\n".utf8)
        #expect(throws: CSVError(line: 1, reason: .textAfterQuote)) { try CSVFile(bytes: header) }
        // Where the first row is one like the others, it alone is refused.
        let plain = try CSVFile(bytes: header, delimiter: .semicolon, hasHeader: false)
        #expect(plain.header.complaint(columns: 2) != nil)
        #expect(try rows(plain).last == ["2", "Bear"])
    }

    @Test("A word that was garbled elsewhere is told, and the file read all the same")
    func garbled() throws {
        let file = try CSVFile(bytes: Array("title,author\nCafÃ©,x".utf8))
        #expect(file.garbled?.found == "CafÃ©" && file.garbled?.meant == "Café")
        #expect(try rows(file).last == ["CafÃ©", "x"])
        #expect(try CSVFile(bytes: Array("title\nCafé".utf8)).garbled == nil)
    }

    @Test("One line that is no UTF-8 is read by itself, and the file says which")
    func mixed() throws {
        let bytes = Array("title,author\nFöx,Mira Åsa\nB".utf8) + [0xE4] + Array("r,Ole\n".utf8)
        var file = try CSVFile(bytes: bytes)
        #expect(file.encoding == .utf8 && file.garbled == nil && !file.isGuessed)
        #expect(try file.next()?.cells == ["Föx", "Mira Åsa"])
        #expect(try file.next()?.cells == ["Bär", "Ole"])
        #expect(try file.next() == nil)
        #expect(file.strays.first == [StrayLine(line: 3, encoding: .windows1252)])
    }

    @Test("Old files are read in the encoding that their letters fit")
    func old() throws {
        let text = "title;author\nZażółć gęślą jaźń;Mały lis\nŻółw i jeż;Łoś\n"
        let encoding = try #require(TextEncoding(label: "windows-1250"))
        let file = try CSVFile(bytes: encoding.encode(Array(text.utf8)))
        #expect(file.encoding == encoding && file.isGuessed)
        let cells = try rows(file)
        #expect(cells.dropFirst() == [["Zażółć gęślą jaźń", "Mały lis"], ["Żółw i jeż", "Łoś"]])
    }

    @Test(
        "Files that were joined lose the byte order mark between them, and CR CR LF ends one line"
    )
    func joined() throws {
        let joined = try CSVFile(bytes: Array("\u{FEFF}a;b\r\nc;d\r\n\u{FEFF}e;f\r\n".utf8))
        #expect(try rows(joined) == [["a", "b"], ["c", "d"], ["e", "f"]])
        var doubled = try CSVFile(bytes: Array("a;b\r\r\nc;\"d\r\r\ne\"\r\r\nf;g\r\r\n".utf8))
        #expect(try doubled.next()?.cells == ["c", "d\r\ne"])
        #expect(try doubled.next()?.line == 4)
    }

    @Test("A byte far behind the sample that is no UTF-8 costs its line")
    func lateByte() throws {
        let row = "1,\"a\nb\"\r\n"
        let count = 2 * CSVFile.sampleBytes / row.utf8.count
        let text = "id,title\r\n" + String(repeating: row, count: count)
        var file = try CSVFile(bytes: Array(text.utf8) + Array("1,Bl".utf8) + [0xE5, 0x2E])
        var read = 0
        var last: CSVRow?
        while let row = try file.next() {
            read += 1
            last = row
        }
        #expect(read == count + 1 && last?.cells == ["1", "Blå."])
        #expect(file.strays.first == [StrayLine(line: 2 + 2 * count, encoding: .windows1252)])
    }

    @Test("A large file is read piece by piece, and says how far it is")
    func largeFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("books.csv")
        var writer = CSVWriter(byteOrderMark: true)
        writer.row(["id", "title"])
        for id in 0..<50_000 {
            writer.integer(id)
            writer.text("Füchse, und \"andere\" Tiere")
            writer.endRow()
        }
        try Data(writer.take()).write(to: URL(filePath: path))
        var file = try CSVFile(path: path)
        #expect(file.progress > 0 && file.progress < 0.5)
        var count = 0
        while let row = try file.next() {
            #expect(row[0] == String(count) && row.line == count + 2)
            count += 1
        }
        #expect(count == 50_000 && file.progress == 1)
    }

    @Test("A file that isn't there, and a folder, are errors of the disk")
    func missing() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.self) { try CSVFile(path: folder.file("none.csv")) }
        #expect(throws: FileError.self) { try CSVFile(path: folder.path) }
    }
}
