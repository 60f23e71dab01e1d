import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories: changing them")
struct CategoryEditTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test(
        "Names are one name however their case and accents are typed: the database says so",
        arguments: [
            ("Été", "été"), ("Été", "ETE"), ("Straße", "STRASSE"), ("Æsop", "aesop"),
            ("Łódź", "lodz"), ("e\u{301}t", "\u{E9}t"), ("A  B", "a b"), ("ﬁsh", "Fish"),
            ("Ödön", "odon"), ("Ｗｉｄｅ", "wide"),
        ]
    )
    func namesAreFolded(first: String, second: String) throws {
        #expect(try console.create(Console.categoryForm(first)).status == 303)
        let answer = try console.create(Console.categoryForm(second))
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "name")?.contains("Another category has this name") == true)
        #expect(answer.markup.value(of: "name") == second)
    }

    @Test("A category may keep its own name and change only its case")
    func mayChangeCase() throws {
        let fields = Console.categoryForm("ADVENTURE", slug: "adventure", version: "1")
        #expect(try console.post("/admin/categories/2", fields).status == 303)
        #expect(try console.categories.find(ID(2)).name == "ADVENTURE")
    }

    @Test("White space around the text is left out, and the notice says so")
    func trims() throws {
        #expect(try console.create(Console.categoryForm("  Dinosaurs\u{3000}")).status == 303)
        #expect(try console.newestCategory().name == "Dinosaurs")
        let toast = try console.get("/admin/categories").toast
        #expect(toast?.contains("Spaces around the text were removed.") == true)
        try console.create(Console.categoryForm("Trains"))
        #expect(try console.get("/admin/categories").toast?.contains("Spaces") == false)
    }

    @Test("The form of a category holds what it is")
    func editForm() throws {
        let page = try console.get("/admin/categories/4/edit").markup
        #expect(page.value(of: "name") == "Fairy Tales")
        #expect(page.value(of: "slug") == "fairy-tales")
        #expect(page.value(of: "display_order") == "4")
        #expect(page.checked("icon_name") == ["wand.and.stars"])
        #expect(page.value(of: "version") == "1")
    }

    @Test("A change is saved, counted as a version, shown and written down from what to what")
    func updates() throws {
        console.time.now += 60
        let fields = Console.categoryForm(
            "Tales",
            slug: "tales",
            order: "2",
            icon: "crown",
            version: "1"
        )
        let answer = try console.post("/admin/categories/4", fields)
        #expect(answer.location == "/admin/categories/4")
        #expect(try console.get("/admin/categories/4").toast?.contains("“Tales” saved.") == true)
        let saved = try console.categories.find(ID(4))
        #expect(
            [saved.name, saved.slug, saved.iconName] == ["Tales", "tales", "crown"]
                && saved.displayOrder == 2 && saved.version == 2
                && saved.updatedAt == console.time.now
        )
        let changes = try #require(
            try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1").first
        )
        #expect(
            try Change.list(changes) == [
                Change("name", "Fairy Tales", "Tales"), Change("slug", "fairy-tales", "tales"),
                Change("display_order", "4", "2"),
                Change("icon_name", "wand.and.stars", "crown"),
            ]
        )
    }

    @Test("An empty slug is made anew from the name; the category's own slug is no obstacle")
    func slugIsMadeAnew() throws {
        let fields = Console.categoryForm("Fairy  Tales", version: "1")
        #expect(try console.post("/admin/categories/4", fields).status == 303)
        #expect(try console.categories.find(ID(4)).slug == "fairy-tales")
    }

    @Test("An empty place puts the category at the end, as the field's hint says")
    func emptyPlaceIsLast() throws {
        let fields = Console.categoryForm("Bedtime Stories", version: "1")
        #expect(try console.post("/admin/categories/1", fields).status == 303)
        #expect(try console.categories.all().last?.name == "Bedtime Stories")
    }

    @Test("Saving without a change changes nothing: no version, no entry in the log")
    func nothingChanged() throws {
        let before = try console.categories.find(ID(4))
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        let form = try #require(
            try console.get("/admin/categories/4/edit").markup.forms.first {
                $0.action == "/admin/categories/4"
            }
        )
        console.time.now += 60
        #expect(
            try console.post(form.action, form.fields.map { ($0.name, $0.value) }).status == 303
        )
        #expect(try console.categories.find(ID(4)) == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test(
        "A category that isn't there has no page",
        arguments: [
            "99", "0", "-1", "01", "1x", "x", "9223372036854775808", "%D9%A3", "1%20", "+1",
        ]
    )
    func noSuchCategory(id: String) throws {
        let path = "/admin/categories/" + id
        for target in [path, path + "/edit", path + "/delete"] {
            #expect(try console.get(target).status == 404, "\(target)")
        }
        for target in [path, path + "/delete", path + "/move"] {
            let answer = try console.post(target, Console.categoryForm("X") + [("direction", "up")])
            #expect(answer.status == 404, "\(target)")
        }
    }

    @Test("The second of two editors sees both versions, keeps their text, and may overwrite")
    func twoEditors() throws {
        let grace = try console.addUser("grace@example.test", .admin, name: "Grace")
        let adas = console.cookies
        try console.signIn(grace)
        let hers = Console.categoryForm(
            "Sagas",
            slug: "sagas",
            order: "4",
            icon: "crown",
            version: "1"
        )
        #expect(try console.post("/admin/categories/4", hers).status == 303)
        console.cookies = adas
        console.time.now += 120
        let mine = Console.categoryForm(
            "Legends",
            slug: "sagas",
            order: "4",
            icon: "",
            version: "1"
        )
        let conflict = try console.post("/admin/categories/4", mine)
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("Grace changed this 2 minutes ago"))
        #expect(text.contains("Name Sagas Legends"))
        #expect(text.contains("Icon Crown No icon"))
        #expect(!text.contains("Slug"))
        #expect(conflict.markup.value(of: "name") == "Legends")
        #expect(try console.categories.find(ID(4)).name == "Sagas")
        let version = try #require(conflict.markup.value(of: "version"))
        #expect(version == "2")
        let again = Console.categoryForm("Legends", slug: "sagas", order: "4", version: version)
        #expect(try console.post("/admin/categories/4", again).status == 303)
        #expect(try console.categories.find(ID(4)).name == "Legends")
    }

    @Test("A form that is sent twice is a conflict with oneself, never a silent overwrite")
    func sentTwice() throws {
        let fields = Console.categoryForm("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", fields).status == 303)
        #expect(try console.post("/admin/categories/4", fields).status == 409)
        #expect(try console.categories.find(ID(4)).version == 2)
    }

    @Test("An error does not forget which version was shown")
    func errorKeepsVersion() throws {
        let ours = Console.categoryForm("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", ours).status == 303)
        let wrong = try console.post("/admin/categories/4", Console.categoryForm("", version: "1"))
        #expect(wrong.markup.value(of: "version") == "1")
        let taken = try console.post(
            "/admin/categories/4",
            Console.categoryForm("Tales", slug: "adventure", version: "2")
        )
        #expect(taken.status == 422)
        #expect(taken.markup.value(of: "version") == "2")
    }
}
