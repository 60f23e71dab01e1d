import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Publishers by the API")
struct PublisherAPITests {
    private static let path = "/api/v1/publishers"

    @Test("One is told of byte for byte as the document says")
    func golden() throws {
        let console = try Console()
        let key = try console.adminKey()
        let publisher = try console.addPublisher("Alder House")
        try console.addBook("Owl", from: publisher)
        try console.database.execute("UPDATE publishers SET created_at = 1, updated_at = 2")
        let answer = try console.ask(.get, "\(Self.path)/1", token: key)
        #expect(
            answer.text == #"{"data":{"id":1,"name":"Alder House","slug":"alder-house","#
                + #""books_count":1,"created_at":"1970-01-01T00:00:01Z","#
                + #""updated_at":"1970-01-01T00:00:02Z","website":"","note":""}}"#
        )
    }

    @Test("They are added, found by words, sorted, and come in pages that lead to each other")
    func list() throws {
        let console = try Console()
        let key = try console.adminKey()
        for name in ["Birch", "Alder House", "Cedar", "Alder Tree"] {
            let answer = try console.ask(.post, Self.path, #"{"name": "\#(name)"}"#, token: key)
            #expect(answer.status == 201)
        }
        let first = try console.ask(.get, Self.path + "?per_page=3", token: key)
        #expect(try first.names() == ["Alder House", "Alder Tree", "Birch"])
        #expect(first.json["total_count"] as? Int == 4)
        let second = try console.ask(.get, try #require(first.link("next")), token: key)
        #expect(try second.names() == ["Cedar"])
        #expect(second.link("next") == nil && second.link("prev")?.hasSuffix("page=1") == true)
        let found = try console.ask(.get, Self.path + "?q=alder&sort=-name", token: key)
        #expect(try found.names() == ["Alder Tree", "Alder House"])
        let behind = try console.ask(.get, Self.path + "?page=9", token: key)
        #expect(try behind.names().isEmpty)
        #expect(behind.json["total_count"] as? Int == 4)
        let wrong = try console.ask(.get, Self.path + "?sort=size&page=0&size=1", token: key)
        #expect(
            wrong.errorDetails == [
                "sort: not_a_choice", "page: out_of_range", "size: unknown_field",
            ]
        )
    }

    @Test("A change is judged by the form, and by what is there")
    func changes() throws {
        let console = try Console()
        let key = try console.adminKey()
        try console.addPublisher("Alder House")
        try console.addPublisher("Birch")
        let path = "\(Self.path)/2"
        let tag = try #require(try console.ask(.get, path, token: key).header("ETag"))
        let taken = try console.ask(.patch, path, #"{"name": "ALDER HOUSE"}"#, token: key)
        #expect(taken.errorDetails == ["name: invalid"])
        let slug = try console.ask(.patch, path, #"{"slug": "alder-house"}"#, token: key)
        #expect(slug.errorDetails == ["slug: invalid"])
        let none = try console.ask(.patch, path, #"{"name": null}"#, token: key)
        #expect(none.errorDetails == ["name: required"])
        let matching = [("If-Match", tag)]
        let saved = try console.ask(.patch, path, #"{"name": "Beech"}"#, token: key, matching)
        #expect(saved.status == 200)
        #expect(try saved.record()["slug"] as? String == "birch")
        #expect(try console.lastEntry() == "Ada changed publisher")
        let late = try console.ask(.patch, path, #"{"name": "Oak"}"#, token: key, matching)
        #expect(late.status == 412)
    }

    @Test("One with books is deleted by whoever says how many they are")
    func deletes() throws {
        let console = try Console()
        let key = try console.adminKey()
        let publisher = try console.addPublisher("Alder House")
        try console.addBook("Owl", from: publisher)
        #expect(try console.ask(.delete, "\(Self.path)/1", token: key).status == 409)
        let deleted = try console.ask(.delete, "\(Self.path)/1?books_count=1", token: key)
        #expect(deleted.status == 204)
        #expect(try console.books.find(ID(1)).publisher == nil)
        #expect(try console.ask(.delete, "\(Self.path)/1", token: key).status == 404)
    }
}

extension Answer {
    fileprivate func names() throws -> [String] {
        try records().compactMap { $0["name"] as? String }
    }
}
