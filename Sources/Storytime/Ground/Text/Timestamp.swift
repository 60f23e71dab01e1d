import Received

/// A moment as programs write it: "2026-03-04T14:05:00.250+01:00" (RFC 3339 §5.6).
struct Timestamp: Sendable, Equatable {
    /// Since 1970; finer parts are cut off.
    let milliseconds: Int

    /// Nil if the text isn't a moment; a time without a zone isn't one. A leap second is the
    /// second before it, as clocks count.
    init?(_ text: String) {
        // Bounded, whatever follows the point.
        let bytes = Array(text.utf8.prefix(Self.maximumLength + 1))
        guard bytes.count >= 20, bytes.count <= Self.maximumLength,
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let day = CalendarDay(iso: OwnText.decode(bytes[..<10])),
            let time = Self.time(bytes[11..<19])
        else { return nil }
        var rest = bytes[19...]
        guard let thousandths = Self.fraction(&rest), let offset = Self.offset(rest) else {
            return nil
        }
        milliseconds = ((day.number * 86_400 + time - offset) * 1000) + thousandths
    }

    /// Nine digits after the point, and some more.
    private static let maximumLength = 40

    /// "14:05:00" in seconds.
    private static func time(_ bytes: ArraySlice<UInt8>) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], 0...23),
            let minute = number(parts[1], 0...59), let second = number(parts[2], 0...60)
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    /// ".250" in thousandths; 0 if there is none.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { (48...57).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(1 + digits.count)
        return number((digits + [48, 48]).prefix(3), 0...999)
    }

    /// "Z" or "+01:00", in seconds east of UTC.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        switch bytes.first {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return bytes.count == 1 ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard bytes.count == 6, bytes[start + 3] == UInt8(ascii: ":"),
                let hours = number(bytes[start + 1..<start + 3], 0...23),
                let minutes = number(bytes[start + 4..<start + 6], 0...59)
            else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return bytes.first == UInt8(ascii: "-") ? -seconds : seconds
        default: return nil
        }
    }

    /// A number of two or three digits.
    private static func number(_ digits: ArraySlice<UInt8>, _ range: ClosedRange<Int>) -> Int? {
        guard (2...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        return range.contains(number) ? number : nil
    }
}
