/// Which books a program of an admin asks for: the filters, the order and the pages of the list of books,
/// where a value that a filter doesn't have is refused.
struct BookListQuery: QueryContent {
    let page: PageQuery
    private let order: BookOrder?
    private let place: ListPlace<Book>?
    /// What stands in the address of the console's list, too.
    private let filters: [(name: String, value: String)]
    /// Each a number, a slug, or the word for none.
    private let category: String?
    private let publisher: String?
    private let series: String?
    /// A name, or the word for none.
    private let tag: String?

    init?(_ query: inout QueryFields) {
        let texts = [
            ("q", query.text("q", upTo: SearchWords.maximumLength)),
            ("status", query.choice("status", Book.Status.self)?.rawValue),
            ("age", query.text("age", upTo: 4)),
            ("language", query.text("language", upTo: BookFields.language.maximumLength)),
            ("cover", query.choice("cover", YesOrNo.self)?.rawValue),
            ("video", query.choice("video", BookFilter.Video.self)?.rawValue),
            ("rights", query.choice("rights", RightsFilter.State.self)?.rawValue),
        ]
        category = query.text("category", upTo: Slug.maximumLength)
        publisher = query.text("publisher", upTo: Slug.maximumLength)
        series = query.text("series", upTo: Slug.maximumLength)
        tag = query.text("tag", upTo: BookDetail.maximumTagLength)
        order = query.choice("sort", BookOrder.self)
        filters = texts.compactMap { name, text in text.map { (name: name, value: $0) } }
        if order == .relevance, filters.first?.name != "q" {
            query.reject("sort", "invalid", "can only be used with words in “q”.")
        }
        for unknown in BookFilter(Fields(filters)).unknown {
            query.reject(unknown.name, "not_a_choice", "can’t be “\(unknown.value)”.")
        }
        let after = query.integer("after", 1...Int.max)
        let before = query.integer("before", 1...Int.max)
        place = after.map { .after(ID($0)) } ?? before.map { .before(ID($0)) }
        guard let page = PageQuery(&query) else { return nil }
        self.page = page
    }

    static let meanings = PageQuery.meanings.merging([
        "q": "Words, or beginnings of words, from titles, authors and descriptions.",
        "status": "Books with this status.",
        "category": "Books in this category (id or slug); `none`: books without a category.",
        "publisher": "Books from this publisher (id or slug); `none`: books without a publisher.",
        "series": "Books in this series (id or slug); `none`: books without a series.",
        "tag": "Books with this tag (its name); `none`: books without tags.",
        "age": "Books for this age, 0 to 18; `none`: books without ages.",
        "language": "Books in this language or a variant, like `en`; `none`: without a language.",
        "cover": "Books with or without a cover.",
        "video": "Books whose video has this status; `unready`: books without a ready video.",
        "rights":
            "Books that can be shown to every family today (`open`), to some families, to none, or with "
            + "a window that ends within \(RightsFilter.endingDays) days.",
        "sort":
            "The order; a hyphen reverses it. By default it is by title, or for a search by how "
            + "well books match.",
        "after":
            "The page starts after this book; copy it from the `next` link. Far pages are as "
            + "quick as near ones.",
        "before": "The page ends before this book; copy it from the `prev` link.",
    ]) { $1 }

    /// The same as the list is asked. What nobody is called is of no book.
    func request(_ visit: Visit) throws -> BookListRequest {
        var filter = try visit.asked(BookListAddress(Fields(filters))).filter
        filter.category = try category.map { text in
            try link(text) { Category.named($0, of: try visit.categories.all())?.id }
        }
        filter.publisher = try publisher.map { text in
            try link(text) { try visit.publishers.key(of: $0) }
        }
        filter.series = try series.map { text in
            try link(text) { try visit.series.key(of: $0) }
        }
        filter.tag = try tag.map { text in
            try link(text) { try visit.tags.find(named: $0)?.id }
        }
        return BookListRequest(
            filter: filter,
            sort: filter.sort(named: order?.rawValue),
            page: page.page,
            perPage: page.perPage,
            place: place
        )
    }

    private func link<Record>(_ text: String, _ find: (String) throws -> ID<Record>?) rethrows
        -> BookFilter.Link<Record>
    {
        text == BookFilter.noneText ? .missing : .id(try find(text) ?? ID(0))
    }
}

/// The word of a filter that lets through what has something, or what doesn't.
enum YesOrNo: String, CaseIterable, Sendable {
    case yes, no
}

/// The orders of the list of books.
enum BookOrder: String, CaseIterable, Sendable {
    case title
    case titleDescending = "-title"
    case author
    case authorDescending = "-author"
    case added
    case addedDescending = "-added"
    case changed
    case changedDescending = "-changed"
    case relevance
}
