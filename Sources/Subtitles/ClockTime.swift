import Received

/// A time as people and programs write it, and what was unusual about it.
struct ClockTime {
    var value = MediaTime.zero
    var oddities: Oddities = []

    struct Oddities: OptionSet {
        let rawValue: UInt8
        /// Something else than `00:00:00` with three digits after it.
        static let form = Oddities(rawValue: 1)
        static let overSixty = Oddities(rawValue: 2)
        static let longFraction = Oddities(rawValue: 4)
        static let tooLarge = Oddities(rawValue: 8)

        var kinds: [Problem.Kind] {
            var kinds: [Problem.Kind] = []
            if contains(.form) { kinds.append(.timeForm) }
            if contains(.overSixty) { kinds.append(.minutesOverSixty) }
            if contains(.longFraction) { kinds.append(.fractionTooLong) }
            if contains(.tooLarge) { kinds.append(.timeTooLarge) }
            return kinds
        }
    }

    /// `HH:MM:SS,mmm` in exactly this form, with this byte before the fraction.
    @inline(__always)
    static func exact(_ bytes: Bytes, at index: Int, before end: Int, point: UInt8) -> MediaTime? {
        guard index + 12 <= end, bytes[index + 2] == UInt8(ascii: ":"),
            bytes[index + 5] == UInt8(ascii: ":"), bytes[index + 8] == point
        else { return nil }
        let hours = pair(bytes, index)
        let minutes = pair(bytes, index + 3)
        let seconds = pair(bytes, index + 6)
        let tenths = pair(bytes, index + 9)
        let last = bytes[index + 11]
        guard hours >= 0, minutes >= 0, minutes < 60, seconds >= 0, seconds < 60, tenths >= 0,
            last.isDigit, index + 12 == end || !bytes[index + 12].isDigit
        else { return nil }
        // Less than a hundred hours.
        return MediaTime(
            withinBounds: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + tenths * 10 + last.digit
        )
    }

    /// The value of two digits; negative if they aren’t digits.
    @inline(__always)
    private static func pair(_ bytes: Bytes, _ index: Int) -> Int {
        let first = bytes[index]
        let second = bytes[index + 1]
        guard first.isDigit, second.isDigit else { return -1_000_000 }
        return first.digit * 10 + second.digit
    }

    /// A number of digits, however many. It doesn’t grow beyond what a time can be.
    static func number(_ bytes: Bytes, _ index: inout Int, before end: Int) -> (
        value: Int, digits: Int
    )? {
        let start = index
        var value = 0
        while index < end, bytes[index].isDigit {
            if value < MediaTime.limit { value = value * 10 + bytes[index].digit }
            index += 1
        }
        return index > start ? (value, index - start) : nil
    }

    /// Decimal digits of a second as milliseconds: `5` is 500. Digits after the third are cut off.
    static func fraction(_ bytes: Bytes, _ range: Range<Int>) -> Int {
        var value = 0
        for place in 0..<3 {
            let index = range.lowerBound + place
            value = value * 10 + (index < range.upperBound ? bytes[index].digit : 0)
        }
        return value
    }

    /// `[-][H:]M:S[,fff]` as people write it by hand: with any number of digits, a dot, a comma or a
    /// colon before the fraction, and spaces around all of them. `index` is behind it afterward.
    static func lenient(
        _ bytes: Bytes,
        _ index: inout Int,
        before end: Int,
        point: UInt8
    ) -> ClockTime? {
        var scan = LenientScan(bytes: bytes, index: index, end: end)
        let isNegative = scan.index < end && bytes[scan.index] == UInt8(ascii: "-")
        if isNegative { scan.index += 1 }
        var numbers: [(value: Int, digits: Int)] = []
        guard let first = scan.number() else { return nil }
        numbers.append(first)
        while numbers.count < 4, scan.separator({ $0 == UInt8(ascii: ":") }) {
            guard let next = scan.number() else { return nil }
            numbers.append(next)
        }
        guard numbers.count > 1 else { return nil }
        var time = ClockTime()
        if scan.hasSpaces || isNegative { time.oddities.insert(.form) }
        var milliseconds = 0
        // 00:01:02:500, or 01:02:500: the last of them is a fraction.
        if numbers.count == 4 || (numbers.count == 3 && numbers[2].digits == 3) {
            let last = scan.lastDigits
            milliseconds = fraction(bytes, last)
            if last.count > 3 { time.oddities.insert(.longFraction) }
            numbers.removeLast()
            time.oddities.insert(.form)
        } else if let range = scan.fraction() {
            milliseconds = fraction(bytes, range)
            if range.count > 3 { time.oddities.insert(.longFraction) }
            if range.count < 3 || bytes[scan.point] != point { time.oddities.insert(.form) }
        } else {
            time.oddities.insert(.form)
        }
        if numbers.count < 3 || numbers.contains(where: { $0.digits < 2 }) {
            time.oddities.insert(.form)
        }
        time.set(numbers.map(\.value), milliseconds: milliseconds)
        if isNegative { time.value = .zero }
        index = scan.index
        return time
    }

    /// Sets the time from `[hours,] minutes, seconds`.
    mutating func set(_ numbers: [Int], milliseconds fraction: Int) {
        if numbers.dropFirst().contains(where: { $0 > 59 }) { oddities.insert(.overSixty) }
        let seconds = numbers.reduce(MediaTime.zero) {
            $0 * 60 + MediaTime(milliseconds: $1 * 1_000)
        }
        if seconds >= MediaTime.max {
            value = .max
            oddities.insert(.tooLarge)
        } else {
            value = seconds + MediaTime(milliseconds: fraction)
        }
    }
}

extension Problem.Kind {
    /// What was made of two times of which one or both have it, if that can’t be seen in them.
    func remedy(_ start: ClockTime, _ end: ClockTime) -> String? {
        guard self == .minutesOverSixty else { return nil }
        return "It was read as \(CaptionTime.text(start.value)) to \(CaptionTime.text(end.value))."
    }
}

/// Where a lenient look at a time is.
private struct LenientScan {
    let bytes: Bytes
    var index: Int
    let end: Int
    var hasSpaces = false
    /// Of the number that was read last.
    var lastDigits = 0..<0
    /// Where the separator of the fraction is.
    var point = 0

    mutating func number() -> (value: Int, digits: Int)? {
        let start = index
        guard let number = ClockTime.number(bytes, &index, before: end) else { return nil }
        lastDigits = start..<index
        return number
    }

    /// Goes past a separator that has a digit after it.
    mutating func separator(_ isSeparator: (UInt8) -> Bool) -> Bool {
        var next = index
        while next < end, bytes[next] == 0x20 { next += 1 }
        guard next < end, isSeparator(bytes[next]) else { return false }
        var digit = next + 1
        while digit < end, bytes[digit] == 0x20 { digit += 1 }
        guard digit < end, bytes[digit].isDigit else { return false }
        if digit - index > 1 { hasSpaces = true }
        point = next
        index = digit
        return true
    }

    /// The digits of the fraction. A comma may also be what separates two times, as in SBV: then a
    /// colon comes after the digits.
    mutating func fraction() -> Range<Int>? {
        let before = self
        guard separator({ $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }) else { return nil }
        let start = index
        while index < end, bytes[index].isDigit { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: ":") else { return start..<index }
        self = before
        return nil
    }
}
