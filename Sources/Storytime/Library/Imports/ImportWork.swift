import Glibc
import SQLite

/// What is done to an import in the background, and by the command line: the dry run, and the import
/// itself.
struct ImportWork {
    /// Somebody else changed the catalog between the look at it and the turn to write.
    private struct Overtaken: Error {}

    /// Where the catalog never rests for the seconds that a plan takes, somebody must look again.
    private static let maximumAttempts = 3

    let database: Database
    let now: Int
    let path: String
    var createsMissing = true
    /// Told how far it is, in percent; ends it all by throwing.
    var beat: (Int) throws -> Void = { _ in }

    private var store: ImportStore { ImportStore(database: database, now: now) }

    /// Does what the import waits for, if it still does. Where there is no such import, even if it was only
    /// removed in the meantime, it throws `Failure.notFound`.
    func run(_ id: ID<Import>) throws {
        let subject = try store.find(id)
        do {
            switch subject.state {
            case .checking: try check(subject)
            case .importing: try carryOut(subject)
            case .mapping, .checked, .done, .failed: break
            }
        } catch {
            // What was found for an import that is gone has nothing to belong to, which the database says first.
            _ = try store.find(id)
            throw error
        }
    }

    /// The dry run.
    private func check(_ subject: Import) throws {
        let plan = ImportPlan(
            database: database,
            subject,
            path: path,
            createsMissing: createsMissing
        )
        try keep(try plan.make(beat: beat), of: subject, state: .checked)
    }

    /// Does what was planned, if it would still be planned: where the catalog has changed, the file is
    /// looked through again, and what is different now is for somebody to see first.
    private func carryOut(_ subject: Import) throws {
        var subject = subject
        for _ in 0..<Self.maximumAttempts {
            if try ImportPlan.stamp(of: database) != subject.stamp {
                let plan = ImportPlan(
                    database: database,
                    subject,
                    path: path,
                    createsMissing: createsMissing
                )
                let outcome = try plan.make(beat: beat)
                guard outcome.digest == subject.digest else {
                    return try keep(outcome, of: subject, state: .checked, isAnew: true)
                }
                try keep(outcome, of: subject, state: .importing)
                subject = try store.find(subject.id)
            }
            do {
                return try write(subject)
            } catch is Overtaken {
                continue
            }
        }
        try store.move(subject.id, from: [.importing], to: .checked)
    }

    /// All of it in one transaction, or nothing.
    private func write(_ subject: Import) throws {
        let carrying = ImportRun(
            database: database,
            now: now,
            subject: subject,
            path: path,
            actor: subject.actor
        )
        try database.write {
            guard try ImportPlan.stamp(of: database) == subject.stamp else { throw Overtaken() }
            let batch = try BatchStore(database: database, now: now).make(
                .fromFile,
                by: subject.actor,
                summary: { _ in summary(of: subject) }
            ) { try carrying.run($0, beat: beat) }
            try database.execute(
                """
                UPDATE imports SET state = 'done', is_anew = 0,
                    batch_id = \(batch?.id.value)
                WHERE id = \(subject.id.value)
                """
            )
        }
    }

    private func summary(of subject: Import) -> String {
        let created = Counted.text(subject.counts[.created], "book", "books")
        return "\(created) added and \(Counted.number(subject.counts[.changed])) changed from "
            + "“\(subject.fileName)”"
    }

    private func keep(
        _ outcome: ImportPlan.Outcome,
        of subject: Import,
        state: Import.State,
        isAnew: Bool = false
    ) throws {
        let counts = outcome.counts
        try database.execute(
            """
            UPDATE imports SET state = \(state.rawValue), digest = \(outcome.digest),
                stamp = \(outcome.stamp), is_anew = \(isAnew),
                created_count = \(counts[.created]), changed_count = \(counts[.changed]),
                same_count = \(counts[.same]), refused_count = \(counts[.refused]),
                encoding_note = \(outcome.encodingNote)
            WHERE id = \(subject.id.value) AND state = \(subject.state.rawValue)
            """
        )
    }
}
