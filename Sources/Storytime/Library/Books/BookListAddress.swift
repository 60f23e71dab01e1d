import HTTP

/// The address of the list of books: everything that says which books it shows, in which order and
/// how many at a time. Pages that the list leads to carry it, so that they lead back to it.
struct BookListAddress: ListAddress {
    static let path = "/admin/books"
    static let perPageChoices = [25, 50, 100]
    static let usualPerPage = 50
    /// A longer one is none that we made.
    private static let maximumCarriedBytes = 4000

    private(set) var request: BookListRequest

    var filter: BookFilter {
        get { request.filter }
        set { request.filter = newValue }
    }

    var order: BookSort.Direction {
        get { request.sort }
        set { request.sort = newValue }
    }

    /// The first page of what a filter lets through, in the usual order.
    init(_ filter: BookFilter) {
        let sort = BookSort.Direction(nil, hasWords: filter.hasWords)
        request = BookListRequest(filter: filter, sort: sort, perPage: Self.usualPerPage)
    }

    /// Reads the query of the list itself. For whom its rights are asked, `Visit.asked` says.
    init(_ query: Fields) {
        let filter = BookFilter(query)
        request = BookListRequest(
            filter: filter,
            sort: BookSort.Direction(query.text("sort"), hasWords: filter.hasWords),
            page: max(query.text("page").flatMap { Int($0) } ?? 1, 1),
            perPage: query.text("per_page").flatMap { Int($0) }.flatMap {
                Self.perPageChoices.contains($0) ? $0 : nil
            } ?? Self.usualPerPage
        )
        request.place = ListPlace(query)
    }

    /// Reads what a page carries in its parameter `list`; nil when it carries nothing.
    init?(carriedBy fields: Fields) {
        guard let text = fields.text("list"), text.utf8.count <= Self.maximumCarriedBytes,
            let pairs = try? URLEncodedForm(query: text).pairs
        else { return nil }
        self.init(Fields(pairs))
    }

    /// What says which books are shown and how, the page aside.
    var query: [(name: String, value: String)] {
        let usual = BookSort.Direction(nil, hasWords: request.filter.hasWords)
        return request.filter.query
            + [
                (name: "sort", value: request.sort == usual ? "" : request.sort.text),
                (
                    name: "per_page",
                    value: request.perPage == Self.usualPerPage ? "" : String(request.perPage)
                ),
            ].filter { !$0.value.isEmpty }
    }

    var place: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if request.page > 1 { pairs.append((name: "page", value: String(request.page))) }
        if let place = request.place { pairs.append(place.query) }
        return pairs
    }
}
