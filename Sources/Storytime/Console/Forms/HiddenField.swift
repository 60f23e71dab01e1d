import Quill

/// A hidden field of a form.
struct HiddenField: Record {
    let name: String
    let value: String

    static let fields: [Field<HiddenField>] = [
        .text("name") { $0.name },
        .text("value") { $0.value },
    ]
}
