/// The videos that a program asks for: the filters, the order and the pages of the list of videos,
/// except that unknown values of a filter are refused.
struct VideoListQuery: QueryContent {
    let request: VideoListRequest
    let page: PageQuery

    init?(_ query: inout QueryFields) {
        let texts = [
            ("q", query.text("q", upTo: SearchWords.maximumLength)),
            ("status", query.choice("status", VideoScope.self)?.rawValue),
            ("provider", query.choice("provider", VideoAsset.Provider.self)?.rawValue),
            ("captions", query.choice("captions", YesOrNo.self)?.rawValue),
            ("book", query.choice("book", NoBook.self)?.rawValue),
            ("older", query.integer("older", 1...VideoFilter.mostDays).map(String.init)),
        ]
        let order = query.choice("sort", VideoOrder.self, else: .addedDescending)
        let after = query.integer("after", 1...Int.max)
        let before = query.integer("before", 1...Int.max)
        guard let page = PageQuery(&query) else { return nil }
        self.page = page
        request = VideoListRequest(
            filter: VideoFilter(
                Fields(texts.compactMap { name, text in text.map { (name: name, value: $0) } })
            ),
            sort: order.flatMap { SortDirection($0.rawValue) },
            page: page.page,
            perPage: page.perPage,
            place: after.map { .after(ID($0)) } ?? before.map { .before(ID($0)) }
        )
    }

    static let meanings = PageQuery.meanings.merging([
        "q":
            "Words of the titles and authors of their books, or of the files or addresses they came "
            + "from; or the beginning of an id at Mux.",
        "status": "Videos with this status; `stuck`: no progress for too long.",
        "provider": "Videos stored on this server, or at Mux.",
        "captions": "Videos with or without captions.",
        "book": "`none`: videos that belong to no book.",
        "older": "Videos added at least this many days ago.",
        "sort": "The order; with a hyphen, newest or longest first.",
        "after": "The page starts after this video; copy it from the `next` link.",
        "before": "The page ends before this video; copy it from the `prev` link.",
    ]) { $1 }
}

/// The named parts of the list of videos.
private enum VideoScope: String, CaseIterable {
    case waiting, preparing, ready, errored, stuck
}

/// The one word for videos that belong to no book.
private enum NoBook: String, CaseIterable {
    case none
}

/// The orders of the list of videos.
private enum VideoOrder: String, CaseIterable {
    case added
    case addedDescending = "-added"
    case duration
    case durationDescending = "-duration"
}
