import SQLite

/// What is known about the clocks of devices. Whenever a device shows that its clock is further
/// ahead than was known, everything it sent within the hour moves together with what it sends now.
extension UsageStore {
    /// How many events are moved in the transaction that shows how wrong the clock is: as many as
    /// a device sends in an hour. If it sent more, or if they are about many viewings, the children
    /// are recomputed in the background.
    private static let mostEventsMoved = 5000

    /// How wrong the sending device's clock is, according to everything that it sends now.
    func clock(of device: Sender, _ sessions: inout [SentSession]) throws -> DeviceClock {
        var shown = DeviceClock()
        for session in sessions {
            for sent in session.new { shown.join(sent.reading.clock) }
        }
        let slot = DeviceClock.slot(receivedMS)
        if try note(shown, of: device, slot) { try moveTold(by: device, slot, &sessions) }
        return try clock(of: device, slot)
    }

    /// How wrong a device's clock is, as far as is known around a slot.
    func clock(of device: Sender, _ slot: Int) throws -> DeviceClock {
        let slots = DeviceClock.slots(around: slot)
        return try database.first(
            """
            SELECT max(ahead_ms), max(sent_ahead_ms) FROM device_clocks
            WHERE device = \(device.number) AND slot >= \(slots.lowerBound)
                AND slot <= \(slots.upperBound)
            """
        ) { row in
            DeviceClock(aheadMS: try row.intOrNil(0) ?? 0, sentAheadMS: try row.intOrNil(1))
        } ?? DeviceClock()
    }

    /// Notes what a request shows about a clock; false if it shows nothing new.
    private func note(_ shown: DeviceClock, of device: Sender, _ slot: Int) throws -> Bool {
        guard shown != DeviceClock() else { return false }
        let known =
            try database.first(
                """
                SELECT ahead_ms, sent_ahead_ms FROM device_clocks
                WHERE device = \(device.number) AND slot = \(slot)
                """
            ) { DeviceClock(aheadMS: try $0.int(0), sentAheadMS: try $0.intOrNil(1)) }
        var joined = known ?? DeviceClock()
        joined.join(shown)
        guard joined != known else { return false }
        try database.execute(
            """
            INSERT INTO device_clocks (device, slot, ahead_ms, sent_ahead_ms)
            VALUES (\(device.number), \(slot), \(joined.aheadMS), \(joined.sentAheadMS))
            ON CONFLICT DO UPDATE SET ahead_ms = excluded.ahead_ms,
                sent_ahead_ms = excluded.sent_ahead_ms
            """
        )
        return true
    }

    /// Moves what a device sent within the hour: events of the sessions in this request, and other
    /// viewings.
    private func moveTold(by device: Sender, _ slot: Int, _ sessions: inout [SentSession]) throws {
        for place in sessions.indices {
            guard let viewing = try sessions[place].viewing.flatMap({ try find($0.id) }),
                try moveAndSettle(viewing)
            else { continue }
            sessions[place].events = try events(of: viewing.id)
        }
        let own = Set(sessions.compactMap { $0.viewing?.id })
        let others = try viewingsTold(by: device, slot).filter { !own.contains($0.id) }
        let areFew = others.reduce(0) { $0 + $1.events } <= Self.mostEventsMoved
        var rest = others[...]
        while areFew, !turn.isOver, let other = rest.popFirst() {
            if let viewing = try find(other.id) { _ = try moveAndSettle(viewing) }
        }
        let jobs = JobStore(database: database, now: now)
        for child in Set(rest.map(\.child)) { try UsageRebuilding.queue(child, jobs) }
    }

    /// False if it is already in its place.
    private func moveAndSettle(_ viewing: Viewing) throws -> Bool {
        turn.use(UsageTurn.ofViewing)
        guard !viewing.isFrozen, let zone = try zone(of: viewing.key.child) else { return false }
        let before = try events(of: viewing.id)
        guard try move(viewing) else { return false }
        let after = try events(of: viewing.id)
        guard let time = WatchedTime(after) else { return false }
        _ = try settle(time, after.count, viewing.key, viewing, TimeText(zone: zone))
        try movePlace(before, after, viewing.key)
        return true
    }

    private func viewingsTold(by device: Sender, _ slot: Int) throws
        -> [(id: ID<Viewing>, child: ID<Child>, events: Int)]
    {
        let slots = DeviceClock.slots(around: slot)
        return try database.all(
            """
            SELECT v.id, v.child_id, v.event_count FROM (
                SELECT DISTINCT viewing_id AS id FROM usage_deliveries
                WHERE device = \(device.number) AND slot >= \(slots.lowerBound)
                    AND slot <= \(slots.upperBound)
            ) AS d CROSS JOIN viewings AS v ON v.id = d.id
            WHERE v.is_frozen = 0
            """
        ) { (id: ID(try $0.int(0)), child: ID(try $0.int(1)), events: try $0.int(2)) }
    }

    /// Moves the events of a viewing to the times that are right according to what is now known
    /// about the clocks; false if they are already there.
    func move(_ viewing: Viewing) throws -> Bool {
        let events = try database.all(
            """
            SELECT id, claimed_ms, received_ms, sent_ms, occurred_ms, device FROM usage_events
            WHERE viewing_id = \(viewing.id.value)
            """
        ) { row in
            (
                id: try row.int(0),
                reading: DeviceClock.Reading(
                    claimedMS: try row.int(1),
                    receivedMS: try row.int(2),
                    sentMS: try row.intOrNil(3)
                ), occurredMS: try row.int(4), device: try row.intOrNil(5)
            )
        }
        var clocks: [Sender?: [Int: DeviceClock]] = [:]
        var isMoved = false
        for event in events {
            let device = event.device.map { Sender(number: $0) }
            let slot = DeviceClock.slot(event.reading.receivedMS)
            let known =
                try clocks[device]?[slot]
                ?? device.map { try clock(of: $0, slot) } ?? sessionClock(viewing.key, slot)
            clocks[device, default: [:]][slot] = known
            let occurred = known.occurredMS(event.reading)
            guard occurred != event.occurredMS else { continue }
            try database.execute(
                "UPDATE usage_events SET occurred_ms = \(occurred) WHERE id = \(event.id)"
            )
            isMoved = true
        }
        return isMoved
    }

    /// For events from before devices were noted, the session stands for the device.
    private func sessionClock(_ key: Viewing.Key, _ slot: Int) throws -> DeviceClock {
        let slots = DeviceClock.slots(around: slot)
        let ahead = try database.first(
            """
            SELECT max(e.claimed_ms - e.received_ms)
            FROM viewings AS v CROSS JOIN usage_events AS e ON e.viewing_id = v.id
            WHERE v.child_id = \(key.child.value) AND v.session_id = \(key.session)
                AND e.device IS NULL
                AND e.received_ms >= \(slots.lowerBound * DeviceClock.slotMS)
                AND e.received_ms < \((slots.upperBound + 1) * DeviceClock.slotMS)
            """
        ) { try $0.intOrNil(0) }
        return DeviceClock(aheadMS: max(0, ahead.flatMap(\.self) ?? 0))
    }

    func zone(of child: ID<Child>) throws -> String? {
        try database.first(
            """
            SELECT f.time_zone FROM present_children AS c CROSS JOIN families AS f ON f.id = c.family_id
            WHERE c.id = \(child.value)
            """
        ) { try $0.text(0) }
    }
}
