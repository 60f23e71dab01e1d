import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

/// `FamilySettingsTests` asks the same of a parent's own page.
@Suite("How long a family’s events are kept, for admins")
struct FamilyRetentionTests {
    private let home: WatchingHome

    init() throws {
        home = try WatchingHome()
        try home.watch(home.pippi, home.fox, daysAgo: 91, seconds: 120)
        try home.watch(home.tommy, home.owl, daysAgo: 400, seconds: 30)
        try home.watch(home.pippi, home.fox)
        try home.signInAsAdmin()
    }

    private func save(
        name: String = "The Lindgrens",
        language: String = "sv",
        retention: String,
        version: Int = 1,
        and others: [(String, String)] = []
    ) throws -> Answer {
        try home.console.post(
            home.family.href,
            [
                ("name", name), ("territory", "SE"), ("time_zone", "Europe/Stockholm"),
                ("language", language), ("usage_retention", retention),
                ("version", String(version)),
            ] + others
        )
    }

    private func saved() throws -> Family { try home.console.families.find(home.family.id) }

    private func events() throws -> Int {
        try home.console.count("SELECT count(*) FROM usage_events")
    }

    private func question(in answer: Answer) throws -> MarkupForm {
        try #require(answer.markup.forms.first { $0.action == home.family.href })
    }

    @Test("Where events would go, it says how many and asks; nothing is saved before it is agreed")
    func asks() throws {
        let before = try events()
        for (retention, count, kept) in [
            ("365", "2 entries from the raw player log", "a year"),
            ("90", "6 entries from the raw player log", "90 days"),
        ] {
            let answer = try save(name: " The Lindgrens of Vimmerby", retention: retention)
            #expect(answer.status == 422)
            #expect(answer.contains(count) && answer.contains("older than \(kept)?"))
            #expect(answer.contains("This can’t be undone."))
            #expect(answer.markup.targets.contains(home.family.href + "/edit"))
        }
        #expect(try saved().version == 1)
        #expect(try home.console.count("SELECT count(*) FROM jobs") == 0)

        let typed = try save(name: "The Lindgrens of Vimmerby", language: "", retention: "90")
        let answer = try home.console.submit(question(in: typed))
        let page = try home.console.follow(answer)
        #expect(
            page.toast?.contains(
                "Family “The Lindgrens of Vimmerby” saved. 6 entries from the raw player log are being deleted."
            ) == true
        )
        #expect(try saved().language == nil && saved().usageRetentionDays == 90)
        try home.console.runJobs()
        #expect(try events() == before - 6)
    }

    @Test("Where nothing is old enough to go, and where they are kept longer, nothing is asked")
    func savesAtOnce() throws {
        try home.console.database.execute(
            "UPDATE families SET usage_retention_days = 365, version = 2"
        )
        #expect(try save(name: "Others", retention: "365", version: 2).status == 303)
        #expect(try save(name: "Others", retention: "", version: 3).status == 303)
        try home.console.database.execute("DELETE FROM usage_events")
        try home.console.database.execute("UPDATE viewings SET is_frozen = 1")
        #expect(try save(name: "Others", retention: "90", version: 4).status == 303)
        #expect(try saved().usageRetentionDays == 90)
    }

    @Test("Who agreed to another number than it is now is asked again")
    func asksAgain() throws {
        let form = try question(in: save(retention: "90"))
        try home.watch(home.pippi, home.owl, daysAgo: 92, seconds: 30)
        let again = try home.console.submit(form)
        #expect(again.status == 409)
        #expect(again.contains("The number has changed"))
        #expect(again.contains("8 entries from the raw player log"))
        #expect(try saved().usageRetentionDays == nil)
        #expect(try home.console.submit(question(in: again)).status == 303)
        #expect(try saved().usageRetentionDays == 90)
    }

    @Test("Who would rather choose otherwise gets the form with what was typed")
    func goesBack() throws {
        let answer = try save(name: "The Lindgrens of Vimmerby", retention: "90")
        let button = try #require(answer.markup.all("button").first { $0["value"] == "back" })
        let fields = try question(in: answer).fields.filter { $0.name != "act" }
        let form = try home.console.post(
            home.family.href,
            fields.map { ($0.name, $0.value) } + [("act", button["value"] ?? "")]
        )
        #expect(form.status == 200 && !form.contains("<title>Error: "))
        #expect(form.markup.value(of: "name") == "The Lindgrens of Vimmerby")
        #expect(form.contains("<option value=\"90\" selected>"))
        #expect(form.markup.value(of: "version") == "1")
        #expect(try saved().version == 1)
    }

    @Test("Who showed an older version is told of that first, and asked when they save over it")
    func conflict() throws {
        #expect(try save(name: "Theirs", retention: "").status == 303)
        let answer = try save(name: "Mine", retention: "90")
        #expect(answer.status == 409)
        #expect(answer.contains("Theirs") && answer.contains("Save my version anyway"))
        let mine = try save(name: "Mine", retention: "90", version: 2)
        #expect(mine.status == 422 && mine.contains("6 entries from the raw player log"))
        // And where somebody saves while the question stands there.
        #expect(try save(name: "Theirs again", retention: "", version: 2).status == 303)
        let late = try home.console.submit(question(in: mine))
        #expect(late.status == 409 && late.contains("Theirs again"))
        #expect(try saved().usageRetentionDays == nil)
    }
}
