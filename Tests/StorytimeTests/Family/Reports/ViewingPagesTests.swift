import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The list of a child's viewings")
struct ViewingPagesTests {
    private func path(_ home: WatchingHome) -> String { "/children/\(home.pippi.id)/viewings" }

    private func titles(_ page: Answer) -> [String] {
        page.markup.all("a").filter { $0["dir"] == "auto" }.map(\.text)
    }

    private func watchedSeconds(_ home: WatchingHome) throws -> Int {
        try home.console.count("SELECT coalesce(sum(watched_ms), 0) / 1000 FROM daily_usage")
    }

    @Test("It says which story, when in the family's zone, how long and how far")
    func list() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, daysAgo: 1, seconds: 600, toEnd: true)
        try home.watch(home.pippi, home.owl, seconds: 100)
        try home.watch(home.tommy, home.owl, seconds: 100)
        let page = try home.console.get(path(home))
        #expect(titles(page) == ["An Owl at Noon", "The Lantern Fox"])
        #expect(page.contains("21 November 2026, 12:00"))
        #expect(page.contains("Stopped at 1:40 of 10:00") && page.contains("Finished"))
        #expect(page.contains("2 min") && page.contains("10 min"))
        #expect(page.contains("2 viewings"))
        let report = try home.console.get("/children/\(home.pippi.id)/usage")
        #expect(report.markup.targets.contains(path(home) + "?range=this-week"))
    }

    @Test("One that goes past midnight stands in the lists and files of both days, with its part")
    func pastMidnight() throws {
        let home = try WatchingHome()
        let viewing = try home.watchPastMidnight()
        try home.watch(home.pippi, home.owl, daysAgo: 1, seconds: 120)
        let list = { (first: String, last: String) in
            let query = "?range=custom&from=2026-11-\(first)&to=2026-11-\(last)"
            let rows = try home.console.downloadRows(path(home) + ".csv" + query)
            return (
                page: try home.console.get(path(home) + query),
                seconds: rows.map { $0["seconds_on_these_days"] }, rows: rows
            )
        }
        let thursday = try list("19", "19")
        #expect(titles(thursday.page) == ["The Lantern Fox"] && thursday.seconds == ["135"])
        #expect(thursday.page.contains("Continued after these days, 5 min in all"))
        let friday = try list("20", "20")
        #expect(titles(friday.page) == ["An Owl at Noon", "The Lantern Fox"])
        #expect(friday.page.contains("Started on 19 November 2026, 5 min in all"))
        #expect(friday.page.contains("2 viewings"))
        #expect(friday.seconds == ["120", "165"])
        #expect(friday.rows[1]["day"] == "2026-11-19")
        #expect(friday.rows[1]["watched_seconds"] == "300")
        let both = try list("19", "20")
        #expect(both.seconds == ["120", "300"] && !both.page.contains("in all"))
        #expect(try list("21", "21").seconds == [])
        let ofStory = try home.console.get(
            path(home) + "?book=\(home.fox.id)&range=custom&from=2026-11-20&to=2026-11-20"
        )
        #expect(titles(ofStory) == ["The Lantern Fox"])
        // All of a day are those that began on it.
        let link = try #require(
            friday.page.markup.targets.first { $0.hasPrefix(path(home) + "/delete?") }
        )
        let question = try home.console.get(link)
        #expect(question.contains("Delete 1 viewing?"))
        #expect(question.contains("1 viewing that started before these days stays."))
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/delete") })
        #expect(titles(try home.console.follow(try home.console.submit(form))).count == 1)
        let nothing = try home.console.get(link)
        #expect(nothing.contains("Nothing to delete"))
        #expect(nothing.contains("stays.") && !nothing.contains("watched nothing"))
        #expect(try home.console.count("SELECT id FROM viewings") == viewing.id.value)
    }

    @Test("It is narrowed to days and a story, which its address says")
    func filters() throws {
        let home = try WatchingHome()
        for day in [0, 1, 9, 40] { try home.watch(home.pippi, home.fox, daysAgo: day) }
        try home.watch(home.pippi, home.owl, daysAgo: 9)
        #expect(titles(try home.console.get(path(home))).count == 4)
        #expect(titles(try home.console.get(path(home) + "?range=this-week")).count == 2)
        let page = try home.console.get(path(home) + "?range=last-week&book=\(home.owl.id)")
        #expect(titles(page) == ["An Owl at Noon"])
        // Both stories of these days can be chosen.
        #expect(page.markup.all("option").map(\.text).contains("The Lantern Fox"))
        let empty = try home.console.get(path(home) + "?from=2026-01-01&to=2026-01-02")
        #expect(empty.contains("Nothing was watched on these days"))
        let wrong = try home.console.get(path(home) + "?from=soon&to=2026-01-02")
        #expect(wrong.status == 422 && wrong.contains("“soon” is not a day"))
        #expect(try home.console.get(path(home) + "?book=x&page=-1").status == 200)
    }

    @Test("A long list comes in pages, which keep the days and the story")
    func pages() throws {
        let home = try WatchingHome()
        try home.addViewings(60)
        let query = "?book=\(home.fox.id)&range=30-days"
        let first = try home.console.get(path(home) + query)
        #expect(titles(first).count == ViewingList.perPage)
        #expect(first.contains("60 viewings"))
        #expect(first.markup.targets.contains(path(home) + query + "&page=3"))
        #expect(titles(try home.console.get(path(home) + query + "&page=3")).count == 10)
        #expect(titles(try home.console.get(path(home) + query + "&page=99")).count == 10)
    }

    @Test("What is left out of statistics stays in the list, and counts again by Undo")
    func leaveOut() throws {
        let home = try WatchingHome()
        let viewing = try home.watch(home.pippi, home.fox, seconds: 300)
        try home.watch(home.pippi, home.owl, after: 600, seconds: 100)
        let query = "?range=this-week"
        let form = try #require(
            try home.console.get(path(home) + query).markup.forms.first {
                $0.action == "\(path(home))/\(viewing.id)/leave-out"
            }
        )
        let done = try home.console.submit(form)
        #expect(done.location == path(home) + query + "#toasts")
        let page = try home.console.follow(done)
        #expect(page.contains("Viewing left out of all reports."))
        #expect(page.contains("Left out") && titles(page).count == 2)
        #expect(try watchedSeconds(home) == 100)
        let undo = try #require(
            page.markup.forms.first { $0.action.contains("/\(viewing.id)/count?") }
        )
        let undone = try home.console.follow(try home.console.submit(undo))
        #expect(undone.contains("Viewing counted again."))
        #expect(try watchedSeconds(home) == 400)
        // The second click does nothing more.
        _ = try home.console.submit(undo)
        #expect(try watchedSeconds(home) == 400)
    }

    @Test("One is deleted after a question, and the totals follow")
    func delete() throws {
        let home = try WatchingHome()
        let viewing = try home.watch(home.pippi, home.fox, daysAgo: 1, seconds: 300)
        try home.watch(home.pippi, home.owl, seconds: 100)
        let question = try home.console.get("\(path(home))/\(viewing.id)/delete")
        #expect(question.contains("Delete this viewing?"))
        #expect(question.contains("The Lantern Fox, 20 November 2026, 12:00"))
        #expect(question.contains("This can’t be undone."))
        #expect(try watchedSeconds(home) == 400)
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/delete") })
        let page = try home.console.follow(try home.console.submit(form))
        #expect(page.contains("1 viewing deleted."))
        #expect(titles(page) == ["An Owl at Noon"])
        #expect(try watchedSeconds(home) == 100)
        #expect(try home.console.submit(form).status == 404)
    }

    @Test("All of some days are deleted after a question that says how many")
    func deleteDays() throws {
        let home = try WatchingHome()
        for day in [0, 1, 2, 9] { try home.watch(home.pippi, home.fox, daysAgo: day) }
        try home.watch(home.tommy, home.fox, daysAgo: 1)
        let page = try home.console.get(path(home) + "?range=this-week")
        let link = try #require(
            page.markup.targets.first { $0.hasPrefix(path(home) + "/delete?") }
        )
        let question = try home.console.get(link)
        #expect(question.contains("Delete 3 viewings?"))
        #expect(question.contains("3 viewings, 16 to 21 November 2026"))
        #expect(question.contains("They will be removed from all of"))
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/delete") })
        let after = try home.console.follow(try home.console.submit(form))
        #expect(after.contains("3 viewings deleted."))
        #expect(after.contains("Nothing was watched on these days"))
        #expect(try home.console.count("SELECT count(*) FROM viewings") == 2)
    }

    @Test("Where something came in between, nothing is deleted and the question is asked again")
    func deleteDaysMeanwhile() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, daysAgo: 1)
        let question = try home.console.get(path(home) + "/delete")
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/delete") })
        try home.watch(home.pippi, home.owl)
        let again = try home.console.submit(form)
        #expect(again.status == 409 && again.contains("The number has changed"))
        #expect(again.contains("Delete 2 viewings?"))
        #expect(try home.console.count("SELECT count(*) FROM viewings") == 2)
        let second = try #require(again.markup.forms.first { $0.action.hasSuffix("/delete") })
        #expect(try home.console.submit(second).status == 303)
        #expect(try home.console.count("SELECT count(*) FROM viewings") == 0)
        let nothing = try home.console.get(path(home) + "/delete")
        #expect(nothing.contains("Nothing to delete"))
        #expect(try home.console.post(path(home) + "/delete", [("from", "x")]).status == 400)
    }

    @Test("A viewing of another child, or of another family's, is not there")
    func scope() throws {
        let home = try WatchingHome()
        let others = try home.console.addFamily("The Janssons")
        let moomin = try home.console.addChild("Moomin", in: others)
        try home.console.addToLibrary([home.fox.id], of: moomin)
        let theirs = try home.watch(moomin, home.fox)
        let brothers = try home.watch(home.tommy, home.fox)
        let before = try home.console.totals()
        for viewing in [theirs, brothers] {
            #expect(try home.console.get("\(path(home))/\(viewing.id)/delete").status == 404)
            for act in ["delete", "leave-out", "count"] {
                let answer = try home.console.post("\(path(home))/\(viewing.id)/\(act)", [])
                #expect(answer.status == 404, "\(act)")
            }
        }
        #expect(try home.console.get("/children/\(moomin.id)/viewings").status == 404)
        #expect(try home.console.totals() == before)
        try home.signInAsAdmin()
        let path = "/admin/families/\(others.id)/children/\(moomin.id)/viewings"
        let page = try home.console.get(path)
        #expect(page.contains("You are acting for") && titles(page) == ["The Lantern Fox"])
        _ = try home.console.post("\(path)/\(theirs.id)/leave-out", [])
        #expect(try home.console.get(path).contains("Left out"))
    }
}
