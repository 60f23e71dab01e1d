import HTTP
import SQLite
import Testing

@testable import Storytime

/// Sends costly texts to every route, in every place, and measures what a byte of them costs.
@Suite("Text costs what it is long")
struct TextCostTests {
    /// How many texts of one request are how long: eight times as much must take some eight times as long.
    private static let factor = 8

    /// Up to here nothing is compared: so short a time says nothing on a machine that does other things.
    private static let floor = 40_000_000

    /// What may be more than in proportion: caches, and the clock's own steps. A cost that grows with the
    /// square of the length is eight times as much as in proportion.
    private static let tolerance = 3

    private static let shards = 4

    /// Where in a request the texts are.
    private enum Place: CaseIterable {
        case path, query, headers, origin, form, formNames, multipart, json, jsonNames, content

        /// The first size; the second is eight times that. A request line has 8 KiB, all fields 32.
        var bytes: Int {
            switch self {
            case .path, .query: 300
            case .headers, .origin: 2_500
            case .form, .formNames, .multipart, .json, .jsonNames, .content: 8_000
            }
        }

        func applies(to route: Route) -> Bool {
            switch self {
            case .path, .query, .headers: true
            case .origin: !route.method.isSafe
            case .form, .formNames, .multipart: route.method == .post && !route.isForAPI
            case .json, .jsonNames: !route.method.isSafe && route.isForAPI
            case .content: !route.method.isSafe && route.bodyLimit != .form
            }
        }
    }

    private struct Cost: Sendable {
        let route: String
        let place: String
        let bytes: Int
        let nanoseconds: Int

        var perByte: Int { nanoseconds / max(bytes, 1) }
    }

    /// A console with a record behind most numbers, and who may see them.
    private final class Walk {
        let console: Console
        private let admin: ID<User>
        private let parent: ID<User>
        private var count = 0

        init() throws {
            console = try Console { $0.requestsPerMinute = 1_000_000 }
            let book = try console.addBook("Journey", in: [console.category("adventure")])
            try console.addPublisher("Alder House")
            try console.addWindow(book.id)
            try console.addImport("title\nA\n")
            try console.addCaptions(to: console.addAsset(of: console.books.find(ID(1))).id)
            let family = try console.addFamily()
            let child = try console.addChild("Pippi", in: family)
            try console.addToLibrary([book.id], of: child)
            admin = try console.addUser("ada@example.test", .admin)
            parent = try console.addParent("astrid@example.test", in: family)
        }

        /// The request of a route with the text in a place, from whoever may send it.
        func request(_ route: Route, _ place: Place, _ text: String) throws -> Request? {
            count += 1
            // The throttle counts visitors.
            console.peer = "10.\(count / 62_500 % 250).\(count / 250 % 250).\(count % 250 + 1)"
            console.cookies = [:]
            var headers: [(String, String)] = []
            let user = route.access == .admin ? admin : parent
            if route.isForAPI {
                headers.append(("Authorization", "Bearer \(try console.bearer(user))"))
            } else if route.access != .everyone {
                try console.signIn(user)
            }
            return Request(
                method: route.method,
                target: target(route, place, text),
                headers: Headers(fields(place, text, headers)),
                body: body(place, text),
                peer: console.peer
            )
        }

        private func target(_ route: Route, _ place: Place, _ text: String) -> String {
            let escaped = PercentEncoding.encodeComponent(text)
            switch place {
            case .path:
                guard let name = route.pattern.names.last else {
                    return route.sampleTarget + "/" + escaped
                }
                return route.target([name: escaped])
            case .query:
                let half = PercentEncoding.encodeComponent(
                    String(text.unicodeScalars.prefix(text.unicodeScalars.count / 4))
                )
                return route.sampleTarget + "?q=\(half)&sort=\(half)&\(half)=1"
            default: return route.sampleTarget
            }
        }

        private func fields(_ place: Place, _ text: String, _ others: [(String, String)]) -> [(
            String, String
        )] {
            var fields = [("Host", console.host)] + others
            var cookies = console.cookies.map { "\($0.key)=\($0.value)" }
            let part = String(text.unicodeScalars.prefix(text.unicodeScalars.count / 10))
            switch place {
            case .headers:
                cookies += ["storytime_notice=\(part)", "\(part)=1"]
                for name in [
                    "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "If-None-Match",
                    "If-Match",
                    "If-Modified-Since", "Range",
                ] { fields.append((name, part)) }
            case .origin:
                fields += [
                    ("Origin", part), ("Referer", part),
                    ("Content-Type", "text/plain; a=\"\(part)\""),
                ]
            case .form, .formNames:
                fields.append(("Content-Type", "application/x-www-form-urlencoded"))
            case .multipart: fields.append(("Content-Type", "multipart/form-data; boundary=b"))
            case .json, .jsonNames: fields.append(("Content-Type", "application/json"))
            case .content: fields.append(("Content-Type", "text/csv"))
            case .path, .query: break
            }
            if !cookies.isEmpty { fields.append(("Cookie", cookies.joined(separator: "; "))) }
            return fields
        }

        private func body(_ place: Place, _ text: String) -> [UInt8] {
            let names = FieldNames.all
            let part = String(
                text.unicodeScalars.prefix(max(1, text.unicodeScalars.count / names.count))
            )
            switch place {
            case .path, .query, .headers: return []
            case .origin: return [0x61]
            case .form:
                return Array(
                    PercentEncoding.encodeQuery(names.map { (name: $0, value: part) }).utf8
                )
            case .formNames:
                return Array(PercentEncoding.encodeQuery([(name: text, value: "1")]).utf8)
            case .multipart:
                let file =
                    "\"title\",\"author\"\r\n" + "\"" + doubled(text) + "\",x\r\n"
                let unquoted = String(
                    String.UnicodeScalarView(part.unicodeScalars.filter { $0 != "\"" })
                )
                let parts = ["file", "cover", "files"].map { name in
                    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(unquoted)\""
                        + "\r\nContent-Type: text/csv\r\n\r\n\(file)\r\n"
                }
                return Array((parts.joined() + "--b--\r\n").utf8)
            case .json:
                let members = names.map { "\"\($0)\":\(JSONText.quoted(part))" }
                return Array("{\(members.joined(separator: ","))}".utf8)
            case .jsonNames:
                return Array("{\(JSONText.quoted(text)):1,\"a\":{\(JSONText.quoted(text)):1}}".utf8)
            case .content:
                return Array(
                    ("title,author\r\n\"" + doubled(text) + "\",x\r\n").utf8
                )
            }
        }

        /// With its quotes twice, as in CSV. By scalars: comparing characters costs what this is about.
        private func doubled(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
                )
            )
        }

        /// The least that a route takes for it, of some times: others come in between, and never help.
        func cost(_ route: Route, _ place: Place, _ text: String, times: Int = 1) throws -> Int {
            var least = Int.max
            for _ in 0..<times {
                guard let request = try request(route, place, text) else { return 0 }
                least = min(
                    least,
                    ProcessorTime.of { _ = console.application.respond(to: request) }
                )
            }
            return least
        }
    }

    /// What is taken away or ended comes last, so that the others find something.
    private static let routes = Program.routes.filter { !$0.isForDevelopment }.sorted {
        left,
        right in
        rank(left) < rank(right)
    }

    private static func rank(_ route: Route) -> Int {
        let words = ["delete", "remove", "purge", "erase", "cancel", "revoke", "logout"]
        return route.method == .delete || words.contains(where: route.pattern.description.contains)
            ? 1 : 0
    }

    @Test(
        "Eight times as much costs some eight times as much, on every route and in every place",
        arguments: 0..<shards
    )
    func everywhere(shard: Int) throws {
        let walk = try Walk()
        var costs: [Cost] = []
        for (index, route) in Self.routes.enumerated() where index % Self.shards == shard {
            for place in Place.allCases where place.applies(to: route) {
                for kind in CostlyText.ofRoutes {
                    let (short, long) = (
                        kind.text(bytes: place.bytes), kind.text(bytes: place.bytes * Self.factor)
                    )
                    let label: Comment = "\(route.method) \(route.pattern): \(kind) as \(place)"
                    var time = try walk.cost(route, place, long)
                    costs.append(
                        Cost(
                            route: "\(route.method) \(route.pattern)",
                            place: "\(kind) as \(place)",
                            bytes: long.utf8.count,
                            nanoseconds: time
                        )
                    )
                    guard time > Self.floor else { continue }
                    let one = try walk.cost(route, place, short, times: 2)
                    let bound = Self.factor * Self.tolerance * max(one, Self.floor / Self.factor)
                    if time > bound { time = try walk.cost(route, place, long, times: 3) }
                    #expect(time <= bound, label)
                }
            }
        }
        #expect(costs.count > 500)
        for cost in costs.sorted(by: { $0.nanoseconds > $1.nanoseconds }).prefix(5) {
            print(
                "\(cost.nanoseconds / 1000) µs, \(cost.perByte) ns a byte: \(cost.route), \(cost.place)"
            )
        }
    }

    @Test("A member's name of half a megabyte is refused in no time, signed in or not")
    func memberName() throws {
        let console = try Console()
        for marks in ["\u{301}\u{316}", "\u{301}"] {
            let name = "a" + String(repeating: marks, count: 120_000)
            let request = try console.request(
                .post,
                "/api/v1/auth/token",
                [("Content-Type", "application/json")],
                Array("{\"\(name)\":1}".utf8)
            )
            var answer: Answer?
            let time = ProcessorTime.of {
                answer = Answer(console.application.respond(to: request))
            }
            #expect(answer?.status == 400)
            #expect(answer?.contains("marks") == true)
            // It was minutes.
            #expect(time < 5_000_000_000)
        }
    }

    @Test("A form whose text has such a letter is refused with the reason")
    func form() throws {
        let console = try Console.asAdmin()
        let answer = try console.post("/account", [("name", CostlyText.heap.text(bytes: 20_000))])
        #expect(answer.status == 400)
        #expect(answer.contains("more than 128 accents or marks"))
    }

    @Test("Too many flags in a row are named as such, in a form and in an address")
    func flags() throws {
        let console = try Console.asAdmin()
        let flags = String(repeating: "\u{1F1F8}\u{1F1EA}", count: 70)
        let sent = try console.post("/account", [("name", flags)])
        #expect(sent.status == 400 && sent.contains("more than 64 flags in a row"))
        let query = PercentEncoding.encodeQuery([(name: "q", value: flags)])
        let asked = try console.get("/admin/books?\(query)")
        #expect(asked.status == 400 && asked.contains("more than 64 flags in a row"))
    }

    @Test("A cell of a file with such a letter costs its row, with its line")
    func cell() throws {
        let text = "title\nGood\n\(CostlyText.heap.text(bytes: 2_000))\nBetter\n"
        var file = try CSVFile(bytes: Array(text.utf8))
        _ = try file.next()
        let fault = CSVError(line: 3, reason: .tooManyMarks)
        #expect(try file.next()?.doubt == .broken(fault))
        #expect(try file.next()?.cells == ["Better"])
    }

    @Test("Folding takes time in proportion", arguments: CostlyText.allCases)
    func folding(kind: CostlyText) {
        // What stands in the database from before may be as long as a field.
        let text = kind.text(bytes: 10_000)
        let time = ProcessorTime.of { _ = Folding.fold(text) }
        #expect(time < 2_000_000_000)
    }
}
