import SQLite

/// How much was watched on some days, and how many different books.
struct UsageSum: Sendable, Equatable {
    var figures = UsageFigures()
    var bookCount = 0
}

/// What was watched on single days, and how many plays were too short to count.
struct UsageDays: Sendable {
    /// The figures of each day on which anything was watched.
    var figures: [CalendarDay: UsageFigures] = [:]
    /// How many plays a report leaves out because they were too short.
    var shortPlays = 0

    var sum: UsageFigures { figures.values.reduce(UsageFigures(), +) }
}

/// What was watched on some days, added up twice in one pass: by day and by book.
struct UsageTally: Sendable {
    private(set) var days = UsageDays()
    private(set) var books: [ID<Book>: UsageFigures] = [:]
    /// The day that is being added up.
    private var reader = DayReader()
    private var figures = UsageFigures()

    init() {}

    /// The next row is of the day written like this.
    mutating func move(toDay iso: UnsafeBufferPointer<UInt8>) {
        guard !reader.isAt(iso) else { return }
        closeDay()
        reader.read(iso)
    }

    mutating func add(_ row: UsageFigures, of book: ID<Book>) {
        figures += row
        books[book, default: UsageFigures()] += row
    }

    /// Counts plays that were too short.
    mutating func leaveOut(_ plays: Int) {
        days.shortPlays += plays
    }

    /// To be called after the last row.
    mutating func closeDay() {
        if let day = reader.day, figures != UsageFigures() {
            days.figures[day, default: UsageFigures()] += figures
        }
        figures = UsageFigures()
    }

    var sum: UsageSum {
        UsageSum(figures: days.sum, bookCount: books.count)
    }

    /// The books that were watched longest; of equals, the one with the lower number first.
    func topBooks(_ limit: Int) -> [(id: ID<Book>, figures: UsageFigures)] {
        let sorted = books.sorted {
            ($1.value.watchedMilliseconds, $0.key.value)
                < ($0.value.watchedMilliseconds, $1.key.value)
        }
        return sorted.prefix(limit).map { ($0.key, $0.value) }
    }
}
