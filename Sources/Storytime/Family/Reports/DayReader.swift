import Received

/// Reads the days of rows from SQLite's bytes. Rows of the same day follow each other, so each day
/// is parsed once and not for each of its rows.
struct DayReader: Sendable {
    /// The day that was read last.
    private(set) var day: CalendarDay?
    private var iso = InlineArray<10, UInt8>(repeating: 0)

    /// Whether these bytes are the day that was read last.
    func isAt(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard day != nil, bytes.count == iso.count else { return false }
        for index in 0..<iso.count where iso[index] != bytes[index] { return false }
        return true
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        day = CalendarDay(iso: OwnText.decode(bytes))
        for index in 0..<min(bytes.count, iso.count) { iso[index] = bytes[index] }
    }
}
