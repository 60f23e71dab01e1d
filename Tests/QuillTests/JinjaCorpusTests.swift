import Foundation
import Testing

@testable import Quill

/// Quill against Jinja2: templates and values from `Corpus/NAME.json`, Jinja's output from
/// `Corpus/NAME.expected.json`, which `Corpus/generate.py` writes and `script/test` checks.
@Suite struct JinjaCorpusTests {
    static let names = [
        "text", "operators", "filters", "branches", "loops", "whitespace", "inheritance",
        "includes",
    ]

    @Test("Quill writes what Jinja2 writes", arguments: names)
    func sameAsJinja(_ name: String) throws {
        for (group, expected) in try Self.groups(name) {
            for (template, outputs) in zip(group.templates, expected) {
                let page = try group.page(template)
                for (value, output) in zip(group.values, outputs) {
                    let rendered = try page.render(value.value)
                    #expect(rendered == output, "\(template) with \(value.value)")
                }
            }
        }
    }

    @Test("Where Quill differs from Jinja2, it differs as documented")
    func differences() throws {
        for (group, expected) in try Self.groups("differences") {
            let wanted = try #require(group.quill, "a difference says what Quill writes")
            for (index, template) in group.templates.enumerated() {
                let page = try group.page(template)
                for (column, value) in group.values.enumerated() {
                    let rendered = try page.render(value.value)
                    #expect(rendered == wanted[index][column], "\(group.about)")
                    #expect(rendered != expected[index][column], "\(group.about)")
                }
            }
        }
    }

    @Test("The corpus holds at least 150 templates")
    func size() throws {
        let count = try Self.names.reduce(0) { count, name in
            try Self.groups(name).reduce(count) { $0 + $1.group.templates.count }
        }
        #expect(count >= 150)
    }

    struct Group: Decodable {
        let about: String
        let partials: [String: String]?
        let values: [JSONValue]
        let templates: [String]
        let quill: [[String]]?

        func page(_ template: String) throws -> DynamicPage {
            var sources = [TemplateSource(name: "the template", text: template)]
            for (name, text) in partials ?? [:] {
                sources.append(TemplateSource(name: name, text: text))
            }
            let library = try Library(sources)
            return try DynamicPage("the template", in: library, shapedLike: values.map(\.value))
        }
    }

    private static func groups(
        _ name: String
    ) throws -> [(group: Group, expected: [[String]])] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Corpus")
        func read<T: Decodable>(_ type: T.Type, _ file: String) throws -> T {
            try JSONDecoder().decode(
                T.self,
                from: Data(contentsOf: folder.appendingPathComponent(file))
            )
        }
        let groups = try read([Group].self, "\(name).json")
        let expected = try read([[[String]]].self, "\(name).expected.json")
        try #require(groups.count == expected.count)
        return Array(zip(groups, expected).map { ($0, $1) })
    }
}
