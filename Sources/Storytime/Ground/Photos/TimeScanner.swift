/// Reads a day and a time as cameras and programs write them into photos: the year first, with any
/// usual sign between the numbers, or with none.
struct TimeScanner {
    private static let blank = UInt8(ascii: " ")
    private static let signs = Array(":-/._".utf8)
    private static let beforeTime = Array(":-/._ Tt".utf8)

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The day with which the bytes begin, and the time that follows it.
    mutating func taken() -> TakenAt? {
        skipBlanks()
        switch digitsAhead {
        case 4:
            guard let year = number(4), skipSign() != nil, let month = shortNumber(),
                skipSign() != nil, let day = shortNumber(), digitsAhead == 0
            else { return nil }
            return TakenAt(day: [year, month, day], time: time())
        case 8, 14:
            guard let year = number(4), let month = number(2), let day = number(2) else {
                return nil
            }
            return TakenAt(day: [year, month, day], time: time())
        default: return nil
        }
    }

    /// Hour and minute; then the second, which may be missing.
    private mutating func time() -> [Int]? {
        while let next, Self.beforeTime.contains(next) { position += 1 }
        if digitsAhead >= 6 {
            guard let hour = number(2), let minute = number(2), let second = number(2) else {
                return nil
            }
            return [hour, minute, second]
        }
        guard let hour = shortNumber(), let sign = skipSign(), let minute = shortNumber() else {
            return nil
        }
        var second = 0
        if next == sign {
            _ = skipSign()
            guard let number = shortNumber() else { return nil }
            second = number
        }
        skipBlanks()
        return [HalfDay(bytes[position...]).hour(hour), minute, second]
    }

    // MARK: Numbers and signs

    private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private var digitsAhead: Int { bytes[position...].prefix { Self.isDigit($0) }.count }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    static func number(_ digits: some Sequence<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// That many digits of those ahead.
    private mutating func number(_ digits: Int) -> Int? {
        guard digitsAhead >= digits else { return nil }
        defer { position += digits }
        return Self.number(bytes[position..<position + digits])
    }

    /// One digit or two, maybe behind blanks.
    private mutating func shortNumber() -> Int? {
        skipBlanks()
        return number(min(max(digitsAhead, 1), 2))
    }

    /// A sign between blanks, or blanks alone.
    private mutating func skipSign() -> UInt8? {
        let start = position
        skipBlanks()
        guard let next, Self.signs.contains(next) else {
            return position > start ? Self.blank : nil
        }
        position += 1
        skipBlanks()
        return next
    }

    private mutating func skipBlanks() {
        while next == Self.blank { position += 1 }
    }
}

/// "AM" or "PM" behind a time, without which its hour is one of 24.
enum HalfDay {
    case none, morning, evening

    init(_ bytes: ArraySlice<UInt8>) {
        let letters = bytes.prefix(2).map { $0 | 0x20 }
        let isWord = bytes.dropFirst(2).first.map { !(97...122).contains($0 | 0x20) } ?? true
        switch letters {
        case Array("am".utf8) where isWord: self = .morning
        case Array("pm".utf8) where isWord: self = .evening
        default: self = .none
        }
    }

    /// The hour of 24; one that no half of a day has stays as it is.
    func hour(_ hour: Int) -> Int {
        guard self != .none, (1...12).contains(hour) else { return hour }
        return hour % 12 + (self == .evening ? 12 : 0)
    }
}
