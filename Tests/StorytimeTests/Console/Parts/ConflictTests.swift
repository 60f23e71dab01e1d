import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Two people edit one record")
struct ConflictTests {
    private func category(_ name: String, version: Int) -> [(String, String)] {
        [
            ("name", name), ("slug", "shared"), ("display_order", "9"), ("icon_name", ""),
            ("version", String(version)),
        ]
    }

    /// A category with version 2, which someone saved while the form with version 1 was open.
    private func contested() throws -> (console: Console, path: String) {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", category("Shared shelf", version: 1))
        let id = try console.count("SELECT id FROM categories WHERE slug = 'shared'")
        let path = "/admin/categories/\(id)"
        try console.post(path, category("Their shelf", version: 1))
        return (console, path)
    }

    @Test("The second one sees both versions, and nothing is saved")
    func showsBothVersions() throws {
        let (console, path) = try contested()
        let answer = try console.post(path, category("My shelf", version: 1))
        #expect(answer.status == 409)
        #expect(answer.contains("<mark>Their</mark> shelf"))
        #expect(answer.contains("<mark>My</mark> shelf"))
        #expect(answer.contains("value=\"My shelf\""))
        #expect(
            try console.texts("SELECT name FROM categories WHERE slug = 'shared'")
                == ["Their shelf"]
        )
    }

    @Test(
        "A form without the version that it was made of is shown again, and nothing is saved",
        arguments: [nil, "", "x", "1 ", "9223372036854775808"]
    )
    func needsVersion(version: String?) throws {
        let console = try Console.asAdmin()
        let other = try console.addUser("grace@example.test", .parent)
        try console.addBook("Journey")
        let forms = [
            ("/admin/categories/4", Console.categoryForm("Typed")),
            ("/admin/books/1", [("title", "Typed"), ("author", "")]),
            ("/admin/users/\(other)", [("name", "Typed"), ("role", "parent")]),
            ("/account", [("name", "Typed"), ("time_zone", ""), ("language", "")]),
        ]
        for (path, fields) in forms {
            let answer = try console.post(path, fields + (version.map { [("version", $0)] } ?? []))
            #expect(answer.status == 422, "\(path)")
            #expect(answer.contains("<title>Error: "), "\(path)")
            let summary = answer.markup.text(id: "errors")
            #expect(summary?.contains("didn’t say which version") == true, "\(path)")
            #expect(answer.contains("href=\"#record\"") && answer.markup.ids.contains("record"))
            #expect(answer.markup.value(of: fields[0].0) == "Typed", "\(path)")
            #expect(answer.markup.value(of: "version") == "1", "\(path)")
            #expect(try console.post(path, fields + [("version", "1")]).status == 303, "\(path)")
        }
    }

    @Test("The choice is clear: a link that keeps what is saved, a button that saves mine over it")
    func offersAChoice() throws {
        let (console, path) = try contested()
        let answer = try console.post(path, category("My shelf", version: 1))
        #expect(answer.contains("href=\"\(path)/edit\" data-forget>Keep the saved version</a>"))
        #expect(answer.contains("form=\"record\">Save my version anyway</button>"))
        #expect(answer.contains("name=\"version\" value=\"2\""))
        #expect(try console.get(path + "/edit").contains("value=\"Their shelf\""))
        #expect(try console.post(path, category("My shelf", version: 2)).status == 303)
        #expect(
            try console.texts("SELECT name FROM categories WHERE slug = 'shared'") == ["My shelf"]
        )
    }
}
