/// Writes JSON (RFC 8259) as bytes, member by member, without a space too many.
///
/// Commas follow from what stands before: a value needs one unless it is the first of its object or
/// list, or follows its name.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func integer(_ value: Int) { raw(String(value)) }

    mutating func text(_ value: String) {
        separate()
        JSONText.append(value, to: &bytes)
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func list(_ values: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        values(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    /// The name of a member, before its value.
    mutating func name(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func raw(_ value: String) {
        separate()
        bytes += value.utf8
    }

    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}

/// A member of an object that the API answers with: what it is called, what it means, and what a
/// record has in it.
struct JSONField<Record>: Sendable {
    let name: String
    let meaning: String
    let write: @Sendable (Record, inout JSONWriter) -> Void

    static func text(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.text(value($0)) }
    }

    static func optionalText(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String?
    ) -> Self {
        Self(name: name, meaning: meaning) { record, json in
            if let text = value(record) { json.text(text) } else { json.null() }
        }
    }

    static func integer(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.integer(value($0)) }
    }

    static func optionalInteger(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        Self(name: name, meaning: meaning) { record, json in
            if let number = value(record) { json.integer(number) } else { json.null() }
        }
    }

    static func bool(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Bool
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.bool(value($0)) }
    }

    /// A moment in UTC, like "2026-03-04T14:05:00Z".
    static func time(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        optionalText(name, meaning) { value($0).map(TimeText.iso) }
    }

    static func list<Item: JSONRecord>(
        _ name: String,
        _ meaning: String,
        _ items: @escaping @Sendable (Record) -> [Item]
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.list(items($0)) }
    }
}

/// What the API answers with: an object whose members are listed, in their order.
protocol JSONRecord: SendableMetatype {
    static var json: [JSONField<Self>] { get }
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
