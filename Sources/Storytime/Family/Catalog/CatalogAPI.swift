import HTTP

/// The catalog as a family sees it, for its parents' apps.
enum CatalogAPI {
    private static let operation = Operations(.catalog, for: .parent, scope: .readCatalog)

    static let routes = [
        operation(
            .get,
            "/api/v1/catalog/books",
            "catalogBooks",
            "List the books the family can watch",
            "Finds active books with rights today in the family’s country, in the "
                + "order of the console’s catalog: best match first, or without words "
                + "newest first. If no book has a word, finds books "
                + "with a similar one.",
            index
        ),
        operation(
            .get,
            "/api/v1/catalog/books/{book_id}",
            "catalogBook",
            "Get a book from the catalog",
            "Returns one book the family can watch today. Any other book gets a "
                + "404, as if it didn’t exist.",
            show
        ),
        publicAPI(
            .get,
            "/api/v1/catalog/categories",
            OperationText(
                .catalog,
                "catalogCategories",
                "List the categories",
                "Returns all categories in the order the console shows them. "
                    + "No token is needed."
            ),
            categories
        ),
    ]

    /// How long anybody may cache the categories: a new one appears minutes later.
    private static let categoriesSeconds = 300

    /// A parent without a family sees no books.
    static func index(_ visit: Visit, _ sent: Sent<CatalogQuery>) throws
        -> ListPage<CatalogBookAnswer>
    {
        let query = try sent.read()
        guard let scope = try visit.familyIfAny() else {
            return ListPage(records: [], query: query.page, total: 0)
        }
        let shelf = visit.shelf(of: scope.family)
        if let changes = query.changes {
            return try self.changes(changes, query.page, on: shelf, visit)
        }
        let filter = try query.filter(visit.categories.all(), visit.publishers)
        let (books, total) = try visit.catalog(shelf).page(query.page, filter)
        return ListPage(
            records: try visit.catalogAnswers(books, on: shelf),
            query: query.page,
            total: total
        )
    }

    /// What changed since a moment, oldest first.
    private static func changes(
        _ query: ChangesQuery,
        _ page: PageQuery,
        on shelf: FamilyShelf,
        _ visit: Visit
    ) throws -> ListPage<CatalogBookAnswer> {
        let changes = try visit.changes(query)
            .books(on: shelf, now: visit.now, limit: page.perPage)
        let found = try visit.catalog(shelf).find(changes.entries.map { ID($0.id) })
        let books = changes.entries.compactMap { found[ID($0.id)] }
        return ListPage(
            records: try visit.catalogAnswers(books, on: shelf),
            query: page,
            total: changes.total,
            removed: RemovedRecords(changes, but: found.keys.map(\.value))
        )
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Details<CatalogBookAnswer> {
        let shelf = visit.shelf(of: try visit.family().family)
        guard let book = try shelf.findIfAny(id) else { throw Failure.notFound }
        let summary = BookSummary(book: book, categories: try visit.books.categories(of: id))
        guard let answer = try visit.catalogAnswers([summary], on: shelf).first else {
            throw Failure.notFound
        }
        return Details(record: answer)
    }

    static func categories(_ visit: Visit, _ sent: Sent<WholeListQuery>) throws
        -> WholeList<CatalogCategoryAnswer>
    {
        let query = try sent.read().changes
        let all = try visit.categories.all()
        guard let changes = try query.map({ try visit.changes($0).categories() }) else {
            return WholeList(
                records: all.map(CatalogCategoryAnswer.init),
                maximumAgeSeconds: categoriesSeconds
            )
        }
        let changed = Set(changes.entries.map(\.id))
        return WholeList(
            records: all.filter { changed.contains($0.id.value) }.map(CatalogCategoryAnswer.init),
            removed: RemovedRecords(changes, but: all.map(\.id.value)),
            maximumAgeSeconds: categoriesSeconds
        )
    }
}

/// Which books of the catalog an app asks for, and which page.
struct CatalogQuery: QueryContent {
    let words: String
    let age: Int?
    let ages: AgeBand?
    let publisher: String?
    let category: String?
    let language: LanguageTag?
    let page: PageQuery
    let changes: ChangesQuery?

    /// Longer than any name that a slug is made of.
    private static let maximumSlugLength = 200

    init?(_ query: inout QueryFields) {
        words = query.text("q", upTo: SearchWords.maximumLength) ?? ""
        age = query.integer("age", AgeRange.allowed)
        ages = query.choice("ages", AgeBand.self)
        if age != nil, ages != nil {
            query.reject("ages", "invalid", "can’t be sent together with “age”.")
        }
        publisher = query.text("publisher", upTo: Self.maximumSlugLength)
        category = query.text("category", upTo: Self.maximumSlugLength)
        let tag = query.text(
            "language",
            upTo: LanguageTag.maximumLength,
            pattern: LanguageTag.pattern
        )
        language = tag.flatMap { LanguageTag($0) }
        if tag != nil, language == nil {
            query.reject("language", "invalid", "must be a language tag like en or pt-BR.")
        }
        changes = query.changes(
            others: ["q", "age", "publisher", "category", "language", "page"]
        )
        guard let page = PageQuery(&query) else { return nil }
        self.page = page
    }

    static let meanings = [
        "q": "Words from the title, author or description.",
        "age":
            "An age in full years: finds books with `age_min` at most that and `age_max` at "
            + "least that; null means no limit.",
        "ages":
            "An age band: finds books for at least one of its ages. Each ends before the next: `2-4` is 2 "
            + "and 3. `8+` has no end; write its plus as `%2B`.",
        "publisher": "The slug or id of a publisher.",
        "category": "The slug or id of a category.",
        "language": "A language tag (BCP 47); includes more specific ones, like en-GB for en.",
    ].merging(PageQuery.meanings) { own, _ in own }
        .merging(ChangesQuery.meanings) { own, _ in own }

    /// The same as the catalog's page understands it. An unknown category has no books.
    func filter(_ categories: [Category], _ publishers: PublisherStore) throws -> BookFilter {
        var filter = BookFilter()
        filter.words = words
        filter.age = age.map { .years($0) } ?? ages?.filter
        filter.language = language.map { .tag($0.text) }
        filter.publisher = try publisher.map { .id(try publishers.key(of: $0) ?? ID(0)) }
        filter.category = category.map { .id(Category.named($0, of: categories)?.id ?? ID(0)) }
        return filter
    }
}
