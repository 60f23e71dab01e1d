import HTTP

/// The address of the list of videos: everything that says which it shows, in which order and how
/// many at a time. Pages that the list leads to carry it, so that they lead back to it.
struct VideoListAddress: ListAddress {
    static let path = "/admin/video_assets"
    static let perPageChoices = [25, 50, 100]
    static let usualPerPage = 50
    /// A longer one is none that we made.
    private static let maximumCarriedBytes = 500

    private(set) var request: VideoListRequest

    var filter: VideoFilter {
        get { request.filter }
        set { request.filter = newValue }
    }

    var order: VideoSort.Direction {
        get { request.sort }
        set { request.sort = newValue }
    }

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

    var place: [(name: String, value: String)] {
        let page = request.page > 1 ? [(name: "page", value: String(request.page))] : []
        return page + [request.place?.query].compactMap(\.self)
    }
}
