import Quill

/// The compiled pages: every template is parsed and checked against its page before the first request.
struct Templates: Sendable {
    private let compiled: [ObjectIdentifier: any Sendable]

    /// Compiles the templates of a folder for the pages of the program.
    init(folder: String, pages: [any Page.Type]) throws {
        let library = try Library(Self.sources(in: folder, prefix: ""))
        var compiled: [ObjectIdentifier: any Sendable] = [:]
        for page in pages {
            compiled[ObjectIdentifier(page)] = try Self.compile(page, in: library)
        }
        self.compiled = compiled
    }

    func render<P: Page>(_ page: P, _ chrome: Chrome) throws -> [UInt8] {
        guard let template = compiled[ObjectIdentifier(P.self)] as? Template<P, Chrome> else {
            throw ConfigurationError("the page \(P.self) is not in the list of pages")
        }
        return try template.render(page, globals: chrome)
    }

    private static func compile<P: Page>(_ page: P.Type, in library: Library) throws
        -> any Sendable
    {
        try library.template(for: page, globals: Chrome.self)
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
