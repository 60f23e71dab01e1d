import Markup
import HTTP
import Testing

@testable import Storytime

@Suite("Notices that are shown once")
struct FlashTests {
    private let key: [UInt8] = Array(1...32)
    private let cookieName = "storytime_notice"

    @Test("The next page shows it, and the page after that doesn't")
    func isShownOnce() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        #expect(console.cookies[cookieName] != nil)
        #expect(try console.get("/admin/books").toast?.contains("Dinosaurs") == true)
        #expect(console.cookies[cookieName] == nil)
        #expect(try console.get("/admin/categories").toast == nil)
    }

    @Test(
        "An error page shows it, too, and then it is gone",
        arguments: ["/nowhere", "/admin/books/9"]
    )
    func isShownByErrorPages(target: String) throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        #expect(try console.get(target).toast?.contains("Dinosaurs") == true)
        #expect(try console.get("/admin").toast == nil)
    }

    @Test(
        "A form that is refused doesn’t say that an earlier one was accepted, and no later page does"
    )
    func isNotShownByRefusals() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        // As a script does that follows no redirect.
        let refused = try console.post("/admin/categories", [("name", "")])
        #expect(refused.status == 422)
        #expect(refused.toast == nil)
        #expect(try console.get("/admin").toast == nil)
    }

    @Test("A redirect and an answer that is no page leave it for the page")
    func outlivesRedirects() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        try console.get("/")
        try console.get("/healthz")
        #expect(try console.get("/admin").toast?.contains("Dinosaurs") == true)
    }

    @Test("Whoever asks only for the head has not seen it")
    func outlivesHeads() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        #expect(try console.send(.head, "/admin/books").status == 200)
        #expect(try console.get("/admin/books").toast?.contains("Dinosaurs") == true)
    }

    @Test(
        "Every text comes back from the cookie",
        arguments: ["plain", "“Été” – 🦊; x=y, \"z\"", "", "two  spaces ", "a\r\nb\0"]
    )
    func roundTrip(text: String) throws {
        let flash = Flash(.info, text)
        let cookie = try flash.signed(with: key)
        #expect(cookie.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ";") })
        #expect(Flash(cookie: cookie, key: key) == flash)
    }

    @Test("What takes the act back comes with it, a small form in the page")
    func undo() throws {
        let flash = Flash(.good, "Two words", undo: "/admin/books/7/restore?list=q%3Dfox")
        let cookie = try flash.signed(with: key)
        #expect(Flash(cookie: cookie, key: key) == flash)
        let console = try Console.asAdmin()
        console.cookies[cookieName] = try flash.signed(with: console.site.flashKey)
        let form = try console.get("/admin").markup.forms.first {
            $0.action.hasPrefix("/admin/books")
        }
        #expect(form?.action == flash.undo)
    }

    @Test("The way back to a list is given up before the cookie grows too long")
    func undoIsBounded() throws {
        let list = "?list=" + String(repeating: "x", count: 3000)
        let flash = Flash(.good, String(repeating: "m", count: 1024), undo: "/a/7/restore" + list)
        let cookie = try flash.signed(with: key)
        #expect(cookie.utf8.count < 4096)
        #expect(Flash(cookie: cookie, key: key)?.undo == "/a/7/restore")
        let short = Flash(.good, flash.message, undo: "/a?" + String(repeating: "x", count: 1530))
        #expect(try short.signed(with: key).utf8.count < 4096)
    }

    @Test("A text is cut to what a cookie may hold")
    func isBounded() throws {
        let cookie = try Flash(.good, String(repeating: "🦊", count: 2000)).signed(with: key)
        #expect(cookie.utf8.count < 4096)
        #expect(Flash(cookie: cookie, key: key)?.message.utf8.count == 1024)
    }

    @Test("No bit of it can be changed without the key")
    func cannotBeForged() throws {
        let cookie = try Flash(.bad, "Hello").signed(with: key)
        let bytes = try #require(Base64URL.decode(cookie))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(Flash(cookie: Base64URL.encode(changed), key: key) == nil)
            }
        }
        #expect(Flash(cookie: cookie, key: Array(repeating: 0, count: 32)) == nil)
    }

    @Test(
        "A cookie that isn't ours shows nothing and breaks nothing",
        arguments: ["", "x", "AAAA", String(repeating: "A", count: 22), "Z29vZCBIYWNrZWQ"]
    )
    func foreignCookies(cookie: String) throws {
        let console = try Console.asAdmin()
        console.cookies[cookieName] = cookie
        let page = try console.get("/admin")
        #expect(page.status == 200)
        #expect(page.toast == nil)
    }

    @Test("Markup in a notice is text")
    func isEscaped() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/categories", [("name", "<script>alert(1)</script>")])
        let page = try console.get("/admin/categories")
        #expect(page.contains("“&lt;script&gt;alert(1)&lt;/script&gt;” added."))
        #expect(!page.contains("<script>alert"))
    }
}
