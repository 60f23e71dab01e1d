import Quill

/// One of several choices, as a chip with a link.
struct ChipLink: Record {
    let label: String
    let href: String
    let isCurrent: Bool
    var icon: String?
    /// Whether choosing it again removes it.
    var isRemovable = false

    static let fields: [Field<ChipLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("is_current") { $0.isCurrent },
        .optionalText("icon") { $0.icon },
        .bool("is_removable") { $0.isRemovable },
    ]
}
