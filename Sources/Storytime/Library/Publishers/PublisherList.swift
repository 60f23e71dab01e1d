import SQLite

/// The order of the list of publishers, as its address spells it.
enum PublisherOrder: String, NamedListOrder {
    case name
    case nameDescending = "-name"
    case books
    case booksDescending = "-books"

    static let path = "/admin/publishers"

    /// Names are unique, so no two publishers stand at one place.
    var columns: SQL {
        switch self {
        case .name: "p.name_key"
        case .nameDescending: "p.name_key DESC"
        case .books: "p.book_count, p.name_key"
        case .booksDescending: "p.book_count DESC, p.name_key DESC"
        }
    }
}

typealias PublisherListAddress = NamedListAddress<PublisherOrder>
