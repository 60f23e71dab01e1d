import SQLite

/// How long children looked at photos: told by beats, which are no usage events and never count as
/// watching.
struct PhotoLooks {
    /// Devices tell every half minute; one that tells of more was asleep.
    static let mostSeconds = 60

    let database: Database
    let now: Int

    /// Counts what a device tells of: no more than has passed since it last told. Returns the
    /// seconds that were counted.
    @discardableResult
    func add(
        _ seconds: Int,
        of child: ID<Child>,
        in category: ID<PhotoCategory>?,
        on device: ID<HandedDevice>,
        day: CalendarDay
    ) throws -> Int {
        try database.write {
            let last = try database.first(
                "SELECT looked_at FROM kids_devices WHERE id = \(device.value)"
            ) { try $0.intOrNil(0) }
            guard let last else { throw Failure.notFound }
            let passed = max(0, now - (last ?? now - Self.mostSeconds))
            let counted = min(seconds, Self.mostSeconds, passed)
            guard counted > 0 else { return 0 }
            try database.execute(
                "UPDATE kids_devices SET looked_at = \(now) WHERE id = \(device.value)"
            )
            try database.execute(
                """
                INSERT INTO photo_looks (child_id, day, category_id, seconds)
                VALUES (\(child.value), \(day.iso), \(category?.value ?? 0), \(counted))
                ON CONFLICT (child_id, day, category_id)
                DO UPDATE SET seconds = min(seconds + excluded.seconds, 90000)
                """
            )
            return counted
        }
    }

    /// The seconds of children on the days of a span.
    func seconds(of children: [ID<Child>], from first: CalendarDay, to last: CalendarDay) throws
        -> [ID<Child>: Int]
    {
        var seconds: [ID<Child>: Int] = [:]
        try database.each(
            """
            SELECT child_id, sum(seconds) FROM photo_looks
            WHERE child_id IN \(list: children.map(\.value))
                AND day BETWEEN \(first.iso) AND \(last.iso)
            GROUP BY child_id
            """
        ) { seconds[ID(try $0.int(0))] = try $0.int(1) }
        return seconds
    }
}
