import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Imports by the API")
struct ImportAPITests {
    private let console: Console
    private let key: String
    private let path = "/api/v1/imports"

    init() throws {
        console = try Console()
        try Program.makeDataFolders(console.site.configuration)
        key = try console.adminKey()
    }

    private func bring(
        _ text: String,
        query: String = "?name=shelf.csv",
        type: String = "text/csv; charset=utf-8",
        isSpooled: Bool = false
    ) throws -> Answer {
        try console.send(
            .post,
            path + query,
            [("Authorization", "Bearer \(key)"), ("Content-Type", type)],
            Array(text.utf8),
            isSpooled: isSpooled
        )
    }

    private func show(_ id: Int = 1) throws -> Answer {
        try console.ask(.get, "\(path)/\(id)", token: key)
    }

    private func run(_ plan: String, _ more: String = "") throws -> Answer {
        try console.ask(.post, "\(path)/1/run", "{\"plan\": \"\(plan)\"\(more)}", token: key)
    }

    private func plan(_ id: Int = 1) throws -> String {
        try #require(try show(id).record()["plan"] as? String)
    }

    private let file = "Titel,Genre,Age,Shelf mark\nOwl,Owls|Fairy Tales,3,x\n,Owls,4,y\n"

    @Test("One is told of byte for byte as the document says")
    func golden() throws {
        #expect(try bring(file).status == 201)
        try console.work()
        try console.database.execute("UPDATE imports SET at = 1, digest = zeroblob(32)")
        #expect(
            try show().text == #"{"data":{"id":1,"file_name":"shelf.csv","size_bytes":62,"#
                + #""state":"checked","progress_percent":null,"message":null,"#
                + #""columns":[{"heading":"Titel","column":"title"},"#
                + #"{"heading":"Genre","column":"categories"},"#
                + #"{"heading":"Age","column":"age_min"},{"heading":"Shelf mark","column":null}],"#
                + #""counts":{"created":1,"changed":0,"same":0,"refused":1},"#
                + #""new_names":[{"kind":"category","name":"Owls","rows_count":1}],"#
                + #""unknown_values":[{"column":"categories","value":"Owls","rows_count":2,"#
                + #""action":"create"}],"problems":[{"heading":"Titel","#
                + #""reason":"A new book needs a title.","rows_count":1,"first_lines":[3]}],"#
                + #""encoding_note":null,"left_empty":[],"#
                + #""plan":"\#(String(repeating: "A", count: 43))","is_planned_anew":false,"#
                + #""refused_url":"http://127.0.0.1:8080/admin/imports/1/refused.csv","#
                + #""is_undone":false,"created_at":"1970-01-01T00:00:01Z"}}"#
        )
    }

    @Test(
        "A file is looked through, and what it planned is done when that is said",
        arguments: [true, false]
    )
    func imports(isSpooled: Bool) throws {
        let brought = try bring(file, isSpooled: isSpooled)
        #expect(brought.status == 201 && brought.location == "\(path)/1")
        #expect(brought.contains(#""state":"checking""#) && brought.contains(#""plan":null"#))
        #expect(try run("x").status == 409)
        try console.work()
        #expect(try console.bookList.keptCount("books") == 0)
        #expect(try run("x").status == 409)
        let refused = try console.ask(.get, "/admin/imports/1/refused.csv", token: key)
        #expect(refused.status == 200)
        #expect(refused.header("Content-Type")?.hasPrefix("text/csv") == true)
        let begun = try run(plan())
        #expect(begun.status == 202 && begun.location == "\(path)/1")
        #expect(begun.contains(#""state":"importing""#))
        try console.work()
        #expect(try show().contains(#""state":"done""#))
        let book = try console.books.find(ID(1))
        #expect(book.title == "Owl" && book.ages.minimum == 3)
        let categories = try console.books.categories(of: book.id).map(\.name)
        #expect(Set(categories) == ["Fairy Tales", "Owls"])
        #expect(try console.lastEntry()?.hasPrefix("Ada ") == true)
        #expect(try run("x").status == 409)
    }

    @Test("Cells that can’t be read cost their rows, or are left empty if that is said")
    func leavesEmpty() throws {
        let text = "title,isbn,year,language\nOwl,1,ca. 1980,en\nElk,,2011,Klingonese\n"
        _ = try bring(text)
        #expect(try bring(text, query: "?unreadable=empty").status == 201)
        #expect(try bring(text, query: "?unreadable=all").status == 422)
        try console.work()
        #expect(try show(1).contains(#""left_empty":[]"#))
        let shown = try show(2)
        #expect(
            shown.contains(
                #""left_empty":[{"column":"isbn","rows_count":1},{"column":"year","rows_count":1}]"#
            )
        )
        // A language is matched by its value.
        #expect(shown.contains(#""counts":{"created":1,"changed":0,"same":0,"refused":1}"#))
    }

    @Test("Names that the catalog doesn't have are created unless it is said that they aren't")
    func names() throws {
        _ = try bring(file)
        try console.work()
        #expect(try run(plan(), #", "create_missing": false"#).status == 202)
        try console.work()
        #expect(try console.books.categories(of: ID(1)).map(\.name) == ["Fairy Tales"])
        #expect(try console.categories.count() == 8)
    }

    @Test("What somebody matched in the console is matched for programs, too")
    func remembered() throws {
        let matches = ImportMatchStore(database: console.database, now: 1)
        let fairyTales = try console.category("fairy-tales").id
        try matches.remember(
            .use("\(fairyTales)"),
            for: "Märchen",
            in: .categories,
            by: .commandLine
        )
        try matches.remember(
            ImportMapping([.title, .categories]),
            of: ["Werk", "Sparte"],
            by: .commandLine
        )
        #expect(try bring("Werk,Sparte\nOwl,märchen\n").status == 201)
        try console.work()
        let answer = try show()
        #expect(answer.contains(#""new_names":[]"#))
        #expect(answer.contains(#""value":"märchen","rows_count":1,"action":"use""#))
        #expect(try run(plan()).status == 202)
        try console.work()
        #expect(try console.books.categories(of: ID(1)).map(\.name) == ["Fairy Tales"])
    }

    @Test("A catalog that changed meanwhile is planned for anew")
    func changedMeanwhile() throws {
        _ = try bring("title,author\nOwl,Mira\n")
        try console.work()
        let old = try plan()
        try console.addBook("Owl", by: "Mira")
        #expect(try run(old).status == 202)
        try console.work()
        #expect(try show().contains(#""is_planned_anew":true"#))
        let stale = try run(old)
        #expect(stale.status == 409 && stale.contains("The plan has changed"))
        #expect(try run(plan()).contains("Nothing would be changed"))
        #expect(try console.bookList.keptCount("books") == 1)
    }

    @Test(
        "A file that can't be read is refused, and nothing is left of it",
        arguments: ["", "a,b\nc,d\n", "\"title", "PK\u{3}\u{4}x", "\n"]
    )
    func badFiles(text: String) throws {
        let answer = try bring(text)
        #expect(answer.status == 422 && answer.errorDetails == ["content: invalid"])
        #expect(try console.imports.count() == 0)
    }

    @Test(
        "A file with headings alone is refused as the page refuses it",
        arguments: ["", "\n", "\n\n"]
    )
    func headingsAlone(end: String) throws {
        let answer = try bring("title,author" + end)
        #expect(answer.status == 422 && answer.contains("This file has a single line."))
        #expect(try console.imports.count() == 0)
    }

    @Test("Content of another type, and a query that is not known, are refused")
    func types() throws {
        for type in ["application/json", "text/plain", "multipart/form-data; boundary=x", ""] {
            let answer = try bring(file, type: type)
            #expect(answer.status == 415 && answer.contains("text/csv"), "\(type)")
        }
        #expect(try bring(file, query: "?nmae=x").errorDetails == ["nmae: unknown_field"])
    }

    @Test("They are a list, the newest first, and are forgotten one by one")
    func list() throws {
        for _ in 0..<3 { _ = try bring("title\nA\n") }
        let page = try console.ask(.get, path + "?per_page=2", token: key)
        #expect(try page.records().map { $0["id"] as? Int } == [3, 2])
        #expect(page.json["total_count"] as? Int == 3)
        #expect(page.link("next")?.hasSuffix("page=2") == true)
        #expect(try console.ask(.delete, "\(path)/3", token: key).status == 204)
        #expect(try console.ask(.delete, "\(path)/3", token: key).status == 404)
        #expect(try show(3).status == 404)
        #expect(try console.ask(.post, "\(path)/3/run", "{", token: key).status == 404)
    }
}
