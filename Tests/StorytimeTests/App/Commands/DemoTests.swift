import SQLite
import Testing

@testable import Storytime

@Suite("The demo's books")
struct DemoTests {
    private func addBooks(to console: Console) throws -> Int {
        try Demo(database: console.database, now: console.time.now).addBooks()
    }

    @Test("All of them can be read: 202, no two of one title, each with everything")
    func isComplete() {
        #expect(DemoBooks.all.count == 202)
        #expect(Set(DemoBooks.all.map { Folding.fold($0.title) }).count == 202)
        for book in DemoBooks.all {
            #expect(![book.title, book.author, book.publisher, book.description].contains(""))
            #expect(!book.ages.isUnknown && LanguageTag(book.language) != nil)
            #expect(!book.categories.isEmpty && book.status == .active)
        }
    }

    @Test("Each is in the categories and of the publisher that it names, with nothing lost")
    func isWhole() throws {
        let console = try Console()
        #expect(try addBooks(to: console) == DemoBooks.all.count)
        let books = try console.bookList.slice(BookListRequest(perPage: 1000)).rows
        #expect(books.count == DemoBooks.all.count)
        for demo in DemoBooks.all {
            let summary = try #require(books.first { $0.book.title == demo.title })
            let book = summary.book
            #expect(book.author == demo.author && book.publisher?.name == demo.publisher)
            #expect(book.description == demo.description && book.ages == demo.ages)
            #expect(book.language == demo.language && book.status == demo.status)
            #expect(Set(summary.categories.map(\.name)) == Set(demo.categories))
        }
        let names = Set(DemoBooks.all.map { Folding.fold($0.publisher) })
        #expect(try console.publishers.count() == names.count)
    }

    @Test("A publisher that is there already is not made again")
    func keepsPublishers() throws {
        let console = try Console()
        let first = try #require(DemoBooks.all.first)
        let publisher = try console.addPublisher(first.publisher.uppercased())
        _ = try addBooks(to: console)
        let count = DemoBooks.all.count { $0.publisher == first.publisher }
        #expect(try console.publishers.find(publisher.id).bookCount == count)
    }

    @Test("A demo that fails adds nothing")
    func failsWhole() throws {
        let console = try Console()
        let pages = try console.count("PRAGMA page_count")
        try console.database.script("PRAGMA max_page_count = \(pages + 4);")
        #expect(throws: SQLiteError.self) { try addBooks(to: console) }
        #expect(try console.bookList.count(BookFilter()) == 0)
        #expect(try console.publishers.count() == 0)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == 0)
    }
}
