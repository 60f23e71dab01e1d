import SQLite

/// Keeps players' events, the viewings that they add up to, and the totals: all three change in
/// one transaction, so a report never shows half an event. What is bounded is in
/// `UsageStore+Limits`.
///
/// A viewing is recomputed from all its events whenever one arrives, so neither their order nor
/// repeats matter. The consequences for others are computed with it: for those that the device's
/// clock moves (`UsageStore+Clocks`), and for those of the same child that play at the same time
/// (`UsageStore+Settling`).
struct UsageStore {
    let database: Database
    let now: Int
    /// When the request was received, in milliseconds.
    let receivedMS: Int
    /// Whether changes are recorded for parents: they come from the rules of an earlier version.
    var isCorrecting = false
    /// What the current transaction has done.
    let turn = UsageTurn()

    init(database: Database, now: Int, nowMS: Int? = nil) {
        self.database = database
        self.now = now
        receivedMS = nowMS ?? now * 1000
    }

    // MARK: Recording

    /// Takes events of a family's children from one device: late, twice, in any order. Each gets
    /// its own answer, in the order in which they were sent. If the device says when it sent them,
    /// its clock is known.
    ///
    /// A request about many sessions is taken as if it had come in several: devices may cut what
    /// they send anywhere, and repeat it if they get no answer.
    func record(
        _ events: [UsageEvent],
        of family: ID<Family>,
        from device: Sender,
        sentMS: Int? = nil
    ) throws -> [UsageOutcome] {
        var outcomes = [UsageOutcome](repeating: .refused(.child), count: events.count)
        for portion in Self.portions(events) {
            let some = portion.map { events[$0] }
            let taken = try recordAtOnce(some, of: family, from: device, sentMS: sentMS)
            for (index, outcome) in zip(portion, taken) { outcomes[index] = outcome }
        }
        return outcomes
    }

    private func recordAtOnce(
        _ events: [UsageEvent],
        of id: ID<Family>,
        from device: Sender,
        sentMS: Int?
    ) throws -> [UsageOutcome] {
        try database.write {
            turn.begin()
            // Read here, so that nobody changes its days meanwhile.
            let family = try FamilyStore(database: database, now: now).find(id)
            let children = try children(of: id)
            var outcomes = [UsageOutcome](repeating: .refused(.child), count: events.count)
            var sessions: [SentSession] = []
            var places: [Viewing.Key: Int] = [:]
            for (index, event) in events.enumerated() where children.contains(event.child) {
                let reading = DeviceClock.Reading(
                    claimedMS: event.claimedMS,
                    receivedMS: receivedMS,
                    sentMS: sentMS
                )
                guard !reading.isTooOld else {
                    outcomes[index] = .refused(.tooOld)
                    continue
                }
                let place = places[event.key, default: sessions.count]
                places[event.key] = place
                if place == sessions.count { sessions.append(SentSession(key: event.key)) }
                sessions[place].sent.append((index, event, reading))
            }
            for place in sessions.indices { try open(&sessions[place], family, &outcomes) }
            let clock = try clock(of: device, &sessions)
            let days = TimeText(zone: family.timeZone)
            for session in sessions where !session.new.isEmpty {
                try take(session, clock, device, days, family, &outcomes)
            }
            return outcomes
        }
    }

    /// An event as it arrived: its place in the request, and what its device's clock showed.
    typealias Arrival = (index: Int, event: UsageEvent, reading: DeviceClock.Reading)

    /// The events of one session in the request, with what is known about the session.
    struct SentSession {
        let key: Viewing.Key
        var sent: [Arrival] = []
        /// Those that are not known yet.
        var new: [Arrival] = []
        var viewing: Viewing?
        /// Those that are.
        var events: [TimedEvent] = []

        init(key: Viewing.Key) {
            self.key = key
        }
    }

    /// Reads what is known about a session, and finds the new events.
    private func open(
        _ session: inout SentSession,
        _ family: Family,
        _ outcomes: inout [UsageOutcome]
    ) throws {
        session.viewing = try find(session.key)
        guard let viewing = session.viewing else {
            guard try mayBeWatched(session.key, family) else {
                for sent in session.sent { outcomes[sent.index] = .refused(.book) }
                return
            }
            return try sortOut(&session, &outcomes)
        }
        session.events = try events(of: viewing.id)
        try sortOut(&session, &outcomes)
    }

    private func sortOut(_ session: inout SentSession, _ outcomes: inout [UsageOutcome]) throws {
        var known = Set(session.events.map(\.clientID))
        let forgotten = try forgottenMS(session.key).claimed
        for sent in session.sent {
            guard sent.event.claimedMS > forgotten, known.insert(sent.event.clientID).inserted
            else {
                outcomes[sent.index] = .duplicate
                continue
            }
            if session.viewing?.isFrozen == true {
                outcomes[sent.index] = .refused(.closed)
            } else if session.events.count + session.new.count >= Self.maximumEventsPerSession {
                outcomes[sent.index] = .refused(.full)
            } else {
                session.new.append(sent)
            }
        }
    }

    /// Takes the new events of a session.
    private func take(
        _ session: SentSession,
        _ clock: DeviceClock,
        _ device: Sender,
        _ days: TimeText,
        _ family: Family,
        _ outcomes: inout [UsageOutcome]
    ) throws {
        let forgotten = try forgottenMS(session.key).occurred
        var new: [(arrival: Arrival, occurredMS: Int)] = []
        var events = session.events
        for arrival in session.new {
            let occurredMS = clock.occurredMS(arrival.reading)
            guard occurredMS > forgotten else {
                outcomes[arrival.index] = .duplicate
                continue
            }
            outcomes[arrival.index] = .accepted
            new.append((arrival, occurredMS))
            events.append(
                TimedEvent(
                    clientID: arrival.event.clientID,
                    act: arrival.event.act,
                    occurredMS: occurredMS,
                    position: arrival.event.position,
                    device: device.number
                )
            )
        }
        guard !new.isEmpty, let time = WatchedTime(events) else { return }
        // As it is now: another session of the request may have changed it.
        let viewing = try session.viewing.flatMap { try find($0.id) }
        let id: ID<Viewing>
        do {
            let day = days.calendarDay(time.startedMS / 1000)
            let child = session.key.child
            try expectRoom(for: events.count, of: child, on: day, besides: viewing?.id)
            id = try settle(time, events.count, session.key, viewing, days, isRefusable: true)
        } catch let refusal as UsageRefusal {
            for (arrival, _) in new { outcomes[arrival.index] = .refused(refusal) }
            return
        }
        try keep(new, of: device, in: id)
        try keepPlace(time, session.key)
        try keepProgress(time, session.key, viewing, family)
    }

    // MARK: Parts

    private func children(of family: ID<Family>) throws -> Set<ID<Child>> {
        Set(
            try database.all(
                "SELECT id FROM present_children WHERE family_id = \(family.value)"
            ) { ID(try $0.int(0)) }
        )
    }

    /// Whether a child may have watched a book: it is in their library, they have watched it
    /// before, or the family may see it. If a story was removed from a library while a tablet was
    /// offline somewhere, its minutes are still true. All other books don't exist.
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

    /// Up to when a session's events were deleted: by the time at which they happened, and by the
    /// device's clock.
    private func forgottenMS(_ key: Viewing.Key) throws -> (occurred: Int, claimed: Int) {
        try database.first(
            """
            SELECT until_ms, claimed_until_ms FROM forgotten_viewings
            WHERE child_id = \(key.child.value) AND session_id = \(key.session)
                AND book_id = \(key.book.value)
            """
        ) { (try $0.int(0), try $0.intOrNil(1) ?? .min) } ?? (.min, .min)
    }

    func duration(of book: ID<Book>) throws -> Int? {
        try database.first(
            """
            SELECT duration_seconds FROM video_assets
            WHERE book_id = \(book.value) AND is_current = 1
            """
        ) { try $0.intOrNil(0) }.flatMap(\.self)
    }

    private func keep(
        _ new: [(arrival: Arrival, occurredMS: Int)],
        of device: Sender,
        in viewing: ID<Viewing>
    ) throws {
        for (arrival, occurredMS) in new {
            let event = arrival.event
            var positions: (from: Int?, to: Int?) = (nil, nil)
            if case .seek(let from, let to) = event.act { positions = (from, to) }
            try database.execute(
                """
                INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms,
                    claimed_ms, received_ms, position_seconds, from_position_seconds,
                    to_position_seconds, device, sent_ms)
                VALUES (\(viewing.value), \(event.clientID), \(event.act.kind.rawValue), \(occurredMS),
                    \(event.claimedMS), \(receivedMS), \(event.position), \(positions.from),
                    \(positions.to), \(device.number), \(arrival.reading.sentMS))
                """
            )
        }
        try database.execute(
            """
            INSERT INTO usage_deliveries (device, slot, viewing_id)
            VALUES (\(device.number), \(DeviceClock.slot(receivedMS)), \(viewing.value))
            ON CONFLICT DO NOTHING
            """
        )
    }
}

extension UsageEvent {
    var key: Viewing.Key { Viewing.Key(child: child, session: session, book: book) }
}

extension Visit {
    var usage: UsageStore { UsageStore(database: database, now: now, nowMS: nowMS) }
}
