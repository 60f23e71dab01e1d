import SQLite

/// Which books a list shows by their rights.
struct RightsFilter: Sendable, Equatable {
    enum State: String, Sendable, CaseIterable {
        /// They may be shown to every family today.
        case open
        /// To some families, and not to every one.
        case some
        /// To no family.
        case missing = "none"
        /// One of their windows ends soon, wherever it is for.
        case ending
    }

    /// How soon is soon for a filter; the report of rights has more to choose from.
    static let endingDays = 30

    let state: State
    /// For whom it is asked. Nil where whoever read the filter didn't know; it then lets nothing
    /// through, since letting everything through could end in changing too many books.
    var audience: RightsAudience?

    /// Books by which the filter is told in the shorter way: those that it lets through, or where
    /// these are many, those that it doesn't.
    func books(_ status: Book.Status?) -> (keys: SQL, areLeftOut: Bool) {
        guard let audience else { return ("SELECT 0 AS id WHERE 0", false) }
        let statuses = status.map { [$0] } ?? Book.Status.allCases
        switch state {
        case .open: return (audience.limited(statuses), true)
        case .some: return (audience.partial(statuses), false)
        case .missing: return (audience.missing(statuses), false)
        case .ending:
            return (audience.home.ending(withinDays: Self.endingDays, statuses), false)
        }
    }

    /// The filter as a condition on a row `b` of `books`.
    var condition: SQL {
        guard let audience else { return "0" }
        switch state {
        case .open: return audience.reachesEverybody
        case .some: return audience.reachesSome
        case .missing: return audience.reachesNobody
        case .ending:
            return "+b.id IN (\(sql: audience.home.ending(withinDays: Self.endingDays)))"
        }
    }
}

extension BookFilter {
    /// The filter as a condition on a row of `books_search`; nil when nothing is filtered that the
    /// search index knows.
    var searchCondition: SQL? {
        guard let (keys, areLeftOut) = rights?.books(status) else {
            return expression.map { "books_search MATCH \($0)" }
        }
        // The books that are told are of that status; with it alone the search index isn't asked.
        var rest = self
        rest.status = nil
        guard var words = rest.expression else { return nil }
        if areLeftOut, let expression { words = expression }
        let search: SQL = "books_search MATCH \(words)"
        // Unary plus: the matches are looked up among the keys, not each key among the matches.
        return areLeftOut
            ? "\(sql: search) AND +rowid NOT IN (\(sql: keys))"
            : "\(sql: search) AND +rowid IN (\(sql: keys))"
    }

    /// The keys of everything that the filter lets through, as a query; nil where it is so much that
    /// the table is the way to it.
    var keys: SQL? {
        if let searchCondition {
            return "SELECT rowid AS id FROM books_search WHERE \(sql: searchCondition)"
        }
        guard let (keys, areLeftOut) = rights?.books(status), !areLeftOut else { return nil }
        return keys
    }

    /// The same filter of books that some or nobody may see, if this one is of books that everybody may:
    /// together they are all that the rest of the filter lets through.
    var complement: [BookFilter]? {
        guard rights?.state == .open, rights?.audience != nil else { return nil }
        return [RightsFilter.State.some, .missing].map { state in
            var other = self
            other.rights = RightsFilter(state: state, audience: rights?.audience)
            return other
        }
    }
}
