import SQLite
import Testing

@testable import Storytime

@Suite("What is exported can be imported")
struct ImportRoundTripTests {
    @Test("A file of the whole catalog, imported at once, is nothing to change")
    func nothingToChange() throws {
        let console = try Console.asAdmin()
        try console.fillCatalog(300)
        let odd = try console.addCategory("Cats|Dogs \\ \"Birds\", etc.")
        for title in ["=1+1", "'=x", "'", "''", "-", "sep=;", "\u{FEFF}x", "a\"b", "\\", "|"] {
            try console.addBook(title, by: "@" + title, in: [odd])
        }
        try console.database.execute(
            "UPDATE books SET cover_url = 'https://x.test/=a,b' WHERE id % 3 = 0"
        )
        for target in ["/admin/books.csv", "/admin/books.csv?bom=1&sort=-author"] {
            let bytes = try console.download(target).bytes
            let checked = try console.look(try console.bring(bytes))
            #expect(checked.counts[.same] == 310)
            #expect(checked.counts.total == 310)
        }
    }

    @Test("A file of one catalog makes the same books in another one")
    func anotherCatalog() throws {
        let one = try Console.asAdmin()
        try one.fillCatalog(200)
        let columns = BookExport.columns.map(\.name).filter {
            !["id", "created_at", "updated_at"].contains($0)
        }
        let rows = try one.downloadRows("/admin/books.csv?sort=added")
        var csv = CSVWriter(delimiter: .semicolon)
        csv.row(columns)
        for row in rows { csv.row(columns.map { row[$0] ?? "" }) }
        let other = try Console.asAdmin()
        let checked = try other.look(try other.bring(csv.take()))
        #expect(checked.counts[.created] == 200)
        try other.confirm(checked)
        let made = try other.downloadRows("/admin/books.csv?sort=added")
        for (row, copy) in zip(rows, made) {
            for column in columns { #expect(row[column] == copy[column], "\(column)") }
        }
        #expect(try other.catalogIsConsistent())
    }

    @Test("The real books of the fixture come in whole, and go back at once")
    func fixture() throws {
        let console = try Console.asAdmin()
        let bytes = PackageResources.demo_books_csv
        let checked = try console.look(try console.bring(bytes))
        #expect(checked.counts[.created] == 202 && checked.counts.total == 202)
        let done = try console.confirm(checked)
        let fixture = try Console.rows(of: bytes)
        let listed = try console.downloadRows("/admin/books.csv?sort=added")
        for (row, book) in zip(fixture, listed) {
            for (column, cell) in row where column != "categories" {
                #expect(book[column] == cell, "\(row["title"] ?? "")")
            }
            let names = { (cell: String?) in Set(NameList.names(in: cell ?? "")) }
            #expect(names(book["categories"]) == names(row["categories"]))
        }
        let again = try console.look(try console.bring(bytes))
        #expect(again.counts[.same] == 202)
        try console.undo(done)
        #expect(try console.bookList.count(BookFilter()) == 0)
        #expect(try console.catalogIsConsistent())
    }
}
