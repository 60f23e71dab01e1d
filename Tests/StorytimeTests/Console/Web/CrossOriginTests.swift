import HTTP
import Testing

@testable import Storytime

@Suite("Requests that another site's page makes")
struct CrossOriginTests {
    /// A row of the table: what the browser says, and whether the form is taken. The rows are those
    /// of Go's http.CrossOriginProtection, and ours where we are stricter.
    struct Row: CustomTestStringConvertible {
        let site: String?
        let origin: String?
        var host = "console.example:8080"
        let isTaken: Bool

        var testDescription: String { "\(site ?? "-") \(origin ?? "-") at \(host)" }
    }

    static let rows = [
        Row(site: "same-origin", origin: nil, isTaken: true),
        Row(site: "same-origin", origin: "https://evil.example", isTaken: true),
        Row(site: "none", origin: nil, isTaken: true),
        Row(site: "cross-site", origin: nil, isTaken: false),
        Row(site: "same-site", origin: nil, isTaken: false),
        Row(site: "cross-site", origin: "http://console.example:8080", isTaken: false),
        Row(site: "Same-Origin", origin: nil, isTaken: false),
        Row(site: "", origin: nil, isTaken: false),
        Row(site: "nonsense", origin: nil, isTaken: false),
        Row(site: nil, origin: nil, isTaken: true),
        Row(site: nil, origin: "http://console.example:8080", isTaken: true),
        Row(site: nil, origin: "HTTP://CONSOLE.example:8080", isTaken: true),
        Row(site: nil, origin: "https://console.example:8080", isTaken: true),
        Row(site: nil, origin: "http://console.example", isTaken: false),
        Row(site: nil, origin: "http://console.example:8081", isTaken: false),
        Row(site: nil, origin: "https://evil.example", isTaken: false),
        Row(site: nil, origin: "http://console.example.evil.example:8080", isTaken: false),
        Row(site: nil, origin: "http://evil.example/console.example:8080", isTaken: false),
        Row(site: nil, origin: "http://console.example:8080@evil.example", isTaken: false),
        Row(site: nil, origin: "null", isTaken: false),
        Row(site: nil, origin: "", isTaken: false),
        Row(site: nil, origin: "file://", isTaken: false),
        Row(site: nil, origin: "http://a.example", host: "a.example:80", isTaken: true),
        Row(site: nil, origin: "https://a.example", host: "a.example:443", isTaken: true),
        Row(site: nil, origin: "https://a.example", host: "a.example", isTaken: true),
        Row(site: nil, origin: "http://[::1]:8080", host: "[::1]:8080", isTaken: true),
        Row(site: nil, origin: "https://stories.example", isTaken: true),
        Row(site: nil, origin: "http://stories.example", isTaken: false),
        Row(site: "cross-site", origin: "https://stories.example", isTaken: false),
    ]

    private func check(_ row: Row, _ method: HTTP.Method) throws {
        var headers = [("Host", row.host)]
        if let site = row.site { headers.append(("Sec-Fetch-Site", site)) }
        if let origin = row.origin { headers.append(("Origin", origin)) }
        let request = try #require(
            Request(method: method, target: "/x", headers: Headers(headers))
        )
        try CrossOrigin.check(request, publicURL: Origin("https://stories.example"))
    }

    @Test("What a browser says decides whether a form is taken", arguments: rows)
    func decides(row: Row) throws {
        if row.isTaken {
            #expect(throws: Never.self) { try check(row, .post) }
        } else {
            #expect(throws: Failure.crossOrigin) { try check(row, .post) }
            #expect(throws: Failure.crossOrigin) { try check(row, .delete) }
        }
    }

    @Test("Reading is free from anywhere", arguments: rows)
    func readingIsFree(row: Row) {
        for method in [HTTP.Method.get, .head, .options] {
            #expect(throws: Never.self) { try check(row, method) }
        }
    }

    @Test("A refused form changes nothing and is answered with 403 and an explanation")
    func refuses() throws {
        let console = try Console.asAdmin()
        console.headers = [("Sec-Fetch-Site", "cross-site")]
        let answer = try console.post("/admin/categories", [("name", "X")])
        #expect(answer.status == 403)
        #expect(answer.contains("This came from another site"))
        #expect(answer.contains("STORYTIME_PUBLIC_URL"))
        #expect(try console.categories.count() == 8)
        #expect(try console.post("/logout").status == 403)
    }
}
