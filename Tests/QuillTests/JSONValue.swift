import Foundation

@testable import Quill

/// A JSON document as the template language's values: what the corpus's data is read into.
struct JSONValue: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
            value = .record(
                RecordValue(
                    names: keys.map(\.stringValue),
                    values: try keys.map { try object.decode(JSONValue.self, forKey: $0).value }
                )
            )
        } else if var array = try? decoder.unkeyedContainer() {
            var values: [Value] = []
            while !array.isAtEnd { values.append(try array.decode(JSONValue.self).value) }
            value = .list(values)
        } else {
            value = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Value {
        if container.decodeNil() { return .none }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let int = try? container.decode(Int.self) { return .int(int) }
        if let double = try? container.decode(Double.self) { return .double(double) }
        return .text(try container.decode(String.self))
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
