import SQLite

/// Where a story of a library goes on, after a player said so.
struct SavedPosition: Sendable, Equatable {
    /// Whether what it said was taken: a newer one is not overwritten.
    let isApplied: Bool
    let seconds: Int?
    let playedAt: Int?
}

/// Keeps where a child left off. Several devices may say so, late and in any order: the position that
/// was taken last counts, whenever it arrives.
extension LibraryStore {
    /// Sets a position that was taken at a time by a device's clock, nil for the beginning, of a book in
    /// a child's library. It was taken this very moment where nobody says when, and never later; what
    /// lies behind the end of the video is its end.
    func setPosition(
        _ seconds: Int?,
        of book: ID<Book>,
        by child: ID<Child>,
        of family: ID<Family>,
        recordedMS: Int?,
        sentMS: Int? = nil,
        from device: Sender? = nil
    ) throws -> SavedPosition {
        try database.write {
            _ = try find(child, of: family)
            let usage = UsageStore(database: database, now: now, nowMS: nowMS)
            let limit = try usage.duration(of: book) ?? UsageEvent.maximumPositionSeconds
            var recorded = nowMS
            if let recordedMS {
                let slot = DeviceClock.slot(nowMS)
                let clock = try device.map { try usage.clock(of: $0, slot) } ?? DeviceClock()
                let moved = clock.placedMS(recordedMS, receivedMS: nowMS, sentMS: sentMS)
                recorded = max(0, min(moved, nowMS))
            }
            let changed = try database.execute(
                """
                UPDATE library_items SET last_position_seconds = \(seconds.map { min($0, limit) }),
                    last_played_at = max(coalesce(last_played_at, 0), \(recorded / 1000)),
                    position_recorded_ms = \(recorded)
                WHERE child_id = \(child.value) AND book_id = \(book.value)
                    AND coalesce(position_recorded_ms, 0) <= \(recorded)
                """
            )
            return try position(of: book, by: child, isApplied: changed > 0)
        }
    }

    private func position(of book: ID<Book>, by child: ID<Child>, isApplied: Bool) throws
        -> SavedPosition
    {
        let saved = try database.first(
            """
            SELECT i.last_position_seconds, i.last_played_at
            FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND i.book_id = \(book.value)
                AND b.deleted_at IS NULL
            """
        ) { row in
            SavedPosition(
                isApplied: isApplied,
                seconds: try row.intOrNil(0),
                playedAt: try row.intOrNil(1)
            )
        }
        // The transaction is undone: what is in the bin is not there.
        guard let saved else { throw Failure.notFound }
        return saved
    }
}
