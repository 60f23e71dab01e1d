import SQLite

/// Brings a file of series, seasons or episodes into the catalog, row by row, in one transaction.
///
/// A dry run is the same thing, taken back at its end: what it says is exactly what would happen.
struct SeriesImport {
    /// More rows are a matter for the command line, where nobody waits for the turn to write.
    static let maximumRows = 20_000
    static let maximumBytes = 16_000_000

    let database: Database
    let now: Int
    let actor: Actor

    /// What becomes of a file.
    struct Plan: Sendable, Equatable {
        let mapping: SeriesMapping
        fileprivate(set) var rows: [Row] = []
        /// What identifies the plan: a file whose rows would become something else now has another one.
        fileprivate(set) var digest: [UInt8] = []
        /// How its bytes became text, if there is something to know about it.
        fileprivate(set) var encodingNote: String?
        /// Whether a column without a heading, which is left out, has something in it.
        fileprivate(set) var leavesOutUnnamed = false

        func count(_ outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }
        var wantedCount: Int { count(.created) + count(.changed) }
    }

    enum Outcome: String, Sendable, CaseIterable {
        case created, changed, same, refused
    }

    /// What becomes of a row.
    struct Row: Sendable, Equatable {
        let line: Int
        /// “Owls of Alder Wood, S1 E4”.
        let name: String
        let outcome: Outcome
        /// What is changed, or why it is refused.
        let details: String
    }

    /// The catalog has changed, so that the file would now do something else than was shown.
    struct Overtaken: Error {
        let plan: Plan
    }

    /// The end of a dry run.
    private struct DryRun: Error {
        let plan: Plan
    }

    /// Throws what is wrong with a file as a whole.
    static func check(_ file: CSVFile, maximumRows: Int = maximumRows) throws {
        var file = file
        _ = try SeriesMapping(headings: file.header.cells)
        var count = 0
        while try file.next() != nil {
            count += 1
            guard count <= maximumRows else { throw tooManyRows(maximumRows) }
        }
        guard count > 0 else {
            throw SeriesImportError(
                "This file has a single line. The first line must have the names of the columns, and "
                    + "each line after it a series, a season or an episode."
            )
        }
    }

    private static func tooManyRows(_ maximum: Int) -> SeriesImportError {
        SeriesImportError(
            "The file has more than \(Counted.number(maximum)) rows. Split it into "
                + "several files, or import it with “storytime series import”."
        )
    }

    // MARK: Running

    /// What would become of the file.
    func plan(_ file: () throws -> CSVFile, maximumRows: Int = maximumRows) throws -> Plan {
        do {
            return try database.write { () throws -> Plan in
                throw DryRun(plan: try perform(try file(), maximumRows))
            }
        } catch let end as DryRun {
            return end.plan
        }
    }

    /// Does it, if it is what was shown.
    func run(
        _ file: () throws -> CSVFile,
        expecting digest: [UInt8]?,
        maximumRows: Int = maximumRows
    ) throws -> Plan {
        try database.write {
            let plan = try perform(try file(), maximumRows)
            guard digest == nil || plan.digest == digest else { throw Overtaken(plan: plan) }
            return plan
        }
    }

    private func perform(_ file: CSVFile, _ maximumRows: Int) throws -> Plan {
        var file = file
        let mapping = try SeriesMapping(headings: file.header.cells)
        let work = SeriesImportRows(
            database: database,
            now: now,
            actor: actor,
            mapping: mapping
        )
        var plan = Plan(mapping: mapping)
        var written: [ID<Series>: (added: Int, changed: Int)] = [:]
        var lines: [String: Int] = [:]
        while let row = try file.next() {
            guard plan.rows.count < maximumRows else {
                throw Self.tooManyRows(maximumRows)
            }
            if !plan.leavesOutUnnamed { plan.leavesOutUnnamed = mapping.saysMore(row) }
            let (result, series) = outcome(of: row, work, &lines)
            plan.rows.append(result)
            guard let series, mapping.kind != .series else { continue }
            if result.outcome == .created { written[series, default: (0, 0)].added += 1 }
            if result.outcome == .changed { written[series, default: (0, 0)].changed += 1 }
        }
        try settle(written, mapping.kind)
        plan.encodingNote = file.encodingNote()
        let text = plan.rows.map { "\($0.line)|\($0.outcome)|\($0.name)|\($0.details)\n" }.joined()
        plan.digest = Array(try Digest.sha256(Array(text.utf8)).prefix(16))
        return plan
    }

    /// A row that is refused leaves nothing behind. Of two rows about the same, that is the second one.
    private func outcome(
        of row: CSVRow,
        _ work: SeriesImportRows,
        _ lines: inout [String: Int]
    ) -> (Row, ID<Series>?) {
        var name = work.name(of: row)
        do {
            let done = try database.write {
                let done = try work.perform(row)
                guard let line = lines[done.name] else { return done }
                throw SeriesImportError("Line \(line) is about the same.")
            }
            name = done.name
            lines[name] = row.line
            return (
                Row(line: row.line, name: name, outcome: done.outcome, details: done.details),
                done.series
            )
        } catch {
            return (
                Row(line: row.line, name: name, outcome: .refused, details: Self.reason(error)),
                nil
            )
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as SeriesImportError: error.description
        case EpisodeStore.Refusal.book(let reason): reason
        case EpisodeStore.Refusal.bookIs(let other, let title):
            "“\(title)” is \(other.place) already."
        case EpisodeStore.Refusal.tooMany:
            "A series can have at most \(Counted.number(EpisodeStore.maximumEpisodes)) episodes."
        case EpisodeStore.Refusal.taken(let other): "\(other.place.description) already exists."
        case RecordRefusal<Series>.taken(let column):
            column == "external_id"
                ? "Another series has this external_id." : "Another series has this \(column)."
        default: "It could not be stored (\(error))."
        }
    }

    /// One entry in the history of each series, however many rows it has.
    private func settle(
        _ written: [ID<Series>: (added: Int, changed: Int)],
        _ kind: SeriesMapping.Kind
    ) throws {
        let store = EpisodeStore(database: database, now: now)
        let noun = kind == .seasons ? "seasons" : "episodes"
        for (series, counts) in written.sorted(by: { $0.key.value < $1.key.value }) {
            try store.settle(series)
            try store.log(
                actor,
                "imported \(noun) of",
                try store.subject(series),
                [
                    Change("\(noun)_added", nil, counts.added > 0 ? String(counts.added) : nil),
                    Change(
                        "\(noun)_changed",
                        nil,
                        counts.changed > 0 ? String(counts.changed) : nil
                    ),
                ].filter(\.isReal)
            )
        }
    }
}
