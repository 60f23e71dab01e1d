/// An object that the API answers with, as a list of its members in order.
protocol JSONRecord: SendableMetatype {
    static var json: [JSONField<Self>] { get }
}

/// A record that the API's document describes once, under a name, with an example.
protocol NamedRecord: JSONRecord {
    /// The name of its type for clients.
    static var schemaName: String { get }
    static var example: Self { get }
}

extension JSONRecord {
    /// Its schema, from its fields.
    static var schema: Schema {
        .object(
            json.map {
                SchemaMember(
                    name: $0.name,
                    schema: $0.schema,
                    meaning: $0.meaning,
                    isRequired: true
                )
            },
            name: (Self.self as? any NamedRecord.Type)?.schemaName
        )
    }
}

/// A member of an object that the API answers with: its name, its meaning, its schema, and its
/// value in a record. It is always present.
struct JSONField<Record>: Sendable {
    let name: String
    let meaning: String
    let schema: Schema
    let write: @Sendable (Record, inout JSONWriter) -> Void

    private init(
        _ name: String,
        _ meaning: String,
        _ schema: Schema,
        _ write: @escaping @Sendable (Record, inout JSONWriter) -> Void
    ) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.write = write
    }

    static func text(
        _ name: String,
        _ meaning: String,
        format: String? = nil,
        _ value: @escaping @Sendable (Record) -> String
    ) -> Self {
        Self(name, meaning, .text(format: format)) { $1.text(value($0)) }
    }

    static func optionalText(
        _ name: String,
        _ meaning: String,
        format: String? = nil,
        _ value: @escaping @Sendable (Record) -> String?
    ) -> Self {
        Self(name, meaning, .text(format: format).orNull) { record, json in
            if let text = value(record) { json.text(text) } else { json.null() }
        }
    }

    /// One of several words.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Choice
    ) -> Self {
        let words = Choice.allCases.map(\.rawValue)
        return Self(name, meaning, .choice(words)) { $1.text(value($0).rawValue) }
    }

    /// A word from the API's own list of error codes.
    static func errorCode(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String
    ) -> Self {
        Self(name, meaning, .choice(ErrorCode.words)) { $1.text(value($0)) }
    }

    static func integer(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(name, meaning, .integer()) { $1.integer(value($0)) }
    }

    static func optionalInteger(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        Self(name, meaning, .integer().orNull) { record, json in
            if let number = value(record) { json.integer(number) } else { json.null() }
        }
    }

    static func bool(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Bool
    ) -> Self {
        Self(name, meaning, .bool) { $1.bool(value($0)) }
    }

    /// A moment in UTC, like "2026-03-04T14:05:00Z".
    static func time(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        text(name, meaning, format: "date-time") { TimeText.iso(value($0)) }
    }

    static func optionalTime(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        optionalText(name, meaning, format: "date-time") { value($0).map(TimeText.iso) }
    }

    static func record<Inner: JSONRecord>(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Inner
    ) -> Self {
        Self(name, meaning, Inner.schema) { $1.record(value($0)) }
    }

    static func optionalRecord<Inner: JSONRecord>(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Inner?
    ) -> Self {
        Self(name, meaning, Inner.schema.orNull) { record, json in
            if let inner = value(record) { json.record(inner) } else { json.null() }
        }
    }

    /// The members of a nested record as if they were its own.
    static func members<Inner: JSONRecord>(
        of inner: @escaping @Sendable (Record) -> Inner
    ) -> [Self] {
        Inner.json.map { field in
            Self(field.name, field.meaning, field.schema) { field.write(inner($0), &$1) }
        }
    }

    static func list<Item: JSONRecord>(
        _ name: String,
        _ meaning: String,
        _ items: @escaping @Sendable (Record) -> [Item]
    ) -> Self {
        Self(name, meaning, .list(Item.schema)) { $1.list(items($0)) }
    }

    /// Lists that have numbers for names.
    static func lists<Item: JSONRecord>(
        _ name: String,
        _ meaning: String,
        _ lists: @escaping @Sendable (Record) -> [(number: Int, items: [Item])]
    ) -> Self {
        Self(name, meaning, Schema(kind: .numbered(.list(Item.schema)))) { record, json in
            json.object { json in
                for (number, items) in lists(record) {
                    json.name(String(number))
                    json.list(items)
                }
            }
        }
    }

    static func texts(
        _ name: String,
        _ meaning: String,
        _ items: @escaping @Sendable (Record) -> [String]
    ) -> Self {
        Self(name, meaning, .list(.text())) { record, json in
            json.list { json in for item in items(record) { json.text(item) } }
        }
    }

    static func integers(
        _ name: String,
        _ meaning: String,
        _ items: @escaping @Sendable (Record) -> [Int]
    ) -> Self {
        Self(name, meaning, .list(.integer())) { record, json in
            json.list { json in for item in items(record) { json.integer(item) } }
        }
    }
}

extension JSONWriter {
    mutating func record<Record: JSONRecord>(_ record: Record) {
        object { json in
            for field in Record.json {
                json.name(field.name)
                field.write(record, &json)
            }
        }
    }

    mutating func list(_ records: [some JSONRecord]) {
        list { json in for record in records { json.record(record) } }
    }
}
