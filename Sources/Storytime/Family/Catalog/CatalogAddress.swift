import HTTP
import Received

/// The catalog's address: which books it shows, and from which page to which. Forms that add a book
/// carry it along, and lead back to it.
struct CatalogAddress: Sendable {
    static let path = "/catalog"
    static let perPage = 20
    /// The most pages shown as one, 400 books: further ones replace the first.
    static let mostPages = 20
    /// No address of ours is longer.
    private static let maximumCarriedBytes = 2000

    /// Where the catalog is for whoever looks: an admin looks at it as a family does.
    let path: String
    var words = ""
    /// For just this age, or for one of a band; never both.
    private(set) var age: Int?
    private(set) var ages: AgeBand?
    /// Whose age it is: the chip of that child.
    private(set) var child: ID<Child>?
    /// The slug of a category.
    var category = ""
    var publisher: ID<Publisher>?
    var language = ""
    /// Whether only books with a playable video are shown.
    var hasFilm = false
    var sort = CatalogSort.usual
    /// The last page that is shown, and the first.
    private(set) var page = 1
    private(set) var from = 1

    init(path: String) {
        self.path = path
    }

    /// Reads the query of the catalog itself.
    init(_ query: Fields, path: String) {
        self.path = path
        words = SearchWords(query.text("q") ?? "").shown
        let years = query.number("age")
        age = years.flatMap { AgeRange.allowed.contains($0) ? $0 : nil }
        // Read as it was sent: the space at its end may be a plus.
        ages = age == nil ? query.text("ages").flatMap(AgeBand.init(rawValue:)) : nil
        child = age == nil ? nil : query.text("child").flatMap { ID(pathSegment: $0[...]) }
        category = String((query.text("category") ?? "").prefix(100))
        publisher = query.text("publisher").flatMap { ID(pathSegment: $0[...]) }
        language = LanguageTag(query.text("language") ?? "")?.text ?? ""
        hasFilm = query.text("film") == "yes"
        sort = query.text("sort").flatMap(CatalogSort.init) ?? .usual
        page = Self.number(query.text("page")) ?? 1
        from = min(Self.number(query.text("from")) ?? page, page)
    }

    /// Which of so many pages are shown.
    func pages(of count: Int) -> ClosedRange<Int> {
        let last = min(page, count)
        return max(min(from, last), last - Self.mostPages + 1)...last
    }

    /// Reads what a form carries in its field `list`; the whole catalog where it carries nothing.
    init(carriedBy fields: Fields, path: String) {
        let text = fields.text("list") ?? ""
        let pairs =
            text.utf8.count <= Self.maximumCarriedBytes
            ? try? URLEncodedForm(query: text).pairs : nil
        self.init(Fields(pairs ?? []), path: path)
    }

    private static func number(_ text: String?) -> Int? {
        // No catalog has so many pages, and a larger number would overflow.
        text.flatMap { ReceivedNumber.integer($0) }.map { min(max($0, 1), 1_000_000) }
    }

    // MARK: Which books

    /// Which books are shown, of those that the family may see.
    func filter(_ categories: [Category]) -> BookFilter {
        var filter = BookFilter()
        filter.words = words
        filter.age = age.map { .years($0) } ?? ages?.filter
        filter.publisher = publisher.map { .id($0) }
        filter.language = language.isEmpty ? nil : .tag(language)
        if hasFilm { filter.video = .ready }
        if !category.isEmpty {
            // An unknown category has no books.
            filter.category = .id(chosen(categories)?.id ?? ID(0))
        }
        return filter
    }

    /// By its slug, or its number.
    func chosen(_ categories: [Category]) -> Category? {
        Category.named(category, of: categories)
    }

    /// Looks for what is for every age.
    mutating func lookForAllAges() { (age, ages, child) = (nil, nil, nil) }

    /// Looks for what is for an age of a band.
    mutating func look(for band: AgeBand) { (age, ages, child) = (nil, band, nil) }

    /// Looks for what is for the age of a child.
    mutating func look(for child: Child, _ years: Int) {
        (age, ages, self.child) = (AgeRange.nearest(years), nil, child.id)
    }

    /// Whether it is that child's age that is looked for.
    func isFor(_ child: Child, _ years: Int) -> Bool {
        self.child == child.id && age == AgeRange.nearest(years)
    }

    /// Whether anything is asked for but the whole catalog.
    var isFiltered: Bool { !filters.isEmpty }

    // MARK: Writing

    /// The query for the same books in the same order, without pages.
    var query: [(name: String, value: String)] {
        filters + (sort == .usual ? [] : [(name: "sort", value: sort.rawValue)])
    }

    /// The query for the same books, without order and pages.
    private var filters: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "age", value: age.map { String($0) } ?? ""),
            (name: "ages", value: ages?.rawValue ?? ""),
            (name: "child", value: child.map { String($0.value) } ?? ""),
            (name: "category", value: category),
            (name: "publisher", value: publisher.map { String($0.value) } ?? ""),
            (name: "language", value: language),
            (name: "film", value: hasFilm ? "yes" : ""),
        ].filter { !$0.value.isEmpty }
    }

    private var place: [(name: String, value: String)] {
        guard page > 1 else { return [] }
        let last = (name: "page", value: String(page))
        return from < page ? [last, (name: "from", value: String(from))] : [last]
    }

    /// The address of just these pages.
    var href: String { Self.href(path, query + place) }

    /// The value for a form or another page that leads back here.
    var carried: String { PercentEncoding.encodeQuery(query + place) }

    /// The first page of other books.
    func href(_ change: (inout CatalogAddress) -> Void) -> String {
        var other = self
        change(&other)
        return Self.href(path, other.query)
    }

    /// The same books, further on.
    func href(page: Int, from: Int) -> String {
        var other = self
        other.page = page
        other.from = from
        return other.href
    }

    /// One page of them alone.
    func showing(page: Int) -> CatalogAddress {
        var other = self
        other.page = page
        other.from = page
        return other
    }

    /// The question before all that match are added to a child's library; nil is the child whose age is
    /// looked for, or nobody yet.
    func addHref(_ child: ID<Child>?) -> String {
        guard let child else { return Self.href(path + "/add", query) }
        let who = (name: "child", value: String(child.value))
        return Self.href(path + "/add", query.filter { $0.name != who.name } + [who])
    }

    private static func href(_ path: String, _ pairs: [(name: String, value: String)]) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    /// The place of a book in the list.
    static func anchor(_ book: ID<Book>) -> String { "book-\(book)" }
}

extension Category {
    /// The one with this slug, or else with this number.
    static func named(_ text: String, of categories: [Category]) -> Category? {
        categories.first { $0.slug == text } ?? categories.first { String($0.id.value) == text }
    }
}

extension FamilyScope {
    /// The path of the family's catalog for whoever acts: a parent, or an admin.
    var catalogPath: String { isOnBehalf ? family.href + "/catalog" : CatalogAddress.path }

    /// Where a story is watched with one of the children; an admin just looks at it.
    func storyHref(_ book: ID<Book>, with child: ID<Child>) -> String {
        let path = "\(catalogPath)/books/\(book)"
        return isOnBehalf ? path : "\(path)?child=\(child)"
    }
}
