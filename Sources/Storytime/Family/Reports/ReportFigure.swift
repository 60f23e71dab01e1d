import Quill
import Received

/// One number of a report, and how it differs from the days before.
struct ReportFigure: Record {
    /// How a number has changed.
    struct Change: Sendable, Equatable {
        /// "12 min", "3".
        let amount: String
        let isMore: Bool
    }

    let name: String
    let text: String
    /// Nil if it is the same.
    let change: Change?

    /// Viewing time. The difference is a figure like any other: rounded on its own.
    static func watched(_ now: Int, before: Int) -> ReportFigure {
        let difference = Minutes(ofMS: Int(clamping: (now - before).magnitude))
        return ReportFigure(
            name: "watched",
            text: Minutes(ofMS: now).text,
            change: difference.roundsToNone
                ? nil : Change(amount: difference.text, isMore: now > before)
        )
    }

    /// Things that were counted.
    static func count(_ now: Int, before: Int, _ name: String) -> ReportFigure {
        ReportFigure(
            name: name,
            text: Counted.number(now),
            change: now == before
                ? nil
                : Change(
                    amount: Counted.number(Int(clamping: (now - before).magnitude)),
                    isMore: now > before
                )
        )
    }

    static let fields: [Field<ReportFigure>] = [
        .text("name") { $0.name },
        .text("text") { $0.text },
        .optionalText("amount") { $0.change?.amount },
        .bool("is_more") { $0.change?.isMore == true },
    ]
}

/// A row of a report's table: a book, a child, a family.
struct ReportRow: Record {
    let name: String
    /// The address of its details; nil if it is gone, or not for the reader.
    let href: String?
    let figures: UsageFigures

    static let fields: [Field<ReportRow>] = [
        .text("name") { $0.name },
        .optionalText("href") { $0.href },
        .text("watched") { $0.figures.minutes.text },
        .int("plays") { $0.figures.plays },
        .int("completions") { $0.figures.completions },
    ]
}

/// The numbers of a report's days, those of the days before, and the chart of them.
struct ReportSummary: Record {
    let figures: [ReportFigure]
    let chart: BarChart
    /// What the comparison is with: "the week before, 9 to 15 November 2026".
    let previousDays: String
    /// Whether anything was watched then; if not, there is no comparison.
    let isCompared: Bool
    /// What readers must know about the figures.
    let notes: ReportNotes

    init(
        _ days: UsageDays,
        bookCount: Int,
        before: UsageSum,
        _ form: ReportForm,
        rows: some Sequence<UsageFigures>,
        today: CalendarDay
    ) {
        let sum = days.sum
        let past = before.figures
        figures = [
            .watched(sum.watchedMilliseconds, before: past.watchedMilliseconds),
            .count(sum.plays, before: past.plays, "viewings"),
            .count(sum.completions, before: past.completions, "finished"),
            .count(bookCount, before: before.bookCount, "different stories"),
        ]
        previousDays = form.range.previousWords
        isCompared = past != UsageFigures()
        chart = Self.chart(days, form, today: today)
        notes = ReportNotes(days, least: form.least, rows: rows)
    }

    /// The minutes of each part of the days.
    static func chart(_ days: UsageDays, _ form: ReportForm, today: CalendarDay) -> BarChart {
        BarChart(
            id: "watched",
            title: "Minutes watched by \(form.grouping.rawValue)",
            unit: .minutes,
            itemName: form.grouping.label,
            items: form.grouping.parts(of: form.range.days).map { part in
                BarChart.Item(
                    name: part.name,
                    label: part.label,
                    value: Self.sum(of: days.figures, in: part.days).watchedMilliseconds,
                    isMarked: part.days.first <= today && today <= part.days.last,
                    preposition: part.preposition
                )
            }
        )
    }

    /// Adds up in time proportional to the days of the part, rather than all days for each part.
    static func sum(of days: [CalendarDay: UsageFigures], in span: ReportDays) -> UsageFigures {
        (span.first.number...span.last.number).reduce(into: UsageFigures()) { sum, number in
            if let figures = days[CalendarDay(number: number)] { sum += figures }
        }
    }

    static let fields: [Field<ReportSummary>] = [
        .list("figures") { $0.figures },
        .record("chart") { $0.chart },
        .text("previous_days") { $0.previousDays },
        .bool("is_compared") { $0.isCompared },
        .text("notes") { $0.notes.text },
    ]
}
