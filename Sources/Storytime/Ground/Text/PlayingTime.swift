import Received

/// The length of a video, or a position in it.
enum PlayingTime {
    /// "5:40", and "1:05:40" from an hour on.
    static func text(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    /// Reads "5:40", "1:05:40", or seconds alone; nil if it is none of them.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Int? in
            guard (1...6).contains(part.utf8.count),
                part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return ReceivedNumber.integer(part)
        }
        guard (1...3).contains(parts.count), numbers.count == parts.count,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    /// "5:40 (340 s)": for people, and with the seconds that the API has.
    static func exact(_ seconds: Int) -> String {
        "\(text(seconds)) (\(Counted.number(seconds)) s)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
