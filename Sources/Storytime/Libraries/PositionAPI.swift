import HTTP
import Server

/// Where a child left off, as players say it.
enum PositionAPI {
    static let routes = [
        api(
            .patch,
            "/api/v1/children/{id}/library_items/{id}/position",
            for: .parent,
            .writeLibrary,
            update
        )
    ]

    static func update(_ visit: Visit, _ child: ID<Child>, _ book: ID<Book>) throws -> Response {
        // Who may not see the child is told so before anything that was sent is judged.
        let family = try visit.family().family.id
        _ = try visit.children.find(child, of: family)
        let position = try visit.json(SentPosition.init)
        let saved = try visit.libraries.setPosition(
            position.seconds,
            of: book,
            by: child,
            of: family,
            recordedMS: position.recordedMS
        )
        return .json(PositionAnswer(saved: saved))
    }
}

/// What a player sends.
private struct SentPosition {
    /// Nil: it is to be begun anew.
    let seconds: Int?
    let recordedMS: Int?

    init?(_ fields: inout JSONFields) {
        seconds = fields.integer("position_seconds", 0...Int.max, .nullable)
        recordedMS = fields.moment("recorded_at", .optional)
        // Players tell their session with everything; here nothing depends on it.
        _ = fields.token("session_id", 1...UsageEvent.maximumNameLength, .optional)
    }
}

private struct PositionAnswer: JSONRecord {
    let saved: SavedPosition

    static let json: [JSONField<PositionAnswer>] = [
        .bool("applied", "Whether it was taken: false when a newer position is here.") {
            $0.saved.isApplied
        },
        .optionalInteger(
            "last_position_seconds",
            "Where the story goes on; null at its beginning."
        ) { $0.saved.seconds },
        .time("last_played_at", "When it was last played.") { $0.saved.playedAt },
    ]
}
