import HTTP
import Testing

@testable import Storytime

@Suite("The API's own document")
struct OpenAPITests {
    private static let operations = Program.routes.compactMap { route in
        route.operation.map { (route: route, operation: $0) }
    }

    @Test("It describes every route of the API, each under a name of its own")
    func routes() throws {
        #expect(Program.routes.filter(\.isForAPI).allSatisfy { $0.operation != nil })
        #expect(Program.routes.filter { !$0.isForAPI }.allSatisfy { $0.operation == nil })
        #expect(Set(Self.operations.map(\.operation.name)).count == Self.operations.count)
        let paths = try APIContract.document.get().at(["paths"])?.members ?? [:]
        let described = paths.flatMap { path, methods in
            (methods.members ?? [:]).keys.map { "\($0) \(path)" }
        }
        let served = Self.operations.map {
            "\($0.route.method.name.lowercased()) \($0.route.pattern)"
        }
        #expect(described.sorted() == served.sorted())
    }

    @Test("It says what every parameter and every member means")
    func meanings() throws {
        for (_, operation) in Self.operations {
            var members = operation.path
            switch operation.request {
            case .nothing: break
            case .query(let query), .file(_, let query): members += query
            case .json(let schema, _): members += Self.members(of: schema)
            }
            for schema in operation.answers.compactMap(\.schema).flatMap(\.named) {
                members += Self.members(of: schema)
            }
            let silent = members.filter(\.meaning.isEmpty).map(\.name)
            #expect(silent.isEmpty, "\(operation.name)")
        }
    }

    private static func members(of schema: Schema) -> [SchemaMember] {
        switch schema.kind {
        case .object(_, let members): members + members.flatMap { Self.members(of: $0.schema) }
        case .list(let item, _): Self.members(of: item)
        default: []
        }
    }

    @Test("Its examples are what their schemas ask for")
    func examples() throws {
        let validator = JSONSchema(document: try APIContract.document.get())
        for (route, operation) in Self.operations {
            let described = try #require(try APIContract.operation(route))
            let answers = described.at(["responses"])?.members ?? [:]
            var contents = answers.values.compactMap { $0.at(["content", "application/json"]) }
            contents += [described.at(["requestBody", "content", "application/json"])].compactMap(
                \.self
            )
            for content in contents {
                guard let example = content.at(["example"]) else { continue }
                let schema = try #require(content.at(["schema"]))
                let complaints = validator.complaints(about: example, schema)
                #expect(complaints.isEmpty, "\(operation.name)")
            }
        }
    }

    @Test("Everybody gets it, may keep it for a while, and is not sent it twice")
    func caching() throws {
        let console = try Console()
        let answer = try console.ask(.get, OpenAPIPages.path)
        #expect(answer.status == 200)
        #expect(answer.response.headers["cache-control"] == "public, max-age=300")
        let tag = try #require(answer.response.headers["etag"])
        let again = try console.ask(.get, OpenAPIPages.path, nil, [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(again.response.headers["etag"] == tag)
    }

    @Test("Compressed content has a tag of its own, and is known by either")
    func compressed() throws {
        let console = try Console()
        let plain = try console.ask(.get, OpenAPIPages.path).response.headers["etag"]
        let gzip = ("Accept-Encoding", "gzip")
        let small = try console.ask(.get, OpenAPIPages.path, nil, [gzip])
        let tag = try #require(small.response.headers["etag"])
        #expect(tag != plain)
        #expect(tag.hasSuffix("-gzip\""))
        for known in [tag, try #require(plain)] {
            let again = try console.ask(
                .get,
                OpenAPIPages.path,
                nil,
                [("If-None-Match", known), gzip]
            )
            #expect(again.status == 304)
        }
    }
}
