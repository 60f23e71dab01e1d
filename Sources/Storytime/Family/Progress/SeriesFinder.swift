import SQLite

/// Finds series: those that a family sees, by their names and by a child's lists.
struct SeriesFinder {
    /// As many as fit on a few screens, each with its progress.
    static let perPage = 20

    /// A series in a list.
    struct Found: Sendable, Equatable {
        let series: SeenSeries
        let cover: Book.Cover?
        let state: ChildSeries
    }

    /// What was found.
    struct Slice: Sendable {
        let found: [Found]
        let total: Int
        /// What was searched for in place of words that no name has.
        var corrected: String?
    }

    let episodes: SeriesEpisodes
    let child: ID<Child>

    private var database: Database { episodes.database }

    /// How many series are on each list, as far as they are seen.
    func counts() throws -> [SeriesList: Int] {
        var counts: [SeriesList: Int] = [:]
        try database.each(
            """
            SELECT c.status, count(*)
            FROM child_series AS c CROSS JOIN series AS s ON s.id = c.series_id
            WHERE c.child_id = \(child.value) AND c.status IS NOT NULL
                AND \(sql: episodes.condition)
            GROUP BY c.status
            """
        ) { row in
            guard let list = SeriesList(rawValue: try row.text(0)) else { return }
            counts[list] = try row.int(1)
        }
        return counts
    }

    /// A page of a list, or of all series; those on a list the latest first, others by name. Words that
    /// no name has are looked for in other spellings.
    func find(_ words: SearchWords, on list: SeriesList?, page: (Int) -> Pagination) throws -> Slice
    {
        if words.isImpossible { return Slice(found: [], total: 0) }
        let slice = try find(words, spelled: [:], on: list, page: page)
        guard slice.total == 0, !words.isEmpty else { return slice }
        let names = NameIndex(database: database)
        let spellings = try names.spellings(.series, words)
        guard !spellings.isEmpty else { return slice }
        var other = try find(words, spelled: spellings, on: list, page: page)
        other.corrected = other.total > 0 ? words.corrections(spellings) : nil
        return other
    }

    /// A part of a list, or of all lists, those listed last first.
    func listed(on list: SeriesList?, limit: Int, offset: Int) throws -> Slice {
        let chosen: SQL = list.map { "c.status = \($0.rawValue)" } ?? "c.status IS NOT NULL"
        let from: SQL = """
            FROM child_series AS c CROSS JOIN series AS s ON s.id = c.series_id
            WHERE c.child_id = \(child.value) AND \(sql: chosen) AND \(sql: episodes.condition)
            """
        let total = try database.first("SELECT count(*) \(sql: from)") { try $0.int(0) }
        let found = try database.all(
            """
            SELECT \(sql: Self.columns) \(sql: from)
            ORDER BY c.listed_at DESC, s.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.found
        )
        return Slice(found: found, total: total ?? 0)
    }

    private func find(
        _ words: SearchWords,
        spelled spellings: [String: [String]],
        on list: SeriesList?,
        page: (Int) -> Pagination
    ) throws -> Slice {
        // A name that begins with what was typed comes first.
        let begun = Folding.fold(words.text)
        let order: SQL =
            list == nil
            ? "substr(s.name_key, 1, \(begun.unicodeScalars.count)) <> \(begun), s.name_key, s.id"
            : "c.listed_at DESC, s.id DESC"
        // Whether it is seen is asked of each that matches, so counting and sorting them is one question.
        let keys = try database.all(
            """
            SELECT s.id \(sql: source(words, spelled: spellings, on: list)) ORDER BY \(sql: order)
            """
        ) { try $0.int(0) }
        let pagination = page(keys.count)
        let shown = keys.dropFirst(pagination.offset).prefix(pagination.perPage)
        guard !shown.isEmpty else { return Slice(found: [], total: keys.count) }
        let found = try database.all(
            """
            SELECT \(sql: Self.columns)
            FROM \(eachOf: shown) AS k CROSS JOIN series AS s ON s.id = k.value
            LEFT JOIN child_series AS c ON c.child_id = \(child.value) AND c.series_id = s.id
            ORDER BY k.key
            """,
            Self.found
        )
        return Slice(found: found, total: keys.count)
    }

    /// All that match, as a FROM with its WHERE. A name is found in the index, a list in its own.
    private func source(
        _ words: SearchWords,
        spelled spellings: [String: [String]],
        on list: SeriesList?
    ) -> SQL {
        let state: SQL = "c.child_id = \(child.value) AND c.series_id = s.id"
        let expression = NameIndex.expression(.series, words, spelled: spellings)
        let named: SQL =
            expression.map {
                "s.id IN (SELECT record_id FROM names_search WHERE names_search MATCH \($0))"
            } ?? "1"
        if let list {
            return """
                FROM child_series AS c CROSS JOIN series AS s ON s.id = c.series_id
                WHERE c.child_id = \(child.value) AND c.status = \(list.rawValue)
                    AND \(sql: named) AND \(sql: episodes.condition)
                """
        }
        return """
            FROM series AS s LEFT JOIN child_series AS c ON \(sql: state)
            WHERE \(sql: named) AND \(sql: episodes.condition)
            """
    }

    private static let columns: SQL = """
        \(sql: SeenSeries.columns), s.cover_key, s.cover_width, s.cover_height, s.cover_is_sized,
        s.cover_url, c.status, c.listed_at, c.season_number, c.played_season, c.played_episode,
        c.played_at, c.version
        """

    private static func found(_ row: Row) throws -> Found {
        let first = SeenSeries.columnCount
        var cover: Book.Cover?
        if let key = try row.textOrNil(first) {
            cover = .file(
                key: key,
                width: try row.intOrNil(first + 1) ?? 1,
                height: try row.intOrNil(first + 2) ?? 1,
                isSized: try row.bool(first + 3)
            )
        } else {
            cover = try row.textOrNil(first + 4).map { .address($0) }
        }
        // A row is there or not, with all that is never NULL in it.
        let state = try row.isNull(first + 11) ? .none : ChildSeries(row, from: first + 5)
        return Found(series: try SeenSeries(row), cover: cover, state: state)
    }
}

extension Visit {
    /// What a family sees of series, and a child of it watched.
    func series(of shelf: FamilyShelf, for child: ID<Child>) -> SeriesFinder {
        SeriesFinder(episodes: shelf.episodes, child: child)
    }
}
