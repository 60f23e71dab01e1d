import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What was changed since a moment")
struct ChangesTests {
    private static let catalog = "/api/v1/catalog/books"

    /// What was told of a list.
    private struct Told: Equatable {
        var ids: [Int] = []
        var removed: [Int] = []
    }

    /// A family's program that has everything of its lists, as of a while ago.
    private struct App {
        let console: Console
        let family: Family
        let child: Child
        let book: Book
        let token: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            book = try console.addStory("Journey", in: [try console.category("adventure")])
            try console.addToLibrary([book.id], of: child)
            token = try console.bearer(try console.addParent("a@example.test", in: family))
            try age()
        }

        private static let longAgo = 1000

        /// Lets a while pass.
        func age() throws {
            try execute("UPDATE touched SET touched_at = \(Self.longAgo)")
        }

        /// The database has a clock of its own: whatever was touched since is of this moment.
        func settle() throws {
            try execute(
                """
                UPDATE touched SET touched_at = \(console.time.now)
                WHERE touched_at <> \(Self.longAgo)
                """
            )
        }

        var library: String { "/api/v1/children/\(child.id)/library" }

        var lists: [String] {
            [ChangesTests.catalog, library, "/api/v1/children", "/api/v1/catalog/categories"]
        }

        /// What a list says of the last minutes.
        func changes(_ path: String) throws -> Told {
            let answer = try ask(path)
            #expect(answer.status == 200, "\(answer.text)")
            let ids = try answer.records().compactMap { $0["id"] as? Int }
            return Told(ids: ids, removed: answer.json["removed_ids"] as? [Int] ?? [])
        }

        func ask(_ path: String, _ more: String = "", since: Int? = nil) throws -> Answer {
            try settle()
            let since = TimeText.iso(since ?? console.time.now - 500)
            return try console.ask(.get, "\(path)?updated_since=\(since)\(more)", token: token)
        }

        /// What is told after something was done, and nothing of it a while later.
        func expect(
            _ path: String,
            ids: [Int] = [],
            removed: [Int] = [],
            _ comment: Comment,
            _ act: () throws -> Void
        ) throws {
            try age()
            #expect(try changes(path) == Told(), comment)
            try act()
            #expect(try changes(path) == Told(ids: ids, removed: removed), comment)
        }

        func execute(_ sql: SQL) throws { try console.database.execute(sql) }
    }

    @Test("A child that is added, changed or removed is told, and nobody else’s")
    func children() throws {
        let app = try App()
        let path = "/api/v1/children"
        var added = 0
        let other = try app.console.addChild("Stranger", in: app.console.addFamily("Strangers"))
        try app.expect(path, ids: [app.child.id.value + 2], "added") {
            added = try app.console.addChild("Annika", in: app.family).id.value
        }
        try app.expect(path, ids: [added], "changed") {
            try app.execute("UPDATE children SET name = 'A', updated_at = 1 WHERE id = \(added)")
        }
        try app.expect(path, removed: [added], "moved") {
            try app.execute(
                "UPDATE children SET family_id = \(other.family.value) WHERE id = \(added)"
            )
        }
        try app.expect(path, removed: [app.child.id.value], "removed") {
            _ = try app.console.ask(.delete, "\(path)/\(app.child.id)", token: app.token)
            try app.execute("DELETE FROM children WHERE id = \(app.child.id.value)")
        }
        try app.expect(path, "another family's") {
            try app.execute("UPDATE children SET updated_at = 2 WHERE id = \(other.id.value)")
        }
    }

    @Test("A program whose clock is ahead asks from now on, and misses nothing")
    func clockAhead() throws {
        let app = try App()
        let path = "/api/v1/children"
        let ahead = try app.ask(path, since: app.console.time.now + 3600)
        #expect(ahead.json["updated_until"] as? String == TimeText.iso(app.console.time.now))
        app.console.time.now += 10
        let added = try app.console.addChild("Annika", in: app.family)
        let next = try app.ask(path, since: app.console.time.now + 3590)
        #expect(try next.records().compactMap { $0["id"] as? Int } == [added.id.value])
    }

    @Test("A category that is added, changed or deleted is told, to everybody")
    func categories() throws {
        let app = try App()
        let path = "/api/v1/catalog/categories"
        try app.expect(path, ids: [9], "added") { _ = try app.console.addCategory("Trains") }
        try app.expect(path, ids: [2], "renamed") {
            try app.execute("UPDATE categories SET name = 'X', updated_at = 1 WHERE id = 2")
        }
        try app.expect(path, removed: [2], "deleted") {
            try app.execute("DELETE FROM categories WHERE id = 2")
        }
    }

    @Test("What happens to a library, and to its books, is told there")
    func library() throws {
        let app = try App()
        let (child, first) = (app.child.id.value, app.book.id.value)
        let second = try app.console.addStory("Second").id
        let item = "/api/v1/children/\(child)/library_items"
        try app.expect(app.library, ids: [second.value], "added") {
            try app.console.addToLibrary([second], of: app.child)
        }
        try app.expect(app.library, ids: [first], "left off") {
            try app.console.ask(
                .patch,
                "\(item)/\(first)/position",
                #"{"position_seconds":7}"#,
                token: app.token
            )
        }
        try app.expect(app.library, ids: [first], "book changed") {
            try app.execute("UPDATE books SET updated_at = 1 WHERE id = \(first)")
        }
        try app.expect(app.library, removed: [first], "taken out") {
            try app.console.ask(.delete, "\(item)/\(first)", token: app.token)
        }
        try app.expect(app.library, removed: [second.value], "in the bin") {
            _ = try app.console.bin.add(second, by: .commandLine)
        }
    }

    @Test("Whatever changes how a book is answered, or whether it is, is told in the catalog")
    func catalog() throws {
        let app = try App()
        let id = app.book.id.value
        let path = Self.catalog
        try app.execute("DELETE FROM library_items")
        try app.expect(path, ids: [id + 1], "added") { _ = try app.console.addStory("Second") }
        for (what, sql) in [
            ("changed", "UPDATE books SET updated_at = 1 WHERE id = \(id)"),
            ("its category renamed", "UPDATE categories SET name = 'Y' WHERE slug = 'adventure'"),
            ("back", "UPDATE books SET status = 'active' WHERE id = \(id)"),
        ] as [(String, SQL)] {
            try app.expect(path, ids: [id], "\(what)") { try app.execute(sql) }
        }
        try app.expect(path, removed: [id], "archived") {
            try app.execute("UPDATE books SET status = 'archived' WHERE id = \(id)")
        }
        try app.expect(path, ids: [id], "active") {
            try app.execute("UPDATE books SET status = 'active' WHERE id = \(id)")
        }
        try app.expect(path, ids: [id], "has a film") { try app.console.keepFilm(of: app.book) }
        try app.expect(path, removed: [id], "without rights") {
            try app.execute("DELETE FROM rights_windows WHERE book_id = \(id)")
        }
        try app.expect(path, ids: [id], "kept by a library") {
            try app.execute(
                """
                INSERT INTO library_items (child_id, book_id, title_key, added_at)
                VALUES (\(app.child.id.value), \(id), 'x', 1)
                """
            )
        }
        try app.expect(path, removed: [id], "and taken out of it") {
            try app.execute("DELETE FROM library_items")
        }
        try app.expect(path, removed: [id], "erased") {
            try app.execute("UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(id)")
            try app.age()
            try app.execute("DELETE FROM books WHERE id = \(id)")
        }
    }

    @Test("Rights that begin or end at midnight are told without anybody having done anything")
    func midnight() throws {
        let app = try App()
        let id = app.book.id.value
        try app.execute("DELETE FROM library_items")
        let today = app.family.today(app.console.time.now)
        let tomorrow = CalendarDay(number: today.number + 1).iso
        try app.execute(
            "UPDATE rights_windows SET last_day = \(today.iso) WHERE book_id = \(id)"
        )
        let second = try app.console.addStory("Second").id.value
        try app.execute(
            "UPDATE rights_windows SET first_day = \(tomorrow) WHERE book_id = \(second)"
        )
        try app.age()
        #expect(try app.changes(Self.catalog) == Told())
        app.console.time.now += 86_400
        let token = try app.console.bearer(
            app.console.addParent("b@example.test", in: app.family)
        )
        let since = TimeText.iso(app.console.time.now - 86_400)
        let answer = try app.console.ask(
            .get,
            "\(Self.catalog)?updated_since=\(since)",
            token: token
        )
        #expect(try answer.records().compactMap { $0["id"] as? Int } == [second])
        #expect(answer.json["removed_ids"] as? [Int] == [id])
    }

    @Test("Page by page everything is told, whatever is changed in between")
    func pages() throws {
        let app = try App()
        let books = try (1...25).map { try app.console.addStory("Story \($0)").id.value }
        var told: [Int] = []
        try app.settle()
        let since = TimeText.iso(app.console.time.now - 500)
        var target: String? = "\(Self.catalog)?per_page=10&updated_since=\(since)"
        var pages = 0
        while let next = target, pages < 10 {
            let answer = try app.console.ask(.get, next, token: app.token)
            told += try answer.records().compactMap { $0["id"] as? Int }
            target = answer.link("next")
            pages += 1
            // What was told before is changed, and comes once more behind everything.
            if pages == 1 {
                try app.execute(
                    "UPDATE touched SET touched_at = touched_at + 1000 WHERE record_id = \(books[0])"
                )
            }
            let until = answer.json["updated_until"] as? String
            #expect(until.flatMap { Timestamp($0) } != nil)
        }
        #expect(pages == 3)
        #expect(Set(told) == Set(books) && told.count == books.count + 1)
        #expect(told.last == books[0])
    }

    @Test("The answer says what to ask the next time, and what is a minute old comes again")
    func until() throws {
        let app = try App()
        let since = app.console.time.now - 500
        let nothing = try app.ask(Self.catalog, since: since)
        #expect(nothing.json["updated_until"] as? String == TimeText.iso(since))
        try app.execute("UPDATE books SET updated_at = 1")
        let first = try app.ask(Self.catalog)
        let until = try #require(
            (first.json["updated_until"] as? String).flatMap { Timestamp($0) }
        )
        let again = try app.ask(Self.catalog, since: until.milliseconds / 1000)
        #expect(try again.records().count == 1)
        app.console.time.now += ChangesQuery.overlapSeconds + 1
        let late = try app.console.ask(
            .get,
            Self.catalog + "?updated_since="
                + TimeText.iso(until.milliseconds / 1000 + ChangesQuery.overlapSeconds + 1),
            token: app.token
        )
        #expect(try late.records().isEmpty)
        // As long as nothing changes it is the same answer.
        let tag = try #require(again.header("ETag"))
        let same = try app.console.ask(
            .get,
            "\(Self.catalog)?updated_since=\(TimeText.iso(until.milliseconds / 1000))",
            token: app.token,
            [("If-None-Match", tag)]
        )
        #expect(same.status == 304)
    }

    @Test("What can’t be told is refused by name")
    func refusals() throws {
        let app = try App()
        let old = app.console.time.now - (ChangesQuery.keptDays + 1) * 86_400
        for path in app.lists {
            let answer = try app.ask(path, since: old)
            #expect(answer.status == 422 && answer.errorDetails == ["updated_since: too_old"])
            for (query, detail) in [
                ("updated_since=yesterday", "updated_since: invalid"),
                ("after=1-2", "after: not_allowed"),
                ("updated_since=\(TimeText.iso(old))&after=x", "after: invalid"),
            ] {
                let answer = try app.console.ask(.get, "\(path)?\(query)", token: app.token)
                #expect(answer.status == 422 && answer.errorDetails == [detail], "\(path) \(query)")
            }
        }
        #expect(
            try app.ask(Self.catalog, "&q=a&age=2").errorDetails
                == ["q: not_allowed", "age: not_allowed"]
        )
        #expect(try app.ask(app.library, "&page=2").errorDetails == ["page: not_allowed"])
    }

    @Test("Without it a list is as it was, and says nothing of what was removed")
    func whole() throws {
        let app = try App()
        for path in app.lists {
            let answer = try app.console.ask(.get, path, token: app.token)
            #expect(answer.status == 200)
            #expect(answer.json["removed_ids"] == nil && answer.json["updated_until"] == nil)
        }
    }

    @Test("What was removed is forgotten after three months; what is there is not")
    func forgets() throws {
        let app = try App()
        try app.execute("DELETE FROM library_items")
        try app.execute("DELETE FROM children")
        let days = ChangesQuery.keptDays + 2
        try app.execute(
            "UPDATE touched SET touched_at = \(app.console.time.now - days * 86_400)"
        )
        try ChangeStore.removeOld(in: app.console.database, now: app.console.time.now)
        let kinds = try app.console.texts("SELECT DISTINCT kind FROM touched ORDER BY kind")
        #expect(kinds == ["book", "category"])
    }
}
