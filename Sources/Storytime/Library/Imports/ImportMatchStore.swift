import SQLite

/// A heading or a value that an admin matched once, remembered for later files.
struct ImportMatch: Sendable, Equatable {
    let id: ID<ImportMatch>
    /// The value's column; nil for a heading.
    let column: ImportColumn?
    let text: String
    let choice: ImportChoice
    /// The name of what is used instead; nil if that no longer exists.
    let label: String?
    let at: Int

    /// "Märchen → Fairy Tales"
    var summary: String { "\(text) → \(meaning)" }

    /// What it stands for.
    var meaning: String {
        switch choice {
        case .use: label ?? "Something deleted"
        case .create: "Created"
        case .leave: "Left out"
        case .refuse: "Rows rejected"
        }
    }
}

/// Remembers how headings and values were matched, for all admins.
struct ImportMatchStore {
    let database: Database
    let now: Int

    // MARK: Reading

    func count() throws -> Int {
        try database.first("SELECT count(*) FROM import_matches") { try $0.int(0) } ?? 0
    }

    /// Headings first, then the values of each column.
    func list(limit: Int, offset: Int = 0) throws -> [ImportMatch] {
        try database.all(
            """
            SELECT id, field, text, choice, target, at FROM import_matches
            ORDER BY field, text_key LIMIT \(limit) OFFSET \(offset)
            """
        ) { try match($0) }
    }

    func find(_ id: ID<ImportMatch>) throws -> ImportMatch {
        let found = try database.first(
            """
            SELECT id, field, text, choice, target, at FROM import_matches WHERE id = \(id.value)
            """
        ) { try match($0) }
        guard let found else { throw Failure.notFound }
        return found
    }

    private func match(_ row: Row) throws -> ImportMatch {
        let column = ImportColumn(rawValue: try row.text(1))
        let choice =
            ImportChoice(name: try row.text(3), target: try row.textOrNil(4)) ?? .leave
        let names = ImportRecordNames(database: database)
        let label = try choice.target.flatMap { target in
            guard let column else { return ImportColumn(rawValue: target)?.label }
            return try names.label(of: target, in: column)
        }
        return ImportMatch(
            id: ID(try row.int(0)),
            column: column,
            text: try row.text(2),
            choice: choice,
            label: label,
            at: try row.int(5)
        )
    }

    /// The match of a value.
    struct Value: Sendable {
        let column: ImportColumn
        let key: String
        let choice: ImportChoice
        let at: Int
    }

    /// All matches of values in these columns.
    func values(of columns: [ImportColumn]) throws -> [Value] {
        try database.all(
            """
            SELECT field, text_key, choice, target, at FROM import_matches
            WHERE field IN \(list: columns.map(\.rawValue))
            """
        ) { row -> Value? in
            guard let column = ImportColumn(rawValue: try row.text(0)),
                let choice = ImportChoice(name: try row.text(2), target: try row.textOrNil(3))
            else { return nil }
            return Value(
                column: column,
                key: try row.text(1),
                choice: choice,
                at: try row.int(4)
            )
        }.compactMap(\.self)
    }

    /// The matches of these headings, by their keys; a nil column for one that is left out.
    func headings(_ headings: [String]) throws -> [String: (column: ImportColumn?, at: Int)] {
        var found: [String: (column: ImportColumn?, at: Int)] = [:]
        try database.each(
            """
            SELECT text_key, target, at FROM import_matches
            WHERE field = '' AND text_key IN \(list: headings.map(ImportColumn.key))
            """
        ) { row in
            let column = try row.textOrNil(1).flatMap(ImportColumn.init(rawValue:))
            found[try row.text(0)] = (column, try row.int(2))
        }
        return found
    }

    /// What the columns of a file are: by the remembered matches of their headings, or else by the
    /// headings. If a file can't be read that way, only the headings count.
    func mapping(of headings: [String]) throws -> ImportMapping {
        let known = try self.headings(headings)
        guard !known.isEmpty else { return ImportMapping(headings: headings) }
        let mapping = ImportMapping(
            headings: headings,
            known: known.mapValues(\.column)
        )
        return mapping.complaint == nil ? mapping : ImportMapping(headings: headings)
    }

    // MARK: Changing

    /// Remembers the match of a value, unless it is the default.
    func remember(
        _ choice: ImportChoice,
        for text: String,
        in column: ImportColumn,
        by actor: Actor
    ) throws {
        let key = Folding.fold(text)
        guard choice != .create, choice != column.usualChoice else {
            return try forget(key, in: column.rawValue, by: actor)
        }
        try keep(choice, text, key, in: column.rawValue, by: actor)
    }

    /// Remembers how the columns of a file were matched, if their headings don't say so already.
    func remember(_ mapping: ImportMapping, of headings: [String], by actor: Actor) throws {
        let usual = ImportMapping(headings: headings)
        let keys = headings.map(ImportColumn.key)
        for (index, key) in keys.enumerated()
        where !key.isEmpty && keys.count(where: { $0 == key }) == 1 {
            let column = mapping.columns[index]
            if column == usual.columns[index] {
                try forget(key, in: "", by: actor)
            } else {
                let choice = column.map { ImportChoice.use($0.rawValue) } ?? .leave
                try keep(choice, headings[index], key, in: "", by: actor)
            }
        }
    }

    private func keep(
        _ choice: ImportChoice,
        _ text: String,
        _ key: String,
        in field: String,
        by actor: Actor
    ) throws {
        let isKept = try database.first(
            """
            SELECT 1 FROM import_matches WHERE field = \(field) AND text_key = \(key)
                AND choice = \(choice.name) AND target IS \(choice.target)
            """
        ) { _ in true }
        guard isKept == nil else { return }
        try database.execute(
            """
            INSERT INTO import_matches (field, text_key, text, choice, target, at)
            VALUES (\(field), \(key), \(text), \(choice.name), \(choice.target), \(now))
            ON CONFLICT DO UPDATE SET text = excluded.text, choice = excluded.choice,
                target = excluded.target, at = excluded.at
            """
        )
        try note("remembered", key, in: field, by: actor)
    }

    private func forget(_ key: String, in field: String, by actor: Actor) throws {
        try note("forgot", key, in: field, by: actor)
        try database.execute(
            "DELETE FROM import_matches WHERE field = \(field) AND text_key = \(key)"
        )
    }

    /// Forgets one of them.
    func delete(_ match: ImportMatch, by actor: Actor) throws {
        try database.write {
            try AuditLog(database, now).write(actor, "forgot", match.subject, [])
            try database.execute("DELETE FROM import_matches WHERE id = \(match.id.value)")
        }
    }

    /// Writes to the audit log what is kept at this moment; nothing if nothing is.
    private func note(_ action: String, _ key: String, in field: String, by actor: Actor) throws {
        let kept = try database.first(
            """
            SELECT id, field, text, choice, target, at FROM import_matches
            WHERE field = \(field) AND text_key = \(key)
            """
        ) { try match($0) }
        guard let kept else { return }
        try AuditLog(database, now).write(actor, action, kept.subject, [])
    }
}

extension ImportMatch {
    fileprivate var subject: Subject { Subject(.importMatch, id.value, summary) }
}

extension Subject.Kind {
    static let importMatch = Subject.Kind(rawValue: "import_match")
}

extension Visit {
    var importMatches: ImportMatchStore { ImportMatchStore(database: database, now: now) }
}
