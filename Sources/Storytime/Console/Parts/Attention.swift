import Quill

/// Something that needs an admin's attention, with a link; features find theirs
/// (`Feature.attention`).
struct Attention: Record {
    /// What it is about, whatever the number: "books.cover". It never changes, because an admin
    /// may have put it aside.
    let key: String
    /// How many records.
    let amount: Int
    /// "3 active books have no category."
    let heading: String
    let reason: String
    /// A link to exactly these records.
    let href: String

    static let fields: [Field<Attention>] = [
        .text("heading") { $0.heading },
        .text("reason") { $0.reason },
        .text("href") { $0.href },
    ]
}
