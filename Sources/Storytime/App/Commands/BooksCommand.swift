import Glibc
import SQLite

extension Command {
    static let books = Command(
        name: "books",
        usage: "import|export [FILE] [OPTIONS]",
        summary: "Imports books from a CSV file, or exports them to one.",
        details: [
            "  books import FILE [--dry-run] [--create-missing] [--leave-empty]",
            "                    [--skip-refused]",
            "  books export [FILE]     (standard output without FILE)",
            "",
            "--dry-run         shows what would happen to each row, and changes nothing",
            "--create-missing  adds categories and publishers the catalog doesn't have",
            "--leave-empty     leaves an ISBN, a year and the like empty if it can't be read",
            "--skip-refused    imports the valid rows even if others are rejected",
            "",
            "A row changes the book with the same id, else the same ISBN, else the same title and",
            "author; if there is none, it adds a book. Empty cells leave a book as it is.",
            "docs/csv.md describes the columns.",
        ]
    ) { invocation in
        let words = invocation.arguments
        guard let action = words.first else {
            throw UsageError("choose an action: import or export")
        }
        let rest = invocation.withoutAction
        switch action {
        case "import": try BooksImportCommand(rest).run()
        case "export": try exportBooks(rest)
        default: throw UsageError("“\(action)” must be import or export")
        }
    }

    private static func exportBooks(_ invocation: Invocation) throws {
        let files = try invocation.files()
        guard files.count < 2 else { throw UsageError("give one file to write to") }
        let database = try databaseToRead(invocation.configuration)
        let run = try BookList(database: database).run(
            BookListRequest(sort: BookSort.Direction(.added))
        )
        var export = CSVExport(BookExport(run: run))
        let count = try BookList(database: database).count(BookFilter())
        let path = files.first
        let output = try CommandOutput(path)
        while let piece = try export.next(from: database) { try output.write(piece) }
        guard let path else { return }
        Console.print("\(Counted.text(count, "book", "books")) written to \(path).")
    }
}

extension Invocation {
    /// The file names among the words; every other word must be one of these flags.
    func files(flags: [String] = []) throws -> [String] {
        let unknown = arguments.first { word in
            word.hasPrefix("--") && !flags.contains { word == "--" + $0 }
        }
        if let unknown { throw unexpected(unknown) }
        return arguments.filter { !$0.hasPrefix("--") }
    }
}
