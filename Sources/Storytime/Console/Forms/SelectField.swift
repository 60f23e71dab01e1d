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

    /// Reads what was sent. A browser sends one of the options, and always one.
    mutating func read(_ fields: Fields) {
        chosen = fields.text(name) ?? ""
        error = options.contains { $0.value == chosen } ? nil : "\(label): choose from the list."
    }

    /// What the chosen option is called.
    var chosenLabel: String { options.first { $0.value == chosen }?.label ?? chosen }

    /// What a store may use; nil when something is wrong.
    var value: String? { error == nil ? chosen : nil }

    mutating func reject(_ error: String) {
        self.error = error
    }

    /// What a person reads for a value.
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
                SelectOption(value: $0.value, label: $0.label, isChosen: $0.value == field.chosen)
            }
        },
    ]
}

/// One option of a field in which one of several is chosen.
struct SelectOption: Record {
    let value: String
    let label: String
    let isChosen: Bool

    static let fields: [Field<SelectOption>] = [
        .text("value") { $0.value },
        .text("label") { $0.label },
        .bool("is_chosen") { $0.isChosen },
    ]
}
