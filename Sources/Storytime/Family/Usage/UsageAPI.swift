import HTTP
import Server

/// What players send.
enum UsageAPI {
    static let routes = [
        api(
            .post,
            "/api/v1/usage_events",
            OperationText(
                .usage,
                "recordUsageEvents",
                "Report what was watched",
                "Accepts up to 50 player events, right away or later. Each can be "
                    + "sent as often as you like: `client_event_id` shows which ones are already known. "
                    + "Every event gets its own result, so one that is rejected doesn’t affect "
                    + "the others."
            ),
            for: .parent,
            .writeUsage,
            repeats: .asSent,
            record
        )
    ]

    /// Takes up to 50 events. Each has an answer of its own, so that one that can't be taken keeps no
    /// device from telling the others.
    static func record(_ visit: Visit, _ content: Sent<SentEvents>) throws -> Plain<UsageAnswer> {
        let request = try content.read()
        var sent = request.events
        let family = try visit.familyIfAny()?.family.id
        let readable = sent.indices.filter { sent[$0].event != nil }
        let outcomes =
            try family.map { family in
                try visit.usage.record(
                    sent.compactMap(\.event),
                    of: family,
                    from: visit.sender,
                    sentMS: request.sentMS
                )
            } ?? readable.map { _ in .refused(.child) }
        for (index, outcome) in zip(readable, outcomes) { sent[index].outcome = outcome }
        return Plain(record: UsageAnswer(results: sent))
    }
}

/// What a player sends.
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

/// An event as it was sent, and what became of it.
struct SentEvent {
    /// Nil when something is wrong with it.
    let event: UsageEvent?
    /// The device's name for it, if it can be read.
    let clientID: String?
    /// What is wrong with it.
    let details: [ErrorDetail]
    /// Where it stands in what was sent, like `events[3].`.
    private let path: String
    var outcome: UsageOutcome?

    /// One that was taken, as an example.
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
    /// The kind of an event as it is called.
    private enum Kind: String, CaseIterable {
        case playStart = "play_start"
        case pause, resume
        case playEnd = "play_end"
        case heartbeat, seek
    }

    /// What happened. A seek says in its metadata from where it led where to; the others have none.
    fileprivate mutating func act() -> UsageEvent.Act? {
        let kind = choice("event_type", Kind.self)
        guard var metadata = object("metadata", kind == .seek ? .required : .optional) else {
            return kind.flatMap { UsageEvent.Act(name: $0.rawValue) }
        }
        // Without a kind, what belongs to it can't be judged.
        if let kind, kind != .seek {
            reject("metadata", "not_allowed", "can only be sent with a seek.")
            return UsageEvent.Act(name: kind.rawValue)
        }
        let from = metadata.position("from_position_seconds", .required)
        let to = metadata.position("to_position_seconds", .required)
        guard let kind else { return nil }
        take(metadata)
        return UsageEvent.Act(name: kind.rawValue, from: from, to: to)
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
