import Quill

/// An open session, in a list for its owner or an admin.
struct SessionRow: Record {
    let session: OpenSession
    /// Whether it is the session of the person who looks at the list.
    let isCurrent: Bool
    let now: Int
    let times: TimeText

    /// The rows of someone's sessions.
    static func rows(of user: ID<User>, for visit: Visit) throws -> [SessionRow] {
        try SessionStore(visit.database).list(of: user, now: visit.now).map { session in
            SessionRow(
                session: session,
                isCurrent: session.id.value == visit.session?.id,
                now: visit.now,
                times: visit.times
            )
        }
    }

    static let fields: [Field<SessionRow>] = [
        .text("device") { row in
            row.session.isProgram
                ? Device.program(row.session.userAgent) : Device.name(row.session.userAgent)
        },
        .bool("is_program") { $0.session.isProgram },
        .text("address") { $0.session.address },
        .text("seen_text") { $0.times.relative($0.session.lastSeenAt, now: $0.now) },
        .text("seen_exact") { $0.times.exact($0.session.lastSeenAt) },
        .text("seen_iso") { TimeText.iso($0.session.lastSeenAt) },
        .text("started_text") { $0.times.day($0.session.startedAt) },
        .bool("is_current") { $0.isCurrent },
        .text("end_href") { "/account/sessions/\($0.session.id)/end" },
    ]
}
