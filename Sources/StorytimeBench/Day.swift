import Glibc

/// A day of the calendar, in UTC.
struct Day: Equatable {
    /// Days since 1970-01-01.
    let number: Int

    static let seconds = 86_400

    init(number: Int) {
        self.number = number
    }

    init(epochSeconds: Int) {
        number = epochSeconds / Self.seconds
    }

    /// Reads `2026-01-31`; nil for what is no day.
    init?(_ text: String) {
        let parts = text.split(separator: "-").compactMap { Int32($0) }
        guard parts.count == 3, (1970...9999).contains(parts[0]) else { return nil }
        var time = tm()
        time.tm_year = parts[0] - 1900
        time.tm_mon = parts[1] &- 1
        time.tm_mday = parts[2]
        number = timegm(&time) / Self.seconds
        // The 31st of June comes back as the 1st of July.
        guard self.text == text else { return nil }
    }

    var epochSeconds: Int { number * Self.seconds }

    var text: String {
        var seconds = epochSeconds
        var time = tm()
        gmtime_r(&seconds, &time)
        return "\(time.tm_year + 1900)-\(Self.two(time.tm_mon + 1))-\(Self.two(time.tm_mday))"
    }

    private static func two(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
