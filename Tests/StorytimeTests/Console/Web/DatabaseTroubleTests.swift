import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("When the database can't do its work")
struct DatabaseTroubleTests {
    private let form = [("name", "Dinosaurs"), ("slug", ""), ("display_order", "")]

    private func pages(_ console: Console) throws -> [Int] {
        try Program.routes.filter {
            $0.method == .get && $0.access == .admin && !$0.isForDevelopment && !$0.isForAPI
        }.map { route in
            try console.get(route.sampleTarget).status
        }
    }

    private func expectReadsGoOn(_ console: Console, health: String = "ok") throws {
        // There is no record of some kinds; no book is ticked, and none is in the bin.
        #expect(try pages(console).allSatisfy { [200, 303, 404].contains($0) })
        let answer = try console.get("/healthz")
        #expect(answer.status == (health == "ok" ? 200 : 503))
        #expect(answer.json["status"] as? String == health)
    }

    private func filledConsole() throws -> Console {
        let console = try Console.asAdmin()
        try console.addBook("Journey", in: [console.category("adventure")])
        try console.addPublisher("Alder House")
        try console.archiveBooks()
        return console
    }

    @Test(
        "Held by another program: 503, try again soon; reads go on; then it works without a restart"
    )
    func busy() throws {
        let folder = try TemporaryFolder()
        let console = try Console(path: folder.file("storytime.db"))
        try console.signIn(as: .admin)
        try console.addBook("Journey")
        try console.addPublisher("Alder House")
        try console.archiveBooks()
        let other = try Database(path: folder.file("storytime.db"))
        try other.write {
            let answer = try console.post("/admin/categories", form)
            #expect(answer.status == 503)
            #expect(answer.header("Retry-After") == "2")
            #expect(answer.contains("The database is busy"))
            #expect(answer.contains("Nothing was changed."))
            try expectReadsGoOn(console)
        }
        #expect(try console.categories.count() == 8)
        #expect(try console.post("/admin/categories", form).status == 303)
    }

    @Test("Read-only: 503 that says so; reads go on; then it works without a restart")
    func readOnly() throws {
        let console = try filledConsole()
        try console.database.script("PRAGMA query_only = ON;")
        for (target, fields) in [
            ("/admin/categories", form), ("/admin/categories/1", form + [("version", "1")]),
            ("/admin/categories/1/delete", []),
            ("/admin/categories/1/move", [("direction", "down")]),
            ("/admin/categories/order", [("ids", "2,1")]), ("/admin/books", [("title", "X")]),
            ("/admin/books/1", [("title", "X"), ("version", "1")]), ("/logout", []),
        ] {
            let answer = try console.post(target, fields)
            #expect(answer.status == 503, "\(target)")
            #expect(answer.contains("Nothing can be saved right now"), "\(target)")
        }
        try expectReadsGoOn(console, health: "not_saving")
        #expect(try console.get("/healthz").text.contains("The database is read-only."))
        #expect(try console.get("/admin").contains("Nothing can be saved right now."))
        try console.database.script("PRAGMA query_only = OFF;")
        #expect(try console.post("/admin/categories", form).status == 303)
        try expectReadsGoOn(console)
    }

    @Test("Full: 503 that says so; nothing is half saved; with space again it works at once")
    func full() throws {
        let console = try filledConsole()
        let pages = try console.count("PRAGMA page_count")
        try console.database.script("PRAGMA max_page_count = \(pages);")
        var refused: Answer?
        var saved = 0
        for number in 0..<500 where refused == nil {
            let title = "\(number) " + String(repeating: "long title ", count: 17)
            let answer = try console.post("/admin/books", [("title", title), ("author", title)])
            if answer.status == 303 { saved += 1 } else { refused = answer }
        }
        let answer = try #require(refused)
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "60")
        #expect(answer.contains("The disk is full"))
        #expect(try console.bookList.count(BookFilter()) == saved + 1)
        #expect(try console.count("SELECT count(*) FROM books") == saved + 1)
        #expect(try console.count("SELECT count(*) FROM books_search") == saved + 1)
        try expectReadsGoOn(console, health: "not_saving")
        try console.database.script("PRAGMA max_page_count = 1000000;")
        #expect(try console.post("/admin/books", [("title", "Room again")]).status == 303)
        try expectReadsGoOn(console)
    }

    @Test("Nobody can sign in while nothing can be written, and is told why")
    func signInWhileReadOnly() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .admin)
        try console.database.script("PRAGMA query_only = ON;")
        for password in [Console.password, "wrong password"] {
            let fields = [("email", "ada@example.test"), ("password", password)]
            let answer = try console.post("/login", fields)
            #expect(answer.status == 503)
            #expect(answer.contains("Nothing can be saved right now"))
        }
    }

    @Test("Damaged: the page that needs the damaged part says so, the others go on")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("storytime.db")
        let root = try damageBooks(path)
        #expect(root > 1)
        let console = try Console(path: path)
        try console.signIn(as: .admin)
        let answer = try console.get("/admin/books")
        #expect(answer.status == 503)
        #expect(answer.contains("The database is damaged"))
        #expect(answer.contains("storytime restore"))
        let health = try console.get("/healthz")
        #expect(health.status == 503 && health.json["status"] as? String == "damaged")
        #expect(try console.get("/admin/system").contains("The database is damaged."))
        #expect(try console.get("/admin/categories").status == 200)
        #expect(try console.get("/admin/audit").status == 200)
        console.headers = [("Accept", "application/json")]
        #expect(try console.get("/admin/books").contains("\"code\":\"database_damaged\""))
    }

    /// Overwrites the first page of the table of books.
    private func damageBooks(_ path: String) throws -> Int {
        let (root, size) = try {
            let database = try Database(path: path)
            var configuration = Configuration()
            configuration.resources = Repository.folder
            try Program.migrator(configuration).migrate(database, now: 0)
            _ = try BookStore(database: database, now: 0).insert(
                .init(title: "Journey", author: "", categories: []),
                by: .commandLine
            )
            return (
                try database.first("SELECT rootpage FROM sqlite_schema WHERE name = 'books'") {
                    try $0.int(0)
                } ?? 0,
                try database.first("PRAGMA page_size") { try $0.int(0) } ?? 0
            )
        }()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((root - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: size))
        try file.close()
        return root
    }

    @Test("Every trouble of the database says that nothing was changed and what to do")
    func troubles() throws {
        let codes: [(Int32, Int, String)] = [
            (5, 503, "database_busy"), (6, 503, "database_busy"), (13, 503, "disk_full"),
            (8, 503, "database_read_only"), (11, 503, "database_damaged"),
            (26, 503, "database_damaged"), (1, 500, "internal_error"), (19, 500, "internal_error"),
        ]
        for (code, status, word) in codes {
            let trouble = Trouble(SQLiteError(code: code, message: "secret detail"))
            #expect(trouble.status.code == status)
            #expect(trouble.code == word)
            #expect(trouble.hint?.isEmpty == false)
            #expect(!trouble.message.contains("secret"))
            if status == 503 { #expect(trouble.message.contains("Nothing was changed.")) }
        }
    }
}
