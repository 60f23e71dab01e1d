import Quill

/// The pages' templates, compiled once and shared by all threads.
final class Templates: Sendable {
    let categories: Template<CategoryPages.Index, Shell>
    let books: Template<BookPages.Index, Shell>
    let usage: Template<UsagePages.Show, Shell>
    let fortunes: Template<FortunePages.Index, NoGlobals>

    init() throws(TemplateError) {
        let library = try Library([.layout, .categories, .books, .usage, .fortunes])
        categories = try library.template(for: CategoryPages.Index.self, globals: Shell.self)
        books = try library.template(for: BookPages.Index.self, globals: Shell.self)
        usage = try library.template(for: UsagePages.Show.self, globals: Shell.self)
        fortunes = try library.template(for: FortunePages.Index.self, globals: NoGlobals.self)
    }
}
