import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What operations declare")
struct DeclaredStatusTests {
    private static let all = Program.routes.compactMap { route in
        route.operation.map { Provocation(route: route, operation: $0) }
    }
    static let names = all.map(\.operation.name)

    private func find(_ name: String) throws -> Provocation {
        try #require(Self.all.first { $0.operation.name == name })
    }

    @Test("Every refusal that is declared happens", arguments: names)
    func refusals(name: String) throws {
        let subject = try find(name)
        let shared = try APIWorld()
        let before = try changes(in: shared)
        for refusal in subject.operation.refusals {
            let own = OwnRefusals.all["\(name) \(refusal.status.code)"]
            let world = try own.map { try APIWorld(withStub: $0.needsStub) } ?? shared
            let answer = try subject.provoke(refusal.status, in: world)
            #expect(answer?.status == refusal.status.code, "\(name): \(answer?.text ?? "unknown")")
            #expect(answer?.json["error"] != nil, "\(name) \(refusal.status)")
            for header in refusal.headers {
                #expect(answer?.header(header.rawValue) != nil, "\(name): \(header.rawValue)")
            }
            if refusal.meaning.hasPrefix(Operation.Refusal.invalid.meaning) {
                let isNamed = answer?.errorDetails.contains("nobody_knows: unknown_field")
                #expect(isNamed == true, "\(name)")
            }
        }
        #expect(try changes(in: shared) == before, "\(name) changes something and refuses")
    }

    /// How many changes are written down, but for the making of keys: those that lack a scope.
    private func changes(in world: APIWorld) throws -> Int {
        try world.console.count("SELECT count(*) FROM audit_entries")
            - world.console.count("SELECT count(*) FROM access_keys")
    }

    @Test("An operation's own example works where its records are there", arguments: names)
    func examples(name: String) throws {
        let subject = try find(name)
        let declared = Set(subject.operation.answers.map(\.status.code)).subtracting([304])
        let preparation = Preparations.all[name]
        let world = try APIWorld(withStub: preparation?.needsStub == true)
        try preparation?.prepare(world)
        let token = try world.token(for: subject.route)
        let numbers = preparation?.numbers ?? [:]
        let query = preparation?.query ?? ""
        let first = try world.ask(subject.route, token: token, numbers: numbers, query: query)
        #expect(declared.contains(first.status), "\(name): \(first.status) \(first.text)")
        guard declared.count > 1 else { return }
        let second = try world.ask(subject.route, token: token, numbers: numbers, query: query)
        #expect(Set([first.status, second.status]) == declared, "\(name): \(second.text)")
    }

    @Test("Null is taken wherever the schema allows it", arguments: names)
    func nulls(name: String) throws {
        let subject = try find(name)
        guard case .json(let schema, _) = subject.operation.request,
            case .object(_, let members) = schema.kind
        else { return }
        let preparation = Preparations.all[name]
        for member in members where member.schema.isNullable {
            let world = try APIWorld(withStub: preparation?.needsStub == true)
            try preparation?.prepare(world)
            let bytes = try world.content(of: subject.route)?.bytes ?? []
            guard try JSONValue(bytes).members?[member.name] == nil else { continue }
            let text = String(decoding: bytes, as: UTF8.self).dropLast()
            let comma = text.hasSuffix("{") ? "" : ", "
            let answer = try world.ask(
                subject.route,
                token: world.token(for: subject.route),
                numbers: preparation?.numbers ?? [:],
                content: Array("\(text)\(comma)\"\(member.name)\": null}".utf8)
            )
            #expect(answer.status < 300, "\(name) \(member.name): \(answer.text)")
        }
    }

    @Test("What has a tag is not sent again to whoever shows it", arguments: names)
    func notModified(name: String) throws {
        let subject = try find(name)
        guard subject.operation.answers.contains(where: { $0.status == .notModified }) else {
            return
        }
        let preparation = Preparations.all[name]
        let query = preparation?.query ?? ""
        let world = try APIWorld(withStub: preparation?.needsStub == true)
        try preparation?.prepare(world)
        let token = try world.token(for: subject.route)
        let first = try world.ask(subject.route, token: token, query: query)
        let tag = try #require(first.header("ETag"))
        let again = try world.ask(
            subject.route,
            token: token,
            query: query,
            headers: [("If-None-Match", tag)]
        )
        #expect(again.status == 304 && again.text.isEmpty)
        #expect(again.header("ETag") == tag)
        let head = try world.console.ask(
            .head,
            subject.route.target(["import_id": "2"]) + (query.isEmpty ? "" : "?" + query),
            token: token
        )
        #expect(head.header("ETag") != nil && head.header("Content-Type") == "application/json")
    }

    @Test("A list of more than one page leads to its neighbours")
    func links() throws {
        for subject in Self.all
        where subject.operation.answers.contains(where: { $0.headers.contains(.link) }) {
            let world = try APIWorld()
            let token = try world.token(for: subject.route)
            let answer = try world.ask(subject.route, token: token, query: "per_page=1")
            let total = answer.json["total_count"] as? Int ?? 0
            let hasNext = answer.header("Link")?.contains("rel=\"next\"") == true
            #expect(hasNext == (total > 1), "\(subject.operation.name)")
            let behind = try world.ask(subject.route, token: token, query: "page=1000000")
            #expect(behind.status == 200 && behind.json["data"] as? [String] == [])
        }
    }

    @Test("A path says which methods it takes, to those who ask and to those who take another")
    func methods() throws {
        let world = try APIWorld()
        for (path, subjects) in Dictionary(grouping: Self.all, by: { $0.route.pattern.description })
        {
            let own = Set(subjects.map(\.route.method))
            let allowed = own.union(own.contains(.get) ? [.head] : []).union([.options])
            let target = subjects[0].route.sampleTarget
            let asked = try world.console.ask(.options, target)
            #expect(asked.status == 204)
            for method in [HTTP.Method.get, .put, .post, .patch, .delete]
            where !own.contains(method) {
                let refused = try world.console.ask(method, target)
                #expect(refused.status == 405, "\(method) \(path)")
                for answer in [asked, refused] {
                    let names = (answer.header("Allow") ?? "").split(separator: ", ")
                    #expect(Set(names.map(String.init)) == Set(allowed.map(\.name)), "\(path)")
                }
            }
        }
    }
}
