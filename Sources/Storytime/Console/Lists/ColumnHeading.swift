import Quill

/// The heading of a column that a table can be sorted by.
struct ColumnHeading: Record {
    /// The words of `aria-sort` (WAI-ARIA 1.2 §6.6).
    enum Order: String, Sendable {
        case ascending, descending
    }

    let label: String
    /// Sorts by this column, or the other way round where it is sorted by it already.
    let href: String
    /// How the table is sorted by this column; nil when it is sorted by another one.
    var order: Order?
    var isNumber = false

    static let fields: [Field<ColumnHeading>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .optionalText("order") { $0.order?.rawValue },
        .bool("is_number") { $0.isNumber },
    ]
}
