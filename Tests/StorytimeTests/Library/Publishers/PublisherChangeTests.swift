import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Publishers: making and changing them")
struct PublisherChangeTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func form(_ name: String, slug: String = "", version: String? = nil)
        -> [(String, String)]
    {
        [("name", name), ("slug", slug)] + (version.map { [("version", $0)] } ?? [])
    }

    private func lastChanges() throws -> [Change] {
        let entries = try console.texts(
            "SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1"
        )
        return try Change.list(try #require(entries.first))
    }

    @Test("A new publisher gets a slug from its name, is written down and can be chosen for books")
    func creates() throws {
        let answer = try console.post("/admin/publishers", form("Éditions de l’Été"))
        #expect(answer.location == "/admin/publishers/1")
        let page = try console.get("/admin/publishers/1")
        #expect(page.toast?.contains("Publisher “Éditions de l’Été” added.") == true)
        #expect(try console.publishers.find(ID(1)).slug == "editions-de-lete")
        #expect(
            try lastChanges() == [
                Change("name", nil, "Éditions de l’Été"), Change("slug", nil, "editions-de-lete"),
            ]
        )
        #expect(try console.get("/admin/books/new").contains("Éditions de l’Été</option>"))
        #expect(try console.publishers.count() == 1)
    }

    @Test(
        "Each rule is said beside its field with status 422, and everything typed is kept",
        arguments: [
            ("name", "", "Enter a name."),
            ("name", String(repeating: "x", count: 201), "use 200 characters or fewer"),
            ("name", "ALDER  house", "Another publisher has this name"),
            ("slug", "Alder", "Use small letters"), ("slug", "a--b", "Use small letters"),
            ("slug", "alder-house", "Choose a slug that no other publisher has."),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        try console.addPublisher("Alder House")
        try console.addPublisher("Birch")
        let fields = form("Cedar", slug: "cedar", version: "1").map {
            $0.0 == field ? ($0.0, text) : $0
        }
        for target in ["/admin/publishers", "/admin/publishers/2"] {
            let answer = try console.post(target, fields)
            #expect(answer.status == 422)
            #expect(answer.contains("<title>Error: "))
            #expect(answer.markup.error(of: field)?.contains(complaint) == true)
            #expect(answer.markup.text(id: "errors")?.contains(complaint) == true)
            #expect(answer.markup.value(of: field) == text)
        }
        #expect(try console.publishers.count() == 2)
    }

    @Test("A change is saved, counted as a version and written down from what to what")
    func updates() throws {
        try console.addPublisher("Alder House")
        console.time.now += 60
        let answer = try console.post(
            "/admin/publishers/1",
            form("Elder House", slug: "elder", version: "1")
        )
        #expect(answer.location == "/admin/publishers/1")
        #expect(
            try console.get("/admin/publishers/1").toast?.contains("“Elder House” saved.") == true
        )
        let saved = try console.publishers.find(ID(1))
        #expect(saved.version == 2 && saved.updatedAt == console.time.now)
        #expect(
            try lastChanges() == [
                Change("name", "Alder House", "Elder House"),
                Change("slug", "alder-house", "elder"),
            ]
        )
        // The search finds it by its new name only.
        #expect(try console.publishers.count(SearchWords("elder")) == 1)
        #expect(try console.publishers.count(SearchWords("alder")) == 0)
    }

    @Test("A publisher may keep its name and change only its case, and an empty slug is made anew")
    func mayChangeCase() throws {
        try console.addPublisher("Alder House")
        let answer = try console.post("/admin/publishers/1", form("ALDER HOUSE", version: "1"))
        #expect(answer.status == 303)
        #expect(try console.publishers.find(ID(1)).slug == "alder-house")
    }

    @Test("Saving without a change changes nothing: no version, no entry in the log")
    func nothingChanged() throws {
        let before = try console.addPublisher("Alder House")
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        let form = try #require(
            try console.get("/admin/publishers/1/edit").markup.forms.first {
                $0.action == "/admin/publishers/1"
            }
        )
        console.time.now += 60
        let fields = form.fields.map { ($0.name, $0.value) }
        #expect(try console.post(form.action, fields).status == 303)
        #expect(try console.publishers.find(ID(1)) == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test("The second of two editors sees both versions, keeps their text, and may overwrite")
    func twoEditors() throws {
        try console.addPublisher("Alder House")
        let first = form("Elder House", slug: "elder", version: "1")
        #expect(try console.post("/admin/publishers/1", first).status == 303)
        console.time.now += 120
        let mine = form("Older House", slug: "elder", version: "1")
        let conflict = try console.post("/admin/publishers/1", mine)
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("You changed this in another tab 2 minutes ago"))
        #expect(text.contains("Name Elder House Older House"))
        #expect(!text.contains("Slug"))
        #expect(conflict.markup.value(of: "name") == "Older House")
        #expect(try console.publishers.find(ID(1)).name == "Elder House")
        let version = try #require(conflict.markup.value(of: "version"))
        let again = form("Older House", slug: "elder", version: version)
        #expect(try console.post("/admin/publishers/1", again).status == 303)
        #expect(try console.publishers.find(ID(1)).name == "Older House")
    }

    @Test("A form without the version that it showed could overwrite anything, and is shown again")
    func withoutVersion() throws {
        try console.addPublisher("Alder House")
        #expect(try console.post("/admin/publishers/1", form("Other")).status == 422)
        #expect(try console.publishers.find(ID(1)).name == "Alder House")
    }

    @Test("A publisher that isn't there has no page", arguments: ["99", "0", "-1", "01", "x"])
    func noSuchPublisher(id: String) throws {
        let path = "/admin/publishers/" + id
        for target in [path, path + "/edit", path + "/delete"] {
            #expect(try console.get(target).status == 404, "\(target)")
        }
        for target in [path, path + "/delete"] {
            #expect(try console.post(target, form("X", version: "1")).status == 404, "\(target)")
        }
    }
}
