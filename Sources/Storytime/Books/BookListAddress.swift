import HTTP

/// The address of the list of books: everything that says which books it shows, in which order and
/// how many at a time. Pages that the list leads to carry it, so that they lead back to it.
struct BookListAddress: Sendable {
    static let path = "/admin/books"
    static let perPageChoices = [25, 50, 100]
    static let usualPerPage = 50
    /// A longer one is none that we made.
    private static let maximumCarriedBytes = 4000

    private(set) var request: BookListRequest

    /// The first page of what a filter lets through, in the usual order.
    init(_ filter: BookFilter) {
        let sort = BookSort.Direction(nil, hasWords: filter.hasWords)
        request = BookListRequest(filter: filter, sort: sort, perPage: Self.usualPerPage)
    }

    /// Reads the query of the list itself. An address alone needs no rights; its books do.
    init(_ query: Fields, rights: Rights? = nil) {
        let filter = BookFilter(query, rights: rights)
        request = BookListRequest(
            filter: filter,
            sort: BookSort.Direction(query.text("sort"), hasWords: filter.hasWords),
            page: max(query.text("page").flatMap { Int($0) } ?? 1, 1),
            perPage: query.text("per_page").flatMap { Int($0) }.flatMap {
                Self.perPageChoices.contains($0) ? $0 : nil
            } ?? Self.usualPerPage
        )
        if let id = query.text("after").flatMap({ ID<Book>(pathSegment: $0[...]) }) {
            request.place = .after(id)
        } else if let id = query.text("before").flatMap({ ID<Book>(pathSegment: $0[...]) }) {
            request.place = .before(id)
        }
    }

    /// Reads what a page carries in its parameter `list`; nil when it carries nothing.
    init?(carriedBy fields: Fields, rights: Rights? = nil) {
        guard let text = fields.text("list"), text.utf8.count <= Self.maximumCarriedBytes,
            let pairs = try? URLEncodedForm(query: text).pairs
        else { return nil }
        self.init(Fields(pairs), rights: rights)
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

    private var place: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if request.page > 1 { pairs.append((name: "page", value: String(request.page))) }
        switch request.place {
        case .after(let id): pairs.append((name: "after", value: String(id.value)))
        case .before(let id): pairs.append((name: "before", value: String(id.value)))
        case nil: break
        }
        return pairs
    }

    /// The address of this very page of the list.
    var href: String { Self.href(query + place) }

    /// What another page carries of it.
    var carried: String { PercentEncoding.encodeQuery(query + place) }

    /// An address that carries this one along.
    func carry(along path: String, _ more: [(name: String, value: String)] = []) -> String {
        let pairs = (carried.isEmpty ? [] : [(name: "list", value: carried)]) + more
        return pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    /// The address of the first page of the list with another filter.
    func href(_ change: (inout BookFilter) -> Void) -> String {
        var other = self
        change(&other.request.filter)
        return Self.href(other.query)
    }

    /// The address of the first page of the list in another order.
    func href(sortedBy sort: BookSort.Direction) -> String {
        var other = self
        other.request.sort = sort
        return Self.href(other.query)
    }

    /// The address of all that the list shows as a file: on all pages, in its order.
    var exportHref: String {
        Self.href(query.filter { $0.name != "per_page" }, of: Self.path + ".csv")
    }

    private static func href(
        _ pairs: [(name: String, value: String)],
        of path: String = path
    ) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }
}
