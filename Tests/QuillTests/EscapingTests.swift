import Testing

@testable import Quill

/// A template with one value, and what it must become.
struct EscapeCase: CustomTestStringConvertible, Sendable {
    let template: String
    let value: String
    let output: String

    init(_ template: String, _ value: String, _ output: String) {
        self.template = template
        self.value = value
        self.output = output
    }

    var testDescription: String { "\(template) with \(value.debugDescription)" }
}

/// What becomes of a value in each place of a page where one may stand. The kinds of cases are those
/// of Go's html/template.
@Suite struct EscapingTests {
    static let textCases: [EscapeCase] = [
        EscapeCase("{{ x }}", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        EscapeCase("{{ x }}", "a & b &amp; c", "a &amp; b &amp;amp; c"),
        EscapeCase("{{ x }}", "'\"", "&#39;&#34;"),
        EscapeCase("{{ x }}", "nul\0nul", "nul\u{FFFD}nul"),
        EscapeCase("{{ x }}", "<\u{301}b>", "&lt;\u{301}b&gt;"),
        EscapeCase("{{ x }}", "\"\u{20DD}&\u{FE0F}", "&#34;\u{20DD}&amp;\u{FE0F}"),
        EscapeCase("{{ x }}", "1234567<", "1234567&lt;"),
        EscapeCase("{{ x }}", "12345678<", "12345678&lt;"),
        EscapeCase("{{ x }}", "<<<<<<<<<<<<", String(repeating: "&lt;", count: 12)),
        EscapeCase("{{ x }}", "日本語日本語<日本語", "日本語日本語&lt;日本語"),
        EscapeCase("a < {{ x }} > b", "<", "a < &lt; > b"),
        EscapeCase(
            "<title>{{ x }}</title>",
            "</title><script>",
            "<title>&lt;/title&gt;&lt;script&gt;</title>"
        ),
        EscapeCase(
            "<textarea>{{ x }}</textarea>",
            "</textarea>",
            "<textarea>&lt;/textarea&gt;</textarea>"
        ),
        EscapeCase("<TITLE>{{ x }}</TiTlE >{{ x }}", "<", "<TITLE>&lt;</TiTlE >&lt;"),
        EscapeCase("<!-- c -->{{ x }}", "<", "<!-- c -->&lt;"),
        EscapeCase("<!---->{{ x }}", "<", "<!---->&lt;"),
        EscapeCase("<!-- a -- b --- -->{{ x }}", "<", "<!-- a -- b --- -->&lt;"),
        EscapeCase("<!DOCTYPE html>{{ x }}", "<", "<!DOCTYPE html>&lt;"),
        EscapeCase(
            "<script>if (a < b) c();</script>{{ x }}",
            "<",
            "<script>if (a < b) c();</script>&lt;"
        ),
        EscapeCase("<script></scripty></script>{{ x }}", "<", "<script></scripty></script>&lt;"),
        EscapeCase(
            "<script></script</script>{{ x }}",
            "<",
            "<script></script</script>&lt;"
        ),
        EscapeCase("<style>p > a { }</style>{{ x }}", "<", "<style>p > a { }</style>&lt;"),
        EscapeCase("<br/>{{ x }}", "<", "<br/>&lt;"),
        EscapeCase("<p class=a id=b>{{ x }}", "<", "<p class=a id=b>&lt;"),
    ]

    static let attributeCases: [EscapeCase] = [
        EscapeCase(
            "<p title=\"{{ x }}\">",
            "\" onclick=\"evil()",
            "<p title=\"&#34; onclick=&#34;evil()\">"
        ),
        EscapeCase(
            "<p title='{{ x }}'>",
            "' onclick='evil()",
            "<p title='&#39; onclick=&#39;evil()'>"
        ),
        EscapeCase("<p title = \n\"{{ x }}\">", "\"", "<p title = \n\"&#34;\">"),
        EscapeCase("<p title=\"a > {{ x }}\">", ">", "<p title=\"a > &gt;\">"),
        EscapeCase("<p title=\"it's {{ x }}\">", "'", "<p title=\"it's &#39;\">"),
        EscapeCase("<p a b title=\"{{ x }}\">", "<", "<p a b title=\"&lt;\">"),
        EscapeCase(
            "<p a=\"b\" title=\"{{ x }}\" c='d'>{{ x }}",
            "<",
            "<p a=\"b\" title=\"&lt;\" c='d'>&lt;"
        ),
        EscapeCase("<p/title=\"{{ x }}\">", "javascript:", "<p/title=\"javascript:\">"),
        EscapeCase(
            "<p data-x='{{ x|json }}'>",
            "</p>'\"",
            "<p data-x='&#34;\\u003c/p\\u003e\\u0027\\&#34;&#34;'>"
        ),
        EscapeCase(
            "<input name=\"{{ x }}\" value=\"{{ x }}\">",
            "javascript:1",
            "<input name=\"javascript:1\" value=\"javascript:1\">"
        ),
        EscapeCase(
            "<meta name=\"csrf\" content=\"{{ x }}\">",
            "\"",
            "<meta name=\"csrf\" content=\"&#34;\">"
        ),
        EscapeCase(
            "<p data-action=\"{{ x }}\">",
            "click->menu#open",
            "<p data-action=\"click-&gt;menu#open\">"
        ),
    ]

    @Test("In text, markup becomes text", arguments: textCases)
    func text(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    @Test("In a quoted attribute, quotes can't end it", arguments: attributeCases)
    func attribute(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    @Test("Markup is written as it is in text, and only there")
    func safeHTML() throws {
        let icon = Value.record(["x": .html(SafeHTML(trusted: "<svg></svg>"))])
        #expect(try DynamicPage.render("<b>{{ x }}</b>", icon) == "<b><svg></svg></b>")
        for template in ["<p title=\"{{ x }}\">", "<title>{{ x }}</title>", "<a href=\"{{ x }}\">"]
        {
            let error = #expect(throws: TemplateError.self) {
                try DynamicPage.render(template, icon)
            }
            #expect(error?.message.contains("markup can't stand") == true)
        }
        #expect(throws: TemplateError.self) { try DynamicPage.render("{{ x ~ x }}", icon) }
        #expect(throws: TemplateError.self) { try DynamicPage.render("{{ x|upper }}", icon) }
    }

    @Test("Long texts are escaped whole, wherever a special character falls")
    func longTexts() throws {
        for length in [4095, 4096, 4097, 8192, 10_000] {
            for position in [0, 1, 7, 8, 4088, 4094] {
                let before = String(repeating: "a", count: position)
                let after = String(repeating: "é", count: length - position)
                let output = try DynamicPage.render(
                    "{{ x }}",
                    .record(["x": .text(before + "<&>" + after)])
                )
                #expect(output == before + "&lt;&amp;&gt;" + after)
            }
        }
    }

    private func render(_ example: EscapeCase) throws -> String {
        try DynamicPage.render(example.template, .record(["x": .text(example.value)]))
    }
}
