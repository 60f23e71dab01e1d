import Markup
import Testing

@testable import SQLite
@testable import Storytime

@Suite("Erasing what is too much for one transaction")
struct ErasingInSlicesTests {
    private static let pace = RowSlices.Pace(rows: 10, slices: 3)
    /// Rows that the first transaction removes, and those that a trigger removes with others.
    private static let uncounted = ["sessions", "sign_in_addresses", "library_covers"]

    private let home: WatchingHome
    private let other: Family

    private var console: Console { home.console }
    private var family: ArchiveSubject { .family(home.family.id) }

    /// Pippi and Tommy have watched, and there is another family with a child.
    init() throws {
        home = try WatchingHome()
        other = try home.console.addFamily("The Others")
        try home.console.addChild("Annika", in: other)
        try fill(40)
    }

    /// Adds so many viewings, days and words for each child.
    private func fill(_ count: Int) throws {
        let numbers: SQL = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            """
        let children: SQL = "children AS c, n WHERE c.family_id = \(home.family.id.value)"
        try console.database.execute(
            """
            \(sql: numbers)
            INSERT INTO viewings (child_id, session_id, book_id, day, started_at, ended_at,
                watched_ms, is_finished, is_frozen, event_count)
            SELECT c.id, 's' || n.i, 1, '2026-01-01', n.i, n.i + 30, 30000, 0, 1, 2
            FROM \(sql: children)
            """
        )
        try console.database.execute(
            "INSERT INTO viewing_days SELECT id, day, watched_ms FROM viewings"
        )
        try console.database.execute(
            """
            INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms,
                claimed_ms, received_ms)
            SELECT v.id, 'e' || k.value, 'play_start', 1, 1, 1
            FROM viewings AS v, json_each('[1, 2]') AS k
            """
        )
        try console.database.execute(
            """
            \(sql: numbers)
            INSERT INTO daily_usage
            SELECT c.id, date('2025-01-01', '+' || n.i || ' days'), 1, 1, 1000, 1, 0
            FROM \(sql: children)
            """
        )
        try console.database.execute(
            """
            \(sql: numbers)
            INSERT INTO kept_words (family_id, child_id, term, term_key, created_at, created_by)
            SELECT c.family_id, iif(n.i % 2, c.id, NULL), 'w' || n.i, 'w' || n.i, 1, 'Astrid'
            FROM \(sql: children)
            """
        )
    }

    private func eraser(_ pace: RowSlices.Pace = Self.pace) -> Eraser {
        Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now,
            pace: pace
        )
    }

    private func caretaker() throws {
        try Caretaker(site: console.site).work(console.database, cleans: false)
    }

    // MARK: What the schema says

    /// What refers to a table and keeps its rows or goes with them, like "viewings.child_id".
    private func references(to table: String) throws -> [(table: String, column: String)] {
        try console.database.all(
            """
            SELECT t.name, k."from"
            FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS k
            WHERE t.schema = 'main' AND k."table" = \(table) AND k.on_delete <> 'SET NULL'
            """
        ) { (table: try $0.text(0), column: try $0.text(1)) }
    }

    /// How many rows there are of families and of all that refers to them, in whatever way.
    private func rows() throws -> [String: Int] {
        var tables = ["families"]
        var next = 0
        while next < tables.count {
            for (table, _) in try references(to: tables[next]) where !tables.contains(table) {
                tables.append(table)
            }
            next += 1
        }
        var rows: [String: Int] = [:]
        for table in tables {
            let count = try console.count(SQL(text: "SELECT count(*) FROM \(table)"))
            if count > 0 { rows[table] = count }
        }
        return rows
    }

    private func countedRows() throws -> Int {
        try rows().filter { !Self.uncounted.contains($0.key) }.values.reduce(0, +)
    }

    /// All that the other family has.
    private static let rowsOfOther = ["families": 1, "photo_categories": 5, "children": 1]

    @Test("What is removed is all that refers to families, as the schema has it")
    func followsSchema() throws {
        try expectAll(of: .families)
        try expectAll(of: .children)
    }

    private func expectAll(of table: ErasedTable) throws {
        let referring = try references(to: "\(table.name)").map { "\($0.table).\($0.column)" }
        let followed = table.below.map { "\($0.name).\($0.owner)" }
        // This one has no foreign key.
        #expect(Set(followed).subtracting(["touched.owner_id"]) == Set(referring), "\(table.name)")
        // A conversation refers to its beginning, and nothing refers to what follows.
        for part in table.below where "\(part.name)" != "\(table.name)" {
            try expectAll(of: part)
        }
    }

    // MARK: Slices

    @Test("An ordinary family is gone at once")
    func ordinary() throws {
        #expect(try countedRows() > 300)
        let erased = try eraser(.init()).erase(family, by: .commandLine)
        #expect(erased == .init(parents: 1, children: 2))
        #expect(try rows() == Self.rowsOfOther)
        #expect(try console.families.count() == 1)
        #expect(try console.count("SELECT count(*) FROM usage_days") == 0)
        #expect(try console.count("SELECT count(*) FROM touched WHERE kind = 'library'") == 0)
        #expect(try console.database.danglingReferences().isEmpty)
    }

    @Test("A large family is in nobody’s hands at once, and the caretaker removes the rest")
    func large() throws {
        let before = try countedRows()
        let parent = try #require(try console.users.find(email: "astrid@example.test")).user.id
        #expect(try console.get("/children").contains("Pippi"))
        try eraser().erase(family, by: .commandLine)
        #expect(try !eraser().isDone(with: family))
        let left = try countedRows()
        #expect(left < before && left >= before - Self.pace.rows * Self.pace.slices)
        #expect(try console.families.findIfAny(home.family.id) == nil)
        #expect(try console.families.count() == 1)
        #expect(try console.children.list(of: home.family.id).isEmpty)
        #expect(try console.children.binned(of: home.family.id).isEmpty)
        #expect(try console.users.all().isEmpty)
        #expect(throws: Failure.notFound) { try console.users.find(parent) }
        #expect(try !console.get("/children").contains("Pippi"))
        let names = try console.texts(
            "SELECT name FROM families UNION SELECT name FROM children UNION SELECT name FROM users"
        )
        #expect(names == ["Annika", "The Others", "no. 1", "no. 2"])
        #expect(throws: Failure.notFound) { try eraser().erase(family, by: .commandLine) }
        // The address can have an account again.
        #expect(try console.users.find(email: "astrid@example.test") == nil)
        try caretaker()
        #expect(try eraser().isDone(with: family))
        #expect(try rows() == Self.rowsOfOther)
        let log = try AuditLog(console.database, 0).latest(50, .init(family: 1))
        #expect(log.filter { $0.action == "erased" }.map(\.label) == ["no. 1"])
    }

    @Test(
        "A long history loses its names some entries at a time, before what leads to them is gone"
    )
    func history() throws {
        try console.database.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
            INSERT INTO audit_entries (at, actor_name, action, record_type, record_id, record_label,
                changes, family_id)
            SELECT i, 'Astrid', 'changed', 'child', c.id, c.name, '[["name", "Pip", "Pippi"]]',
                c.family_id
            FROM n, children AS c WHERE c.family_id = \(home.family.id.value)
            """
        )
        let named: SQL = """
            SELECT count(*) FROM audit_entries
            WHERE record_label IN ('Pippi', 'Tommy') OR changes LIKE '%Pippi%'
            """
        let before = try console.count(named)
        #expect(before >= 120)
        try eraser().erase(family, by: .commandLine)
        let left = try console.count(named)
        #expect(left >= before - Self.pace.rows * Self.pace.slices && left < before)
        #expect(try countedRows() > 300)
        try caretaker()
        #expect(try console.count(named) == 0)
        #expect(try rows() == Self.rowsOfOther)
    }

    @Test("A slice removes no more than its rows, and others save between two of them")
    func slices() throws {
        try eraser(.init(rows: 10, slices: 0)).erase(family, by: .commandLine)
        var left = try countedRows()
        var slices = 0
        while try !eraser().slice(of: family) {
            let rows = try countedRows()
            #expect(rows <= left && rows >= left - Self.pace.rows)
            left = rows
            slices += 1
            try #require(slices < 1000)
            try console.database.write {
                try console.database.execute(
                    "UPDATE families SET version = version + 1 WHERE id = \(other.id.value)"
                )
            }
        }
        #expect(slices > 30)
        #expect(try console.families.find(other.id).version == slices + 1)
        #expect(try rows() == Self.rowsOfOther)
    }

    @Test("A request makes so many transactions, and no more")
    func transactions() throws {
        let slices = Self.pace.slices
        var lefts: [Int] = []
        for count in 0...slices {
            let anew = try ErasingInSlicesTests()
            try anew.eraser(.init(rows: 10, slices: count)).erase(anew.family, by: .commandLine)
            lefts.append(try anew.countedRows())
        }
        for (before, after) in zip(lefts, lefts.dropFirst()) {
            #expect(after <= before && after >= before - Self.pace.rows)
        }
        // Some transactions take names out of the history first.
        #expect(try #require(lefts.last) < lefts[0])
    }

    @Test("If the program was stopped in between, it goes on after the restart")
    func goesOn() throws {
        try eraser(.init(rows: 10, slices: 0)).erase(family, by: .commandLine)
        _ = try eraser().slice(of: family)
        try console.restart()
        #expect(try console.count("SELECT count(*) FROM families") == 2)
        try caretaker()
        #expect(try rows() == Self.rowsOfOther)
    }

    // MARK: Pages

    @Test("The list of families says that one is being erased; its pages are not there")
    func list() throws {
        try eraser().erase(family, by: .commandLine)
        try home.signInAsAdmin()
        let list = try console.get("/admin/families")
        #expect(list.contains("Being erased") && list.contains("Family no. 1"))
        #expect(list.contains("The Others") && !list.contains("/admin/families/1"))
        // It isn't below a long list, where nobody sees it.
        let panel = try #require(list.text.firstRange(of: "Being erased"))
        let others = try #require(list.text.firstRange(of: "The Others"))
        #expect(panel.upperBound < others.lowerBound)
        for path in ["", "/edit", "/erase", "/export.zip", "/children/1/edit"] {
            #expect(try console.get("/admin/families/1" + path).status == 404, "\(path)")
        }
        #expect(try console.post("/admin/families/1/children", [("name", "X")]).status == 404)
        #expect(try console.get("/admin/users/1").status == 404)
        #expect(try !console.get("/admin/users").contains("no. 1"))
        try caretaker()
        #expect(try !console.get("/admin/families").contains("Being erased"))
    }

    @Test("A child who is being erased is in no list, not even in the bin’s, and doesn’t come back")
    func child() throws {
        try eraser().erase(.child(home.pippi.id, of: home.family.id), by: .commandLine)
        #expect(try console.count("SELECT count(*) FROM children WHERE erased_at > 0") == 1)
        let page = try console.get("/children")
        #expect(page.contains("Tommy") && !page.contains("Pippi") && !page.contains("no. 1"))
        #expect(!page.contains("Recently removed"))
        for path in ["/edit", "/erase", "/archive"] {
            #expect(try console.get("/children/1" + path).status == 404, "\(path)")
        }
        #expect(
            try console.children.restore(home.pippi.id, of: home.family.id, by: .commandLine) == nil
        )
        try caretaker()
        #expect(try console.count("SELECT count(*) FROM children") == 2)
        #expect(try console.count("SELECT count(*) FROM viewings") == 40)
        #expect(try console.count("SELECT sum(plays) FROM usage_days") == 40)
        #expect(try console.count("SELECT sum(plays) FROM usage_families") == 40)
        #expect(try console.families.find(home.family.id).childCount == 1)
    }
}
