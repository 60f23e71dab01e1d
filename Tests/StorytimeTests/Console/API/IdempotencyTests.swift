import HTTP
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("A request that is sent again under its key")
struct IdempotencyTests {
    private static let children = "/api/v1/children"
    private static let child = #"{"name":"Pippi","birth_date":"2022-03-04","avatar":"fox"}"#
    private static let header = IdempotencyKey.header

    private func console() throws -> (console: Console, token: String, user: ID<User>) {
        let console = try Console()
        let user = try console.addParent("a@example.test", in: console.addFamily())
        return (console, try console.bearer(user), user)
    }

    private func add(
        _ console: Console,
        _ token: String,
        _ key: String,
        _ json: String = child,
        to path: String = children
    ) throws -> Answer {
        try console.ask(.post, path, json, token: token, [(Self.header, key)])
    }

    private func count(_ console: Console) throws -> Int {
        try console.count("SELECT count(*) FROM children")
    }

    @Test("It is done once, and answered as it was the first time, which the answer says")
    func replays() throws {
        let (console, token, _) = try console()
        let first = try add(console, token, "8e03978e-40d5-43dd-bc93-6894a57f9324")
        console.time.now += 600
        let second = try add(console, token, "8e03978e-40d5-43dd-bc93-6894a57f9324")
        #expect(first.status == 201 && second.status == 201)
        #expect(first.text == second.text)
        for name in ["Location", "ETag", "Content-Type", "Cache-Control"] {
            #expect(first.header(name) == second.header(name) && first.header(name) != nil)
        }
        #expect(first.header(IdempotencyKey.replayedHeader) == nil)
        #expect(second.header(IdempotencyKey.replayedHeader) == "true")
        #expect(try count(console) == 1)
        #expect(try add(console, token, "another").status == 201)
        #expect(try count(console) == 2)
    }

    @Test("Without a key, everything that is sent is done")
    func withoutKey() throws {
        let (console, token, _) = try console()
        for _ in 0..<2 {
            #expect(try console.ask(.post, Self.children, Self.child, token: token).status == 201)
        }
        #expect(try count(console) == 2)
        #expect(try console.count("SELECT count(*) FROM idempotency_keys") == 0)
    }

    @Test("The key stands for one request: another content, path or query under it is refused")
    func reused() throws {
        let (console, token, _) = try console()
        _ = try console.addStory("Journey")
        let id = try #require(try add(console, token, "k").json["data"] as? [String: Any])["id"]
        let other = Self.child.replacing("Pippi", with: "Annika")
        let library = "\(Self.children)/\(id ?? 0)/library_items"
        for (json, path) in [
            (other, Self.children), (Self.child, Self.children + "?"),
            (Self.child + " ", Self.children),
            (#"{"book_id":1}"#, library),
        ] {
            let answer = try add(console, token, "k", json, to: path)
            let isSame = path.hasSuffix("?")
            #expect(answer.status == (isSame ? 201 : 422), "\(json) \(path)")
            #expect(isSame || answer.errorCode == "idempotency_key_reused")
        }
        #expect(try count(console) == 1)
    }

    @Test("Each person has keys of their own, and may show them with any of their tokens")
    func owners() throws {
        let (console, token, user) = try console()
        let first = try add(console, token, "k")
        let key = try console.accessKey(user, [.writeLibrary])
        #expect(try add(console, key, "k").text == first.text)
        let stranger = try console.addParent("b@example.test", in: console.addFamily("Strangers"))
        let theirs = try add(console, console.bearer(stranger), "k")
        #expect(theirs.status == 201 && theirs.text != first.text)
        // A key that may not write is told that, and not what was answered.
        let reading = try console.accessKey(user, [.readLibrary])
        #expect(try add(console, reading, "k").status == 403)
    }

    @Test("Who came into another family is not told what was done in the first")
    func otherFamily() throws {
        let (console, token, user) = try console()
        #expect(try add(console, token, "k").status == 201)
        let family = try console.addFamily("Strangers")
        try console.database.execute(
            "UPDATE users SET family_id = \(family.id.value) WHERE id = \(user.value)"
        )
        let answer = try add(console, token, "k")
        #expect(answer.status == 422 && !answer.contains("Pippi"))
    }

    @Test("What was refused is not kept: the request may be put right, or sent again")
    func refused() throws {
        let (console, token, _) = try console()
        #expect(try add(console, token, "k", "{}").status == 422)
        #expect(try add(console, token, "k", "{").status == 400)
        let missing = "\(Self.children)/99/library_items"
        #expect(try add(console, token, "k", #"{"book_id":1}"#, to: missing).status == 404)
        #expect(try console.count("SELECT count(*) FROM idempotency_keys") == 0)
        #expect(try add(console, token, "k").status == 201)
    }

    @Test("What failed here changed nothing, is not kept, and is done when it is sent again")
    func failed() throws {
        let (console, token, _) = try console()
        try console.database.script(
            """
            CREATE TRIGGER no_audit BEFORE INSERT ON audit_entries BEGIN SELECT raise(ABORT, 'x'); END
            """
        )
        #expect(try add(console, token, "k").status == 500)
        #expect(try count(console) == 0)
        try console.database.script("DROP TRIGGER no_audit")
        let answer = try add(console, token, "k")
        #expect(answer.status == 201 && answer.header(IdempotencyKey.replayedHeader) == nil)
    }

    @Test("The write and its key are one transaction: where the key can't be kept, nothing is done")
    func oneTransaction() throws {
        let (console, token, _) = try console()
        try console.database.script(
            """
            CREATE TRIGGER no_keys BEFORE INSERT ON idempotency_keys
            BEGIN SELECT raise(ABORT, 'x'); END
            """
        )
        #expect(try add(console, token, "k").status == 500)
        #expect(try count(console) == 0)
    }

    @Test(
        "A key has 1 to 255 printable characters; in quotes it is the same key",
        arguments: [
            ("a", 201), (String(repeating: "k", count: 255), 201), ("two words", 201),
            ("\"\(String(repeating: "k", count: 255))\"", 201), ("\"a\\\"b\"", 201),
            (String(repeating: "k", count: 256), 422), ("\"\"", 422), ("\"a", 422),
            ("\"a\"b\"", 422), ("\"a\\\"", 422), ("\"\\a\"", 422), ("é", 422),
        ]
    )
    func forms(key: String, status: Int) throws {
        let (console, token, _) = try console()
        let answer = try add(console, token, key)
        #expect(answer.status == status)
        #expect(status == 201 || answer.errorDetails == ["Idempotency-Key: invalid"])
        #expect(try count(console) == (status == 201 ? 1 : 0))
        if key == "a" { #expect(try add(console, token, "\"a\"").text == answer.text) }
    }

    @Test("Two keys are one too many")
    func twice() throws {
        let (console, token, _) = try console()
        let answer = try console.ask(
            .post,
            Self.children,
            Self.child,
            token: token,
            [(Self.header, "a"), (Self.header, "b")]
        )
        #expect(answer.status == 422)
    }

    @Test("After a day the key is free, and the caretaker forgets what was answered")
    func ends() throws {
        let (console, token, user) = try console()
        #expect(try add(console, token, "k").status == 201)
        console.time.now += IdempotencyKey.seconds - 1
        let late = try console.bearer(user)
        #expect(try add(console, late, "k").header(IdempotencyKey.replayedHeader) == "true")
        console.time.now += 1
        let next = try console.bearer(user)
        #expect(try add(console, next, "k").header(IdempotencyKey.replayedHeader) == nil)
        #expect(try count(console) == 2)
        console.time.now += IdempotencyKey.seconds
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(try console.count("SELECT count(*) FROM idempotency_keys") == 0)
    }

    @Test("Of one person the newest answers are kept, whatever they send")
    func bounded() throws {
        let (console, _, user) = try console()
        let count = IdempotencyStore.maximumPerUser
        try console.database.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO idempotency_keys (user_id, key_hash, request_hash, created_at)
            SELECT \(user.value), CAST(printf('%032d', i) AS BLOB), zeroblob(32),
                \(console.time.now - count) + i FROM n
            """
        )
        console.time.now += 1
        let token = try console.bearer(user)
        for key in ["a", "b", "c"] { #expect(try add(console, token, key).status == 201) }
        let kept = try console.count("SELECT count(*) FROM idempotency_keys")
        #expect(kept == IdempotencyStore.maximumPerUser)
        #expect(try add(console, token, "a").header(IdempotencyKey.replayedHeader) == "true")
    }

    @Test("Nothing of a removed child stays in an answer, and they are not added again")
    func erased() throws {
        let (console, token, _) = try console()
        let story = try console.addStory("Journey")
        let location = try #require(try add(console, token, "k").header("Location"))
        let item = "{\"book_id\":\(story.id)}"
        let library = location + "/library_items"
        #expect(try add(console, token, "item", item, to: library).status == 201)
        #expect(try console.ask(.delete, location, token: token).status == 204)
        try console.database.execute("DELETE FROM children")
        #expect(try console.count("SELECT count(content) FROM idempotency_keys") == 0)
        #expect(try add(console, token, "k").status == 404)
        #expect(try add(console, token, "item", item, to: library).status == 404)
        #expect(try count(console) == 0)
    }

    @Test("A request whose first is being worked on is asked to come again")
    func inUse() throws {
        let world = try APIWorld()
        let token = try world.console.bearer(world.parent)
        let key = try world.key("k", of: world.parent)
        #expect(world.console.site.keysInUse.take(key))
        let answer = try add(world.console, token, "k")
        #expect(answer.status == 409 && answer.errorCode == "idempotency_key_in_use")
        world.console.site.keysInUse.release(key)
        #expect(try add(world.console, token, "k").status == 201)
    }

    @Test("What asks Mux is done once as well, and not again where nobody knows what became of it")
    func outside() throws {
        let world = try APIWorld(withStub: true)
        let console = world.console
        try #require(Preparations.all["createVideoAsset"]).prepare(world)
        let token = try console.bearer(world.admin)
        let path = "/api/v1/books/1/video_assets"
        let json = #"{"video_address":"https://media.example.org/owl.mp4"}"#
        let first = try add(console, token, "k", json, to: path)
        let second = try add(console, token, "k", json, to: path)
        #expect(first.status == 201 && second.status == 201 && first.text == second.text)
        #expect(try console.count("SELECT count(*) FROM video_assets WHERE provider = 'mux'") == 1)
        // As if the program had been killed between the two.
        try console.database.execute("UPDATE idempotency_keys SET status = NULL, content = NULL")
        let third = try add(console, token, "k", json, to: path)
        #expect(third.status == 409 && third.errorCode == "idempotency_outcome_unknown")
        #expect(try console.count("SELECT count(*) FROM video_assets WHERE provider = 'mux'") == 1)
    }

    @Test("What Mux refused is not kept")
    func outsideRefused() throws {
        let world = try APIWorld()
        let token = try world.console.bearer(world.admin)
        let json = #"{"video_address":"https://media.example.org/owl.mp4"}"#
        let path = "/api/v1/books/1/video_assets"
        #expect(try add(world.console, token, "k", json, to: path).status == 409)
        #expect(try world.console.count("SELECT count(*) FROM idempotency_keys") == 0)
    }

    @Test("A file that is sent again is brought once; another one under its key is refused")
    func files() throws {
        let world = try APIWorld()
        let token = try world.console.bearer(world.admin)
        func send(_ text: String, isSpooled: Bool) throws -> Answer {
            try world.console.send(
                .post,
                "/api/v1/imports?name=books.csv",
                [
                    ("Authorization", "Bearer \(token)"), ("Content-Type", "text/csv"),
                    (Self.header, "file"),
                ],
                Array(text.utf8),
                isSpooled: isSpooled
            )
        }
        let before = try world.console.count("SELECT count(*) FROM imports")
        let first = try send("title\nOwl\n", isSpooled: false)
        let second = try send("title\nOwl\n", isSpooled: true)
        #expect(first.status == 201 && first.text == second.text)
        #expect(try send("title\nFox\n", isSpooled: true).errorCode == "idempotency_key_reused")
        #expect(try world.console.count("SELECT count(*) FROM imports") == before + 1)
    }

    @Test("Every POST that makes or does something takes a key; the others say so by not naming it")
    func declared() {
        let posts = Program.routes.filter { $0.method == .post }.compactMap(\.operation)
        let without = posts.filter { !$0.takesKey }.map(\.name)
        #expect(
            Set(without) == [
                "createToken", "refreshToken", "revokeToken", "createPlayback", "recordUsageEvents",
                // The same the second time, by the contract itself.
                "addToWatchlist", "putSeriesOnList",
            ]
        )
        for operation in Program.routes.compactMap(\.operation) {
            let names = operation.parameters.map(\.member.name)
            #expect(names.contains(Self.header) == operation.takesKey, "\(operation.name)")
        }
    }

    @Test("Of many that arrive together on several threads one is done")
    func together() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let path = folder.file("storytime.db")
        let console = try Console(path: path, turn: turn)
        let user = try console.addParent("a@example.test", in: console.addFamily())
        let statuses = Mutex<[Int]>([])
        let threads = try (0..<8).map { number in
            let other = try Console(path: path, turn: turn)
            let token = try other.bearer(user)
            let console = Unchecked(other)
            return try Thread("app \(number)") {
                let answer = try? console.value.ask(
                    .post,
                    Self.children,
                    Self.child,
                    token: token,
                    [(Self.header, "k")]
                )
                statuses.withLock { $0.append(answer?.status ?? 0) }
            }
        }
        for thread in threads { thread.join() }
        #expect(statuses.withLock(\.self) == Array(repeating: 201, count: 8))
        #expect(try count(console) == 1)
    }
}
