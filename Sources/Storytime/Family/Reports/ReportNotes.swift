/// What readers must know about the figures of a page without seeing it there: what is left out,
/// on which day a play counts, and that they are rounded.
struct ReportNotes: Sendable {
    private let shortPlays: Int
    private let least: Int
    /// Whether nothing began on these days, although something was watched; nil if every figure of
    /// minutes has a play.
    private let hasNoPlay: Bool?

    /// `rows` are the figures of the page's tables.
    init(
        _ days: UsageDays,
        least: Int,
        rows: some Sequence<UsageFigures> = EmptyCollection()
    ) {
        shortPlays = days.shortPlays
        self.least = least
        let isCarried = { (figures: UsageFigures) in
            figures.plays == 0 && figures.watchedMilliseconds > 0
        }
        hasNoPlay =
            if isCarried(days.sum) {
                true
            } else {
                days.figures.values.contains(where: isCarried) || rows.contains(where: isCarried)
                    ? false : nil
            }
    }

    /// "43 viewings under 10 seconds are left out."
    private var leftOut: String? {
        Self.leftOut(shortPlays, least: least)
    }

    /// A sentence about short plays for a figure on its own; nil if nothing is left out.
    static func leftOut(_ plays: Int, least: Int) -> String? {
        guard plays > 0 else { return nil }
        return Counted.text(plays, "viewing", "viewings") + " under \(least) seconds "
            + (plays == 1 ? "is" : "are") + " left out."
    }

    private var beginning: String? {
        switch hasNoPlay {
        case true?:
            "No viewing started on these days; these minutes belong to one that started earlier. "
                + "A viewing counts on the day it started."
        case false?:
            "A viewing counts on the day it started, even if it runs past midnight, so a day can have "
                + "minutes but no viewings."
        case nil: nil
        }
    }

    /// All of it, in sentences.
    var text: String {
        [leftOut, beginning, Minutes.note].compactMap(\.self).joined(separator: " ")
    }
}
