import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Books as a CSV file")
struct BookExportTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func titles(_ target: String, between: () throws -> Void = {}) throws -> [String] {
        try console.downloadRows(target, between: between).map { $0["title"] ?? "" }
    }

    /// Books whose order is another one by title, by author and by time.
    private func addBooks(_ count: Int) throws {
        for number in 1...count {
            try console.addBook("Book \(number * 7919 % 10_007)", by: "Author \(number % 13)")
        }
    }

    @Test("It says everything about a book that its form asks for, and when it was changed")
    func columns() throws {
        let publisher = try console.addPublisher("Sea & Sky")
        let animals = try console.addCategory("Cats|Dogs \\ Birds", order: 1)
        let bedtime = try console.category("bedtime-stories")
        _ = try console.books.insert(
            .init(
                title: "=Été",
                author: "Ada \"A\" Lovelace",
                description: "One line,\nand another; one",
                ages: AgeRange(minimum: 2, maximum: nil),
                language: "pt-BR",
                publisher: publisher.id,
                status: .active,
                categories: [animals.id, bedtime.id],
                details: BookDetails(
                    illustrator: "Jon Alder",
                    series: "The Owls",
                    seriesNumber: 2,
                    isbn: try ISBN("0-306-40615-2"),
                    tags: ["dusk", "owls"]
                )
            ),
            by: .commandLine
        )
        try console.database.execute("UPDATE books SET cover_url = 'https://x.test/a.jpg'")
        let row = try #require(try console.downloadRows("/admin/books.csv").first)
        #expect(
            row == [
                "id": "1", "title": "=Été", "author": "Ada \"A\" Lovelace",
                "publisher": "Sea & Sky", "description": "One line,\nand another; one",
                "age_min": "2", "age_max": "", "language": "pt-BR",
                "categories": "Bedtime Stories|Cats\\|Dogs \\\\ Birds", "status": "active",
                "cover_url": "https://x.test/a.jpg", "created_at": "2026-11-21T10:40:00Z",
                "updated_at": "2026-11-21T10:40:00Z", "original_title": "",
                "illustrator": "Jon Alder", "translator": "", "narrator": "", "series": "The Owls",
                "series_number": "2", "isbn": "9780306406157", "year": "", "page_count": "",
                "tags": "dusk|owls",
            ]
        )
        let names = NameList.names(in: row["categories"] ?? "")
        #expect(names == ["Bedtime Stories", "Cats|Dogs \\ Birds"])
    }

    @Test("It is a file to be saved, named after the viewer's day, and may have a byte order mark")
    func headers() throws {
        try console.addBook("A")
        let (answer, bytes) = try console.download("/admin/books.csv")
        #expect(answer.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(
            answer.header("Content-Disposition") == "attachment; filename=\"books-2026-11-21.csv\""
        )
        #expect(bytes.starts(with: Array("id,title,".utf8)))
        let marked = try console.download("/admin/books.csv?bom=1").bytes
        #expect(marked == CSVByte.byteOrderMark + bytes)
        try console.database.execute("UPDATE users SET time_zone = 'Pacific/Kiritimati'")
        let later = try console.download("/admin/books.csv").answer
        #expect(later.header("Content-Disposition")?.contains("books-2026-11-22.csv") == true)
    }

    @Test("A formula is neutralised in the file, and read as it was")
    func formulas() throws {
        let hostile = ["=cmd|' /C calc'!A0", "+1", "-1", "@x", "＝x", "'=x", "''"]
        for title in hostile { try console.addBook(title) }
        let file = try console.download("/admin/books.csv?sort=added").bytes
        #expect(String(decoding: file, as: UTF8.self).contains(",'=cmd|' /C calc'!A0,"))
        #expect(try titles("/admin/books.csv?sort=added") == hostile)
    }

    @Test("An empty list is a file with a header and nothing else")
    func empty() throws {
        let bytes = try console.download("/admin/books.csv").bytes
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == BookExport.columns.map(\.name).joined(separator: ",") + "\r\n"
        )
    }

    @Test(
        "It has all pages of the list, in the list's order, with the list's filters",
        arguments: [
            "", "sort=-title", "sort=author", "sort=-author", "sort=added", "sort=-added",
            "sort=changed", "sort=-changed", "status=draft", "status=draft&sort=-author",
            "q=book", "q=book&sort=-added", "q=book+1", "category=1", "category=none&sort=changed",
            "publisher=none", "age=4", "language=none", "cover=no", "q=zzz", "status=archived",
        ]
    )
    func sameAsTheList(query: String) throws {
        try addBooks(120)
        try console.database.script(
            """
            UPDATE books SET updated_at = updated_at + id % 7;
            UPDATE books SET category_count = 0;
            """
        )
        let address = try #require(BookListAddress(carriedBy: Fields([("list", query)])))
        var whole = address.request
        whole.perPage = 1000
        let expected = try console.bookList.slice(whole).rows.map(\.book.title)
        #expect(try titles("/admin/books.csv?" + query) == expected)
    }

    @Test(
        "A list of many pieces has every book once, whatever the order",
        arguments: [
            "", "sort=-title", "sort=author", "sort=-author", "sort=-added", "sort=changed",
        ]
    )
    func manyPieces(query: String) throws {
        try addBooks(2 * BookExport.rowsPerPiece + 7)
        let rows = try console.downloadRows("/admin/books.csv?" + query)
        #expect(rows.count == 2 * BookExport.rowsPerPiece + 7)
        #expect(Set(rows.map { $0["id"] }).count == rows.count)
    }

    @Test(
        "More matches than are named at the beginning are walked through",
        arguments: ["q=book", "status=draft&sort=-added", "q=book&sort=author"]
    )
    func manyMatches(query: String) throws {
        try addBooks(BookList.fewMatches + 1)
        let rows = try console.downloadRows("/admin/books.csv?" + query)
        #expect(Set(rows.map { $0["id"] }).count == BookList.fewMatches + 1)
    }

    @Test(
        "What is added or thrown away while it is read breaks nothing off",
        arguments: ["sort=title", "q=book"]
    )
    func changesMeanwhile(query: String) throws {
        try addBooks(2 * BookExport.rowsPerPiece)
        let first = try titles("/admin/books.csv?" + query)
        var round = 0
        let rows = try console.downloadRows("/admin/books.csv?" + query) {
            round += 1
            try console.addBook("Book 0 of round \(round)")
            // The very book after which the next piece begins.
            let last = first[BookExport.rowsPerPiece - 1]
            try console.database.execute(
                "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE title = \(last)"
            )
            try console.database.execute("DELETE FROM books WHERE deleted_at IS NOT NULL")
        }
        #expect(rows.map { $0["title"] } == first)
    }

    @Test("The list leads to its file, with its filters and its order")
    func link() throws {
        try console.addBook("A Fox")
        let page = try console.get("/admin/books?q=fox&sort=-author&per_page=25&page=1")
        #expect(page.markup.targets.contains("/admin/books.csv?q=fox&sort=-author"))
        #expect(try console.get("/admin/books?q=zzz").contains("books.csv") == false)
    }
}
