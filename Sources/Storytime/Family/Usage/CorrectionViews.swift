import Quill

/// Days in a child's report whose figures differ from what parents may remember.
struct CorrectionsView: Record {
    /// Only the latest ones are listed: nobody compares a whole year.
    private static let most = 31

    let corrections: [UsageCorrection]

    /// Nil if there is nothing to say.
    init?(_ corrections: [UsageCorrection]) {
        guard !corrections.isEmpty else { return nil }
        self.corrections = corrections
    }

    static let fields: [Field<CorrectionsView>] = [
        .text("sentence") { $0.sentence },
        .list("rows") { view in view.corrections.prefix(most).map(CorrectionRow.init) },
    ]

    /// "On 3 days figures have changed, because …".
    private var sentence: String {
        let days = Counted.text(corrections.count, "day", "days")
        let verb = corrections.count == 1 ? "the figure has" : "figures have"
        let reasons = UsageCorrection.Reason.allCases.filter { reason in
            corrections.contains { $0.reasons.contains(reason) }
        }
        return "On \(days) \(verb) changed, because we now count more exactly where "
            + Self.list(reasons.map(\.sentence), "or") + "."
    }

    fileprivate static func list(_ parts: [String], _ word: String) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

/// One such day.
struct CorrectionRow: Record {
    let correction: UsageCorrection

    init(_ correction: UsageCorrection) {
        self.correction = correction
    }

    static let fields: [Field<CorrectionRow>] = [
        .text("day") { TimeText(zone: "UTC").day($0.correction.day) },
        .text("before") { exact($0.correction.beforeMS) },
        .text("after") { exact($0.correction.afterMS) },
        .text("reasons") { row in
            CorrectionsView.list(row.correction.reasons.map(\.sentence), "and")
        },
    ]

    /// "1 h 12 min 5 s": the difference is often less than a minute.
    private static func exact(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0)\u{a0}\($0.1)" }
        return shown.isEmpty ? "0 s" : shown.joined(separator: " ")
    }
}
