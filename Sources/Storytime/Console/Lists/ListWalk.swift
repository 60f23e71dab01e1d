/// The place in a list after which a page begins, or before which it ends: beside a record of the
/// neighboring page. Reading from there costs the same on every page, while counting off the rows
/// before it would cost more with each.
enum ListPlace<Record>: Sendable, Equatable {
    case after(ID<Record>)
    case before(ID<Record>)

    var id: ID<Record> {
        switch self {
        case .after(let id), .before(let id): id
        }
    }

    /// Reads the parameters `after` and `before` of a list's address.
    init?(_ query: Fields) {
        if let id = query.text("after").flatMap({ ID<Record>(pathSegment: $0[...]) }) {
            self = .after(id)
        } else if let id = query.text("before").flatMap({ ID<Record>(pathSegment: $0[...]) }) {
            self = .before(id)
        } else {
            return nil
        }
    }

    /// The place as a parameter.
    var query: (name: String, value: String) {
        switch self {
        case .after(let id): (name: "after", value: String(id.value))
        case .before(let id): (name: "before", value: String(id.value))
        }
    }
}

/// How to read a page of a list by walking through an index: in which direction, beyond which
/// record, or past how many rows.
///
/// From beside a record if a place is given; else by counting off the rows before the page, or
/// those after it if they are fewer.
struct ListWalk<Record> {
    /// The record beyond which it begins; nil at an end of the list.
    private(set) var start: ID<Record>?
    private(set) var limit: Int
    private(set) var offset = 0
    /// Whether the list is walked from its end: the rows must then be reversed.
    private(set) var isReversed = false

    init(_ place: ListPlace<Record>?, _ pagination: Pagination) {
        limit = pagination.perPage
        start = place?.id
        switch place {
        case .after: break
        case .before: isReversed = true
        case nil:
            offset = pagination.offset
            if offset > pagination.total / 2 {
                isReversed = true
                limit = min(limit, pagination.total - offset)
                offset = pagination.total - offset - limit
            }
        }
    }
}
