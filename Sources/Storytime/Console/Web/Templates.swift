import Quill

/// The compiled pages: every template is parsed and checked against its page before the first request.
struct Templates: Sendable {
    private let compiled: [ObjectIdentifier: any Sendable]

    /// Compiles the templates of a folder for the pages of the program.
    init(folder: String, pages: [any Page.Type]) throws {
        let library = try Library(Self.sources(in: folder, prefix: ""))
        let text = LiteralText()
        let drafts = try pages.map { page in
            (ObjectIdentifier(page), try Self.draft(page, in: library, text))
        }
        compiled = Dictionary(uniqueKeysWithValues: drafts.map { ($0, $1()) })
    }

    func render<P: Page>(_ page: P, _ chrome: Chrome) throws -> [UInt8] {
        guard let template = compiled[ObjectIdentifier(P.self)] as? Template<P, Chrome> else {
            throw ConfigurationError("the page \(P.self) is not in the list of pages")
        }
        return try template.render(page, globals: chrome)
    }

    /// Compiles one page; its template can be had when the text of all of them is there.
    private static func draft<P: Page>(
        _ page: P.Type,
        in library: Library,
        _ text: LiteralText
    ) throws -> () -> any Sendable {
        let draft = try library.draft(for: page, globals: Chrome.self, sharing: text)
        return { draft.template() }
    }

    /// The templates of a folder and those below it, named by their path.
    static func sources(in folder: String, prefix: String) throws -> [TemplateSource] {
        var sources: [TemplateSource] = []
        for name in try Folder.names(in: folder) {
            if name.hasSuffix(".html") {
                let text = try Folder.text(folder + "/" + name)
                sources.append(TemplateSource(name: prefix + name, text: text))
            } else if !name.contains(".") {
                sources += try Self.sources(in: folder + "/" + name, prefix: prefix + name + "/")
            }
        }
        return sources
    }
}
