import SQLite

/// How long children looked at photos: told by beats, which are no usage events and never count as
/// watching.
struct PhotoLooks {
    /// Devices tell every half minute; one that tells of more was asleep.
    static let mostSeconds = 60

    let database: Database
    let now: Int

    /// The category that was looked at last on a device, as an address has it.
    func place(of device: ID<HandedDevice>) throws -> String? {
        try database.first(
            "SELECT gallery_category FROM kids_devices WHERE id = \(device.value)"
        ) { try $0.textOrNil(0) } ?? nil
    }

    /// Counts what a device tells of: no more than has passed since it last told. The category is
    /// where the gallery begins there the next time. Returns the seconds that were counted.
    @discardableResult
    func add(
        _ seconds: Int,
        of child: ID<Child>,
        in category: GalleryKey,
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
            try database.execute(
                """
                UPDATE kids_devices
                SET looked_at = \(now), gallery_category = \(category.description)
                WHERE id = \(device.value)
                """
            )
            guard counted > 0 else { return 0 }
            var number = 0
            if case .photos(let id) = category { number = id.value }
            try database.execute(
                """
                INSERT INTO photo_looks (child_id, day, category_id, seconds)
                VALUES (\(child.value), \(day.iso), \(number), \(counted))
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
