import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Children's libraries, as programs see and change them")
struct LibraryAPITests {
    /// A parent's program, and a child with an empty library.
    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let token: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
        }

        var library: String { "/api/v1/children/\(child.id)/library" }
        var items: String { "/api/v1/children/\(child.id)/library_items" }

        func ask(_ method: HTTP.Method, _ target: String, _ json: String? = nil) throws -> Answer {
            try console.ask(method, target, json, token: token)
        }

        func add(_ book: ID<Book>) throws -> Answer {
            try ask(.post, items, "{\"book_id\":\(book)}")
        }

        func titles(_ query: String = "") throws -> [String] {
            let answer = try ask(.get, library + query)
            #expect(answer.status == 200)
            let books = answer.json["data"] as? [[String: Any]] ?? []
            return books.compactMap { $0["title"] as? String }
        }
    }

    @Test("A library has of each book what the catalog has, and where and when it was left")
    func golden() throws {
        let home = try Home()
        let console = home.console
        let book = try console.addStory("Journey", by: "Aaron Becker")
        try console.addReadyVideo(book.id, seconds: 340)
        try console.addToLibrary([book.id], of: home.child)
        console.time.now += 60
        try console.play(book.id, by: home.child, until: 60)
        let record =
            "{\"id\":1,\"title\":\"Journey\",\"author\":\"Aaron Becker\",\"description\":\"\","
            + "\"age_min\":null,\"age_max\":null,\"language\":null,\"cover_image_url\":null,"
            + "\"publisher\":null,\"categories\":[],\"status\":\"active\",\"duration_seconds\":340,"
            + "\"has_captions\":false,\"rights_available\":true,\"last_position_seconds\":60,"
            + "\"last_played_at\":\"2026-11-21T10:41:00Z\",\"added_at\":\"2026-11-21T10:40:00Z\","
            + "\"is_available\":true,\"is_playable\":true}"
        #expect(
            try home.ask(.get, home.library).text
                == "{\"data\":[\(record)],\"page\":1,\"per_page\":20,\"total_count\":1}"
        )
        #expect(try home.ask(.get, "\(home.items)/1").text == "{\"data\":\(record)}")
    }

    @Test("It is sorted as the page is, and read page by page")
    func sorts() throws {
        let home = try Home()
        for title in ["Beech", "Cedar", "Alder"] {
            home.console.time.now += 1
            let book = try home.console.addStory(title)
            try home.console.addToLibrary([book.id], of: home.child)
        }
        try home.console.play(ID(2), by: home.child, until: 5)
        #expect(try home.titles() == ["Alder", "Cedar", "Beech"])
        #expect(try home.titles("?sort=title") == ["Alder", "Beech", "Cedar"])
        #expect(try home.titles("?sort=watched") == ["Cedar", "Alder", "Beech"])
        #expect(try home.titles("?sort=title&per_page=2&page=2") == ["Cedar"])
        #expect(try home.titles("?page=9").isEmpty)
        let answer = try home.ask(.get, "\(home.library)?sort=newest&per_page=0")
        #expect(answer.errorDetails == ["sort: not_a_choice", "per_page: out_of_range"])
    }

    @Test("A book stays in it when its rights end and says so; one in the bin is not there")
    func closed() throws {
        let home = try Home()
        let console = home.console
        let over = try console.addStory("Over")
        let binned = try console.addStory("Binned")
        for book in [over, binned] { try console.addReadyVideo(book.id, seconds: 60) }
        try console.addToLibrary([over.id, binned.id], of: home.child)
        try console.endRights(over.id)
        _ = try console.bin.add(binned.id, by: .commandLine)
        #expect(try home.titles() == ["Over"])
        let answer = try home.ask(.get, "\(home.items)/\(over.id)")
        #expect(answer.contains("\"is_available\":false,\"is_playable\":false}"))
        #expect(try home.ask(.get, "\(home.items)/\(binned.id)").status == 404)
        #expect(try home.add(over.id).status == 200)
    }

    @Test("A page of many books costs as many statements as one of few")
    func statements() throws {
        let home = try Home()
        let adventure = try home.console.category("adventure")
        for number in 1...20 {
            let book = try home.console.addStory("Fox \(number)", in: [adventure])
            try home.console.addReadyVideo(book.id, seconds: 60)
            try home.console.addToLibrary([book.id], of: home.child)
        }
        func count(_ query: String) throws -> Int {
            let before = home.console.statementCount
            _ = try home.titles(query)
            return home.console.statementCount - before
        }
        #expect(try count("?per_page=20") == count("?per_page=2"))
    }

    // MARK: Changing

    @Test("A book is added once, however often that is asked, and the log says it once")
    func adds() throws {
        let home = try Home()
        let book = try home.console.addStory("Journey")
        let first = try home.add(book.id)
        #expect(first.status == 201)
        #expect(first.location == "\(home.items)/1")
        let second = try home.add(book.id)
        #expect(second.status == 200 && second.text == first.text)
        #expect(second.header("ETag") == first.header("ETag"))
        #expect(try home.ask(.get, #require(first.location)).text == first.text)
        #expect(try home.titles() == ["Journey"])
        let entries = try home.console.texts(
            """
            SELECT actor_name || ' ' || changes FROM audit_entries
            WHERE action = 'changed' AND record_type = 'child'
            """
        )
        #expect(entries == [#"Astrid [{"field":"library","from":null,"to":"Journey"}]"#])
    }

    @Test("A book that the family may not see is told from one that isn't there by nothing")
    func hidden() throws {
        let home = try Home()
        let draft = try home.console.addBook("Canary")
        for id in ["\(draft.id)", "99"] {
            let answer = try home.ask(.post, home.items, "{\"book_id\":\(id)}")
            #expect(answer.status == 422 && answer.errorDetails == ["book_id: not_found"])
            #expect(answer.contains("Book \(id) doesn’t exist."))
        }
        for (json, details) in [
            ("{}", ["book_id: required"]), ("{\"book_id\":\"1\"}", ["book_id: wrong_type"]),
            ("{\"book_id\":0}", ["book_id: out_of_range"]),
            ("{\"book_id\":null,\"note\":1}", ["book_id: required", "note: unknown_field"]),
        ] {
            let answer = try home.ask(.post, home.items, json)
            #expect(answer.status == 422 && answer.errorDetails == details, "\(json)")
        }
    }

    @Test("A full library takes no more, and says how many it takes")
    func full() throws {
        let home = try Home()
        let book = try home.console.addStory("One too many")
        try home.console.database.execute(
            """
            UPDATE children SET book_count = \(LibraryStore.maximumBooks)
            WHERE id = \(home.child.id.value)
            """
        )
        let answer = try home.add(book.id)
        #expect(answer.status == 409 && answer.errorCode == "conflict")
        #expect(answer.contains("It can have 5,000 stories"))
        #expect(try home.titles().isEmpty)
    }

    @Test("What is taken out is gone, and was there only once; the page can take it back")
    func removes() throws {
        let home = try Home()
        let book = try home.console.addStory("Journey")
        try home.console.addToLibrary([book.id], of: home.child)
        #expect(try home.ask(.delete, "\(home.items)/\(book.id)").status == 204)
        #expect(try home.titles().isEmpty)
        let again = try home.ask(.delete, "\(home.items)/\(book.id)")
        #expect(again.status == 404 && again.errorCode == "not_found")
        #expect(try home.ask(.delete, "\(home.items)/99").status == 404)
        let parent = try #require(try home.console.users.find(email: "astrid@example.test")).user
        try home.console.signIn(parent.id)
        try home.console.post("/children/\(home.child.id)/library/changes/2/undo")
        #expect(try home.titles() == ["Journey"])
    }
}
