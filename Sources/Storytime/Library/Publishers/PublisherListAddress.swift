import HTTP
import SQLite

/// The order of the list of publishers, as its address spells it.
enum PublisherOrder: String, Sendable, CaseIterable {
    case name
    case nameDescending = "-name"
    case books
    case booksDescending = "-books"

    /// Each is the order of an index, read forwards or backwards. Names are unique, so no two
    /// publishers stand at one place.
    var columns: SQL {
        switch self {
        case .name: "p.name_key"
        case .nameDescending: "p.name_key DESC"
        case .books: "p.book_count, p.name_key"
        case .booksDescending: "p.book_count DESC, p.name_key DESC"
        }
    }
}

/// The address of the list of publishers: which are shown, and in which order.
struct PublisherListAddress: Sendable {
    static let path = "/admin/publishers"

    let words: SearchWords
    let order: PublisherOrder

    /// What is no order is the usual one.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "")
        order = query.text("sort").flatMap(PublisherOrder.init) ?? .name
    }

    init(words: SearchWords, order: PublisherOrder = .name) {
        self.words = words
        self.order = order
    }

    /// What the address carries, the page aside.
    var query: [(name: String, value: String)] {
        [(name: "q", value: words.text), (name: "sort", value: sortText)]
            .filter { !$0.value.isEmpty }
    }

    /// Empty in the usual order.
    var sortText: String { order == .name ? "" : order.rawValue }

    /// The address of the first page.
    var href: String { href(of: Self.path) }

    /// The address of the whole list as a file.
    var exportHref: String { href(of: Self.path + ".csv") }

    /// The same in another order.
    func href(in order: PublisherOrder) -> String {
        Self(words: words, order: order).href
    }

    private func href(of path: String) -> String {
        query.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(query)
    }
}
