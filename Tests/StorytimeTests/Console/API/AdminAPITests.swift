import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What scripts of admins may do")
struct AdminAPITests {
    private static let routes = Program.routes.filter { $0.isForAPI && $0.access == .admin }

    @Test("Reading needs read:catalog, and everything that changes something write:catalog")
    func scopes() {
        #expect(Self.routes.count >= 30)
        for route in Self.routes where route.pattern.description.hasPrefix("/api/v1/") {
            let scope: Scope = route.method == .get ? .readCatalog : .writeCatalog
            #expect(route.entrance == .token(scope), "\(route.method) \(route.pattern)")
        }
        #expect(!Scope.all(for: .parent).contains(.writeCatalog))
    }

    @Test("A key that may read changes nothing, whatever it sends")
    func readers() throws {
        let console = try Console()
        let key = try console.accessKey(console.addUser("a@example.test", .admin), [.readCatalog])
        try console.addBook("Owl")
        let before = try console.count("SELECT count(*) FROM audit_entries")
        for route in Self.routes where route.method != .get {
            let json = route.method == .delete ? nil : "{"
            let answer = try console.ask(route.method, route.sampleTarget, json, token: key)
            #expect(answer.status == 403 && answer.errorCode == "insufficient_scope")
        }
        #expect(try console.count("SELECT count(*) FROM audit_entries") == before)
    }

    @Test("An object of one name means one thing")
    func names() throws {
        var named: [String: Schema] = [:]
        for answer in Program.routes.compactMap(\.operation).flatMap(\.answers) {
            for schema in answer.schema?.named ?? [] {
                let name = try #require(schema.name)
                #expect(named[name, default: schema] == schema, "\(name)")
                named[name] = schema
            }
        }
    }

    @Test("What was sent is judged after its record was found: of what isn't there nothing is told")
    func order() throws {
        let console = try Console()
        let key = try console.adminKey()
        for route in Self.routes where !route.pattern.names.isEmpty {
            let target = route.target(
                Dictionary(uniqueKeysWithValues: route.pattern.names.map { ($0, "999") })
            )
            let json = [.get, .delete].contains(route.method) ? nil : "{"
            let answer = try console.ask(route.method, target + "?no=1", json, token: key)
            #expect(answer.status == 404, "\(route.method) \(target)")
        }
    }
}
