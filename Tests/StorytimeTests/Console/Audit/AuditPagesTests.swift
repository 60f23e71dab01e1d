import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The audit log's filters")
struct AuditPagesTests {
    let console: Console
    /// 21 November 2026, 10:40 UTC, and that moment on the days before.
    let now = 1_795_257_600

    init() throws {
        console = try Console.asAdmin()
        try console.database.script("DELETE FROM audit_entries")
    }

    /// Writes an entry as of some hours ago.
    private func write(
        _ name: String,
        _ action: String = "changed",
        by actor: Actor = Actor(id: 1, name: "Ada"),
        kind: Subject.Kind = .book,
        id: Int = 1,
        hoursAgo: Int = 0,
        changes: [Change] = []
    ) throws {
        try AuditLog(console.database, now - hoursAgo * 3600).write(
            actor,
            action,
            Subject(kind, id, name),
            changes
        )
    }

    /// What the entries of a page were about, from the top.
    private func names(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200, "\(target)")
        let entry =
            /(?s)<p class="event-line">.*?(?:<a\s[^>]*><bdi>|<bdi class="event-what">)(.*?)</
        return page.text.matches(of: entry).map { String($0.1) }
    }

    @Test("Who, what, to what and the days narrow it, alone and together")
    func filters() throws {
        try write("one", "created", hoursAgo: 72)
        try write("two", by: Actor(id: 2, name: "Grace"), kind: .category, hoursAgo: 48)
        try write("three", by: .commandLine, hoursAgo: 24)
        try write("four", kind: .category)
        #expect(try names("/admin/audit") == ["four", "three", "two", "one"])
        #expect(try names("/admin/audit?who=1") == ["four", "one"])
        #expect(try names("/admin/audit?who=2") == ["two"])
        #expect(try names("/admin/audit?who=Command%20line") == ["three"])
        #expect(try names("/admin/audit?action=created") == ["one"])
        #expect(try names("/admin/audit?type=category") == ["four", "two"])
        #expect(try names("/admin/audit?type=category&who=1") == ["four"])
        #expect(try names("/admin/audit?from=2026-11-19&to=2026-11-20") == ["three", "two"])
        #expect(try names("/admin/audit?to=2026-11-18") == ["one"])
        #expect(try names("/admin/audit?who=&action=&type=&from=&to=").count == 4)
    }

    @Test("The form shows what was chosen, and what there is to choose from")
    func keepsChoices() throws {
        try write("one", "created", by: Actor(id: 7, name: "Zoë"))
        try write("two", "moved", by: Actor(id: 8, name: "Ada <b>"), kind: .category)
        let page = try console.get("/admin/audit?who=7&action=created&from=2026-11-21")
        for text in [
            "<option value=\"7\" selected>Zoë</option>",
            "<option value=\"8\">Ada &lt;b&gt;</option>",
            "<option value=\"created\" selected>", "<option value=\"moved\">",
            "<option value=\"category\">", "value=\"2026-11-21\"", "1 change found",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        // Of two names of one person, the one that they had last.
        try write("three", by: Actor(id: 7, name: "Zoë Quill"))
        #expect(try console.get("/admin/audit").contains("<option value=\"7\">Zoë Quill</option>"))
    }

    @Test("Actions are offered in the order of their names")
    func ordersChoices() throws {
        for action in ["added a rights window to", "binned", "created", "changed"] {
            try write("one", action)
        }
        let page = try console.get("/admin/audit").text
        let labels = page.matches(of: /<option value="[a-z ]+">(.*?)</).map { String($0.1) }
        #expect(
            labels.starts(with: ["Added", "Added a rights window", "Changed", "Moved to the bin"])
        )
    }

    @Test("A choice that nobody made is shown, too, and finds nothing")
    func keepsUnknownChoices() throws {
        try write("one")
        let page = try console.get("/admin/audit?who=99&action=baked&type=cake")
        #expect(page.status == 200)
        #expect(page.contains("No changes match"))
        #expect(page.contains("<option value=\"baked\" selected>"))
        #expect(page.contains("<option value=\"cake\" selected>"))
    }

    @Test(
        "A day that is none is shown again with what is wrong",
        arguments: ["yesterday", "2026-02-30", "2026-13-01", "20261121", "2026-1-1", "<b>"]
    )
    func refusesDays(_ day: String) throws {
        let page = try console.get("/admin/audit?from=" + PercentEncoding.encodeComponent(day))
        #expect(page.status == 422)
        #expect(page.markup.value(of: "from") == day)
        #expect(page.contains("is not a day."))
        #expect(page.contains("<a href=\"#audit-from\">"))
    }

    @Test("A last day before the first is an error")
    func refusesBackwardDays() throws {
        let page = try console.get("/admin/audit?from=2026-11-21&to=2026-11-20")
        #expect(page.status == 422)
        #expect(page.contains("The end date can’t be before the start date."))
    }

    @Test("Days are those of the viewer's zone, also where clocks change")
    func takesDaysOfTheZone() throws {
        let berlin = TimeText(zone: "Europe/Berlin")
        // 29 March 2026 has 23 hours there, 25 October 2026 has 25.
        for (day, hours) in [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-21", 24)] {
            let start = try #require(berlin.start(ofDay: day))
            let end = try #require(berlin.start(ofDay: day, offsetDays: 1))
            #expect(end - start == hours * 3600, "\(day)")
        }
        #expect(berlin.start(ofDay: "2026-11-21") == 1_795_215_600)
        #expect(TimeText(zone: "UTC").start(ofDay: "2026-11-21") == 1_795_219_200)
    }

    // MARK: Pages

    @Test("What was changed is called what forms call it")
    func namesFields() throws {
        try write("A", changes: [Change("age_min", "3", "4"), Change("icon_name", nil, "moon")])
        let page = try console.get("/admin/audit")
        #expect(page.contains("<dt>youngest age</dt>") && page.contains("<dt>icon</dt>"))
    }

    @Test("Pages lead to the end and back, keep the filters, and skip and repeat nothing")
    func pages() throws {
        // Many entries of one second: the time alone does not tell them apart.
        for number in 0..<120 { try write("b\(number)", hoursAgo: number % 3) }
        for number in 0..<5 { try write("c\(number)", "deleted") }
        var target: String? = "/admin/audit?action=changed"
        var seen: [[String]] = []
        while let next = target, seen.count < 9 {
            seen.append(try names(next))
            target = try link("next", on: next)
            if target != nil {
                #expect(target?.hasPrefix("/admin/audit?action=changed&older=") == true)
            }
            if target == nil { target = try link("prev", on: next).map { "back " + $0 } }
            guard let back = target, back.hasPrefix("back ") else { continue }
            #expect(try names(String(back.dropFirst(5))) == seen[1])
            target = nil
        }
        #expect(seen.map(\.count) == [50, 50, 20])
        #expect(Set(seen.joined()).count == 120)
        #expect(try console.get("/admin/audit?action=changed").contains("120 changes found"))
    }

    @Test("Near the top, newer is the whole first page")
    func fillsFirstPage() throws {
        for number in 0..<60 { try write("b\(number)") }
        let second = try #require(try link("next", on: "/admin/audit"))
        let first = try #require(try link("prev", on: second))
        #expect(try names(first) == names("/admin/audit"))
    }

    @Test(
        "A place that is none is the top",
        arguments: ["x", "1", "-", "1-x", "99999999999999999999-1"]
    )
    func ignoresBadPlaces(_ place: String) throws {
        try write("one")
        #expect(try names("/admin/audit?older=\(place)") == ["one"])
    }

    private func link(_ rel: String, on target: String) throws -> String? {
        try console.get(target).markup.all("a").first { $0["rel"] == rel }?["href"]
    }

    @Test(
        "Whatever is filtered by, a page is read from an index in the order of time",
        arguments: [
            AuditFilter(), AuditFilter(who: .person(1)), AuditFilter(who: .other("Visitor")),
            AuditFilter(action: "changed"), AuditFilter(kind: "book"),
            AuditFilter(kind: "book", record: 1), AuditFilter(from: 1, until: 2),
            AuditFilter(action: "changed", from: 1, until: 2),
            AuditFilter(family: 1),
            AuditFilter(who: .person(1), action: "changed", kind: "book", from: 1),
        ]
    )
    func readsIndexes(_ filter: AuditFilter) throws {
        let sql = AuditLog.newestFirst(
            filter.condition + " AND (at, id) < (\(now), \(7))",
            limit: 51
        )
        let plan = try console.database.all("EXPLAIN QUERY PLAN \(sql: sql)") { try $0.text(3) }
        #expect(plan.first?.contains("USING INDEX") == true, "\(plan)")
        // The family for which somebody acted is looked up by its key.
        let lookups = ["CORRELATED SCALAR SUBQUERY", "SEARCH families USING INTEGER PRIMARY KEY"]
        for step in plan.dropFirst() {
            #expect(lookups.contains { step.hasPrefix($0) }, "\(plan)")
        }
    }
}
