import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("What each person makes of the lists: columns, and views with names")
struct ListViewsTests {
    private let console: Console
    private let user: ID<User>

    init() throws {
        console = try Console()
        user = try console.signIn(as: .admin)
    }

    private func choose(_ columns: [BookColumn], places: [(String, String)] = []) throws -> Answer {
        try console.post(
            "/admin/books/columns",
            columns.map { ("columns", $0.rawValue) }
                + places.map { ("place-\($0.0)", $0.1) }
        )
    }

    private func chosen(by user: ID<User>) throws -> [BookColumn] {
        try ColumnStore(database: console.database).chosen(by: user)
    }

    @Test("A list shows the chosen columns, with what each book has there")
    func columns() throws {
        let publisher = try console.addPublisher("Alder House")
        let book = try console.addBook("Owl", from: publisher)
        try console.addReadyVideo(book.id, seconds: 60)
        try console.addWindow(book.id)
        try console.books.set(
            BookDetails(illustrator: "Jon Alder", series: "The Owls", seriesNumber: 2),
            of: book.id,
            by: .commandLine
        )
        try console.addBook("Bare")
        #expect(try choose(BookColumn.allCases).location == "/admin/books")
        let page = try console.get("/admin/books")
        for text in [
            "Alder House", "Jon Alder", "The Owls, no. 2", ">Ready<", ">Open<", ">Closed<",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        for column in BookColumn.allCases { #expect(page.contains(column.label)) }
    }

    @Test("Their order is that of the positions; what is no number stays where it was")
    func order() throws {
        try console.addBook("Owl")
        let places = [("author", "1"), ("tags", "x"), ("video", "1")]
        #expect(try choose([.author, .tags, .video], places: places).status == 303)
        #expect(try chosen(by: user) == [.video, .author, .tags])
        // The page to choose them shows them so.
        let rows = try console.get("/admin/books/columns").markup.all("input")
            .compactMap { $0["name"] == "columns" ? $0["value"] : nil }
        #expect(Array(rows.prefix(3)) == ["video", "author", "tags"])
        #expect(rows.count == BookColumn.allCases.count)
        _ = try console.post("/admin/books/columns", [("usual", "on")])
        #expect(try console.count("SELECT count(*) FROM list_columns") == 0)
    }

    @Test(
        "One new position moves one column, up or down",
        arguments: [
            (["1", "2", "1"], [BookColumn.video, .author, .tags]),
            (["2", "2", "3"], [.tags, .author, .video]),
            (["3", "2", "3"], [.tags, .video, .author]),
            (["1", "2", "-9"], [.video, .author, .tags]),
            (["99999999999", "2", "3"], [.tags, .video, .author]),
        ]
    )
    func moved(positions: [String], order: [BookColumn]) throws {
        let columns: [BookColumn] = [.author, .tags, .video]
        let places = zip(columns, positions).map { ($0.rawValue, $1) }
        _ = try choose(columns, places: places)
        #expect(try chosen(by: user) == order)
    }

    @Test("One that there is not is left out; the way back is the list as it was, and nothing else")
    func odd() throws {
        try console.addBook("Owl")
        let answer = try console.post(
            "/admin/books/columns",
            [("columns", "nonsense"), ("list", "q=owl&status=draft")]
        )
        #expect(answer.location == "/admin/books?q=owl&status=draft")
        #expect(try console.get("/admin/books").contains("Owl"))
        let away = try console.post("/admin/books/columns", [("list", "//evil.example")])
        #expect(away.location?.hasPrefix("/admin/books?") == true)
    }

    @Test("Columns are each person’s own")
    func own() throws {
        _ = try choose([.tags])
        #expect(try chosen(by: console.addUser("other@example.test", .admin)) == BookColumn.usual)
    }

    @Test("Videos show what their book and their file say, in the chosen columns")
    func videoColumns() throws {
        let publisher = try console.addPublisher("Alder House")
        let book = try console.addBook("Owl", from: publisher)
        try console.addReadyVideo(book.id, seconds: 60)
        try console.database.execute(
            "UPDATE video_assets SET width = 1920, height = 1080, size_bytes = 64000000"
        )
        let all = VideoColumn.allCases.map { ("columns", $0.rawValue) }
        #expect(try console.post("/admin/video_assets/columns", all).location == VideoColumn.path)
        let page = try console.get(VideoColumn.path)
        for text in ["Alder House", "1920 × 1080", "64 MB", ">Ready<"] {
            #expect(page.contains(text), "\(text)")
        }
        for column in VideoColumn.allCases { #expect(page.contains(column.label)) }
        try console.post("/admin/video_assets/columns", [("columns", "size")])
        #expect(try !console.get(VideoColumn.path).contains(">Ready<"))
    }

    @Test("People are shown in the chosen columns, and the search is still there afterwards")
    func peopleColumns() throws {
        let answer = try console.post(
            "/admin/users/columns",
            [("columns", "time_zone"), ("list", "q=example&show=admins")]
        )
        #expect(answer.location == "/admin/users?q=example&show=admins")
        let headings = try console.get("/admin/users").markup.all("th").map(\.text)
        #expect(headings.contains("Time zone") && !headings.contains("Second factor"))
    }

    @Test("Tabs of videos count what the other filters leave")
    func counts() throws {
        for title in ["Owl", "Fox"] {
            try console.addReadyVideo(console.addBook(title).id, seconds: 60)
        }
        let page = try console.get("/admin/video_assets?q=owl").markup
        let counts = page.tags.filter { $0["class"] == "chip-count" }.map(\.text)
        #expect(counts == ["1", "0", "0", "1", "0", "0"])
    }

    // MARK: Views

    private let drafts = [
        ("path", "/admin/books"), ("query", "status=draft&sort=-added"), ("name", "Drafts"),
    ]

    private func with(_ field: String, _ value: String) -> [(String, String)] {
        drafts.map { $0.0 == field ? (field, value) : $0 }
    }

    @Test("A filtered list is saved under a name, and stands in the navigation")
    func view() throws {
        try console.addBook("Owl")
        let list = try console.get("/admin/books?status=draft&sort=-added")
        let link = try #require(list.markup.targets.first { $0.hasPrefix("/admin/views/new?") })
        let form = try console.get(link)
        #expect(form.status == 200 && form.contains("status=draft&amp;sort=-added"))
        let saved = try console.post("/admin/views", drafts)
        #expect(saved.location == "/admin/books?status=draft&sort=-added")
        let page = try console.get("/admin/categories")
        #expect(page.markup.targets.contains("/admin/books?status=draft&sort=-added"))
        // An unfiltered list has nothing to save.
        #expect(try !console.get("/admin/books").contains("/admin/views/new"))
    }

    @Test(
        "Nothing but a list of the console is saved, and only with a name",
        arguments: [
            ("path", "/account", 400), ("path", "https://evil.example", 400), ("path", "", 400),
            ("name", "", 422), ("name", String(repeating: "x", count: 61), 422),
        ]
    )
    func refused(field: String, value: String, status: Int) throws {
        #expect(try console.post("/admin/views", with(field, value)).status == status)
        #expect(try console.count("SELECT count(*) FROM saved_views") == 0)
    }

    @Test("A second view of the same name is refused beside its field")
    func taken() throws {
        _ = try console.post("/admin/views", drafts)
        let again = try console.post("/admin/views", with("name", "DRAFTS"))
        #expect(again.status == 422 && again.contains("already have a view"))
    }

    @Test("Others see a view when it is shared, and can’t change it")
    func shared() throws {
        _ = try console.post("/admin/views", drafts)
        let other = try console.addUser("other@example.test", .admin)
        let href = "/admin/books?status=draft&sort=-added"
        func asOther<Result>(_ act: () throws -> Result) throws -> Result {
            let cookies = console.cookies
            defer { console.cookies = cookies }
            try console.signIn(other)
            return try act()
        }
        #expect(try asOther { try !console.get("/admin/views").markup.targets.contains(href) })
        let changed = try console.post(
            "/admin/views/1",
            [("name", "All drafts"), ("is_shared", "on")]
        )
        #expect(changed.location == "/admin/views")
        try asOther {
            let page = try console.get("/admin/views")
            #expect(page.markup.targets.contains(href) && page.contains("All drafts"))
            #expect(try console.get("/admin/views/1/edit").status == 404)
            #expect(try console.post("/admin/views/1/delete").status == 404)
        }
        #expect(try console.post("/admin/views/1/delete").location == "/admin/views")
        #expect(try console.count("SELECT count(*) FROM saved_views") == 0)
    }

    @Test("A person has at most so many views")
    func many() throws {
        for number in 1...SavedView.maximumPerPerson {
            _ = try console.post("/admin/views", with("name", String(number)))
        }
        let more = try console.post("/admin/views", drafts)
        #expect(more.status == 422 && more.contains("Delete one first."))
    }
}
