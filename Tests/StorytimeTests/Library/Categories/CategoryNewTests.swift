import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories: making them")
struct CategoryNewTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("A new category gets a slug from its name, the last place, and says so once")
    func creates() throws {
        let answer = try console.create(Console.categoryForm("Été à la Mer", icon: "sun.max"))
        #expect(answer.status == 303)
        #expect(answer.location == "/admin/categories")
        #expect(
            try console.get("/admin/categories").toast?.contains("Category “Été à la Mer” added.")
                == true
        )
        #expect(try console.get("/admin/categories").toast == nil)
        let category = try console.newestCategory()
        #expect(category.name == "Été à la Mer")
        #expect(category.slug == "ete-a-la-mer")
        #expect(category.displayOrder == 9)
        #expect(category.iconName == "sun.max")
        #expect(category.createdAt == console.time.now)
        #expect(try console.get("/admin/categories/\(category.id)").contains("Été à la Mer"))
    }

    @Test("A slug that is taken gets a number")
    func makesSlugUnique() throws {
        for name in ["Sea!", "Sea?", "Sea."] {
            #expect(try console.create(Console.categoryForm(name)).status == 303)
        }
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
        #expect(
            try console.create(Console.categoryForm("Dinosaurs", slug: "dinos-2")).status == 303
        )
        #expect(try console.newestCategory().slug == "dinos-2")
    }

    @Test("A name without a Latin letter is called “category” in addresses")
    func fallbackSlug() throws {
        #expect(try console.create(Console.categoryForm("睡前故事")).status == 303)
        #expect(try console.newestCategory().slug == "category")
        #expect(try console.create(Console.categoryForm("🦊")).status == 303)
        #expect(try console.newestCategory().slug == "category-2")
    }

    @Test("A place in the list can be chosen")
    func chosenOrder() throws {
        #expect(try console.create(Console.categoryForm("First", order: "0")).status == 303)
        #expect(try console.categories.all().first?.name == "First")
    }

    @Test("After the last possible place there is still room")
    func orderIsBounded() throws {
        #expect(try console.create(Console.categoryForm("Last", order: "1000000")).status == 303)
        #expect(try console.create(Console.categoryForm("Later")).status == 303)
        #expect(try console.newestCategory().displayOrder == 1_000_000)
    }

    @Test("Two who send the same form make one category, and the second is told why")
    func doubleSubmit() throws {
        #expect(
            try console.create(Console.categoryForm("Dinosaurs", slug: "dinosaurs")).status == 303
        )
        let second = try console.create(Console.categoryForm("Dinosaurs", slug: "dinosaurs"))
        #expect(second.status == 422)
        #expect(second.markup.value(of: "name") == "Dinosaurs")
        #expect(try console.count("SELECT count(*) FROM categories") == 9)
    }

    @Test(
        "Each rule is said beside its field, in the summary, with status 422, and the text is kept",
        arguments: [
            ("name", "", "Enter a name."),
            ("name", "   ", "Enter a name."),
            ("name", String(repeating: "x", count: 101), "use 100 characters or fewer (now 101)."),
            ("name", String(repeating: "🦊", count: 51), "use 100 characters or fewer (now 102)."),
            ("name", "a\u{7}b", "control character"),
            ("name", "a\nb", "line break"),
            ("name", "a\u{202E}b", "reverses text"),
            ("name", "\u{200B}\u{200D}", "at least one visible character"),
            ("name", "\u{3164}", "at least one visible character"),
            ("name", "\u{FE0F}", "at least one visible character"),
            ("slug", "Fairy Tales", "small letters"),
            ("slug", "-a", "small letters"),
            ("slug", "a--b", "small letters"),
            ("slug", "é", "small letters"),
            ("slug", String(repeating: "a", count: 101), "use 100 characters or fewer"),
            ("slug", "adventure", "no other category has"),
            ("display_order", "-1", "whole number from 0 to 1,000,000"),
            ("display_order", "1000001", "whole number"),
            ("display_order", "1.5", "whole number"),
            ("display_order", "zwei", "whole number"),
            ("display_order", "99999999999999999999", "whole number"),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        let form = Console.categoryForm("Dinosaurs", version: "1")
        let fields = form.map { $0.0 == field ? ($0.0, text) : $0 }
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
        let answer = try console.create(Console.categoryForm("Dinosaurs", icon: "../../etc/passwd"))
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "icon-error")?.contains("one of the icons") == true)
    }

    @Test("An icon that is no longer offered may be kept, but not newly chosen")
    func keepsOldIcon() throws {
        try console.database.execute("UPDATE categories SET icon_name = 'old.icon' WHERE id = 1")
        #expect(
            try console.post(
                "/admin/categories/1",
                Console.categoryForm("Bedtime", icon: "old.icon", version: "1")
            ).status == 303
        )
        #expect(
            try console.post(
                "/admin/categories/2",
                Console.categoryForm("Advent", icon: "old.icon", version: "1")
            ).status == 422
        )
    }

    @Test("Everything that is offered by the picker can be chosen and is shown as chosen")
    func everyIcon() throws {
        #expect(console.site.assets.categoryIcons.count >= 8)
        for icon in console.site.assets.categoryIcons.map(\.name) + [""] {
            let version = try console.categories.find(ID(1)).version
            let answer = try console.post(
                "/admin/categories/1",
                Console.categoryForm("Bedtime", icon: icon, version: String(version))
            )
            #expect(answer.status == 303)
            let page = try console.get("/admin/categories/1/edit")
            #expect(page.markup.checked("icon_name") == [icon])
        }
    }
}
