import SQLite

/// The words that filters let through, and how many each filter would.
extension KeptWordStore {
    /// The parts of a filter, each of which is left out while its alternatives are counted.
    private enum Facet: CaseIterable {
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

    private func condition(_ filter: KeptWordFilter, of family: Family, _ today: Today?) -> SQL {
        Facet.allCases.reduce(sought(filter, in: family)) { condition, facet in
            condition + " AND " + self.condition(filter, of: family, today, facet)
        }
    }

    /// The family’s words that have the words of a filter.
    private func sought(_ filter: KeptWordFilter, in family: Family) -> SQL {
        var condition = present(family.id)
        for word in Folding.fold(filter.words).split(separator: " ") {
            // Scripts without spaces between words are searched anywhere, others by how words begin.
            let isUnspaced = word.unicodeScalars.contains { $0.value >= 0x2E80 }
            let part = isUnspaced ? String(word) : " \(word)"
            condition = condition + " AND instr(w.search_key, \(part)) > 0"
        }
        return condition
    }

    private func condition(
        _ filter: KeptWordFilter,
        of family: Family,
        _ today: Today?,
        _ facet: Facet
    ) -> SQL {
        switch facet {
        case .state: stateCondition(filter, of: family, today)
        case .owner: filter.owner.map { "w.child_id IS \($0.child?.value)" } ?? "1"
        case .book: filter.book.map { "w.book_id = \($0.value)" } ?? "1"
        case .language: filter.language.map { "w.language = \($0)" } ?? "1"
        }
    }

    private func stateCondition(_ filter: KeptWordFilter, of family: Family, _ today: Today?) -> SQL
    {
        var condition: SQL = "1"
        if let state = filter.state {
            condition = condition + " AND w.state = \(state.rawValue)"
        }
        if filter.isDue, let today { condition = condition + " AND " + today.condition }
        if filter.isDated {
            condition = condition + " AND w.due_at < \(FamilyDay(family, now).end)"
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
        /// How many the whole filter lets through.
        var total = 0

        var all: Int { states.values.reduce(0, +) }
    }

    /// More stories than this have no chips of their own: those with the most words have.
    static let mostBooks = 8

    /// More languages than this have no chips, either.
    private static let mostLanguages = 12

    /// Passes over the words once, whatever is counted: a word counts for the alternatives of a part of the
    /// filter if all other parts let it through.
    func counts(_ filter: KeptWordFilter, of family: Family) throws -> Counts {
        var counts = Counts()
        var languages: [String: Int] = [:]
        var books: [Int: Int] = [:]
        let today = try today(of: family)
        let isLet = { (facet: Facet) in condition(filter, of: family, today, facet) }
        try database.each(
            """
            SELECT w.state, w.child_id, w.book_id, w.language, (\(sql: today.condition)) IS TRUE,
                (\(sql: isLet(.state))) IS TRUE, (\(sql: isLet(.owner))) IS TRUE,
                (\(sql: isLet(.book))) IS TRUE, (\(sql: isLet(.language))) IS TRUE
            FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: sought(filter, in: family))
            """
        ) { row in
            let (state, owner) = (try row.bool(5), try row.bool(6))
            let (book, language) = (try row.bool(7), try row.bool(8))
            if state, owner, book, language { counts.total += 1 }
            if owner, book, language {
                counts.states[KeptWord.State(rawValue: try row.text(0)) ?? .new, default: 0] += 1
                if try row.bool(4) { counts.due += 1 }
            }
            if state, book, language {
                counts.owners[WordOwner(try row.intOrNil(1).map { ID($0) }), default: 0] += 1
            }
            if state, owner, language, let id = try row.intOrNil(2) { books[id, default: 0] += 1 }
            if state, owner, book { languages[try row.text(3), default: 0] += 1 }
        }
        counts.languages = languages.map { (tag: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
            .prefix(Self.mostLanguages).map(\.self)
        counts.books = try most(of: books)
        return counts
    }

    /// The stories with the most words, and of those with as many the first by title: only of these is the
    /// title read.
    private func most(of books: [Int: Int]) throws -> [(id: ID<Book>, title: String, count: Int)] {
        var found: [(id: ID<Book>, title: String, count: Int)] = []
        let groups = Dictionary(grouping: books) { $0.value }.sorted { $0.key > $1.key }
        for (count, group) in groups where found.count < Self.mostBooks {
            found += try database.all(
                """
                SELECT b.id, b.title FROM \(eachOf: group.map(\.key)) AS k
                CROSS JOIN books AS b ON b.id = k.value
                WHERE b.deleted_at IS NULL
                ORDER BY b.title LIMIT \(Self.mostBooks - found.count)
                """
            ) { (id: ID(try $0.int(0)), title: try $0.text(1), count: count) }
        }
        return found
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
