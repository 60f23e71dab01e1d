import Quill

/// A line of a menu behind a button: a link, or a form that is sent at once.
struct MenuItem: Record {
    let label: String
    let href: String
    var icon: String?
    /// The address is posted to; otherwise it is gone to.
    var isForm = false
    /// It takes something away.
    var isDangerous = false

    static let fields: [Field<MenuItem>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .optionalText("icon") { $0.icon },
        .bool("is_form") { $0.isForm },
        .bool("is_dangerous") { $0.isDangerous },
    ]
}
