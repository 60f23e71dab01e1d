import Quill

/// A picture that waits for its book: it was found elsewhere, is already among the covers' files, and
/// becomes the cover when the form of the book is saved.
struct FoundCover: Sendable {
    /// The name of the field, and of what it found.
    static let name = "cover"

    private let key: CoverName
    /// Nil if nobody saved the form for so long that the file was removed.
    private let image: ImageFile?

    /// The one in a form that was sent; nil without one.
    init?(_ fields: Fields, _ folder: CoverFolder) {
        guard let key = fields.text(Self.name).flatMap(CoverName.init(key:)) else { return nil }
        self.key = key
        image = folder.picture(key)
    }

    var errors: [FormError] {
        error.map { [FormError(href: "#found-cover", message: $0)] } ?? []
    }

    private var error: String? {
        image == nil
            ? "The cover that was found is no longer here. Look the book up again." : nil
    }
}

extension FoundCover: Record {
    static let fields: [Field<FoundCover>] = [
        .text("value") { $0.key.description },
        .text("href") { $0.key.href },
        .optionalText("size") { $0.image.map { "\($0.displayed.width) × \($0.displayed.height)" } },
        .optionalText("error") { $0.error },
    ]
}

extension FoundCover {
    /// Gives a book the picture, in the transaction that saves its form.
    func put(on book: Book, _ visit: Visit) throws -> Book {
        guard let image else { return book }
        return try visit.covers.update(
            book.id,
            version: book.version,
            .picture(image),
            by: visit.actor
        ) {
            try CoverSizing.queue($0, visit.site.configuration, visit.jobs)
        }
    }
}
