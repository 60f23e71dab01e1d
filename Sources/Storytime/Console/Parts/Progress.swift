import Quill

/// How far something is: a bar, and the same in words for those who don't see it.
struct Progress: Record {
    /// What is under way, such as "Watched".
    let label: String
    let value: Int
    let maximum: Int
    /// How far, as people say it: "7 of 12 minutes".
    let text: String

    static let fields: [Field<Progress>] = [
        .text("label") { $0.label },
        .int("value") { $0.value },
        .int("maximum") { $0.maximum },
        .text("text") { $0.text },
    ]
}
