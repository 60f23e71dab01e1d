import SQLite

/// The words that filters let through, and how many each filter would.
extension KeptWordStore {
    /// What may be left out of a filter while counting its alternatives.
    enum Facet: Sendable {
        case state, owner, book, language
    }

    func count(_ filter: KeptWordFilter, of family: Family) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: try condition(filter, of: family))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The same, by their numbers alone.
    func ids(
        _ filter: KeptWordFilter,
        _ sort: SortDirection<KeptWordFilter.Sort>,
        of family: Family,
        limit: Int,
        offset: Int
    ) throws -> [ID<KeptWord>] {
        try database.all(
            """
            SELECT w.id FROM kept_words AS w \(sql: index(sort))
            WHERE \(sql: try condition(filter, of: family))
            ORDER BY \(sql: order(sort)) LIMIT \(limit) OFFSET \(offset)
            """
        ) { ID(try $0.int(0)) }
    }

    func list(
        _ filter: KeptWordFilter,
        _ sort: SortDirection<KeptWordFilter.Sort>,
        of family: Family,
        limit: Int,
        offset: Int = 0
    ) throws -> [KeptWord] {
        try database.all(
            """
            SELECT \(sql: KeptWord.columns)
            FROM kept_words AS w \(sql: index(sort)) \(sql: KeptWord.joins)
            WHERE \(sql: try condition(filter, of: family))
            ORDER BY \(sql: order(sort)) LIMIT \(limit) OFFSET \(offset)
            """,
            KeptWord.init
        )
    }

    private func index(_ sort: SortDirection<KeptWordFilter.Sort>) -> SQL {
        switch sort.by {
        case .added, .due: "INDEXED BY kept_words_by_family"
        case .term: "INDEXED BY kept_words_by_term"
        }
    }

    private func order(_ sort: SortDirection<KeptWordFilter.Sort>) -> SQL {
        switch (sort.by, sort.isDescending) {
        case (.added, true): "w.id DESC"
        case (.added, false): "w.id"
        case (.term, false): "w.term_key, w.child_id, w.id"
        case (.term, true): "w.term_key DESC, w.child_id DESC, w.id DESC"
        case (.due, false): "w.due_at IS NULL, w.due_at, w.id"
        case (.due, true): "w.due_at IS NULL, w.due_at DESC, w.id DESC"
        }
    }

    /// What is asked until midnight: words with a date before that, and the new words that the day has
    /// room for, person by person. The review asks the same.
    struct Today: Sendable {
        fileprivate let end: Int
        fileprivate let fresh: [Int]

        fileprivate var condition: SQL {
            "(w.due_at < \(end) OR w.id IN \(list: fresh))"
        }
    }

    func today(of family: Family) throws -> Today {
        let day = FamilyDay(family, now)
        let limit = try newPerDay(of: family.id)
        let people = try database.all(
            """
            SELECT w.child_id, count(*) FILTER (WHERE w.started_at >= \(day.start))
            FROM kept_words AS w INDEXED BY kept_words_due
            WHERE w.family_id = \(family.id.value) AND w.removed_at IS NULL GROUP BY w.child_id
            """
        ) { (child: try $0.intOrNil(0), started: try $0.int(1)) }
        var fresh: [Int] = []
        for person in people where person.started < limit {
            fresh += try database.all(
                """
                SELECT w.id FROM kept_words AS w INDEXED BY kept_words_due
                WHERE w.family_id = \(family.id.value) AND w.child_id IS \(person.child)
                    AND w.removed_at IS NULL AND w.phase = 'new'
                ORDER BY w.due_at, w.id LIMIT \(limit - person.started)
                """
            ) { try $0.int(0) }
        }
        return Today(end: day.end, fresh: fresh)
    }

    func condition(_ filter: KeptWordFilter, of family: Family) throws -> SQL {
        condition(filter, of: family, filter.isDue ? try today(of: family) : nil)
    }

    private func condition(
        _ filter: KeptWordFilter,
        of family: Family,
        _ today: Today?,
        without facet: Facet? = nil
    ) -> SQL {
        var condition = present(family.id)
        for word in Folding.fold(filter.words).split(separator: " ") {
            // Scripts without spaces between words are searched anywhere, others by how words begin.
            let isUnspaced = word.unicodeScalars.contains { $0.value >= 0x2E80 }
            let part = isUnspaced ? String(word) : " \(word)"
            condition = condition + " AND instr(w.search_key, \(part)) > 0"
        }
        if facet != .state {
            if let state = filter.state {
                condition = condition + " AND w.state = \(state.rawValue)"
            }
            if filter.isDue, let today { condition = condition + " AND " + today.condition }
            if filter.isDated {
                condition = condition + " AND w.due_at < \(FamilyDay(family, now).end)"
            }
        }
        if facet != .owner, let owner = filter.owner {
            condition = condition + " AND w.child_id IS \(owner.child?.value)"
        }
        if facet != .book, let book = filter.book {
            condition = condition + " AND w.book_id = \(book.value)"
        }
        if facet != .language, let language = filter.language {
            condition = condition + " AND w.language = \(language)"
        }
        return condition
    }

    // MARK: Counts

    struct Counts: Sendable {
        var states: [KeptWord.State: Int] = [:]
        var due = 0
        var owners: [WordOwner: Int] = [:]
        var languages: [(tag: String, count: Int)] = []
        var books: [(id: ID<Book>, title: String, count: Int)] = []

        var all: Int { states.values.reduce(0, +) }
    }

    /// More stories than this have no chips of their own: those with the most words have.
    static let mostBooks = 8

    func counts(_ filter: KeptWordFilter, of family: Family) throws -> Counts {
        var counts = Counts()
        let today = try today(of: family)
        try database.each(
            """
            SELECT w.state, count(*), count(*) FILTER (WHERE \(sql: today.condition))
            FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: condition(filter, of: family, today, without: .state)) GROUP BY w.state
            """
        ) { row in
            counts.states[KeptWord.State(rawValue: try row.text(0)) ?? .new] = try row.int(1)
            counts.due += try row.int(2)
        }
        try database.each(
            """
            SELECT w.child_id, count(*) FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: condition(filter, of: family, today, without: .owner)) GROUP BY w.child_id
            """
        ) { counts.owners[WordOwner(try $0.intOrNil(0).map { ID($0) })] = try $0.int(1) }
        counts.languages = try database.all(
            """
            SELECT w.language, count(*) AS n FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: condition(filter, of: family, today, without: .language))
            GROUP BY w.language ORDER BY n DESC, w.language LIMIT 12
            """
        ) { (tag: try $0.text(0), count: try $0.int(1)) }
        counts.books = try database.all(
            """
            SELECT w.book_id, b.title, count(*) AS n
            FROM kept_words AS w INDEXED BY kept_words_by_family
            CROSS JOIN books AS b ON b.id = w.book_id AND b.deleted_at IS NULL
            WHERE \(sql: condition(filter, of: family, today, without: .book))
            GROUP BY w.book_id ORDER BY n DESC, b.title LIMIT \(Self.mostBooks)
            """
        ) { (id: ID(try $0.int(0)), title: try $0.text(1), count: try $0.int(2)) }
        return counts
    }
}

/// The day that it is where a family lives.
struct FamilyDay: Sendable {
    let today: CalendarDay
    private let times: TimeText
    private let now: Int

    init(_ family: Family, _ now: Int) {
        times = TimeText(zone: family.timeZone)
        today = times.calendarDay(now)
        self.now = now
    }

    /// The first second of the day so many days from today.
    func start(in days: Int) -> Int {
        times.start(ofDay: today.iso, offsetDays: days) ?? now + days * 86_400
    }

    var start: Int { start(in: 0) }
    /// The first second of tomorrow.
    var end: Int { start(in: 1) }

    /// How many days lie between a moment and today.
    func days(since moment: Int) -> Int { max(0, today.number - times.calendarDay(moment).number) }

    /// In how many days a moment is; 0 is today.
    func days(until moment: Int) -> Int { max(0, times.calendarDay(moment).number - today.number) }
}
