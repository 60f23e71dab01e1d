import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The bin for categories and publishers")
struct ShelfBinTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func delete(_ path: String, _ fields: [(String, String)] = []) throws {
        #expect(try console.post(path + "/delete", fields).status == 303)
    }

    private func undo(_ page: Answer) throws -> Answer {
        let form = page.markup.forms.first { $0.action.contains("/restore?") }
        return try console.post(try #require(form).action)
    }

    // MARK: Deleting and restoring

    @Test("A deleted category is in the bin, nowhere else, and leaves its name to others")
    func isInTheBin() throws {
        let tales = try console.category("fairy-tales")
        try console.addBook("Owl", in: [tales])
        try delete(tales.href)
        #expect(try console.get("/admin/categories").contains("Bin (1)"))
        let bin = try console.get("/admin/categories/bin")
        #expect(bin.contains("Fairy Tales") && bin.contains("30 days"))
        let page = try console.get(tales.href)
        #expect(page.status == 200 && page.contains("This category is in the bin."))
        #expect(try console.get(tales.href + "/edit").status == 404)
        #expect(try !console.get("/admin/books/1").markup.targets.contains(tales.href))
        #expect(try console.post("/admin/categories", [("name", "Fairy Tales")]).status == 303)
    }

    @Test("Undo brings a category back with its books, its position, its icon and its key")
    func undoes() throws {
        let tales = try console.category("fairy-tales")
        let owl = try console.addBook("Owl", in: [tales])
        try delete(tales.href)
        let answer = try undo(console.get("/admin/categories"))
        #expect(answer.location == "/admin/categories#toasts")
        #expect(
            try console.get("/admin/categories").toast?
                .contains("Category “Fairy Tales” restored with 1 book.") == true
        )
        var back = try console.categories.find(tales.id)
        #expect(back.version > tales.version)
        (back.version, back.updatedAt, back.bookCount) = (tales.version, tales.updatedAt, 0)
        #expect(back == tales)
        #expect(try console.books.categories(of: owl.id).map(\.name) == ["Fairy Tales"])
        #expect(try console.bookList.count(BookFilter(category: .id(tales.id))) == 1)
        #expect(try console.count("SELECT count(*) FROM binned_shelves") == 0)
        #expect(try console.get(tales.href).contains("restored the category"))
    }

    @Test("A publisher comes back to its books, except to those that have another one now")
    func leavesWhatWasChanged() throws {
        let (alder, birch) = try (console.addPublisher("Alder"), console.addPublisher("Birch"))
        let kept = try console.addBook("Kept", from: alder)
        let changed = try console.addBook("Changed", from: alder)
        try delete(alder.href)
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
            try $0.set(.publisher, to: birch.id.value, of: changed.id)
        }
        let answer = try console.post(alder.href + "/restore")
        #expect(answer.location == alder.href)
        let toast = try console.get(alder.href).toast
        #expect(toast?.contains("Changed since, so left as they are: 1 book.") == true)
        #expect(try console.books.find(kept.id).publisher?.id == alder.id)
        #expect(try console.books.find(changed.id).publisher?.id == birch.id)
        #expect(try console.publishers.find(alder.id).bookCount == 1)
        #expect(try console.publishers.count(SearchWords("alder")) == 1)
    }

    @Test(
        "Books in the bin get it back as well, be they restored before it or after",
        arguments: [true, false]
    )
    func booksInTheBin(isFirst: Bool) throws {
        let tales = try console.category("fairy-tales")
        let alder = try console.addPublisher("Alder")
        let owl = try console.addBook("Owl", in: [tales], from: alder)
        _ = try console.bin.add(owl.id, by: .commandLine)
        try delete(tales.href)
        try delete(alder.href)
        if isFirst { _ = try console.bin.restore(owl.id, by: .commandLine) }
        #expect(try console.post(tales.href + "/restore").status == 303)
        #expect(try console.post(alder.href + "/restore").status == 303)
        if !isFirst { _ = try console.bin.restore(owl.id, by: .commandLine) }
        #expect(try console.books.categories(of: owl.id).map(\.id) == [tales.id])
        #expect(try console.books.find(owl.id).publisher?.id == alder.id)
        #expect(try console.categories.find(tales.id).bookCount == 1)
        #expect(try console.publishers.find(alder.id).bookCount == 1)
        #expect(try console.bookList.count(BookFilter(category: .id(tales.id))) == 1)
        #expect(try console.bookList.count(BookFilter(publisher: .id(alder.id))) == 1)
    }

    @Test("A category that was hidden from a child is hidden from it again")
    func staysHidden() throws {
        let tales = try console.category("fairy-tales")
        let child = try console.addChild("Pippi", in: console.addFamily())
        try console.database.execute(
            "INSERT INTO child_hidden_categories VALUES (\(child.id.value), \(tales.id.value))"
        )
        let question = try console.get(tales.href + "/delete")
        #expect(question.contains("This category is hidden from 1 child"))
        try delete(tales.href)
        #expect(try console.categories.hiddenFrom(tales.id) == 0)
        _ = try console.post(tales.href + "/restore")
        #expect(try console.categories.hiddenFrom(tales.id) == 1)
    }

    @Test("If its slug was taken meanwhile, it gets a new one, and the notice says so")
    func newSlug() throws {
        let tales = try console.category("fairy-tales")
        try delete(tales.href)
        let form = Console.categoryForm("Other", slug: "fairy-tales")
        #expect(try console.post("/admin/categories", form).status == 303)
        #expect(try console.post(tales.href + "/restore").status == 303)
        #expect(try console.get(tales.href).toast?.contains("so it has a new one") == true)
        #expect(try console.categories.find(tales.id).slug == "fairy-tales-2")
    }

    @Test("If its name was taken meanwhile, another one is asked for")
    func newName() throws {
        let tales = try console.category("fairy-tales")
        try delete(tales.href)
        try console.addCategory("FAIRY tales")
        let question = try console.post(tales.href + "/restore?from=list")
        #expect(question.status == 422)
        #expect(question.markup.value(of: "name") == "Fairy Tales")
        #expect(
            question.markup.error(of: "name")?.contains("Another category has this name") == true
        )
        let empty = try console.post(tales.href + "/restore", [("name", " ")])
        #expect(empty.status == 422 && empty.markup.error(of: "name") != nil)
        let answer = try console.post(
            tales.href + "/restore",
            [("name", "Old Tales"), ("from", "list")]
        )
        #expect(answer.location == "/admin/categories#toasts")
        #expect(try console.categories.find(tales.id).name == "Old Tales")
    }

    @Test("A series comes back with its books, its description and its place in the search")
    func series() throws {
        let owls = try console.series.insert(
            .init(name: "Owls", description: "Six owls."),
            by: .commandLine
        )
        let press = try console.addPublisher("Press")
        _ = try console.publishers.update(
            press.id,
            version: 1,
            .init(name: "Press", website: "https://press.example", note: "Ask Bo."),
            by: .commandLine
        )
        let book = try console.addBook("Owl", from: press)
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
            try $0.set(.series, to: owls.id.value, of: book.id)
        }
        try delete(owls.href)
        try delete(press.href)
        #expect(try console.books.details(of: book.id).series.isEmpty)
        #expect(try console.post(owls.href + "/restore").status == 303)
        #expect(try console.post(press.href + "/restore").status == 303)
        #expect(try console.books.details(of: book.id).series == "Owls")
        #expect(try console.series.find(owls.id).description == "Six owls.")
        let back = try console.publishers.find(press.id)
        #expect(back.website == "https://press.example" && back.note == "Ask Bo.")
        #expect(try console.books.find(book.id).publisher?.id == press.id)
        #expect(try console.bookList.count(BookFilter(series: .id(owls.id))) == 1)
    }

    @Test("Undoing the bulk change that took its books brings the category back, too")
    func undoingTheBatch() throws {
        let tales = try console.category("fairy-tales")
        try console.addBook("Owl", in: [tales])
        try delete(tales.href)
        let batch = try #require(try console.batches.list(limit: 1, offset: 0).first)
        #expect(try console.post(batch.undoHref).location == tales.href)
        #expect(try console.categories.find(tales.id).bookCount == 1)
    }

    // MARK: Moving and merging

    @Test("Its books can go to another category; a book that is in both keeps one place")
    func movesBooks() throws {
        let tales = try console.category("fairy-tales")
        let adventure = try console.category("adventure")
        let one = try console.addBook("One", in: [tales])
        let both = try console.addBook("Both", in: [tales, adventure])
        let answer = try console.post(
            tales.href + "/delete",
            [("version", "1"), ("successor", "\(adventure.id)")]
        )
        #expect(answer.location == adventure.href + "#toasts")
        let page = try console.get(adventure.href)
        #expect(page.toast?.contains("2 books moved to “Adventure”.") == true)
        #expect(page.contains("books moved here from"))
        #expect(try console.get(tales.href).contains("Its books moved to"))
        for book in [one, both] {
            #expect(try console.books.categories(of: book.id).map(\.id) == [adventure.id])
        }
        #expect(try console.categories.find(adventure.id).bookCount == 2)
        _ = try undo(page)
        #expect(try console.books.categories(of: one.id).map(\.id) == [tales.id])
        #expect(
            try Set(console.books.categories(of: both.id).map(\.id)) == [tales.id, adventure.id]
        )
    }

    @Test("Merging asks first, with numbers, and a book in the bin goes along")
    func merges() throws {
        let press = try console.addPublisher("Viking Press")
        let viking = try console.addPublisher("Viking")
        let live = try console.addBook("Live", from: press)
        let binned = try console.addBook("Binned", from: press)
        try console.addBook("Other", from: viking)
        _ = try console.bin.add(binned.id, by: .commandLine)
        let choice = try console.get(press.href + "/merge")
        #expect(choice.status == 200 && choice.contains("Viking"))
        let question = try console.get(press.href + "/merge?successor=\(viking.id)")
        #expect(question.contains("1 book will move") && question.contains("have 2"))
        let form = try #require(question.markup.forms.first { $0.action == press.href + "/merge" })
        let fields = form.fields.map { ($0.name, $0.value) }
        let answer = try console.post(form.action, fields)
        #expect(answer.location == viking.href + "#toasts")
        let merged = try console.get(viking.href)
        #expect(
            merged.toast?.contains("“Viking Press” merged into “Viking”: 1 book moved.") == true
        )
        for book in [live, binned] {
            #expect(try console.books.find(book.id).publisher?.id == viking.id)
        }
        #expect(try console.publishers.find(viking.id).bookCount == 2)
        let changes = try console.texts(
            "SELECT changes FROM audit_entries WHERE record_type = 'publisher' ORDER BY id DESC LIMIT 2"
        )
        #expect(
            try changes.map(Change.list) == [
                [Change("books", "1", nil), Change("books_moved_to", nil, "Viking")],
                [Change("books", "1", "2"), Change("books_moved_from", nil, "Viking Press")],
            ]
        )
        _ = try undo(merged)
        for book in [live, binned] {
            #expect(try console.books.find(book.id).publisher?.id == press.id)
        }
    }

    @Test(
        "Nothing is merged into itself, into one that is gone, or without the version that was shown"
    )
    func refusesToMerge() throws {
        let (alder, birch) = try (console.addPublisher("Alder"), console.addPublisher("Birch"))
        let path = alder.href + "/merge"
        for successor in ["\(alder.id)", "99", "x", ""] {
            let answer = try console.post(path, [("version", "1"), ("successor", successor)])
            #expect(answer.status == 422)
            #expect(answer.markup.error(of: "successor") != nil)
        }
        #expect(try console.post(path, [("successor", "\(birch.id)")]).status == 200)
        let old = [("version", "9"), ("successor", "\(birch.id)")]
        #expect(try console.post(path, old).status == 409)
        let gone = [("version", "1"), ("successor", "99")]
        #expect(try console.post(alder.href + "/delete", gone).status == 422)
        #expect(try console.publishers.count() == 2)
    }

    // MARK: For good

    @Test("From the bin it can be deleted for good, and the log keeps what it was")
    func purges() throws {
        let tales = try console.category("fairy-tales")
        try delete(tales.href)
        #expect(try console.get(tales.href + "/purge").contains("This can’t be undone."))
        #expect(try console.post(tales.href + "/purge").location == "/admin/categories/bin")
        #expect(try console.get(tales.href).status == 404)
        #expect(try console.post(tales.href + "/restore").status == 404)
        #expect(try ShelfBin(console.categories).count() == 0)
        let last = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1")
        #expect(last.first?.contains("Fairy Tales") == true)
        #expect(try console.post("/admin/categories/1/purge").location == "/admin/categories/1")
    }

    @Test("After thirty days it is removed, not a second earlier")
    func removesOld() throws {
        let alder = try console.addPublisher("Alder")
        try delete(alder.href)
        console.time.now += 30 * 86_400 - 1
        try ShelfBin(console.publishers).removeOld()
        #expect(try ShelfBin(console.publishers).count() == 1)
        console.time.now += 1
        try ShelfBin(console.publishers).removeOld()
        #expect(try ShelfBin(console.publishers).count() == 0)
    }

    @Test("The API deletes into the bin as well")
    func api() throws {
        let key = try console.adminKey()
        let path = "/api/v1/publishers/\(try console.addPublisher("Alder").id)"
        #expect(try console.ask(.delete, path, token: key).status == 204)
        #expect(try console.get("/admin/publishers/bin").contains("Alder"))
    }
}
