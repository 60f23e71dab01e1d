import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Rights windows by the API")
struct RightsAPITests {
    private let console: Console
    private let key: String
    private let path: String

    init() throws {
        console = try Console()
        key = try console.adminKey()
        path = "/api/v1/books/\(try console.addBook("Owl").id)/rights_windows"
    }

    private func add(_ json: String) throws -> Answer {
        try console.ask(.post, path, json, token: key)
    }

    private let worldwide = #"{"territory": "*", "first_day": "2026-01-01", "last_day": null}"#

    @Test("One is told of byte for byte as the document says")
    func golden() throws {
        let json =
            #"{"territory": "SE", "first_day": "2026-01-01", "last_day": "2026-12-31", "note": "A"}"#
        let added = try add(json)
        #expect(added.status == 201 && added.location == "\(path)/1")
        #expect(try console.lastEntry() == "Ada added a rights window to book")
        try console.database.execute("UPDATE rights_windows SET created_at = 1, updated_at = 2")
        let answer = try console.ask(.get, "\(path)/1", token: key)
        #expect(
            answer.text == #"{"data":{"id":1,"book_id":1,"territory":"SE","#
                + #""first_day":"2026-01-01","last_day":"2026-12-31","note":"A","#
                + #""created_at":"1970-01-01T00:00:01Z","updated_at":"1970-01-01T00:00:02Z"}}"#
        )
        let list = try console.ask(.get, path, token: key)
        #expect(list.text == answer.text.replacing(":{", with: ":[{").replacing("}}", with: "}]}"))
    }

    @Test("With one that is open today the book may be shown")
    func opens() throws {
        #expect(try add(worldwide).status == 201)
        let book = try console.ask(.get, "/api/v1/books/1", token: key)
        #expect(book.contains(#""rights_available":true"#))
    }

    @Test(
        "The form judges what is sent",
        arguments: [
            ("{}", ["territory: required", "first_day: required"]),
            (#"{"territory": "XX", "first_day": "2026-01-01"}"#, ["territory: invalid"]),
            (#"{"territory": "*", "first_day": "1 May"}"#, ["first_day: invalid"]),
            (
                #"{"territory": "*", "first_day": "2026-01-02", "last_day": "2026-01-01"}"#,
                ["last_day: invalid"]
            ),
            (#"{"territory": "*", "first_day": "1066-01-02"}"#, ["first_day: invalid"]),
            (
                #"{"territory": "*", "first_day": "2026-01-02", "may_overlap": 1}"#,
                ["may_overlap: wrong_type"]
            ),
        ]
    )
    func refusals(json: String, details: [String]) throws {
        let answer = try add(json)
        #expect(answer.status == 422 && answer.errorDetails == details)
    }

    @Test("One that overlaps another is taken when that is meant")
    func overlaps() throws {
        #expect(try add(worldwide).status == 201)
        let other = #"{"territory": "SE", "first_day": "2026-02-01""#
        let asked = try add(other + "}")
        #expect(asked.errorDetails == ["may_overlap: invalid"] && asked.contains("number 1"))
        #expect(try add(other + #", "may_overlap": true}"#).status == 201)
        // Its note may change: it overlapped before.
        let noted = try console.ask(.patch, "\(path)/2", #"{"note": "N"}"#, token: key)
        #expect(noted.status == 200)
        let moved = try console.ask(.patch, "\(path)/2", #"{"territory": "DE"}"#, token: key)
        #expect(moved.errorDetails == ["may_overlap: invalid"])
    }

    @Test("It is changed and deleted by whoever has seen it as it is")
    func changes() throws {
        let tag = try #require(try add(worldwide).header("ETag"))
        let matching = [("If-Match", tag)]
        let json = #"{"last_day": "2027-01-01"}"#
        let saved = try console.ask(.patch, "\(path)/1", json, token: key, matching)
        #expect(saved.status == 200 && saved.contains(#""last_day":"2027-01-01""#))
        #expect(try console.ask(.patch, "\(path)/1", json, token: key, matching).status == 412)
        #expect(try console.ask(.delete, "\(path)/1", token: key, matching).status == 412)
        let open = try console.ask(.patch, "\(path)/1", #"{"last_day": null}"#, token: key)
        #expect(open.contains(#""last_day":null"#))
        #expect(try console.ask(.delete, "\(path)/1", token: key).status == 204)
        #expect(try console.ask(.get, "\(path)/1", token: key).status == 404)
    }

    @Test("A window of another book is not there, and neither is any of a book in the bin")
    func others() throws {
        let other = try console.addBook("Fox")
        let window = try console.addWindow(other.id)
        for method in [Method.get, .patch, .delete] {
            let json = method == .patch ? "{" : nil
            let answer = try console.ask(method, "\(path)/\(window.id)", json, token: key)
            #expect(answer.status == 404)
        }
        _ = try console.bin.add(ID(1), by: .commandLine)
        #expect(try console.ask(.get, path, token: key).status == 404)
        #expect(try add(worldwide).status == 404)
    }

    @Test("A book has so many and no more")
    func tooMany() throws {
        for _ in 0..<RightsStore.maximumWindows { try console.addWindow(ID(1)) }
        #expect(try add(worldwide).status == 409)
    }
}
