import SQLite
import Testing

@testable import Storytime

@Suite("How parents come into a family")
struct FamilyParentTests {
    private let console: Console
    private let family: Family

    init() throws {
        console = try Console.asAdmin()
        family = try console.addFamily()
    }

    /// The secret of the link that the last answer hands over.
    private func invite(_ name: String = "Astrid") throws -> String {
        let answer = try console.post(family.href + "/invitations", [("name", name)])
        #expect(answer.location == family.href)
        let page = try console.get(family.href)
        let link = try #require(page.text.components(after: "invitation?token=").first)
        return String(link.prefix { $0 != "\"" && $0 != "<" })
    }

    private func join(_ token: String, _ email: String) throws -> Answer {
        try console.post(
            "/invitation",
            [
                ("token", token), ("name", "Astrid"), ("email", email),
                ("password", "a sentence that nobody guesses"),
            ]
        )
    }

    @Test("Who follows the link joins the family, and starts at its children")
    func joins() throws {
        try console.addChild("Pippi", in: family)
        let token = try invite()
        #expect(try console.get(family.href).contains("Open invitations"))
        console.cookies = [:]
        #expect(try console.get("/invitation?token=\(token)").contains("The Lindgrens"))
        #expect(try join(token, "astrid@example.test").location == "/")
        #expect(try console.get("/").location == "/children")
        #expect(try console.get("/children").contains("Pippi"))
        #expect(try console.families.find(family.id).parentCount == 1)
        #expect(try join(token, "other@example.test").status == 404)
    }

    @Test("The link is good for seven days, and can be taken back")
    func ends() throws {
        let revoked = try invite("One")
        let href = "\(family.href)/invitations/1/revoke"
        let other = try console.addFamily("Others")
        #expect(try console.post("\(other.href)/invitations/1/revoke").status == 404)
        #expect(try console.post(href).location == family.href)
        let late = try invite("Two")
        console.cookies = [:]
        #expect(try console.get("/invitation?token=\(revoked)").status == 404)
        console.time.now += 7 * 86_400 - 1
        #expect(try console.get("/invitation?token=\(late)").status == 200)
        console.time.now += 1
        #expect(try console.get("/invitation?token=\(late)").status == 404)
    }

    @Test("Who has an account and no family is put into one, and taken out again")
    func adds() throws {
        let parent = try console.addUser("grace@example.test", .parent, name: "Grace")
        #expect(try console.get("/admin/families").contains("Parents without a family"))
        #expect(try console.get(family.href).contains("grace@example.test"))
        let sent = [("email", "Grace@Example.test")]
        #expect(try console.post(family.href + "/parents", sent).location == family.href)
        #expect(try console.users.find(parent).family == family.id)
        #expect(!(try console.get("/admin/families").contains("Parents without a family")))
        #expect(try console.get("/admin/users/\(parent)").contains("Parent in"))
        let again = try console.post(family.href + "/parents", sent)
        #expect(again.status == 422 && again.contains("already in this family"))
        let remove = "\(family.href)/parents/\(parent)/remove"
        #expect(try console.post(remove).location == family.href)
        #expect(try console.users.find(parent).family == nil)
        #expect(try console.post(remove).status == 404)
    }

    @Test(
        "Nobody else is put into a family",
        arguments: [
            ("nobody@example.test", "Nobody has an account with this address"),
            ("admin@example.test", "This is an admin"), ("nonsense", "Enter an e-mail address"),
        ]
    )
    func refuses(email: String, complaint: String) throws {
        let answer = try console.post(family.href + "/parents", [("email", email)])
        #expect(answer.status == 422 && answer.contains(complaint))
    }

    @Test("A family has so many parents and no more, open invitations counted")
    func limit() throws {
        for number in 0..<Family.maximumParents - 1 {
            try console.addParent("\(number)@example.test", in: family)
        }
        _ = try invite()
        let invitation = try console.post(family.href + "/invitations", [("name", "More")])
        #expect(invitation.status == 422 && invitation.contains("at most 20 parents"))
        try console.addUser("more@example.test", .parent)
        let added = try console.post(family.href + "/parents", [("email", "more@example.test")])
        #expect(added.status == 422 && added.contains("at most 20 parents"))
    }

    @Test("A parent whom nobody has put into a family is told what to do, and finds nothing")
    func waits() throws {
        let child = try console.addChild("Pippi", in: family)
        console.cookies = [:]
        try console.signIn(as: .parent)
        let page = try console.get("/children")
        #expect(page.status == 200 && page.contains("parent@example.test"))
        #expect(!page.contains("Pippi"))
        for path in ["/children/new", "/children/\(child.id)/edit", "/children/\(child.id)/remove"]
        {
            #expect(try console.get(path).status == 404, "\(path)")
        }
        #expect(try console.post("/children", [("name", "X")]).status == 404)
    }

    @Test("Nobody becomes an admin who still belongs to a family")
    func becomesAdmin() throws {
        let parent = try console.addParent("grace@example.test", in: family)
        let version = try console.users.find(parent).version
        #expect(throws: UserStore.IsInFamily.self) {
            try console.users.update(parent, version: version, { $0.role = .admin }, by: .program)
        }
        #expect(try console.families.find(family.id).parentCount == 1)
    }
}
