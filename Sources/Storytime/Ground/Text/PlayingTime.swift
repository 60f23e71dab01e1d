/// The length of a video, or a position in it.
enum PlayingTime {
    /// "5:40", and "1:05:40" from an hour on.
    static func text(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    /// "5:40 (340 s)": for people, and with the seconds that the API has.
    static func exact(_ seconds: Int) -> String {
        "\(text(seconds)) (\(Counted.number(seconds)) s)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
