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

    @Test("It says of every operation what it does, in a sentence at least")
    func descriptions() throws {
        for (route, operation) in Self.operations {
            let described = try #require(try APIContract.operation(route))
            let text = described.at(["description"])?.string ?? ""
            #expect(text.count > 20 && text.hasSuffix("."), "\(operation.name)")
            #expect(!operation.summary.hasSuffix("."), "\(operation.name)")
            let codes = (described.at(["responses"])?.members ?? [:]).keys
            #expect(route.method != .get || codes.contains("414"), "\(operation.name)")
        }
    }

    @Test("Answers are open to what will be added, and requests take nothing that is not described")
    func openness() throws {
        let document = try APIContract.document.get()
        for (name, schema) in document.at(["components", "schemas"])?.members ?? [:] {
            let found = words(in: schema).intersection(["additionalProperties", "enum"])
            #expect(found.isEmpty, "\(name)")
        }
        for (route, operation) in Self.operations {
            let described = try #require(try APIContract.operation(route))
            for (status, answer) in described.at(["responses"])?.members ?? [:] {
                let found = words(in: answer).intersection(["additionalProperties", "enum"])
                #expect(found.isEmpty, "\(operation.name) \(status)")
            }
            guard case .json = operation.request else { continue }
            let schema = described.at(["requestBody", "content", "application/json", "schema"])
            #expect(schema?.at(["additionalProperties"]) == .bool(false), "\(operation.name)")
        }
    }

    /// The words of a schema and of all inside it.
    private func words(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: Set(members.keys)) { $0.formUnion(words(in: $1.value)) }
        case .list(let items): items.reduce(into: []) { $0.formUnion(words(in: $1)) }
        default: []
        }
    }

    @Test("It names the license and who made it, and says what may be added to it")
    func info() throws {
        let info = try #require(try APIContract.document.get().at(["info"]))
        #expect(info.at(["license", "identifier"]) == .text("MIT"))
        #expect(info.at(["contact", "name"])?.string?.isEmpty == false)
        #expect(info.at(["description"])?.string?.contains("changes by additions") == true)
    }

    @Test("Every word for what can go wrong is in the schema of errors, with a cause and a remedy")
    func errorCodes() throws {
        let schema = try APIContract.document.get().at([
            "components", "schemas", "Error", "properties", "error", "properties", "code",
        ])
        let words = schema?.at(["x-extensible-enum"])?.items?.compactMap(\.string) ?? []
        #expect(words == ErrorCode.words && Set(words).count == words.count)
        for code in ErrorCode.allCases {
            #expect(code.cause.hasSuffix(".") && code.remedy.hasSuffix("."), "\(code)")
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
