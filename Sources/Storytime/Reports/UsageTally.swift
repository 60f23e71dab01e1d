import SQLite

/// How much was watched on some days, and how many different books.
struct UsageSum: Sendable, Equatable {
    var figures = UsageFigures()
    var bookCount = 0
}

/// What was watched on some days, added up twice in one pass: by day and by book.
struct UsageTally: Sendable {
    /// The figures of each day on which anything was watched.
    private(set) var days: [CalendarDay: UsageFigures] = [:]
    private(set) var books: [ID<Book>: UsageFigures] = [:]
    /// The day that is being added up. Rows of one day follow each other, so it is looked up once.
    private var day: CalendarDay?
    private var isoDay = InlineArray<10, UInt8>(repeating: 0)
    private var figures = UsageFigures()

    init() {}

    /// A row of the day that is written so follows.
    mutating func move(toDay iso: UnsafeBufferPointer<UInt8>) {
        guard !isCurrent(iso) else { return }
        closeDay()
        day = CalendarDay(iso: String(decoding: iso, as: UTF8.self))
        for index in 0..<min(iso.count, isoDay.count) { isoDay[index] = iso[index] }
    }

    mutating func add(_ row: UsageFigures, of book: ID<Book>) {
        figures += row
        books[book, default: UsageFigures()] += row
    }

    /// The last row was added.
    mutating func closeDay() {
        if let day { days[day, default: UsageFigures()] += figures }
        figures = UsageFigures()
    }

    private func isCurrent(_ iso: UnsafeBufferPointer<UInt8>) -> Bool {
        guard day != nil, iso.count == isoDay.count else { return false }
        for index in 0..<isoDay.count where isoDay[index] != iso[index] { return false }
        return true
    }

    var sum: UsageSum {
        UsageSum(
            figures: days.values.reduce(UsageFigures(), +),
            bookCount: books.count
        )
    }

    /// The books that were watched longest; of equals, the one with the lower number.
    func topBooks(_ limit: Int) -> [(id: ID<Book>, figures: UsageFigures)] {
        let sorted = books.sorted {
            ($1.value.watchedMilliseconds, $0.key.value)
                < ($0.value.watchedMilliseconds, $1.key.value)
        }
        return sorted.prefix(limit).map { ($0.key, $0.value) }
    }
}
