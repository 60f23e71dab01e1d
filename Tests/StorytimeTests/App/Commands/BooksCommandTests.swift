import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("storytime books")
struct BooksCommandTests {
    let folder: TemporaryFolder
    let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    private func write(_ text: String) throws -> String {
        let path = folder.file("books.csv")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func bookCount() throws -> Int {
        try BookList(database: shell.open()).count(BookFilter())
    }

    @Test("A file is imported, and the same file again changes nothing")
    func imports() throws {
        let path = try write("title,author,categories\nA,B,Adventure\nC,D,\n")
        let result = try shell.run("books", "import", path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Added 2 books, changed no books; no rows unchanged"))
        #expect(result.errors.contains("UTF-8, separated by comma"))
        let again = try shell.run("books", "import", path)
        #expect(again.output.contains("Added no books, changed no books; 2 rows unchanged"))
        #expect(try bookCount() == 2)
        let entries = try shell.open().all(
            "SELECT actor_name FROM audit_entries WHERE batch_id IS NOT NULL"
        ) { try $0.text(0) }
        #expect(entries == ["Command line", "Command line"])
        #expect(try shell.open().first("SELECT count(*) FROM imports") { try $0.int(0) } == 0)
    }

    @Test("A dry run says what would be done, and does nothing")
    func dryRun() throws {
        let path = try write("title\nA\n")
        let result = try shell.run("books", "import", path, "--dry-run")
        #expect(result.status == 0)
        #expect(result.output.contains("To add: 1 book; to change: no books"))
        #expect(try bookCount() == 0)
    }

    @Test("A file that has no rows is refused, and no database is made")
    func noRows() throws {
        for text in ["title,author\n", "title,author\n,\n"] {
            let result = try shell.run("books", "import", try write(text))
            #expect(result.status == 1)
            #expect(result.errors.contains("This file has a single line. The first line must"))
        }
        #expect(!Folder.exists(shell.database))
    }

    @Test("Columns that are ignored are told with the reason")
    func ignoredColumns() throws {
        func errors(_ text: String) throws -> String {
            try shell.run("books", "import", try write(text), "--dry-run").errors
        }
        let twice = try errors("title,author,title,Shelf mark\nA,B,C,D\n")
        #expect(twice.contains("The column “title” is there twice; the second one is ignored."))
        #expect(twice.contains("Unknown column “Shelf mark” is ignored."))
        let thrice = try errors("title,title,title\nA,B,C\n")
        #expect(thrice.contains("The column “title” is there 3 times; only one of them is used."))
        let alike = try errors("title,Book title\nA,B\n")
        #expect(alike.contains("“Book title” is ignored; “title” is used instead."))
        #expect(try !errors("title,author,\nA,B,\nC,D,\n").contains("ignored"))
        #expect(try errors("title,\nA,\nB,x\n").contains("A column without a heading is ignored."))
        #expect(try errors("title,,\nA,y,\nB,,x\n").contains("2 columns without a heading are"))
    }

    @Test("Refused rows keep everything out, unless they are to be skipped")
    func refused() throws {
        let path = try write("title,age_min\nA,3\nB,x\n")
        let result = try shell.run("books", "import", path)
        #expect(result.status == 1)
        #expect(result.errors.contains("Line 3, age_min: “x” isn’t a whole number"))
        #expect(result.output.contains("no rows unchanged, 1 row rejected."))
        #expect(result.errors.contains("1 row rejected, so nothing was imported"))
        #expect(result.errors.contains("use --skip-refused to import the others"))
        #expect(try bookCount() == 0)
        #expect(try shell.run("books", "import", path, "--skip-refused").status == 0)
        #expect(try bookCount() == 1)
    }

    @Test("Cells that can’t be read are left empty if that is asked for, and counted")
    func leavesEmpty() throws {
        let path = try write("title,isbn,year\nA,1,2011\nB,9780306406157,ca. 1980\n,,\nC,2,x\n")
        #expect(try shell.run("books", "import", path, "--dry-run").status == 1)
        let result = try shell.run("books", "import", path, "--leave-empty")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("Cells of isbn that can’t be read, left empty: 2 rows"))
        #expect(result.errors.contains("Cells of year that can’t be read, left empty: 2 rows"))
        let output = try shell.run("books", "export").output
        #expect(output.contains(",9780306406157,,"), "\(output)")
        #expect(try bookCount() == 3)
    }

    @Test("A bad quote costs its row in a dry run, too, and none of the others")
    func brokenRow() throws {
        let path = try write("title,isbn\nA,=\"9780306406157\"\n\"B \"x\"\",\n,\nC,'0306406152\n")
        let dry = try shell.run("books", "import", path, "--dry-run", "--skip-refused")
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(dry.errors.contains("Line 3: There is text after a closing quote"))
        #expect(dry.output.contains("To add: 2 books"), "\(dry.output)")
    }

    @Test("Categories and publishers are created only when that is asked for")
    func createsMissing() throws {
        let path = try write("title,categories,publisher\nA,Owls,Alder\n")
        let refused = try shell.run("books", "import", path)
        #expect(refused.status == 1)
        let error = "The publisher “Alder” doesn’t exist."
        #expect(refused.errors.contains(error), "\(refused.errors)")
        #expect(try shell.run("books", "import", path, "--create-missing").status == 0)
        let output = try shell.run("books", "export").output
        #expect(output.contains(",A,,Alder,,,,,Owls,draft,"), "\(output)")
    }

    @Test("The export is what an import reads, to a file or to standard output")
    func exports() throws {
        _ = try shell.run("demo", "--without-stories")
        let path = folder.file("out.csv")
        let result = try shell.run("books", "export", path)
        #expect(result.status == 0)
        #expect(result.output.contains("202 books written to \(path)."))
        let again = try shell.run("books", "import", path)
        #expect(again.output.contains("202 rows unchanged"))
        #expect(
            try shell.run("books", "export").output == String(contentsOfFile: path, encoding: .utf8)
        )
    }

    @Test(
        "What was typed wrongly is said, and nothing is done",
        arguments: [
            ["books"], ["books", "sell"], ["books", "import"], ["books", "import", "a", "b"],
            ["books", "import", "a", "--dryrun"], ["books", "export", "a", "b"],
        ]
    )
    func usage(words: [String]) throws {
        #expect(try shell.run(words).status == 2)
        #expect(!Folder.exists(shell.database))
    }

    @Test("An unknown word is said with the command that doesn’t know it")
    func unexpected() throws {
        let option = try shell.run("books", "import", "a", "--dryrun").errors
        #expect(option.contains("“--dryrun” isn’t an option of `storytime books`. See `"))
        let word = try shell.run("routes", "all").errors
        #expect(word.contains("`storytime routes` doesn’t take “all”. See `"))
        #expect(try shell.run("books").errors.contains("choose an action: import or export. See"))
    }

    @Test("A file that isn't there or can't be read is one line, and no database is made")
    func unreadable() throws {
        let missing = try shell.run("books", "import", folder.file("nothing.csv"))
        #expect(missing.status == 1)
        #expect(missing.errors.contains("No such file"))
        let unknown = try shell.run("books", "import", try write("a,b\n1,2\n"))
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("Choose the column with the titles"))
        #expect(!Folder.exists(shell.database))
    }
}
