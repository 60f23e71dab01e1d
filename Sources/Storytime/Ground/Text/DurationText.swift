/// How long a story is.
enum DurationText {
    /// "5:30" below ten minutes, "12 min" from there.
    static func short(_ seconds: Int) -> String {
        guard seconds < 600 else { return "\(seconds / 60) min" }
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The length for screen readers: "5 minutes 30 seconds".
    static func spoken(_ seconds: Int) -> String {
        let minutes = seconds / 60
        let rest = seconds < 600 ? seconds % 60 : 0
        let parts = [
            minutes > 0 ? Counted.text(minutes, "minute", "minutes") : nil,
            rest > 0 || minutes == 0
                ? "\(rest) \(rest == 1 ? "second" : "seconds")" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
