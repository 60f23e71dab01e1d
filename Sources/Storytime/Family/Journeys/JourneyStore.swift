import SQLite

/// Packs children's stories for a journey, and knows what their devices keep. A story is packed as long
/// as it is in the library; what is taken out of that stays packed until it can't be put back any more.
struct JourneyStore {
    enum Refusal: Error, Equatable {
        /// The child has as many packed as may be.
        case isFull
    }

    /// More than a week's journey, and as much as a tablet has room for: half an hour each, they are
    /// some ten gigabytes.
    static let maximumStories = 20

    /// How long a device keeps a story without having heard from us.
    static let keptSeconds = 7 * 86_400

    let database: Database
    let now: Int

    // MARK: Packing

    /// Packs a story of the library; false if it is packed already. A story that isn't in the library is
    /// not found.
    func pack(_ book: ID<Book>, for child: ID<Child>, of family: ID<Family>, by actor: Actor) throws
        -> Bool
    {
        try database.write {
            let child = try children.find(child, of: family)
            let title = try title(of: book, inLibraryOf: child.id)
            let added = try database.execute(
                """
                INSERT INTO journey_stories (child_id, book_id, packed_at)
                VALUES (\(child.id.value), \(book.value), \(now)) ON CONFLICT DO NOTHING
                """
            )
            guard added > 0 else { return false }
            guard try packed(by: child.id).count <= Self.maximumStories else {
                throw Refusal.isFull
            }
            try audit(child, Change("journey", nil, title), by: actor)
            return true
        }
    }

    /// Takes a story out again; false if it isn't packed.
    func unpack(_ book: ID<Book>, of child: ID<Child>, in family: ID<Family>, by actor: Actor)
        throws -> Bool
    {
        try database.write {
            let child = try children.find(child, of: family)
            let title = try title(of: book, inLibraryOf: child.id)
            let removed = try database.execute(
                """
                DELETE FROM journey_stories
                WHERE child_id = \(child.id.value) AND book_id = \(book.value)
                """
            )
            guard removed > 0 else { return false }
            try audit(child, Change("journey", title, nil), by: actor)
            return true
        }
    }

    private var children: ChildStore { ChildStore(database: database, now: now) }

    private func title(of book: ID<Book>, inLibraryOf child: ID<Child>) throws -> String {
        let title = try database.first(
            """
            SELECT b.title FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(child.value) AND i.book_id = \(book.value)
                AND b.deleted_at IS NULL
            """
        ) { try $0.text(0) }
        guard let title else { throw Failure.notFound }
        return title
    }

    private func audit(_ child: Child, _ change: Change, by actor: Actor) throws {
        try AuditLog(database, now).write(actor, "changed", child.subject, [change])
    }

    // MARK: Reading

    /// What a child has packed of their library, in the order in which it was.
    func packed(by child: ID<Child>) throws -> [ID<Book>] {
        try database.all(
            """
            SELECT j.book_id FROM journey_stories AS j
            CROSS JOIN library_items AS i ON i.child_id = j.child_id AND i.book_id = j.book_id
            CROSS JOIN books AS b ON b.id = j.book_id
            WHERE j.child_id = \(child.value) AND b.deleted_at IS NULL
            ORDER BY j.packed_at, j.book_id
            """
        ) { ID(try $0.int(0)) }
    }

    /// Which of these children have packed a book.
    func packers(of book: ID<Book>, among children: [ID<Child>]) throws -> Set<ID<Child>> {
        guard !children.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT child_id FROM journey_stories
                WHERE book_id = \(book.value) AND child_id IN \(list: children.map(\.value))
                """
            ) { ID(try $0.int(0)) }
        )
    }

    /// Which of these books have a video that can be kept, as far as rows say.
    func keepable(among books: [ID<Book>]) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT v.book_id FROM video_assets AS v
                WHERE v.book_id IN \(list: books.map(\.value)) AND \(sql: JourneyFilm.condition)
                """
            ) { ID(try $0.int(0)) }
        )
    }

    // MARK: What devices keep

    /// Notes what a device says that it keeps for the child who watches on it, in place of what it said
    /// before. Stories that aren't packed any more are passed over.
    func note(_ report: JourneyReport, of device: KidsDevice, for child: ID<Child>) throws {
        let packed = Set(try packed(by: child))
        try database.write {
            try database.execute(
                "DELETE FROM journey_reports WHERE device_id = \(device.id.value)"
            )
            try database.execute(
                """
                INSERT INTO journey_reports (device_id, child_id, reported_at, free_bytes)
                SELECT id, \(child.value), \(now), \(report.freeBytes)
                FROM kids_devices WHERE id = \(device.id.value)
                """
            )
            for (book, state) in report.stories where packed.contains(book) {
                try database.execute(
                    """
                    INSERT INTO journey_report_stories (device_id, book_id, state)
                    SELECT device_id, \(book.value), \(state.rawValue)
                    FROM journey_reports WHERE device_id = \(device.id.value)
                    """
                )
            }
        }
    }

    /// What a device said last; nil if it has said nothing of this child.
    func report(of device: KidsDevice) throws -> (at: Int, report: JourneyReport)? {
        guard let child = device.child else { return nil }
        let found = try database.first(
            """
            SELECT reported_at, free_bytes FROM journey_reports
            WHERE device_id = \(device.id.value) AND child_id = \(child.id.value)
            """
        ) { (at: try $0.int(0), free: try $0.intOrNil(1)) }
        guard let found else { return nil }
        var stories: [ID<Book>: JourneyReport.State] = [:]
        try database.each(
            """
            SELECT book_id, state FROM journey_report_stories WHERE device_id = \(device.id.value)
            """
        ) { stories[ID(try $0.int(0))] = JourneyReport.State(rawValue: try $0.text(1)) }
        return (found.at, JourneyReport(stories: stories, freeBytes: found.free))
    }

    /// Whether a device has told of stories that it keeps.
    func hasStories(on device: ID<HandedDevice>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM journey_report_stories
            WHERE device_id = \(device.value) AND state = 'kept' LIMIT 1
            """
        ) { _ in true } ?? false
    }

    // MARK: Upkeep

    /// Forgets what is packed of no library any more, once nothing can put it back.
    func removeStrays() throws {
        try database.execute(
            """
            DELETE FROM journey_stories AS j
            WHERE NOT EXISTS (SELECT 1 FROM library_items AS i
                    WHERE i.child_id = j.child_id AND i.book_id = j.book_id)
                AND NOT EXISTS (SELECT 1 FROM library_changes AS c
                    CROSS JOIN library_change_rows AS r ON r.change_id = c.id
                    WHERE c.child_id = j.child_id AND c.kind = 'removed'
                        AND c.at > \(now - LibraryChange.keptSeconds) AND r.book_id = j.book_id)
            """
        )
    }
}

/// What a device in Kids Mode says of the stories that it is to keep.
struct JourneyReport: Sendable, Equatable {
    enum State: String, CaseIterable, Sendable {
        case kept
        /// It is being fetched, or will be.
        case waiting
        /// There is no room for it.
        case full
    }

    var stories: [ID<Book>: State]
    /// The room that its browser still has; nil if it doesn't say.
    var freeBytes: Int?
}

extension Visit {
    var journeys: JourneyStore { JourneyStore(database: database, now: now) }
}
