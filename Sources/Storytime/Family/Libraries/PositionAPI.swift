import HTTP
import Server

/// Where a child left off, as players say it.
enum PositionAPI {
    private static let operation = Operations(.libraries, for: .parent, scope: .writeLibrary)

    static let routes = [
        operation(
            .patch,
            "/api/v1/children/{child_id}/library_items/{book_id}/position",
            "updatePosition",
            "Save a child’s place in a story",
            "Saves the place to continue from. The position with the newest `recorded_at` wins, "
                + "whichever arrives last: `applied` says whether this one did, and the other "
                + "members show the current state.",
            update
        )
    ]

    static func update(
        _ visit: Visit,
        _ sent: Sent<SentPosition>,
        _ child: ID<Child>,
        _ book: ID<Book>
    ) throws -> Plain<PositionAnswer> {
        // Who may not see the child is told so before anything that was sent is judged.
        let family = try visit.family().family.id
        _ = try visit.children.find(child, of: family)
        let position = try sent.read()
        guard try visit.library(of: child).holds(book) else { throw Failure.notFound }
        let saved = try visit.libraries.setPosition(
            position.seconds,
            of: book,
            by: child,
            of: family,
            recordedMS: position.recordedMS,
            sentMS: position.sentMS,
            from: visit.sender
        )
        return Plain(record: PositionAnswer(saved: saved))
    }
}

/// What a player sends.
struct SentPosition: JSONContent {
    /// Nil: it is to be begun anew.
    let seconds: Int?
    let recordedMS: Int?
    let sentMS: Int?

    init?(_ fields: inout JSONFields) {
        seconds = fields.integer("position_seconds", 0...Int.max, .nullable)
        recordedMS = fields.moment("recorded_at", .optional)
        sentMS = fields.moment("sent_at", .optional)
        // Players tell their session with everything; here nothing depends on it.
        _ = fields.token("session_id", 1...UsageEvent.maximumNameLength, .optional)
    }

    static let meanings = [
        "position_seconds":
            "The place to continue from. Null is the beginning; anything past the end is the end.",
        "recorded_at": "When the child was there; defaults to now.",
        "sent_at":
            "What the device’s clock shows when it sends this. It is used to correct a wrong "
            + "clock.",
        "session_id": "The session it belongs to; not used.",
    ]

    static let example = #"{"position_seconds": 60, "recorded_at": "2026-11-21T08:05:00Z"}"#
}

/// How it is after that.
struct PositionAnswer: NamedRecord {
    let saved: SavedPosition

    static let schemaName = "Position"
    static let example = PositionAnswer(
        saved: SavedPosition(isApplied: true, seconds: 60, playedAt: 1_795_248_300)
    )

    static let json: [JSONField<PositionAnswer>] = [
        .bool("applied", "Whether it was saved; false if there is a newer position.") {
            $0.saved.isApplied
        },
        .optionalInteger(
            "last_position_seconds",
            "The place to continue from; null at the beginning."
        ) { $0.saved.seconds },
        .optionalTime("last_played_at", "When it was last played.") { $0.saved.playedAt },
    ]
}
