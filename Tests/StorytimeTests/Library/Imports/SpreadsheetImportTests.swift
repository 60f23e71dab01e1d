import Received
import SQLite
import Testing

@testable import Storytime

@Suite("Books from files as spreadsheets and library programs leave them")
struct SpreadsheetImportTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    /// The rows of the console’s own file, after everything that can be imported was.
    private func imported(_ text: String) throws -> [[String: String]] {
        try console.confirm(try console.check(text))
        return try console.downloadRows("/admin/books.csv?sort=added")
    }

    @Test("The file of a reading site comes in with its numbers, though it guards and repeats them")
    func readingSite() throws {
        let text = #"""
            Book Id,Title,Author,Author l-f,ISBN,ISBN13,My Rating,Publisher,Number of Pages,\#
            Year Published,Original Publication Year,Bookshelves,My Review\#r
            101,"The Hut (Hut Tales, #2)",Mira Sand,"Sand, Mira","=""0306406152""",\#
            "=""9780306406157""",0,Harbor Press,32,2011,2009,"to-read, picture-books",\#r
            102,Moon Stew,Ole Berg,"Berg, Ole","=""""","=""""",5,,24,,,read,"Nice<br/>book"\#r
            103,Night of Owls,Ida Fjord,"Fjord, Ida","=""043942089X""","=""""",5,,24,1999.0,,read,\#r

            """#
        let brought = try console.bring(text)
        #expect(
            brought.mapping.columns.map { $0?.rawValue } == [
                nil, "title", "author", nil, "isbn", "isbn", nil, "publisher", "page_count", "year",
                nil, nil, nil,
            ]
        )
        let rows = try imported(text)
        #expect(
            rows.map { $0["title"] } == ["The Hut (Hut Tales, #2)", "Moon Stew", "Night of Owls"]
        )
        #expect(rows.map { $0["isbn"] } == ["9780306406157", "", "9780439420891"])
        #expect(rows.map { $0["year"] } == ["2011", "", "1999"])
        #expect(rows.map { $0["page_count"] } == ["32", "24", "24"])
    }

    @Test("The file of a library program comes in, in UTF-16 with numbers in brackets and lists")
    func libraryProgram() throws {
        let text = """
            Book Id\tTitle\tPrimary Author\tDate\tISBN\tISBNs\tPage Count\tLanguages\tLanguage
            77\tThe Hut\tSand, Mira\t1998\t[0306406152]\t0306406152, 9780306406157\t28\tGerman\ten_US
            78\tMoon Stew\tBerg, Ole\t2024-05-01\t[]\tB00X, 9780439420891, 1\t\t\tpt-BR
            79\tNo Number\tBerg, Ole\t\t[]\t\t\t\tzh_Hant_TW

            """
        let bytes = [0xFF, 0xFE] + TextEncoding.utf16LittleEndian.encode(Array(text.utf8))
        let checked = try console.look(try console.bring(bytes))
        #expect(
            checked.mapping.columns.map { $0?.rawValue } == [
                nil, "title", "author", "year", "isbn", "isbn", "page_count", nil, "language",
            ]
        )
        try console.confirm(checked)
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["author"] } == ["Sand, Mira", "Berg, Ole", "Berg, Ole"])
        #expect(rows.map { $0["isbn"] } == ["9780306406157", "9780439420891", ""])
        #expect(rows.map { $0["year"] } == ["1998", "", ""])
        #expect(rows.map { $0["language"] } == ["en-US", "pt-BR", "zh-Hant-TW"])
        // A column that is called a year must have one, and a list a number.
        #expect(try console.refusals("title,year\nA,2024-05-01\n").count == 1)
        #expect(try console.refusals("title,isbn\nA,\"[1], 2\"\n").count == 1)
        #expect(try console.refusals("title,language\nA,klingon_US\n").count == 1)
    }

    @Test(
        "Guarded cells and headings are what they guard",
        arguments: [
            "title,isbn,year\nFox,=\"9780306406157\",=\"2011\"\n",
            "title,isbn,year\nFox,'9780306406157,`2011\n",
            "title,isbn,year\nFox,\"=\"\"0306406152\"\"\",’2011\n",
            "=\"title\",=\"isbn\",=\"year\"\n=\"Fox\",=\"\"0306406152\"\",\"2011.0\"\n",
            "title;isbn;year\n\"=T(\"\"Fox\"\")\";\"=TEXT(9780306406157;\"\"0\"\")\";\"=TEXT(2011;\"\"0\"\")\"\n",
        ]
    )
    func guards(text: String) throws {
        let rows = try imported(text)
        #expect(
            rows.map { [$0["title"], $0["isbn"], $0["year"]] } == [
                ["Fox", "9780306406157", "2011"]
            ]
        )
    }

    @Test(
        "Of several numbers of an edition the one of thirteen digits counts, or the one that is there"
    )
    func editions() throws {
        let rows = try imported(
            """
            title,EAN,ISBN,ISBN-13
            A,,0306406152,9780439420891
            B,x,9.78E+12,978-0-306-40615-7
            C,,043942089X,9.78E+12
            D,,,
            E,9780262134729,,

            """
        )
        #expect(
            rows.map { $0["isbn"] } == [
                "9780439420891", "9780306406157", "9780439420891", "", "9780262134729",
            ]
        )
        // Where none can be read, all say why; digits that a spreadsheet has rounded away are lost.
        #expect(
            try console.refusals("title,ISBN,ISBN13\nX,1,9.78E+12\n") == [
                "Line 2, ISBN13: “9.78E+12” isn’t an ISBN. An ISBN has 10 or 13 digits.",
                "Line 2, ISBN: “1” isn’t an ISBN. An ISBN has 10 or 13 digits.",
            ]
        )
    }

    @Test("Emptied rows are no rows: neither counted nor rejected")
    func blankRows() throws {
        for text in [
            "\n\ntitle,author\nFox,Mira\n,,\n\n", "title,author\nFox,Mira\n,\n , \nBear,Ida\n",
            "title;author;year\nFox;Mira;2011\n;;\n;;\n", "title\tauthor\nFox\tMira\n\t\n",
            "title,author\nFox,Mira\n\"\",\"\"\n",
            ",\n=\"\",\ntitle,author\nFox,Mira\n=\"\",\"=\"\"\"\"\"\n",
        ] {
            let checked = try console.check(text)
            #expect(checked.counts[.refused] == 0 && checked.state == .checked, "\(text)")
            #expect(checked.counts.total == (text.contains("Bear") ? 2 : 1), "\(text)")
        }
        // With something in it that isn’t seen, it is one.
        #expect(try console.check("title,author\nFox,Mira\n\u{200B},\n").counts[.refused] == 1)
        // A file with nothing else has no rows.
        let answer = try console.postFile(
            "/admin/imports",
            [],
            file: (field: "file", name: "a.csv", content: Array("title,author\n,\n , \n".utf8))
        )
        #expect(answer.status == 422 && answer.contains("This file has a single line."))
    }

    @Test("A bad quote and a huge cell cost their rows, which say why, and the others come in")
    func brokenRows() throws {
        let long = String(repeating: "x", count: CSVReader.maximumCellBytes + 1)
        let checked = try console.check(
            """
            title,author,description
            Fox,Mira,"He said "hello" and left"
            "Owl" ,Ole,
            Bat,Mira, "space"
            Cat,Mira,"multi
            line ""quoted"" text"
            Elk,Ida,"\(long)"
            Hen,Ida,last

            """
        )
        #expect(try console.rows(checked, .created).map(\.title) == ["Cat", "Hen"])
        let beside =
            "There is text after a closing quote (\"). Write quotes inside a cell twice (\"\"), "
            + "or add a quote that is missing."
        let refused = try console.rows(checked, .refused)
        #expect(refused.map(\.line) == [2, 3, 4, 7])
        #expect(
            refused.flatMap { $0.problems.map(\.sentence) } == [
                beside, beside, "There is a space before an opening quote (\"); remove it.",
                "The cell that starts here is longer than 131,072 bytes; perhaps its quote (\") isn’t "
                    + "closed.",
            ]
        )
        // The file of rejected rows has them whole.
        let bytes = try console.download("\(checked.href)/refused.csv").bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(long))
        let again = try console.check(
            text.replacing(
                "\"\"\"He said \"\"hello\"\" and left\"\"\"",
                with: "He said hello and left"
            )
        )
        #expect(try console.rows(again, .created).map(\.title).first == "Fox")
        #expect(try console.rows(again, .refused).last?.title == "Elk")
        // All that was planned can be carried out.
        let done = try console.confirm(checked)
        #expect(done.state == .done)
        #expect(try console.downloadRows("/admin/books.csv").count == 2)
    }

    @Test("A file of nothing but unbalanced quotes is planned to its end")
    func allBroken() throws {
        let text = "title,author\n" + String(repeating: "\"a,\"b\n", count: 3000)
        let checked = try console.check(text)
        #expect(checked.state == .checked)
        #expect(checked.counts[.refused] == 3000 && checked.counts.total == 3000)
        let reasons = try console.imports.reasons(of: checked.id, limit: 10)
        #expect(reasons.map(\.rowCount).reduce(0, +) == 3000)
    }

    /// Columns with numbers, and one that each of them takes.
    private static let numbers: [(column: ImportColumn, good: String)] = [
        (.ageMin, "3"), (.ageMax, "9"), (.seriesNumber, "0"), (.year, "2011"), (.pageCount, "32"),
        (.isbn, "9780306406157"),
    ]

    @Test("No number that a file may have is taken for another one", arguments: numbers)
    func extremes(column: ImportColumn, good: String) throws {
        let ages: [ImportColumn: FieldSpec] = [
            .ageMin: BookFields.ageMin, .ageMax: BookFields.ageMax,
        ]
        let spec = try #require(ages[column] ?? column.detail?.spec)
        let texts =
            ExtremeNumbers.texts + [
                "1e999", "-1e999", "1e5", "0x10", "٣", "½", "1_000", "1 000", "+7", good,
                "9223372036854775807.0", "'9223372036854775808", "-9223372036854775808",
                String(repeating: "9", count: 100_000), String(repeating: "0", count: 300) + "1",
            ]
        let rows = texts.enumerated().map { "T\($0.offset),S,\"\($0.element)\"\n" }.joined()
        let checked = try console.check("title,series,\(column.rawValue)\n\(rows)")
        #expect(checked.state == .checked && checked.counts.total == texts.count)
        let created = try console.rows(checked, .created)
        for row in created {
            let index = try #require(ReceivedIndex.of(row.title))
            let text = texts[index]
            let after = row.changes.first { $0.field == column.rawValue }?.after
            guard let after else {
                #expect(text.isEmpty, "\(text.prefix(50))")
                continue
            }
            // What came of it is what the cell says, and within the field’s range.
            if column == .isbn {
                #expect(try ISBN(CellNumber.edition(text)).digits == after)
            } else {
                let number = try #require(Int(after))
                #expect(spec.range.contains(number), "\(text.prefix(50))")
                #expect(Double(text) == Double(number), "\(text.prefix(50))")
            }
        }
        #expect(created.contains { texts[ReceivedIndex.of($0.title) ?? 0] == good })
        try console.confirm(checked)
        #expect(try console.downloadRows("/admin/books.csv").count == created.count)
    }

    @Test("An id at the edge of what a number can be belongs to no book")
    func extremeIDs() throws {
        try console.addBook("A")
        for text in ExtremeNumbers.texts where !["1", ""].contains(text) {
            let checked = try console.check("id,title\n\"\(text)\",B\n")
            #expect(
                checked.counts[.refused] == 1 && checked.state == .checked,
                "\(text.prefix(50))"
            )
        }
    }
}

/// The number in a title like "T7".
private enum ReceivedIndex {
    static func of(_ title: String) -> Int? { Int(title.dropFirst()) }
}
