import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Skipping forward and back is on unless a parent turns it off")
struct SkippingTests {
    private static let path = "/api/v1/children"
    private static let draft = #""name":"Pippi","birth_date":"2021-11-22","avatar":"cat""#

    @Test("A new child may, by the form, by a program and by the database itself")
    func isOnAtFirst() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("astrid@example.test", in: family)
        try console.signIn(parent)
        #expect(try console.get("/children/new").markup.checked("may_scrub") == ["on"])
        let token = try console.bearer(parent)
        for (json, mayScrub) in [
            ("{\(Self.draft)}", true), ("{\(Self.draft),\"may_scrub\":false}", false),
            ("{\(Self.draft),\"may_scrub\":true}", true),
        ] {
            let answer = try console.ask(.post, Self.path, json, token: token)
            #expect(answer.status == 201)
            #expect(answer.contains("\"may_scrub\":\(mayScrub)"), "\(json)")
        }
        // What a child begins with is no change in its history; turning it off is.
        let changes = try console.texts(
            "SELECT changes FROM audit_entries WHERE action = 'created' AND record_type = 'child'"
        )
        #expect(changes.map { $0.contains("scrubbing_allowed") } == [false, true, false])
        try console.database.execute(
            """
            INSERT INTO children (id, family_id, name, name_key, birth_date, avatar, created_at,
                updated_at) VALUES (90, 1, 'A', 'a', '2022-01-01', 'fox', 1, 1)
            """
        )
        #expect(try console.count("SELECT may_scrub FROM children WHERE id = 90") == 1)
    }

    @Test("Turned off, it stays off")
    func isTurnedOff() throws {
        let console = try Console()
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        #expect(child.settings.mayScrub)
        let path = "/children/\(child.id)"
        let page = try console.get(path + "/edit")
        let form = try #require(page.markup.forms.first { $0.action == path })
        let sent = form.fields.map { ($0.name, $0.value) }.filter { $0.0 != "may_scrub" }
        #expect(try console.post(path, sent).status == 303)
        #expect(try !console.children.find(child.id, of: family.id).settings.mayScrub)
        #expect(try console.get(path + "/edit").markup.checked("may_scrub").isEmpty)
    }

    // MARK: Those who were there

    /// A database of before, with four children: of nobody is anything known, one may already, for one it
    /// was turned off after it had been on, and one was merely added with it off.
    private func before() throws -> Database {
        let all = try Migrator(directory: Repository.folder + "/migrations").migrations
        let number = try #require(all.first { $0.name.hasSuffix("_skipping.sql") }).number
        let database = try Database(path: ":memory:")
        try Migrator(Array(all.prefix(number - 1))).migrate(database, now: 1)
        try database.script(
            """
            INSERT INTO families (id, name, name_key, territory, time_zone, created_at, updated_at)
            VALUES (1, 'Ek', 'ek', 'SE', 'Europe/Stockholm', 1, 2),
                (2, 'Alm', 'alm', 'SE', 'Europe/Stockholm', 1, 2);
            INSERT INTO users (id, email, email_key, name, role, password_hash, family_id, created_at,
                updated_at)
            VALUES (1, 'a@x.test', 'a@x.test', 'A', 'parent', 'x', 1, 1, 2),
                (2, 'b@x.test', 'b@x.test', 'B', 'parent', 'x', 1, 1, 2),
                (3, 'c@x.test', 'c@x.test', 'C', 'parent', 'x', 2, 1, 2);
            INSERT INTO children (id, family_id, name, name_key, birth_date, avatar, may_scrub,
                created_at, updated_at)
            VALUES (1, 1, 'Ask', 'ask', '2022-01-01', 'fox', 0, 1, 2),
                (2, 1, 'Bo', 'bo', '2022-01-01', 'fox', 1, 1, 2),
                (3, 1, 'Cleo', 'cleo', '2022-01-01', 'fox', 0, 1, 2),
                (4, 1, 'Dag', 'dag', '2022-01-01', 'fox', 0, 1, 2),
                (5, 2, 'Eva', 'eva', '2022-01-01', 'fox', 1, 1, 2);
            """
        )
        func note(_ action: String, _ child: Int, _ changes: [Change]) throws {
            try AuditLog(database, 5).write(
                .commandLine,
                action,
                Subject(.child, child, "x", of: ID(1)),
                changes
            )
        }
        try note("created", 3, [Change("scrubbing_allowed", "no", "yes")])
        try note(
            "changed",
            3,
            [Change("name", "C", "Cleo"), Change("scrubbing_allowed", "yes", "no")]
        )
        try note("changed", 4, [Change("captions_on", "yes", "no")])
        try note("deleted", 4, [Change("scrubbing_allowed", "yes", "no")])
        return database
    }

    private func migrated() throws -> Database {
        let database = try before()
        try Migrator(directory: Repository.folder + "/migrations").migrate(database, now: 3)
        return database
    }

    @Test("On for every child who is there, but where it was turned off after it had been on")
    func migrates() throws {
        let database = try migrated()
        let may = try database.all("SELECT may_scrub FROM children ORDER BY id") { try $0.bool(0) }
        #expect(may == [true, true, false, true, true])
        // Their history says so, and a form that was open meanwhile is asked about.
        let entries = try database.all(
            """
            SELECT record_id, actor_name, changes, family_id FROM audit_entries
            WHERE changes LIKE '%scrubbing_allowed%' AND at > 5 ORDER BY record_id
            """
        ) { (try $0.int(0), try $0.text(1), try Change.list(try $0.text(2)), try $0.int(3)) }
        #expect(entries.map(\.0) == [1, 4] && entries.allSatisfy { $0.1 == Actor.program.name })
        #expect(entries.allSatisfy { $0.2 == [Change("scrubbing_allowed", "no", "yes")] })
        #expect(entries.allSatisfy { $0.3 == 1 })
        let versions = try database.all("SELECT version FROM children ORDER BY id") {
            try $0.int(0)
        }
        #expect(versions == [2, 1, 1, 2, 1])
    }

    @Test("Each of their parents is told for whom, until they have read it, and never again")
    func tells() throws {
        let database = try migrated()
        let children = ChildStore(database: database, now: 10)
        func news(_ parent: Int, in family: Int = 1) throws -> [String] {
            try children.skippingNews(for: ID(parent), in: ID(family))
        }
        #expect(try news(1) == ["Ask", "Dag"] && news(2) == ["Ask", "Dag"])
        #expect(try news(3, in: 2).isEmpty && news(1, in: 2).isEmpty)
        try children.dismissSkippingNews(for: ID(1))
        #expect(try news(1).isEmpty && news(2) == ["Ask", "Dag"])
        // Of a child for whom it is off again there is nothing to tell.
        try database.execute("UPDATE children SET may_scrub = 0 WHERE id = 1")
        #expect(try news(2) == ["Dag"])
    }

    @Test("The page of their children tells it, with a button that ends it")
    func notice() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parents = try ["astrid@example.test", "emil@example.test"].map {
            try console.addParent($0, in: family)
        }
        for name in ["Mia", "Jonas"] { try console.addChild(name, in: family) }
        for parent in parents {
            try console.database.execute(
                "INSERT INTO skipping_news SELECT \(parent.value), id FROM children"
            )
        }
        try console.signIn(parents[0])
        let page = try console.get("/children")
        #expect(
            page.markup.text(where: "class", is: "notice news")?.contains(
                "Skipping forward and back is now on for Jonas and Mia , as it is for every new child."
            ) == true
        )
        let form = try #require(page.markup.forms.first { $0.action.contains("skipping-news") })
        #expect(try console.submit(form).location == "/children")
        for _ in 0..<2 { #expect(try !console.get("/children").contains("Skipping forward")) }
        console.cookies = [:]
        try console.signIn(parents[1])
        #expect(try console.get("/children").contains("Skipping forward and back is now on"))
        // Nobody is told of another family's children.
        try console.put(parents[1], into: console.addFamily("Others"))
        #expect(try !console.get("/children").contains("Skipping forward"))
    }
}
