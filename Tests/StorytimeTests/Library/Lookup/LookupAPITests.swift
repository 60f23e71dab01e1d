import HTTP
import Testing

@testable import Storytime

@Suite("Looking a book up as a program")
struct LookupAPITests {
    private static let path = "/api/v1/lookup/books"

    @Test("A key that reads the catalog gets what was found, and is told what went wrong")
    func lookup() throws {
        let stub = try StubServer()
        StubLibrary.fill(stub)
        let console = try Console { $0.lookup.base = stub.origin }
        let admin = try console.signIn(as: .admin)
        let key = try console.accessKey(admin, [.readCatalog])
        let found = try console.ask(.get, "\(Self.path)?isbn=0-399-25775-6", token: key)
        #expect(found.status == 200)
        #expect(found.contains(#""title":"Drei Füchse: ein Bilderbuch""#))
        #expect(found.contains(#""year":2013,"page_count":32,"tags":["Foxes","Night"]"#))
        #expect(found.contains(#""narrator":null"#))
        for query in ["", "?isbn=", "?isbn=123", "?title=x"] {
            let answer = try console.ask(.get, Self.path + query, token: key)
            #expect(answer.status == 422 && answer.errorCode == "invalid", "\(query)")
        }
        let other = "9780201633610"
        let line = StubLibrary.bookLine.replacing(StubLibrary.isbn, with: other)
        stub.answer(line, 200, "{}")
        #expect(try console.ask(.get, "\(Self.path)?isbn=\(other)", token: key).status == 404)
        let broken = "9780804429573"
        stub.answer(StubLibrary.bookLine.replacing(StubLibrary.isbn, with: broken), 503)
        let failed = try console.ask(.get, "\(Self.path)?isbn=\(broken)", token: key)
        #expect(failed.status == 502 && failed.errorCode == "lookup_failed")
        #expect(failed.contains("is having problems (503)"))
    }

    @Test("Where it is turned off, that is a conflict")
    func off() throws {
        let console = try Console { $0.lookup.base = nil }
        let key = try console.accessKey(console.signIn(as: .admin), [.readCatalog])
        let answer = try console.ask(.get, "\(Self.path)?isbn=\(StubLibrary.isbn)", token: key)
        #expect(answer.status == 409 && answer.contains("STORYTIME_LOOKUP_URL"))
    }
}
