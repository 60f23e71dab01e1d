import HTTP
import SQLite

/// The order of the list of families, as its address spells it.
enum FamilyOrder: String, Sendable, CaseIterable {
    case name
    case nameDescending = "-name"
    case children
    case childrenDescending = "-children"
    case added
    case addedDescending = "-added"

    /// Each is the order of an index, read forwards or backwards.
    var columns: SQL {
        switch self {
        case .name: "f.name_key, f.id"
        case .nameDescending: "f.name_key DESC, f.id DESC"
        case .children: "f.child_count, f.name_key, f.id"
        case .childrenDescending: "f.child_count DESC, f.name_key DESC, f.id DESC"
        case .added: "f.created_at, f.id"
        case .addedDescending: "f.created_at DESC, f.id DESC"
        }
    }
}

/// The address of the list of families: which are shown, and in which order.
struct FamilyListAddress: Sendable {
    static let path = "/admin/families"

    let words: SearchWords
    let order: FamilyOrder

    /// What is no order is the usual one.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "")
        order = query.text("sort").flatMap(FamilyOrder.init) ?? .name
    }

    init(words: SearchWords, order: FamilyOrder = .name) {
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

    /// A column's heading, which sorts by it: first as `first` says, then the other way.
    func heading(
        _ label: String,
        _ first: FamilyOrder,
        _ second: FamilyOrder,
        isNumber: Bool = false
    )
        -> ColumnHeading
    {
        let isDescending = order.rawValue.hasPrefix("-")
        return ColumnHeading(
            label: label,
            href: Self(words: words, order: order == first ? second : first).href,
            order: order == first || order == second
                ? isDescending ? .descending : .ascending : nil,
            isNumber: isNumber
        )
    }

    private func href(of path: String) -> String {
        query.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(query)
    }
}
