import HTTP
import Synchronization
import Testing

@testable import Storytime

@Suite("Asking Open Library")
struct OpenLibraryTests {
    private let stub: StubServer
    private let desk = LookupDesk()
    private let isbn: ISBN

    init() throws {
        stub = try StubServer()
        isbn = try ISBN(StubLibrary.isbn)
    }

    private func library(
        contact: String = "",
        timeoutMilliseconds: Int = 5000,
        pause: @escaping (Int) -> Void = { _ in }
    ) -> OpenLibrary {
        var settings = LookupSettings()
        settings.base = stub.origin
        settings.contact = contact
        return OpenLibrary(
            stub.origin,
            settings,
            desk,
            timeoutMilliseconds: timeoutMilliseconds,
            pause: pause
        )
    }

    private func error(_ ask: () throws -> Void) -> String? {
        do {
            try ask()
            return nil
        } catch {
            return (error as? LookupError)?.description
        }
    }

    @Test("A book is put together from its summary, its edition and its work")
    func book() throws {
        StubLibrary.fill(stub)
        let book = try #require(try library(contact: "ada@example.org").book(isbn))
        #expect(
            book.texts == [
                "title": "Drei Füchse: ein Bilderbuch", "author": "A. Muster, C. Drei",
                "description": "Three foxes look for the moon.", "language": "de",
                "original_title": "Three Foxes", "illustrator": "Berta Beispiel",
                "translator": "Dora Vier", "series": "Eulen und Füchse", "series_number": "2",
                "isbn": StubLibrary.isbn, "year": "2013", "page_count": "32",
                "tags": "Foxes, Night",
            ]
        )
        #expect(book.publisher == "Eulen Verlag" && book.note == nil)
        #expect(book.cover == "\(stub.origin)/b/id/7-L.jpg")
        #expect(book.page == "\(stub.origin)/books/OL1M")
        #expect(
            stub.lines == [StubLibrary.bookLine, StubLibrary.editionLine, StubLibrary.workLine]
        )
        for asked in stub.asked {
            #expect(asked.headers["user-agent"]?.hasSuffix(" (ada@example.org)") == true)
        }
    }

    @Test("What only the edition or the work has is missing without them, and that is said")
    func withoutEdition() throws {
        stub.answer(StubLibrary.bookLine, 200, StubLibrary.data("ISBN:\(isbn)", cover: nil))
        stub.answer(StubLibrary.editionLine, 503, "")
        let book = try #require(try library().book(isbn))
        #expect(book.texts["title"] == "Drei Füchse: ein Bilderbuch")
        // The statement of the title page names the illustrator, too.
        #expect(book.texts["illustrator"] == "B. Beispiel")
        #expect(book.texts["language"] == nil && book.cover == nil)
        #expect(book.note?.hasPrefix("Some of the details could not be looked up. ") == true)
    }

    @Test(
        "A description ends where it says where it was found",
        arguments: [
            ("Foxes.\r\n\r\n----------\nAlso in:\n- A", "Foxes."),
            ("Foxes. ([source][1])", "Foxes."),
            ("Foxes [Source]: x", "Foxes"), ("Foxes\n  ----\nx", "Foxes"),
            ("One\n\nTwo --- three", "One\n\nTwo --- three"),
            ("[sour] fox", "[sour] fox"),
        ]
    )
    func description(text: String, kept: String) throws {
        var record = OpenLibraryRecord(data: .null)
        record.edition = .object(["description": .text(text)])
        let book = record.book(at: Origin(isSecure: true, host: "openlibrary.example", port: 443))
        #expect(book.texts["description"] == kept)
    }

    @Test("An unknown number is answered with nothing, and so is nothing at all")
    func unknown() throws {
        stub.answer(StubLibrary.bookLine, 200, "{}")
        #expect(try library().book(isbn) == nil)
        // Not asked again for a while.
        #expect(try library().book(isbn) == nil)
        #expect(stub.lines == [StubLibrary.bookLine])
    }

    @Test(
        "What goes wrong is said plainly",
        arguments: [
            (404, "<html>", [], "has nothing at that address (404)"),
            (429, "", [], "received too many requests. Try again later."),
            (429, "", [("Retry-After", "20")], "Try again in 20 seconds."),
            (429, "", [("Retry-After", "90")], "Try again in 2 minutes."),
            (503, "", [("Retry-After", "7200")], "is having problems (503). Try again in 2 hours."),
            (500, "", [("Retry-After", "never")], "is having problems (500). Try again later."),
            (422, #"{"detail":[]}"#, [], "rejected the request (422)."),
            (200, "", [], "answered something that can’t be read"),
            (200, "var _OLBookInfo = {};", [], "answered something that can’t be read"),
            (200, "[]", [], "answered something that can’t be read"),
            (200, "<html></html>", [], "answered something that can’t be read"),
            (302, "", [("Location", "https://127.0.0.1/")], "doesn’t fetch from: 127.0.0.1"),
            (302, "", [("Location", "http://openlibrary.org/")], "is not secure"),
        ] as [(Int, String, [(String, String)], String)]
    )
    func troubles(status: Int, body: String, headers: [(String, String)], words: String) throws {
        stub.answer(StubLibrary.bookLine, status, body, headers)
        let error = try #require(error { _ = try library().book(isbn) })
        #expect(error.contains(words), "\(error)")
        #expect(error.hasPrefix("127.0.0.1 "))
    }

    @Test("When to try again may be a date, by the clock of whoever says it")
    func retryDate() {
        let answer = OutgoingAnswer(
            status: 429,
            headers: [
                "date": "Sun, 22 Nov 2026 07:00:00 GMT",
                "retry-after": "Sun, 22 Nov 2026 07:05:00 GMT",
            ]
        )
        let error = LookupError(answer, from: "Open Library")
        #expect(
            error?.description
                == "Open Library received too many requests. Try again in 5 minutes."
        )
    }

    @Test("More than is read, a server that is silent and one that isn’t there")
    func unreachable() throws {
        stub.answer(StubLibrary.bookLine, 200, String(repeating: " ", count: 3 << 20))
        let tooLarge = error { _ = try library().book(isbn) }
        #expect(tooLarge?.contains("more than this server reads") == true)

        let silent = try SilentServer()
        let origin = Origin(isSecure: false, host: "127.0.0.1", port: silent.port)
        let waiting = OpenLibrary(origin, LookupSettings(), desk, timeoutMilliseconds: 200)
        #expect(error { _ = try waiting.book(isbn) }?.contains("did not answer") == true)

        let lost = library()
        stub.stop()
        let gone = error { _ = try lost.book(isbn) }
        #expect(gone?.contains("could not be reached") == true)
        #expect(gone?.contains("Check this server’s connection to the Internet") == true)
    }

    @Test("A record’s own address is only followed if it is one")
    func paths() throws {
        let data = StubLibrary.data("ISBN:\(isbn)", cover: "file:///etc/passwd")
        let other = data.replacing(#""key":"/books/OL1M""#, with: #""key":"/../admin""#)
        stub.answer(StubLibrary.bookLine, 200, other)
        let book = try #require(try library().book(isbn))
        #expect(stub.lines == [StubLibrary.bookLine])
        #expect(book.cover == nil && book.page == nil)
    }

    @Test("What a field doesn’t accept is left out")
    func unaccepted() throws {
        let data = """
            {"ISBN:\(isbn)":{"title":"\(String(repeating: "x", count: 201))",
            "authors":[{"name":"Mira\\u202eSandberg"}],"number_of_pages":0,"publish_date":"3013",
            "publishers":[{"name":"a\\u0000b"}],"subjects":"Foxes","identifiers":[]}}
            """
        stub.answer(StubLibrary.bookLine, 200, data)
        let book = try #require(try library().book(isbn))
        // Marks that turn what is around them, and control characters, went before.
        #expect(book.texts == ["isbn": StubLibrary.isbn, "author": "MiraSandberg"])
        #expect(book.publisher == "ab")
    }

    @Test("A search finds works, each with an edition to look at")
    func titles() throws {
        stub.answer(
            StubLibrary.searchLine("Foxes%20%26%20moon", by: "A.%20Muster"),
            200,
            StubLibrary.search
        )
        let found = try library().titles("Foxes & moon", by: "A. Muster")
        #expect(found.total == 57)
        #expect(
            found.titles == [
                FoundTitle(
                    key: "OLID:OL1M",
                    title: "Drei Füchse",
                    authors: "A. Muster and C. Drei",
                    year: 2012,
                    languages: ["German"],
                    editions: 4
                ),
                FoundTitle(
                    key: "OLID:OL4M",
                    title: "Four",
                    authors: "",
                    year: nil,
                    languages: [],
                    editions: nil
                ),
            ]
        )
        stub.answer(StubLibrary.searchLine("Nothing"), 200, #"{"numFound":0,"docs":[]}"#)
        #expect(try library().titles("Nothing", by: "") == FoundTitles(titles: [], total: 0))
        stub.answer(StubLibrary.searchLine("Odd"), 200, #"{"error":"x"}"#)
        #expect(error { _ = try library().titles("Odd", by: "") } != nil)
    }

    @Test("A cover is a picture by its content, whatever its sender calls it")
    func covers() throws {
        let address = "\(stub.origin)/b/id/7-L.jpg"
        stub.answer(StubLibrary.coverLine, file: Pictures.first(.png), "text/html")
        #expect(try library().cover(address).format == .png)
        stub.reset()
        stub.answer(StubLibrary.coverLine, 200, "<svg onload=alert(1)>")
        #expect(error { _ = try library().cover(address) }?.contains("can’t be used") == true)
        stub.reset()
        #expect(error { _ = try library().cover(address) }?.contains("has no picture") == true)
        let inner = error { _ = try library().cover("https://127.0.0.1/7.jpg") }
        #expect(inner?.contains("doesn’t fetch from: 127.0.0.1 is not on the public") == true)
    }

    @Test("Ten requests may come at once, then one each second, and nobody waits for long")
    func pace() throws {
        let waits = (0..<20).map { _ in desk.wait(at: 0) }
        #expect(waits[..<10].allSatisfy { $0 == 0 })
        #expect(waits[10..<15] == [1000, 2000, 3000, 4000, 5000])
        #expect(waits[15...].allSatisfy { $0 == nil })
        #expect(desk.wait(at: 6000) == 0)
    }

    @Test("The pace is kept, and too many at once are refused")
    func paced() throws {
        let now = GuardedFetch(home: stub.origin).clock()
        for _ in 0..<12 { _ = desk.wait(at: now) }
        StubLibrary.fill(stub)
        let pauses = Mutex<[Int]>([])
        let paced = library { wait in pauses.withLock { $0.append(wait) } }
        let book = try #require(try paced.book(isbn))
        #expect(book.note == nil)
        #expect(pauses.withLock { $0.count == 3 && $0.allSatisfy { (1...5000).contains($0) } })
        for _ in 0..<5 { _ = desk.wait(at: now) }
        #expect(error { _ = try paced.titles("x", by: "") } == LookupError.tooMany.description)
    }

    @Test("What was answered an hour ago is asked again, and a miss a minute ago")
    func kept() {
        let hour = 3_600_000
        let found = OutgoingAnswer(status: 200, body: Array(#"{"a":1}"#.utf8))
        desk.keep(found, to: "a", at: 0)
        desk.keep(OutgoingAnswer(status: 200, body: Array("{}".utf8)), to: "b", at: 0)
        desk.keep(OutgoingAnswer(status: 503), to: "c", at: 0)
        #expect(desk.answer(to: "a", at: hour - 1)?.body == found.body)
        #expect(desk.answer(to: "a", at: hour) == nil)
        #expect(desk.answer(to: "b", at: 59_999) != nil)
        #expect(desk.answer(to: "b", at: 60_000) == nil)
        #expect(desk.answer(to: "c", at: 1) == nil)
        for number in 0..<500 { desk.keep(found, to: "\(number)", at: number + 1) }
        #expect((0..<500).count { desk.answer(to: "\($0)", at: 501) != nil } == 100)
        #expect(desk.answer(to: "499", at: 501) != nil)
    }
}
