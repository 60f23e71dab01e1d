import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The history of a record")
struct HistoryTests {
    let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("A category's page shows what happened to it, and to nothing else")
    func isOnCategories() throws {
        let category = try console.addCategory("Sea Stories")
        let other = try console.addCategory("Space Stories")
        let page = try console.get("/admin/categories/\(category.id)")
        #expect(page.contains(">History</h2>"))
        #expect(page.contains("added the category"))
        #expect(!page.contains(other.name))
    }

    @Test("Values are shown as pages call them, and not as forms send them")
    func showsNames() throws {
        let draft = Book.Draft(title: "Fuchs", author: "", language: "de", categories: [])
        let book = try console.books.insert(draft, by: .commandLine)
        let values = try console.get("/admin/books/\(book.id)").markup.all("ins").map(\.text)
        #expect(values.contains("German") && values.contains("Draft"), "\(values)")
        #expect(!values.contains("de") && !values.contains("draft"))
    }

    @Test("A book's page shows the latest of many, and leads to all of them")
    func isOnBooks() throws {
        var book = try console.addBook("The Fox")
        for number in 0..<20 {
            let draft = Book.Draft(title: "The Fox \(number)", author: "", categories: [])
            book = try console.books.update(book.id, version: book.version, draft, by: .commandLine)
        }
        let page = try console.get("/admin/books/\(book.id)")
        #expect(page.contains("See all 21 changes"))
        #expect(page.contains("The Fox 18"))
        #expect(!page.contains("The Fox 3<"))
        let all = try console.get("/admin/audit?type=book&id=\(book.id)")
        #expect(all.contains("21 changes to the book “The Fox 19”"))
        #expect(all.markup.value(of: "id") == "\(book.id)")
    }

    @Test("The history of what was deleted is still there")
    func outlivesTheRecord() throws {
        let category = try console.addCategory("Sea Stories")
        _ = try console.categories.delete(category.id, version: nil, by: .commandLine)
        let all = try console.get("/admin/audit?type=category&id=\(category.id)")
        #expect(all.contains("2 changes to the category “Sea Stories”"))
    }
}

@Suite("How long the audit log is kept")
struct AuditRetentionTests {
    private func console(days: Int, entries: Int) throws -> Console {
        let console = try Console { $0.auditDays = days }
        try console.database.execute("DELETE FROM audit_entries")
        try console.database.write {
            for day in 0..<entries {
                try AuditLog(console.database, console.time.now - day * 86_400)
                    .write(.commandLine, "changed", Subject(.book, 1, "day \(day)"), [])
            }
        }
        return console
    }

    private func left(_ console: Console) throws -> Int {
        try console.count("SELECT amount FROM row_counts WHERE name = 'audit_entries'")
    }

    @Test("For ever, unless it is configured otherwise")
    func isKeptForEver() throws {
        let console = try console(days: 0, entries: 50)
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(try left(console) == 50)
    }

    @Test("The caretaker removes what is older, and nothing else")
    func removesOld() throws {
        let console = try console(days: 30, entries: 50)
        try Caretaker(site: console.site).work(console.database, cleans: false)
        #expect(try left(console) == 31)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == 31)
    }

    @Test("However much is older, it goes in one round, in transactions of some hundred entries")
    func removesMuch() throws {
        let console = try console(days: 1, entries: 1_502)
        try Caretaker(site: console.site).work(console.database, cleans: false)
        #expect(try left(console) == 2)
    }
}

@Suite("No secret in the audit log")
struct AuditSecretTests {
    @Test("Whatever people do with passwords, codes and sessions, none of it is written there")
    func holdsNoSecret() throws {
        let console = try Console()
        let secrets = ["the password of setup", "the second password", "a password for Grace"]
        let code = console.site.setupCode.text
        try console.post(
            "/setup",
            [
                ("code", code), ("name", "Ada"), ("email", "ada@example.test"),
                ("password", secrets[0]),
            ]
        )
        let session = console.cookies.values.joined(separator: " ")
        let users = UserStore(database: console.database, now: console.time.now)
        let ada = try #require(try users.all().first)
        try users.setPassword(try PasswordHash(password: secrets[1]), of: ada, by: .commandLine)
        try console.post("/login", [("email", "ada@example.test"), ("password", secrets[0])])
        try console.post("/login", [("email", "ada@example.test"), ("password", secrets[1])])
        _ = try users.insert(
            .init(
                email: "grace@example.test",
                name: "Grace",
                role: .parent,
                passwordHash: try PasswordHash(password: secrets[2])
            ),
            by: .commandLine
        )
        let log = try console.texts(
            """
            SELECT actor_name || ' ' || action || ' ' || record_label || ' ' || changes
            FROM audit_entries
            """
        ).joined(separator: "\n")
        #expect(log.contains("grace@example.test"))
        let hashes = try console.texts("SELECT password_hash FROM users")
        let pieces = session.split(whereSeparator: { " .".contains($0) }).map(String.init)
        for secret in secrets + hashes + pieces + [code] where secret.count > 3 {
            #expect(!log.contains(secret))
        }
    }
}
