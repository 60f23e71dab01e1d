import Received

/// A JSON text as a value (RFC 8259).
///
/// A number stays as it was written: the code that reads it decides whether it must be whole, and
/// nothing is rounded before that.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list([JSONValue])
    /// No name occurs twice.
    case object([String: JSONValue])

    /// Reads a text; throws what is wrong with it, and where. A text of our own may have more values
    /// than those of strangers.
    init(_ bytes: [UInt8], maximumValues: Int = JSONParser.maximumValues) throws(JSONError) {
        var parser = try JSONParser(bytes, maximumValues: maximumValues)
        self = try parser.document()
    }

    /// The number, if it is whole: 7, and also 7.0 and 7e2, which JSON does not distinguish. Beyond 2^53 none is
    /// exact to everybody (RFC 8259 §6).
    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        if let number = ReceivedNumber.integer(text) { return number }
        guard text.contains(where: { ".eE".contains($0) }) else { return nil }
        return ReceivedNumber.decimal(text).flatMap {
            ReceivedNumber.integer($0, in: ReceivedNumber.any)
        }
    }

    /// Its kind, in words for the sender.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// Why a text is not accepted as JSON.
struct JSONError: Error, Equatable {
    /// What is wrong, as the end of a sentence.
    let reason: String
    /// How many bytes precede the error.
    let offset: Int
}
