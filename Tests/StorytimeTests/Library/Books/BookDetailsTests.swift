import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("What the catalog knows of a book besides")
struct BookDetailsTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private let form = [
        ("title", "Owl at Dusk"), ("author", "Mira Sandberg"), ("illustrator", "Jon Alder"),
        ("translator", "Ida Bø"), ("narrator", "Mira Sandberg"),
        ("original_title", "Uggla i skymningen"), ("series", "The Owls of Alder Wood"),
        ("series_number", "2"), ("isbn", "0-306-40615-2"), ("year", "2019"),
        ("page_count", "32"), ("tags", "owls, dusk, Owls"),
    ]

    private func changed(_ name: String, _ value: String) -> [(String, String)] {
        form.map { $0.0 == name ? (name, value) : $0 }
    }

    @Test("A book keeps everything that its form asks, and its page shows it")
    func keeps() throws {
        #expect(try console.post("/admin/books", form).status == 303)
        let known = try console.books.details(of: ID(1))
        #expect(known.isbn?.digits == "9780306406157" && known.tags == ["dusk", "owls"])
        let page = try console.get("/admin/books/1")
        for text in [
            "Jon Alder", "Ida Bø", "Uggla i skymningen", "The Owls of Alder Wood, no. 2",
            "9780306406157", "2019", "32", "dusk",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        let edit = try console.get("/admin/books/1/edit")
        let fields = edit.markup.forms.first { $0.action == "/admin/books/1" }?.fields ?? []
        #expect(fields.contains { $0.name == "series" && $0.value == "The Owls of Alder Wood" })
        #expect(fields.contains { $0.name == "tags" && $0.value == "dusk, owls" })
        // Saved as it is, it is no new version.
        let again = form.map { $0.0 == "tags" ? ("tags", "dusk, owls") : $0 } + [("version", "1")]
        #expect(try console.post("/admin/books/1", again).status == 303)
        #expect(try console.books.find(ID(1)).version == 1)
    }

    @Test("Its history says what changed of them")
    func history() throws {
        _ = try console.post("/admin/books", form)
        _ = try console.post("/admin/books/1", changed("series_number", "3") + [("version", "1")])
        let entry = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        #expect(try Change.list(entry ?? "") == [Change("series_number", "2", "3")])
    }

    @Test(
        "What makes no sense is said beside its field, and stays as it was typed",
        arguments: [
            ("isbn", "9780306406158"), ("isbn", "owl"), ("year", "19"), ("page_count", "0"),
            ("series_number", "-1"), ("series", ""), ("tags", "a|b"),
            ("tags", (0...BookDetail.maximumTags).map { "t\($0)" }.joined(separator: ",")),
            ("tags", String(repeating: "x", count: BookDetail.maximumTagLength + 1)),
            ("illustrator", String(repeating: "x", count: 201)),
        ]
    )
    func refuses(name: String, value: String) throws {
        let answer = try console.post("/admin/books", changed(name, value))
        #expect(answer.status == 422)
        // A number without a series is wrong with the series.
        #expect(answer.contains("#field-\(name.replacing("_", with: "-"))"))
        let fields = answer.markup.forms.first { $0.action == "/admin/books" }?.fields ?? []
        #expect(fields.contains { $0.name == name && $0.value == value })
        #expect(try console.count("SELECT count(*) FROM books") == 0)
        #expect(try console.count("SELECT count(*) FROM series") == 0)
    }

    @Test("A second book with the same ISBN is asked about, as one with the same title is")
    func twin() throws {
        _ = try console.post("/admin/books", form)
        let other = changed("title", "Quite Another")
        let asked = try console.post("/admin/books", other)
        #expect(asked.status == 422 && asked.contains("This book may already exist."))
        #expect(try console.post("/admin/books", other + [("is_another", "on")]).status == 303)
    }

    @Test("A series, a publisher and a category come with the first book that names them")
    func newRecords() throws {
        let answer = try console.post(
            "/admin/books",
            form + [("new_publisher", "Cedar Press"), ("new_category", "Dusk & Dawn")]
        )
        #expect(answer.status == 303)
        let second = changed("title", "Owl at Dawn").map { $0.0 == "isbn" ? ("isbn", "") : $0 }
        let names = [("new_publisher", "CEDAR press"), ("new_category", "dusk & dawn")]
        #expect(try console.post("/admin/books", second + names).status == 303)
        #expect(try console.texts("SELECT name || book_count FROM publishers") == ["Cedar Press2"])
        #expect(
            try console.texts("SELECT name || book_count FROM series")
                == ["The Owls of Alder Wood2"]
        )
        #expect(
            try console.texts("SELECT book_count || '' FROM categories WHERE name = 'Dusk & Dawn'")
                == ["2"]
        )
        let page = try console.get("/admin/series/1")
        #expect(page.contains("Owl at Dusk") && page.contains("Owl at Dawn"))
        // Either from the list or new.
        let both = try console.post(
            "/admin/books",
            [("title", "C"), ("publisher_id", "1"), ("new_publisher", "Other")]
        )
        #expect(both.status == 422 && both.contains("not both"))
    }

    @Test(
        "Lists find it by people, original title, series, tags and ISBN",
        arguments: ["jon alder", "ida", "skymningen", "alder wood", "9780306406157", "dusk owls"]
    )
    func search(words: String) throws {
        _ = try console.post("/admin/books", form)
        try console.addBook("Something Else")
        var filter = BookFilter()
        filter.words = words
        #expect(try console.bookList.count(filter) == 1)
    }

    @Test("A renamed series is found by its new name, and a deleted one leaves its books")
    func series() throws {
        _ = try console.post("/admin/books", form)
        let renamed = [("name", "Night Birds"), ("slug", ""), ("version", "1")]
        #expect(try console.post("/admin/series/1", renamed).status == 303)
        var filter = BookFilter()
        filter.words = "night birds"
        #expect(try console.bookList.count(filter) == 1)
        #expect(try console.bookList.count(BookFilter(series: .id(ID(1)))) == 1)
        #expect(try console.post("/admin/series/1/delete", [("version", "2")]).status == 303)
        #expect(try console.books.details(of: ID(1)).series.isEmpty)
        #expect(try console.bookList.count(BookFilter(series: .missing)) == 1)
        #expect(try console.catalogIsConsistent())
    }

    @Test("Lists are filtered by series and tags, and by having none")
    func filters() throws {
        _ = try console.post("/admin/books", form)
        try console.addBook("Something Else")
        let tag = try #require(try TagStore(database: console.database).find(named: "DUSK"))
        #expect(try console.bookList.count(BookFilter(tag: .id(tag.id))) == 1)
        #expect(try console.bookList.count(BookFilter(tag: .missing)) == 1)
        let page = try console.get("/admin/books?tag=\(tag.id)&series=1")
        #expect(page.contains("Owl at Dusk") && !page.contains("Something Else"))
    }

    @Test("“Save and add another” and “Duplicate” begin with what two books have in common")
    func another() throws {
        let answer = try console.post(
            "/admin/books",
            form + [("again", "on"), ("status", "active")]
        )
        #expect(answer.location == "/admin/books/new?like=1")
        let page = try console.get("/admin/books/new?like=1")
        let fields = page.markup.forms.first { $0.action == "/admin/books" }?.fields ?? []
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        #expect(value("title") == "" && value("isbn") == "" && value("original_title") == "")
        #expect(value("author") == "Mira Sandberg" && value("illustrator") == "Jon Alder")
        #expect(value("series") == "The Owls of Alder Wood" && value("series_number") == "3")
        #expect(
            try console.get("/admin/books/1").markup.targets.contains("/admin/books/new?like=1")
        )
        // It says so, and leads to an empty form.
        #expect(page.contains("Filled in from “<bdi>Owl at Dusk</bdi>”"))
        #expect(page.markup.targets.contains("/admin/books/new"))
        #expect(try !console.get("/admin/books/new").contains("Filled in from"))
        #expect(try console.get("/admin/books/new?like=99").status == 404)
    }

    @Test("A tag that no book has any more is no longer offered")
    func tagsGo() throws {
        _ = try console.post("/admin/books", form)
        _ = try console.post("/admin/books/1", changed("tags", "owls") + [("version", "1")])
        #expect(try console.texts("SELECT name FROM tags WHERE book_count > 0") == ["owls"])
    }

    @Test("Programs send and read them, and change one without the others")
    func programs() throws {
        let key = try console.adminKey()
        let sent = """
            {"title": "Owl", "series": "The Owls", "series_number": 1, "isbn": "0306406152", \
            "tags": ["dusk", "Owls"], "year": 2019}
            """
        let made = try console.ask(.post, "/api/v1/books", sent, token: key)
        #expect(made.status == 201 && made.contains(#""tags":["dusk","Owls"]"#))
        let changed = try console.ask(
            .patch,
            "/api/v1/books/1",
            #"{"tags": [], "year": null}"#,
            token: key
        )
        #expect(changed.contains(#""tags":[]"#) && changed.contains(#""year":null"#))
        #expect(changed.contains(#""series":"The Owls","series_number":1"#))
        for wrong in [
            #"{"tags": ["a,b"]}"#, #"{"tags": "a"}"#, #"{"isbn": "1"}"#, #"{"tags": [""]}"#,
        ] {
            #expect(try console.ask(.patch, "/api/v1/books/1", wrong, token: key).status == 422)
        }
        let found = try console.ask(.get, "/api/v1/books?series=the-owls", token: key)
        #expect(found.contains(#""total_count":1"#))
        #expect(
            try console.ask(.get, "/api/v1/books?tag=none", token: key)
                .contains(#""total_count":1"#)
        )
    }

    @Test("A file is matched by ISBN, and its columns are known in other languages")
    func imported() throws {
        _ = try console.post("/admin/books", form)
        let csv = """
            Titel;ISBN;Illustratorin;Reihe;Band;Schlagwörter;Jahr
            Eule am Abend;978-0-306-40615-7;Jon Birch;the OWLS of alder wood;4;owls|herbst;2020
            Neu;;;Waldtiere;1;;
            """
        let checked = try console.look(try console.bring(Array(csv.utf8)))
        #expect(checked.counts[.changed] == 1 && checked.counts[.created] == 1)
        let before = try console.catalogText()
        try console.confirm(checked)
        let known = try console.books.details(of: ID(1))
        #expect(try console.books.find(ID(1)).title == "Eule am Abend")
        #expect(known.illustrator == "Jon Birch" && known.seriesNumber == 4 && known.year == 2020)
        #expect(known.series == "The Owls of Alder Wood" && known.tags == ["herbst", "owls"])
        #expect(try console.books.details(of: ID(2)).series == "Waldtiere")
        let batch = try #require(try console.batches.list(limit: 1, offset: 0).first)
        _ = try console.batches.undo(batch.id, by: .commandLine)
        #expect(try console.books.details(of: ID(1)).tags == ["dusk", "owls"])
        let after = try console.catalogText().filter { $0.hasPrefix("book 1|") }
        #expect(after == before.filter { $0.hasPrefix("book 1|") })
    }

    @Test(
        "Many books get the same value at once, and lose it again",
        arguments: [
            ("tag", "winter", "tags"), ("illustrator", "Ida", "illustrator"),
            ("narrator", "Ida", "narrator"), ("year", "2001", "year"), ("author", "Ida", "author"),
            ("ages", "3–6", "age_min"), ("series", "1", "series_id"), ("author", "-", "author"),
            ("illustrator", "–", "illustrator"), ("ages", "-", "age_min"), ("year", "-", "year"),
        ]
    )
    func bulk(act: String, value: String, column: String) throws {
        try console.fillCatalog(30)
        let before = try console.catalogText()
        let asked = try console.get("/admin/books/bulk?all=1&act=\(act)")
        #expect(asked.status == 200 && asked.contains(#"name="value""#))
        let wrong = try console.get("/admin/books/bulk?all=1&act=\(act)&value=%7C")
        #expect(
            act == "illustrator" || act == "narrator" || act == "author" || wrong.status == 422
                || wrong.contains("Choose one from the list.")
        )
        let query = PercentEncoding.encodeQuery([(name: "value", value: value)])
        let page = try console.get("/admin/books/bulk?all=1&act=\(act)&\(query)")
        let form = try #require(
            page.markup.forms.first { $0.method == "post" && $0.action == BulkPages.path }
        )
        #expect(
            try console.post(form.action, form.fields.map { ($0.name, $0.value) }).status == 303
        )
        #expect(try console.catalogText() != before)
        #expect(try console.catalogIsConsistent())
        let batch = try #require(try console.batches.list(limit: 1, offset: 0).first)
        _ = try console.batches.undo(batch.id, by: .commandLine)
        #expect(try console.catalogText() == before)
    }
}
