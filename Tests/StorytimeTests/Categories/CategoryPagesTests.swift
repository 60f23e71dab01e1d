import SQLite
import Testing

@testable import Storytime

@Suite("Categories: making and changing them")
struct CategoryPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func form(
        _ name: String,
        slug: String = "",
        order: String = "",
        icon: String = "",
        version: String? = nil
    ) -> [(String, String)] {
        [("name", name), ("slug", slug), ("display_order", order), ("icon_name", icon)]
            + (version.map { [("version", $0)] } ?? [])
    }

    @discardableResult
    private func create(_ fields: [(String, String)]) throws -> Answer {
        try console.post("/admin/categories", fields)
    }

    private func newest() throws -> Category {
        try #require(try console.categories.all().max { $0.id.value < $1.id.value })
    }

    // MARK: The list

    @Test("The list shows every category in its order, with its icon and how many books it has")
    func list() throws {
        try console.addBook("Goodnight Moon", in: [console.category("bedtime-stories")])
        let page = try console.get("/admin/categories")
        #expect(page.contains("8 categories, in the order that families see"))
        let rows = page.markup.all("tr").compactMap { $0["data-id"] }
        #expect(rows == (try console.categories.all().map { String($0.id.value) }))
        let first = page.markup.text(where: "data-id", is: "1")
        #expect(first?.contains("Bedtime Stories") == true)
        #expect(first?.contains("1 book") == true)
        #expect(page.markup.text(where: "data-id", is: "2")?.contains("0 books") == true)
        #expect(page.contains("#moon.stars\""))
    }

    @Test("Without any category the list leads to the first one")
    func emptyList() throws {
        try console.database.execute("DELETE FROM categories")
        let page = try console.get("/admin/categories")
        #expect(page.contains("No categories yet"))
        #expect(page.markup.targets.contains("/admin/categories/new"))
    }

    @Test("Two hundred stand on a page; the next ones are a link away")
    func pages() throws {
        for number in 1...200 { try console.addCategory("Category \(number)") }
        let first = try console.get("/admin/categories")
        #expect(first.markup.all("tr").count { $0["data-id"] != nil } == 200)
        #expect(first.markup.targets.contains("/admin/categories?page=2"))
        let second = try console.get("/admin/categories?page=2")
        #expect(second.markup.all("tr").count { $0["data-id"] != nil } == 8)
        #expect(try console.get("/admin/categories?page=999").text == second.text)
    }

    // MARK: New

    @Test("A new category gets a slug from its name, the last place, and says so once")
    func creates() throws {
        let answer = try create(form("Été à la Mer", icon: "sun.max"))
        #expect(answer.status == 303)
        #expect(answer.location == "/admin/categories")
        #expect(
            try console.get("/admin/categories").toast?.contains("Category “Été à la Mer” added.")
                == true
        )
        #expect(try console.get("/admin/categories").toast == nil)
        let category = try newest()
        #expect(category.name == "Été à la Mer")
        #expect(category.slug == "ete-a-la-mer")
        #expect(category.displayOrder == 9)
        #expect(category.iconName == "sun.max")
        #expect(category.createdAt == console.time.now)
        #expect(try console.get("/admin/categories/\(category.id)").contains("Été à la Mer"))
    }

    @Test("A slug that is taken gets a number")
    func makesSlugUnique() throws {
        for name in ["Sea!", "Sea?", "Sea."] { #expect(try create(form(name)).status == 303) }
        let slugs = try console.texts("SELECT slug FROM categories WHERE slug GLOB 'sea*'")
        #expect(slugs.sorted() == ["sea", "sea-2", "sea-3"])
    }

    @Test("A gap among the numbers is filled, and a longer slug is another slug")
    func fillsGaps() throws {
        for name in ["Sea", "Sea-3", "Seaside"] { try console.addCategory(name) }
        #expect(try console.addCategory("Sea!").slug == "sea-2")
        #expect(try console.addCategory("Sea?").slug == "sea-4")
    }

    @Test("An own slug is kept exactly")
    func ownSlug() throws {
        #expect(try create(form("Dinosaurs", slug: "dinos-2")).status == 303)
        #expect(try newest().slug == "dinos-2")
    }

    @Test("A name without a Latin letter is called “category” in addresses")
    func fallbackSlug() throws {
        #expect(try create(form("睡前故事")).status == 303)
        #expect(try newest().slug == "category")
        #expect(try create(form("🦊")).status == 303)
        #expect(try newest().slug == "category-2")
    }

    @Test("A place in the list can be chosen")
    func chosenOrder() throws {
        #expect(try create(form("First", order: "0")).status == 303)
        #expect(try console.categories.all().first?.name == "First")
    }

    @Test("After the last possible place there is still room")
    func orderIsBounded() throws {
        #expect(try create(form("Last", order: "1000000")).status == 303)
        #expect(try create(form("Later")).status == 303)
        #expect(try newest().displayOrder == 1_000_000)
    }

    @Test("Two who send the same form make one category, and the second is told why")
    func doubleSubmit() throws {
        #expect(try create(form("Dinosaurs", slug: "dinosaurs")).status == 303)
        let second = try create(form("Dinosaurs", slug: "dinosaurs"))
        #expect(second.status == 422)
        #expect(second.markup.value(of: "name") == "Dinosaurs")
        #expect(try console.count("SELECT count(*) FROM categories") == 9)
    }

    @Test(
        "Each rule is said beside its field, in the summary, with status 422, and the text is kept",
        arguments: [
            ("name", "", "Enter a name."),
            ("name", "   ", "Enter a name."),
            ("name", String(repeating: "x", count: 101), "may have 100 characters; this has 101."),
            ("name", String(repeating: "🦊", count: 51), "may have 100 characters; this has 102."),
            ("name", "a\u{7}b", "control character"),
            ("name", "a\nb", "line break"),
            ("name", "a\u{202E}b", "reverses text"),
            ("name", "\u{200B}\u{200D}", "no visible character"),
            ("name", "\u{3164}", "no visible character"),
            ("name", "\u{FE0F}", "no visible character"),
            ("slug", "Fairy Tales", "small letters"),
            ("slug", "-a", "small letters"),
            ("slug", "a--b", "small letters"),
            ("slug", "é", "small letters"),
            ("slug", String(repeating: "a", count: 101), "may have 100 characters"),
            ("slug", "adventure", "no other category has"),
            ("display_order", "-1", "whole number from 0 to 1,000,000"),
            ("display_order", "1000001", "whole number"),
            ("display_order", "1.5", "whole number"),
            ("display_order", "zwei", "whole number"),
            ("display_order", "99999999999999999999", "whole number"),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        let fields = form("Dinosaurs").map { $0.0 == field ? ($0.0, text) : $0 }
        for target in ["/admin/categories", "/admin/categories/1"] {
            let answer = try console.post(target, fields)
            #expect(answer.status == 422)
            #expect(answer.markup.value(of: field) == text)
            #expect(answer.markup.error(of: field)?.contains(complaint) == true)
            #expect(answer.markup.text(id: "errors")?.contains(complaint) == true)
            let link = "#field-" + field.replacing("_", with: "-")
            #expect(answer.markup.all("a").contains { $0["href"] == link })
            #expect(answer.markup.first(id: String(link.dropFirst()))?["aria-invalid"] == "true")
        }
        #expect(try console.count("SELECT count(*) FROM categories") == 8)
        #expect(
            try console.count("SELECT count(*) FROM audit_entries WHERE action <> 'created'") == 0
        )
    }

    @Test("An icon that isn't offered is refused")
    func refusesForeignIcon() throws {
        let answer = try create(form("Dinosaurs", icon: "../../etc/passwd"))
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "icon-error")?.contains("one of the icons") == true)
    }

    @Test("An icon that is no longer offered may be kept, but not newly chosen")
    func keepsOldIcon() throws {
        try console.database.execute("UPDATE categories SET icon_name = 'old.icon' WHERE id = 1")
        #expect(
            try console.post("/admin/categories/1", form("Bedtime", icon: "old.icon")).status == 303
        )
        #expect(
            try console.post("/admin/categories/2", form("Advent", icon: "old.icon")).status == 422
        )
    }

    @Test("Everything that is offered by the picker can be chosen and is shown as chosen")
    func everyIcon() throws {
        #expect(console.site.assets.categoryIcons.count >= 8)
        for icon in console.site.assets.categoryIcons {
            let answer = try console.post("/admin/categories/1", form("Bedtime", icon: icon.name))
            #expect(answer.status == 303)
            let page = try console.get("/admin/categories/1/edit")
            #expect(page.markup.checked("icon_name") == [icon.name])
        }
        #expect(try console.post("/admin/categories/1", form("Bedtime")).status == 303)
        #expect(try console.get("/admin/categories/1/edit").markup.checked("icon_name") == [""])
    }

    // MARK: Uniqueness

    @Test(
        "Names are one name however their case and accents are typed: the database says so",
        arguments: [
            ("Été", "été"), ("Été", "ETE"), ("Straße", "STRASSE"), ("Æsop", "aesop"),
            ("Łódź", "lodz"), ("e\u{301}t", "\u{E9}t"), ("A  B", "a b"), ("ﬁsh", "Fish"),
            ("Ödön", "odon"), ("Ｗｉｄｅ", "wide"),
        ]
    )
    func namesAreFolded(first: String, second: String) throws {
        #expect(try create(form(first)).status == 303)
        let answer = try create(form(second))
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "name")?.contains("Another category has this name") == true)
        #expect(answer.markup.value(of: "name") == second)
    }

    @Test("A category may keep its own name and change only its case")
    func mayChangeCase() throws {
        let fields = form("ADVENTURE", slug: "adventure", version: "1")
        #expect(try console.post("/admin/categories/2", fields).status == 303)
        #expect(try console.categories.find(ID(2)).name == "ADVENTURE")
    }

    @Test("White space around the text is left out, and the notice says so")
    func trims() throws {
        #expect(try create(form("  Dinosaurs\u{3000}")).status == 303)
        #expect(try newest().name == "Dinosaurs")
        let toast = try console.get("/admin/categories").toast
        #expect(toast?.contains("The spaces around the text were left out.") == true)
        try create(form("Trains"))
        #expect(try console.get("/admin/categories").toast?.contains("spaces") == false)
    }

    // MARK: Edit

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
        let fields = form("Tales", slug: "tales", order: "2", icon: "crown", version: "1")
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
        #expect(try console.post("/admin/categories/4", form("Fairy  Tales")).status == 303)
        #expect(try console.categories.find(ID(4)).slug == "fairy-tales")
    }

    @Test("An empty place puts the category at the end, as the field's hint says")
    func emptyPlaceIsLast() throws {
        #expect(try console.post("/admin/categories/1", form("Bedtime Stories")).status == 303)
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
            let answer = try console.post(target, form("X") + [("direction", "up")])
            #expect(answer.status == 404, "\(target)")
        }
    }

    // MARK: Two editors

    @Test("The second of two editors sees both versions, keeps their text, and may overwrite")
    func twoEditors() throws {
        let grace = try console.addUser("grace@example.test", .admin, name: "Grace")
        let adas = console.cookies
        try console.signIn(grace)
        let hers = form("Sagas", slug: "sagas", order: "4", icon: "crown", version: "1")
        #expect(try console.post("/admin/categories/4", hers).status == 303)
        console.cookies = adas
        console.time.now += 120
        let mine = form("Legends", slug: "sagas", order: "4", icon: "", version: "1")
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
        let again = form("Legends", slug: "sagas", order: "4", version: version)
        #expect(try console.post("/admin/categories/4", again).status == 303)
        #expect(try console.categories.find(ID(4)).name == "Legends")
    }

    @Test("A form that is sent twice is a conflict with oneself, never a silent overwrite")
    func sentTwice() throws {
        let fields = form("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", fields).status == 303)
        #expect(try console.post("/admin/categories/4", fields).status == 409)
        #expect(try console.categories.find(ID(4)).version == 2)
    }

    @Test("An error does not forget which version was shown")
    func errorKeepsVersion() throws {
        let ours = form("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", ours).status == 303)
        let wrong = try console.post("/admin/categories/4", form("", version: "1"))
        #expect(wrong.markup.value(of: "version") == "1")
        let taken = try console.post(
            "/admin/categories/4",
            form("Tales", slug: "adventure", version: "2")
        )
        #expect(taken.status == 422)
        #expect(taken.markup.value(of: "version") == "2")
    }

    // MARK: Delete

    @Test("Deleting asks first and says what it unlinks", arguments: [0, 1, 2])
    func asksBeforeDeleting(books: Int) throws {
        let category = try console.category("fairy-tales")
        for number in 0..<books { try console.addBook("Book \(number)", in: [category]) }
        let page = try console.get("/admin/categories/\(category.id)/delete")
        #expect(page.status == 200)
        let sentence = ["No book is in it", "1 book", "2 books"][books]
        #expect(page.contains(sentence))
        #expect(try console.categories.count() == 8)
    }

    @Test("Deleting takes the category off its books, which stay, and says how many")
    func deletes() throws {
        let tales = try console.category("fairy-tales")
        let adventure = try console.category("adventure")
        let both = try console.addBook("Both", in: [tales, adventure])
        let one = try console.addBook("One", in: [tales])
        let answer = try console.post("/admin/categories/\(tales.id)/delete", [("version", "1")])
        #expect(answer.location == "/admin/categories")
        let toast = try console.get("/admin/categories").toast
        #expect(toast?.contains("“Fairy Tales” deleted. It was taken off 2 books.") == true)
        #expect(try console.books.categories(of: both.id).map(\.name) == ["Adventure"])
        #expect(try console.books.categories(of: one.id).isEmpty)
        #expect(try console.get("/admin/categories/\(tales.id)").status == 404)
        #expect(try console.books.count(.withoutCategory) == 1)
    }

    @Test("Deleting twice finds nothing the second time")
    func deletesTwice() throws {
        let fields = [("version", "1")]
        #expect(try console.post("/admin/categories/4/delete", fields).status == 303)
        #expect(try console.post("/admin/categories/4/delete", fields).status == 404)
        #expect(try console.categories.count() == 7)
    }

    @Test("What someone changed since the question was asked is not deleted unseen")
    func deletesOnlyWhatWasShown() throws {
        let fields = form("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", fields).status == 303)
        let answer = try console.post("/admin/categories/4/delete", [("version", "1")])
        #expect(answer.status == 409)
        #expect(answer.contains("Tales"))
        #expect(try console.categories.count() == 8)
        let version = try #require(answer.markup.value(of: "version"))
        #expect(
            try console.post("/admin/categories/4/delete", [("version", version)]).status == 303
        )
    }

    @Test("A deleted category's id never comes back as somebody else's")
    func idsAreNotReused() throws {
        let last = try console.addCategory("Last")
        #expect(try console.post("/admin/categories/\(last.id)/delete").status == 303)
        #expect(try console.addCategory("Next").id != last.id)
    }

    // MARK: A category's page

    @Test("A category shows its books by title, fifty on a page")
    func showsBooks() throws {
        let category = try console.category("adventure")
        for number in (1...51).reversed() {
            try console.addBook("Book \(number < 10 ? "0" : "")\(number)", in: [category])
        }
        let first = try console.get("/admin/categories/\(category.id)")
        #expect(first.contains("Book 01") && first.contains("Book 50"))
        #expect(!first.contains("Book 51"))
        #expect(first.contains("1–50 of 51"))
        let second = try console.get("/admin/categories/\(category.id)?page=2")
        #expect(second.contains("Book 51") && !second.contains("Book 50"))
    }

    @Test("An empty category says how to fill it")
    func showsEmptyShelf() throws {
        let page = try console.get("/admin/categories/1")
        #expect(page.contains("This shelf is still empty"))
    }
}
