/// An event from a player while a story was being watched.
struct UsageEvent: Sendable, Equatable {
    /// The kinds of events, by their names in the API and the database. The source documents have
    /// exactly these six.
    enum Kind: String, Sendable, CaseIterable {
        case playStart = "play_start"
        case pause, resume
        case playEnd = "play_end"
        case heartbeat, seek
    }

    /// What happened.
    enum Act: Sendable, Equatable {
        case playStart, pause, resume, playEnd, heartbeat
        case seek(from: Int, to: Int)
    }

    /// How often a player reports that it is still playing.
    static let heartbeatSeconds = 45
    /// How many may come at once: an afternoon of one child without a network is a few requests.
    static let maximumPerBatch = 50
    /// Events older than this many days are refused. Accepted ones are kept for longer, so that a
    /// repeat is always recognized.
    static let maximumAgeDays = 30
    /// The longest name that a device may give: a UUID has 36 characters.
    static let maximumNameLength = 64
    /// A day: no story is that long, and sums of it stay far from overflowing.
    static let maximumPositionSeconds = 86_400

    /// The device's own name for the event, by which a repeat is recognized.
    let clientID: String
    /// The device's own name for everything between opening a story and leaving it.
    let session: String
    let child: ID<Child>
    let book: ID<Book>
    let act: Act
    /// When it happened by the device's clock, in milliseconds since 1970.
    let claimedMS: Int
    /// The position in the story; after a seek, the new one.
    var position: Int?
}

extension UsageEvent.Act {
    var kind: UsageEvent.Kind {
        switch self {
        case .playStart: .playStart
        case .pause: .pause
        case .resume: .resume
        case .playEnd: .playEnd
        case .heartbeat: .heartbeat
        case .seek: .seek
        }
    }

    /// The act of a kind. A seek needs its two positions, and no other act has any: nil otherwise.
    init?(_ kind: UsageEvent.Kind, from: Int? = nil, to: Int? = nil) {
        switch (kind, from, to) {
        case (.playStart, nil, nil): self = .playStart
        case (.pause, nil, nil): self = .pause
        case (.resume, nil, nil): self = .resume
        case (.playEnd, nil, nil): self = .playEnd
        case (.heartbeat, nil, nil): self = .heartbeat
        case (.seek, let from?, let to?): self = .seek(from: from, to: to)
        default: return nil
        }
    }

    /// Whether the event shows that the player was playing until then. One that starts or resumes
    /// was stopped before, and if that event was lost, only the position can say when it stopped.
    var tellsOfTimeBefore: Bool {
        switch self {
        case .playStart, .resume: false
        case .heartbeat, .seek, .pause, .playEnd: true
        }
    }

    var isSeek: Bool { if case .seek = self { true } else { false } }
}

extension UsageEvent.Kind {
    /// An order for events in the same millisecond, or second, of a clock, that does not depend on
    /// which arrived first; `WatchedTime` knows a better one when it knows what the player did
    /// before.
    var rank: Int {
        switch self {
        case .playStart: 0
        case .resume: 1
        case .heartbeat: 2
        case .seek: 3
        case .pause: 4
        case .playEnd: 5
        }
    }
}

/// An event of a session with the time at which it counts: the minutes are computed from these.
struct TimedEvent: Sendable, Equatable {
    let clientID: String
    let act: UsageEvent.Act
    /// The time at which it counts.
    let occurredMS: Int
    var position: Int?
    /// The device that sent it; nil if that is no longer known.
    var device: Int?
}

/// The result of an event that was sent.
enum UsageOutcome: Sendable, Equatable {
    case accepted
    /// It was here before, or belongs to something that was deleted since: nothing needs to be
    /// done.
    case duplicate
    case refused(UsageRefusal)
}

/// Why an event is refused; the others in the request are still accepted.
struct UsageRefusal: Error, Sendable, Equatable {
    /// Its name in the request: `occurred_at`.
    let field: String
    /// For programs: `too_old`.
    let code: String
    /// For people.
    let message: String

    static let child = UsageRefusal(
        field: "child_id",
        code: "not_found",
        message: "This child doesn’t exist."
    )
    static let book = UsageRefusal(
        field: "book_id",
        code: "not_found",
        message: "The child can’t watch this book, or it doesn’t exist."
    )
    static let tooOld = UsageRefusal(
        field: "occurred_at",
        code: "too_old",
        message: "Events are accepted for \(UsageEvent.maximumAgeDays) days."
    )
    static let full = UsageRefusal(
        field: "session_id",
        code: "session_full",
        message: "A session can have at most \(UsageStore.maximumEventsPerSession) events."
    )
    static let dayFull = UsageRefusal(
        field: "occurred_at",
        code: "day_full",
        message: "A child’s day can have at most \(Counted.number(UsageStore.mostViewingsADay)) "
            + "viewings and \(Counted.number(UsageStore.mostEventsADay)) events."
    )
    static let crowded = UsageRefusal(
        field: "session_id",
        code: "session_crowded",
        message: "A session can overlap with at most "
            + "\(Counted.number(UsageStore.mostViewingsTogether)) viewings of the child, and with "
            + "\(Counted.number(UsageStore.mostTimesTogether)) times at which they played."
    )
    static let closed = UsageRefusal(
        field: "session_id",
        code: "session_closed",
        message: "The events of this session are no longer kept, so no more are accepted."
    )
}
