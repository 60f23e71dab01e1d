import SQLite

/// What a child watched in a week, as far as its page shows it.
struct WeekReport {
    /// What a story meant to the child in this week.
    struct Story: Sendable, Equatable {
        let book: ID<Book>
        var plays = 0
        var watchedMS = 0
        var isFinished = false
        /// Where it was left the last time; nil at the end, or if unknown.
        var position: Int?
        var durationSeconds: Int?
    }

    let range: ReportRange
    let days: UsageDays
    let sum: UsageFigures
    /// The same days of the week before, or all of that week.
    let before: UsageFigures
    /// What was watched, the most loved first: stories that were opened again and again, then
    /// those that were watched longest.
    let stories: [Story]
    /// The series that they are in, those watched longest first.
    let series: [(name: String, watchedMS: Int)]
    /// Their titles, as far as they exist.
    let titles: [ID<Book>: String]
    private let playCount: Int
    /// The part of the day in which most was watched, and how much.
    let busiest: (part: PartOfDay, watchedMS: Int)?

    /// How long the child looked at photos: no watching, and in no sum.
    let lookedSeconds: Int

    /// Accidental plays are left out, as reports do by default.
    init(_ child: ID<Child>, _ range: ReportRange, _ times: TimeText, in database: Database) throws
    {
        let report = UsageReport(
            database: database,
            subject: .child(child),
            leastClass: LengthClass.of(watchedMS: ReportForm.usualLeast * 1000)
        )
        self.range = range
        let tally = try report.tally(range.days)
        days = tally.days
        lookedSeconds =
            try PhotoLooks(database: database, now: 0)
            .seconds(of: [child], from: range.days.first, to: range.days.last)[child] ?? 0
        sum = days.sum
        before = try report.tally(range.previous).days.sum
        var stories: [ID<Book>: Story] = [:]
        var parts: [PartOfDay: Int] = [:]
        var clock = WallClock(times)
        try database.each(Self.playsStatement(child, range.days)) { row in
            let book = ID<Book>(try row.int(0))
            let watchedMS = try row.int(2)
            var story = stories[book] ?? Story(book: book)
            story.plays += 1
            story.isFinished = try story.isFinished || row.bool(4)
            story.position = try row.intOrNil(3)
            stories[book] = story
            parts[PartOfDay(hour: clock.read(try row.int(1)).hour), default: 0] += watchedMS
        }
        series = try report.series(of: tally.books).compactMap { row in
            row.name.map { ($0, row.figures.watchedMilliseconds) }
        }
        titles = try Self.titles(of: Array(stories.keys), in: database)
        let videos = try LibraryList.videos(of: Array(stories.keys), among: .all, in: database)
        for book in stories.keys {
            stories[book]?.durationSeconds = videos[book]?.seconds
            // As in the report: what was watched on these days, whenever a play began.
            stories[book]?.watchedMS = tally.books[book]?.watchedMilliseconds ?? 0
        }
        self.stories = stories.values.sorted {
            ($1.plays, $1.watchedMS, $0.book.value) < ($0.plays, $0.watchedMS, $1.book.value)
        }
        playCount = stories.values.reduce(0) { $0 + $1.plays }
        busiest = PartOfDay.allCases.compactMap { part in parts[part].map { (part, $0) } }
            .max { $0.1 < $1.1 }.map { (part: $0.0, watchedMS: $0.1) }
    }

    /// The plays of a week in order, so that the last one of a story says where it was left.
    static func playsStatement(_ child: ID<Child>, _ days: ReportDays) -> SQL {
        """
        SELECT v.book_id, v.started_at, v.watched_ms, v.stopped_position_seconds, v.is_finished
        FROM viewings AS v INDEXED BY viewings_by_day
        WHERE v.child_id = \(child.value) AND v.day >= \(days.first.iso)
            AND v.day <= \(days.last.iso) AND v.is_left_out = 0
            AND v.watched_ms >= \(ReportForm.usualLeast * 1000)
        ORDER BY v.day, v.started_at, v.id
        """
    }

    private static func titles(of books: [ID<Book>], in database: Database) throws
        -> [ID<Book>: String]
    {
        guard !books.isEmpty else { return [:] }
        let titles = try database.all(
            "SELECT id, title FROM books WHERE id IN \(list: books.map(\.value))"
        ) { (ID<Book>(try $0.int(0)), try $0.text(1)) }
        return Dictionary(uniqueKeysWithValues: titles)
    }

    /// The most loved one, if one stands out: it was played more than once.
    var mostLoved: Story? { stories.first.flatMap { $0.plays > 1 ? $0 : nil } }

    var finished: [Story] { stories.filter(\.isFinished) }

    /// Begun, and not watched to the end in any play.
    var left: [Story] { stories.filter { !$0.isFinished } }

    /// Two or three plays are no habit.
    var hasHabits: Bool { playCount >= 5 }

    /// The day on which most was watched, if there were several to choose from.
    var busiestDay: CalendarDay? {
        guard days.figures.values.count(where: { $0.watchedMilliseconds > 0 }) >= 3 else {
            return nil
        }
        return days.figures.max {
            ($0.value.watchedMilliseconds, $1.key) < ($1.value.watchedMilliseconds, $0.key)
        }?.key
    }
}
