import SQLite

/// What a child of the demo watches, as their player would have reported it: evenings and
/// weekends, favorites that come again, stories that are left in the middle, fingers that slip.
struct DemoViewing {
    /// A library that fits on a screen or two.
    private static let libraryBooks = 24
    /// For how long the films have been there, in days.
    static let filmDays = 7
    /// When they are watched, in minutes since midnight.
    private static let afternoon = 15 * 60
    /// No device has signed in to report it.
    private static let device = Sender(number: 0)

    let database: Database
    let family: Family
    let habits: Demo.DemoChild
    /// The films come later, and to the front (`Demo.shelveFilms`).
    var films: [ID<Book>] = []
    var random: DemoRandom
    /// Decides when a second device is on: a separate generator, so that everything else is as it
    /// was without it.
    private var secondRandom: DemoRandom
    private var sessions = 0
    /// The beginning of their names.
    private let name: String

    init(
        database: Database,
        family: Family,
        habits: Demo.DemoChild,
        random: DemoRandom,
        name: String = "demo"
    ) {
        self.database = database
        self.family = family
        self.habits = habits
        self.random = random
        self.name = name
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
                // Anything that ends later has not happened yet.
                guard at + 3600 < now else { continue }
                let session = try session(of: child, books, at: at)
                try tell(session)
                // Now and then the next story is started on another device before the first one is
                // done.
                guard session.time - at > 90, secondRandom.below(30) == 0 else { continue }
                try tell(try secondSession(of: child, books, at: session.time - 40))
            }
        }
    }

    /// Watches films on the days before now, in the afternoon. The last one may be left in its
    /// middle, to be continued.
    mutating func watch(_ films: [ID<Book>], _ child: Child, until now: Int, leavesLast: Bool)
        throws
    {
        let days = TimeText(zone: family.timeZone)
        let today = days.calendarDay(now)
        for number in (today.number - Self.filmDays)..<today.number {
            guard let midnight = days.start(ofDay: CalendarDay(number: number).iso) else {
                continue
            }
            for begin in spread(2, from: Self.afternoon + random.below(30)) {
                try tell(try session(of: child, films, at: midnight + begin * 60))
            }
        }
        guard leavesLast, let film = films.last,
            let midnight = days.start(ofDay: today.adding(-1).iso)
        else { return }
        var last = newSession(of: child, film, at: midnight + (Self.afternoon + 90) * 60)
        last.play(seconds: try length(of: film) / 2)
        last.stop()
        try tell(last)
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

    /// One after another, with a little time between them.
    private mutating func spread(_ count: Int, from first: Int) -> [Int] {
        (0..<count).map { first + $0 * (16 + random.below(5)) }
    }

    /// Books that fit the child's age, some of them more popular than others.
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
        books.removeAll(where: films.contains)
        books.shuffle(using: &random)
        books = Array(books.prefix(Self.libraryBooks))
        _ = try LibraryStore(database: database, now: time)
            .add(books, to: child.id, of: shelf, by: .commandLine)
        return books
    }

    /// A story from its beginning to wherever it ends.
    private mutating func session(of child: Child, _ books: [ID<Book>], at start: Int) throws
        -> DemoSession
    {
        // Of two, the one further to the front: some come often, the last ones hardly ever.
        let book = books[min(random.below(books.count), random.below(books.count))]
        var session = newSession(of: child, book, at: start)
        let length = try length(of: book)
        switch random.below(100) {
        case ..<6: session.play(seconds: 2 + random.below(6))
        case ..<30: session.play(seconds: length * (10 + random.below(70)) / 100)
        default:
            if random.below(3) == 0 {
                session.play(seconds: length / 3)
                session.pause(seconds: 15 + random.below(120))
            } else if random.below(4) == 0 {
                session.play(seconds: length / 4)
                session.seek(by: random.below(2) == 0 ? -20 : min(30, length / 4))
            }
            session.play(seconds: max(length - session.position, 1))
            session.end()
            return session
        }
        session.stop()
        return session
    }

    /// A short story on another device.
    private mutating func secondSession(of child: Child, _ books: [ID<Book>], at start: Int) throws
        -> DemoSession
    {
        let book = books[secondRandom.below(books.count)]
        var session = newSession(of: child, book, at: start)
        session.play(seconds: min(60 + secondRandom.below(60), try length(of: book)))
        session.stop()
        return session
    }

    private mutating func newSession(of child: Child, _ book: ID<Book>, at start: Int)
        -> DemoSession
    {
        sessions += 1
        return DemoSession(child: child.id, book: book, name: "\(name)-\(sessions)", at: start)
    }

    /// How long a story is, in seconds. Most books of the demo have no video; this is how long
    /// theirs would be.
    private func length(of book: ID<Book>) throws -> Int {
        try database.first(
            """
            SELECT duration_seconds FROM video_assets
            WHERE book_id = \(book.value) AND is_current = 1 AND duration_seconds > 0
            """
        ) { try $0.int(0) } ?? 180 + book.value * 67 % 480
    }

    private func tell(_ session: DemoSession) throws {
        let store = UsageStore(database: database, now: session.time)
        for start in stride(from: 0, to: session.events.count, by: UsageEvent.maximumPerBatch) {
            let batch = session.events[start...].prefix(UsageEvent.maximumPerBatch)
            _ = try store.record(Array(batch), of: family.id, from: Self.device)
        }
    }
}

/// One session of a player, reported event by event.
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

    init(child: ID<Child>, book: ID<Book>, name: String, at start: Int) {
        (self.child, self.book, self.name, time) = (child, book, name, start)
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

    /// The timer of its heartbeats keeps running, as in many players.
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
