import SQLite

/// Everybody for whom it is asked whether books may be shown: the places in which families live, each on
/// the day that it is there. Where there is no family yet, it is the place and the day of the
/// configuration.
///
/// A book is open for all of them, for some, or for nobody. Pages of those who keep the catalog judge by
/// this, so that none of them calls a book closed that a family is looking at.
struct RightsAudience: Sendable, Equatable {
    struct Place: Sendable, Equatable {
        let rights: Rights
        /// How many families live there.
        let families: Int
    }

    /// Whom a book reaches.
    enum Reach: Sendable, Equatable {
        case everybody, some, nobody
    }

    /// Never empty.
    let places: [Place]
    /// The place and the day of the configuration.
    let home: Rights

    var hasFamilies: Bool { places.contains { $0.families > 0 } }

    /// Nobody but somebody who watches there and then.
    init(_ rights: Rights) {
        places = [Place(rights: rights, families: 0)]
        home = rights
    }

    init(home: Rights, families: [Rights: Int]) {
        self.home = home
        let lived = families.map { Place(rights: $0.key, families: $0.value) }
        places =
            lived.isEmpty
            ? [Place(rights: home, families: 0)]
            : lived.sorted { $0.rights.isBefore($1.rights) }
    }

    /// Everybody who lives somewhere now.
    init(_ database: Database, _ configuration: Configuration, now: Int) throws {
        var families: [Rights: Int] = [:]
        try database.each(
            """
            SELECT territory, time_zone, count(*) FROM families INDEXED BY families_by_place
            GROUP BY territory, time_zone
            """
        ) { row in
            let rights = Rights(
                territory: Territory(code: try row.text(0)) ?? .worldwide,
                day: TimeText(zone: try row.text(1)).calendarDay(now)
            )
            families[rights, default: 0] += try row.int(2)
        }
        self.init(home: Rights(configuration, now: now), families: families)
    }

    /// Whom a book with these windows reaches.
    func reach(_ windows: [RightsWindow]) -> Reach {
        let open = places.count { $0.rights.areGiven(by: windows) }
        return open == places.count ? .everybody : open > 0 ? .some : .nobody
    }

    /// Which of these books reach anybody.
    func reached(among books: [ID<Book>], in database: Database) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT b.id FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND NOT \(sql: reachesNobody)
                """
            ) { ID(try $0.int(0)) }
        )
    }
}

extension Rights {
    /// The order of places: by day, then by code.
    fileprivate func isBefore(_ other: Rights) -> Bool {
        (day.number, territory.code) < (other.day.number, other.territory.code)
    }
}

/// What the database is asked.
///
/// The places of a day are asked for at once. Around midnight families are on two days, or on three: what
/// is said of each is then put together.
extension RightsAudience {
    /// The places that have one day.
    private struct Group {
        let day: CalendarDay
        let territories: Set<Territory>

        /// Whether a row `b` of `books` is open in one of the places at least: one seek.
        var isOpenSomewhere: SQL { Rights.isOpen(in: territories.union([.worldwide]), on: day) }

        /// Whether it is open in all of them: worldwide, or in each by a window of its own.
        var isOpenEverywhere: SQL {
            let countries = territories.subtracting([.worldwide])
            let worldwide = Rights.isOpen(in: [.worldwide], on: day)
            guard countries == territories else { return worldwide }
            guard countries.count > 1 else { return isOpenSomewhere }
            return """
                (\(sql: worldwide) OR (SELECT count(DISTINCT r.territory) FROM rights_windows AS r
                    WHERE r.book_id = b.id AND r.last_day >= \(day.iso)
                        AND r.first_day <= \(day.iso)
                        AND r.territory IN \(list: countries.map(\.code).sorted()))
                    = \(countries.count))
                """
        }
    }

    private var groups: [Group] {
        var groups: [Group] = []
        for place in places {
            let day = place.rights.day
            let others = groups.last?.day == day ? groups.removeLast().territories : []
            groups.append(
                Group(day: day, territories: others.union([place.rights.territory]))
            )
        }
        return groups
    }

    private static func all(_ conditions: [SQL]) -> SQL {
        conditions.dropFirst().reduce("(\(sql: conditions[0])") { "\(sql: $0) AND \(sql: $1)" }
            + ")"
    }

    /// Whether a row `b` of `books` reaches everybody.
    var reachesEverybody: SQL { Self.all(groups.map(\.isOpenEverywhere)) }

    /// Whether it reaches nobody.
    var reachesNobody: SQL { Self.all(groups.map { "NOT \(sql: $0.isOpenSomewhere)" }) }

    /// Whether it reaches some, and not everybody.
    var reachesSome: SQL { "(NOT \(sql: reachesEverybody) AND NOT \(sql: reachesNobody))" }

    /// The keys of the books of these statuses that reach nobody, as a query. What is closed for all of
    /// them is closed on the first of their days.
    func missing(_ statuses: [Book.Status] = Book.Status.allCases) -> SQL {
        if let only { return only.missing(statuses) }
        return Rights.candidates(statuses, on: groups[0].day, reachesNobody)
    }

    /// The keys of those that reach some, and not everybody.
    func partial(_ statuses: [Book.Status] = Book.Status.allCases) -> SQL {
        only == nil ? limited(statuses, "NOT \(sql: reachesNobody)") : "SELECT 0 AS id WHERE 0"
    }

    /// The keys of those that don't reach everybody.
    func limited(_ statuses: [Book.Status] = Book.Status.allCases) -> SQL {
        only?.missing(statuses) ?? limited(statuses, "1")
    }

    private func limited(_ statuses: [Book.Status], _ condition: SQL) -> SQL {
        let days = groups.map { group in
            Rights.candidates(
                statuses,
                on: group.day,
                "NOT \(sql: group.isOpenEverywhere) AND \(sql: condition)"
            )
        }
        // What is closed on two days is named once.
        return days.dropFirst().reduce(days[0]) {
            "SELECT id FROM (\(sql: $0)) UNION SELECT id FROM (\(sql: $1))"
        }
    }

    /// The place, where there is but one: a shorter question.
    private var only: Rights? { places.count == 1 ? places[0].rights : nil }
}

extension Visit {
    /// For whom those who keep the catalog ask whether books may be shown.
    func audience() throws -> RightsAudience {
        try RightsAudience(database, site.configuration, now: now)
    }

    /// A list of books that knows for whom its rights are asked, and how its words are spelled: both are
    /// looked up only where it matters.
    func asked(_ address: BookListAddress) throws -> BookListAddress {
        var address = address
        if address.filter.rights != nil { address.filter.rights?.audience = try audience() }
        if address.filter.hasWords {
            address.filter.spellings = try bookList.spellings(for: address.filter)
        }
        return address
    }
}
