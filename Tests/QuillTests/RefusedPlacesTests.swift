import Testing

@testable import Quill

/// A template that must not compile, and a part of the reason.
struct RefusalCase: CustomTestStringConvertible, Sendable {
    let template: String
    let message: String

    init(_ template: String, _ message: String) {
        self.template = template
        self.message = message
    }

    var testDescription: String { template }
}

/// Places where no escaping is safe, or where what is safe would depend on the data: templates with
/// a value there don't compile.
@Suite struct RefusedPlacesTests {
    static let values: [RefusalCase] = [
        RefusalCase("<p title={{ x }}>", "needs quotes around it in the attribute title"),
        RefusalCase("<p title=a{{ x }}>", "needs quotes around it"),
        RefusalCase("<p title= {{ x }} >", "needs quotes around it"),
        RefusalCase("<p onclick=\"{{ x }}\">", "onclick holds a script"),
        RefusalCase("<p ONCLICK=\"f({{ x|json }})\">", "onclick holds a script"),
        RefusalCase("<p x-on:click=\"{{ x }}\">", "holds a script"),
        RefusalCase("<p @click=\"{{ x }}\">", "no attribute of HTML"),
        RefusalCase("<p style=\"width: {{ x }}\">", "style holds CSS"),
        RefusalCase("<iframe srcdoc=\"{{ x }}\">", "srcdoc holds a whole document"),
        RefusalCase("<script>var x = {{ x }};</script>", "can't stand in <script>"),
        RefusalCase("<script>var x = '{{ x }}';</script>", "can't stand in <script>"),
        RefusalCase(
            "<script type=\"application/json\">{{ x|json }}</script>",
            "data- attribute with |json"
        ),
        RefusalCase("<SCRIPT>{{ x }}</SCRIPT>", "can't stand in <script>"),
        RefusalCase("<script></scrip>{{ x }}</script>", "can't stand in <script>"),
        RefusalCase("<script></scripty>{{ x }}</script>", "can't stand in <script>"),
        RefusalCase("<script></script {{ x }}>", "can't be an attribute"),
        RefusalCase("<title></tit{{ x }}>", "part of a tag's name"),
        RefusalCase("<style>p { color: {{ x }} }</style>", "can't stand in <style>"),
        RefusalCase("<noembed>{{ x }}</noembed>", "can't stand in <noembed>"),
        RefusalCase("<plaintext>{{ x }}", "can't stand in <plaintext>"),
        RefusalCase("<!-- {{ x }} -->", "can't stand in a comment"),
        RefusalCase("<!--{{ x }}-->", "can't stand in a comment"),
        RefusalCase("<!-- --{{ x }}> -->", "can't stand in a comment"),
        RefusalCase("<!DOCTYPE {{ x }}>", "can't stand in a declaration"),
        RefusalCase("<!{{ x }}>", "can't stand in a declaration"),
        RefusalCase("<?php {{ x }} ?>", "can't stand in a declaration"),
        RefusalCase("</ {{ x }}>", "can't stand in a declaration"),
        RefusalCase("<{{ x }}>", "part of a tag's name"),
        RefusalCase("<p{{ x }}>", "part of a tag's name"),
        RefusalCase("</{{ x }}>", "part of a tag's name"),
        RefusalCase("<p {{ x }}>", "can't be an attribute"),
        RefusalCase("<p {{ x }}=\"a\">", "can't be an attribute"),
        RefusalCase("<p data-{{ x }}=\"a\">", "can't be an attribute"),
        RefusalCase("<p a {{ x }}>", "can't be an attribute"),
        RefusalCase("<p a=\"b\"{{ x }}>", "can't be an attribute"),
        RefusalCase("</p title=\"{{ x }}\">", "in an end tag"),
        RefusalCase("<a href=\"javascript:{{ x }}\">", "a URL of the scheme javascript:"),
        RefusalCase("<a href=\" JavaScript:f('{{ x }}')\">", "a URL of the scheme"),
        RefusalCase("<a href=\"data:text/html,{{ x }}\">", "a URL of the scheme data:"),
        RefusalCase("<a href=\"java&#115;cript:{{ x }}\">", "unclear scheme"),
        RefusalCase("<a href=\"java\nscript:{{ x }}\">", "unclear scheme"),
        RefusalCase("<a href=\"{{ x }}:alert(1){{ x }}\">", "whose scheme is a value"),
        RefusalCase("<a href=\"{{ x }}&colon;{{ x }}\">", "whose scheme is a value"),
        RefusalCase(
            "<a href=\"{% if x %}/a{% else %}?b{% endif %}{{ x }}\">",
            "different parts of the URL"
        ),
        RefusalCase(
            "<a href=\"{% for i in [1] %}/a?{% endfor %}{{ x }}\">",
            "different parts of the URL"
        ),
        RefusalCase(
            "<a href=\"{% if x %}javascript:{% else %}/{% endif %}{{ x }}\">",
            "a URL of the scheme javascript:"
        ),
        RefusalCase("<meta http-equiv=\"{{ x }}\">", "acts like a header"),
        RefusalCase(
            "<meta http-equiv=\"refresh\" content=\"0; url={{ x }}\">",
            "beside http-equiv"
        ),
        RefusalCase(
            "<svg><animate attributeName=\"href\" to=\"{{ x }}\">",
            "can change any attribute"
        ),
        RefusalCase("<svg><set to=\"{{ x }}\">", "can change any attribute"),
    ]

    static let shapes: [RefusalCase] = [
        RefusalCase("<meta content=\"{{ x }}\" http-equiv=\"refresh\">", "beside http-equiv"),
        RefusalCase("{% if x %}<p {% endif %}", "must end at the same place"),
        RefusalCase(
            "{% if x %}<p title=\"{% else %}<p>{% endif %}\">",
            "must end at the same place"
        ),
        RefusalCase("{% if x %}<script>{% endif %}{{ x }}", "must end at the same place"),
        RefusalCase(
            "<p title={% if x %}\"{% else %}'{% endif %}a\">",
            "must end at the same place"
        ),
        RefusalCase(
            "<p {% if x %}title{% else %}style{% endif %}=\"{{ x }}\">",
            "a space is missing"
        ),
        RefusalCase("<a {% if x %}href{% endif %}=\"{{ x }}\">", "a space is missing"),
        RefusalCase("<a{% if x %} href{% endif %} =\"{{ x }}\">", "an attribute's name is missing"),
        RefusalCase("<p{% if x %} a{% endif %}b=\"c\">", "a space is missing"),
        RefusalCase("<{% if x %}p{% else %}script{% endif %}>", "must end at the same place"),
        RefusalCase("<p{% if x %}re{% endif %}>", "must end at the same place"),
        RefusalCase("{% for i in [1] %}<p title=\"{% endfor %}", "must lead back"),
        RefusalCase("{% for i in [1] %}<script>{% else %}{% endfor %}", "must lead back"),
        RefusalCase("<p title=\"{% for i in [1] %}\" {% endfor %}>", "must lead back"),
        RefusalCase("<p", "the page ends in the name of a tag"),
        RefusalCase("<p title=\"", "the page ends in the attribute title"),
        RefusalCase("<script>", "the page ends in <script>"),
        RefusalCase("<!-- ", "the page ends in a comment"),
        RefusalCase("<p title=a\"b>", "needs quotes around the value"),
        RefusalCase("<p title=>", "the value of title is missing"),
        RefusalCase("<p a\"b>", "can't stand in an attribute's name"),
        RefusalCase("<p a=\"b\"c>", "a space is missing"),
        RefusalCase("<p =a>", "an attribute's name is missing"),
        RefusalCase("<title><b>{{ x }}</b></title>", "no tag and no comment can stand"),
        RefusalCase("<textarea><!-- </textarea>", "no tag and no comment can stand"),
        RefusalCase("<style><!-- p {} --></style>", "no tag and no comment can stand"),
        RefusalCase("<script><!-- <script> </script>", "no tag and no comment can stand"),
        RefusalCase("<svg><style>p {}</style></svg>", "can't stand in <svg>"),
        RefusalCase("<svg><script>f()</script></svg>", "can't stand in <svg>"),
        RefusalCase("<!--> {{ x }} -->", "a comment must end with -->"),
        RefusalCase("<!---> {{ x }} -->", "a comment must end with -->"),
        RefusalCase("<!-- --!> {{ x }} -->", "a comment must end with -->"),
        RefusalCase("<![CDATA[ {{ x }} ]]>", "CDATA"),
    ]

    @Test("A value is refused where no escaping is safe", arguments: values)
    func refusesValue(_ example: RefusalCase) {
        let error = #expect(throws: TemplateError.self) { try render(example.template) }
        #expect(error?.message.contains(example.message) == true, "\(error?.message ?? "")")
    }

    @Test("HTML whose structure depends on the data, or is unclear, is refused", arguments: shapes)
    func refusesShape(_ example: RefusalCase) {
        let error = #expect(throws: TemplateError.self) { try render(example.template) }
        #expect(error?.message.contains(example.message) == true, "\(error?.message ?? "")")
    }

    @Test(
        "What is fixed in the template may stand there",
        arguments: [
            "<p onclick=\"f()\">", "<p style=\"color: red\">", "<a href=\"javascript:f()\">x</a>",
            "<script>var x = \"<p>\";</script>", "<p title=a>",
            "<input{% if x %} checked{% endif %}>",
            "<p{% if x %} a{% else %} b=\"c\"{% endif %} d>", "<p {% if x %}a{% endif %}>",
            "<script>{% if x %}f(){% endif %}</script>", "<!-- {% if x %}a{% endif %} -->",
            "<p class=\"{% for i in [1, 2] %}c{{ i }} {% endfor %}\">",
            "<p{% for i in [1, 2] %} data-a=\"{{ i }}\"{% endfor %}>",
        ]
    )
    func allows(_ template: String) throws {
        _ = try render(template)
    }

    private func render(_ template: String) throws -> String {
        try DynamicPage.render(template, .record(["x": .text("x")]))
    }
}
