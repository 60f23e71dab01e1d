import Markup
import Testing

@testable import Storytime

@Suite("Two people edit one record: merging their changes")
struct MergedEditTests {
    private let console: Console
    private let tales: Storytime.Category

    init() throws {
        console = try Console.asAdmin()
        tales = try console.category("fairy-tales")
    }

    /// The fields of the form as a browser sends them back, with some of them changed.
    private func fields(_ page: Answer, _ changes: [String: String]) throws -> [(String, String)] {
        let form = try #require(page.markup.forms.first { $0.action == tales.href })
        var sent = form.fields.map { ($0.name, changes[$0.name] ?? $0.value) }
        for (name, value) in changes where !sent.contains(where: { $0.0 == name }) {
            sent.append((name, value))
        }
        return sent
    }

    private func open() throws -> Answer { try console.get(tales.href + "/edit") }

    /// Somebody else changes the category.
    private func change(_ change: (inout Storytime.Category.Draft) -> Void, by actor: Actor) throws
    {
        let now = try console.categories.find(tales.id)
        var draft = Storytime.Category.Draft(
            name: now.name,
            slug: now.slug,
            displayOrder: now.displayOrder,
            iconName: now.iconName
        )
        change(&draft)
        _ = try console.categories.update(now.id, version: now.version, draft, by: actor)
    }

    private static let bo = Actor(id: 99, name: "Bo")

    @Test(
        "What only the other one changed stays, what only I changed is saved, and nobody is asked"
    )
    func merges() throws {
        let page = try open()
        try change({ $0.slug = "tales" }, by: Self.bo)
        let answer = try console.post(tales.href, fields(page, ["name": "Old Tales"]))
        #expect(answer.status == 303)
        #expect(
            try console.get(tales.href).toast?.contains("What Bo changed was kept: Slug.") == true
        )
        let saved = try console.categories.find(tales.id)
        #expect(saved.name == "Old Tales" && saved.slug == "tales")
    }

    @Test("A position that was dragged meanwhile stays")
    func keepsPosition() throws {
        let page = try open()
        _ = try console.categories.move(tales.id, up: true, by: Self.bo)
        #expect(try console.post(tales.href, fields(page, ["name": "Old Tales"])).status == 303)
        #expect(try console.categories.place(of: tales.id) == 2)
    }

    @Test("If both say the same, it is saved without a word")
    func agrees() throws {
        let page = try open()
        try change({ $0.name = "Old Tales" }, by: Self.bo)
        let answer = try console.post(tales.href, fields(page, ["name": " Old Tales "]))
        #expect(answer.status == 303)
        #expect(try console.get(tales.href).toast?.contains("Bo") == false)
    }

    @Test("Only the fields that both changed are asked about", arguments: ["theirs", "mine"])
    func asks(choice: String) throws {
        let page = try open()
        try change(
            {
                $0.name = "Sagas"
                $0.slug = "sagas"
            },
            by: Self.bo
        )
        let mine = ["name": "Old Tales", "display_order": "40"]
        let conflict = try console.post(tales.href, fields(page, mine))
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("Bo changed this") && text.contains("this field to keep"))
        #expect(text.contains("Sagas") && text.contains("Old Tales"))
        #expect(!text.contains("Position") && text.contains("in the form below: Slug."))
        #expect(conflict.markup.value(of: "slug") == "sagas")
        #expect(conflict.markup.value(of: "display_order") == "40")
        // Without a choice nothing is saved.
        let asked = ["asked": "name"]
        let undecided = try console.post(tales.href, fields(conflict, asked))
        #expect(undecided.status == 422)
        #expect(undecided.markup.text(id: "errors")?.contains("Name: choose which") == true)
        #expect(undecided.markup.value(of: "name") == "Old Tales")
        #expect(try console.categories.find(tales.id).name == "Sagas")
        let decided = asked.merging(["keep.name": choice]) { $1 }
        #expect(try console.post(tales.href, fields(undecided, decided)).status == 303)
        let saved = try console.categories.find(tales.id)
        #expect(saved.name == (choice == "mine" ? "Old Tales" : "Sagas"))
        #expect(saved.slug == "sagas" && saved.displayOrder == 40)
    }

    @Test("What is typed below the question answers it", arguments: [nil, "theirs", "mine"])
    func editedFurther(choice: String?) throws {
        let page = try open()
        try change({ $0.name = "Sagas" }, by: Self.bo)
        let conflict = try console.post(tales.href, fields(page, ["name": "Old Tales"]))
        var answer = ["asked": "name", "name": "Oldest Tales"]
        answer["keep.name"] = choice
        #expect(try console.post(tales.href, fields(conflict, answer)).status == 303)
        #expect(try console.categories.find(tales.id).name == "Oldest Tales")
    }

    @Test("A third version that is saved during the choice is merged as well")
    func third() throws {
        let page = try open()
        try change({ $0.name = "Sagas" }, by: Self.bo)
        let conflict = try console.post(tales.href, fields(page, ["name": "Old Tales"]))
        try change({ $0.slug = "sagas" }, by: Self.bo)
        let choice = ["asked": "name", "keep.name": "mine"]
        #expect(try console.post(tales.href, fields(conflict, choice)).status == 303)
        let saved = try console.categories.find(tales.id)
        #expect(saved.name == "Old Tales" && saved.slug == "sagas")
    }

    @Test("A mistake in the form is said first, and the merge still works afterwards")
    func mistake() throws {
        let page = try open()
        try change({ $0.slug = "tales" }, by: Self.bo)
        let refused = try console.post(tales.href, fields(page, ["name": ""]))
        #expect(refused.status == 422)
        #expect(try console.post(tales.href, fields(refused, ["name": "Old"])).status == 303)
        #expect(try console.categories.find(tales.id).slug == "tales")
    }

    @Test("Whoever changed it in another tab is told so, and not of somebody else")
    func anotherTab() throws {
        let page = try open()
        try console.post(tales.href, fields(page, ["name": "Sagas"]))
        let conflict = try console.post(tales.href, fields(page, ["name": "Old Tales"]))
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("You changed this in another tab"))
        #expect(text.contains("Saved by you") && !text.contains("Ada"))
        let slug = try console.post(tales.href, fields(page, ["slug": "old"]))
        #expect(slug.status == 303)
        let toast = try console.get(tales.href).toast
        #expect(toast?.contains("What you changed in another tab was kept: Name.") == true)
    }

    @Test("Lists are merged member by member")
    func lists() throws {
        func fields(_ values: [String]) -> Fields { Fields(values.map { ("ids", $0) }) }
        let merge = try #require(
            FormMerge(
                base: fields(["1", "2", "3"]),
                mine: fields(["1", "3", "4"]),
                theirs: fields(["2", "3", "5"]),
                of: ["ids"],
                lists: ["ids"]
            )
        )
        #expect(merge.fields.all("ids") == ["3", "5", "4"])
        #expect(merge.collisions.isEmpty && merge.taken == ["ids"])
    }
}
