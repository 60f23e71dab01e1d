import SQLite

/// What a child of the demo watches, told as their player would have told it: evenings and weekends,
/// favourites that come again, stories that are left in the middle, fingers that slip.
struct DemoViewing {
    /// A library that fits on a screen or two.
    private static let libraryBooks = 24
    /// Nobody signed in to tell it.
    private static let device = Sender(number: 0)

    let database: Database
    let family: Family
    let habits: Demo.DemoChild
    var random: DemoRandom
    /// Says when a second device is on: by itself, so that everything else is as it was without.
    private var secondRandom: DemoRandom
    private var sessions = 0

    init(database: Database, family: Family, habits: Demo.DemoChild, random: DemoRandom) {
        self.database = database
        self.family = family
        self.habits = habits
        self.random = random
        secondRandom = random
    }

    /// Fills a child's library and their history.
    mutating func watch(_ child: Child, from start: Int, until now: Int) throws {
        let books = try fillLibrary(of: child, at: start)
        guard !books.isEmpty else { return }
        let days = TimeText(zone: family.timeZone)
        let (first, last) = (days.calendarDay(start).adding(1), days.calendarDay(now))
        for number in first.number...last.number {
            let day = CalendarDay(number: number)
            guard let midnight = days.start(ofDay: day.iso) else { continue }
            for begin in beginnings(on: day) {
                let at = midnight + begin * 60
                // What is to end later has not happened yet.
                guard at + 3600 < now else { continue }
                let session = session(of: child, books, at: at)
                try tell(session)
                // Now and then the next story is begun on another device before the first one is done.
                guard session.time - at > 90, secondRandom.below(30) == 0 else { continue }
                try tell(secondSession(of: child, books, at: session.time - 40))
            }
        }
    }

    /// When stories begin on a day, in minutes since midnight.
    private mutating func beginnings(on day: CalendarDay) -> [Int] {
        guard random.below(100) >= habits.quietDays else { return [] }
        let isWeekend = day.weekday >= 5
        var begins: [Int] = []
        if isWeekend && random.below(3) > 0 {
            begins += spread(1 + random.below(2), from: 8 * 60 + random.below(60))
        }
        return begins + spread(1 + random.below(3), from: habits.bedtime - 15 + random.below(30))
    }

    /// One after the other, with a little time in between.
    private mutating func spread(_ count: Int, from first: Int) -> [Int] {
        (0..<count).map { first + $0 * (16 + random.below(5)) }
    }

    /// Books that fit the child's age, some of them loved more than others.
    private mutating func fillLibrary(of child: Child, at time: Int) throws -> [ID<Book>] {
        let shelf = FamilyShelf(family, on: time, in: database)
        var books = try database.all(
            """
            SELECT b.id FROM books AS b
            WHERE coalesce(b.age_min, 0) <= \(habits.years)
                AND coalesce(b.age_max, 99) >= \(habits.years) AND \(sql: shelf.condition)
            ORDER BY b.id
            """
        ) { ID<Book>(try $0.int(0)) }
        books.shuffle(using: &random)
        books = Array(books.prefix(Self.libraryBooks))
        _ = try LibraryStore(database: database, now: time)
            .add(books, to: child.id, of: shelf, by: .commandLine)
        return books
    }

    /// A story from its beginning to wherever it ends.
    private mutating func session(of child: Child, _ books: [ID<Book>], at start: Int)
        -> DemoSession
    {
        // Of two, the one that stands further in front: some come often, the last ones hardly ever.
        let book = books[min(random.below(books.count), random.below(books.count))]
        sessions += 1
        var session = DemoSession(child: child.id, book: book, number: sessions, at: start)
        let length = Self.length(of: book)
        switch random.below(100) {
        case ..<6: session.play(seconds: 2 + random.below(6))
        case ..<30: session.play(seconds: length * (10 + random.below(70)) / 100)
        default:
            if random.below(3) == 0 {
                session.play(seconds: length / 3)
                session.pause(seconds: 15 + random.below(120))
            } else if random.below(4) == 0 {
                session.play(seconds: length / 4)
                session.seek(by: random.below(2) == 0 ? -20 : 30)
            }
            session.play(seconds: max(length - session.position, 1))
            session.end()
            return session
        }
        session.stop()
        return session
    }

    /// A short story on another device.
    private mutating func secondSession(of child: Child, _ books: [ID<Book>], at start: Int)
        -> DemoSession
    {
        sessions += 1
        let book = books[secondRandom.below(books.count)]
        var session = DemoSession(child: child.id, book: book, number: sessions, at: start)
        session.play(seconds: 60 + secondRandom.below(60))
        session.stop()
        return session
    }

    /// The books of the demo have no videos; so long their stories would be, in seconds.
    private static func length(of book: ID<Book>) -> Int { 180 + book.value * 67 % 480 }

    private func tell(_ session: DemoSession) throws {
        let store = UsageStore(database: database, now: session.time)
        for start in stride(from: 0, to: session.events.count, by: UsageEvent.maximumPerBatch) {
            let batch = session.events[start...].prefix(UsageEvent.maximumPerBatch)
            _ = try store.record(Array(batch), of: family.id, from: Self.device)
        }
    }
}

/// One session of a player, as it is told sign by sign.
struct DemoSession {
    private(set) var events: [UsageEvent] = []
    /// Seconds since 1970.
    private(set) var time: Int
    private(set) var position = 0
    private let child: ID<Child>
    private let book: ID<Book>
    private let name: String
    /// How long it has played since the last heartbeat.
    private var sinceHeartbeat = 0

    init(child: ID<Child>, book: ID<Book>, number: Int, at start: Int) {
        (self.child, self.book, time) = (child, book, start)
        name = "demo-\(number)"
        tell(.playStart)
    }

    mutating func play(seconds: Int) {
        var rest = seconds
        while rest > 0 {
            let step = min(rest, UsageEvent.heartbeatSeconds - sinceHeartbeat)
            time += step
            position += step
            sinceHeartbeat += step
            rest -= step
            guard sinceHeartbeat == UsageEvent.heartbeatSeconds else { continue }
            sinceHeartbeat = 0
            tell(.heartbeat)
        }
    }

    /// The timer of its heartbeats goes on, as that of many players does.
    mutating func pause(seconds: Int) {
        tell(.pause)
        let end = time + seconds
        while end - time > UsageEvent.heartbeatSeconds {
            time += UsageEvent.heartbeatSeconds
            tell(.heartbeat)
        }
        time = end
        tell(.resume)
    }

    mutating func seek(by seconds: Int) {
        let from = position
        position = max(0, position + seconds)
        tell(.seek(from: from, to: position))
    }

    mutating func stop() { tell(.pause) }

    mutating func end() { tell(.playEnd) }

    private mutating func tell(_ act: UsageEvent.Act) {
        events.append(
            UsageEvent(
                clientID: "\(name)-\(events.count + 1)",
                session: name,
                child: child,
                book: book,
                act: act,
                claimedMS: time * 1000,
                position: position
            )
        )
    }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the
/// demo is the same on every machine.
struct DemoRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
