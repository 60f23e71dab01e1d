import Quill

/// Two people edited one record: who saved first, when, and where the two versions differ.
///
/// Shown above the form of the second one, whose text is kept; saving again overwrites knowingly.
struct Conflict: Record {
    let who: String
    let whenText: String
    let changes: [ConflictRow]

    static let fields: [Field<Conflict>] = [
        .text("who") { $0.who },
        .text("when_text") { $0.whenText },
        .list("changes") { $0.changes },
    ]
}

/// A field in which two versions differ.
struct ConflictRow: Record, Equatable {
    let field: String
    let theirs: String
    let yours: String

    private var diff: TextDiff { TextDiff(theirs, yours) }

    static let fields: [Field<ConflictRow>] = [
        .text("field") { $0.field },
        .list("theirs") { $0.diff.before },
        .list("yours") { $0.diff.after },
    ]
}

extension Visit {
    /// Who changed a record last, and where their version differs from the form.
    func conflict(on subject: Subject, _ changes: [ConflictRow]) throws -> Conflict {
        let last = try AuditLog(database, now).lastChange(of: subject.kind, subject.id)
        return Conflict(
            who: last?.who ?? "Someone",
            whenText: last.map { times.relative($0.at, now: now) } ?? "just now",
            changes: changes
        )
    }
}
