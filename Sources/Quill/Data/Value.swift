/// A value while an expression is computed: the input and output of filters.
///
/// Plain output (`{{ row.name }}`) never becomes a `Value`: it goes from the record straight into
/// the page. Only filters, operators and `set` need this common form.
@usableFromInline
package enum Value: Sendable, Equatable {
    case none
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case html(SafeHTML)
    case list([Value])
    case record(RecordValue)

    /// Jinja's idea of truth: empty text, zero, an empty list and nothing are false.
    @usableFromInline package var isTrue: Bool {
        switch self {
        case .none: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .double(let value): value != 0
        case .text(let value): !value.isEmpty
        case .html(let value): !value.markup.isEmpty
        case .list(let values): !values.isEmpty
        case .record: true
        }
    }

    /// The value as it would be written, before any escaping; nil for a list or a record.
    package var text: String? {
        switch self {
        case .none: ""
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .text(let value): value
        case .html(let value): value.markup
        case .list, .record: nil
        }
    }
}

/// A record turned into a value, field by field, which `|json` writes as an object.
@usableFromInline
package struct RecordValue: Sendable, Equatable {
    package let names: [String]
    package let values: [Value]

    package init(names: [String], values: [Value]) {
        self.names = names
        self.values = values
    }

    package subscript(name: String) -> Value? {
        guard let index = names.firstIndex(of: name), index < values.count else { return nil }
        return values[index]
    }
}

/// Markup that is written as it is.
///
/// Only code can make one, and thereby promises that the text is well-formed markup from a trusted
/// source (an icon's SVG): there is no filter that turns text into markup.
@usableFromInline
package struct SafeHTML: Sendable, Equatable {
    @usableFromInline package let markup: String

    package init(trusted markup: String) {
        self.markup = markup
    }
}
