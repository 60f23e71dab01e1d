import Quill

/// Something that an admin should see to, and the way to it; features find theirs
/// (`Feature.attention`).
struct Attention: Record {
    /// "3 active books have no category."
    let heading: String
    let reason: String
    /// Exactly what is meant.
    let href: String

    static let fields: [Field<Attention>] = [
        .text("heading") { $0.heading },
        .text("reason") { $0.reason },
        .text("href") { $0.href },
    ]
}
