import Quill

/// The heading of a chosen column; some sort the list.
struct ListHeading: Record {
    let label: String
    var sort: ColumnHeading?
    var isNumber = false

    static let fields: [Field<ListHeading>] = [
        .text("label") { $0.label },
        .optionalRecord("sort") { $0.sort },
        .bool("is_number") { $0.isNumber },
    ]
}

/// A cell of a chosen column: a text, which may be a link, a pill or a time.
struct ListCell: Record {
    /// The column, as programs call it.
    let column: String
    var text: String?
    /// What stands in the place of nothing.
    var nothing = "–"
    /// What a phone shows before it, where a cell has no heading.
    var unit: String?
    var href: String?
    /// The kind of the pill in which the text stands.
    var pill: String?
    var time: ListTime?
    var isNumber = false
    /// Whether it is never broken into lines.
    var isFit = false

    static let fields: [Field<ListCell>] = [
        .text("column") { $0.column },
        .text("text") { $0.text ?? $0.nothing },
        .bool("is_nothing") { $0.text == nil },
        .optionalText("unit") { $0.unit },
        .optionalText("href") { $0.href },
        .optionalText("pill") { $0.pill },
        .optionalRecord("time") { $0.time },
        .bool("is_number") { $0.isNumber },
        .bool("is_fit") { $0.isFit },
    ]
}

/// A moment in a list, for programs and for people who want it exactly.
struct ListTime: Record {
    let iso: String
    let exact: String

    init(_ time: Int, _ times: TimeText) {
        iso = TimeText.iso(time)
        exact = times.exact(time)
    }

    static let fields: [Field<ListTime>] = [
        .text("iso") { $0.iso },
        .text("exact") { $0.exact },
    ]
}
