import SQLite

/// The order of a list of books.
enum BookSort: String, ListSort {
    case title, author, added, changed
    /// By how well a book matches the words that were typed; there must be some.
    case relevance

    typealias Direction = SortDirection<BookSort>

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

extension SortDirection<BookSort> {
    /// What the rows are sorted by.
    var columns: SQL { isDescending ? by.descendingColumns : by.columns }
}
