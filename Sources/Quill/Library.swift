/// A template as text. Other templates use the name, such as `shared/field.html`.
package struct TemplateSource: Sendable {
    package let name: String
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// All templates of an application, parsed.
///
/// Immutable, so any thread may use it. Making one takes about a millisecond for a hundred
/// templates; in development an application makes a new one whenever a file has changed.
package struct Library: Sendable {
    let templates: [String: ParsedTemplate]
    let filters: [String: Filter]

    package init(_ sources: [TemplateSource], filters: [Filter] = []) throws(TemplateError) {
        var templates: [String: ParsedTemplate] = [:]
        for source in sources {
            let template = try Parser.parse(source)
            guard templates.updateValue(template, forKey: source.name) == nil else {
                throw template.source.error(at: 0, "there are two templates of this name")
            }
        }
        self.templates = templates
        self.filters = Dictionary(
            (Filter.builtin + filters).map { ($0.name, $0) },
            uniquingKeysWith: { $1 }
        )
    }

    package var names: [String] { templates.keys.sorted() }

    /// Compiles the template of a page: inheritance is flattened, includes are inserted, names are
    /// resolved, and every value's place in the HTML is known.
    package func template<P: Page, G: Record>(
        for page: P.Type,
        globals: G.Type
    ) throws(TemplateError) -> Template<P, G> {
        try draft(for: page, globals: globals).template()
    }

    /// Compiles the template of one of many pages that share their literal text: ask for the
    /// template when all of them are compiled.
    package func draft<P: Page, G: Record>(
        for page: P.Type,
        globals: G.Type,
        sharing text: LiteralText = LiteralText()
    ) throws(TemplateError) -> TemplateDraft<P, G> {
        TemplateDraft(
            compiled: try Compiler.compile(
                P.template,
                in: self,
                page: RecordShape(of: P.self),
                globals: RecordShape(of: G.self),
                sharing: text
            )
        )
    }
}
