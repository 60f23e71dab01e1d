import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Families, as admins keep them")
struct FamilyPagesTests {
    private let console: Console
    private let fields = [
        ("name", "The Lindgrens"), ("territory", "SE"), ("time_zone", "Europe/Stockholm"),
        ("language", "sv"),
    ]

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("A family is added, and its page leads to the first invitation")
    func adds() throws {
        let answer = try console.post("/admin/families", fields)
        #expect(answer.location == "/admin/families/1")
        let page = try console.get("/admin/families/1")
        #expect(page.toast?.contains("“The Lindgrens” added") == true)
        #expect(page.contains("Sweden") && page.contains("Swedish"))
        #expect(page.markup.targets.contains("/admin/families/1/invite"))
        #expect(try console.count("SELECT amount FROM row_counts WHERE name = 'families'") == 1)
    }

    @Test(
        "A mistake comes back with what was typed, and with a complaint beside its field",
        arguments: [
            ("name", "", "Enter a name."), ("territory", "", "Choose a country."),
            ("territory", "XX", "choose from the list"),
            ("time_zone", "Mars/Base", "choose from the list"),
            ("language", "englishish", "We don’t know the language"),
        ]
    )
    func complains(field: String, value: String, complaint: String) throws {
        let sent = fields.map { $0.0 == field ? ($0.0, value) : $0 }
        let answer = try console.post("/admin/families", sent)
        #expect(answer.status == 422)
        #expect(answer.contains(complaint))
        #expect(try console.families.count() == 0)
    }

    @Test("The form suggests the place of the console itself")
    func suggests() throws {
        let page = try console.get("/admin/families/new")
        #expect(page.contains("<option value=\"GB\" selected>United Kingdom"))
        #expect(page.contains("<option value=\"\" selected>The country’s time zone"))
        #expect(page.markup.value(of: "language") == "en")
    }

    @Test("The time zone of a new family is its country’s, where that has one for nearly everybody")
    func proposesZone() throws {
        for (country, zone) in [("DE", "Europe/Berlin"), ("JP", "Asia/Tokyo")] {
            let sent = [("name", country), ("territory", country), ("time_zone", "")]
            let answer = try console.post("/admin/families", sent)
            let page = try console.get(try #require(answer.location))
            #expect(page.toast?.contains("Its time zone is \(zone).") == true)
        }
        // Where there are several, they are asked for, and stand first.
        let sent = [("name", "US"), ("territory", "US"), ("time_zone", "")]
        let question = try console.post("/admin/families", sent)
        #expect(question.status == 422)
        let error = question.markup.error(of: "time_zone")
        #expect(error?.contains("United States has several time zones") == true)
        let zones = question.markup.all("option").compactMap { $0["value"] }
            .filter { $0.contains("/") }
        #expect(zones.first == "America/New_York")
        #expect(zones.firstIndex(of: "Pacific/Honolulu") ?? 99 < 30)
        #expect(Set(zones).count == zones.count && zones.contains("Europe/Berlin"))
        let chosen = sent.map { $0.0 == "time_zone" ? ($0.0, "America/Denver") : $0 }
        #expect(try console.post("/admin/families", chosen).status == 303)
        // One that is there has one of its own.
        let version = [("version", "1")]
        #expect(try console.post("/admin/families/1", sent + version).status == 422)
    }

    @Test("Every country has zones that can be chosen", arguments: Territories.all.map(\.code))
    func zones(code: String) {
        // Two islands where nobody lives have none.
        #expect(CountryZones.zones(of: code).isEmpty == ["BV", "HM"].contains(code))
    }

    @Test("Two admins who change one family: the second sees both versions")
    func conflicts() throws {
        let family = try console.addFamily()
        let theirs = [("name", "Theirs")] + fields.dropFirst() + [("version", "1")]
        #expect(try console.post(family.href, theirs).status == 303)
        let answer = try console.post(family.href, fields + [("version", "1")])
        #expect(answer.status == 409)
        #expect(answer.contains("Theirs") && answer.markup.value(of: "version") == "2")
        #expect(try console.post(family.href, fields + [("version", "2")]).status == 303)
        #expect(try console.families.find(family.id).name == "The Lindgrens")
    }

    @Test("The list is searched by name and sorted, and its file holds just that")
    func lists() throws {
        let names = ["Ödlund", "the Berg family", "Berger", "Zimt"]
        let families = try names.map { try console.addFamily($0) }
        try console.addChild("Pippi", in: families[3])
        func shown(_ target: String) throws -> [String] {
            try console.get(target).markup.all("a").filter { $0["dir"] == "auto" }.map(\.text)
        }
        #expect(
            try shown("/admin/families") == ["Berger", "Ödlund", "the Berg family", "Zimt"]
        )
        #expect(try shown("/admin/families?sort=-children").first == "Zimt")
        #expect(try shown("/admin/families?q=berg&sort=-name") == ["the Berg family", "Berger"])
        #expect(try console.get("/admin/families?q=nobody").contains("No family matches"))
        let rows = try console.downloadRows("/admin/families.csv?q=berg&sort=-name")
        #expect(rows.map { $0["name"] } == ["the Berg family", "Berger"])
        #expect(rows.first?["children"] == "0")
    }

    @Test("A long list has pages, read from an index")
    func pages() throws {
        for number in 0..<60 { try console.addFamily("Family \(number)") }
        let page = try console.get("/admin/families?page=2")
        #expect(page.contains("51–60 of 60"))
        for order in FamilyOrder.allCases {
            let plan = try console.database.all(
                """
                EXPLAIN QUERY PLAN SELECT f.id FROM families AS f
                ORDER BY \(sql: order.columns) LIMIT 50
                """
            ) { try $0.text(3) }
            #expect(plan.count == 1 && plan[0].contains("INDEX families_by"), "\(plan)")
        }
    }

    @Test("The search everywhere finds families and children, and leads to them")
    func search() throws {
        let family = try console.addFamily("The Ångströms")
        let child = try console.addChild("Ångela", in: family)
        let found = try console.get("/admin/search?q=ang").markup.targets
        #expect(found.contains(family.href))
        #expect(found.contains(Child.href(child.id, of: family.id)))
    }

    @Test("Admins see a family’s pages in the same style sheets as its parents")
    func styleSheets() throws {
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        let paths = [
            "/catalog", "/series", "/usage", "/children/new", "/children/\(child.id)/edit",
            "/children/\(child.id)/library", "/children/\(child.id)/week",
        ]
        func sheets(_ target: String) throws -> [String] {
            let page = try console.get(target)
            #expect(page.status == 200, "\(target)")
            return page.markup.all("link").filter { $0["rel"] == "stylesheet" }
                .compactMap { $0["href"] }
        }
        let ofAdmin = try paths.map { try sheets(family.href + $0) }
        let ofFamily = try sheets(family.href)
        console.cookies = [:]
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        #expect(try paths.map(sheets) == ofAdmin)
        #expect(ofFamily.contains(console.site.assets.links.familyCSS))
        #expect(try sheets("/children").contains(console.site.assets.links.familyCSS))
    }

    @Test("Its page shows where its parents are signed in")
    func devices() throws {
        let family = try console.addFamily()
        let parent = try console.addParent("astrid@example.test", in: family)
        #expect(try console.get(family.href).contains("No devices signed in."))
        let admin = console.cookies
        console.cookies = [:]
        try console.signIn(parent)
        console.cookies = admin
        #expect(!(try console.get(family.href).contains("No devices signed in.")))
    }

    @Test("The kept counts are those that a count finds, whatever was done")
    func counts() throws {
        let (one, two) = (try console.addFamily("One"), try console.addFamily("Two"))
        let parent = try console.addParent("a@example.test", in: one)
        let child = try console.addChild("A", in: one)
        try console.addChild("B", in: one)
        _ = try console.children.move(child.id, of: one.id, to: two.id, by: .commandLine)
        try console.put(parent, into: two)
        _ = try console.children.remove(child.id, of: two.id, version: nil, by: .commandLine)
        for family in try console.families.list(limit: 9, offset: 0) {
            let id = family.id.value
            #expect(
                try console.count("SELECT count(*) FROM present_children WHERE family_id = \(id)")
                    == family.childCount
            )
            #expect(
                try console.count("SELECT count(*) FROM users WHERE family_id = \(id)")
                    == family.parentCount
            )
        }
        #expect(try console.count("SELECT amount FROM row_counts WHERE name = 'children'") == 1)
    }
}
