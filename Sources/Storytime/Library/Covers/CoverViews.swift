import Quill

extension CoverPicture {
    init?(_ cover: Book.Cover?) {
        switch cover {
        case .file(let key, let width, let height, let isSized):
            guard let name = CoverName(key: key) else { return nil }
            let size = PixelSize(width, height)
            self.init(
                name.href,
                size: size,
                isCut: CoverPlacement.isCut(size),
                sizes: (isSized ? CoverSize.allCases : []).map {
                    (name.sized($0).href, $0.placement(of: size).result.width)
                }
            )
        case .address(let text): self.init(elsewhere: text)
        case nil: return nil
        }
    }
}

/// The page of a book's cover.
struct CoverPage: PageWithCovers {
    static let template = "library/books/cover.html"

    var summary: BookSummary
    let form: CoverForm
    let back: BookWayBack
    /// The version that the form was made of; after a conflict the one that it is now.
    var version: VersionField
    var conflict: Conflict?

    static let fields: [Field<CoverPage>] = [
        .record("book") { $0.summary },
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("action") { $0.summary.href + "/cover" },
        .text("book_href") { $0.back.bookHref($0.summary.href) },
        .text("list") { $0.back.list?.carried ?? "" },
        .text("version") { $0.version.shown },
        .bool("has_cover") { $0.summary.book.cover != nil },
        .optionalRecord("conflict") { $0.conflict },
    ]
}
