import Quill

/// One line of a list to choose from.
struct Choice: Record {
    let value: String
    let label: String
    let isChosen: Bool

    static let fields: [Field<Choice>] = [
        .text("value") { $0.value },
        .text("label") { $0.label },
        .bool("is_chosen") { $0.isChosen },
    ]
}
