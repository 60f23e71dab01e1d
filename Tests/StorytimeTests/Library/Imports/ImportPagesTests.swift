import Markup
import SQLite
import Received
import Testing

@testable import Storytime

@Suite("Importing books in the browser")
struct ImportPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private let file = """
        title,author,publisher,categories,status
        New,Ada,Alder,Bedtime Stories|Owls,active
        Old,Bø,,,active
        Bad,,,,nonsense

        """

    @Test("From the file to the catalog and back: shown first, then done at once, then undone")
    func story() throws {
        try console.addBook("Old", by: "Bø")
        let before = try console.catalogText()
        let brought = try console.bring(file)
        var page = try console.get(brought.href)
        #expect(page.contains("Match columns") && page.contains("UTF-8"))
        let checked = try console.look(brought)
        #expect(checked.state == .checked)
        #expect(try console.catalogText() == before, "a dry run changes nothing")
        page = try console.get(checked.href)
        #expect(page.contains("Import: add 1 book, change 1"))
        #expect(page.contains("isn’t a status. Use draft, active or archived."))
        let done = try console.confirm(checked)
        #expect(done.state == .done)
        #expect(
            try console.bookList.slice(BookListRequest()).rows.map(\.book.title) == ["New", "Old"]
        )
        let row = try console.downloadRows("/admin/books.csv")[0]
        #expect(row["publisher"] == "Alder" && row["categories"] == "Bedtime Stories|Owls")
        #expect(try console.catalogIsConsistent())
        page = try console.undo(done)
        #expect(page.location == done.href)
        #expect(
            try console.get(done.href).toast?.contains("Undone: 1 book added and 1 changed") == true
        )
        #expect(try console.bookList.slice(BookListRequest()).rows.map(\.book.title) == ["Old"])
        #expect(try console.books.find(ID(1)).status == .draft)
        #expect(try console.count("SELECT count(*) FROM books WHERE deleted_at IS NOT NULL") == 1)
        #expect(try console.catalogIsConsistent())
        #expect(try console.get(done.href).contains("This import was undone"))
    }

    @Test("Each book has one entry in the audit log, all under one batch, by whoever imported")
    func audit() throws {
        try console.addBook("Old", by: "Bø")
        try console.confirm(try console.check(file))
        let entries = try console.texts(
            """
            SELECT action || ' ' || record_label || ' ' || actor_name FROM audit_entries
            WHERE batch_id IS NOT NULL AND record_type = 'book' ORDER BY record_id
            """
        )
        #expect(entries == ["changed Old Ada", "created New Ada"])
        #expect(try console.count("SELECT count(DISTINCT batch_id) FROM audit_entries") == 1)
    }

    @Test("What is unticked is not created, and books come without it")
    func untickedNames() throws {
        let done = try console.confirm(
            try console.check("title,publisher,categories\nA,Alder,Owls|Adventure\nB,,Owls\n"),
            without: ["Owls", "Alder"]
        )
        #expect(done.counts[.created] == 2)
        let rows = try console.downloadRows("/admin/books.csv")
        #expect(rows.map { $0["categories"] } == ["Adventure", ""])
        #expect(rows.map { $0["publisher"] } == ["", ""])
        #expect(try !console.categories.all().contains { $0.name == "Owls" })
    }

    @Test("Categories whose names are all left out are not taken off a book")
    func untickedCategories() throws {
        try console.addBook("A", in: [console.category("adventure")])
        try console.confirm(
            try console.check("id,categories,status\n1,Owls,active\n"),
            without: ["Owls"]
        )
        #expect(try console.books.categories(of: ID(1)).map(\.name) == ["Adventure"])
        #expect(try console.books.find(ID(1)).status == .active)
    }

    @Test(
        "If the catalog changes so that the plan is another one, it is shown anew and nothing done"
    )
    func changedMeanwhile() throws {
        try console.addBook("Old", by: "Bø")
        let checked = try console.check(file)
        let draft = Book.Draft(title: "Renamed", author: "Bø")
        _ = try console.books.update(ID(1), version: 1, draft, by: .commandLine)
        let again = try console.confirm(checked)
        #expect(again.state == .checked && again.isAnew)
        #expect(again.counts[.created] == 2 && again.counts[.changed] == 0)
        #expect(try console.bookList.count(BookFilter()) == 1)
        #expect(try console.get(again.href).contains("The catalog has changed since you looked."))
        let done = try console.confirm(again)
        #expect(done.state == .done)
        #expect(try console.bookList.count(BookFilter()) == 3)
    }

    @Test("A change that alters nothing of the plan holds nothing up")
    func changedElsewhere() throws {
        // Refused rows belong to the plan, and are the same each time.
        let refused = String(repeating: ",x,,,y\n", count: 20)
        let checked = try console.check(file + refused)
        try console.addBook("Something else")
        #expect(try console.confirm(checked).state == .done)
    }

    @Test("A plan that was made anew since the page was shown is not confirmed by that page")
    func outdatedPage() throws {
        try console.addBook("Old", by: "Bø")
        let checked = try console.check(file)
        let answer = try console.post("\(checked.href)/confirm", [("plan", "AAAA")])
        #expect(answer.status == 409)
        #expect(try console.imports.find(checked.id).state == .checked)
    }

    @Test("A second click imports nothing twice")
    func secondClick() throws {
        let checked = try console.check(file)
        let form = try #require(
            try console.get(checked.href).markup.forms.first { $0.action.hasSuffix("/confirm") }
        )
        let fields = form.fields.map { ($0.name, $0.value) }
        for _ in 0..<2 { try console.post(form.action, fields) }
        try console.work()
        try console.post(form.action, fields)
        try console.work()
        #expect(try console.bookList.count(BookFilter()) == 2)
    }

    @Test("Columns that were recognised wrongly are corrected by hand")
    func corrects() throws {
        let brought = try console.bring("What,Who,Shelf\nA,B,C\n")
        #expect(brought.mapping.columns == [nil, nil, .categories])
        let answer = try console.post("\(brought.href)/columns", [("act", "check")])
        #expect(answer.status == 422)
        #expect(answer.contains("Choose the column with the titles"))
        let checked = try console.look(
            brought,
            [("column_1", "title"), ("column_2", "author"), ("column_3", "")]
        )
        let row = try #require(try console.rows(checked, .created).first)
        #expect(row.title == "A" && row.author == "B")
        #expect(row.changes.map(\.field) == ["title", "author", "status"])
    }

    @Test("A file is read in another way when somebody says so, and its columns follow")
    func rereads() throws {
        let brought = try console.bring("title;author\nA;B, C\n")
        #expect(brought.delimiter == .semicolon)
        try console.post(
            "\(brought.href)/columns",
            [("act", "read"), ("encoding", "windows-1252"), ("delimiter", "comma")]
        )
        let again = try console.imports.find(brought.id)
        #expect(again.delimiter == .comma && again.encoding == .windows1252)
        #expect(again.headings == ["title;author"])
        #expect(again.mapping.columns == [nil])
    }

    @Test(
        "A file is understood in every encoding that spreadsheets write",
        arguments: ["utf-8", "utf-8 with a mark", "windows-1252", "utf-16le", "utf-16be"]
    )
    func encodings(name: String) throws {
        let text = "Titel;Autor;Sprache\r\nÄpfel für Łódź;Ö;de\r\n"
            .replacing("Łódź", with: name == "windows-1252" ? "Köln" : "Łódź")
        let units = Array(text.utf16)
        let bytes: [UInt8] =
            switch name {
            case "windows-1252": text.unicodeScalars.map { UInt8($0.value) }
            case "utf-16le": [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case "utf-16be": units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case "utf-8 with a mark": CSVByte.byteOrderMark + Array(text.utf8)
            default: Array(text.utf8)
            }
        let checked = try console.look(try console.bring(bytes))
        let row = try #require(try console.rows(checked, .created).first)
        #expect(row.title.hasPrefix("Äpfel für ") && row.author == "Ö")
        #expect(checked.delimiter == .semicolon)
    }

    @Test("Formulas come in as the texts that they are, and go out neutralised again")
    func formulas() throws {
        try console.confirm(try console.check("title,author\n'=A1,''x\n\"-1\",@b\n"))
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["title"] } == ["=A1", "-1"])
        #expect(rows.map { $0["author"] } == ["''x", "@b"])
    }

    @Test("The refused rows are saved with their reasons, and can be mended and brought again")
    func refusedFile() throws {
        let checked = try console.check("Titel;Alter von;Note\n=A;99;\"x;y\"\nB;3;\n")
        let (answer, bytes) = try console.download("\(checked.href)/refused.csv")
        #expect(answer.header("Content-Disposition")?.contains("books-rejected-rows.csv") == true)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                Problems (Storytime);Titel;Alter von;Note
                Alter von: “99” isn’t a whole number from 0 to 18.;'=A;99;"x;y"

                """
        )
        let mended = String(decoding: bytes, as: UTF8.self).replacing(";99;", with: ";9;")
        let again = try console.check(mended)
        #expect(try console.rows(again, .created).map(\.title) == ["=A"])
    }

    @Test("A broken file says in which line, and another way to read it can be chosen")
    func brokenFile() throws {
        // Which columns there are must be certain.
        let answer = try console.postFile(
            "/admin/imports",
            [],
            file: (field: "file", name: "a.csv", content: Array("\"title\" x,author\nA,B\n".utf8))
        )
        #expect(answer.status == 422)
        #expect(
            answer.contains("Line 1: there is text after a closing quote (&#34;)."),
            "\(answer.text)"
        )
        let failed = try console.bring("title,author\nA,B\n")
        try console.imports.fail(failed.id, "Line 2: some bytes here are not valid UTF-8.")
        let page = try console.get(failed.href)
        #expect(page.contains("Line 2: some bytes here are not valid UTF-8."))
        let again = try #require(page.markup.all("a").first { $0.text == "Choose the file again" })
        #expect(again["href"] == "/admin/imports")
        try console.post("\(failed.href)/back")
        #expect(try console.imports.find(failed.id).state == .mapping)
    }

    @Test("A quote that is never closed costs its row, and what may belong to it")
    func openQuote() throws {
        let checked = try console.check(
            "title;author\nA;B\n\"Broken; quote\nC;D\nE\n",
            name: "messy.csv"
        )
        #expect(try console.rows(checked, .created).map(\.title) == ["A", "C"])
        let refused = try console.rows(checked, .refused)
        #expect(refused.map(\.title) == ["\"Broken", "E"] && refused.map(\.line) == [3, 5])
        #expect(
            refused.map { $0.problems.map(\.reason) } == [
                [
                    "The quote (\") that starts in this line is never closed. Remove it, or add the "
                        + "closing one."
                ],
                [
                    "This may belong to the row before it, because of a quote (\") in line 3."
                ],
            ]
        )
        // With the quote removed in the file of refused rows, it comes in.
        try console.confirm(checked)
        let text = String(
            decoding: try console.download("\(checked.href)/refused.csv").bytes,
            as: UTF8.self
        )
        let mended = try console.check(text.replacing("\"\"\"Broken\"", with: "Broken"))
        #expect(try console.rows(mended, .created).map(\.title) == ["Broken", "E"])
    }

    @Test("After the import, what was added comes first, and the rejected rows can still be saved")
    func refusedAfterwards() throws {
        let checked = try console.check("title,status\nA,\nB,x\n", name: "new books.csv")
        #expect(try console.get(checked.href).contains("1 row is rejected."))
        let done = try console.confirm(checked)
        let page = try console.get(done.href)
        #expect(page.contains("<title>Added: new books.csv"))
        #expect(page.contains("1 row was rejected."))
        #expect(page.text.split(separator: "1 book added, 0 changed.").count == 2)
        let (answer, bytes) = try console.download("\(done.href)/refused.csv")
        let disposition = answer.header("Content-Disposition")
        #expect(disposition?.contains("\"new-books-rejected-rows.csv\"") == true)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix("Use draft, active or archived.\",B,x\n"))
        let again = try console.check(text, name: "new-books-rejected-rows.csv")
        let name = try console.download("\(again.href)/refused.csv").answer
            .header("Content-Disposition")
        #expect(name?.contains("\"new-books-rejected-rows.csv\"") == true)
    }

    @Test("A file of which nothing can be imported waits for nobody")
    func nothingToImport() throws {
        try console.check("title,status\nB,x\n")
        let list = try console.get("/admin/imports")
        #expect(list.contains("Nothing to import"))
        #expect(!list.contains("Waiting for your confirmation"))
    }

    @Test(
        "What is no CSV file at all is refused with what to do",
        arguments: [
            ("hello", "This file has a single line."),
            ("", "Choose a file that is not empty."), ("\n\n", "the file is empty"),
            ("PK\u{3}\u{4}xl/workbook.xml", "save the sheet as CSV"),
            ("%PDF-1.7\n%", "This isn’t a CSV file, but a PDF."),
            ("a,b\u{0}\nc,d", "This isn’t a CSV file. Choose a spreadsheet saved as CSV."),
        ]
    )
    func noCSV(text: String, complaint: String) throws {
        let answer = try console.postFile(
            "/admin/imports",
            [],
            file: (field: "file", name: "a.xlsx", content: Array(text.utf8))
        )
        #expect(answer.status == 422)
        #expect(answer.contains("<title>Error: "))
        #expect(answer.contains(complaint), "\(answer.text)")
        #expect(try console.imports.list(limit: 10).isEmpty)
    }

    @Test("A form without a file is shown again")
    func noFile() throws {
        #expect(try console.postFile("/admin/imports", []).status == 422)
        #expect(try console.post("/admin/imports").status == 422)
    }

    @Test("A large upload comes in a file and becomes the import's file, named by us alone")
    func spooled() throws {
        let brought = try console.bring(
            Array(file.utf8),
            name: "..\\..\\etc/pa\u{202E}sswd.csv",
            isSpooled: true
        )
        #expect(brought.fileName == "passwd.csv")
        let folder = console.site.configuration.importFolder
        #expect(try Folder.names(in: folder) == ["\(brought.id).csv"])
        #expect(try Folder.text("\(folder)/\(brought.id).csv") == file)
    }

    @Test("An import that is given up leaves nothing, and one that is done leaves no file")
    func leavesNothing() throws {
        let folder = console.site.configuration.importFolder
        let checked = try console.check(file)
        let answer = try console.post("\(checked.href)/delete")
        #expect(try console.get(try #require(answer.location)).toast?.contains("discarded") == true)
        #expect(try Folder.names(in: folder).isEmpty)
        for table in ["imports", "import_rows", "import_names"] {
            #expect(
                try console.texts("SELECT name FROM sqlite_schema WHERE name = \(table)").count == 1
            )
        }
        #expect(try console.count("SELECT count(*) FROM import_rows") == 0)
        #expect(try console.count("SELECT count(*) FROM import_names") == 0)
        try console.confirm(try console.check(file))
        #expect(try Folder.names(in: folder).isEmpty)
    }

    @Test("Files and plans that nobody came back to are gone after a week")
    func removesOld() throws {
        let kept = try console.bring(file)
        let files = ImportFiles(console.site.configuration)
        try files.removeOld(console.imports)
        #expect(try console.imports.list(limit: 10).count == 1)
        console.time.now += Import.keptDays * 86_400
        try files.removeOld(console.imports)
        #expect(try console.imports.list(limit: 10).isEmpty)
        #expect(!Folder.exists(files.path(of: kept.id)))
    }

    @Test("An import that was given up while it waited is no failed job")
    func givenUpMeanwhile() throws {
        let brought = try console.bring(file)
        try console.post("\(brought.href)/columns", [("act", "check")])
        try console.post("\(brought.href)/delete")
        try console.work()
        #expect(try JobStore(database: console.database, now: 0).failed().isEmpty)
    }

    @Test("Long lists are paged, each outcome by itself")
    func pages() throws {
        let lines = (1...120).map { "Book \($0)\n" }.joined()
        let checked = try console.check("title\n" + lines)
        let page = try console.get("\(checked.href)?show=created&page=3")
        #expect(page.contains("Book 120") && !page.contains("Book 100<"))
        #expect(page.markup.targets.contains("\(checked.href)?show=created&page=2"))
        #expect(try console.get("\(checked.href)?show=refused").contains("No rows."))
        #expect(try console.get("\(checked.href)?show=nonsense&page=x").status == 200)
    }

    @Test("While the background works the page says how far it is, with and without a script")
    func working() throws {
        let brought = try console.bring(file)
        try console.post("\(brought.href)/columns", [("act", "check")])
        console.site.shared[ImportProgress.self].set(40, of: brought.id)
        let page = try console.get(brought.href)
        #expect(page.contains("<progress value=\"40\" max=\"100\""))
        #expect(page.contains("<noscript><meta http-equiv=\"refresh\""))
        #expect(page.contains("data-working"))
    }

    @Test("A book that somebody changed since is left as it is by undo, and counted")
    func undoLeaves() throws {
        try console.addBook("Old", by: "Bø")
        let done = try console.confirm(try console.check(file))
        let draft = Book.Draft(title: "Old", author: "Bø", status: .archived)
        let version = try console.books.find(ID(1)).version
        _ = try console.books.update(ID(1), version: version, draft, by: .commandLine)
        // The page of the batch says what could not be restored.
        let page = try console.get(try #require(try console.undo(done).location))
        #expect(
            page.toast?.contains("Undone for 1 book. Changed since, so left as they are") == true
        )
        #expect(page.contains("Its status was changed."))
        #expect(try console.books.find(ID(1)).status == .archived)
        #expect(try !console.get(done.href).contains("Undo the import"))
    }
}
