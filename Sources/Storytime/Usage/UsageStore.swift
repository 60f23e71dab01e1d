import SQLite

/// Keeps what players tell, the viewings that it adds up to, and the totals of them: all three are
/// changed in one transaction, so a report never shows a part of an event.
///
/// A viewing is computed anew from all its events whenever one arrives, so neither the order in which
/// they come nor how often matters.
struct UsageStore {
    /// A day of heartbeats is 1,920. What is more comes from a player that is broken, and each event
    /// costs a look at all others of its session.
    static let maximumEventsPerSession = 2000

    let database: Database
    let now: Int

    /// Events happen within a second that the clock counts whole: up to its end.
    var receivedMS: Int { now * 1000 + 999 }

    // MARK: Recording

    /// Takes events of a family's children, as they come from one device: late, doubled, in any
    /// order. Each gets its own answer, in the order in which they were sent.
    func record(_ events: [UsageEvent], of id: ID<Family>) throws -> [UsageOutcome] {
        try database.write {
            // Read here, so that nobody changes its days in between.
            let family = try FamilyStore(database: database, now: now).find(id)
            let children = try children(of: id)
            let occurred = ClockBounds(events, receivedMS: receivedMS, oldestMS: oldestMS)
                .occurredMS
            var outcomes = [UsageOutcome](repeating: .refused(.child), count: events.count)
            var sessions: [Viewing.Key: [Int]] = [:]
            var order: [Viewing.Key] = []
            for (index, event) in events.enumerated() where children.contains(event.child) {
                guard occurred[index] >= oldestMS else {
                    outcomes[index] = .refused(.tooOld)
                    continue
                }
                if sessions[event.key] == nil { order.append(event.key) }
                sessions[event.key, default: []].append(index)
            }
            let days = TimeText(zone: family.timeZone)
            for key in order {
                let indexes = sessions[key] ?? []
                let sent = indexes.map { Sent(events[$0], occurredMS: occurred[$0]) }
                let found = try record(sent, key, family, days)
                for (index, outcome) in zip(indexes, found) { outcomes[index] = outcome }
            }
            return outcomes
        }
    }

    /// An event, and when it counts as having happened.
    struct Sent {
        let event: UsageEvent
        let occurredMS: Int

        init(_ event: UsageEvent, occurredMS: Int) {
            self.event = event
            self.occurredMS = occurredMS
        }

        var sign: WatchedTime.Sign {
            WatchedTime.Sign(
                clientID: event.clientID,
                act: event.act,
                occurredMS: occurredMS,
                position: event.position
            )
        }
    }

    /// Takes what was told of one session.
    private func record(
        _ sent: [Sent],
        _ key: Viewing.Key,
        _ family: Family,
        _ days: TimeText
    ) throws -> [UsageOutcome] {
        let viewing = try find(key)
        if viewing == nil {
            guard try mayBeWatched(key, family) else {
                return sent.map { _ in .refused(.book) }
            }
        }
        var signs = try viewing.map { try self.signs(of: $0.id) } ?? []
        var known = Set(signs.map(\.clientID))
        let forgottenMS = try forgottenMS(key)
        var new: [Sent] = []
        let outcomes = sent.map { event -> UsageOutcome in
            guard event.occurredMS > forgottenMS, known.insert(event.event.clientID).inserted
            else { return .duplicate }
            if viewing?.isFrozen == true { return .refused(.closed) }
            guard signs.count < Self.maximumEventsPerSession else { return .refused(.full) }
            signs.append(event.sign)
            new.append(event)
            return .accepted
        }
        guard !new.isEmpty else { return outcomes }
        let sums = Viewing.Sums(signs, duration: try duration(of: key.book), days: days)
        if let sums { try keep(new, in: try save(sums, key, viewing)) }
        for event in new where event.event.act == .playEnd {
            try clearPosition(key, atMS: event.occurredMS)
        }
        return outcomes
    }

    // MARK: Parts

    /// What happened before is not taken.
    private var oldestMS: Int { receivedMS - UsageEvent.maximumAgeDays * 86_400_000 }

    private func children(of family: ID<Family>) throws -> Set<ID<Child>> {
        Set(
            try database.all(
                "SELECT id FROM present_children WHERE family_id = \(family.value)"
            ) { ID(try $0.int(0)) }
        )
    }

    /// Whether a child may have watched a book: it is in their library, they have watched it before,
    /// or the family may see it. Of a story that was taken out of a library while a tablet was
    /// somewhere without a network, the minutes are still true. All others don't exist.
    private func mayBeWatched(_ key: Viewing.Key, _ family: Family) throws -> Bool {
        let isTheirs = try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM library_items
                    WHERE child_id = \(key.child.value) AND book_id = \(key.book.value))
                OR EXISTS (SELECT 1 FROM viewings
                    WHERE child_id = \(key.child.value) AND book_id = \(key.book.value))
            """
        ) { try $0.bool(0) }
        return try isTheirs == true
            || FamilyShelf(family, on: now, in: database).maySee(key.book)
    }

    /// Up to when what is told of a session was deleted.
    private func forgottenMS(_ key: Viewing.Key) throws -> Int {
        try database.first(
            """
            SELECT until_ms FROM forgotten_viewings
            WHERE child_id = \(key.child.value) AND session_id = \(key.session)
                AND book_id = \(key.book.value)
            """
        ) { try $0.int(0) } ?? .min
    }

    func duration(of book: ID<Book>) throws -> Int? {
        try database.first(
            """
            SELECT duration_seconds FROM video_assets
            WHERE book_id = \(book.value) AND is_current = 1
            """
        ) { try $0.intOrNil(0) }.flatMap(\.self)
    }

    private func keep(_ new: [Sent], in viewing: ID<Viewing>) throws {
        for sent in new {
            var positions: (from: Int?, to: Int?) = (nil, nil)
            if case .seek(let from, let to) = sent.event.act { positions = (from, to) }
            try database.execute(
                """
                INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms,
                    claimed_ms, received_ms, position_seconds, from_position_seconds,
                    to_position_seconds)
                VALUES (\(viewing.value), \(sent.event.clientID), \(sent.event.act.name),
                    \(sent.occurredMS), \(sent.event.claimedMS), \(receivedMS),
                    \(sent.event.position), \(positions.from), \(positions.to))
                """
            )
        }
    }

    /// A story that was watched to its end begins anew, unless it was begun anew since.
    private func clearPosition(_ key: Viewing.Key, atMS: Int) throws {
        try database.execute(
            """
            UPDATE library_items SET last_position_seconds = NULL, last_played_at = \(atMS / 1000),
                position_recorded_ms = \(atMS)
            WHERE child_id = \(key.child.value) AND book_id = \(key.book.value)
                AND coalesce(position_recorded_ms, 0) < \(atMS)
            """
        )
    }
}

extension UsageEvent {
    var key: Viewing.Key { Viewing.Key(child: child, session: session, book: book) }
}

extension Visit {
    var usage: UsageStore { UsageStore(database: database, now: now) }
}
