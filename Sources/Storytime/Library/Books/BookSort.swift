import SQLite

/// The order of a list of books.
enum BookSort: String, Sendable, CaseIterable {
    case title, author, added, changed
    /// By how well a book matches the words that were typed; there must be some.
    case relevance

    /// The order, and whether it is turned round.
    struct Direction: Sendable, Equatable {
        var by: BookSort
        var isDescending: Bool

        init(_ by: BookSort, isDescending: Bool = false) {
            self.by = by
            self.isDescending = isDescending
        }

        /// Reads "author" or "-author"; by title, or by relevance to the words where there are some,
        /// when it is neither.
        init(_ text: String?, hasWords: Bool) {
            let name = text ?? ""
            let isTurned = name.hasPrefix("-")
            let by = BookSort(rawValue: String(isTurned ? name.dropFirst() : name[...]))
            switch by {
            case nil, .relevance?:
                self.init(hasWords ? .relevance : .title)
            case let by?: self.init(by, isDescending: isTurned)
            }
        }

        var text: String { (isDescending ? "-" : "") + by.rawValue }

        /// What the rows are sorted by.
        var columns: SQL { isDescending ? by.descendingColumns : by.columns }

        var turned: Direction { Direction(by, isDescending: !isDescending) }
    }

    /// What a click on the column's heading sorts by first: names from A on, times from the latest.
    var first: Direction { Direction(self, isDescending: self == .added || self == .changed) }

    /// The columns of the order, which end in the key so that no two books stand at one place.
    var columns: SQL {
        switch self {
        case .title, .relevance: "b.title_key, b.id"
        case .author: "b.author_key, b.title_key, b.id"
        case .added: "b.id"
        case .changed: "b.updated_at, b.id"
        }
    }

    var descendingColumns: SQL {
        switch self {
        case .title, .relevance: "b.title_key DESC, b.id DESC"
        case .author: "b.author_key DESC, b.title_key DESC, b.id DESC"
        case .added: "b.id DESC"
        case .changed: "b.updated_at DESC, b.id DESC"
        }
    }

    /// Where one book stands in this order.
    func place(of id: ID<Book>) -> SQL {
        switch self {
        case .title, .relevance: "(SELECT title_key, id FROM books WHERE id = \(id.value))"
        case .author: "(SELECT author_key, title_key, id FROM books WHERE id = \(id.value))"
        case .added: "(SELECT id FROM books WHERE id = \(id.value))"
        case .changed: "(SELECT updated_at, id FROM books WHERE id = \(id.value))"
        }
    }

    /// Where a book stood in this order when it was read.
    func place(of key: BookKey) -> SQL {
        switch self {
        case .title, .relevance: "(\(key.title), \(key.id.value))"
        case .author: "(\(key.author), \(key.title), \(key.id.value))"
        case .added: "(\(key.id.value))"
        case .changed: "(\(key.changedAt), \(key.id.value))"
        }
    }

    /// The table, read by the index that has this order.
    var table: SQL {
        switch self {
        case .title, .relevance: "books AS b INDEXED BY books_by_title"
        case .author: "books AS b INDEXED BY books_by_author"
        case .added: "books AS b NOT INDEXED"
        case .changed: "books AS b INDEXED BY books_by_change"
        }
    }
}
