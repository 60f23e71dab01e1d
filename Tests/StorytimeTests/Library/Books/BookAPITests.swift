import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Books by the API, for admins")
struct BookAPITests {
    private static let path = "/api/v1/books"

    @Test("One is told of byte for byte as the source documents name its members")
    func golden() throws {
        let console = try Console()
        let key = try console.adminKey()
        let publisher = try console.addPublisher("Alder House")
        let book = try console.books.insert(
            .init(
                title: "Owl at Dusk",
                author: "Mira Sandberg",
                description: "An owl.\nA night.",
                ages: AgeRange(minimum: 2, maximum: 5),
                language: "en",
                publisher: publisher.id,
                status: .active,
                categories: [ID(1), ID(3)],
                details: BookDetails(
                    originalTitle: "Uggla i skymningen",
                    illustrator: "Jon Alder",
                    series: "The Owls",
                    seriesNumber: 2,
                    isbn: try ISBN("0-306-40615-2"),
                    year: 2019,
                    pageCount: 32,
                    tags: ["dusk", "owls"]
                )
            ),
            by: .commandLine
        )
        try console.addWindow(book.id)
        try console.addReadyVideo(book.id, seconds: 340, hasCaptions: true)
        try console.database.execute(
            "UPDATE books SET created_at = 1, updated_at = 2, cover_url = 'https://x.example/a.jpg'"
        )
        let answer = try console.ask(.get, "\(Self.path)/1", token: key)
        #expect(
            answer.text == #"{"data":{"id":1,"title":"Owl at Dusk","author":"Mira Sandberg","#
                + #""description":"An owl.\nA night.","age_min":2,"age_max":5,"language":"en","#
                + #""cover_image_url":"https://x.example/a.jpg","#
                + #""publisher":{"id":1,"name":"Alder House"},"#
                + #""categories":[{"id":1,"name":"Bedtime Stories","slug":"bedtime-stories"},"#
                + #"{"id":3,"name":"Animals & Nature","slug":"animals-nature"}],"#
                + #""status":"active","duration_seconds":340,"has_captions":true,"#
                + #""rights_available":true,"video_status":"ready","deleted_at":null,"#
                + #""created_at":"1970-01-01T00:00:01Z","updated_at":"1970-01-01T00:00:02Z","#
                + #""original_title":"Uggla i skymningen","illustrator":"Jon Alder","#
                + #""translator":"","narrator":"","series":"The Owls","series_number":2,"#
                + #""isbn":"9780306406157","year":2019,"page_count":32,"tags":["dusk","owls"]}}"#
        )
        let list = try console.ask(.get, Self.path, token: key)
        let record = answer.text.dropFirst(#"{"data":"#.count).dropLast()
        #expect(
            list.text == #"{"data":[\#(record)],"page":1,"per_page":20,"total_count":1}"#
        )
    }

    @Test("One of which little is known has nulls and empty lists")
    func bare() throws {
        let console = try Console()
        let key = try console.adminKey()
        let answer = try console.ask(.post, Self.path, #"{"title": "Owl"}"#, token: key)
        #expect(answer.status == 201 && answer.location == "\(Self.path)/1")
        for name in [
            "age_min", "age_max", "language", "cover_image_url", "publisher", "duration_seconds",
            "video_status", "deleted_at", "series", "series_number", "isbn", "year", "page_count",
        ] {
            #expect(answer.contains("\"\(name)\":null"), "\(name)")
        }
        #expect(answer.contains(#""author":"""#) && answer.contains(#""categories":[]"#))
        #expect(answer.contains(#""status":"draft""#))
        #expect(answer.contains(#""has_captions":false,"rights_available":false"#))
        #expect(try console.lastEntry() == "Ada created book")
        let shown = try console.ask(.get, "\(Self.path)/1", token: key)
        #expect(shown.header("ETag") == answer.header("ETag"))
    }

    @Test("All that a form says can be sent, and a change takes away what is null")
    func changes() throws {
        let console = try Console()
        let key = try console.adminKey()
        try console.addPublisher("Alder House")
        let json =
            #"{"title": " Owl ", "author": "Mira", "description": "a\r\nb", "age_min": 2, "#
            + #""age_max": 5, "language": "EN", "publisher_id": 1, "status": "active", "#
            + #""category_ids": [3, 1, 3]}"#
        #expect(try console.ask(.post, Self.path, json, token: key).status == 201)
        let book = try console.books.find(ID(1))
        #expect(book.title == "Owl" && book.description == "a\nb" && book.language == "en")
        #expect(book.ages == AgeRange(minimum: 2, maximum: 5) && book.status == .active)
        #expect(try console.books.categories(of: book.id).map(\.id.value) == [1, 3])
        let path = "\(Self.path)/1"
        #expect(try console.ask(.patch, path, #"{"title": "Owls"}"#, token: key).status == 200)
        var expected = book
        (expected.title, expected.version) = ("Owls", 2)
        #expect(try console.books.find(ID(1)) == expected)
        #expect(try console.books.categories(of: book.id).count == 2)
        let less =
            #"{"author": null, "age_min": null, "publisher_id": null, "language": null, "#
            + #""category_ids": [], "description": ""}"#
        #expect(try console.ask(.patch, path, less, token: key).status == 200)
        let bare = try console.books.find(ID(1))
        #expect(bare.author.isEmpty && bare.description.isEmpty && bare.language == nil)
        #expect(bare.publisher == nil && bare.ages == AgeRange(maximum: 5))
        #expect(bare.status == .active)
        #expect(try console.books.categories(of: book.id).isEmpty)
        let same = try console.ask(.patch, path, "{}", token: key)
        #expect(same.status == 200)
        #expect(try console.books.find(ID(1)) == bare)
    }

    @Test(
        "The form judges what is sent",
        arguments: [
            ("{}", ["title: required"]),
            (#"{"title": "A", "status": "new"}"#, ["status: not_a_choice"]),
            (#"{"title": "A", "age_min": 9, "age_max": 2}"#, ["age_max: invalid"]),
            (#"{"title": "A", "age_min": 19}"#, ["age_min: invalid"]),
            (#"{"title": "A", "language": "english!"}"#, ["language: invalid"]),
            (#"{"title": "A", "publisher_id": 7}"#, ["publisher_id: invalid"]),
            (#"{"title": "A", "publisher_id": "Alder"}"#, ["publisher_id: wrong_type"]),
            (#"{"title": "A", "category_ids": [1, 99]}"#, ["category_ids: invalid"]),
            (#"{"title": "A", "category_ids": [0]}"#, ["category_ids[0]: wrong_type"]),
            (#"{"title": "A", "category_ids": 1}"#, ["category_ids: wrong_type"]),
            (#"{"title": "A", "price": 1}"#, ["price: unknown_field"]),
        ]
    )
    func refusals(json: String, details: [String]) throws {
        let console = try Console()
        let key = try console.adminKey()
        let answer = try console.ask(.post, Self.path, json, token: key)
        #expect(answer.status == 422 && answer.errorDetails == details, "\(answer.text)")
        #expect(try console.bookList.keptCount("books") == 0)
    }

    @Test("A second one of a title and author is added when it is said to be another")
    func twins() throws {
        let console = try Console()
        let key = try console.adminKey()
        try console.addBook("Owl", by: "Mira")
        let json = #"{"title": "OWL", "author": "Mira""#
        let asked = try console.ask(.post, Self.path, json + "}", token: key)
        #expect(asked.status == 422 && asked.errorDetails == ["is_another: invalid"])
        #expect(asked.contains("(id 1)"))
        let told = try console.ask(.post, Self.path, json + #", "is_another": true}"#, token: key)
        #expect(told.status == 201)
        // Two that are alike may be saved as they are.
        let saved = try console.ask(.patch, "\(Self.path)/2", #"{"age_min": 3}"#, token: key)
        #expect(saved.status == 200)
    }

    @Test("A publisher beyond those that a form offers is found by its number")
    func manyPublishers() throws {
        let console = try Console()
        let key = try console.adminKey()
        for number in 0...PublisherStore.maximumOffered {
            try console.addPublisher("Publisher \(number)")
        }
        let last = PublisherStore.maximumOffered + 1
        for id in [1, last] {
            let json = #"{"title": "Owl \#(id)", "publisher_id": \#(id)}"#
            #expect(try console.ask(.post, Self.path, json, token: key).status == 201)
        }
    }

    @Test("It goes to the bin and comes back; in the bin it is not changed")
    func bin() throws {
        let console = try Console()
        let key = try console.adminKey()
        try console.addBook("Owl")
        let path = "\(Self.path)/1"
        for _ in 0..<2 {
            #expect(try console.ask(.delete, path, token: key).status == 204)
        }
        #expect(try console.lastEntry() == "Ada binned book")
        #expect(try console.ask(.get, Self.path, token: key).records().isEmpty)
        #expect(try console.ask(.get, path, token: key).record()["deleted_at"] is String)
        let change = try console.ask(.patch, path, #"{"title": "Owls"}"#, token: key)
        #expect(change.status == 409 && change.errorCode == "conflict")
        for _ in 0..<2 {
            let back = try console.ask(.post, path + "/restore", token: key)
            #expect(back.status == 200 && back.contains(#""deleted_at":null"#))
        }
        #expect(try console.ask(.get, Self.path, token: key).records().count == 1)
        for method in [Method.get, .patch, .delete] {
            let json = method == .patch ? "{" : nil
            #expect(try console.ask(method, "\(Self.path)/2", json, token: key).status == 404)
        }
        #expect(try console.ask(.post, "\(Self.path)/2/restore", token: key).status == 404)
    }

    @Test("Of two admins who change one book, the second is told")
    func race() throws {
        let console = try Console()
        let one = try console.adminKey("one@example.test")
        let two = try console.adminKey("two@example.test")
        try console.addBook("Owl")
        let path = "\(Self.path)/1"
        let tag = try #require(try console.ask(.get, path, token: one).header("ETag"))
        let matching = [("If-Match", tag)]
        let first = try console.ask(.patch, path, #"{"title": "One"}"#, token: one, matching)
        let second = try console.ask(.patch, path, #"{"title": "Two"}"#, token: two, matching)
        #expect(first.status == 200 && second.status == 412)
        #expect(try console.ask(.delete, path, token: two, matching).status == 412)
        #expect(try console.books.find(ID(1)).title == "One")
        let any = try console.ask(.patch, path, "{}", token: two, [("If-Match", "*")])
        #expect(any.status == 200)
        let newest = [("If-Match", try #require(any.header("ETag")))]
        #expect(try console.ask(.delete, path, token: two, newest).status == 204)
    }
}
