import Quill

/// A line of a menu that a button opens: a link, or a form that is sent at once.
struct MenuItem: Record {
    let label: String
    let href: String
    var icon: String?
    /// Whether the address is posted to, rather than opened.
    var isForm = false
    /// Whether it deletes something.
    var isDangerous = false

    static let fields: [Field<MenuItem>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .optionalText("icon") { $0.icon },
        .bool("is_form") { $0.isForm },
        .bool("is_dangerous") { $0.isDangerous },
    ]
}
