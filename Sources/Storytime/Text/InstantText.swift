/// A moment to the millisecond, "2026-03-04T14:05:00.250Z" (RFC 3339), as bytes.
///
/// Files of events have three of them in each row: made by a calendar, they would take longer than
/// all the rest.
struct InstantText {
    /// What no device's clock leaves: the years that four digits can write.
    private static let range = -62_135_596_800_000...253_402_300_799_999
    private static let dayMS = 86_400_000

    let bytes: InlineArray<24, UInt8>

    init(milliseconds: Int) {
        let moment = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
        let day = (moment >= 0 ? moment : moment - Self.dayMS + 1) / Self.dayMS
        let rest = moment - day * Self.dayMS
        let parts = CalendarDay(number: day).parts
        var bytes = InlineArray<24, UInt8>(repeating: UInt8(ascii: "Z"))
        Self.put(parts.year, 4, UInt8(ascii: "-"), at: 0, &bytes)
        Self.put(parts.month, 2, UInt8(ascii: "-"), at: 5, &bytes)
        Self.put(parts.day, 2, UInt8(ascii: "T"), at: 8, &bytes)
        Self.put(rest / 3_600_000, 2, UInt8(ascii: ":"), at: 11, &bytes)
        Self.put(rest / 60_000 % 60, 2, UInt8(ascii: ":"), at: 14, &bytes)
        Self.put(rest / 1000 % 60, 2, UInt8(ascii: "."), at: 17, &bytes)
        Self.put(rest % 1000, 3, UInt8(ascii: "Z"), at: 20, &bytes)
        self.bytes = bytes
    }

    /// So many digits, and what stands behind them.
    private static func put(
        _ number: Int,
        _ digits: Int,
        _ end: UInt8,
        at place: Int,
        _ bytes: inout InlineArray<24, UInt8>
    ) {
        var rest = number
        for index in stride(from: place + digits - 1, through: place, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        bytes[place + digits] = end
    }
}

extension CSVColumn {
    /// A moment to the millisecond, in UTC.
    static func instant(
        _ name: String,
        _ meaning: String,
        _ milliseconds: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(name: name, meaning: meaning) { record, csv in
            let text = InstantText(milliseconds: milliseconds(record))
            csv.text(text.bytes.span)
        }
    }
}
