/// The operators on values. Shapes were checked when the template was compiled; the checks here
/// are for values whose shape depends on the data, and for sums that don't fit into an integer.
enum Arithmetic {
    static func apply(
        _ sign: BinaryOperator,
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Value {
        switch sign {
        case .plus: try sum(left, right, at: place)
        case .minus: try difference(left, right, at: place)
        default: try product(left, right, at: place)
        }
    }

    private static func sum(
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Value {
        if case .int(let a) = left, case .int(let b) = right {
            return try checked(a.addingReportingOverflow(b), at: place)
        }
        return .double(try double(left, at: place) + double(right, at: place))
    }

    static func difference(
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Value {
        if case .int(let a) = left, case .int(let b) = right {
            return try checked(a.subtractingReportingOverflow(b), at: place)
        }
        return .double(try double(left, at: place) - double(right, at: place))
    }

    private static func product(
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Value {
        if case .int(let a) = left, case .int(let b) = right {
            return try checked(a.multipliedReportingOverflow(by: b), at: place)
        }
        return .double(try double(left, at: place) * double(right, at: place))
    }

    private static func checked(
        _ result: (partialValue: Int, overflow: Bool),
        at place: Place
    ) throws(TemplateError) -> Value {
        guard !result.overflow else { throw place.error("the result is too large") }
        return .int(result.partialValue)
    }

    private static func double(_ value: Value, at place: Place) throws(TemplateError) -> Double {
        switch value {
        case .int(let number): return Double(number)
        case .double(let number): return number
        default: throw place.error("a number is needed here, found \(value.phrase)")
        }
    }

    static func compare(
        _ sign: BinaryOperator,
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Bool {
        switch sign {
        case .equal: areEqual(left, right)
        case .notEqual: !areEqual(left, right)
        case .less: try isLess(left, right, at: place)
        case .greater: try isLess(right, left, at: place)
        case .lessOrEqual: try isLess(left, right, orEqual: true, at: place)
        default: try isLess(right, left, orEqual: true, at: place)
        }
    }

    /// Numbers are equal by value, whole or not; everything else only equals its own kind.
    static func areEqual(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.int(let a), .double(let b)): Double(a) == b
        case (.double(let a), .int(let b)): a == Double(b)
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        default: left == right
        }
    }

    /// Texts compare by code point, as in Python: UTF-8 bytes have the same order.
    private static func isLess(
        _ left: Value,
        _ right: Value,
        orEqual: Bool = false,
        at place: Place
    ) throws(TemplateError) -> Bool {
        switch (left, right) {
        case (.int(let a), .int(let b)): return orEqual ? a <= b : a < b
        case (.text(let a), .text(let b)):
            if orEqual { return !b.utf8.lexicographicallyPrecedes(a.utf8) }
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.text, _), (_, .text):
            throw place.error("\(left.phrase) and \(right.phrase) have no order")
        default:
            let (a, b) = (try double(left, at: place), try double(right, at: place))
            return orEqual ? a <= b : a < b
        }
    }

    static func contains(
        _ list: Value,
        _ element: Value,
        at place: Place
    ) throws(TemplateError) -> Bool {
        switch (list, element) {
        case (.list(let values), _): return values.contains { areEqual($0, element) }
        case (.none, _): return false
        case (.text(let text), .text(let part)): return TextSearch.contains(text, part)
        default: throw place.error("\(element.phrase) can't be looked for in \(list.phrase)")
        }
    }

    static func concatenate(
        _ left: Value,
        _ right: Value,
        at place: Place
    ) throws(TemplateError) -> Value {
        for value in [left, right] {
            if case .html = value { throw place.error("markup can't be joined with ~") }
        }
        guard let a = left.text, let b = right.text else {
            throw place.error("a list or a record can't be joined with ~")
        }
        return .text(a + b)
    }
}

extension Value {
    /// The name that error messages use for it.
    var phrase: String {
        switch self {
        case .none: "none"
        case .bool: "true or false"
        case .int, .double: "a number"
        case .text: "text"
        case .html: "markup"
        case .list: "a list"
        case .record: "a record"
        }
    }
}

/// Searching text in text by bytes, so that two spellings of `é` remain different.
enum TextSearch {
    static func contains(_ text: String, _ part: String) -> Bool {
        part.isEmpty || !ranges(of: Array(part.utf8), in: Array(text.utf8), limit: 1).isEmpty
    }

    /// Where `part` begins in `text`, without occurrences that overlap an earlier one.
    static func ranges(of part: [UInt8], in text: [UInt8], limit: Int = .max) -> [Int] {
        guard let first = part.first else { return [] }
        var found: [Int] = []
        var position = 0
        while position + part.count <= text.count, found.count < limit {
            if text[position] == first, text[position...].starts(with: part) {
                found.append(position)
                position += part.count
            } else {
                position += 1
            }
        }
        return found
    }
}
