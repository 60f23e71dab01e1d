import Quill

/// A kind of record that the search everywhere finds.
///
/// What is to be found, too, becomes one more in `all`: most need no more than their store's writing
/// to the `NameIndex`, and `named`.
struct SearchKind: Sendable {
    /// So many of each kind are shown. Whoever sees more of one than that goes on in its own list.
    static let maximumShown = 10

    let find: @Sendable (Visit, SearchWords) throws -> SearchGroup

    /// In the order of the page.
    static let all = [books, categories, publishers, families, children, people]

    private static let books = SearchKind { visit, words in
        let (books, total) = try visit.bookList.search(words, limit: maximumShown)
        var filter = BookFilter()
        filter.words = words.text
        return SearchGroup(
            title: "Books",
            total: total,
            results: books.map(SearchResult.init),
            allHref: BookListAddress(filter).href
        )
    }

    private static let categories = named("Categories", .category) { visit, id in
        let category = try visit.categories.find(ID(id))
        return SearchResult(
            title: category.name,
            detail: Counted.text(category.bookCount, "book", "books"),
            href: "/admin/categories/\(category.id)",
            icon: category.iconName ?? "tag"
        )
    }

    private static let publishers = named(
        "Publishers",
        .publisher,
        list: { PublisherListAddress(words: $0).href }
    ) { visit, id in
        let publisher = try visit.publishers.find(ID(id))
        return SearchResult(
            title: publisher.name,
            detail: Counted.text(publisher.bookCount, "book", "books"),
            href: publisher.href,
            icon: "building"
        )
    }

    private static let families = named(
        "Families",
        .family,
        list: { FamilyListAddress(words: $0).href }
    ) { visit, id in
        let family = try visit.families.find(ID(id))
        return SearchResult(
            title: family.name,
            detail: Counted.text(family.childCount, "child", "children"),
            href: family.href,
            icon: "heart"
        )
    }

    private static let children = named("Children", .child) { visit, id in
        let family = try visit.families.find(try visit.children.family(of: ID(id)))
        let child = try visit.children.find(ID(id), of: family.id)
        return SearchResult(
            title: child.name,
            detail: family.name,
            href: Child.href(child.id, of: family.id),
            icon: "person"
        )
    }

    private static let people = named("People", .user) { visit, id in
        let user = try visit.users.find(ID(id))
        return SearchResult(
            title: user.name,
            detail: "\(user.email), \(user.role.label)",
            href: "/admin/users/\(user.id)",
            icon: "person"
        )
    }

    /// A kind whose records are found by the words of their names; `list` is the address of its own
    /// list with these words, if it can be searched.
    private static func named(
        _ title: String,
        _ kind: Subject.Kind,
        list: @escaping @Sendable (SearchWords) -> String? = { _ in nil },
        _ result: @escaping @Sendable (Visit, Int) throws -> SearchResult
    ) -> SearchKind {
        SearchKind { visit, words in
            let names = NameIndex(database: visit.database)
            return SearchGroup(
                title: title,
                total: try names.count(kind, words),
                results: try names.best(kind, words, limit: maximumShown)
                    .map { try result(visit, $0) },
                allHref: list(words)
            )
        }
    }
}

/// What a search found of one kind.
struct SearchGroup: Record {
    let title: String
    let total: Int
    /// The best of them.
    let results: [SearchResult]
    /// The list of all of them, where there is one that can be searched.
    let allHref: String?

    private var hidden: Int { total - results.count }

    static let fields: [Field<SearchGroup>] = [
        .text("id") { "found-" + $0.title.lowercased() },
        .text("title") { $0.title },
        .text("name") { $0.title.lowercased() },
        .int("total") { $0.total },
        .int("hidden") { $0.hidden },
        .list("results") { $0.results },
        .optionalText("all_href") { $0.allHref },
    ]
}

/// A record that a search found.
struct SearchResult: Record {
    let title: String
    let detail: String
    let href: String
    /// What stands before it, unless it is a book, which has a cover.
    var icon = ""
    var book: BookSummary?

    static let fields: [Field<SearchResult>] = [
        .text("title") { $0.title },
        .text("detail") { $0.detail },
        .text("href") { $0.href },
        .text("icon") { $0.icon },
        .optionalRecord("book") { $0.book },
    ]
}

extension SearchResult {
    init(_ summary: BookSummary) {
        self.init(
            title: summary.book.title,
            detail: summary.book.author,
            href: summary.href,
            book: summary
        )
    }
}
