import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Restoring an earlier version")
struct PastVersionTests {
    private let console: Console
    private let tales: Storytime.Category

    init() throws {
        console = try Console.asAdmin()
        tales = try console.addCategory("Tales")
        try save("Sagas", "sagas", "book")
        try save("Myths", "sagas", "moon.stars")
    }

    /// Each save is a version of its own.
    private func save(_ name: String, _ slug: String, _ icon: String) throws {
        let now = try console.categories.find(tales.id)
        console.time.now += 60
        let draft = Storytime.Category.Draft(
            name: name,
            slug: slug,
            displayOrder: now.displayOrder,
            iconName: icon
        )
        _ = try console.categories.update(now.id, version: now.version, draft, by: .commandLine)
    }

    /// The addresses of the versions that the history offers, the latest first.
    private func versions() throws -> [String] {
        try console.get(tales.href).markup.targets.filter { $0.contains("/versions/") }
    }

    private func form(_ page: Answer) throws -> [(String, String)] {
        let form = try #require(page.markup.forms.first { $0.action.contains("/versions/") })
        return form.fields.map { ($0.name, $0.value) }
    }

    @Test("Each change but the latest leads to the version after it, beside what is now")
    func shows() throws {
        let versions = try versions()
        #expect(versions.count == 2)
        let second = try console.get(versions[0])
        #expect(second.contains("Sagas") && second.contains("Myths"))
        #expect(
            !second.contains("name=\"fields\" value=\"slug\"") && !second.contains("value=\"slug\"")
        )
        let first = try console.get(versions[1])
        let boxes = first.markup.all("input").filter { $0["name"] == "fields" }
        #expect(boxes.compactMap { $0["value"] } == ["name", "slug", "icon_name"])
    }

    @Test("Only what is selected is restored, as an ordinary change")
    func restores() throws {
        let path = try versions()[1]
        let answer = try console.post(path, [("version", "3"), ("fields", "name")])
        #expect(answer.location == tales.href)
        #expect(try console.get(tales.href).toast?.contains("Restored: Name.") == true)
        let now = try console.categories.find(tales.id)
        #expect(now.name == "Tales" && now.slug == "sagas" && now.iconName == "moon.stars")
        let last = try console.texts(
            "SELECT action || changes FROM audit_entries ORDER BY id DESC LIMIT 1"
        )
        #expect(last == [#"changed[{"field":"name","from":"Myths","to":"Tales"}]"#])
        // The form as a browser sends it restores all.
        let page = try console.get(path)
        #expect(try console.post(path, form(page)).status == 303)
        let whole = try console.categories.find(tales.id)
        #expect(whole.slug == "tales" && whole.iconName == nil)
        #expect(try console.get(path).contains("Nothing to restore"))
    }

    @Test("What is no longer valid is said beside its field, and nothing is saved")
    func refuses() throws {
        try console.addCategory("Tales")
        let path = try versions()[1]
        let answer = try console.post(path, [("version", "3"), ("fields", "name")])
        #expect(answer.status == 422)
        #expect(
            answer.markup.text(id: "errors")?.contains("Another category has this name") == true
        )
        #expect(answer.markup.text(id: "restore-name-error") != nil)
        #expect(answer.markup.checked("fields") == ["name"])
        #expect(try console.categories.find(tales.id).name == "Myths")
        let nothing = try console.post(path, [("version", "3")])
        #expect(nothing.status == 422)
        #expect(nothing.contains("Select at least one field to restore."))
    }

    @Test("If somebody saved since the page was shown, it is shown again")
    func guardsVersions() throws {
        let path = try versions()[1]
        try save("Legends", "sagas", "moon.stars")
        let answer = try console.post(path, [("version", "3"), ("fields", "name")])
        #expect(answer.status == 409)
        #expect(answer.contains("This category has changed") && answer.contains("Legends"))
        #expect(try console.categories.find(tales.id).name == "Legends")
        #expect(try console.post(path, [("fields", "name")]).status == 422)
    }

    @Test("An entry about another record is none of this one")
    func isGuarded() throws {
        let path = try #require(try versions().first)
        let id = try #require(path.split(separator: "/").last)
        #expect(try console.get("/admin/categories/1/versions/\(id)").status == 404)
        #expect(try console.get("/admin/publishers/1/versions/\(id)").status == 404)
        #expect(try console.get(tales.href + "/versions/99999").status == 404)
    }
}
