import SQLite
import Testing

@testable import Storytime

/// Watching, to try things with.
extension Console {
    var usage: UsageStore {
        UsageStore(database: database, now: time.now, nowMS: time.now * 1000 + time.milliseconds)
    }

    /// The device of a test that doesn't care.
    static let device = Sender(number: 1)

    /// Takes events of one family's children as a device sends them.
    @discardableResult
    func record(
        _ events: [UsageEvent],
        of family: ID<Family>,
        from device: Sender = device,
        sentMS: Int? = nil
    ) throws -> [UsageOutcome] {
        try usage.record(events, of: family, from: device, sentMS: sentMS)
    }

    /// A child watches a story from a moment on (seconds since 1970), as a player tells it: a start, a
    /// heartbeat every 45 seconds, and a pause or, where the story is watched to its end, its end.
    ///
    /// Told when it has happened, or as soon as the clock of the test allows.
    @discardableResult
    func watch(
        _ child: Child,
        _ book: Book,
        from start: Int,
        seconds: Int,
        toEnd: Bool = false,
        session: String? = nil
    ) throws -> Viewing {
        let session = session ?? "session-\(start)"
        var events = PlayerScript(child: child.id, book: book.id, session: session)
        events.add(.playStart, at: start, position: 0)
        for beat in stride(from: 45, to: max(seconds, 45), by: 45) {
            events.add(.heartbeat, at: start + beat, position: beat)
        }
        events.add(toEnd ? .playEnd : .pause, at: start + seconds, position: seconds)
        let store = UsageStore(database: database, now: max(start + seconds, start))
        let family = try children.family(of: child.id)
        for from in stride(from: 0, to: events.all.count, by: UsageEvent.maximumPerBatch) {
            let batch = Array(events.all[from...].prefix(UsageEvent.maximumPerBatch))
            let outcomes = try store.record(batch, of: family, from: Self.device)
            try #require(outcomes.allSatisfy { $0 == .accepted })
        }
        let key = Viewing.Key(child: child.id, session: session, book: book.id)
        return try #require(try store.find(key))
    }

    /// Does what waits to be done in the background.
    func runJobs() throws {
        let worker = try JobWorker(site: site, kinds: Features(Program.features).jobs)
        while worker.doNext(database) {}
        #expect(try count("SELECT count(*) FROM jobs WHERE state <> 'done'") == 0)
    }

    /// The totals as "child day book class: seconds plays completions", in order.
    func totals() throws -> [String] {
        try texts(
            """
            SELECT child_id || ' ' || day || ' ' || book_id || ' ' || length_class || ': '
                || (watched_ms / 1000.0) || ' ' || plays || ' ' || completions
            FROM daily_usage ORDER BY child_id, day, book_id, length_class
            """
        )
    }
}

/// What a player tells of one session, one sign after the other.
struct PlayerScript {
    let child: ID<Child>
    let book: ID<Book>
    let session: String
    private(set) var all: [UsageEvent] = []

    init(child: ID<Child>, book: ID<Book>, session: String) {
        self.child = child
        self.book = book
        self.session = session
    }

    /// At a time in seconds since 1970.
    mutating func add(_ act: UsageEvent.Act, at seconds: Int, position: Int? = nil) {
        all.append(
            UsageEvent(
                clientID: "\(session)-\(all.count + 1)",
                session: session,
                child: child,
                book: book,
                act: act,
                claimedMS: seconds * 1000,
                position: position
            )
        )
    }
}
