import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Categories by the API")
struct CategoryAPITests {
    private static let path = "/api/v1/categories"

    @Test("One is told of byte for byte as the document says")
    func golden() throws {
        let console = try Console()
        let key = try console.adminKey()
        let category = try console.category("fairy-tales")
        try console.database.execute("UPDATE categories SET created_at = 1, updated_at = 2")
        let answer = try console.ask(.get, "\(Self.path)/\(category.id)", token: key)
        #expect(
            answer.text == #"{"data":{"id":4,"name":"Fairy Tales","slug":"fairy-tales","#
                + #""display_order":4,"icon_name":"wand.and.stars","books_count":0,"#
                + #""created_at":"1970-01-01T00:00:01Z","updated_at":"1970-01-01T00:00:02Z"}}"#
        )
    }

    @Test("All of them are a list in their order")
    func list() throws {
        let console = try Console()
        let key = try console.adminKey()
        try console.addCategory("First of all", order: 0)
        let answer = try console.ask(.get, Self.path, token: key)
        let names = try answer.records().compactMap { $0["name"] as? String }
        #expect(try console.categories.all().map(\.name) == names)
        #expect(names.first == "First of all" && names.count == 9)
        #expect(Array(answer.json.keys) == ["data"])
        let tag = try #require(answer.header("ETag"))
        let again = try console.ask(.get, Self.path, token: key, [("If-None-Match", tag)])
        #expect(again.status == 304)
    }

    @Test("One that is added has its address, and the audit log says who added it")
    func adds() throws {
        let console = try Console()
        let key = try console.adminKey()
        let answer = try console.ask(.post, Self.path, #"{"name": "Sea Stories"}"#, token: key)
        #expect(answer.status == 201)
        let category = try console.category("sea-stories")
        #expect(answer.location == "\(Self.path)/\(category.id)")
        #expect(category.displayOrder == 9 && category.iconName == nil)
        let shown = try console.ask(.get, try #require(answer.location), token: key)
        #expect(shown.text == answer.text && shown.header("ETag") == answer.header("ETag"))
        #expect(try console.lastEntry() == "Ada created category")
    }

    @Test(
        "The form judges what is sent",
        arguments: [
            ("{}", ["name: required"]),
            (#"{"name": ""}"#, ["name: required"]),
            (#"{"name": "Sea", "slug": "Not a slug"}"#, ["slug: invalid"]),
            (#"{"name": "Sea", "display_order": -1}"#, ["display_order: invalid"]),
            (#"{"name": "Sea", "display_order": "1"}"#, ["display_order: wrong_type"]),
            (#"{"name": "Sea", "icon_name": "nothing"}"#, ["icon_name: invalid"]),
            (#"{"name": "Sea", "slug": "adventure"}"#, ["slug: invalid"]),
            (#"{"name": "ADVENTURE"}"#, ["name: invalid"]),
            (#"{"name": "Sea", "colour": "blue"}"#, ["colour: unknown_field"]),
            (#"{"name": 7, "slug": 8}"#, ["name: wrong_type", "slug: wrong_type"]),
        ]
    )
    func refusals(json: String, details: [String]) throws {
        let console = try Console()
        let key = try console.adminKey()
        let answer = try console.ask(.post, Self.path, json, token: key)
        #expect(answer.status == 422 && answer.errorDetails == details)
        #expect(try console.categories.count() == 8)
    }

    @Test("A change changes what is named and nothing else; null takes away")
    func changes() throws {
        let console = try Console()
        let key = try console.adminKey()
        let path = "\(Self.path)/4"
        let renamed = try console.ask(.patch, path, #"{"name": "Tales"}"#, token: key)
        #expect(renamed.status == 200)
        var category = try console.categories.find(ID(4))
        #expect(category.name == "Tales" && category.slug == "fairy-tales")
        #expect(category.displayOrder == 4 && category.iconName == "wand.and.stars")
        let json = #"{"icon_name": null, "slug": null, "display_order": 77}"#
        #expect(try console.ask(.patch, path, json, token: key).status == 200)
        category = try console.categories.find(ID(4))
        #expect(category.iconName == nil && category.slug == "tales" && category.displayOrder == 77)
        #expect(try console.ask(.patch, path, "{}", token: key).status == 200)
        #expect(try console.categories.find(ID(4)) == category)
        let taken = try console.ask(.patch, path, #"{"name": "Adventure"}"#, token: key)
        #expect(taken.errorDetails == ["name: invalid"])
    }

    @Test("A change of what someone else changed meanwhile is refused where If-Match is sent")
    func matches() throws {
        let console = try Console()
        let key = try console.adminKey()
        let path = "\(Self.path)/4"
        let tag = try #require(try console.ask(.get, path, token: key).header("ETag"))
        let other = try console.ask(.patch, path, #"{"name": "Theirs"}"#, token: key)
        let mine = try console.ask(
            .patch,
            path,
            #"{"name": "Mine"}"#,
            token: key,
            [("If-Match", tag)]
        )
        #expect(mine.status == 412 && mine.errorCode == "changed_meanwhile")
        let deletion = try console.ask(.delete, path, token: key, [("If-Match", tag)])
        #expect(deletion.status == 412)
        #expect(try console.categories.find(ID(4)).name == "Theirs")
        let newest = try #require(other.header("ETag"))
        let json = #"{"name": "Mine"}"#
        let right = try console.ask(.patch, path, json, token: key, [("If-Match", newest)])
        #expect(right.status == 200)
    }

    @Test("One with books is deleted by whoever says how many they are")
    func deletes() throws {
        let console = try Console()
        let key = try console.adminKey()
        let category = try console.category("fairy-tales")
        let book = try console.addBook("Owl", in: [category])
        let path = "\(Self.path)/\(category.id)"
        let asked = try console.ask(.delete, path, token: key)
        #expect(asked.status == 409 && asked.contains("1 book is in it"))
        #expect(try console.ask(.delete, path + "?books_count=2", token: key).status == 409)
        #expect(try console.ask(.delete, path + "?books_count=x", token: key).status == 422)
        #expect(try console.categories.count() == 8)
        let deleted = try console.ask(.delete, path + "?books_count=1", token: key)
        #expect(deleted.status == 204 && deleted.text.isEmpty)
        #expect(try console.books.categories(of: book.id).isEmpty)
        for method in [Method.get, .patch, .delete] {
            let json = method == .patch ? "{}" : nil
            #expect(try console.ask(method, path, json, token: key).status == 404)
        }
    }
}
