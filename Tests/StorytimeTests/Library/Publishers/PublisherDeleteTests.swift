import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Publishers: deleting them")
struct PublisherDeleteTests {
    private let console: Console
    private let alder: Publisher

    init() throws {
        console = try Console.asAdmin()
        alder = try console.addPublisher("Alder House")
    }

    @Test("Deleting asks first and says what it unlinks", arguments: [0, 1, 2])
    func asksBeforeDeleting(books: Int) throws {
        for number in 0..<books { try console.addBook("Book \(number)", from: alder) }
        let page = try console.get("/admin/publishers/1/delete")
        #expect(page.status == 200)
        let sentence = ["This publisher has no books", "1 book", "2 books"][books]
        #expect(page.markup.text(where: "action", is: "/admin/publishers/1/delete") != nil)
        #expect(page.contains(sentence))
        #expect(try console.publishers.count() == 1)
    }

    @Test("Deleting takes the publisher off its books, which stay and are found without it")
    func deletes() throws {
        let birch = try console.addPublisher("Birch")
        let one = try console.addBook("One", from: alder)
        let two = try console.addBook("Two", from: alder)
        try console.addBook("Other", from: birch)
        let answer = try console.post("/admin/publishers/1/delete", [("version", "1")])
        #expect(answer.location == "/admin/publishers#toasts")
        let toast = try console.get("/admin/publishers").toast
        #expect(
            toast?.contains("“Alder House” moved to the bin. It was removed from 2 books.") == true
        )
        for book in [one, two] { #expect(try console.books.find(book.id).publisher == nil) }
        #expect(try console.publishers.findIfAny(alder.id) == nil)
        #expect(try console.publishers.count() == 1)
        // The search index filters by what is true now.
        let lists = console.bookList
        #expect(try lists.count(BookFilter(publisher: .missing)) == 2)
        #expect(try lists.count(BookFilter(publisher: .id(alder.id))) == 0)
        #expect(try lists.count(BookFilter(publisher: .id(birch.id))) == 1)
        #expect(try console.publishers.count(SearchWords("alder")) == 0)
    }

    @Test("The log says of how many books it was taken off, and of each book that it lost it")
    func isWrittenDown() throws {
        try console.addBook("One", from: alder)
        let before = try console.count("SELECT count(*) FROM audit_entries")
        _ = try console.post("/admin/publishers/1/delete", [("version", "1")])
        let entries = try console.texts(
            "SELECT changes FROM audit_entries WHERE id > \(before) ORDER BY id"
        )
        #expect(
            try entries.map(Change.list) == [
                [Change("publisher", "Alder House", nil)],
                [Change("books", "1", nil)],
            ]
        )
    }

    @Test("A book in the bin loses its publisher, too, and is not counted")
    func booksInTheBin() throws {
        let book = try console.addBook("Binned", from: alder)
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id = \(book.id.value)"
        )
        try BookIndex(database: console.database).write(book.id)
        #expect(
            try console.get("/admin/publishers/1/delete").contains("This publisher has no books")
        )
        #expect(try console.post("/admin/publishers/1/delete", [("version", "1")]).status == 303)
        #expect(try console.books.find(book.id).publisher == nil)
        #expect(try console.database.danglingReferences().isEmpty)
    }

    @Test("Deleting twice finds nothing the second time")
    func deletesTwice() throws {
        let fields = [("version", "1")]
        #expect(try console.post("/admin/publishers/1/delete", fields).status == 303)
        #expect(try console.post("/admin/publishers/1/delete", fields).status == 404)
    }

    @Test("What someone changed since the question was asked is not deleted unseen")
    func deletesOnlyWhatWasShown() throws {
        let fields = [("name", "Elder House"), ("version", "1")]
        #expect(try console.post("/admin/publishers/1", fields).status == 303)
        let answer = try console.post("/admin/publishers/1/delete", [("version", "1")])
        #expect(answer.status == 409)
        #expect(answer.contains("This publisher has changed"))
        #expect(answer.contains("Elder House"))
        let version = try #require(answer.markup.value(of: "version"))
        #expect(
            try console.post("/admin/publishers/1/delete", [("version", version)]).status == 303
        )
    }

    @Test("A book's form that still offers the publisher says that it is gone")
    func formsThatAreOpen() throws {
        _ = try console.post("/admin/publishers/1/delete", [("version", "1")])
        let answer = try console.post(
            "/admin/books",
            [("title", "Fox"), ("publisher_id", "1"), ("status", "draft")]
        )
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "publisher_id") != nil)
    }
}
