import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A form whose session has ended")
struct PendingFormTests {
    private func signInFields(_ page: Answer, email: String = "admin@example.test") throws
        -> [(String, String)]
    {
        [
            ("email", email), ("password", Console.password),
            ("kept_path", try #require(page.markup.value(of: "kept_path"))),
            ("kept_body", try #require(page.markup.value(of: "kept_body"))),
        ]
    }

    @Test("Its text is shown again after signing in, and saved only when it is sent again")
    func bringsTextBack() throws {
        let console = try Console()
        try console.addUser("admin@example.test", .admin)
        let typed = [("name", "Typed & <kept>"), ("slug", ""), ("display_order", "3")]
        let page = try console.post("/admin/categories", typed)
        #expect(page.status == 403)
        let answer = try console.post("/login", try signInFields(page))
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/resume/"))
        let form = try console.get(location)
        #expect(form.status == 200)
        #expect(form.markup.value(of: "name") == "Typed & <kept>")
        #expect(form.markup.value(of: "display_order") == "3")
        #expect(try console.count("SELECT count(*) FROM categories") == 8)
        #expect(try console.post("/admin/categories", typed).status == 303)
    }

    @Test("A wrong password on the way loses nothing")
    func survivesWrongPassword() throws {
        let console = try Console()
        try console.addUser("admin@example.test", .admin)
        let page = try console.post("/admin/books", [("title", "Long text")])
        var fields = try signInFields(page)
        fields[1].1 = "wrong password"
        let again = try console.post("/login", fields)
        #expect(again.status == 422)
        #expect(try console.post("/login", try signInFields(again)).location == "/resume/1")
    }

    @Test("Nobody sees another person's text, and a parent gets no admin's form")
    func keepsTextPrivate() throws {
        let console = try Console()
        try console.addUser("admin@example.test", .admin)
        try console.addUser("parent@example.test", .parent)
        let page = try console.post("/admin/books", [("title", "Mine")])
        try console.post("/login", try signInFields(page))
        #expect(try console.get("/resume/1").status == 200)

        console.cookies = [:]
        let other = try console.post("/admin/books", [("title", "Mine")])
        try console.post("/login", try signInFields(other, email: "parent@example.test"))
        #expect(try console.get("/resume/1").status == 404)
        #expect(try console.get("/resume/2").status == 404)
    }

    @Test("A visitor stores nothing, and what isn't a form of text leads to the sign-in page")
    func storesNothingForVisitors() throws {
        let console = try Console()
        try console.post("/admin/categories", [("name", "x")])
        #expect(try console.post("/admin/categories/1/delete").location == "/login")
        #expect(
            try console.post("/login", [("kept_path", "/logout"), ("kept_body", "a=b")]).status
                == 422
        )
        #expect(try console.count("SELECT count(*) FROM kept_forms") == 0)
    }

    @Test("An hour later the text is gone")
    func forgets() throws {
        let console = try Console()
        try console.addUser("admin@example.test", .admin)
        let page = try console.post("/admin/books", [("title", "Mine")])
        try console.post("/login", try signInFields(page))
        console.time.now += 3601
        #expect(try console.get("/resume/1").status == 404)
    }
}
