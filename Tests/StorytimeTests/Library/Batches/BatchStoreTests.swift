import SQLite
import Testing

@testable import Storytime

@Suite("Batches: what is done to many books at once, and taken back at once")
struct BatchStoreTests {
    private let console: Console
    private let everything: SQL = "SELECT id FROM books WHERE deleted_at IS NULL"

    init() throws {
        console = try Console.asAdmin()
    }

    @discardableResult
    private func make(_ plan: (BatchPlan) throws -> Void) throws -> Batch? {
        try console.batches.make(.bulk, by: .commandLine, summary: { "\($0) books" }, plan)
    }

    private func undo(_ batch: Batch?) throws -> BatchStore.Undone {
        try console.batches.undo(try #require(batch).id, by: .commandLine)
    }

    /// A few changes of any kind to any books, as an import makes them.
    private func changeSomething(_ plan: BatchPlan, _ random: inout SeededRandom) throws {
        let keys: SQL = "SELECT id FROM books WHERE id % 5 <> \(random.below(5))"
        let text = { (choices: [String?], random: inout SeededRandom) in
            choices[random.below(choices.count)]
        }
        try plan.set(.status, to: text(["draft", "active", "archived"], &random), of: keys)
        if random.below(2) == 0 {
            try plan.set(.language, to: text([nil, "en", "pt-BR"], &random), of: keys)
        }
        if random.below(2) == 0 {
            try plan.set(.publisher, to: [nil, 1, 2][random.below(3)], of: keys)
        }
        if random.below(2) == 0 {
            let ages = [AgeRange(), AgeRange(minimum: 7), AgeRange(maximum: 1)][random.below(3)]
            try plan.set(.ages, to: BatchField.text(ages), of: keys)
        }
        if random.below(2) == 0 {
            try plan.tag(["dusk", "new", "STRASSE"][random.below(3)], isThere: true, of: keys)
        } else {
            try plan.tag("dusk", isThere: false, of: keys)
        }
        try plan.set(.illustrator, to: ["", "Jon"][random.below(2)], of: keys)
        try plan.set(.series, to: [nil, 1][random.below(2)], of: keys)
        try plan.set(.year, to: [nil, 2001][random.below(2)], of: keys)
        for _ in 0..<random.below(3) {
            let category = try console.categories.all()[random.below(8)].id
            // A link that is planned already is not planned again.
            let other: SQL = "SELECT id FROM books WHERE id % 7 = \(random.below(7))"
            let isPlanned = try console.count(
                """
                SELECT count(*) FROM batch_rows
                WHERE batch_id = \(plan.batch.value) AND category_id = \(category.value)
                """
            )
            guard isPlanned == 0 else { continue }
            try plan.link(category, isThere: random.below(2) == 0, of: other)
        }
        for _ in 0..<3 {
            let book = ID<Book>(1 + random.below(40))
            let isPlanned = try console.count(
                """
                SELECT count(*) FROM batch_rows WHERE batch_id = \(plan.batch.value)
                    AND book_id = \(book.value) AND field IN ('title', 'author', 'description')
                """
            )
            guard isPlanned == 0 else { continue }
            try plan.set(.title, to: "Zöe \(random.below(99))", of: book)
            try plan.set(.author, to: text(["", "Çelik"], &random), of: book)
            try plan.set(.description, to: text(["", "New."], &random), of: book)
        }
        if random.below(2) == 0 { try plan.bin("SELECT id FROM books WHERE id % 4 = 0") }
    }

    @Test("Taking a batch back leaves the catalog as it was, and again as the batch made it")
    func undoIsTheIdentity() throws {
        try console.fillCatalog(40)
        var random = SeededRandom(seed: 11)
        for round in 0..<60 {
            let before = try console.catalogText()
            let batch = try make { try changeSomething($0, &random) }
            let after = try console.catalogText()
            #expect(try console.catalogIsConsistent(), "round \(round)")
            guard let batch else { continue }
            let undone = try undo(batch)
            #expect(try console.catalogText() == before, "round \(round)")
            #expect(try console.catalogIsConsistent(), "round \(round)")
            #expect(undone.left == 0 && undone.batch?.rowCount == batch.rowCount)
            let again = try undo(undone.batch)
            #expect(try console.catalogText() == after, "round \(round)")
            // Rounds build on one another, so that books are in the bin and links come and go.
            if round.isMultiple(of: 2) { _ = try undo(again.batch) }
        }
    }

    @Test("What already is as it should be is no part of the batch; a batch of nothing is none")
    func nothingToDo() throws {
        try console.addBook("A")
        #expect(try make { try $0.set(.status, to: "draft", of: everything) } == nil)
        #expect(try make { try $0.link(ID(2), isThere: false, of: everything) } == nil)
        #expect(try console.count("SELECT count(*) FROM batches") == 0)
        #expect(try console.books.find(ID(1)).version == 1)
        try console.addBook("B", in: [console.category("adventure")])
        let batch = try make { try $0.link(ID(2), isThere: true, of: everything) }
        #expect(batch?.rowCount == 1)
        #expect(batch?.summary == "1 books")
    }

    @Test("Each book has its entry in the audit log, under its batch and in words")
    func writesAudit() throws {
        try console.addPublisher("Alder")
        try console.addBook("A \"quoted\" <b>", in: [console.category("adventure")])
        try console.addBook("B")
        let batch = try make {
            try $0.set(.publisher, to: 1, of: "SELECT 1")
            try $0.set(.status, to: "active", of: "SELECT 1")
            try $0.link(ID(2), isThere: false, of: "SELECT 1")
            try $0.bin("SELECT 2")
        }
        let entries = try console.database.all(
            """
            SELECT action, record_id, record_label, changes, actor_name FROM audit_entries
            WHERE batch_id = \(try #require(batch).id.value) ORDER BY record_id
            """
        ) {
            (try $0.text(0), try $0.int(1), try $0.text(2), try Change.list($0.text(3)))
        }
        #expect(entries.map(\.0) == ["changed", "binned"])
        #expect(entries.map(\.2) == ["A \"quoted\" <b>", "B"])
        #expect(
            entries.first?.3 == [
                Change("category", "Adventure", nil), Change("publisher", nil, "Alder"),
                Change("status", "draft", "active"),
            ]
        )
        #expect(entries.last?.3 == [])
        let undone = try undo(batch)
        #expect(undone.batch?.summary == "Undone: 2 books")
        #expect(try undo(undone.batch).batch?.summary == "Done again: 2 books")
        let actions = try console.texts(
            """
            SELECT action FROM audit_entries
            WHERE batch_id = \(try #require(undone.batch).id.value) ORDER BY record_id
            """
        )
        #expect(actions == ["changed", "restored"])
    }

    @Test("A book that somebody changed since is left as it is, and said with what was changed")
    func leavesWhatWasChanged() throws {
        for title in ["A", "B", "C", "D"] { try console.addBook(title) }
        let batch = try make {
            try $0.set(.status, to: "active", of: everything)
            try $0.set(.language, to: "en", of: everything)
        }
        // B was changed in a field of the batch, C in another one, D back to what it was.
        try console.database.script(
            """
            UPDATE books SET status = 'archived' WHERE id = 2;
            UPDATE books SET author = 'Ada' WHERE id = 3;
            UPDATE books SET status = 'draft' WHERE id = 4;
            """
        )
        let undone = try undo(batch)
        #expect(undone.left == 1)
        #expect(undone.batch?.rowCount == 3)
        let statuses = try console.texts(
            "SELECT status || coalesce(language, '') FROM books ORDER BY id"
        )
        #expect(statuses == ["draft", "archiveden", "draft", "draft"])
        let left = try console.batches.left(of: try #require(batch).id, limit: 9, offset: 0)
        #expect(left == [.init(book: ID(2), title: "B", field: .status, category: nil)])
    }

    @Test("What a batch referred to may be gone: the book, the category, the publisher")
    func leavesWhatIsGone() throws {
        try console.addPublisher("Alder")
        for title in ["A", "B", "C"] {
            try console.addBook(title, in: [console.category("adventure")])
        }
        try console.database.script("UPDATE books SET publisher_id = 1 WHERE id = 3;")
        let batch = try make {
            try $0.link(ID(2), isThere: false, of: "SELECT 1 UNION SELECT 2")
            try $0.set(.publisher, to: Int?.none, of: "SELECT 3")
        }
        try console.database.script(
            """
            DELETE FROM categories WHERE id = 2; DELETE FROM publishers;
            UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = 1;
            DELETE FROM books WHERE id = 1;
            """
        )
        let undone = try undo(batch)
        #expect(undone == .init(batch: nil, left: 3))
        let left = try console.batches.left(of: try #require(batch).id, limit: 9, offset: 0)
        #expect(left.map(\.title) == [nil, "B", "C"])
        #expect(left.map(\.field) == [.category, .category, .publisher])
        #expect(left.map(\.category) == [nil, nil, nil])
    }

    @Test("The address of a cover does not come back where a picture has been uploaded since")
    func leavesUploadedCovers() throws {
        try console.addBook("A")
        let address = "https://covers.test/a.jpg"
        let batch = try make { try $0.set(.coverAddress, to: address, of: everything) }
        let undone = try undo(batch)
        try console.database.script(
            "UPDATE books SET cover_key = 'k', cover_width = 1, cover_height = 1;"
        )
        #expect(try undo(undone.batch) == .init(batch: nil, left: 1))
        let left = try console.batches.left(
            of: try #require(undone.batch).id,
            limit: 9,
            offset: 0
        )
        #expect(left.map(\.field) == [.coverAddress])
    }

    @Test("Books that a batch created go to the bin, unless somebody changed them since")
    func created() throws {
        let batch = try make { plan in
            for title in ["A", "B", "C"] { try plan.created(console.addBook(title).id) }
        }
        #expect(try console.books.find(ID(1)).version == 1)
        let draft = Book.Draft(title: "B", author: "Ada")
        _ = try console.books.update(ID(2), version: 1, draft, by: .commandLine)
        try make { try $0.bin("SELECT 3") }
        let undone = try undo(batch)
        #expect(undone.left == 1)
        #expect(undone.batch?.rowCount == 1)
        #expect(try console.texts("SELECT title FROM books WHERE deleted_at IS NULL") == ["B"])
        let left = try console.batches.left(of: try #require(batch).id, limit: 9, offset: 0)
        #expect(left == [.init(book: ID(2), title: "B", field: .creation, category: nil)])
        _ = try undo(undone.batch)
        let titles = try console.texts("SELECT title FROM books WHERE deleted_at IS NULL")
        #expect(titles == ["A", "B"])
        #expect(try console.catalogIsConsistent())
    }

    @Test("A batch is taken back once, and within thirty days")
    func refuses() throws {
        try console.addBook("A")
        let batch = try make { try $0.set(.status, to: "active", of: everything) }
        _ = try undo(batch)
        #expect(throws: BatchStore.Refusal.self) { try undo(batch) }
        let old = try make { try $0.set(.status, to: "archived", of: everything) }
        console.time.now += 30 * 86_400
        #expect(throws: BatchStore.Refusal.isTooOld(try #require(old))) { try undo(old) }
        #expect(throws: Failure.notFound) {
            try console.batches.undo(ID(99), by: .commandLine)
        }
    }

    @Test("A batch that fails in the middle changes nothing")
    func isWhole() throws {
        try console.fillCatalog(10)
        let before = try console.catalogText()
        #expect(throws: SQLiteError.self) {
            try make {
                try $0.set(.language, to: "en-AU", of: everything)
                try $0.set(.publisher, to: 99, of: everything)
            }
        }
        #expect(try console.catalogText() == before)
        #expect(try console.count("SELECT count(*) FROM batches") == 0)
    }

    @Test("The caretaker removes batches after thirty days, a thousand rows at a time")
    func removesOld() throws {
        try console.fillCatalog(1)
        let batch = try make { try $0.set(.language, to: "fr", of: everything) }
        try console.database.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 1509)
            INSERT INTO batch_rows (batch_id, book_id, field)
            SELECT \(try #require(batch).id.value), i, 'status' FROM n
            """
        )
        console.time.now += 86_400
        try make { try $0.set(.language, to: "it", of: everything) }
        let caretaker = try Caretaker(site: console.site)
        caretaker.work(console.database, cleans: false)
        #expect(try console.count("SELECT count(*) FROM batch_rows") == 1502)
        console.time.now += 29 * 86_400
        caretaker.work(console.database, cleans: false)
        #expect(try console.count("SELECT count(*) FROM batch_rows") == 502)
        caretaker.work(console.database, cleans: false)
        #expect(try console.count("SELECT count(*) FROM batch_rows") == 1)
        #expect(try console.count("SELECT count(*) FROM batches") == 1)
    }
}
