import Received

/// Range requests (RFC 9110 §14) for one range of bytes.
package enum ByteRange: Sendable, Equatable {
    /// The field is absent, malformed, in another unit, or asks for several ranges: all is sent. §14.2
    /// lets a server ignore the field, and several ranges cost more than they are ever used for.
    case whole
    case partial(Range<Int>)
    /// 416: the range lies completely outside the content.
    case unsatisfiable

    /// The part of a representation of `length` bytes that the field's value selects.
    package static func parse(_ value: String?, length: Int) -> ByteRange {
        guard let value else { return .whole }
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, equalsIgnoringCase(String(parts[0]), "bytes") else { return .whole }
        let ends = parts[1].trimmingBlanks()
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        switch (number(ends[0]), number(ends[1])) {
        case (.none, .some(let suffix)) where ends[0].isEmpty:
            guard suffix > 0 else { return .unsatisfiable }
            return length == 0 ? .whole : .partial(max(0, length - suffix)..<length)
        case (.some(let first), .none) where ends[1].isEmpty:
            return first < length ? .partial(first..<length) : .unsatisfiable
        case (.some(let first), .some(let last)):
            guard first <= last else { return .whole }
            guard first < length else { return .unsatisfiable }
            return .partial(first..<(last < length ? last + 1 : length))
        default:
            return .whole
        }
    }

    /// Digits only. What is beyond all bounds is past the end of everything.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return ReceivedNumber.integer(text) ?? ReceivedNumber.furthest
    }
}
