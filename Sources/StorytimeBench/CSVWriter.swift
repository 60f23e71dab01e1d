/// Writes CSV as RFC 4180 describes it: fields with commas, quotes or line breaks are quoted, lines
/// end with CRLF.
struct CSVWriter {
    private(set) var bytes: [UInt8] = []
    private var isAtStart = true
    private var day = Day(number: 0)
    private var dayText: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func row(_ fields: [String]) {
        for field in fields {
            var field = field
            field.withUTF8 { self.field($0) }
        }
        endRow()
    }

    mutating func field(_ text: UnsafeBufferPointer<UInt8>) {
        separate()
        guard text.contains(where: Self.needsQuotes) else {
            bytes.append(contentsOf: text)
            return
        }
        bytes.append(Self.quote)
        for byte in text {
            if byte == Self.quote { bytes.append(Self.quote) }
            bytes.append(byte)
        }
        bytes.append(Self.quote)
    }

    mutating func number(_ number: Int) {
        separate()
        append(number)
    }

    /// Writes `2026-01-31T23:59:59Z`.
    mutating func time(epochSeconds: Int) {
        separate()
        let day = Day(epochSeconds: epochSeconds)
        if day != self.day || dayText.isEmpty {
            self.day = day
            dayText = Array("\(day.text)T".utf8)
        }
        bytes.append(contentsOf: dayText)
        let second = epochSeconds - day.epochSeconds
        twoDigits(second / 3_600)
        bytes.append(UInt8(ascii: ":"))
        twoDigits(second / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        twoDigits(second % 60)
        bytes.append(UInt8(ascii: "Z"))
    }

    mutating func endRow() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
        isAtStart = true
    }

    private mutating func separate() {
        if !isAtStart { bytes.append(UInt8(ascii: ",")) }
        isAtStart = false
    }

    private mutating func append(_ number: Int) {
        guard number >= 0 else { return bytes.append(contentsOf: "\(number)".utf8) }
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func twoDigits(_ number: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static let quote = UInt8(ascii: "\"")

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
