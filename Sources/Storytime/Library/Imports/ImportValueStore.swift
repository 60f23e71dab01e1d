import Received
import SQLite

/// Asks the database about the values of files that the catalog doesn't know, and notes what is done
/// with them.
struct ImportValueStore {
    /// A value of a file, and what was said of it.
    struct Listed: Sendable, Equatable {
        let id: ID<ImportValueStore>
        let column: ImportColumn
        let text: String
        let rowCount: Int
        let choice: ImportChoice?
        /// When the choice was made for an earlier file.
        let matchedAt: Int?
    }

    /// How many values a column has, and of how many nobody has said anything.
    struct Count: Sendable, Equatable {
        let column: ImportColumn
        let all: Int
        let open: Int
    }

    let database: Database
    let subject: ID<Import>

    // MARK: Reading

    /// The columns with values that the catalog doesn't know.
    func counts() throws -> [Count] {
        let found = try database.all(
            """
            SELECT field, count(*), count(*) - count(choice) FROM import_values
            WHERE import_id = \(subject.value) GROUP BY field
            """
        ) { (ImportColumn(rawValue: try $0.text(0)), try $0.int(1), try $0.int(2)) }
        return ImportColumn.matched.compactMap { column in
            found.first { $0.0 == column }.map { Count(column: column, all: $0.1, open: $0.2) }
        }
    }

    /// The values of a column, the most frequent first.
    func list(_ column: ImportColumn, limit: Int, offset: Int = 0) throws -> [Listed] {
        try database.all(
            """
            SELECT id, value, row_count, choice, target, matched_at FROM import_values
            WHERE import_id = \(subject.value) AND field = \(column.rawValue)
            ORDER BY row_count DESC, value_key LIMIT \(limit) OFFSET \(offset)
            """
        ) { try Self.listed($0, column) }
    }

    func find(_ id: ID<ImportValueStore>) throws -> Listed? {
        try database.first(
            """
            SELECT id, value, row_count, choice, target, matched_at, field FROM import_values
            WHERE import_id = \(subject.value) AND id = \(id.value)
            """
        ) { row in
            try ImportColumn(rawValue: try row.text(6)).map { try Self.listed(row, $0) }
        }.flatMap(\.self)
    }

    private static func listed(_ row: Row, _ column: ImportColumn) throws -> Listed {
        Listed(
            id: ID(try row.int(0)),
            column: column,
            text: try row.text(1),
            rowCount: try row.int(2),
            choice: ImportChoice(name: try row.textOrNil(3), target: try row.textOrNil(4)),
            matchedAt: try row.intOrNil(5)
        )
    }

    /// A column of which cells that can’t be read are left empty, and in how many rows.
    struct LeftEmpty: Sendable, Equatable {
        let column: ImportColumn
        let rowCount: Int
    }

    /// The columns of which bad cells are left empty, in the order of the file that the console writes.
    func leftEmpty() throws -> [LeftEmpty] {
        let found = try database.all(
            """
            SELECT field, row_count FROM import_values WHERE import_id = \(subject.value)
                AND value_key = \(ImportValueMap.unreadable) AND choice = 'leave'
            """
        ) { (ImportColumn(rawValue: try $0.text(0)), try $0.int(1)) }
        return ImportColumn.allCases.compactMap { column in
            found.first { $0.0 == column }.map { LeftEmpty(column: column, rowCount: $0.1) }
        }
    }

    // MARK: Changing

    /// Leaves cells of these columns empty if they can’t be read; in how many rows is for the plan to say.
    func leaveEmpty(_ columns: some Sequence<ImportColumn>) throws {
        for column in columns where column.canBeLeftEmpty {
            try database.execute(
                """
                INSERT INTO import_values (import_id, field, value_key, value, row_count, choice)
                VALUES (\(subject.value), \(column.rawValue), \(ImportValueMap.unreadable), '', 1, 'leave')
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// Rejects the rows of such cells again.
    func refuseUnreadable(_ column: ImportColumn) throws {
        try database.execute(
            """
            DELETE FROM import_values WHERE import_id = \(subject.value)
                AND field = \(column.rawValue) AND value_key = \(ImportValueMap.unreadable)
            """
        )
    }

    /// Notes in how many rows cells were left empty. Where none was, there is nothing to tell.
    func count(leftEmpty counts: [ImportColumn: Int]) throws {
        for known in try leftEmpty() {
            guard let count = counts[known.column] else {
                try refuseUnreadable(known.column)
                continue
            }
            try database.execute(
                """
                UPDATE import_values SET row_count = \(count) WHERE import_id = \(subject.value)
                    AND field = \(known.column.rawValue) AND value_key = \(ImportValueMap.unreadable)
                """
            )
        }
    }

    func choose(_ choice: ImportChoice, for id: ID<ImportValueStore>) throws {
        try database.execute(
            """
            UPDATE import_values
            SET choice = \(choice.name), target = \(choice.target), matched_at = NULL
            WHERE import_id = \(subject.value) AND id = \(id.value)
            """
        )
    }

    /// Notes the values that were found. What was said of a value stays said; of the others, it is
    /// what was said of them for earlier files.
    func replace(_ found: ImportValueTally, _ known: ImportMeanings) throws {
        for column in ImportColumn.matched {
            let values = found.found[column] ?? [:]
            try database.write {
                try database.execute(
                    """
                    DELETE FROM import_values WHERE import_id = \(subject.value)
                        AND field = \(column.rawValue) AND value_key NOT IN \(list: values.keys.sorted())
                    """
                )
                for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                    let match = known.matches[column]?[key]
                    try database.execute(
                        """
                        INSERT INTO import_values
                            (import_id, field, value_key, value, row_count, choice, target, matched_at)
                        VALUES (\(subject.value), \(column.rawValue), \(key), \(value.text),
                            \(value.rowCount), \(match?.choice.name), \(match?.choice.target),
                            \(match?.at))
                        ON CONFLICT DO UPDATE SET
                            value = excluded.value, row_count = excluded.row_count,
                            target = iif(choice IS NULL, excluded.target, target),
                            matched_at = iif(choice IS NULL, excluded.matched_at, matched_at),
                            choice = coalesce(choice, excluded.choice)
                        """
                    )
                }
            }
        }
    }

    // MARK: Meanings

    /// What the file's values stand for: as was said of this file, or else of these earlier ones. A
    /// value that the catalog knows stands for itself.
    func meanings(_ matches: [ImportMatchStore.Value] = []) throws -> ImportMeanings {
        var known = ImportMeanings()
        for match in matches
        where try set(match.choice, match.key, match.column, &known.map) {
            known.matches[match.column, default: [:]][match.key] = (match.choice, match.at)
        }
        let own = try database.all(
            """
            SELECT field, value_key, choice, target FROM import_values
            WHERE import_id = \(subject.value) AND choice IS NOT NULL
            """
        ) {
            (
                column: ImportColumn(rawValue: try $0.text(0)), key: try $0.text(1),
                choice: ImportChoice(name: try $0.text(2), target: try $0.textOrNil(3))
            )
        }
        for value in own {
            guard let column = value.column, let choice = value.choice else { continue }
            try set(choice, value.key, column, &known.map)
        }
        return known
    }

    /// False where that can't be done any more.
    @discardableResult
    private func set(
        _ choice: ImportChoice,
        _ key: String,
        _ column: ImportColumn,
        _ map: inout ImportValueMap
    ) throws -> Bool {
        let names = ImportRecordNames(database: database)
        if let records = column.records, try names.find(key, among: records) != nil {
            return false
        }
        switch choice {
        case .leave: map.set(.leftOut, ofKey: key, in: column)
        case .refuse: map.set(.refused, ofKey: key, in: column)
        case .create: map.clear(key, in: column)
        case .use(let target):
            // A record that was deleted since is none that could be used.
            guard let text = try names.text(of: target, in: column) else { return false }
            map.set(.instead(text), ofKey: key, in: column)
        }
        return true
    }
}

/// What the values of a file stand for, and which of them were said for earlier files.
struct ImportMeanings {
    var map = ImportValueMap()
    var matches: [ImportColumn: [String: (choice: ImportChoice, at: Int)]] = [:]
}

/// The names of the records that values of files stand for.
struct ImportRecordNames {
    let database: Database

    /// The key and the name of the record with this folded name.
    func find(_ key: String, among records: ImportColumn.Records) throws -> (
        id: Int, name: String
    )? {
        try database.first(
            "SELECT id, name FROM \(sql: table(records)) WHERE name_key = \(key)"
        ) { (id: try $0.int(0), name: try $0.text(1)) }
    }

    /// What a cell would say for this target; nil if there is no such record.
    func text(of target: String, in column: ImportColumn) throws -> String? {
        guard let records = column.records else { return target }
        guard let id = ReceivedNumber.integer(target) else { return nil }
        return try database.first("SELECT name FROM \(sql: table(records)) WHERE id = \(id)") {
            try $0.text(0)
        }
    }

    /// How people know a target: the name of the record, or the label of the value.
    func label(of target: String, in column: ImportColumn) throws -> String? {
        column.records == nil
            ? column.fixedValues.first { $0.value == target }?.label
                ?? LanguageTag.name(of: target) ?? target
            : try text(of: target, in: column)
    }

    /// How many there are, up to a limit.
    func count(_ records: ImportColumn.Records, upTo limit: Int) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM \(sql: table(records)) LIMIT \(limit))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The first of them, by name.
    func list(_ records: ImportColumn.Records, limit: Int) throws -> [(
        value: String, label: String
    )] {
        try database.all(
            """
            SELECT id, name FROM \(sql: table(records)) ORDER BY name_key LIMIT \(limit)
            """
        ) { (value: String(try $0.int(0)), label: try $0.text(1)) }
    }

    /// Those whose names begin with the same letters.
    func list(
        _ records: ImportColumn.Records,
        beginning start: String,
        limit: Int
    ) throws -> [(value: String, label: String)] {
        try database.all(
            """
            SELECT id, name FROM \(sql: table(records))
            WHERE name_key >= \(start) AND name_key < \(start + "\u{10FFFF}")
            ORDER BY name_key LIMIT \(limit)
            """
        ) { (value: String(try $0.int(0)), label: try $0.text(1)) }
    }

    private func table(_ records: ImportColumn.Records) -> SQL {
        switch records {
        case .categories: "categories"
        case .publishers: "publishers"
        case .series: "series"
        }
    }
}
