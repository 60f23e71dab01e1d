import Quill

/// A named part of a list with a count, like "Active".
struct ScopeLink: Record {
    let label: String
    let href: String
    /// Nil if it would have to be counted for this alone.
    let count: Int?
    let isCurrent: Bool

    static let fields: [Field<ScopeLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("has_count") { $0.count != nil },
        .int("count") { $0.count ?? 0 },
        .bool("is_current") { $0.isCurrent },
    ]
}
