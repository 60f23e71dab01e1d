import HTTP

/// The address of a list: everything that says which records it shows, in which order and how many at a
/// time. Pages that the list leads to carry it in their parameter `list`, so that they lead back to it.
protocol ListAddress: Sendable {
    associatedtype Filter
    associatedtype Order

    /// Where the list is.
    static var path: String { get }

    var filter: Filter { get set }
    var order: Order { get set }

    /// What says which records are shown and how, the page aside.
    var query: [(name: String, value: String)] { get }
    /// Which page of them it is.
    var place: [(name: String, value: String)] { get }
}

extension ListAddress {
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
    func href(_ change: (inout Filter) -> Void) -> String {
        var other = self
        change(&other.filter)
        return Self.href(other.query)
    }

    /// The address of the first page of the list in another order.
    func href(sortedBy order: Order) -> String {
        var other = self
        other.order = order
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
