import Quill

/// A field of a form in which one of several options is chosen.
struct SelectField: Sendable {
    let name: String
    let label: String
    var hint: String?
    let options: [(value: String, label: String)]
    private(set) var chosen: String
    private(set) var error: String?

    /// The field of a form that is shown for the first time.
    init(
        name: String,
        label: String,
        hint: String? = nil,
        options: [(value: String, label: String)],
        initially chosen: String
    ) {
        self.name = name
        self.label = label
        self.hint = hint
        self.options = options
        self.chosen = chosen
    }

    mutating func show(_ value: String) { chosen = value }

    /// Reads the content of a form. A browser always sends exactly one of the options.
    mutating func read(_ fields: Fields) {
        chosen = fields.text(name) ?? ""
        error = options.contains { $0.value == chosen } ? nil : "\(label): choose from the list."
    }

    /// The label of the chosen option.
    var chosenLabel: String { options.first { $0.value == chosen }?.label ?? chosen }

    /// The value for a store; nil if something is wrong.
    var value: String? { error == nil ? chosen : nil }

    mutating func reject(_ error: String) {
        self.error = error
    }

    /// The label of a value.
    func text(of value: String) -> String {
        options.first { $0.value == value }?.label ?? value
    }

    var id: String { "field-" + name.split(separator: "_").joined(separator: "-") }

    var formErrors: [FormError] {
        error.map { [FormError(href: "#" + id, message: $0)] } ?? []
    }
}

extension SelectField: Record {
    private var describedBy: String? {
        let ids = [error.map { _ in id + "-error" }, hint.map { _ in id + "-hint" }]
            .compactMap(\.self)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    static let fields: [Field<SelectField>] = [
        .text("name") { $0.name },
        .text("id") { $0.id },
        .text("label") { $0.label },
        .optionalText("hint") { $0.hint },
        .optionalText("error") { $0.error },
        .text("hint_id") { $0.id + "-hint" },
        .text("error_id") { $0.id + "-error" },
        .optionalText("described_by") { $0.describedBy },
        .list("options") { field in
            field.options.map {
                Choice(value: $0.value, label: $0.label, isChosen: $0.value == field.chosen)
            }
        },
    ]
}
