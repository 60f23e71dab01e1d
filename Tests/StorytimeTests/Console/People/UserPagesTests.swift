import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("People, as admins keep them")
struct UserPagesTests {
    @Test("The last admin can neither give the role away nor be shut out")
    func keepsLastAdmin() throws {
        let console = try Console()
        let id = try console.signIn(as: .admin)
        let fields = [("name", "Ada"), ("role", "parent"), ("version", "1")]
        let answer = try console.post("/admin/users/\(id)", fields)
        #expect(answer.status == 422)
        #expect(answer.contains("Make someone else an admin first"))
        #expect(try console.post("/admin/users/\(id)/disable").status == 303)
        #expect(try console.get("/admin/users").status == 200)
        #expect(try console.count("SELECT count(*) FROM users WHERE is_disabled = 1") == 0)
    }

    @Test("With another admin the role can be given away, and every session ends with it")
    func givesRoleAway() throws {
        let console = try Console()
        let id = try console.signIn(as: .admin)
        try console.addUser("second@example.test", .admin)
        let fields = [("name", "Ada"), ("role", "parent"), ("version", "1")]
        #expect(try console.post("/admin/users/\(id)", fields).status == 303)
        #expect(try console.get("/admin").location?.hasPrefix("/login") == true)
    }

    @Test("A parent of a family is made an admin only after leaving it")
    func parentOfFamily() throws {
        let console = try Console.asAdmin()
        let family = try console.addFamily()
        let parent = try console.addParent("grace@example.test", in: family, name: "Grace")
        func fields() throws -> [(String, String)] {
            [
                ("name", "Grace"), ("role", "admin"),
                ("version", String(try console.users.find(parent).version)),
            ]
        }
        let answer = try console.post("/admin/users/\(parent)", fields())
        #expect(answer.status == 422)
        #expect(answer.contains("Grace belongs to a family."))
        #expect(try console.users.find(parent).family == family.id)
        try console.post("/admin/families/\(family.id)/parents/\(parent)/remove")
        #expect(try console.post("/admin/users/\(parent)", fields()).status == 303)
    }

    @Test("Someone who is shut out is out at once, and can be let in again")
    func shutsOut() throws {
        let console = try Console.asAdmin()
        let admin = console.cookies
        let parent = try console.addUser("grace@example.test", .parent)
        console.cookies = [:]
        try console.signIn(parent)
        let cookies = console.cookies
        console.cookies = admin
        #expect(try console.post("/admin/users/\(parent)/disable").status == 303)
        console.cookies = cookies
        #expect(try console.get("/account").location?.hasPrefix("/login") == true)
        let signIn = [("email", "grace@example.test"), ("password", Console.password)]
        #expect(try console.post("/login", signIn).status == 422)
        console.cookies = admin
        try console.post("/admin/users/\(parent)/enable")
        console.cookies = [:]
        #expect(try console.post("/login", signIn).location == "/")
    }

    @Test(
        "Two admins who change one person: the second sees both versions and overwrites knowingly"
    )
    func showsConflict() throws {
        let console = try Console.asAdmin()
        let parent = try console.addUser("grace@example.test", .parent, name: "Grace")
        let mine = [("name", "Mine"), ("role", "parent"), ("version", "1")]
        try console.post("/admin/users/\(parent)", [("name", "Theirs")] + mine.dropFirst())
        let answer = try console.post("/admin/users/\(parent)", mine)
        #expect(answer.status == 409)
        #expect(answer.contains("Theirs") && answer.contains("value=\"Mine\""))
        #expect(answer.markup.value(of: "version") == "2")
        try console.post("/admin/users/\(parent)", mine.dropLast() + [("version", "2")])
        #expect(
            try console.texts("SELECT name FROM users WHERE id = \(parent.value)") == ["Mine"]
        )
    }

    @Test("Signing someone out ends their sessions, and not the one's who does it")
    func signsOut() throws {
        let console = try Console()
        let id = try console.signIn(as: .admin)
        let kept = console.cookies
        try console.signIn(id)
        console.cookies = kept
        try console.post("/admin/users/\(id)/sign-out")
        #expect(try console.count("SELECT count(*) FROM sessions") == 1)
        #expect(try console.get("/admin").status == 200)
    }

    @Test("Parents see no one: every page of people is not there for them")
    func hidesFromParents() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        for path in ["/admin/users", "/admin/users/\(id)", "/admin/users/invite"] {
            #expect(try console.get(path).status == 404)
        }
        #expect(try console.post("/admin/users/\(id)/reset").status == 404)
    }
}
