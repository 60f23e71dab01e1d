import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("A family’s settings, for its parents")
struct FamilySettingsTests {
    /// What the form sends; the version is the one that the page shows.
    private func save(
        _ console: Console,
        zone: String = "Europe/Stockholm",
        retention: String,
        version: String? = nil,
        name: String = "The Lindgrens"
    ) throws -> Answer {
        let shown = try console.get("/family").markup.value(of: "version") ?? ""
        return try console.post(
            "/family",
            [
                ("name", name), ("time_zone", zone), ("usage_retention", retention),
                ("version", version ?? shown),
            ]
        )
    }

    private func events(_ home: WatchingHome) throws -> Int {
        try home.console.count("SELECT count(*) FROM usage_events")
    }

    @Test("Its page is found from the children’s, and says what is chosen")
    func shows() throws {
        let home = try WatchingHome()
        let start = try home.console.get("/children")
        #expect(start.markup.targets.contains("/family"))
        let page = try home.console.get("/family")
        #expect(page.contains("<option value=\"Europe/Stockholm\" selected>"))
        #expect(page.contains("Forever") && page.contains("We delete the detailed log"))
        #expect(page.contains("The Lindgrens"))
        let current = page.markup.all("a").filter { $0["aria-current"] == "page" }
        #expect(Set(current.compactMap { $0["href"] }) == ["/children"])
    }

    @Test("Parents rename their family, and are told whom to ask for another country")
    func renames() throws {
        let home = try WatchingHome()
        try home.console.addUser("grace@example.test", .admin, name: "Grace")
        #expect(try home.console.get("/family").contains("Ask <bdi>Grace</bdi>"))
        #expect(try save(home.console, retention: "", name: "").status == 422)
        #expect(try save(home.console, retention: "", name: "The Longstockings").status == 303)
        let family = try home.console.families.find(home.family.id)
        #expect(family.name == "The Longstockings" && family.territory == home.family.territory)
        let entry = try #require(try AuditLog(home.console.database, 0).latest(1).first)
        #expect(entry.changes == [Change("name", "The Lindgrens", "The Longstockings")])
    }

    @Test("A parent of no family, and an admin, have no such page")
    func others() throws {
        let console = try Console()
        try console.signIn(as: .parent)
        #expect(try console.get("/family").contains("Nearly there"))
        #expect(try console.post("/family").status == 404)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get("/family").status == 404)
    }

    @Test("Where nothing is old enough to go, keeping less is saved at once, with what is said")
    func savesAtOnce() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox)
        let answer = try save(home.console, retention: "90")
        #expect(answer.status == 303 && answer.location == "/family")
        #expect(try home.console.get("/family").toast?.contains("Family settings saved.") == true)
        let family = try home.console.families.find(home.family.id)
        #expect(family.usageRetentionDays == 90 && family.name == home.family.name)
        #expect(family.territory == home.family.territory)
        let entry = try #require(try AuditLog(home.console.database, 0).latest(1).first)
        #expect(entry.action == "changed" && entry.actorName == "Astrid")
        #expect(entry.changes == [Change("events_kept_for_days", nil, "90")])
        try home.console.runJobs()
        #expect(try events(home) == 4)
    }

    @Test("Where events would go, it says how many and asks; nothing goes before it is agreed")
    func asks() throws {
        let home = try WatchingHome()
        let old = try home.watch(home.pippi, home.fox, daysAgo: 91, seconds: 120)
        try home.watch(home.tommy, home.owl, daysAgo: 400, seconds: 30)
        try home.watch(home.pippi, home.fox)
        // Another family's are not theirs.
        let others = try home.console.addFamily("The Janssons")
        let moomin = try home.console.addChild("Moomin", in: others)
        try home.console.addToLibrary([home.fox.id], of: moomin)
        try home.watch(moomin, home.fox, daysAgo: 300)
        let report = try home.console.downloadRows("/usage.csv?from=2025-01-01&to=2026-11-21")
        let before = try events(home)
        for (retention, count, kept) in [
            ("365", "2 entries from the raw player log", "a year"),
            ("90", "6 entries from the raw player log", "90 days"),
        ] {
            let question = try save(home.console, retention: retention)
            #expect(question.status == 422)
            #expect(question.contains(count) && question.contains("older than \(kept)?"))
            #expect(question.contains("This can’t be undone."))
            #expect(question.contains("every viewing stays"))
        }
        #expect(try home.console.families.find(home.family.id).usageRetentionDays == nil)
        #expect(try home.console.count("SELECT count(*) FROM jobs") == 0)

        let question = try save(home.console, retention: "90")
        let form = try #require(question.markup.forms.first { $0.action == "/family" })
        let answer = try home.console.submit(form)
        #expect(answer.location == "/family")
        let told = "6 entries from the raw player log are being deleted."
        #expect(try home.console.get("/family").toast?.contains(told) == true)
        try home.console.runJobs()
        #expect(try events(home) == before - 6)
        #expect(try home.console.usage.find(old.id, of: home.pippi.id).isFrozen)
        #expect(
            try home.console.downloadRows("/usage.csv?from=2025-01-01&to=2026-11-21") == report
        )
        // For longer, and again as long as it is, nothing is asked.
        #expect(try save(home.console, retention: "365").status == 303)
        #expect(try save(home.console, retention: "").status == 303)
    }

    @Test("Who agreed to another number than it is now is asked again")
    func asksAgain() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, daysAgo: 91, seconds: 30)
        let question = try save(home.console, retention: "90")
        let form = try #require(question.markup.forms.first { $0.action == "/family" })
        try home.watch(home.pippi, home.owl, daysAgo: 92, seconds: 30)
        let again = try home.console.submit(form)
        #expect(again.status == 409)
        #expect(again.contains("The number has changed"))
        #expect(again.contains("4 entries from the raw player log"))
        #expect(try home.console.families.find(home.family.id).usageRetentionDays == nil)
        let second = try #require(again.markup.forms.first { $0.action == "/family" })
        #expect(try home.console.submit(second).status == 303)
        #expect(try home.console.families.find(home.family.id).usageRetentionDays == 90)
    }

    @Test("Another time zone puts what was watched on its days")
    func timeZone() throws {
        let home = try WatchingHome()
        // Half past midnight in Stockholm.
        try home.watch(home.pippi, home.fox, after: -12 * 3600 + 1800)
        #expect(try home.console.texts("SELECT day FROM viewings") == ["2026-11-21"])
        let answer = try save(home.console, zone: "Europe/London", retention: "")
        #expect(answer.status == 303)
        let toast = try home.console.get("/family").toast
        #expect(toast?.contains("being moved to the days of Europe/London") == true)
        try home.console.runJobs()
        #expect(try home.console.texts("SELECT day FROM viewings") == ["2026-11-20"])
        #expect(try home.console.texts("SELECT DISTINCT day FROM daily_usage") == ["2026-11-20"])
    }

    @Test("What is none of the choices is refused beside its field, and so is a form of no version")
    func refuses() throws {
        let home = try WatchingHome()
        let wrong = try save(home.console, zone: "Mars/Olympus", retention: "7")
        #expect(wrong.status == 422 && wrong.contains("<title>Error: "))
        for name in ["time_zone", "usage_retention"] {
            #expect(wrong.markup.error(of: name) != nil, "\(name)")
        }
        let blind = try save(home.console, retention: "90", version: "")
        #expect(blind.status == 422 && blind.contains("didn’t say which version"))
        let family = try home.console.families.find(home.family.id)
        #expect(family.usageRetentionDays == nil && family.timeZone == home.family.timeZone)
    }

    @Test("Whoever saves second is told, and sees both versions")
    func conflict() throws {
        let home = try WatchingHome()
        let version = try home.console.get("/family").markup.value(of: "version")
        #expect(try save(home.console, retention: "365").status == 303)
        let answer = try save(home.console, retention: "90", version: version)
        #expect(answer.status == 409)
        #expect(answer.contains("For a year") && answer.contains("For 90 days"))
        #expect(answer.contains("Save my version anyway"))
        #expect(try home.console.families.find(home.family.id).usageRetentionDays == 365)
    }
}
