import Quill

/// The compiled pages: every template is parsed and checked against its page before the first
/// request.
struct Templates: Sendable {
    private let compiled: [ObjectIdentifier: any Sendable]

    /// Compiles the templates of a folder for the pages of the program, whose icons are on a sheet
    /// at the address `icons`.
    init(folder: String, pages: [any Page.Type], icons: String) throws {
        let library = try Self.library(Self.sources(in: folder, prefix: ""), icons: icons)
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

    /// A library with the console's own filters.
    static func library(_ sources: [TemplateSource], icons: String) throws -> Library {
        try Library(sources, filters: [.icon(sheet: icons)])
    }

    /// Compiles one page; its template is ready when the text of all pages is there.
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
