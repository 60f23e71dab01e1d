/// A moment to the millisecond, "2026-03-04T14:05:00.250Z" (RFC 3339), as bytes.
///
/// Files of events have three of them in each row: with a calendar, they would take longer than
/// all the rest. The three are mostly in the same second, whose digits are then already there.
struct InstantText {
    /// The limits of any device's clock: years with four digits.
    private static let range = -62_135_596_800_000...253_402_300_799_999
    private static let daySeconds = 86_400

    private(set) var bytes = InlineArray<24, UInt8>(repeating: UInt8(ascii: "Z"))
    private var second = Int.min

    init(milliseconds: Int) {
        move(to: milliseconds)
    }

    /// Changes to the text of another moment.
    mutating func move(to milliseconds: Int) {
        let moment = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
        let second = (moment >= 0 ? moment : moment - 999) / 1000
        if second != self.second { write(second) }
        put(moment - second * 1000, 3, UInt8(ascii: "Z"), at: 20)
    }

    private mutating func write(_ second: Int) {
        self.second = second
        let day = (second >= 0 ? second : second - Self.daySeconds + 1) / Self.daySeconds
        let rest = second - day * Self.daySeconds
        let parts = CalendarDay(number: day).parts
        put(parts.year, 4, UInt8(ascii: "-"), at: 0)
        put(parts.month, 2, UInt8(ascii: "-"), at: 5)
        put(parts.day, 2, UInt8(ascii: "T"), at: 8)
        put(rest / 3600, 2, UInt8(ascii: ":"), at: 11)
        put(rest / 60 % 60, 2, UInt8(ascii: ":"), at: 14)
        put(rest % 60, 2, UInt8(ascii: "."), at: 17)
    }

    /// Writes this many digits, and the byte after them.
    @inline(__always)
    private mutating func put(_ number: Int, _ digits: Int, _ end: UInt8, at place: Int) {
        var rest = number
        var index = place + digits
        bytes[index] = end
        while index > place {
            index -= 1
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
