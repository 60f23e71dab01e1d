import Markup
import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The second parent, invited by the first")
struct FamilyInvitationTests {
    private let console: Console
    private let family: Family
    private let astrid: ID<User>

    init() throws {
        console = try Console()
        family = try console.addFamily()
        try console.addChild("Pippi", in: family)
        astrid = try console.addParent("astrid@example.test", in: family)
        try console.signIn(astrid)
    }

    /// The secret of the link that the family’s page hands over.
    private func invite(_ name: String = "Tom") throws -> String {
        let page = try console.get("/family/invite")
        let form = try #require(page.markup.forms.first { $0.action == "/family/invitations" })
        let fields = form.fields.map { $0.name == "name" ? ("name", name) : ($0.name, $0.value) }
        #expect(try console.post(form.action, fields).location == "/family")
        let answer = try console.get("/family")
        let link = try #require(answer.text.components(after: "invitation?token=").first)
        return String(link.prefix { $0 != "\"" && $0 != "<" })
    }

    private func join(_ token: String, _ email: String) throws -> Answer {
        try console.post(
            "/invitation",
            [
                ("token", token), ("name", "Tom"), ("email", email),
                ("password", "a sentence that nobody guesses"),
            ]
        )
    }

    @Test("A parent gets a link to share, and whoever follows it is in the family")
    func joins() throws {
        #expect(try console.get("/family").markup.targets.contains("/family/invite"))
        #expect(try console.get("/family/invite").contains("You’ll get a link to share"))
        let token = try invite()
        let open = try console.get("/family")
        #expect(open.contains("Open invitations") && open.contains("the invitation for"))
        console.cookies = [:]
        #expect(try console.get("/invitation?token=\(token)").contains("The Lindgrens"))
        #expect(try join(token, "tom@example.test").location == "/")
        #expect(try console.get("/children").contains("Pippi"))
        let page = try console.get("/family")
        #expect(page.contains("astrid@example.test") && page.contains("tom@example.test"))
        #expect(!page.contains("Open invitations"))
        let entries = try AuditLog(console.database, 0).latest(2, .init(family: family.id.value))
        #expect(entries.map(\.kind) == ["user", "invitation"])
    }

    @Test("An open invitation can be taken back, by the family’s parents alone")
    func takenBack() throws {
        let token = try invite()
        let form = try #require(
            try console.get("/family").markup.forms.first { $0.action.hasSuffix("/revoke") }
        )
        let mine = console.cookies
        let others = try console.addFamily("Others")
        console.cookies = [:]
        try console.signIn(try console.addParent("other@example.test", in: others))
        #expect(try console.post(form.action).status == 404)
        #expect(try !console.get("/family").contains("the invitation for"))
        console.cookies = mine
        #expect(try console.submit(form).location == "/family")
        console.cookies = [:]
        #expect(try console.get("/invitation?token=\(token)").status == 404)
    }

    @Test("Whoever finds an open screen makes no invitation")
    func proof() throws {
        console.time.now += ProofNeed.seconds
        #expect(try console.post("/family/invitations", [("name", "Tom")]).status == 403)
        #expect(try console.count("SELECT count(*) FROM one_time_links") == 0)
    }

    @Test("A family has so many parents and no more, open invitations counted")
    func limit() throws {
        for number in 0..<Family.maximumParents - 1 {
            try console.addParent("\(number)@example.test", in: family)
        }
        let answer = try console.post("/family/invitations", [("name", "More")])
        #expect(answer.status == 422 && answer.contains("at most 20 parents"))
    }

    @Test("Who has an account and no family joins with it")
    func accepts() throws {
        let token = try invite()
        let tom = try console.addUser("tom@example.test", .parent, name: "Tom")
        console.cookies = [:]
        // Not signed in: nothing is said of the address but that it is somebody’s.
        let page = try console.get("/invitation?token=\(token)")
        #expect(page.contains("/login?next=%2Finvitation"))
        let taken = try join(token, "tom@example.test")
        #expect(taken.status == 422 && taken.contains("already exists. If it’s yours, sign in"))
        try console.signIn(tom)
        let mine = try console.get("/invitation?token=\(token)")
        #expect(mine.contains("tom@example.test"))
        let form = try #require(mine.markup.forms.first { $0.action == "/invitation/accept" })
        #expect(try console.submit(form).location == "/children")
        #expect(try console.users.find(tom).family == family.id)
        #expect(try console.get("/children").contains("Pippi"))
        #expect(try console.submit(form).status == 404)
    }

    @Test("Whoever is signed in is told why they can’t join, and nobody else is")
    func obstacles() throws {
        let token = try invite()
        let path = "/invitation?token=\(token)"
        #expect(try console.get(path).contains("You’re already in this family."))
        let others = try console.addFamily("The Janssons")
        let other = try console.addParent("other@example.test", in: others)
        console.cookies = [:]
        try console.signIn(other)
        #expect(try console.get(path).contains("You’re already in “The Janssons”"))
        let refused = try console.post("/invitation/accept", [("token", token)])
        #expect(refused.location == path)
        #expect(try console.users.find(other).family == others.id)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get(path).contains("You’re an admin"))
        #expect(try console.post("/invitation/accept", [("token", token)]).status == 404)
        // Strangers are told the same of every address that is somebody’s.
        console.cookies = [:]
        let answers = try ["astrid", "other", "admin"].map { name in
            try join(token, "\(name)@example.test").markup.error(of: "email")
        }
        #expect(Set(answers).count == 1 && answers[0] != nil)
    }

    @Test("An admin who adds a parent is told to which family they belong")
    func adminIsTold() throws {
        let others = try console.addFamily("The Janssons")
        console.cookies = [:]
        try console.signIn(as: .admin)
        let sent = [("email", "astrid@example.test")]
        let here = try console.post(family.href + "/parents", sent)
        #expect(here.contains("They’re already in this family."))
        let elsewhere = try console.post(others.href + "/parents", sent)
        #expect(elsewhere.contains("They’re already in “The Lindgrens”. Remove them from it"))
    }
}

@Suite("Who did what in a family, for its parents")
struct FamilyLogTests {
    @Test("A parent sees what the parents, an admin and the program did, page by page")
    func shows() throws {
        let home = try WatchingHome()
        let console = home.console
        try console.post(
            "/family",
            [
                ("name", "The Longstockings"), ("time_zone", "Europe/Stockholm"),
                ("usage_retention", ""), ("version", "1"),
            ]
        )
        #expect(try console.families.find(home.family.id).name == "The Longstockings")
        let parent = console.cookies
        try home.signInAsAdmin()
        try console.post(
            home.family.href + "/children",
            [
                ("name", "Annika"), ("birth_date", "2022-01-01"), ("avatar", "fox"),
            ]
        )
        console.cookies = parent
        #expect(try console.get("/family").markup.targets.contains("/family/history"))
        let page = try console.get("/family/history")
        #expect(page.contains("The Longstockings") && page.contains("Annika"))
        #expect(page.contains("on behalf of <bdi>The Longstockings</bdi>"))
        #expect(!page.markup.targets.contains { $0.hasPrefix("/admin") })
        for number in 0..<120 {
            try AuditLog(console.database, console.time.now + number).write(
                .commandLine,
                "changed",
                home.pippi.subject,
                [Change("name", nil, "Number \(number)")]
            )
        }
        var next: String? = "/family/history"
        var seen = 0
        while let target = next {
            let page = try console.get(target)
            seen += page.markup.all("li").count { $0["class"] == "event" }
            next = page.markup.targets.first { $0.contains("older=") }
            #expect(seen <= 200)
            if seen > 200 { break }
        }
        let entries = try AuditLog(console.database, 0).count(.init(family: home.family.id.value))
        #expect(seen == entries)
    }

    @Test("It has nothing of other families, nor of what others did to their own accounts")
    func hides() throws {
        let home = try WatchingHome()
        let console = home.console
        let tom = try console.addParent("tom@example.test", in: home.family, name: "Tom")
        let others = try console.addFamily("Canaries")
        try console.addChild("Canary", in: others)
        let log = AuditLog(console.database, console.time.now)
        for id in [tom, try #require(try console.users.find(email: "astrid@example.test")).user.id]
        {
            let user = try console.users.find(id)
            try log.write(user.actor, "changed the password of", user.subject, [])
        }
        let page = try console.get("/family/history")
        #expect(!page.contains("Canar"))
        let lines = page.text.components(separatedBy: "<li class=\"event\">").dropFirst()
        #expect(lines.filter { $0.contains("password") }.allSatisfy { $0.contains("Astrid") })
        #expect(lines.contains { $0.contains("password") })
        // That somebody came into the family is everybody’s to know.
        #expect(lines.contains { $0.contains("tom@example.test") })
    }
}
