/// Something that a player told of a story that was being watched.
struct UsageEvent: Sendable, Equatable {
    /// What happened. The seeds know exactly these six.
    enum Act: Sendable, Equatable {
        case playStart, pause, resume, playEnd, heartbeat
        case seek(from: Int, to: Int)
    }

    /// How often a player says that it is still playing.
    static let heartbeatSeconds = 45
    /// How many may come at once: an afternoon of one child without a network is a few requests.
    static let maximumPerBatch = 50
    /// What a device tells after so many days is not taken any more. Events are kept for longer, so
    /// that a repeat is always known as one.
    static let maximumAgeDays = 30
    /// A name that a device gave: a UUID has 36 characters.
    static let maximumNameLength = 64
    /// A day: no story lasts as long, and sums of it stay far from overflowing.
    static let maximumPositionSeconds = 86_400

    /// The device's own name for the event, by which a repeat is known.
    let clientID: String
    /// The device's own name for what lies between opening a story and leaving it.
    let session: String
    let child: ID<Child>
    let book: ID<Book>
    let act: Act
    /// When it happened by the device's clock, in milliseconds since 1970.
    let claimedMS: Int
    /// Where in the story; after a seek, where it led.
    var position: Int?
}

extension UsageEvent.Act {
    /// As the API and the database call it.
    var name: String {
        switch self {
        case .playStart: "play_start"
        case .pause: "pause"
        case .resume: "resume"
        case .playEnd: "play_end"
        case .heartbeat: "heartbeat"
        case .seek: "seek"
        }
    }

    /// The one of that name; a seek is made of its two positions. Nil when there is none.
    init?(name: String, from: Int? = nil, to: Int? = nil) {
        switch (name, from, to) {
        case ("play_start", nil, nil): self = .playStart
        case ("pause", nil, nil): self = .pause
        case ("resume", nil, nil): self = .resume
        case ("play_end", nil, nil): self = .playEnd
        case ("heartbeat", nil, nil): self = .heartbeat
        case ("seek", let from?, let to?): self = .seek(from: from, to: to)
        default: return nil
        }
    }

    /// Whether the player says with it that it played until then. One that starts or goes on was
    /// stopped before, and what stopped it was lost: only its position can say when that was.
    var tellsOfTimeBefore: Bool {
        switch self {
        case .playStart, .resume: false
        case .heartbeat, .seek, .pause, .playEnd: true
        }
    }

    var isSeek: Bool { if case .seek = self { true } else { false } }

    /// An order of what happened in the same millisecond, or second, of a clock, that does not depend on
    /// what arrived first; `WatchedTime` knows a better one when it knows what the player did before.
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

/// What became of an event that was sent.
enum UsageOutcome: Sendable, Equatable {
    case accepted
    /// It was here before, or belongs to what was deleted since: nothing is to be done.
    case duplicate
    case refused(UsageRefusal)
}

/// Why an event is not taken; the others that came with it are.
struct UsageRefusal: Error, Sendable, Equatable {
    /// As the request calls it: `occurred_at`.
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
    static let closed = UsageRefusal(
        field: "session_id",
        code: "session_closed",
        message: "The events of this session are no longer kept, so no more are accepted."
    )
}
