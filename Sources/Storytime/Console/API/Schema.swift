/// What a JSON value may be, in those words of JSON Schema (draft 2020-12) that the API needs.
///
/// None is written by hand: the schema of an answer comes from its fields (`JSONRecord`), that of
/// a request from its reader (`SchemaRecorder`).
struct Schema: Sendable, Equatable {
    indirect enum Kind: Sendable, Equatable {
        /// `length` is in Unicode scalars.
        case text(format: String?, length: ClosedRange<Int>?, choices: [String])
        case integer(ClosedRange<Int>?)
        case bool
        case list(Schema, count: ClosedRange<Int>?)
        /// Without a name it is described in place; with a name, once for all.
        case object(name: String?, [SchemaMember])
        /// An object with any members.
        case anyObject
        /// An object whose members are all alike, and have numbers for names.
        case numbered(Schema)
    }

    let kind: Kind
    var isNullable = false
    /// A regular expression (ECMA-262) that a text must match as well.
    var pattern: String?

    static func text(
        format: String? = nil,
        length: ClosedRange<Int>? = nil,
        pattern: String? = nil
    ) -> Schema {
        Schema(kind: .text(format: format, length: length, choices: []), pattern: pattern)
    }

    static func choice(_ words: [String]) -> Schema {
        Schema(kind: .text(format: nil, length: nil, choices: words))
    }

    static func integer(_ range: ClosedRange<Int>? = nil) -> Schema {
        Schema(kind: .integer(range))
    }

    static let bool = Schema(kind: .bool)

    static func list(_ item: Schema, count: ClosedRange<Int>? = nil) -> Schema {
        Schema(kind: .list(item, count: count))
    }

    static func object(_ members: [SchemaMember], name: String? = nil) -> Schema {
        Schema(kind: .object(name: name, members))
    }

    var orNull: Schema { Schema(kind: kind, isNullable: true, pattern: pattern) }
}

/// A member of an object, or a parameter: its name, its schema, its meaning.
struct SchemaMember: Sendable, Equatable {
    let name: String
    let schema: Schema
    var meaning = ""
    let isRequired: Bool
    /// The value that applies if it is left out, as JSON.
    var standard: String?
}

extension Schema {
    /// The name of an object that is described once for all.
    var name: String? {
        if case .object(let name?, _) = kind { name } else { nil }
    }

    /// Every object with a name in it, itself among them.
    var named: [Schema] {
        switch kind {
        case .text, .integer, .bool, .anyObject: []
        case .list(let item, _), .numbered(let item): item.named
        case .object(let name, let members):
            members.flatMap(\.schema.named) + (name == nil ? [] : [Schema(kind: kind)])
        }
    }

    /// Its kind, for people: "text", "list of integers", "date-time or null".
    var label: String {
        let base =
            switch kind {
            case .text(let format, _, _): format ?? "text"
            case .integer: "integer"
            case .bool: "true or false"
            case .list(let item, _): "list of \(item.label)"
            case .object(let name, _): name ?? "object"
            case .anyObject: "object"
            case .numbered(let item): "object of a \(item.label) for each number"
            }
        return isNullable ? base + " or null" : base
    }

    /// Its limits, for people: "1 to 100 characters"; empty without any.
    var limits: String {
        let span = { (range: ClosedRange<Int>) in
            range.upperBound == .max
                ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }
        switch kind {
        case .text(_, _, ErrorCode.words): return "one of the error codes"
        case .text(_, _, let choices) where !choices.isEmpty: return choices.joined(separator: ", ")
        case .text(_, let length?, _): return span(length) + " characters"
        case .integer(let range?): return span(range)
        case .list(_, let count?): return span(count) + " entries"
        default: return ""
        }
    }
}

/// The direction of a value. A request must match its description; an answer may have members and
/// words that the document does not have yet.
enum SchemaUse {
    case sent, answered
}

extension JSONWriter {
    /// A schema as JSON Schema writes it. Objects with a name are referred to.
    mutating func schema(
        _ schema: Schema,
        _ use: SchemaUse,
        meaning: String = "",
        standard: String? = nil
    ) {
        object { json in
            if let name = schema.name {
                json.reference(to: name, isNullable: schema.isNullable)
            } else {
                json.type(of: schema)
                json.rules(of: schema, use)
            }
            if !meaning.isEmpty { json.member("description", meaning) }
            if let standard {
                json.name("default")
                json.verbatim(standard)
            }
        }
    }

    /// The description of a named object, which occurs once for all.
    mutating func definition(_ schema: Schema) {
        guard case .object(_, let members) = schema.kind else { return }
        self.schema(.object(members), .answered)
    }

    private mutating func reference(to name: String, isNullable: Bool) {
        let path = "#/components/schemas/\(name)"
        guard isNullable else { return member("$ref", path) }
        self.name("anyOf")
        list { json in
            json.object { $0.member("$ref", path) }
            json.object { $0.member("type", "null") }
        }
    }

    private mutating func type(of schema: Schema) {
        let type =
            switch schema.kind {
            case .text: "string"
            case .integer: "integer"
            case .bool: "boolean"
            case .list: "array"
            case .object, .anyObject, .numbered: "object"
            }
        guard schema.isNullable else { return member("type", type) }
        name("type")
        list { json in
            json.text(type)
            json.text("null")
        }
    }

    private mutating func rules(of schema: Schema, _ use: SchemaUse) {
        switch schema.kind {
        case .text(let format, let length, let choices):
            if let format { member("format", format) }
            bounds(length, "minLength", "maxLength")
            if let pattern = schema.pattern { member("pattern", pattern) }
            if !choices.isEmpty {
                // An enum lists everything that is allowed (JSON Schema Validation §6.1.2), and a
                // client generated from it would break on one more word.
                name(use == .sent ? "enum" : "x-extensible-enum")
                list { json in
                    for choice in choices { json.text(choice) }
                    if schema.isNullable, use == .sent { json.null() }
                }
            }
        case .integer(let range):
            member("format", "int64")
            bounds(range, "minimum", "maximum")
        case .bool, .anyObject: break
        case .list(let item, let count):
            name("items")
            self.schema(item, use)
            bounds(count, "minItems", "maxItems")
        case .object(_, let members): self.members(members, use)
        case .numbered(let item):
            name("patternProperties")
            object { json in
                json.name("^[0-9]+$")
                json.schema(item, use)
            }
        }
    }

    private mutating func members(_ members: [SchemaMember], _ use: SchemaUse) {
        name("properties")
        object { json in
            for member in members {
                json.name(member.name)
                json.schema(
                    member.schema,
                    use,
                    meaning: member.meaning,
                    standard: member.standard
                )
            }
        }
        let required = members.filter(\.isRequired)
        if !required.isEmpty {
            name("required")
            list { json in for member in required { json.text(member.name) } }
        }
        guard use == .sent else { return }
        name("additionalProperties")
        bool(false)
    }

    private mutating func bounds(_ range: ClosedRange<Int>?, _ least: String, _ most: String) {
        guard let range else { return }
        if range.lowerBound > 0 || least == "minimum", range.lowerBound != .min {
            name(least)
            integer(range.lowerBound)
        }
        if range.upperBound != .max {
            name(most)
            integer(range.upperBound)
        }
    }
}
