import Markup
import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Children in the bin of their family")
struct ChildBinTests {
    /// A home in which Pippi and Tommy have watched; Pippi is then removed.
    private func removed() throws -> WatchingHome {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 120)
        try home.watch(home.pippi, home.owl, daysAgo: 3, seconds: 300, toEnd: true)
        try home.watch(home.tommy, home.fox, daysAgo: 1, seconds: 60)
        try home.console.post("/children/1/remove", [("version", "1")])
        return home
    }

    private func restore(_ home: WatchingHome) throws {
        try home.console.post("/children/1/restore")
        try home.console.runJobs()
    }

    // MARK: Nowhere to be seen

    /// Those of a child, but for the two that are there for the bin.
    private static let routes = Program.routes.filter {
        let path = $0.pattern.description
        return (path.contains("children/{id}") || path.contains("{child_id}"))
            && !path.hasSuffix("/restore") && !path.hasSuffix("/erase")
    }

    @Test("Every route with a child who is in the bin answers as if there were none")
    func everyRoute() throws {
        #expect(Self.routes.count > 40)
        let home = try removed()
        let console = home.console
        // The toast names them.
        try console.get("/children")
        let parent = console.cookies
        let id = try #require(try console.users.find(email: "astrid@example.test")).user.id
        let token = try console.bearer(id)
        try home.signInAsAdmin()
        let admin = console.cookies
        for route in Self.routes {
            var json: String?
            if case .json(_, let example)? = route.operation?.request { json = example }
            let target = route.target(["child_id": "1", "book_id": "1"])
            let answer: Answer
            if route.isForAPI {
                answer = try console.ask(route.method, target, json, token: token)
            } else {
                console.cookies = route.access == .admin ? admin : parent
                let body = PercentEncoding.encodeQuery([
                    (name: "name", value: "X"), (name: "birth_date", value: "2022-01-01"),
                    (name: "avatar", value: "fox"), (name: "version", value: "1"),
                    (name: "book_id", value: "1"), (name: "family_id", value: "1"),
                ])
                answer = try console.send(
                    route.method,
                    target,
                    [("Content-Type", "application/x-www-form-urlencoded")],
                    route.method == .post ? Array(body.utf8) : []
                )
            }
            #expect(answer.status == 404, "\(route.method) \(target)")
            #expect(!answer.contains("Pippi"))
        }
    }

    @Test("No list, search, report, file or card names them, and nothing of theirs is counted")
    func nowhere() throws {
        let home = try removed()
        let console = home.console
        let children = try console.get("/children")
        #expect(children.markup.all("h3").map(\.text) == ["Tommy", "Pippi"])
        let pages = [
            "/usage", "/usage?range=custom&from=2026-10-24&to=2026-11-22", "/catalog",
            "/catalog/books/1", "/catalog/add?child=1", "/family",
        ]
        for page in pages { #expect(try !console.get(page).contains("Pippi"), "\(page)") }
        for table in ["parts", "children", "books"] {
            let rows = try console.downloadRows("/usage.csv?range=this-month&table=\(table)")
            let seconds = rows.compactMap { $0["watched_seconds"].flatMap { Int($0) } }
            #expect(seconds.reduce(0, +) == 60, "\(table)")
        }
        let token = try console.bearer(
            try #require(try console.users.find(email: "astrid@example.test")).user.id
        )
        #expect(try !console.ask(.get, "/api/v1/children", token: token).contains("Pippi"))
        try home.signInAsAdmin()
        #expect(try !console.get("/admin/search?q=pippi").contains("The Lindgrens"))
        let all = try console.downloadRows("/admin/usage_events.csv?from=2026-11-01&to=2026-11-22")
        #expect(all.allSatisfy { $0["child"] == "Tommy" } && !all.isEmpty)
        #expect(try console.families.find(home.family.id).childCount == 1)
        #expect(try console.count("SELECT amount FROM row_counts WHERE name = 'children'") == 1)
    }

    @Test("All totals are those of the others, in the bin and back, and a computation agrees")
    func totals() throws {
        let home = try removed()
        let console = home.console
        let seconds = { (table: SQL) in
            try console.count("SELECT coalesce(sum(watched_ms), 0) / 1000 FROM \(sql: table)")
        }
        let rebuild = { try UsageRebuild(database: console.database, now: console.time.now).all() }
        for table: SQL in ["daily_usage", "usage_days", "usage_books", "usage_families"] {
            #expect(try seconds(table) == 60)
        }
        #expect(try rebuild() == UsageRebuild.Result(viewings: 1))
        #expect(try seconds("daily_usage") == 60)
        try restore(home)
        for table: SQL in ["daily_usage", "usage_days", "usage_books", "usage_families"] {
            #expect(try seconds(table) == 480)
        }
        #expect(try rebuild() == UsageRebuild.Result(viewings: 3))
        let page = try console.get("/children").markup
        #expect(page.text(where: "class", is: "child-week")?.contains("7 min this week") == true)
    }

    @Test("A book that only their library kept is not there while they are in the bin")
    func library() throws {
        let home = try WatchingHome()
        let console = home.console
        let kept = try console.addStory("Only Pippi’s")
        try console.addToLibrary([kept.id], of: home.pippi)
        try console.endRights(kept.id)
        let path = "/catalog/books/\(kept.id)"
        #expect(try console.get(path).status == 200)
        try console.post("/children/1/remove", [("version", "1")])
        #expect(try console.get(path).status == 404)
        try restore(home)
        #expect(try console.get(path).status == 200)
        #expect(try console.library(of: home.pippi).contains("Only Pippi’s"))
    }

    @Test("What a device tells of them is refused like that of a stranger’s child")
    func events() throws {
        let home = try removed()
        var script = PlayerScript(child: home.pippi.id, book: home.fox.id, session: "late")
        script.add(.playStart, at: home.console.time.now - 60, position: 0)
        let outcomes = try home.console.record(script.all, of: home.family.id)
        #expect(!outcomes.contains(.accepted))
        #expect(try home.console.count("SELECT count(*) FROM viewings") == 3)
    }

    @Test("Whatever reads children reads those who are there, but for what says why it doesn’t")
    func sources() throws {
        // The bin itself, what is erased or taken along, what is deleted for being old, and what isn't there at all.
        let allowed = [
            "Family/Children/ChildStore+Bin.swift", "Console/Records/ArchiveSubject+Traces.swift",
            "Family/Children/ChildArchiveTable.swift", "Family/Archives/Eraser.swift",
            "Family/Usage/OverallTotals.swift", "Family/Usage/UsageRetention.swift",
            "App/Commands/UsageCommand.swift", "Console/API/ChangeList.swift",
        ]
        let folder = Repository.folder + "/Sources/Storytime"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") && !allowed.contains($0) }
        for file in files {
            let text = try Folder.text(folder + "/" + file)
            let words = text.split { $0 == " " || $0 == "\n" || $0 == "\"" }
            for (word, next) in zip(words, words.dropFirst()) where next == "children" {
                #expect(!["FROM", "JOIN"].contains(word), "\(file)")
            }
        }
    }

    // MARK: And back

    @Test(
        "Undo is in the toast, and after a reload under Recently removed, with all that was theirs"
    )
    func comesBack() throws {
        let home = try removed()
        let console = home.console
        let page = try console.get("/children")
        #expect(page.toast?.contains("Pippi was removed.") == true)
        #expect(page.markup.forms.filter { $0.action == "/children/1/restore" }.count == 2)
        let reload = try console.get("/children")
        #expect(reload.toast == nil && reload.contains("erased in 30 days"))
        let form = try #require(
            reload.markup.forms.first { $0.action == "/children/1/restore" }
        )
        #expect(try console.submit(form).location == "/children")
        let toast = try console.get("/children").toast
        #expect(toast?.contains("Pippi is back, with their library") == true)
        #expect(try console.library(of: home.pippi).count == 2)
        #expect(try !console.get("/children").contains("Recently removed"))
        // The other parent has pressed it, too.
        try console.post("/children/1/restore")
        #expect(try console.get("/children").toast?.contains("has already been restored") == true)
        let log = try AuditLog(console.database, 0).latest(2)
        #expect(log.map(\.action) == ["restored", "binned"])
        #expect(log.allSatisfy { $0.label == "Pippi" && $0.actorName == "Astrid" })
    }

    @Test("Nobody else’s child comes back, nor one who was never removed")
    func foreign() throws {
        let home = try WatchingHome()
        let console = home.console
        let others = try console.addFamily("Others")
        let child = try console.addChild("Moomin", in: others)
        _ = try console.children.remove(child.id, of: others.id, version: nil, by: .commandLine)
        #expect(try console.post("/children/\(child.id)/restore").status == 404)
        #expect(try console.get("/children/\(child.id)/erase").status == 404)
        #expect(try console.post("/children/99/restore").status == 404)
        #expect(try !console.get("/children").contains("Moomin"))
        #expect(try console.children.binned(of: others.id).count == 1)
    }

    @Test("A family that is full meanwhile gets nobody back, and is told so")
    func limit() throws {
        let home = try removed()
        let console = home.console
        for number in 1..<Family.maximumChildren {
            try console.addChild("Child \(number)", in: home.family)
        }
        #expect(try console.post("/children/1/restore").location == "/children")
        let page = try console.get("/children")
        #expect(page.toast?.contains("at most 30 children") == true)
        #expect(page.contains("Recently removed"))
        try console.post("/children/2/remove", [("version", "1")])
        try restore(home)
        #expect(try console.children.list(of: home.family.id).count == Family.maximumChildren)
    }

    @Test("Where the family’s days begin at another time by then, what was watched is on those")
    func otherZone() throws {
        let home = try WatchingHome()
        // Half past midnight in Stockholm.
        try home.watch(home.pippi, home.fox, after: -12 * 3600 + 1800)
        try home.console.post("/children/1/remove", [("version", "1")])
        let family = home.family
        _ = try home.console.families.update(
            family.id,
            version: 1,
            .init(name: family.name, territory: "GB", timeZone: "Europe/London"),
            by: .commandLine
        )
        try home.console.runJobs()
        #expect(try home.console.texts("SELECT day FROM viewings") == ["2026-11-21"])
        try restore(home)
        #expect(try home.console.texts("SELECT day FROM viewings") == ["2026-11-20"])
        #expect(try home.console.texts("SELECT day FROM daily_usage") == ["2026-11-20"])
    }

    // MARK: For good

    @Test("Erasing asks for the name and for a proof, of one in the bin and of one who is there")
    func erases() throws {
        let home = try removed()
        let console = home.console
        #expect(try console.get("/children/2/remove").contains("/children/2/erase"))
        for (id, name) in [(1, "Pippi"), (2, "Tommy")] {
            let path = "/children/\(id)/erase"
            #expect(try console.get(path).contains("This can’t be undone"))
            let wrong = try console.post(path, [("typed_name", "Somebody")])
            #expect(wrong.status == 403)
            let refused = try console.confirm(wrong, "password", Console.password)
            #expect(refused.status == 422 && refused.contains("The name doesn’t match"))
            let proof = try console.post(path, [("typed_name", name)])
            let done = try console.confirm(proof, "password", Console.password)
            #expect(done.location == "/children")
            #expect(try console.post("/children/\(id)/restore").status == 404)
        }
        #expect(try console.count("SELECT count(*) FROM children") == 0)
        #expect(try console.count("SELECT count(*) FROM viewings") == 0)
        for table: SQL in ["usage_days", "usage_books", "usage_families"] {
            #expect(try console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
        #expect(
            try console.texts("SELECT record_label FROM audit_entries").contains("Pippi") == false
        )
    }

    @Test("After thirty days the caretaker erases them, and the log has no name of theirs")
    func purges() throws {
        let home = try removed()
        let console = home.console
        let caretaker = try Caretaker(site: console.site)
        console.time.now += ChildStore.keptDays * 86_400 - 1
        caretaker.work(console.database, cleans: false)
        #expect(try console.children.binned(of: home.family.id).count == 1)
        let parent = try #require(try console.users.find(email: "astrid@example.test")).user.id
        try console.signIn(parent)
        #expect(try console.get("/children").contains("erased in the last day"))
        console.time.now += 1
        caretaker.work(console.database, cleans: false)
        #expect(try console.texts("SELECT name FROM children") == ["Tommy"])
        #expect(try console.count("SELECT count(*) FROM viewings WHERE child_id = 1") == 0)
        let entries = try AuditLog(console.database, 0).latest(50)
        #expect(entries.first?.action == "erased" && entries.first?.actorName == "Storytime")
        #expect(entries.allSatisfy { $0.label != "Pippi" })
        #expect(try console.children.list(of: home.family.id).map(\.name) == ["Tommy"])
    }

    @Test("An admin sees the same bin on the family’s page, and acts on behalf of the family")
    func admins() throws {
        let home = try removed()
        let console = home.console
        try home.signInAsAdmin()
        let path = home.family.href
        let page = try console.get(path)
        #expect(page.contains("Recently removed") && page.contains("Removed by <bdi>Astrid</bdi>"))
        #expect(page.markup.targets.contains(path + "/children/1/erase"))
        #expect(try console.get(path + "/children/1/erase").contains("Pippi"))
        let restored = try console.post(path + "/children/1/restore")
        #expect(restored.location == path + "#children")
        let entry = try #require(try AuditLog(console.database, 0).latest(1).first)
        #expect(entry.action == "restored" && entry.behalf == "The Lindgrens")
    }

    @Test("No card has a red button; the page of the child leads to it, and offers the archive")
    func placeOfRemoving() throws {
        let home = try WatchingHome()
        let cards = try home.console.get("/children").markup.targets
        #expect(!cards.contains("/children/1/remove"))
        let edit = try home.console.get("/children/1/edit").markup.targets
        #expect(edit.contains("/children/1/remove") && edit.contains("/children/1/archive"))
        let question = try home.console.get("/children/1/remove")
        #expect(question.markup.targets.contains("/children/1/archive"))
        #expect(question.contains("from the children page for 30 days"))
    }
}
