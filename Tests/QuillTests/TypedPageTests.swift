import Synchronization
import Testing

@testable import Quill

/// Pages as applications declare them: structs that list their fields.
@Suite struct TypedPageTests {
    @Test("Every kind of field is read from its struct")
    func kinds() throws {
        let output = try render(
            """
            {{ title }}|{{ subtitle }}|{{ count }}|{{ limit }}|{{ ratio }}|{{ isOpen }}|{{ icon }}|\
            {{ names|join(",") }}|{{ ages|join(",") }}|{{ best.name }}|{{ worst.name }}|\
            {% for book in books %}{{ book.name }}{{ book.author.name }};{% endfor %}
            """
        )
        #expect(
            output == "T&amp;T||2||0.5|true|<svg/>|a,b|1,2|Best||One&lt;Ann;Two&lt;Ben;"
        )
    }

    @Test("A field of a missing record is missing too, however deep")
    func missingRecord() throws {
        #expect(try render("[{{ worst.author.name }}]") == "[]")
        #expect(try render("{% if worst %}a{% else %}b{% endif %}") == "b")
        #expect(try render("{% if worst.author.name %}a{% else %}b{% endif %}") == "b")
        #expect(try render("{% for tag in worst.tags %}a{% else %}none{% endfor %}") == "none")
        #expect(try render("{{ worst.tags|length }}{{ worst.author|json }}") == "0null")
        #expect(try render("{{ worst.name or 'nobody' }}") == "nobody")
    }

    @Test("An include reads a record that it was given, page fields aside")
    func include() throws {
        let partial = TemplateSource(
            name: "book.html",
            text:
                "{{ book.name }}/{{ book.author.name }}/{% for t in book.tags %}{{ t }}{% endfor %}"
        )
        #expect(try render("{% include \"book.html\" with book=best %}", partial) == "Best/Cy/xy")
        #expect(try render("{% include \"book.html\" with book=worst %}", partial) == "//")
        let inLoop = "{% for b in books %}{% include \"book.html\" with book=b %} {% endfor %}"
        #expect(try render(inLoop, partial) == "One&lt;/Ann/ Two&lt;/Ben/z ")
    }

    @Test("A record that contains records of its kind can be read to any depth")
    func recursive() throws {
        let output = try render(
            """
            {% for a in tree.children %}{{ a.name }}{% for b in a.children %}{{ b.name }}{% endfor %}\
            {% endfor %} {{ tree|json }}
            """
        )
        let json = """
            {"name": "r", "children": [{"name": "a", "children": \
            [{"name": "b", "children": []}]}]}
            """
        #expect(output == "ab " + json.replacing("\"", with: "&#34;"))
    }

    @Test("Variables hide page fields, and page fields hide globals")
    func scopes() throws {
        #expect(try render("{{ site }} {{ user }}") == "Page&#39;s ann")
        #expect(try render("{% set title = 'x' %}{{ title }}") == "x")
        #expect(
            try render("{% for title in names %}{{ title }}{% endfor %}{{ title }}") == "abT&amp;T"
        )
        let partial = TemplateSource(name: "p.html", text: "{{ site }}{{ user }}")
        #expect(try render("{% include \"p.html\" with user='x' %}", partial) == "Global&#39;sx")
    }

    @Test("What an include or a loop sets does not leak")
    func setStaysInside() throws {
        let partial = TemplateSource(name: "p.html", text: "{% set x = x ~ '!' %}{{ x }}")
        #expect(
            try render("{% set y = 1 %}{% include \"p.html\" with x=y %}{{ y }}", partial) == "1!1"
        )
        let twice = "<p{% for t in names %} data-a=\"{{ user }}\"{% set user = t %}{% endfor %}>"
        #expect(try render(twice) == "<p data-a=\"ann\" data-a=\"ann\">")
    }

    @Test("A set record or list stays what it is")
    func setRecord() throws {
        #expect(try render("{% set b = best %}{{ b.name }}{{ b.author.name }}") == "BestCy")
        #expect(
            try render("{% set l = books %}{% for b in l %}{{ b.name }}{% endfor %}")
                == "One&lt;Two&lt;"
        )
        #expect(
            try render("{% for b in books %}{% set a = b.author %}{{ a.name }}{% endfor %}")
                == "AnnBen"
        )
    }

    @Test("Elements of a filtered list are records whose fields are known")
    func filteredRecord() throws {
        #expect(
            try render("{{ (books|first).name }} {{ (books|last).author.name }}") == "One&lt; Ben"
        )
        #expect(try render("{% set b = books|first %}{{ b.name|upper }}") == "ONE&lt;")
        #expect(throws: TemplateError.self) { try render("{{ (books|first).nam }}") }
    }

    @Test("A template knows which fields of its page it reads, and which it does not")
    func usedFields() throws {
        let partial = TemplateSource(name: "a.html", text: "{{ author.name }}{{ user }}")
        let text = """
            {% set t = title %}{% if count %}{% for b in books %}{{ b.name }}\
            {% include "a.html" with author=b.author %}{% endfor %}{% endif %}
            """
        let template = try compile(text, partial)
        #expect(
            template.usedFields == [
                "title", "count", "books", "books.name", "books.author", "books.author.name",
            ]
        )
        #expect(template.unusedFields.contains("subtitle"))
        #expect(!template.unusedFields.contains("books"))
    }

    @Test("Fields in a branch that is never taken are used all the same")
    func usedInDeadBranch() throws {
        #expect(try compile("{% if false %}{{ title }}{% endif %}").usedFields == ["title"])
    }

    @Test("Rendering appends to a buffer, and one template may be rendered by many threads")
    func buffers() async throws {
        let text = "{% for b in books %}{{ b.name }}{% endfor %}{{ user }}"
        let template = try compile(text).template()
        var buffer = Array("x".utf8)
        try template.render(Shelf(), globals: House(), into: &buffer)
        #expect(String(decoding: buffer, as: UTF8.self) == "xOne&lt;Two&lt;ann")
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var last: [UInt8] = []
                    for _ in 0..<200 { last = try template.render(Shelf(), globals: House()) }
                    return last
                }
            }
            for try await bytes in group { #expect(bytes == Array(buffer.dropFirst())) }
        }
    }

    @Test("Applications add filters, and may replace those of the language")
    func ownFilters() throws {
        let initials = Filter("initials", arguments: 0...1) { value, arguments in
            guard let text = value.text else { throw FilterProblem("it takes text") }
            let letters = text.split(separator: " ").compactMap(\.first).map { String($0) }
            return .text(letters.joined(separator: arguments.first?.text ?? ""))
        }
        let icon = Filter("icon", gives: .html) { value, _ in
            .html(SafeHTML(trusted: "<svg>\(value == .text("x") ? "x" : "-")</svg>"))
        }
        let upper = Filter("upper") { _, _ in .text("mine") }
        let library = try Library(
            [
                TemplateSource(
                    name: "t",
                    text:
                        "{{ 'Ann <Bo>'|initials }}{{ 'A B'|initials('.') }}{{ 'x'|icon }}{{ 'x'|upper }}"
                )
            ],
            filters: [initials, icon, upper]
        )
        let output = try DynamicPage("t", in: library, shapedLike: [.record([:])]).render(.none)
        #expect(output == "A&lt;A.B<svg>x</svg>mine")
    }

    @Test("A filter is applied to literals once, when the page is compiled, and to data each time")
    func filteredLiterals() throws {
        let calls = Atomic(0)
        let count = Filter("count", arguments: 0...1, gives: .html) { value, arguments in
            calls.add(1, ordering: .relaxed)
            let text = (value.text ?? "") + (arguments.first?.text ?? "")
            return .html(SafeHTML(trusted: "<b>\(text)</b>"))
        }
        let include = "{% include 'b.html' with name='b' %}"
        let library = try Library(
            [
                TemplateSource(
                    name: "page.html",
                    text: "{{ 'a'|count('!') }}\(include){{ title|count }}"
                ),
                TemplateSource(name: "b.html", text: "{{ name|count }}"),
            ],
            filters: [count]
        )
        let template = try library.template(for: Shelf.self, globals: House.self)
        #expect(calls.load(ordering: .relaxed) == 2)
        for round in 1...2 {
            let page = try template.render(Shelf(), globals: House())
            #expect(String(decoding: page, as: UTF8.self) == "<b>a!</b><b>b</b><b>T&T</b>")
            #expect(calls.load(ordering: .relaxed) == 2 + round)
        }
    }

    @Test("Pages that are compiled together have their layout's text once")
    func sharedText() throws {
        let layout = "<title>The house of {{ user }}</title>{% block main %}{% endblock %}"
        let page = "{% extends 'layout.html' %}{% block main %}"
        let library = try Library([
            TemplateSource(name: "layout.html", text: layout),
            TemplateSource(name: "page.html", text: page + "<h1>{{ title }}</h1>{% endblock %}"),
            TemplateSource(name: "other.html", text: page + "<p>{{ user }}</p>{% endblock %}"),
        ])
        let text = LiteralText()
        let shelf = try library.draft(for: Shelf.self, globals: House.self, sharing: text)
        let before = text.bytes.count
        let hall = try library.draft(for: Hall.self, globals: House.self, sharing: text)
        let added = text.bytes[before...]
        #expect(String(decoding: added, as: UTF8.self) == "</title><p></p>")
        let pages = (shelf.template(), hall.template())
        let first = try pages.0.render(Shelf(), globals: House())
        let second = try pages.1.render(Hall(), globals: House())
        #expect(
            String(decoding: first, as: UTF8.self)
                == "<title>The house of ann</title><h1>T&amp;T</h1>"
        )
        #expect(
            String(decoding: second, as: UTF8.self)
                == "<title>The house of ann</title><p>ann</p>"
        )
    }

    private func compile(
        _ text: String,
        _ partials: TemplateSource...
    ) throws -> TemplateDraft<Shelf, House> {
        let sources = [TemplateSource(name: "page.html", text: text)] + partials
        return try Library(sources).draft(for: Shelf.self, globals: House.self)
    }

    private func render(_ text: String, _ partials: TemplateSource...) throws -> String {
        let sources = [TemplateSource(name: "page.html", text: text)] + partials
        let template = try Library(sources)
            .template(for: Shelf.self, globals: House.self)
        return String(
            decoding: try template.render(Shelf(), globals: House()),
            as: UTF8.self
        )
    }
}

private struct House: Record {
    static let fields: [Field<House>] = [
        .text("user") { _ in "ann" },
        .text("site") { _ in "Global's" },
    ]
}

/// A page beside the shelf's.
private struct Hall: Page {
    static let template = "other.html"
    static let fields: [Field<Hall>] = []
}

private struct Author: Record {
    let name: String
    static let fields: [Field<Author>] = [.text("name") { $0.name }]
}

private struct Book: Record {
    let name: String
    let author: Author
    var tags: [String] = []
    static let fields: [Field<Book>] = [
        .text("name") { $0.name },
        .record("author") { $0.author },
        .texts("tags") { $0.tags },
    ]
}

private struct Tree: Record {
    let name: String
    var children: [Tree] = []
    static let fields: [Field<Tree>] = [
        .text("name") { $0.name },
        .list("children") { $0.children },
    ]
}

private struct Shelf: Page {
    static let template = "page.html"

    let books = [
        Book(name: "One<", author: Author(name: "Ann")),
        Book(name: "Two<", author: Author(name: "Ben"), tags: ["z"]),
    ]

    static let fields: [Field<Shelf>] = [
        .text("title") { _ in "T&T" },
        .optionalText("subtitle") { _ in nil },
        .int("count") { _ in 2 },
        .optionalInt("limit") { _ in nil },
        .double("ratio") { _ in 0.5 },
        .bool("isOpen") { _ in true },
        .html("icon") { _ in SafeHTML(trusted: "<svg/>") },
        .texts("names") { _ in ["a", "b"] },
        .ints("ages") { _ in [1, 2] },
        .text("site") { _ in "Page's" },
        .record("best") { _ in Book(name: "Best", author: Author(name: "Cy"), tags: ["x", "y"]) },
        .optionalRecord("worst") { _ -> Book? in nil },
        .list("books") { $0.books },
        .record("tree") { _ in
            Tree(name: "r", children: [Tree(name: "a", children: [Tree(name: "b")])])
        },
    ]
}
