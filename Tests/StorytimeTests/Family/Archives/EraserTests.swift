import Markup
import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Erasing a family or a child")
struct EraserTests {
    private let folder: TemporaryFolder
    private let console: Console
    private let family: Family

    /// A database that is a file, because a file is what is looked through in the end.
    init() throws {
        folder = try TemporaryFolder()
        console = try Console(path: folder.path + "/storytime.sqlite")
        family = try console.addFamily("The Canaryfamily")
    }

    /// Fills every place in which a family leaves traces.
    private func live() throws {
        try console.signIn(as: .admin)
        let admin = console.cookies
        try console.post("/admin/users/invitations", [("name", "Canaryfirst"), ("role", "parent")])
        let page = try console.get("/admin/users")
        let link = try #require(page.text.components(after: "invitation?token=").first)
        try console.post(family.href + "/invitations", [("name", "Canaryguest")])
        console.cookies = [:]
        try console.post(
            "/invitation",
            [
                ("token", String(link.prefix { $0 != "\"" && $0 != "<" })),
                ("name", "Canaryparent"), ("email", "canarymail@example.test"),
                ("password", "a sentence that nobody guesses"),
            ]
        )
        let parent = try #require(
            try console.users.find(email: "canarymail@example.test")
        ).user.id
        console.cookies = admin
        try console.post(family.href + "/parents", [("email", "canarymail@example.test")])
        console.cookies = [:]
        try console.signIn(parent)
        let fields = [("birth_date", "2022-01-01"), ("avatar", "owl")]
        for name in ["Canarychild", "Canarygone"] {
            let page = try console.get("/children/new")
            let token = try #require(page.markup.value(of: "form_token"))
            try console.post("/children", [("name", name), ("form_token", token)] + fields)
        }
        try console.post(
            "/children/1",
            [("name", "Canarykid"), ("version", "1")] + fields
        )
        try console.post("/children/2/remove", [("version", "1")])
        try console.post(
            "/account",
            [
                ("name", "Canaryrenamed"), ("time_zone", ""), ("language", ""),
                ("version", "\(try console.users.find(parent).version)"),
            ]
        )
        let kept = try #require(
            PendingForm(path: "/children", body: Array("name=Canarykept".utf8))
        )
        _ = try kept.store(for: ID(1), in: console.database, now: console.time.now)
        console.cookies = admin
        try console.post(
            family.href,
            [
                ("name", "The Canaryfamily two"), ("territory", "SE"), ("time_zone", "UTC"),
                ("language", ""), ("version", "1"),
            ]
        )
        try console.post(
            family.href + "/children",
            [("name", "Canaryhelped")] + fields
        )
    }

    /// Where the word stands in the files of the database.
    private func places(of word: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
            return String(decoding: bytes, as: UTF8.self)
                .localizedCaseInsensitiveContains(word)
        }
    }

    @Test("After a family is erased, its names are nowhere in the database's files")
    func leavesNothing() throws {
        try live()
        let other = try console.addFamily("Others stay")
        try console.addChild("Staying", in: other)
        try console.addParent("staying@example.test", in: other)
        #expect(try !places(of: "canary").isEmpty)
        let erased = try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.family(family.id), by: .commandLine)
        // The one who was removed is among them.
        #expect(erased == .init(parents: 1, children: 3))
        #expect(try places(of: "canary").isEmpty)
        #expect(try !places(of: "staying").isEmpty)
        #expect(try console.children.list(of: other.id).count == 1)
        #expect(try console.database.damages().isEmpty)
        #expect(try console.database.danglingReferences().isEmpty)
        #expect(try console.families.count() == 1)
        #expect(try console.get("/admin/audit").status == 200)
        #expect(try console.get("/admin/search?q=canary").contains("canary"))
    }

    @Test("After a child is erased, only the child is gone")
    func erasesChild() throws {
        try live()
        try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.child(ID(1), of: family.id), by: .commandLine)
        #expect(try places(of: "canarykid").isEmpty && places(of: "canarychild").isEmpty)
        #expect(try !places(of: "canaryhelped").isEmpty)
        #expect(try console.families.find(family.id).childCount == 1)
        #expect(throws: Failure.notFound) { try console.children.find(ID(1), of: family.id) }
    }

    @Test("A child that was moved goes with the family that it has now, and its past with it")
    func erasesMoved() throws {
        let other = try console.addFamily("Others")
        let child = try console.addChild("Canarymoved", in: other)
        let staying = try console.addChild("Stayer", in: family)
        _ = try console.children.move(child.id, of: other.id, to: family.id, by: .commandLine)
        _ = try console.children.move(staying.id, of: family.id, to: other.id, by: .commandLine)
        try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.family(family.id), by: .commandLine)
        #expect(try places(of: "canary").isEmpty)
        #expect(try console.children.find(staying.id, of: other.id).name == "Stayer")
    }

    @Test("The log says that it was done, by whom and how much it was, and not who it was")
    func logged() throws {
        try live()
        try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.family(family.id), by: Actor(id: 1, name: "Ada"))
        let entry = try #require(try AuditLog(console.database, 0).latest(1).first)
        #expect(entry.action == "erased" && entry.label == "no. 1" && entry.actorName == "Ada")
        #expect(entry.changes == [Change("parents", "1", "0"), Change("children", "3", "0")])
        let entries = try AuditLog(console.database, 0).latest(50, .init(family: 1))
        #expect(entries.count > 8)
        #expect(entries.dropFirst().allSatisfy { $0.label == "erased" && $0.changes.isEmpty })
        #expect(entries.contains { $0.behalf == "a family that was erased" })
    }

    @Test("It asks for the name, then for a proof, and only then erases")
    func asksTwice() throws {
        try live()
        let path = family.href + "/erase"
        let question = try console.get(path)
        #expect(question.contains("1 parent") && question.contains("3 children"))
        #expect(question.contains("words, followed series, playlists, captions, explanations"))
        #expect(question.contains("Older backups still contain the data"))
        let wrong = try console.post(path, [("typed_name", "Somebody")])
        #expect(wrong.status == 403)
        let refused = try console.confirm(wrong, "password", Console.password)
        #expect(refused.status == 422 && refused.contains("The name doesn’t match"))
        #expect(try console.families.findIfAny(family.id) != nil)
        let proof = try console.post(path, [("typed_name", "the canaryfamily TWO")])
        #expect(proof.status == 403)
        #expect(try console.families.findIfAny(family.id) != nil)
        let done = try console.confirm(proof, "password", Console.password)
        #expect(done.location == "/admin/families", "\(done.status) \(done.text)")
        #expect(
            try console.get("/admin/families").toast?
                .contains("All of the family’s data has been erased.") == true
        )
        #expect(try console.families.findIfAny(family.id) == nil)
        #expect(try console.get(family.href).status == 404)
        #expect(try places(of: "canary").isEmpty)
    }

    @Test("A family without parents loses no accounts")
    func withoutParents() throws {
        try console.signIn(as: .admin)
        let empty = try console.addFamily("Nobody’s")
        let question = try console.get(empty.href + "/erase")
        #expect(question.contains("Everything the family has here is erased: libraries"))
        #expect(!question.contains("can no longer sign in"))
    }

    @Test("A child is erased the same way, and its parents are signed in as before")
    func asksForChild() throws {
        try live()
        let path = Child.href(ID(1), of: family.id, "erase")
        let proof = try console.post(path, [("typed_name", "canarykid")])
        let done = try console.confirm(proof, "password", Console.password)
        #expect(done.location == family.href)
        #expect(try console.families.find(family.id).parentCount == 1)
        #expect(try console.count("SELECT count(*) FROM sessions") == 3)
    }
}
