import Quill

/// A line of a select field.
struct SelectOption: Record {
    let value: String
    let label: String
    var isSelected = false

    static let fields: [Field<SelectOption>] = [
        .text("value") { $0.value },
        .text("label") { $0.label },
        .bool("is_selected") { $0.isSelected },
    ]
}
