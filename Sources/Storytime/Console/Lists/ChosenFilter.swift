import Quill

/// A filter in use, and the address of the list without it.
struct ChosenFilter: Record {
    let label: String
    let href: String

    static let fields: [Field<ChosenFilter>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
    ]
}
