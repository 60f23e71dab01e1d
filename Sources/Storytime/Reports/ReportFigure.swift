import Quill

/// One number of a report, and how it compares with the days before.
struct ReportFigure: Record {
    let name: String
    let text: String
    /// "12 min more than last week"; nil where nothing is compared.
    let comparison: String?

    /// Time that was watched. Less than a minute more or less is the same: no one would see it.
    static func watched(_ now: Int, before: Int, _ days: String) -> ReportFigure {
        let difference = now / 60_000 - before / 60_000
        return ReportFigure(
            name: "watched",
            text: WatchedText.text(milliseconds: now),
            comparison: compare(
                difference,
                WatchedText.text(milliseconds: abs(difference) * 60_000),
                days,
                "more",
                "less"
            )
        )
    }

    /// Things that were counted.
    static func count(_ now: Int, before: Int, _ name: String, _ days: String) -> ReportFigure {
        ReportFigure(
            name: name,
            text: Counted.number(now),
            comparison: compare(
                now - before,
                Counted.number(abs(now - before)),
                days,
                "more",
                "fewer"
            )
        )
    }

    private static func compare(
        _ difference: Int,
        _ amount: String,
        _ days: String,
        _ more: String,
        _ less: String
    ) -> String {
        switch difference {
        case 0: "the same as \(days)"
        case 1...: "\(amount) \(more) than \(days)"
        default: "\(amount) \(less) than \(days)"
        }
    }

    static let fields: [Field<ReportFigure>] = [
        .text("name") { $0.name },
        .text("text") { $0.text },
        .optionalText("comparison") { $0.comparison },
    ]
}

/// A row of a report's table: a book, a child, a family.
struct ReportRow: Record {
    let name: String
    /// Where more of it is; nil when it is gone, or not for the reader.
    let href: String?
    let figures: UsageFigures

    static let fields: [Field<ReportRow>] = [
        .text("name") { $0.name },
        .optionalText("href") { $0.href },
        .text("watched") { WatchedText.text(milliseconds: $0.figures.watchedMilliseconds) },
        .int("plays") { $0.figures.plays },
        .int("completions") { $0.figures.completions },
    ]
}

/// The numbers of a report's days, those of the days before, and the chart of them.
struct ReportSummary: Record {
    let figures: [ReportFigure]
    let chart: BarChart
    /// What the comparison is with, in days: "9 to 15 November 2026".
    let previousDays: String

    init(
        _ days: [CalendarDay: UsageFigures],
        bookCount: Int,
        before: UsageSum,
        _ form: ReportForm,
        today: CalendarDay
    ) {
        let range = form.range
        let sum = days.values.reduce(UsageFigures(), +)
        let past = before.figures
        let label = range.preset.previousLabel
        figures = [
            .watched(sum.watchedMilliseconds, before: past.watchedMilliseconds, label),
            .count(sum.plays, before: past.plays, "plays", label),
            .count(sum.completions, before: past.completions, "watched to the end", label),
            .count(bookCount, before: before.bookCount, "different stories", label),
        ]
        previousDays = range.previous.words
        chart = Self.chart(days, form, today: today)
    }

    /// The minutes of each part of the days.
    static func chart(
        _ days: [CalendarDay: UsageFigures],
        _ form: ReportForm,
        today: CalendarDay
    ) -> BarChart {
        BarChart(
            id: "watched",
            title: "Minutes watched by \(form.grouping.rawValue)",
            unit: .minutes,
            itemName: form.grouping.label,
            items: Self.items(form, days, today: today)
        )
    }

    /// Full minutes, rounded so that the bars add up to the sum that stands above them: what a bar
    /// leaves over goes into the next.
    private static func items(
        _ form: ReportForm,
        _ days: [CalendarDay: UsageFigures],
        today: CalendarDay
    ) -> [BarChart.Item] {
        var sum = UsageFigures()
        return form.grouping.parts(of: form.range.days).map { part in
            let before = sum.minutes
            sum += Self.sum(of: days, in: part.days)
            return BarChart.Item(
                name: part.name,
                label: part.label,
                value: sum.minutes - before,
                isMarked: part.days.first <= today && today <= part.days.last,
                preposition: part.preposition
            )
        }
    }

    /// Adds up in the time that the part has days, not in the time of all days for each part.
    static func sum(of days: [CalendarDay: UsageFigures], in span: ReportDays) -> UsageFigures {
        (span.first.number...span.last.number).reduce(into: UsageFigures()) { sum, number in
            if let figures = days[CalendarDay(number: number)] { sum += figures }
        }
    }

    static let fields: [Field<ReportSummary>] = [
        .list("figures") { $0.figures },
        .record("chart") { $0.chart },
        .text("previous_days") { $0.previousDays },
    ]
}
