import Quill

/// The heading of a column by which a table can be sorted.
struct ColumnHeading: Record {
    /// The words of `aria-sort` (WAI-ARIA 1.2 §6.6).
    enum Order: String, Sendable {
        case ascending, descending
    }

    let label: String
    /// Sorts by this column, or in reverse if it is already sorted by it.
    let href: String
    /// The order of this column; nil if the table is sorted by another one.
    var order: Order?
    var isNumber = false

    static let fields: [Field<ColumnHeading>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .optionalText("order") { $0.order?.rawValue },
        .bool("is_number") { $0.isNumber },
    ]
}
