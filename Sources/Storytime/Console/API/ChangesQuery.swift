import SQLite

/// Which changes of a list a program asks for: those since a moment, one page after the other.
struct ChangesQuery: Sendable, Equatable {
    /// Where a page begins: behind a change, by when it was and of what. Those of one second are in the
    /// order of their numbers, so that none is missed between two pages.
    struct Place: Sendable, Equatable {
        let at: Int
        let id: Int

        init(at: Int, id: Int) {
            self.at = at
            self.id = id
        }

        /// Reads what `text` wrote.
        init?(_ text: String) {
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2, text == "\(parts[0])-\(parts[1])" else { return nil }
            self.init(at: parts[0], id: parts[1])
        }

        var text: String { "\(at)-\(id)" }
    }

    /// A change is written down a little before it can be read: so much of what was told before is told
    /// again.
    static let overlapSeconds = 60
    /// For how long it is known what was removed.
    static let keptDays = 90

    /// As it was asked for, in seconds since 1970.
    let since: Int
    let after: Place?

    /// From where on changes are told.
    var start: Int { since - Self.overlapSeconds }

    /// Refuses to tell of changes that are not known any more: whoever asks for them takes the whole
    /// list.
    func expectIsKnown(now: Int) throws {
        guard since < now - Self.keptDays * 86_400 else { return }
        throw APIFailure.invalid([
            ErrorDetail(
                field: "updated_since",
                code: ErrorCode.tooOld.rawValue,
                message: "Changes are kept for \(Self.keptDays) days. Read the whole list instead."
            )
        ])
    }

    /// The same, asked now at the latest: a program whose clock is ahead would miss what is changed until
    /// then.
    func until(_ now: Int) -> ChangesQuery { ChangesQuery(since: min(since, now), after: after) }

    static let meanings = [
        "updated_since":
            "Only records changed since that time, and the ids of those removed. Send the "
            + "`updated_until` of the previous answer, at most \(keptDays) days ago.",
        "after": "Where the next page of changes starts; copy it from `Link`.",
    ]
}

extension QueryFields {
    /// Nil when all of the list is asked for. `others` are parameters that don't go with it, where they
    /// were sent.
    mutating func changes(others: [String] = []) -> ChangesQuery? {
        let since = moment("updated_since")
        let after = text("after", upTo: 40).flatMap { text -> ChangesQuery.Place? in
            let place = ChangesQuery.Place(text)
            if place == nil { reject("after", "invalid", "must be a value from `Link`.") }
            return place
        }
        guard let since else {
            if after != nil { reject("after", "not_allowed", "needs “updated_since”.") }
            return nil
        }
        for name in others where isSent(name) {
            reject(name, "not_allowed", "can’t be sent with “updated_since”.")
        }
        return ChangesQuery(since: since, after: after)
    }
}

/// What a program asks of a list that comes as a whole.
struct WholeListQuery: QueryContent {
    let changes: ChangesQuery?

    init?(_ query: inout QueryFields) {
        changes = query.changes()
    }

    static let meanings = ChangesQuery.meanings
}
