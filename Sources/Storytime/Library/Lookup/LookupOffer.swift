import Quill

/// What the form of a book says about looking it up.
struct LookupOffer: Record {
    /// What the catalog is called; nil if books aren’t looked up.
    let source: String?
    let action: String
    /// Why it didn’t work just now.
    var error: String?

    init(_ configuration: Configuration, for book: ID<Book>? = nil, error: String? = nil) {
        source = configuration.lookup.base.map { _ in configuration.lookup.name }
        action = LookupPages.path(for: book)
        self.error = error
    }

    var errors: [FormError] {
        error.map { [FormError(href: "#lookup", message: $0)] } ?? []
    }

    static let fields: [Field<LookupOffer>] = [
        .optionalText("source") { $0.source },
        .text("action") { $0.action },
        .optionalText("error") { $0.error },
    ]
}
