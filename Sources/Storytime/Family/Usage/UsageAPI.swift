import HTTP
import Server

/// The API for players' events.
enum UsageAPI {
    private static let operation = Operations(.usage, for: .parent, scope: .writeUsage)

    static let routes = [
        operation(
            .post,
            "/api/v1/usage_events",
            "recordUsageEvents",
            "Report what was watched",
            "Accepts up to 50 player events, right away or later. Each can be "
                + "sent as often as you like: `client_event_id` shows which ones are already known. "
                + "Every event gets its own result, so one that is rejected doesn’t affect "
                + "the others.",
            repeats: .asSent,
            record
        )
    ]

    /// Takes up to 50 events. Each has its own answer, so that one that is refused doesn't keep a
    /// device from reporting the others.
    static func record(_ visit: Visit, _ content: Sent<SentEvents>) throws -> Plain<UsageAnswer> {
        try record(
            visit,
            content,
            of: try visit.familyIfAny()?.family.id,
            from: visit.sender
        ) { _ in true }
    }

    /// Takes events of a family's children, if whoever sends them may report them.
    static func record(
        _ visit: Visit,
        _ content: Sent<SentEvents>,
        of family: ID<Family>?,
        from sender: Sender,
        _ mayReport: (UsageEvent) throws -> Bool
    ) throws -> Plain<UsageAnswer> {
        let request = try content.read()
        var sent = request.events
        for index in sent.indices where sent[index].event != nil {
            sent[index].outcome = .refused(.child)
        }
        let taken = try sent.indices.filter { index in
            guard let event = sent[index].event, family != nil else { return false }
            return try mayReport(event)
        }
        if let family, !taken.isEmpty {
            let outcomes = try visit.usage.record(
                taken.compactMap { sent[$0].event },
                of: family,
                from: sender,
                sentMS: request.sentMS
            )
            for (index, outcome) in zip(taken, outcomes) { sent[index].outcome = outcome }
        }
        return Plain(record: UsageAnswer(results: sent))
    }
}

/// The content of a player's request.
struct SentEvents: JSONContent {
    let events: [SentEvent]
    /// What the device's clock shows as it sends, if it says so.
    let sentMS: Int?

    init?(_ fields: inout JSONFields) {
        sentMS = fields.moment("sent_at", .optional)
        events = fields.objects("events", count: 1...UsageEvent.maximumPerBatch)
            .map(SentEvent.init)
    }

    static let meanings = [
        "sent_at":
            "What the device’s clock shows when it sends this. It is used to correct a clock that is "
            + "ahead or behind.",
        "events": "The events, in any order.",
        "events.client_event_id":
            "The device’s own name for the event, unique in its session.",
        "events.session_id":
            "The device’s own name for the time from opening a story to leaving it. Watching "
            + "the story again in one session is still one play.",
        "events.child_id": "The id of the child who watched.",
        "events.book_id": "The id of the book.",
        "events.event_type":
            "What happened. Send a `heartbeat` every 45 seconds while playing, none while paused.",
        "events.occurred_at": "When it happened, by the device’s clock.",
        "events.position_seconds": "The place in the story; the library continues from there.",
        "events.metadata": "For a `seek`, both positions; nothing for other events.",
        "events.metadata.from_position_seconds": "Where the seek started.",
        "events.metadata.to_position_seconds": "Where the seek ended.",
    ]

    static let example = """
        {"events": [{"client_event_id": "0f1c2a9e", "session_id": "91ab77d0", "child_id": 1, \
        "book_id": 1, "event_type": "seek", "occurred_at": "2026-11-21T08:05:00.250Z", \
        "position_seconds": 120, \
        "metadata": {"from_position_seconds": 45, "to_position_seconds": 120}}]}
        """
}

/// An event as it was sent, and its result.
struct SentEvent {
    /// Nil if something is wrong with it.
    let event: UsageEvent?
    /// The device's name for it, if it can be read.
    let clientID: String?
    /// What is wrong with it.
    let details: [ErrorDetail]
    /// Its place in the request, like `events[3].`.
    private let path: String
    var outcome: UsageOutcome?

    /// An accepted event, as an example.
    fileprivate init(clientID: String) {
        event = nil
        self.clientID = clientID
        details = []
        path = ""
        outcome = .accepted
    }

    init(_ fields: JSONFields) {
        var fields = fields
        path = fields.prefix
        let names = 1...UsageEvent.maximumNameLength
        clientID = fields.token("client_event_id", names)
        let session = fields.token("session_id", names)
        let child: ID<Child>? = fields.id("child_id")
        let book: ID<Book>? = fields.id("book_id")
        let act = fields.act()
        let claimed = fields.moment("occurred_at")
        let position = fields.position("position_seconds", .optional)
        details = fields.closed()
        guard details.isEmpty, let clientID, let session, let child, let book, let act, let claimed
        else {
            event = nil
            return
        }
        event = UsageEvent(
            clientID: clientID,
            session: session,
            child: child,
            book: book,
            act: act,
            claimedMS: claimed,
            position: position
        )
    }
}

extension JSONFields {
    /// The act itself. A seek has both of its positions in its metadata; the others have none.
    fileprivate mutating func act() -> UsageEvent.Act? {
        let kind = choice("event_type", UsageEvent.Kind.self)
        guard var metadata = object("metadata", kind == .seek ? .required : .optional) else {
            return kind.flatMap { UsageEvent.Act($0) }
        }
        // Without a kind, its metadata can't be judged.
        if let kind, kind != .seek {
            reject("metadata", "not_allowed", "can only be sent with a seek.")
            return UsageEvent.Act(kind)
        }
        let from = metadata.position("from_position_seconds", .required)
        let to = metadata.position("to_position_seconds", .required)
        guard let kind else { return nil }
        take(metadata)
        return UsageEvent.Act(kind, from: from, to: to)
    }

    fileprivate mutating func position(_ name: String, _ presence: Presence) -> Int? {
        integer(name, 0...UsageEvent.maximumPositionSeconds, presence)
    }
}

/// The answers, in the order of the events.
struct UsageAnswer: NamedRecord {
    let results: [SentEvent]

    static let schemaName = "UsageResults"
    static let example = UsageAnswer(results: [SentEvent(clientID: "0f1c2a9e")])

    static let json: [JSONField<UsageAnswer>] = [
        .list("results", "The result of each event, in the order sent.") { $0.results }
    ]
}

extension SentEvent: JSONRecord {
    private var status: String {
        switch outcome {
        case .accepted: "accepted"
        case .duplicate: "duplicate"
        case .refused, nil: "refused"
        }
    }

    private var refusal: EventRefusal? {
        switch outcome {
        case .accepted, .duplicate: nil
        case .refused(let refusal):
            EventRefusal(
                code: refusal.code,
                message: refusal.message,
                details: [
                    ErrorDetail(
                        field: path + refusal.field,
                        code: refusal.code,
                        message: refusal.message
                    )
                ]
            )
        case nil:
            EventRefusal(
                code: "invalid",
                message: "Some of this event is not valid; see the details.",
                details: details
            )
        }
    }

    static let json: [JSONField<SentEvent>] = [
        .optionalText("client_event_id", "The device’s own name for the event.") { $0.clientID },
        .text(
            "status",
            "`accepted`, `duplicate` (already known, or deleted) or `refused`."
        ) { $0.status },
        .optionalRecord("error", "Why it was refused; otherwise null.") { $0.refusal },
    ]
}

/// Why an event was refused, in the shape of the API's errors.
private struct EventRefusal: JSONRecord {
    let code: String
    let message: String
    let details: [ErrorDetail]

    static let json: [JSONField<EventRefusal>] = [
        .errorCode("code", "A stable code for the problem; new ones may be added.") { $0.code },
        .text("message", "The same in words.") { $0.message },
        .list("details", "The problems, member by member.") { $0.details },
    ]
}
