import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Children, as their parents keep them")
struct ChildPagesTests {
    private let console: Console
    private let family: Family
    private let fields = [
        ("name", "Pippi"), ("birth_date", "2022-11-22"), ("avatar", "lion"),
        ("may_scrub", "on"), ("has_captions", "on"),
        ("shown_category_ids", "1"), ("shown_category_ids", "2"), ("shown_category_ids", "3"),
        ("category_ids", "1"), ("category_ids", "3"),
    ]

    init() throws {
        console = try Console()
        family = try console.addFamily()
        try console.signIn(try console.addParent("astrid@example.test", in: family))
    }

    private func child() throws -> Child {
        try #require(try console.children.list(of: family.id).first)
    }

    @Test("A parent starts with no children and the way to add the first")
    func startsEmpty() throws {
        #expect(try console.get("/").location == "/children")
        let page = try console.get("/children")
        #expect(page.contains("Who is going to watch?"))
        #expect(page.markup.targets.contains("/children/new"))
    }

    @Test("A child is added with all settings, and stands on the page with picture and age")
    func adds() throws {
        #expect(try console.post("/children", fields).location == "/children")
        let page = try console.get("/children")
        #expect(page.toast?.contains("Pippi added.") == true)
        #expect(page.contains("data-avatar=\"lion\""))
        // Tomorrow is the fourth birthday.
        #expect(page.contains("3 years old") && page.contains("22 November 2022"))
        let child = try child()
        #expect(child.settings == .init(mayScrub: true, hasCaptions: true))
        #expect(child.hidden == [ID(2)])
        let entry = try #require(try AuditLog(console.database, 0).latest(1).first)
        #expect(entry.action == "created" && entry.label == "Pippi" && entry.behalf == nil)
    }

    @Test("A form that is sent twice adds one child")
    func addsOnce() throws {
        let page = try console.get("/children/new")
        let token = try #require(page.markup.value(of: "form_token"))
        for _ in 0..<2 { try console.post("/children", fields + [("form_token", token)]) }
        #expect(try console.children.list(of: family.id).count == 1)
    }

    @Test("Today is the family's day, not the server's")
    func familyDay() throws {
        // 22 November 2026, 00:10 in Auckland, where it is somebody's birthday; in UTC it isn't yet.
        let family = try console.addFamily("South", zone: "Pacific/Auckland")
        try console.signIn(try console.addParent("south@example.test", in: family))
        try console.addChild("Pippi", in: family, born: "2022-11-22")
        #expect(try console.get("/children").contains("3 years old"))
        console.time.now += 1800
        #expect(try console.get("/children").contains("4 years old"))
        try console.post(
            "/children",
            [("name", "Tommy"), ("birth_date", "2026-11-22")] + fields.dropFirst(2)
        )
        #expect(try console.get("/children").contains("Newborn"))
    }

    @Test(
        "A mistake comes back with what was typed",
        arguments: [
            ("name", "", "Enter a name."), ("birth_date", "", "Enter a birth date."),
            ("birth_date", "4.3.2022", "is not a day"),
            ("birth_date", "2022-02-30", "is not a day"),
            ("birth_date", "2026-11-22", "in the future"),
            ("birth_date", "1922-11-22", "more than 25 years ago"),
            ("avatar", "unicorn", "Choose one of the pictures"),
        ]
    )
    func complains(field: String, value: String, complaint: String) throws {
        let sent = fields.map { $0.0 == field ? ($0.0, value) : $0 }
        let answer = try console.post("/children", sent)
        #expect(answer.status == 422 && answer.contains(complaint))
        #expect(answer.markup.checked("category_ids") == ["1", "3", "4", "5", "6", "7", "8"])
        if field != "avatar" { #expect(answer.markup.value(of: field) == value) }
        // How a day is written stays to be read, also where scripts run, while something else is there.
        let isNoDay = ["4.3.2022", "2022-02-30"].contains(value)
        #expect(answer.contains("\"hint day-hint\" id=\"field-birth-date-format\"") != isNoDay)
        #expect(answer.contains("field-birth-date-format\">Like 2023-03-04.</p>"))
        #expect(try console.children.list(of: family.id).isEmpty)
    }

    @Test("A child is changed, and the log says what")
    func edits() throws {
        try console.post("/children", fields)
        let page = try console.get("/children/1/edit")
        #expect(page.markup.checked("category_ids").contains("2") == false)
        #expect(page.markup.checked("may_scrub") == ["on"])
        let sent = [
            ("name", "Pippi"), ("birth_date", "2022-11-22"), ("avatar", "lion"),
            ("has_captions", "on"), ("has_reduced_motion", "on"), ("version", "1"),
            ("shown_category_ids", "2"), ("category_ids", "2"),
        ]
        #expect(try console.post("/children/1", sent).location == "/children")
        let child = try child()
        #expect(
            child.settings == .init(mayScrub: false, hasCaptions: true, hasReducedMotion: true)
        )
        #expect(child.hidden.isEmpty && child.version == 2)
        let changes = try AuditLog(console.database, 0).latest(1).first?.changes ?? []
        #expect(
            changes.map(\.field) == ["scrubbing_allowed", "reduced_motion", "hidden_categories"]
        )
        try console.post("/children/1", sent.map { $0.0 == "version" ? ($0.0, "2") : $0 })
        #expect(try self.child().version == 2, "nothing was changed")
    }

    @Test("A category that the form didn't show stays as it was")
    func keepsUnseen() throws {
        try console.post("/children", fields)
        let added = try console.addCategory("Dragons")
        let sent = fields.filter { !$0.0.contains("category") } + [("version", "1")]
        try console.post("/children/1", sent)
        #expect(try child().hidden == [ID(2)])
        #expect(!(try child().hidden.contains(added.id)))
        _ = try console.categories.delete(ID(2), version: nil, by: .commandLine)
        #expect(try child().hidden.isEmpty)
    }

    @Test("Two parents who change one child: the second sees both versions")
    func conflicts() throws {
        try console.post("/children", fields)
        let theirs = [("name", "Theirs")] + fields.dropFirst() + [("version", "1")]
        #expect(try console.post("/children/1", theirs).status == 303)
        let mine = [("name", "Mine")] + fields.dropFirst() + [("version", "1")]
        let answer = try console.post("/children/1", mine)
        #expect(answer.status == 409)
        #expect(answer.contains("Theirs") && answer.markup.value(of: "name") == "Mine")
        try console.post("/children/1", mine.dropLast() + [("version", "2")])
        #expect(try child().name == "Mine")
    }

    @Test("Removing asks first, says what it means, and asks again if something changed meanwhile")
    func removes() throws {
        try console.post("/children", fields)
        let page = try console.get("/children/1/remove")
        #expect(page.contains("disappears right away from every page") && page.contains("Pippi"))
        #expect(try console.post("/children/1/remove", [("version", "7")]).status == 409)
        let answer = try console.post("/children/1/remove", [("version", "1")])
        #expect(answer.location == "/children")
        #expect(try console.children.list(of: family.id).isEmpty)
        #expect(try console.get("/children/1/edit").status == 404)
    }

    @Test("A second child of one name is asked about, and added when it is said to be another")
    func namesake() throws {
        try console.post("/children", fields)
        let again = fields.map { $0.0 == "name" ? ($0.0, "pippi") : $0 }
        let question = try console.post("/children", again)
        #expect(question.status == 422)
        #expect(question.contains("This family already has a child called <b><bdi>Pippi</bdi></b>"))
        #expect(question.markup.value(of: "name") == "pippi")
        #expect(try console.children.list(of: family.id).count == 1)
        #expect(try console.post("/children", again + [("is_another", "1")]).status == 303)
        #expect(try console.children.list(of: family.id).map(\.name) == ["Pippi", "pippi"])
        // Whoever has the name already keeps it, and another one may not take it unasked.
        let same = fields + [("version", "1")]
        #expect(try console.post("/children/1", same).status == 303)
        let other = try console.addChild("Tommy", in: family)
        #expect(try console.post("/children/\(other.id)", same).status == 422)
        let said = same + [("is_another", "1")]
        #expect(try console.post("/children/\(other.id)", said).status == 303)
    }

    @Test("A family has so many children and no more")
    func limit() throws {
        for number in 0..<Family.maximumChildren {
            try console.addChild("Child \(number)", in: family)
        }
        let answer = try console.post("/children", fields)
        #expect(answer.status == 422 && answer.contains("at most 30 children"))
        let other = try console.addFamily("Others")
        let child = try console.addChild("One more", in: other)
        #expect(throws: ChildStore.Refusal.familyIsFull) {
            try console.children.move(child.id, of: other.id, to: family.id, by: .commandLine)
        }
    }
}

@Suite("Children, as an admin keeps them for a family")
struct AdminChildTests {
    private let console: Console
    private let family: Family
    private let fields = [("name", "Pippi"), ("birth_date", "2022-01-01"), ("avatar", "fox")]

    init() throws {
        console = try Console.asAdmin()
        family = try console.addFamily()
    }

    @Test("What an admin does for a family is logged as on behalf of it")
    func onBehalf() throws {
        let path = family.href + "/children"
        #expect(try console.get(path + "/new").contains("You are acting for"))
        #expect(try console.post(path, fields).location == family.href + "#children")
        try console.post(path + "/1", [("name", "P")] + fields.dropFirst() + [("version", "1")])
        try console.post(path + "/1/remove", [("version", "2")])
        let entries = try AuditLog(console.database, 0).latest(3)
        #expect(entries.map(\.action) == ["binned", "changed", "created"])
        #expect(entries.allSatisfy { $0.behalf == "The Lindgrens" && $0.actorName == "Ada" })
        let log = try console.get("/admin/audit?family=\(family.id)")
        #expect(log.contains("on behalf of <bdi>The Lindgrens</bdi>"))
        let rows = try console.downloadRows("/admin/audit.csv?family=\(family.id)")
        #expect(rows.first?["on_behalf_of"] == "The Lindgrens")
        #expect(rows.last?["on_behalf_of"] == "")
    }

    @Test("What an admin does as an admin is not")
    func asAdmin() throws {
        try console.post(family.href + "/invitations", [("name", "Astrid")])
        #expect(try AuditLog(console.database, 0).latest(1).first?.behalf == nil)
        #expect(try console.count("SELECT count(*) FROM audit_entries WHERE is_on_behalf = 1") == 0)
    }

    @Test("A child is moved to a family that is found by its name, with all that is theirs")
    func moves() throws {
        let child = try console.addChild("Pippi", in: family)
        let other = try console.addFamily("The Janssons")
        let href = Child.href(child.id, of: family.id, "move")
        let page = try console.get(href)
        #expect(page.contains("viewing history move with them") && page.contains("The Janssons"))
        #expect(!page.contains("value=\"\(family.id)\""))
        #expect(try console.get(href + "?q=nobody").contains("No other family matches"))
        for target in ["", "77", "\(family.id)", "x"] {
            let answer = try console.post(href, [("family_id", target)])
            #expect(answer.status == 422 && answer.contains("Choose the family"), "\(target)")
        }
        let answer = try console.post(href, [("family_id", "\(other.id)")])
        #expect(answer.location == other.href + "#children")
        #expect(try console.children.find(child.id, of: other.id).name == "Pippi")
        #expect(try console.get(Child.href(child.id, of: family.id)).status == 404)
    }
}
