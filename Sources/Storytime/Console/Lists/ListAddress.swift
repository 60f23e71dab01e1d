import HTTP

/// The filters of a list, as its address has them.
protocol ListFilter: Sendable, Equatable {
    associatedtype Sort: ListSort
    associatedtype Row

    /// Shows everything.
    init()
    /// Reads the query. A value that a parameter doesn't have filters nothing.
    init(_ query: Fields)
    var query: [(name: String, value: String)] { get }
    /// The order, unless the address asks for another one.
    var usualSort: SortDirection<Sort> { get }
    /// The order that the parameter names; nil if records filtered like this can't have it.
    func sort(named text: String?) -> SortDirection<Sort>?
    /// The list's path.
    static var path: String { get }
}

extension ListFilter {
    func sort(named text: String?) -> SortDirection<Sort>? { SortDirection(text) }
}

/// One page of a list: its filters, its order, and how many records it has.
struct ListRequest<Filter: ListFilter>: Sendable {
    var filter: Filter
    var sort: SortDirection<Filter.Sort>
    var page: Int
    var perPage: Int
    var place: ListPlace<Filter.Row>?

    init(
        filter: Filter = Filter(),
        sort: SortDirection<Filter.Sort>? = nil,
        page: Int = 1,
        perPage: Int = ListAddress<Filter>.usualPerPage,
        place: ListPlace<Filter.Row>? = nil
    ) {
        self.filter = filter
        self.sort = sort ?? filter.usualSort
        self.page = page
        self.perPage = perPage
        self.place = place
    }
}

/// The address of a list: which records it shows, in which order and how many at a time. Pages
/// that the list links to contain it in their parameter `list`, so that they lead back to it.
struct ListAddress<Filter: ListFilter>: Sendable {
    static var path: String { Filter.path }
    static var perPageChoices: [Int] { [25, 50, 100] }
    static var usualPerPage: Int { 50 }
    /// No list has a longer address.
    private static var maximumCarriedBytes: Int { 4000 }

    private(set) var request: ListRequest<Filter>

    /// The first page of what a filter finds, in the usual order.
    init(_ filter: Filter) { request = ListRequest(filter: filter) }

    /// Reads the query of the list itself.
    init(_ query: Fields) {
        let filter = Filter(query)
        request = ListRequest(
            filter: filter,
            sort: filter.sort(named: query.text("sort")),
            page: max(query.number("page") ?? 1, 1),
            perPage: query.number("per_page").flatMap {
                Self.perPageChoices.contains($0) ? $0 : nil
            } ?? Self.usualPerPage,
            place: ListPlace(query)
        )
    }

    /// Reads the list that a page leads back to; nil if it has none.
    init?(carriedBy fields: Fields) {
        guard let text = fields.text("list"), text.utf8.count <= Self.maximumCarriedBytes,
            let pairs = try? URLEncodedForm(query: text).pairs
        else { return nil }
        self.init(Fields(pairs))
    }

    /// Reads the list that a page leads back to: the whole list if it has none.
    init(of fields: Fields) { self = Self(carriedBy: fields) ?? Self(Filter()) }

    var filter: Filter {
        get { request.filter }
        set { request.filter = newValue }
    }

    /// The part that says which records are shown and how, except for the page.
    var query: [(name: String, value: String)] {
        let isUsual = request.sort == request.filter.usualSort
        let perPage = request.perPage == Self.usualPerPage ? "" : String(request.perPage)
        return request.filter.query
            + [
                (name: "sort", value: isUsual ? "" : request.sort.text),
                (name: "per_page", value: perPage),
            ].filter { !$0.value.isEmpty }
    }

    /// The part that says which page it is.
    private var place: [(name: String, value: String)] {
        let page = request.page > 1 ? [(name: "page", value: String(request.page))] : []
        return page + [request.place?.query].compactMap(\.self)
    }

    /// The address of this very page of the list.
    var href: String { Self.href(query + place) }

    /// The part for other pages to contain.
    var carried: String { PercentEncoding.encodeQuery(query + place) }

    /// An address that contains this one.
    func carry(along path: String, _ more: [(name: String, value: String)] = []) -> String {
        let pairs = (carried.isEmpty ? [] : [(name: "list", value: carried)]) + more
        return pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    /// The address of the first page of the list with another filter.
    func href(_ change: (inout Filter) -> Void) -> String {
        var other = self
        change(&other.request.filter)
        return Self.href(other.query)
    }

    /// The heading of a column that the list can be sorted by.
    func heading(_ label: String, _ by: Filter.Sort) -> ColumnHeading {
        let sort = request.sort
        let isCurrent = sort.by == by
        return ColumnHeading(
            label: label,
            href: href(sortedBy: isCurrent ? sort.reversed : by.first),
            order: isCurrent ? (sort.isDescending ? .descending : .ascending) : nil
        )
    }

    /// A file with everything that the list shows, on all pages, in its order.
    var exportHref: String {
        Self.href(query.filter { $0.name != "per_page" }, of: Self.path + ".csv")
    }

    private func href(sortedBy sort: SortDirection<Filter.Sort>) -> String {
        var other = self
        other.request.sort = sort
        return Self.href(other.query)
    }

    private static func href(
        _ pairs: [(name: String, value: String)],
        of path: String = path
    ) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }
}
