import HTTP

/// The address of the list of videos: everything that says which it shows, in which order and how
/// many at a time. Pages that the list leads to carry it, so that they lead back to it.
struct VideoListAddress: Sendable {
    static let path = "/admin/video_assets"
    static let perPageChoices = [25, 50, 100]
    static let usualPerPage = 50
    /// A longer one is none that we made.
    private static let maximumCarriedBytes = 500

    private(set) var request: VideoListRequest

    /// The first page of what a filter lets through, in the usual order.
    init(_ filter: VideoFilter) {
        request = VideoListRequest(filter: filter)
    }

    /// Reads the query of the list itself.
    init(_ query: Fields) {
        request = VideoListRequest(
            filter: VideoFilter(query),
            sort: VideoSort.Direction(query.text("sort")),
            page: max(query.text("page").flatMap { Int($0) } ?? 1, 1),
            perPage: query.text("per_page").flatMap { Int($0) }.flatMap {
                Self.perPageChoices.contains($0) ? $0 : nil
            } ?? Self.usualPerPage,
            place: ListPlace(query)
        )
    }

    /// Reads what a page carries in its parameter `list`: the whole list when it carries nothing.
    init(carriedBy fields: Fields) {
        let text = fields.text("list") ?? ""
        let pairs =
            text.utf8.count <= Self.maximumCarriedBytes
            ? try? URLEncodedForm(query: text).pairs : nil
        self.init(Fields(pairs ?? []))
    }

    /// What says which videos are shown and how, the page aside.
    var query: [(name: String, value: String)] {
        let isUsual = (sort: request.sort == .usual, size: request.perPage == Self.usualPerPage)
        return request.filter.query
            + [
                (name: "sort", value: isUsual.sort ? "" : request.sort.text),
                (name: "per_page", value: isUsual.size ? "" : String(request.perPage)),
            ].filter { !$0.value.isEmpty }
    }

    private var place: [(name: String, value: String)] {
        let page = request.page > 1 ? [(name: "page", value: String(request.page))] : []
        return page + [request.place?.query].compactMap(\.self)
    }

    /// The address of this very page of the list.
    var href: String { Self.href(query + place) }

    /// What another page carries of it.
    var carried: String { PercentEncoding.encodeQuery(query + place) }

    /// An address that carries this one along.
    func carry(along path: String) -> String {
        guard !carried.isEmpty else { return path }
        return path + "?" + PercentEncoding.encodeQuery([(name: "list", value: carried)])
    }

    /// The address of the first page of the list with another filter.
    func href(_ change: (inout VideoFilter) -> Void) -> String {
        var other = self
        change(&other.request.filter)
        return Self.href(other.query)
    }

    /// The address of the first page of the list in another order.
    func href(sortedBy sort: VideoSort.Direction) -> String {
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
