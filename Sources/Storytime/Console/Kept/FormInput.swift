import Quill

/// A field of a form, whatever it looks like: its label, its content, and what is wrong with it.
protocol FormInput: Record {
    var label: String { get }
    /// The member with which programs send it.
    var member: FormMember { get }
    /// The content, as it was typed or chosen.
    var typed: String { get }
    var formErrors: [FormError] { get }
    /// Whether white space around the text was removed.
    var wasTrimmed: Bool { get }

    /// Shows the value that a record has.
    mutating func show(_ value: String)
    mutating func read(_ fields: Fields)
    /// The words that people see for a value.
    func words(for value: String) -> String
}

extension FormInput {
    var wasTrimmed: Bool { false }
    func words(for value: String) -> String { value }
}

extension FormField: FormInput {
    var label: String { spec.label }
    var member: FormMember { .field(spec) }
    var formErrors: [FormError] { [self].errors }

    mutating func show(_ value: String) { self = FormField(spec, initially: value) }
    mutating func read(_ fields: Fields) { self = FormField(spec, fields) }
}

extension SelectField: FormInput {
    var member: FormMember { .field(FieldSpec(name: name, label: label)) }
    var typed: String { chosen }
    func words(for value: String) -> String { text(of: value) }
}
