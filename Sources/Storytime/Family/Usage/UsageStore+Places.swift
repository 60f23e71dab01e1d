import SQLite

/// What a library learns from events: where a story continues, and when it was last played. As
/// with positions that players save (`LibraryStore.setPosition`) the newest wins, whichever
/// arrives last; of two from the same moment, the saved one.
extension UsageStore {
    /// Takes the place from a session, unless something newer is known: another device was
    /// further, or a parent has reset the story since.
    func keepPlace(_ time: WatchedTime, _ key: Viewing.Key) throws {
        if let place = time.place {
            let limit = try duration(of: key.book) ?? UsageEvent.maximumPositionSeconds
            try database.execute(
                """
                UPDATE library_items SET last_position_seconds = \(place.seconds.map { min($0, limit) }),
                    last_played_at = max(coalesce(last_played_at, 0), \(place.occurredMS / 1000)),
                    position_recorded_ms = \(place.occurredMS)
                WHERE child_id = \(key.child.value) AND book_id = \(key.book.value)
                    AND coalesce(position_recorded_ms, 0) < \(place.occurredMS)
                """
            )
        }
        // A player may play without saying where.
        guard let played = time.lastPlayedMS else { return }
        try database.execute(
            """
            UPDATE library_items SET last_played_at = \(played / 1000)
            WHERE child_id = \(key.child.value) AND book_id = \(key.book.value)
                AND coalesce(position_recorded_ms, 0) <= \(played)
                AND coalesce(last_played_at, 0) < \(played / 1000)
            """
        )
    }

    /// Moves the moment of a place that was already taken, if its device's clock turns out to be
    /// wrong: otherwise a newer place would be refused.
    func movePlace(
        _ before: [TimedEvent],
        _ after: [TimedEvent],
        _ key: Viewing.Key
    ) throws {
        guard let old = WatchedTime(before)?.place, let new = WatchedTime(after)?.place,
            old.occurredMS != new.occurredMS
        else { return }
        try database.execute(
            """
            UPDATE library_items SET position_recorded_ms = \(new.occurredMS),
                last_played_at = \(new.occurredMS / 1000)
            WHERE child_id = \(key.child.value) AND book_id = \(key.book.value)
                AND position_recorded_ms = \(old.occurredMS)
            """
        )
    }
}
