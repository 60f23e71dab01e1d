/// How long somebody watched, in minutes for people. Nothing else turns viewing time into minutes;
/// a test reads the sources.
///
/// Each figure is rounded on its own, half up, whatever is beside it: a day has the same number on
/// every page, in every range. It is computed from the full seconds that files and programs get,
/// so rounding those gives the same result.
struct Minutes: Sendable, Equatable {
    /// The length of one minute.
    static let milliseconds = 60_000
    /// The consequence for readers who add up; pages with several figures say it once.
    static let note = "Minutes are rounded, so they may not add up."

    private let seconds: Int

    init(ofMS milliseconds: Int) {
        seconds = milliseconds / 1000
    }

    private var count: Int { (seconds + 30) / 60 }

    /// Less than half a minute, but not nothing.
    private var isTooShort: Bool { count == 0 && seconds > 0 }

    /// Whether it is less than half a minute, or nothing: too little to be called a difference.
    var roundsToNone: Bool { count == 0 }

    /// "0", "<1", "12", "1,260", if a heading says what it is.
    var number: String { isTooShort ? "<1" : Counted.number(count) }

    /// "nothing", "<1 min", "12 min", "1 h", "1 h 12 min".
    var text: String {
        if isTooShort { return "<1 min" }
        if count == 0 { return "nothing" }
        let hours = count < 60 ? "" : "\(Counted.number(count / 60)) h"
        let rest = count % 60 == 0 ? "" : "\(count % 60) min"
        return [hours, rest].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The time in a sentence: "1 hour 12 minutes".
    var spoken: String {
        if isTooShort { return "less than a minute" }
        if count == 0 { return "nothing" }
        let hours = count < 60 ? "" : Counted.text(count / 60, "hour", "hours")
        let rest = count % 60 == 0 ? "" : Counted.text(count % 60, "minute", "minutes")
        return [hours, rest].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The time without hours, as charts count it: "0 minutes", "1 minute", "1,260 minutes".
    var amount: String {
        if isTooShort { return "less than a minute" }
        return "\(Counted.number(count)) \(count == 1 ? "minute" : "minutes")"
    }
}
