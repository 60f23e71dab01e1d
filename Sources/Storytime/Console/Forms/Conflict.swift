import Quill

/// Two people edited one record: who saved first, when, and where the two versions differ.
///
/// Shown above the form of the second one, whose text is kept. A form that says what it was made of
/// (`FormMerge`) has everything in it that only one of them changed, and asks about the rest; with
/// others, saving again overwrites knowingly.
struct Conflict: Record {
    /// Who saved, and how we speak to the person who is told.
    struct Other: Sendable {
        let name: String
        let whenText: String
        /// Whether it was the same person, in another tab.
        let isSelf: Bool

        /// A sentence that what they changed was kept, starting with a space.
        func note(keeping labels: [String]) -> String {
            guard !labels.isEmpty else { return "" }
            let whose = isSelf ? "What you changed in another tab" : "What \(name) changed"
            return " \(whose) was kept: \(labels.joined(separator: ", "))."
        }
    }

    let other: Other
    let changes: [ConflictRow]
    /// The labels of the fields that only the other person changed; nil if nothing was merged.
    var merged: [String]?

    static let fields: [Field<Conflict>] = [
        .text("who") { $0.other.name },
        .text("when_text") { $0.other.whenText },
        .bool("is_self") { $0.other.isSelf },
        .text("saved_name") {
            $0.other.isSelf ? "Saved by you" : "Saved by \($0.other.name)"
        },
        .list("changes") { $0.changes },
        .bool("is_merged") { $0.merged != nil },
        .text("merged_text") { ($0.merged ?? []).joined(separator: ", ") },
    ]
}

/// A field in which two versions differ.
struct ConflictRow: Record, Equatable {
    let field: String
    let theirs: String
    let yours: String
    /// Its name in the form, if the person is to choose.
    var name: String?

    private var diff: TextDiff { TextDiff(theirs, yours) }
    private var id: String { "keep-" + (name ?? "").replacing("_", with: "-") }

    /// What is wrong with a form in which no version was chosen.
    var error: FormError {
        FormError(href: "#" + id, message: "\(field): choose which version to keep.")
    }

    static let fields: [Field<ConflictRow>] = [
        .text("field") { $0.field },
        .list("theirs") { $0.diff.before },
        .list("yours") { $0.diff.after },
        .optionalText("name") { $0.name },
        .text("choice_name") { FormMerge.choiceName(of: $0.name ?? "") },
        .text("id") { $0.id },
    ]
}

extension Visit {
    /// Who changed a record last, and where their version differs from the form.
    func conflict(on subject: Subject, _ changes: [ConflictRow]) throws -> Conflict {
        Conflict(other: try lastEditor(of: subject), changes: changes)
    }

    /// Who changed a record last.
    func lastEditor(of subject: Subject) throws -> Conflict.Other {
        let last = try AuditLog(database, now).lastChange(of: subject.kind, subject.id)
        return Conflict.Other(
            name: last?.who ?? "Someone",
            whenText: last.map { times.relative($0.at, now: now) } ?? "just now",
            isSelf: last?.id != nil && last?.id == actor.id
        )
    }
}
