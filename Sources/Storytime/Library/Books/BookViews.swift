import Quill

/// A book as lists show it, with its categories.
struct BookSummary: Record {
    let book: Book
    let categories: [CategoryLink]

    var href: String { "/admin/books/\(book.id)" }
    /// What is drawn on a cover that has no picture.
    var icon: String? { categories.lazy.compactMap(\.iconName).first }

    static let fields: [Field<BookSummary>] = [
        .text("title") { $0.book.title },
        .text("author") { $0.book.author },
        .text("href") { $0.href },
        .text("status") { $0.book.status.label },
        .text("status_kind") { $0.book.status.kind },
        .optionalText("ages") { $0.book.ages.text },
        .int("palette") { $0.book.palette },
        .optionalText("icon") { $0.icon },
        .optionalRecord("picture") { CoverPicture($0.book.cover) },
    ]
}

extension CategoryLink: Record {
    static let fields: [Field<CategoryLink>] = [
        .text("name") { $0.name },
        .text("href") { "/admin/categories/\($0.id)" },
        .optionalText("icon") { $0.iconName },
    ]
}

/// The form of a new book.
struct BookNewPage: Page {
    static let template = "library/books/new.html"

    let form: BookForm
    let lookup: LookupOffer
    /// A picture that was found, to be its cover.
    let cover: FoundCover?
    /// What was just filled in for whoever looked the book up.
    let note: String?
    /// The title of the book that it was filled in from.
    let like: String?
    /// Whether it comes back from another page with what was typed before.
    let isUnsaved: Bool
    private let token: FormToken

    init(
        form: BookForm,
        lookup: LookupOffer,
        cover: FoundCover? = nil,
        note: String? = nil,
        like: String? = nil,
        isUnsaved: Bool = false
    ) throws {
        self.form = form
        self.lookup = lookup
        self.cover = cover
        self.note = note
        self.like = like
        self.isUnsaved = isUnsaved
        token = try FormToken()
    }

    static let fields: [Field<BookNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .record("lookup") { $0.lookup },
        .optionalRecord("cover") { $0.cover },
        .optionalText("note") { $0.note },
        .optionalText("like") { $0.like },
        .bool("is_unsaved") { $0.isUnsaved },
        .list("errors") { $0.lookup.errors + ($0.cover?.errors ?? []) + $0.form.errors },
        .text("action") { _ in BookListAddress.path },
    ]
}

/// The form of a book that is there.
struct BookEditPage: Page {
    static let template = "library/books/edit.html"

    var summary: BookSummary
    var form: BookForm
    let back: BookWayBack
    let lookup: LookupOffer
    /// A picture that was found, to be its cover.
    var cover: FoundCover?
    /// What was just filled in for whoever looked the book up.
    var note: String?
    /// Whether it comes back from another page with what was typed before.
    var isUnsaved = false
    /// The version that the form was made of; after a conflict the one that it is now.
    var version: VersionField
    /// What the form was made of.
    var base: Fields
    var conflict: Conflict?
    /// The fields that two people changed, and about which nothing was chosen.
    var undecided: [ConflictRow] = []
    /// A sentence for the notice, if somebody else’s changes were kept.
    var mergeNote = ""
    /// It was moved to the bin while it was being changed.
    var isInBin = false

    static let fields: [Field<BookEditPage>] = [
        .record("form") { $0.form },
        // While it asks which of two versions to keep, nothing else comes in between.
        .optionalRecord("lookup") { $0.conflict == nil ? $0.lookup : nil },
        .optionalRecord("cover") { $0.cover },
        .optionalText("note") { $0.note },
        .bool("is_unsaved") { $0.isUnsaved },
        .list("errors") {
            $0.version.errors + $0.lookup.errors + $0.undecided.map(\.error)
                + ($0.cover?.errors ?? []) + $0.form.errors
        },
        .list("base") { FormMerge.hidden($0.base) },
        .bool("saves_anyway") { $0.conflict.map { $0.merged == nil } ?? false },
        .bool("is_in_bin") { $0.isInBin },
        .text("action") { $0.summary.href },
        .text("book_title") { $0.summary.book.title },
        .text("book_href") { $0.back.bookHref($0.summary.href) },
        .text("cover_href") { $0.back.bookHref($0.summary.href + "/cover") },
        .text("cancel_href") { $0.back.href($0.summary.book.id) },
        .text("list") { $0.back.list?.carried ?? "" },
        .bool("is_from_list") { $0.back.isFromList },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// Where the form of a book leads back to: the list that it was reached from, just as it was, or the
/// book's own page, which knows the list.
struct BookWayBack: Sendable {
    let list: BookListAddress?
    let isFromList: Bool

    init(_ fields: Fields) {
        list = BookListAddress(carriedBy: fields)
        isFromList = fields.text("from") == "list"
    }

    func bookHref(_ path: String) -> String {
        list?.carry(along: path) ?? path
    }

    func href(_ id: ID<Book>) -> String {
        isFromList
            ? (list?.href ?? BookListAddress.path) + "#book-\(id)"
            : bookHref("\(BookListAddress.path)/\(id)")
    }
}

/// A book.
struct BookShowPage: PageWithCovers {
    static let template = "library/books/show.html"

    let summary: BookSummary
    let details: [BookFact]
    let back: BookWayBack
    let neighbors: BookNeighbors
    let times: TimeText
    let video: BookVideoView
    let rights: RightsSection
    /// Nil for a book of the catalog.
    let bin: BinNote?
    let history: History

    static let fields: [Field<BookShowPage>] = [
        .optionalRecord("bin") { $0.bin },
        .text("list") { $0.back.list?.carried ?? "" },
        .text("version") { VersionField($0.summary.book.version).shown },
        .record("book") { BookView(summary: $0.summary, back: $0.back, times: $0.times) },
        .text("list_href") { $0.back.list?.href ?? BookListAddress.path },
        .optionalRecord("previous") { page in
            page.neighbors.previous.map { BookNeighbor($0, page.back) }
        },
        .optionalRecord("next") { page in page.neighbors.next.map { BookNeighbor($0, page.back) } },
        .list("details") { $0.details },
        .record("video") { $0.video },
        .record("rights") { $0.rights },
        .record("history") { $0.history },
    ]
}

/// A book as its own page shows it.
struct BookView: Record {
    let summary: BookSummary
    let back: BookWayBack
    let times: TimeText

    private var book: Book { summary.book }

    static let fields: [Field<BookView>] = [
        .text("title") { $0.book.title },
        .text("author") { $0.book.author },
        .text("edit_href") { $0.back.bookHref($0.summary.href + "/edit") },
        .text("cover_href") { $0.back.bookHref($0.summary.href + "/cover") },
        .text("delete_href") { $0.summary.href + "/delete" },
        .text("like_href") { "/admin/books/new?like=\($0.book.id)" },
        .text("status") { $0.book.status.label },
        .text("status_kind") { $0.book.status.kind },
        .text("description") { $0.book.description },
        .optionalText("ages") { $0.book.ages.text },
        .optionalText("language") { $0.book.language.map { LanguageTag.name(of: $0) ?? $0 } },
        .optionalText("publisher") { $0.book.publisher?.name },
        .optionalText("publisher_href") {
            $0.book.publisher.map { "/admin/publishers/\($0.id)" }
        },
        .int("palette") { $0.book.palette },
        .optionalText("icon") { $0.summary.icon },
        .optionalRecord("picture") { CoverPicture($0.book.cover) },
        .list("categories") { $0.summary.categories },
        .text("created_text") { $0.times.exact($0.book.createdAt) },
        .text("updated_text") { $0.times.exact($0.book.updatedAt) },
    ]
}

/// One of the details of a book as its page shows it.
struct BookFact: Record {
    let label: String
    let values: [BookFactValue]

    static let fields: [Field<BookFact>] = [
        .text("label") { $0.label },
        .list("values") { $0.values },
    ]
}

/// A value, and the address of all books that have it, if there is one.
struct BookFactValue: Record {
    let text: String
    var href: String?

    static let fields: [Field<BookFactValue>] = [
        .text("text") { $0.text },
        .optionalText("href") { $0.href },
    ]
}

extension Visit {
    /// What is known of a book besides: nothing of what nobody entered.
    func bookDetails(of id: ID<Book>) throws -> [BookFact] {
        let known = try books.details(of: id)
        return try BookDetail.allCases.compactMap { detail in
            let text = detail.text(of: known)
            guard !text.isEmpty else { return nil }
            switch detail {
            case .series:
                let number = known.seriesNumber.map { ", no. \($0)" } ?? ""
                let href = try series.find(named: text)?.href
                let value = BookFactValue(text: text + number, href: href)
                return BookFact(label: detail.label, values: [value])
            case .seriesNumber: return nil
            case .tags:
                let values = try known.tags.map { name in
                    BookFactValue(
                        text: name,
                        href: try tags.find(named: name).map {
                            BookListAddress(BookFilter(tag: .id($0.id))).href
                        }
                    )
                }
                return BookFact(label: detail.label, values: values)
            default: return BookFact(label: detail.label, values: [BookFactValue(text: text)])
            }
        }
    }
}
