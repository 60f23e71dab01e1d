import SQLite

/// Keeps what players tell, the viewings that it adds up to, and the totals of them: all three are
/// changed in one transaction, so a report never shows a part of an event.
///
/// A viewing is computed anew from all its events whenever one arrives, so neither the order in which
/// they come nor how often matters. What it means for others is computed with it: those that the
/// clock of the device moves (`UsageStore+Clocks`), and those of the same child that play at the same
/// time (`UsageStore+Settling`).
struct UsageStore {
    /// A day of heartbeats is 1,920. What is more comes from a player that is broken, and each event
    /// costs a look at all others of its session.
    static let maximumEventsPerSession = 2000

    let database: Database
    let now: Int
    /// The same to the millisecond.
    let receivedMS: Int
    /// Whether what changes is written down for parents: it was counted by the rules of an earlier
    /// version.
    var isCorrecting = false

    init(database: Database, now: Int, nowMS: Int? = nil) {
        self.database = database
        self.now = now
        receivedMS = nowMS ?? now * 1000
    }

    // MARK: Recording

    /// Takes events of a family's children, as they come from one device: late, doubled, in any
    /// order. Each gets its own answer, in the order in which they were sent. Of a device that says
    /// when it sent them its clock is known.
    func record(
        _ events: [UsageEvent],
        of id: ID<Family>,
        from device: Sender,
        sentMS: Int? = nil
    ) throws -> [UsageOutcome] {
        try database.write {
            // Read here, so that nobody changes its days in between.
            let family = try FamilyStore(database: database, now: now).find(id)
            let children = try children(of: id)
            var outcomes = [UsageOutcome](repeating: .refused(.child), count: events.count)
            var sessions: [SentSession] = []
            var places: [Viewing.Key: Int] = [:]
            for (index, event) in events.enumerated() where children.contains(event.child) {
                let sent = Sent(event, receivedMS: receivedMS, sentMS: sentMS, index: index)
                guard !sent.reading.isTooOld else {
                    outcomes[index] = .refused(.tooOld)
                    continue
                }
                let place = places[event.key, default: sessions.count]
                places[event.key] = place
                if place == sessions.count { sessions.append(SentSession(key: event.key)) }
                sessions[place].sent.append(sent)
            }
            for place in sessions.indices { try open(&sessions[place], family, &outcomes) }
            let clock = try clock(of: device, &sessions)
            let days = TimeText(zone: family.timeZone)
            for session in sessions where !session.new.isEmpty {
                try take(session, clock, device, days, &outcomes)
            }
            return outcomes
        }
    }

    /// An event on its way into the database.
    struct Sent {
        let event: UsageEvent
        let reading: DeviceClock.Reading
        /// Where it stands in what was sent.
        let index: Int

        init(_ event: UsageEvent, receivedMS: Int, sentMS: Int?, index: Int) {
            self.event = event
            reading = DeviceClock.Reading(
                claimedMS: event.claimedMS,
                receivedMS: receivedMS,
                sentMS: sentMS
            )
            self.index = index
        }

        func sign(_ clock: DeviceClock, of device: Sender) -> WatchedTime.Sign {
            WatchedTime.Sign(
                clientID: event.clientID,
                act: event.act,
                occurredMS: clock.occurredMS(reading),
                position: event.position,
                device: device.number
            )
        }
    }

    /// What was sent of one session, beside what is known of it.
    struct SentSession {
        let key: Viewing.Key
        var sent: [Sent] = []
        /// Those that are not known yet.
        var new: [Sent] = []
        var viewing: Viewing?
        var signs: [WatchedTime.Sign] = []

        init(key: Viewing.Key) {
            self.key = key
        }
    }

    /// Reads what is known of a session, and finds what is new.
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
        session.signs = try signs(of: viewing.id)
        try sortOut(&session, &outcomes)
    }

    private func sortOut(_ session: inout SentSession, _ outcomes: inout [UsageOutcome]) throws {
        var known = Set(session.signs.map(\.clientID))
        let forgotten = try forgottenMS(session.key).claimed
        for sent in session.sent {
            guard sent.event.claimedMS > forgotten, known.insert(sent.event.clientID).inserted
            else {
                outcomes[sent.index] = .duplicate
                continue
            }
            if session.viewing?.isFrozen == true {
                outcomes[sent.index] = .refused(.closed)
            } else if session.signs.count + session.new.count >= Self.maximumEventsPerSession {
                outcomes[sent.index] = .refused(.full)
            } else {
                session.new.append(sent)
            }
        }
    }

    /// Takes what is new of a session.
    private func take(
        _ session: SentSession,
        _ clock: DeviceClock,
        _ device: Sender,
        _ days: TimeText,
        _ outcomes: inout [UsageOutcome]
    ) throws {
        let forgotten = try forgottenMS(session.key).occurred
        var new: [(sent: Sent, occurredMS: Int)] = []
        var signs = session.signs
        for sent in session.new {
            let sign = sent.sign(clock, of: device)
            guard sign.occurredMS > forgotten else {
                outcomes[sent.index] = .duplicate
                continue
            }
            outcomes[sent.index] = .accepted
            signs.append(sign)
            new.append((sent, sign.occurredMS))
        }
        guard !new.isEmpty, let time = WatchedTime(signs) else { return }
        // As it is now: another session of the request may have changed it.
        let viewing = try session.viewing.flatMap { try find($0.id) }
        let id = try settle(time, signs.count, session.key, viewing, days)
        try keep(new, of: device, in: id)
        try keepPlace(time, session.key)
    }

    // MARK: Parts

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

    /// Up to when what is told of a session was deleted: by the time at which it happened, and by what
    /// the device's clock showed of what was there.
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
        _ new: [(sent: Sent, occurredMS: Int)],
        of device: Sender,
        in viewing: ID<Viewing>
    ) throws {
        for (sent, occurredMS) in new {
            let event = sent.event
            var positions: (from: Int?, to: Int?) = (nil, nil)
            if case .seek(let from, let to) = event.act { positions = (from, to) }
            try database.execute(
                """
                INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms,
                    claimed_ms, received_ms, position_seconds, from_position_seconds,
                    to_position_seconds, device, sent_ms)
                VALUES (\(viewing.value), \(event.clientID), \(event.act.name), \(occurredMS),
                    \(event.claimedMS), \(receivedMS), \(event.position), \(positions.from),
                    \(positions.to), \(device.number), \(sent.reading.sentMS))
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
