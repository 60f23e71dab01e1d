/// What kind of value a name has, as far as the compiler knows before there is a page to render.
@usableFromInline
package indirect enum Shape: Sendable {
    case text
    case int
    case double
    case bool
    case html
    /// The literal `none`, and nothing else.
    case nothing
    /// Known only when the page is rendered: a filter says that it gives this.
    case any
    case optional(Shape)
    case list(of: Shape)
    case record(RecordShape)

    /// The shape of the value if it isn't missing.
    var unwrapped: Shape {
        if case .optional(let shape) = self { return shape.unwrapped }
        return self
    }

    /// The shape of a value that may be missing.
    @usableFromInline var orNothing: Shape {
        switch self {
        case .optional, .nothing, .any: self
        default: .optional(self)
        }
    }

    var isNumber: Bool {
        switch unwrapped {
        case .int, .double, .any: true
        default: false
        }
    }

    /// Whether a value of this shape can be written into a page.
    var isWritable: Bool {
        switch unwrapped {
        case .list, .record: false
        default: true
        }
    }

    /// The name that error messages use for it.
    var phrase: String {
        switch self {
        case .text: "text"
        case .int, .double: "a number"
        case .bool: "true or false"
        case .html: "markup"
        case .nothing: "none"
        case .any: "a value"
        case .optional(let shape): shape.phrase
        case .list: "a list"
        case .record(let record): "the record \(record.name)"
        }
    }

    /// The shape of a value that comes from either of two places, or nil if no such value makes
    /// sense.
    func joined(with other: Shape) -> Shape? {
        switch (self, other) {
        case (.any, _), (_, .any): .any
        case (.nothing, .nothing): .nothing
        case (.nothing, let shape), (let shape, .nothing): shape.orNothing
        case (.optional(let a), let b): a.joined(with: b.unwrapped)?.orNothing
        case (let a, .optional(let b)): a.joined(with: b)?.orNothing
        case (.text, .text), (.int, .int), (.double, .double), (.bool, .bool), (.html, .html): self
        case (.int, .double), (.double, .int): .double
        case (.list(let a), .list(let b)): .list(of: a.joined(with: b) ?? .any)
        case (.record(let a), .record(let b)) where a.name == b.name: self
        case (.list, _), (_, .list), (.record, _), (_, .record): nil
        default: .any
        }
    }
}

/// The fields of a record type, read when they are needed: a record may contain records of its own
/// kind, and reading at once would never end.
@usableFromInline
package struct RecordShape: Sendable {
    @usableFromInline package let name: String
    @usableFromInline let makeFields: @Sendable () -> [AnyField]
    @usableFromInline let findField: @Sendable (String) -> AnyField?

    @inlinable
    package init(name: String, makeFields: @escaping @Sendable () -> [AnyField]) {
        self.name = name
        self.makeFields = makeFields
        findField = { name in makeFields().first { $0.name == name } }
    }

    @inlinable
    package init<R: Record>(of type: R.Type) {
        name = "\(type)"
        makeFields = { R.fields.map(\.erased) }
        findField = { name in R.fields.first { $0.name == name }?.erased }
    }

    var fields: [AnyField] { makeFields() }

    /// The field of this name. Templates have thousands of names; making all fields for each took
    /// an eighth of the startup time.
    func field(_ name: String) -> AnyField? { findField(name) }
}
