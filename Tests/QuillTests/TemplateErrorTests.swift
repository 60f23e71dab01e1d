import Testing

@testable import Quill

/// What an author sees who has made a slip.
@Suite struct TemplateErrorTests {
    @Test("An error shows the file, the line, a caret and what was probably meant")
    func description() throws {
        let error = try #require(failure("<p>\n\t<b>{{ titel }}</b>"))
        #expect(
            error.description == """
                page.html:2:8: nothing is called titel here
                    \t<b>{{ titel }}</b>
                    \t      ^
                    did you mean title?
                """
        )
    }

    @Test("An error in an include tells where it was included from")
    func includedFrom() throws {
        let error = try #require(
            failure(
                "\n{% include \"a.html\" with x=title %}",
                partials: ["a.html": "{% include \"b.html\" with y=x %}", "b.html": "{{ z }}"]
            )
        )
        #expect(error.template == "b.html")
        #expect(error.includedFrom == ["a.html:1", "page.html:2"])
        #expect(
            error.description.hasSuffix(
                "\n    included from a.html:1\n    included from page.html:2"
            )
        )
    }

    @Test("Columns count characters, not bytes")
    func columns() throws {
        let error = try #require(failure("é🎈日{{ x }}"))
        #expect(error.column == 7)
        #expect(error.sourceLine == "é🎈日{{ x }}")
    }

    struct Slip: CustomTestStringConvertible, Sendable {
        let template: String
        let column: Int
        let message: String
        let suggestion: String?

        init(_ template: String, _ column: Int, _ message: String, _ suggestion: String? = nil) {
            self.template = template
            self.column = column
            self.message = message
            self.suggestion = suggestion
        }

        var testDescription: String { template }
    }

    static let syntaxSlips = [
        Slip("{{ title", 1, "this tag has no end: }} is missing"),
        Slip("{% if title", 1, "this tag has no end: %} is missing"),
        Slip("a {# b", 3, "this comment has no end: #} is missing"),
        Slip("{% if title %}a", 1, "this if has no end: {% endif %} is missing"),
        Slip("{% for r in rows %}{% else %}", 1, "this for has no end: {% endfor %} is missing"),
        Slip("{% block a %}", 1, "this block has no end: {% endblock %} is missing"),
        Slip("a{% endif %}", 2, "{% endif %} ends nothing that is open here"),
        Slip("{% if title %}{% endfor %}", 15, "{% endfor %} ends nothing that is open here"),
        Slip("{% fi title %}", 1, "there is no tag fi", "if"),
        Slip(
            "{% include \"sets.html\" with x=title %}",
            1,
            "x comes from outside: set it to what it is before this if, then change it"
        ),
        Slip(
            "{% include %}",
            12,
            "expected the name of a template in quotes, found the end of the tag"
        ),
        Slip("{{ }}", 4, "expected a value, found the end of the tag"),
        Slip("{{ title| }}", 11, "expected the name of a filter, found the end of the tag"),
        Slip("{{ (title }}", 11, "expected ) to match the ( before, found the end of the tag"),
        Slip("{{ title title }}", 10, "expected the end of the tag, found the word title"),
        Slip("{{ [1 2] }}", 7, "expected , or ], found the number 2"),
        Slip("{{ 'a }}", 4, "this text has no end"),
        Slip("{{ 'a\\x' }}", 6, "only \\n, \\t, \\\\, \\\" and \\' are known here"),
        Slip("{{ 9223372036854775808 }}", 4, "this number is too large"),
        Slip("{{ ü }}", 4, "ü has no meaning here"),
        Slip("{{ title ? 1 : 2 }}", 10, "? has no meaning here"),
        Slip(
            "{{ title is defined }}",
            10,
            "there are no tests with `is`: ask for the value itself, `if x` or `if not x`"
        ),
        Slip("{{ rows[0] }}", 8, "there is no indexing: use a field or a loop"),
        Slip("{{ title.upper() }}", 15, "there are no functions: use a filter"),
        Slip("{{ 1 < 2 < 3 }}", 10, "comparisons can't be chained: join two with `and`"),
        Slip(
            "{% for r in rows if r.id %}{% endfor %}",
            18,
            "a for takes no condition: put an if inside of it"
        ),
        Slip("{% set loop = 1 %}", 8, "loop is a word of the language and can't be a name"),
        Slip(
            "{% for not in rows %}{% endfor %}",
            8,
            "not is a word of the language and can't be a name"
        ),
        Slip(
            "{% block a %}{% endblock %}{% block a %}{% endblock %}",
            28,
            "there is a block a already"
        ),
        Slip("{% block a %}{% endblock b %}", 26, "this ends the block a"),
        Slip(
            "{% if title %}{% extends \"x\" %}{% endif %}",
            15,
            "extends stands outside of other tags"
        ),
        Slip("{% include \"row.html\" with a=1, a=2 %}", 33, "a is given twice"),
    ]

    static let meaningSlips = [
        Slip("{{ titel }}", 4, "nothing is called titel here", "title"),
        Slip("{{ xyz }}", 4, "nothing is called xyz here"),
        Slip("{% for r in rows %}{% endfor %}{{ r }}", 35, "nothing is called r here"),
        Slip("{{ title.length }}", 10, "text has no field length"),
        Slip("{{ rows.name }}", 9, "a list has no field name"),
        Slip(
            "{% for r in rows %}{{ r.nmae }}{% endfor %}",
            25,
            "the record Row has no field nmae",
            "name"
        ),
        Slip("{{ title|uper }}", 10, "there is no filter uper", "upper"),
        Slip("{{ title|upper(1) }}", 10, "upper takes no arguments, and here are 1"),
        Slip("{{ title|replace('a') }}", 10, "replace takes 2 arguments, and here are 1"),
        Slip("{{ title|default }}", 10, "default takes 1 to 2 arguments, and here are 0"),
        Slip("{{ count|join }}", 10, "join can't be used on a number"),
        Slip("{{ title|number }}", 10, "number can't be used on text"),
        Slip("{{ rows|upper }}", 9, "upper can't be used on a list"),
        Slip("{{ rows }}", 4, "a list can't be written: write one of its parts"),
        Slip("{{ best }}", 4, "the record Row can't be written: write one of its parts"),
        Slip("{{ count == title }}", 10, "a number is never equal to text"),
        Slip("{{ title < 1 }}", 10, "text and a number have no order"),
        Slip(
            "{{ title + 1 }}",
            4,
            "a number is needed here, and this is text: texts are joined with ~"
        ),
        Slip("{{ 1 - flag }}", 8, "a number is needed here, and this is true or false"),
        Slip("{{ rows ~ title }}", 4, "a list can't be joined with ~"),
        Slip("{{ count in rows }}", 10, "a number can't be in a list"),
        Slip("{{ count in title }}", 10, "a number can't be in text"),
        Slip(
            "{{ title if flag else rows }}",
            10,
            "this is either text or a list: both must be of one kind"
        ),
        Slip("{{ [1, rows] }}", 8, "this is of another kind than those before"),
        Slip("{% for c in title %}{% endfor %}", 13, "for needs a list, and this is text"),
        Slip("{{ loop.index }}", 4, "loop has a meaning only inside of a for"),
        Slip(
            "{% for r in rows %}{{ loop.indx }}{% endfor %}",
            28,
            "loop has no field indx",
            "index"
        ),
        Slip(
            "{% for r in rows %}{{ loop }}{% endfor %}",
            23,
            "loop is no value: it has index, index0, first, last, length"
        ),
        Slip("{{ super() }}", 1, "super() belongs into a block"),
        Slip(
            "{% block a %}{{ super() }}{% endblock %}",
            14,
            "no template that this one extends has a block a"
        ),
        Slip("{% include \"roww.html\" %}", 1, "there is no template roww.html", "row.html"),
        Slip("{% extends \"layuot.html\" %}", 1, "there is no template layuot.html", "layout.html"),
        Slip(
            "{% extends \"layout.html\" %}{% block man %}{% endblock %}",
            28,
            "no template that this one extends has a block man",
            "main"
        ),
        Slip(
            "{% extends \"middle.html\" %}{% block lost %}{% endblock %}",
            1,
            "no template that this one extends has a block lost"
        ),
        Slip(
            "{% extends \"layout.html\" %} text",
            29,
            "this template extends another: only blocks and set can stand outside of its blocks"
        ),
        Slip("{% include \"layout.html\" %}", 1, "a block can't stand in an included template"),
        Slip(
            "{% include \"child.html\" %}",
            1,
            "child.html extends another template: it is a page's own"
        ),
        Slip("{% include \"circle.html\" %}", 1, "templates include one another in a circle here"),
        Slip("{% extends \"ring.html\" %}", 1, "templates extend one another in a circle here"),
        Slip(
            "{% set title = 1 %}{% if flag %}{% set title = rows %}{% endif %}",
            33,
            "title can't become another list or record here"
        ),
        Slip(
            "{% if flag %}{% set title = '' %}{% endif %}",
            14,
            "title comes from outside: set it to what it is before this if, then change it"
        ),
        Slip("{{ 'a'|round }}", 8, "round can't be used on text"),
        Slip(
            "{{ 'long text'|truncate(2) }}",
            16,
            "truncate: the length must be larger than that of ..."
        ),
    ]

    @Test("A slip of syntax is found where it is", arguments: syntaxSlips)
    func syntax(_ slip: Slip) throws {
        try check(slip)
    }

    @Test("A slip of meaning is found before there is a page to render", arguments: meaningSlips)
    func meaning(_ slip: Slip) throws {
        try check(slip)
    }

    private func check(_ slip: Slip) throws {
        let error = try #require(failure(slip.template))
        #expect(error.message == slip.message)
        #expect(error.suggestion == slip.suggestion)
        if error.template == "page.html" { #expect(error.column == slip.column) }
    }

    @Test("A template that does not exist is an error that suggests one that does")
    func missingTemplate() throws {
        let library = try Library([TemplateSource(name: "books/index.html", text: "")])
        let error = #expect(throws: TemplateError.self) {
            try library.template(for: Missing.self, globals: NoGlobals.self)
        }
        #expect(error?.description.contains("did you mean books/index.html?") == true)
    }

    @Test("Two templates of one name are an error")
    func twice() {
        #expect(throws: TemplateError.self) {
            try Library([TemplateSource(name: "a", text: ""), TemplateSource(name: "a", text: "b")])
        }
    }

    @Test("What only data can tell is an error with its place when the page is rendered")
    func whenRendered() throws {
        let cases: [(String, String)] = [
            ("{{ n + 1 }}", "the result is too large"),
            ("{{ n * n }}", "the result is too large"),
            ("{{ -n - n }}", "the result is too large"),
            ("{{ s|truncate(2) }}", "truncate: the length must be larger than that of ..."),
            (
                "{{ s|replace('', 'x') }}",
                "replace: it takes a text to look for, and one to put in its place"
            ),
        ]
        for (template, message) in cases {
            let error = #expect(throws: TemplateError.self) {
                try DynamicPage.render(
                    template,
                    .record(["n": .int(.max), "s": .text("long text")])
                )
            }
            #expect(error?.message == message)
            #expect(error?.line == 1)
        }
    }

    @Test("Suggestions count swapped letters as one slip, and don't guess")
    func suggestions() {
        #expect(Suggestion.nearest(to: "naem", among: ["name", "game"]) == "name")
        #expect(Suggestion.nearest(to: "Name", among: ["name"]) == "name")
        #expect(Suggestion.nearest(to: "colour", among: ["color"]) == "color")
        #expect(Suggestion.nearest(to: "x", among: ["name"]) == nil)
        #expect(Suggestion.nearest(to: "", among: ["a"]) == "a")
        #expect(Suggestion.nearest(to: "name", among: []) == nil)
        #expect(Suggestion.distance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
    }

    private func failure(_ template: String, partials: [String: String] = [:]) -> TemplateError? {
        let standard = [
            "layout.html": "{% block main %}{% endblock %}",
            "middle.html": "{% extends \"layout.html\" %}{% block lost %}{% endblock %}",
            "child.html": "{% extends \"layout.html\" %}",
            "row.html": "",
            "sets.html": "{% if x %}{% set x = 'y' %}{% endif %}",
            "circle.html": "{% include \"circle.html\" %}",
            "ring.html": "{% extends \"page.html\" %}",
        ]
        let texts = standard.merging(partials) { $1 }.merging(["page.html": template]) { $1 }
        do {
            let library = try Library(texts.map { TemplateSource(name: $0.key, text: $0.value) })
            _ = try library.template(for: SlipPage.self, globals: NoGlobals.self)
            return nil
        } catch {
            return error
        }
    }
}

/// The page that the slips are made on.
private struct SlipPage: Page {
    static let template = "page.html"
    static let fields: [Field<SlipPage>] = [
        .text("title") { _ in "" },
        .int("count") { _ in 0 },
        .bool("flag") { _ in false },
        .record("best") { _ in Row() },
        .list("rows") { _ in [Row]() },
    ]

    struct Row: Record {
        static let fields: [Field<Row>] = [.int("id") { _ in 0 }, .text("name") { _ in "" }]
    }
}

/// A page without a template.
private struct Missing: Page {
    static let template = "book/index.html"
    static let fields: [Field<Missing>] = []
}
