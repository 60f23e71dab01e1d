import Testing

@testable import HTTP

@Suite("Accept")
struct AcceptTests {
    @Test(
        "A type is taken unless the most specific range that matches says otherwise",
        arguments: [
            (nil, true), ("", true), (" ", true), ("*/*", true), ("application/json", true),
            ("APPLICATION/JSON", true), ("application/*", true), ("text/html", false),
            ("text/html, application/json;q=0.1", true), ("text/html,*/*;q=0.8", true),
            ("application/json;q=0", false), ("*/*, application/json;q=0.0", false),
            ("application/*;q=0, application/json", true), ("application/*;q=0, */*", false),
            ("application/json; charset=utf-8; q=0.5", true), ("application/json-patch", false),
            ("json", false), (",", false), ("text/*;q=1, application/*;q=0.001", true),
        ] as [(String?, Bool)]
    )
    func accepts(header: String?, expected: Bool) {
        #expect(Accept.accepts("application", "json", header: header) == expected)
    }
}
