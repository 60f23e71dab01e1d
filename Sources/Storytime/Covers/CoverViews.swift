import Quill

/// The picture of a cover as templates draw it.
struct CoverPicture: Record {
    private let src: String
    /// As browsers shall expect it, before the picture is there.
    private let size: PixelSize
    /// Whether it fills the frame; else it is shown whole.
    private let isCut: Bool
    /// The smaller pictures and how wide they are; empty where they aren't made.
    private let sizes: [(href: String, width: Int)]
    private let isElsewhere: Bool

    /// Of a picture elsewhere nothing is known but its address.
    private static let unknownSize = PixelSize(200, 300)

    init?(_ cover: Book.Cover?) {
        switch cover {
        case .file(let key, let width, let height, let isSized):
            guard let name = CoverName(key: key) else { return nil }
            self.init(name, size: PixelSize(width, height), isSized: isSized)
        case .address(let text): self.init(elsewhere: text)
        case nil: return nil
        }
    }

    private init(_ name: CoverName, size: PixelSize, isSized: Bool) {
        self.size = size
        isCut = CoverPlacement.isCut(size)
        sizes = (isSized ? CoverSize.allCases : []).map {
            (name.sized($0).href, $0.placement(of: size).result.width)
        }
        src = sizes.last?.href ?? name.href
        isElsewhere = false
    }

    /// A picture that is no cover of ours.
    init(elsewhere address: String, size: PixelSize = unknownSize) {
        self.size = size
        isCut = false
        sizes = []
        src = address
        isElsewhere = true
    }

    private func href(_ index: Int) -> String { sizes.isEmpty ? src : sizes[index].href }
    private func width(_ index: Int) -> Int { sizes.isEmpty ? size.width : sizes[index].width }

    static let fields: [Field<CoverPicture>] = [
        .text("src") { $0.src },
        .int("width") { $0.size.width },
        .int("height") { $0.size.height },
        .bool("is_cut") { $0.isCut },
        .bool("is_sized") { !$0.sizes.isEmpty },
        .bool("is_elsewhere") { $0.isElsewhere },
        .text("small") { $0.href(0) },
        .int("small_width") { $0.width(0) },
        .text("medium") { $0.href(1) },
        .int("medium_width") { $0.width(1) },
        .int("large_width") { $0.width(2) },
    ]
}

/// The page of a book's cover.
struct CoverPage: PageWithCovers {
    static let template = "books/cover.html"

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
