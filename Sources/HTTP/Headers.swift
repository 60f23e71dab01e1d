/// The fields of a message (RFC 9110 §5): ordered, names compared without regard to ASCII case.
///
/// A request's fields remain the bytes that arrived, with an index of where each name and value
/// is; a string is made when it is asked for. Code reads only two or three of the dozen fields of
/// most requests. Fields that a program adds are strings. Reading is the same either way.
package struct Headers: Sendable {
    /// One field that a program added.
    struct Field: Sendable {
        var name: String
        var value: String
    }

    /// The place of a received field in `block`.
    struct FieldIndex: Sendable {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    private(set) var fields: [Field] = []
    private(set) var block: [UInt8] = []
    private(set) var index: [FieldIndex] = []
    /// Whether `block` is exactly the lines of these fields, already checked for sending.
    private(set) var isPrepared = false

    package init() {}

    package init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The fields of a received head; every name and value in the index must lie within the block.
    init(block: [UInt8], index: [FieldIndex]) {
        self.block = block
        self.index = index
    }

    package var count: Int { fields.count + index.count }

    package var isEmpty: Bool { count == 0 }

    /// The first value of that name. Setting replaces every field of the name, nil removes them.
    package subscript(_ name: String) -> String? {
        get {
            if !index.isEmpty { return firstReceived(name) }
            for field in fields where equalsIgnoringCase(field.name, name) { return field.value }
            return nil
        }
        set {
            makeStrings()
            guard let newValue else {
                fields.removeAll { equalsIgnoringCase($0.name, name) }
                return
            }
            guard let first = fields.firstIndex(where: { equalsIgnoringCase($0.name, name) }) else {
                fields.append(Field(name: name, value: newValue))
                return
            }
            fields[first].value = newValue
            let rest = fields[(first + 1)...].filter { !equalsIgnoringCase($0.name, name) }
            fields.replaceSubrange((first + 1)..., with: rest)
        }
    }

    /// Every value of that name, in order.
    package func all(_ name: String) -> [String] {
        if index.isEmpty {
            return fields.filter { equalsIgnoringCase($0.name, name) }.map(\.value)
        }
        return index.filter { isNamed(name, $0) }.map { text($0.value) }
    }

    /// Whether there is a field of that name, without making a string.
    package func contains(_ name: String) -> Bool {
        index.contains { isNamed(name, $0) }
            || fields.contains { equalsIgnoringCase($0.name, name) }
    }

    /// Adds a field after the others, whether or not the name already exists.
    package mutating func add(_ name: String, _ value: String) {
        makeStrings()
        fields.append(Field(name: name, value: value))
    }

    /// Turns received fields into strings, once, because the program wants to change them.
    private mutating func makeStrings() {
        guard !index.isEmpty else { return }
        fields = map { Field(name: $0.name, value: $0.value) }
        block = []
        index = []
        isPrepared = false
    }

    /// These fields as the bytes to send, for a response that is sent again and again: encoding it
    /// is then one copy. They become strings again when they are changed.
    package func prepared() throws(InvalidField) -> Headers {
        var result = Headers()
        for (name, value) in self where !ResponseEncoder.isServers(name) {
            let start = UInt32(result.block.count)
            guard result.block.append(fieldLine: name, value) else {
                throw InvalidField(name: name)
            }
            let (nameEnd, end) = (start + UInt32(name.utf8.count), UInt32(result.block.count))
            result.index.append(FieldIndex(name: start..<nameEnd, value: nameEnd + 2..<end - 2))
        }
        result.isPrepared = true
        return result
    }

    private func firstReceived(_ name: String) -> String? {
        for field in index where isNamed(name, field) { return text(field.value) }
        return nil
    }

    private func isNamed(_ name: String, _ field: FieldIndex) -> Bool {
        let letters = name.utf8
        guard letters.count == field.name.count else { return false }
        var position = Int(field.name.lowerBound)
        for letter in letters {
            guard block[position].lowercased == letter.lowercased else { return false }
            position += 1
        }
        return true
    }

    private func text(_ range: Range<UInt32>) -> String {
        block.span.text(at: Int(range.lowerBound)..<Int(range.upperBound))
    }
}

extension Headers: Sequence {
    package func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var position = 0
        return AnyIterator {
            guard position < count else { return nil }
            defer { position += 1 }
            if position < index.count {
                return (text(index[position].name), text(index[position].value))
            }
            let field = fields[position - index.count]
            return (field.name, field.value)
        }
    }
}

extension Headers: Equatable {
    /// Equal if the same fields come in the same order, with names compared without regard to case
    /// and values exactly.
    package static func == (left: Headers, right: Headers) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy {
                equalsIgnoringCase($0.name, $1.name) && $0.value == $1.value
            }
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral pairs: (String, String)...) {
        self.init(pairs)
    }
}

extension Headers: CustomStringConvertible {
    package var description: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
