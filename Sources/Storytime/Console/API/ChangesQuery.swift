import Received
import SQLite

/// The changes to a list that a program asks for: those since a moment, page by page.
struct ChangesQuery: Sendable, Equatable {
    /// Where a page begins: after a change, given by its time and record. Changes in one second
    /// are in the order of their numbers, so that none is missed between two pages.
    struct Place: Sendable, Equatable {
        let at: Int
        let id: Int

        init(at: Int, id: Int) {
            self.at = at
            self.id = id
        }

        /// Reads a text that `text` wrote.
        init?(_ text: String) {
            let parts = text.split(separator: "-").compactMap { ReceivedNumber.integer($0) }
            guard parts.count == 2, text == "\(parts[0])-\(parts[1])" else { return nil }
            self.init(at: parts[0], id: parts[1])
        }

        var text: String { "\(at)-\(id)" }
    }

    /// A change is written a little before it can be read, so changes from this long before are
    /// sent again.
    static let overlapSeconds = 60
    /// For how long removals are known.
    static let keptDays = 90

    /// The requested moment, in seconds since 1970.
    let since: Int
    let after: Place?

    /// The moment from which changes are sent.
    var start: Int { since - Self.overlapSeconds }

    /// Refuses changes that are no longer known: the program must read the whole list.
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

    /// This query, asked now at the latest: a program whose clock is ahead would miss changes
    /// until then.
    func until(_ now: Int) -> ChangesQuery { ChangesQuery(since: min(since, now), after: after) }

    static let meanings = [
        "updated_since":
            "Only records changed since that time, and the ids of those removed. Send the "
            + "`updated_until` of the previous answer, at most \(keptDays) days ago.",
        "after": "Where the next page of changes starts; copy it from `Link`.",
    ]
}

extension QueryFields {
    /// Nil if the whole list is requested. `others` are parameters that can't be combined with it,
    /// if they were sent.
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

/// The query for a list that comes as a whole.
struct WholeListQuery: QueryContent {
    let changes: ChangesQuery?

    init?(_ query: inout QueryFields) {
        changes = query.changes()
    }

    static let meanings = ChangesQuery.meanings
}
