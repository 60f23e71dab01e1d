/// How long somebody watched.
enum WatchedText {
    /// "1 h 12 min", "12 min", "less than a minute", "nothing". Minutes are those that are full.
    static func text(milliseconds: Int) -> String {
        let minutes = milliseconds / 60_000
        if minutes == 0 { return milliseconds > 0 ? "less than a minute" : "nothing" }
        return minutes < 60
            ? "\(minutes) min" : "\(Counted.number(minutes / 60)) h \(minutes % 60) min"
    }

    /// The same for who hears it: "1 hour 12 minutes".
    static func spoken(milliseconds: Int) -> String {
        let minutes = milliseconds / 60_000
        guard minutes > 0 else { return text(milliseconds: milliseconds) }
        let hours = minutes < 60 ? "" : Counted.text(minutes / 60, "hour", "hours")
        let rest = minutes % 60 == 0 ? "" : Counted.text(minutes % 60, "minute", "minutes")
        return [hours, rest].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
