import Markup
import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("An archive for parents themselves")
struct ParentArchiveTests {
    private let console: Console
    private let family: Family
    private let astrid: ID<User>
    private let tom: ID<User>

    init() throws {
        console = try Console()
        family = try console.addFamily()
        try console.addChild("Pippi", in: family)
        try console.addChild("Gone", in: family)
        _ = try console.children.remove(ID(2), of: family.id, version: nil, by: .commandLine)
        astrid = try console.addParent("astrid@example.test", in: family)
        tom = try console.addParent("tom@example.test", in: family, name: "Tom")
        let others = try console.addFamily("Strangers")
        try console.addChild("Canary", in: others)
        console.headers = [("User-Agent", "Tom’s phone")]
        try console.signIn(tom)
        try console.database.execute(
            "UPDATE sessions SET user_agent = 'Canary phone', address = '203.0.113.77'"
        )
        console.headers = []
        console.cookies = [:]
        // Tom’s own affairs, and what he did in another family.
        try AuditLog(console.database, console.time.now).write(
            Actor(id: tom.value, name: "Tom"),
            "changed the password of",
            try console.users.find(tom).subject,
            []
        )
        try AuditLog(console.database, console.time.now).write(
            Actor(id: astrid.value, name: "Astrid"),
            "changed",
            Subject(.child, 3, "Canary", of: others.id),
            []
        )
        try console.signIn(astrid)
    }

    private func unpack(_ target: String) throws -> [String: String] {
        let files = try Tar.unpack(try console.download(target).bytes)
        return Dictionary(
            uniqueKeysWithValues: files.map { name, bytes in
                (
                    String(name.split(separator: "/").last ?? ""),
                    String(decoding: bytes, as: UTF8.self)
                )
            }
        )
    }

    @Test("It is linked where a family is set up, and holds that family and no other")
    func own() throws {
        #expect(try console.get("/family").markup.targets.contains("/family/archive"))
        let page = try console.get("/family/archive")
        #expect(page.markup.targets.contains("/family/export.zip"))
        #expect(page.contains("the player log, and your photos."))
        #expect(page.contains("Story videos and covers aren’t included"))
        let files = try unpack("/family/export.tar")
        #expect(files["children.csv"]?.contains("Pippi") == true)
        #expect(files["parents.csv"]?.contains("tom@example.test") == true)
        for (name, text) in files { #expect(!text.contains("Canary"), "\(name)") }
        let entry = try #require(try AuditLog(console.database, 0).latest(1).first)
        #expect(entry.action == "exported" && entry.actorName == "Astrid")
        #expect(entry.family == family.id && entry.behalf == nil)
    }

    @Test("What the README says of it is so")
    func readMe() throws {
        let files = try unpack("/family/export.tar")
        let text = try #require(files["README.txt"])
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 95 })
        #expect(text.contains("until they are erased, 30 days after removal"))
        // The child who was removed is in it, and says so.
        let children = try Console.rows(of: Array(try #require(files["children.csv"]).utf8))
        #expect(children.map { $0["name"] } == ["Pippi", "Gone"])
        #expect(children.map { $0["removed_at"]?.isEmpty } == [true, false])
        // Of the other parent, a name and an address.
        #expect(text.contains("For other parents, only names and e-mail addresses are included"))
        let devices = try Console.rows(of: Array(try #require(files["devices.csv"]).utf8))
        #expect(devices.map { $0["parent_id"] } == ["\(astrid)"])
        let history = try #require(files["history.csv"])
        #expect(!history.contains("password of") && history.contains("Pippi"))
        // Who keeps the console gets all of it, and is told nothing of limits.
        console.cookies = [:]
        try console.signIn(as: .admin)
        let all = try unpack(family.href + "/export.tar")
        #expect(all["README.txt"]?.contains("For other parents") == false)
        #expect(all["devices.csv"]?.contains("Canary phone") == true)
        #expect(all["history.csv"]?.contains("password of") == true)
    }

    @Test("A child’s archive is theirs alone; another family’s child and one in the bin have none")
    func child() throws {
        let files = try unpack("/children/1/export.tar")
        #expect(files["children.csv"]?.contains("Pippi") == true && files["parents.csv"] == nil)
        for id in [2, 3] {
            for act in ["archive", "export.tar", "export.zip"] {
                #expect(try console.get("/children/\(id)/\(act)").status == 404, "\(id) \(act)")
            }
        }
    }

    @Test(
        "Whoever finds an open screen is asked for the password first",
        arguments: ["/family", "/children/1"]
    )
    func proof(path: String) throws {
        console.time.now += ProofNeed.seconds
        #expect(try console.get(path + "/export.tar").location == path + "/archive")
        let page = try console.get(path + "/archive")
        #expect(!page.markup.targets.contains(path + "/export.zip"))
        let form = try #require(page.markup.forms.first { $0.action == path + "/archive" })
        let question = try console.submit(form)
        #expect(question.status == 403)
        let wrong = try console.confirm(question, "password", "not the password")
        #expect(wrong.status == 422)
        #expect(try console.get(path + "/export.tar").status == 303)
        #expect(try console.get(path + "/export.zip").status == 303)
        let done = try console.confirm(question, "password", Console.password)
        #expect(done.location == path + "/archive")
        #expect(try console.get(path + "/archive").markup.targets.contains(path + "/export.zip"))
        #expect(try console.get(path + "/export.tar").status == 200)
        #expect(
            try console.count("SELECT count(*) FROM audit_entries WHERE action = 'exported'") == 1
        )
    }

    @Test("Neither an admin nor a parent without a family has one")
    func others() throws {
        for role in Role.allCases {
            console.cookies = [:]
            try console.signIn(as: role)
            for path in ["/family/archive", "/family/export.tar", "/family/export.zip"] {
                #expect(try console.get(path).status == 404, "\(role) \(path)")
            }
        }
    }
}
