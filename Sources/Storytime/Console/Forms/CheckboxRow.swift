import Quill

/// One of a group of checkboxes.
struct CheckboxRow: Record {
    let id: String
    let value: String
    let label: String
    let icon: String?
    let isChecked: Bool

    static let fields: [Field<CheckboxRow>] = [
        .text("id") { $0.id },
        .text("value") { $0.value },
        .text("label") { $0.label },
        .optionalText("icon") { $0.icon },
        .bool("is_checked") { $0.isChecked },
    ]
}
