import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Adding all that match")
struct CatalogAddTests {
    private func home(_ count: Int) throws -> (console: Console, child: Child) {
        let console = try Console()
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        try console.database.write {
            for number in 1...count { try console.addStory("Fox \(number)") }
            try console.addStory("Owl")
        }
        return (console, child)
    }

    private func send(_ page: Answer, to console: Console) throws -> Answer {
        let form = try #require(page.markup.forms.first { $0.action == "/catalog/add" })
        return try console.post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    @Test("Exactly the books that were shown are added, and one Undo takes all of them back")
    func addsAll() throws {
        let (console, child) = try home(30)
        try console.addToLibrary([ID(1)], of: child)
        let page = try console.get("/catalog/add?q=fox")
        #expect(page.contains("Add 29 stories"))
        #expect(page.markup.all("span").filter { $0["class"] == "book-title" }.count == 29)
        #expect(!page.contains("Owl"))
        let answer = try send(page, to: console)
        #expect(answer.location == "/children/1/library#toasts")
        #expect(try console.library(of: child).count == 30)
        let shown = try console.get("/children/1/library")
        #expect(shown.toast?.contains("29 stories added to Pippi’s library.") == true)
        let undo = try #require(shown.markup.forms.first { $0.action.contains("/undo") })
        _ = try console.post(undo.action)
        #expect(try console.library(of: child) == ["Fox 1"])
        #expect(try console.get("/children/1/library").toast?.contains("29 stories") == true)
        // A single entry tells of it.
        let changes = try console.texts(
            "SELECT changes FROM audit_entries WHERE record_type = 'child' ORDER BY id DESC LIMIT 1"
        )
        #expect(changes[0].contains("29 books"))
    }

    @Test("When other books match by then, nothing is added and the new ones are shown")
    func changed() throws {
        let (console, child) = try home(3)
        let page = try console.get("/catalog/add?q=fox")
        try console.addStory("Fox 4")
        let answer = try send(page, to: console)
        #expect(answer.status == 409)
        #expect(answer.contains("so nothing was added") && answer.contains("Fox 4"))
        #expect(try console.library(of: child).isEmpty)
        #expect(try send(answer, to: console).status == 303)
        #expect(try console.library(of: child).count == 4)
        #expect(try console.get("/catalog/add?q=fox").contains("Nothing to add"))
    }

    @Test("Too many to look through are not offered")
    func tooMany() throws {
        let (console, child) = try home(CatalogAddPages.maximumBooks + 1)
        let page = try console.get("/catalog/add?q=fox")
        #expect(page.contains("Too many stories"))
        #expect(page.markup.forms.allSatisfy { $0.action != "/catalog/add" })
        _ = try console.post("/catalog/add", [("child", "1"), ("list", "q=fox")])
        #expect(try console.library(of: child).isEmpty)
    }

    @Test("What is for a child's age is offered for that child, and for another at theirs")
    func childAge() throws {
        let console = try Console()
        let family = try console.addFamily()
        let pippi = try console.addChild("Pippi", in: family, born: "2023-05-04")
        let emil = try console.addChild("Emil", in: family, born: "2019-05-04")
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        try console.addStory("For three", ages: AgeRange(minimum: 2, maximum: 3))
        try console.addStory("Up to nine", ages: AgeRange(minimum: 4, maximum: 9))
        try console.addStory("For seven", ages: AgeRange(minimum: 7, maximum: 7))
        let list = try console.get("/catalog?age=3&child=\(pippi.id)")
        let add = try #require(list.markup.targets.first { $0.hasPrefix("/catalog/add") })
        let page = try console.get(add)
        #expect(page.contains("Add 1 story to Pippi’s library?") && page.contains("For three"))
        let other = try #require(page.markup.targets.first { $0.contains("child=\(emil.id)") })
        #expect(other == "/catalog/add?age=7&child=\(emil.id)")
        #expect(try console.get(other).contains("Add 2 stories to Emil’s library?"))
        #expect(try send(page, to: console).status == 303)
        #expect(try console.library(of: pippi) == ["For three"])
    }

    @Test("The child is chosen; one of another family is not there")
    func children() throws {
        let (console, child) = try home(2)
        let other = try console.addChild("Emil", in: try console.families.find(child.family))
        let stranger = try console.addChild("Stranger", in: try console.addFamily("Others"))
        // Of two, nobody is chosen in advance.
        let choice = try console.get("/catalog/add?q=fox")
        #expect(choice.contains("to whose library?") && choice.contains("Emil"))
        #expect(choice.markup.forms.allSatisfy { $0.action != "/catalog/add" })
        let unchosen = try console.post("/catalog/add", [("list", "q=fox"), ("digest", "x")])
        #expect(unchosen.status == 200 && unchosen.contains("to whose library?"))
        let page = try console.get("/catalog/add?q=fox&child=\(child.id)")
        #expect(page.contains("Add 2 stories to Pippi’s library?"))
        #expect(page.contains("child=\(other.id)"))
        #expect(try console.get("/catalog/add?q=fox&child=\(stranger.id)").status == 404)
        let answer = try console.post(
            "/catalog/add",
            [("child", "\(stranger.id)"), ("list", "q=fox"), ("digest", "")]
        )
        #expect(answer.status == 404)
        #expect(try console.get("/catalog/add?child=x").status == 404)
    }
}
