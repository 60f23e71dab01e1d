import Received
import SQLite

/// Asks the database about imports, and changes them; of the catalog it changes nothing.
struct ImportStore {
    let database: Database
    let now: Int

    private static let columns: SQL = """
        id, at, actor_id, actor_name, file_name, bytes, state, encoding, delimiter, headings,
        columns, message, digest, stamp, is_anew, batch_id,
        (SELECT b.undone_at FROM batches AS b WHERE b.id = batch_id) IS NOT NULL,
        created_count, changed_count, same_count, refused_count,
        has_mark, line_end, quoting, has_hint, encoding_guessed, encoding_note
        """

    // MARK: Reading

    /// Those that are kept, the newest first.
    func list(limit: Int, offset: Int = 0) throws -> [Import] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM imports
            ORDER BY at DESC, id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.import
        )
    }

    /// How many are kept: a few a week, so they are counted.
    func count() throws -> Int {
        try database.first("SELECT count(*) FROM imports") { try $0.int(0) } ?? 0
    }

    func find(_ id: ID<Import>) throws -> Import {
        let sql: SQL = "SELECT \(sql: Self.columns) FROM imports WHERE id = \(id.value)"
        guard let found = try database.first(sql, Self.import) else { throw Failure.notFound }
        return found
    }

    /// A page of the rows of one outcome, in the order of the file.
    func rows(
        of id: ID<Import>,
        _ outcome: PlannedRow.Outcome,
        after number: Int,
        limit: Int
    ) throws -> [ImportRow] {
        try database.all(
            """
            SELECT line, book_id, title, author, details FROM import_rows
            WHERE import_id = \(id.value) AND outcome = \(outcome.rawValue)
                AND number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row in
            let details = try row.text(4)
            let isRefused = outcome == .refused
            return ImportRow(
                line: try row.int(0),
                book: try row.intOrNil(1).map { ID($0) },
                title: try row.text(2),
                author: try row.text(3),
                changes: isRefused ? [] : try Change.list(details),
                problems: isRefused ? try JSONList.read(details, of: CellProblem.self) : []
            )
        }
    }

    /// A page of the refused rows that have a reason, in the order of the file.
    func rows(
        of id: ID<Import>,
        reason: Int,
        after place: Int,
        limit: Int
    ) throws -> [ImportRow] {
        try database.all(
            """
            SELECT r.line, r.book_id, r.title, r.author, r.details
            FROM import_reason_rows AS p JOIN import_rows AS r
                ON r.import_id = p.import_id AND r.outcome = 'refused' AND r.number = p.number
            WHERE p.import_id = \(id.value) AND p.reason = \(reason) AND p.place > \(place)
            ORDER BY p.place LIMIT \(limit)
            """
        ) { row in
            ImportRow(
                line: try row.int(0),
                book: try row.intOrNil(1).map { ID($0) },
                title: try row.text(2),
                author: try row.text(3),
                changes: [],
                problems: try JSONList.read(try row.text(4), of: CellProblem.self)
            )
        }
    }

    /// Why rows are refused, the most frequent reasons first.
    func reasons(of id: ID<Import>, limit: Int) throws -> [ImportReasons.Reason] {
        try database.all(
            """
            SELECT number, heading, reason, row_count, first_lines FROM import_reasons
            WHERE import_id = \(id.value) ORDER BY row_count DESC, number LIMIT \(limit)
            """,
            Self.reason
        )
    }

    /// One of the reasons; nil if there is none of this number.
    func reason(_ number: Int, of id: ID<Import>) throws -> ImportReasons.Reason? {
        try database.first(
            """
            SELECT number, heading, reason, row_count, first_lines FROM import_reasons
            WHERE import_id = \(id.value) AND number = \(number)
            """,
            Self.reason
        )
    }

    private static func reason(_ row: Row) throws -> ImportReasons.Reason {
        ImportReasons.Reason(
            number: try row.int(0),
            heading: try row.text(1),
            text: try row.text(2),
            rowCount: try row.int(3),
            firstLines: try JSONList.read(try row.text(4), of: Int.self)
        )
    }

    /// The categories and publishers that the file names and the catalog doesn't have.
    func newNames(of id: ID<Import>) throws -> [ImportNames.New] {
        try database.all(
            """
            SELECT kind, name_key, name, row_count, is_wanted FROM import_names
            WHERE import_id = \(id.value) ORDER BY kind, name_key
            """
        ) { row in
            ImportNames.New(
                kind: ImportNames.Kind(rawValue: try row.text(0)) ?? .category,
                key: try row.text(1),
                name: try row.text(2),
                rowCount: try row.int(3),
                isWanted: try row.bool(4)
            )
        }
    }

    // MARK: Changing

    /// Notes a file that was brought. The columns are what was said of their headings before, or what
    /// these say.
    func insert(_ file: CSVFile, name: String, bytes: Int, by actor: Actor) throws -> Import {
        let headings = file.header.cells
        let form = file.form
        return try database.write {
            try database.execute(
                """
                INSERT INTO imports (at, actor_id, actor_name, file_name, bytes, state, encoding,
                    delimiter, has_mark, line_end, quoting, has_hint, encoding_guessed, headings,
                    columns)
                VALUES (\(now), \(actor.id), \(actor.name), \(name), \(bytes),
                    \(Import.State.mapping.rawValue), \(form.encoding.name),
                    \(form.delimiter.rawValue), \(form.byteOrderMark), \(form.lineEnd.rawValue),
                    \(form.quoting.rawValue), \(form.hasHint), \(file.isGuessed),
                    \(try JSONList.text(headings)), \(try matches.mapping(of: headings).text))
                """
            )
            return try find(ID(Int(database.lastInsertedID)))
        }
    }

    private var matches: ImportMatchStore { ImportMatchStore(database: database, now: now) }

    /// The file is read in another way, and so are its headings. Another encoding is one that was chosen.
    func setFormat(of id: ID<Import>, _ file: CSVFile) throws {
        let headings = file.header.cells
        let form = file.form
        try database.execute(
            """
            UPDATE imports SET encoding = \(form.encoding.name),
                encoding_guessed = encoding_guessed AND encoding = \(form.encoding.name),
                delimiter = \(form.delimiter.rawValue), has_mark = \(form.byteOrderMark),
                line_end = \(form.lineEnd.rawValue), quoting = \(form.quoting.rawValue),
                has_hint = \(form.hasHint), headings = \(try JSONList.text(headings)),
                columns = \(try matches.mapping(of: headings).text)
            WHERE id = \(id.value)
            """
        )
    }

    func setMapping(of id: ID<Import>, _ mapping: ImportMapping) throws {
        try database.execute(
            "UPDATE imports SET columns = \(mapping.text) WHERE id = \(id.value)"
        )
    }

    /// Moves an import on; false when it is not where it is thought to be.
    @discardableResult
    func move(_ id: ID<Import>, from states: [Import.State], to state: Import.State) throws -> Bool
    {
        try database.execute(
            """
            UPDATE imports SET state = \(state.rawValue), message = NULL
            WHERE id = \(id.value) AND state IN \(list: states.map(\.rawValue))
            """
        ) > 0
    }

    func fail(_ id: ID<Import>, _ message: String) throws {
        try database.execute(
            """
            UPDATE imports SET state = \(Import.State.failed.rawValue), message = \(message)
            WHERE id = \(id.value)
            """
        )
    }

    /// Which of the new names are to be created.
    func want(_ names: [ImportNames.New], of id: ID<Import>) throws {
        for name in names {
            try database.execute(
                """
                UPDATE import_names SET is_wanted = \(name.isWanted)
                WHERE import_id = \(id.value) AND kind = \(name.kind.rawValue)
                    AND name_key = \(name.key)
                """
            )
        }
    }

    /// Removes an import with its plan. What it did stays done.
    func delete(_ id: ID<Import>) throws {
        try database.execute("DELETE FROM imports WHERE id = \(id.value)")
    }

    /// Those that nobody will come back to.
    func old() throws -> [ID<Import>] {
        try database.all(
            """
            SELECT id FROM imports WHERE at <= \(now - Import.keptDays * 86_400)
            ORDER BY at LIMIT 10
            """
        ) { ID(try $0.int(0)) }
    }

    private static func `import`(_ row: Row) throws -> Import {
        var counts = ImportCounts()
        for (index, outcome) in PlannedRow.Outcome.allCases.enumerated() {
            counts[outcome] = try row.int(17 + index)
        }
        return Import(
            id: ID(try row.int(0)),
            at: try row.int(1),
            actor: Actor(id: try row.intOrNil(2), name: try row.text(3)),
            fileName: try row.text(4),
            bytes: try row.int(5),
            state: Import.State(rawValue: try row.text(6)) ?? .failed,
            form: CSVForm(
                delimiter: Delimiter(rawValue: try row.text(8)) ?? .comma,
                byteOrderMark: try row.bool(21),
                encoding: TextEncoding(label: try row.text(7)) ?? .utf8,
                lineEnd: CSVForm.LineEnd(rawValue: try row.text(22)) ?? .crlf,
                quoting: CSVForm.Quoting(rawValue: try row.text(23)) ?? .needed,
                hasHint: try row.bool(24)
            ),
            headings: try JSONList.read(try row.text(9), of: String.self),
            mapping: ImportMapping(text: try row.text(10)),
            message: try row.textOrNil(11),
            digest: try row.blobOrNil(12),
            stamp: try row.intOrNil(13),
            isAnew: try row.bool(14),
            batch: try row.intOrNil(15).map { ID($0) },
            isUndone: try row.bool(16),
            counts: counts,
            isEncodingGuessed: try row.bool(25),
            encodingNote: try row.textOrNil(26)
        )
    }
}

extension Visit {
    var imports: ImportStore { ImportStore(database: database, now: now) }
}
