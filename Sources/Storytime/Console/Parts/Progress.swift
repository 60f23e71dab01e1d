import Quill

/// The progress of something: a bar, and the same in words for people who can't see it.
struct Progress: Record {
    /// What is in progress, such as "Watched".
    let label: String
    let value: Int
    let maximum: Int
    /// The progress for people: "7 of 12 minutes".
    let text: String

    static let fields: [Field<Progress>] = [
        .text("label") { $0.label },
        .int("value") { $0.value },
        .int("maximum") { $0.maximum },
        .text("text") { $0.text },
    ]
}
