import Received
import SQLite

/// The dry run: reads a file from its beginning to its end and writes down what would become of each
/// row, some rows at a time, so that nobody waits long for their turn to write. The catalog is only
/// read.
struct ImportPlan {
    /// The result of planning.
    struct Outcome: Sendable, Equatable {
        var counts = ImportCounts()
        /// The SHA-256 of everything that was planned.
        var digest = [UInt8](repeating: 0, count: 32)
        /// The last audit entry before it: every change of the catalog writes one.
        let stamp: Int
        var newNames: [ImportNames.New] = []
        var encodingNote: String?
    }

    /// Rows per transaction, which takes some milliseconds.
    static let rowsPerTransaction = 500

    private let database: Database
    private let subject: Import
    private let path: String
    private let createsMissing: Bool

    init(database: Database, _ subject: Import, path: String, createsMissing: Bool = true) {
        self.database = database
        self.subject = subject
        self.path = path
        self.createsMissing = createsMissing
    }

    /// The state of the catalog, as a number that rises with every change.
    static func stamp(of database: Database) throws -> Int {
        try database.first("SELECT coalesce(max(id), 0) FROM audit_entries") {
            try $0.int(0)
        } ?? 0
    }

    /// Plans every row. `beat` is told how much of the file is read, in percent, and may end it all
    /// by throwing.
    func make(beat: (Int) throws -> Void) throws -> Outcome {
        var outcome = Outcome(stamp: try Self.stamp(of: database))
        try forgetRows()
        var file = try CSVFile(
            path: path,
            encoding: subject.encoding,
            delimiter: subject.delimiter
        )
        let values = ImportValueStore(database: database, subject: subject.id)
        let matched = subject.mapping.columns.compactMap(\.self).filter(\.isMatched)
        let matches = ImportMatchStore(database: database, now: 0)
        let meanings = try values.meanings(try matches.values(of: matched))
        let reader = BookCellReader(
            headings: subject.headings,
            mapping: subject.mapping,
            meanings: meanings.map
        )
        var reasons = ImportReasons()
        var planner = ImportPlanner(
            database: database,
            reader: reader,
            createsMissing: createsMissing
        )
        var rows: [PlannedRow] = []
        while let row = try file.next() {
            guard outcome.counts.total + rows.count < Import.maximumRows else {
                throw TooManyRows()
            }
            rows.append(try planner.plan(row))
            guard rows.count >= Self.rowsPerTransaction else { continue }
            try write(rows, &outcome, &reasons)
            try beat(Int(clamping: file.progress * 100))
            rows.removeAll(keepingCapacity: true)
        }
        try write(rows, &outcome, &reasons)
        try writeReasons(reasons)
        try values.replace(planner.values, meanings)
        try values.count(leftEmpty: planner.leftEmpty)
        outcome.encodingNote = file.encodingNote(
            wasGuessed: subject.isEncodingGuessed,
            canChoose: true
        )
        outcome.newNames = planner.names.newNames.filter { $0.rowCount > 0 }
        try writeNames(outcome.newNames)
        return outcome
    }

    /// Removes an earlier plan, in pieces.
    private func forgetRows() throws {
        var removed = 1
        while removed > 0 {
            removed = try database.execute(
                """
                DELETE FROM import_rows WHERE (import_id, outcome, number) IN (
                    SELECT import_id, outcome, number FROM import_rows
                    WHERE import_id = \(subject.id.value) LIMIT \(Self.rowsPerTransaction))
                """
            )
        }
        removed = 1
        while removed > 0 {
            removed = try database.execute(
                """
                DELETE FROM import_reason_rows WHERE (import_id, reason, place) IN (
                    SELECT import_id, reason, place FROM import_reason_rows
                    WHERE import_id = \(subject.id.value) LIMIT \(Self.rowsPerTransaction))
                """
            )
        }
        try database.execute(
            "DELETE FROM import_reasons WHERE import_id = \(subject.id.value)"
        )
    }

    private func write(
        _ rows: [PlannedRow],
        _ outcome: inout Outcome,
        _ reasons: inout ImportReasons
    ) throws {
        var (counts, digest) = (outcome.counts, outcome.digest)
        var counted = reasons
        try database.write {
            for row in rows {
                counts[row.outcome] += 1
                let details = try row.details()
                digest = try Self.digest(digest, row, details)
                try database.execute(
                    """
                    INSERT INTO import_rows
                        (import_id, outcome, number, line, book_id, title, author, details, cells)
                    VALUES (\(subject.id.value), \(row.outcome.rawValue), \(counts[row.outcome]),
                        \(row.line), \(row.book?.value), \(row.title), \(row.author), \(details),
                        \(row.cells.isEmpty ? nil : try JSONList.text(row.cells)))
                    """
                )
                for (reason, place) in counted.count(row.problems, line: row.line) {
                    try database.execute(
                        """
                        INSERT INTO import_reason_rows (import_id, reason, place, number)
                        VALUES (\(subject.id.value), \(reason), \(place), \(counts[.refused]))
                        """
                    )
                }
            }
        }
        (outcome.counts, outcome.digest, reasons) = (counts, digest, counted)
    }

    private func writeReasons(_ reasons: ImportReasons) throws {
        try database.write {
            for reason in reasons.all {
                try database.execute(
                    """
                    INSERT INTO import_reasons
                        (import_id, number, heading, reason, row_count, first_lines)
                    VALUES (\(subject.id.value), \(reason.number), \(reason.heading), \(reason.text),
                        \(reason.rowCount), \(try JSONList.text(reason.firstLines)))
                    """
                )
            }
        }
    }

    private static func digest(_ before: [UInt8], _ row: PlannedRow, _ details: String) throws
        -> [UInt8]
    {
        let text = "\(row.outcome.rawValue) \(row.line) \(row.book?.value ?? 0) \(details)"
        return try Digest.sha256(before + Array(text.utf8))
    }

    /// The choices that were made for names are kept.
    private func writeNames(_ names: [ImportNames.New]) throws {
        try database.write {
            try database.execute(
                """
                DELETE FROM import_names WHERE import_id = \(subject.id.value)
                    AND (kind || name_key) NOT IN \(list: names.map { $0.kind.rawValue + $0.key })
                """
            )
            for name in names {
                try database.execute(
                    """
                    INSERT INTO import_names (import_id, kind, name_key, name, row_count)
                    VALUES (\(subject.id.value), \(name.kind.rawValue), \(name.key), \(name.name),
                        \(name.rowCount))
                    ON CONFLICT DO UPDATE SET name = excluded.name, row_count = excluded.row_count
                    """
                )
            }
        }
    }
}

/// A file with more rows than an import may have.
struct TooManyRows: Error, CustomStringConvertible {
    var description: String {
        "The file has more than \(Counted.number(Import.maximumRows)) rows. "
            + "Split it into several files and import them one by one."
    }
}
