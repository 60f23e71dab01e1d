import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Error pages")
struct ErrorPageTests {
    static let failures: [(Failure, Int, String)] = [
        (.notFound, 404, "not_found"), (.badRequest("Say <what>."), 400, "bad_request"),
        (.crossOrigin, 403, "cross_origin"),
        (.methodNotAllowed(allowed: [.post]), 405, "method_not_allowed"),
        (.notSignedIn, 401, "not_signed_in"), (.conflict("Load again."), 409, "conflict"),
        (.notConfirmed, 403, "not_confirmed"), (.linkIsUsedUp, 404, "link_used_up"),
        (.unsupportedMediaType, 415, "unsupported_media_type"),
        (.tooLarge(limit: 8_000_000), 413, "too_large"), (.diskFull, 507, "disk_full"),
    ]

    @Test("Each failure has its status, a word for programs, and sentences for people")
    func everyFailure() throws {
        for (failure, status, code) in Self.failures {
            let trouble = Trouble(failure)
            #expect(trouble.status.code == status)
            #expect(failure.status.code == status)
            #expect(trouble.code == code)
            #expect(!trouble.heading.isEmpty && trouble.message.hasSuffix("."))
        }
    }

    @Test("A page that isn't there says so and leads on, signed in or not")
    func notFound() throws {
        let console = try Console()
        let visitor = try console.get("/nowhere")
        #expect(visitor.status == 404)
        #expect(visitor.contains("Page not found") && visitor.contains("Go to sign in"))
        try console.signIn(as: .parent)
        #expect(try console.get("/nowhere").contains("Go to the start page"))
    }

    @Test("What is refused before anybody is known leads to the start page")
    func beforeAnybodyIsKnown() throws {
        let pages = try StaticErrorPages(try Console().site)
        let large = Answer(pages.response(413, to: RefusedRequest(path: "/children")))
        #expect(large.contains("What you sent is too large for this page."))
        #expect(large.contains("Go back and send less."))
        #expect(large.contains("Go to the start page") && !large.contains("Go to sign in"))
    }

    @Test(
        "Whoever asks for JSON gets JSON",
        arguments: ["application/json", "application/json, */*"]
    )
    func json(accept: String) throws {
        let console = try Console()
        console.headers = [("Accept", accept)]
        let answer = try console.get("/nowhere")
        #expect(answer.status == 404)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(
            answer.text
                == #"{"error":{"code":"not_found","message":"#
                + #""Not found.","details":[]}}"#
        )
    }

    @Test("Under /api/ every error is JSON")
    func apiErrors() throws {
        #expect(try Console().get("/api/v1/nothing").header("Content-Type") == "application/json")
    }

    @Test("Text in a message is escaped in both")
    func isEscaped() throws {
        let trouble = Trouble(.badRequest("Say <what>\"\\."))
        let json = String(decoding: trouble.json(requestID: nil), as: UTF8.self)
        #expect(json.contains(#"Say \u003cwhat>\"\\."#))
    }

    @Test(
        "A body of another type is refused, a form with a charset isn't",
        arguments: [
            ("application/json", 415), ("multipart/form-data; boundary=x", 400),
            ("text/plain", 415),
            ("application/x-www-form-urlencoded; charset=UTF-8", 303),
            ("Application/X-WWW-Form-Urlencoded", 303), ("", 415),
        ]
    )
    func mediaTypes(type: String, status: Int) throws {
        let console = try Console.asAdmin()
        let body = Array("name=Dinosaurs".utf8)
        let answer = try console.send(.post, "/admin/categories", [("Content-Type", type)], body)
        #expect(answer.status == status)
    }

    @Test("A body without a type is refused; without either, the form is empty")
    func missingType() throws {
        let console = try Console.asAdmin()
        let target = "/admin/categories"
        #expect(try console.send(.post, target, [], Array("name=x".utf8)).status == 415)
        #expect(try console.send(.post, target).status == 422)
    }

    @Test(
        "A form that isn't properly encoded is refused whole",
        arguments: ["name=%", "name=%ff", "%zz"]
    )
    func badEncoding(body: String) throws {
        let console = try Console.asAdmin()
        #expect(try console.post("/admin/categories", body: Array(body.utf8)).status == 400)
        #expect(try console.categories.count() == 8)
    }

    @Test("What we did wrong is a 500 with a number, without a word about its cause")
    func internalError() throws {
        let console = try Console.asAdmin()
        try console.database.script("DROP TABLE audit_entries; ")
        let answer = try console.get("/admin/audit")
        #expect(answer.status == 500)
        let id = try #require(answer.header("X-Request-ID"))
        #expect(answer.contains(id))
        #expect(!answer.text.lowercased().contains("sql") && !answer.contains("audit_entries"))
    }

    @Test(
        "“Try again in …” says it as people do",
        arguments: [
            (0, "in 1 second"), (1, "in 1 second"), (59, "in 59 seconds"), (60, "in 1 minute"),
            (61, "in 2 minutes"), (900, "in 15 minutes"),
        ]
    )
    func waits(seconds: Int, text: String) {
        #expect(Trouble.wait(seconds) == text)
    }
}
