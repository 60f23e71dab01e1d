import HTTP
import Quill

/// One page of a list: which rows to read, and the links to the others.
///
/// The page's number comes from the URL; one past the end shows the last page.
struct Pagination: Sendable {
    let page: Int
    let perPage: Int
    let total: Int
    let pageCount: Int

    init(page: Int, perPage: Int, total: Int) {
        self.perPage = perPage
        self.total = total
        pageCount = max(1, (total + perPage - 1) / perPage)
        self.page = min(max(page, 1), pageCount)
    }

    var offset: Int { (page - 1) * perPage }

    /// "1–50 of 202", "202", or nothing for an empty list.
    var summary: String {
        guard total > 0 else { return "" }
        guard pageCount > 1 else { return Counted.number(total) }
        let first = Counted.number(offset + 1)
        let last = Counted.number(min(offset + perPage, total))
        return "\(first)–\(last) of \(Counted.number(total))"
    }

    /// The links, at most nine: the first, the last, and the neighbors of the current one.
    ///
    /// If the keys of the first and the last row are given, the links to the next page and the one
    /// before say beside which row they are (`after`, `before`).
    func view(
        path: String,
        query: [(name: String, value: String)] = [],
        firstKey: String? = nil,
        lastKey: String? = nil
    ) -> PaginationView {
        let href = { (page: Int) in Self.href(path, query: query, page: page) }
        let step = { (page: Int, name: String, key: String?) in
            // The first page is at its own address: there is nothing before it.
            guard let key, page > 1 else { return href(page) }
            return href(page) + "&\(name)=\(key)"
        }
        var links: [PageLink] = []
        var previous = 0
        for number in shownNumbers {
            if number > previous + 1 {
                links.append(PageLink(label: "…", href: "", isCurrent: false, isGap: true))
            }
            links.append(
                PageLink(
                    label: Counted.number(number),
                    href: href(number),
                    isCurrent: number == page,
                    isGap: false
                )
            )
            previous = number
        }
        return PaginationView(
            summary: summary,
            total: total,
            hasPages: pageCount > 1,
            pages: links,
            previousHref: page > 1 ? step(page - 1, "before", firstKey) : nil,
            nextHref: page < pageCount ? step(page + 1, "after", lastKey) : nil
        )
    }

    /// The numbers that get a link, in order: a handful, however long the list.
    private var shownNumbers: [Int] {
        let near = max(page - 2, 1)...min(page + 2, pageCount)
        return Set([1, pageCount]).union(near).sorted()
    }

    private static func href(_ path: String, query: [(name: String, value: String)], page: Int)
        -> String
    {
        var pairs = query.filter { !$0.value.isEmpty }
        if page > 1 { pairs.append(("page", String(page))) }
        guard !pairs.isEmpty else { return path }
        return path + "?" + PercentEncoding.encodeQuery(pairs)
    }
}

/// The links under a list, for templates.
struct PaginationView: Record {
    let summary: String
    let total: Int
    let hasPages: Bool
    let pages: [PageLink]
    let previousHref: String?
    let nextHref: String?

    static let fields: [Field<PaginationView>] = [
        .text("summary") { $0.summary },
        .bool("has_pages") { $0.hasPages },
        .list("pages") { $0.pages },
        .optionalText("previous_href") { $0.previousHref },
        .optionalText("next_href") { $0.nextHref },
    ]
}

/// A link to one page of a list, or the gap between two.
struct PageLink: Record {
    let label: String
    let href: String
    let isCurrent: Bool
    let isGap: Bool

    static let fields: [Field<PageLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("is_current") { $0.isCurrent },
        .bool("is_gap") { $0.isGap },
    ]
}
