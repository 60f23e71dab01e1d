import SQLite

/// How a batch keeps the windows of rights that it gives to books or takes from them.
///
/// What a row of `batch_rows` says a window was or became is a JSON list: its number, its territory,
/// its first and its last day, its note. The number tells it from other windows of the book. None is
/// given twice, so a window that comes back by undoing has the number that it had.
enum RightsBatch {
    /// What is kept of a row `w` of `rights_windows`.
    private static let kept: SQL =
        "json_array(w.id, w.territory, w.first_day, w.last_day, w.note)"

    /// The window that the row `r` is about, as it is now; nothing when it is gone.
    static let currentValue: SQL = """
        (SELECT \(sql: kept) FROM rights_windows AS w WHERE w.id = coalesce(r.now, r.was) ->> 0)
        """

    /// Whether the window that was, if any, may come back to a book `b`: unless it would share days and
    /// places with one that somebody added since.
    static let canBeHadAgain: SQL = """
        r.was IS NULL OR NOT EXISTS (SELECT 1 FROM rights_windows AS w
            WHERE w.book_id = b.id AND w.first_day <= r.was ->> 3 AND w.last_day >= r.was ->> 2
                AND (w.territory IN (\(Territory.worldwideCode), r.was ->> 1)
                    OR r.was ->> 1 = \(Territory.worldwideCode)))
        """
}

/// One window for many books.
struct RightsGift: Sendable, Equatable {
    let terms: RightsWindow.Terms
    /// Whether books are meant, too, that have another window for some of these days and places.
    var mayOverlap = false

    /// Whether a book `b` gets the window: not what has the very same already, or as many as a book
    /// may have.
    var isGiven: SQL { mayOverlap ? isPossible : "\(sql: isPossible) AND NOT \(sql: overlaps)" }

    /// Whether a book `b` could get it, but for another window that it shares days and places with.
    var isOverlapping: SQL { "\(sql: isPossible) AND \(sql: overlaps)" }

    private var isPossible: SQL {
        """
        NOT EXISTS (SELECT 1 FROM rights_windows AS w
            WHERE w.book_id = b.id AND w.last_day = \(terms.days.end.iso)
                AND w.first_day = \(terms.days.first.iso)
                AND w.territory = \(terms.territory.code))
        AND (SELECT count(*) FROM rights_windows AS w WHERE w.book_id = b.id)
            < \(RightsStore.maximumWindows)
        """
    }

    private var overlaps: SQL {
        let there: SQL =
            terms.territory == .worldwide
            ? "" : "AND w.territory IN (\(Territory.worldwideCode), \(terms.territory.code))"
        return """
            EXISTS (SELECT 1 FROM rights_windows AS w
                WHERE w.book_id = b.id AND w.last_day >= \(terms.days.first.iso)
                    AND w.first_day <= \(terms.days.end.iso) \(sql: there))
            """
    }
}

extension BatchPlan {
    /// Those books get a window, as far as it is for them; a batch gives one window to a book.
    ///
    /// Its number is decided here: the next ones after all that were ever given.
    func give(_ gift: RightsGift, to keys: SQL) throws {
        let last = try database.first(
            "SELECT seq FROM sqlite_sequence WHERE name = 'rights_windows'"
        ) { try $0.int(0) }
        let terms = gift.terms
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, was, now)
            SELECT \(batch.value), b.id, \(BatchField.rights.rawValue), NULL,
                json_array(\(last ?? 0) + row_number() OVER (ORDER BY b.id),
                    \(terms.territory.code), \(terms.days.first.iso), \(terms.days.end.iso),
                    \(terms.note))
            FROM books AS b WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                AND \(sql: gift.isGiven)
            """
        )
    }
}

extension BatchRun {
    private var rightsRows: SQL {
        "FROM batch_rows AS r WHERE r.batch_id = \(batch.value) AND r.field = 'rights'"
    }

    /// Takes windows away, and gives others. The version of a book doesn't speak of its windows: each
    /// has one of its own.
    func setRights() throws {
        try database.execute(
            """
            DELETE FROM rights_windows WHERE id IN (
                SELECT r.was ->> 0 \(sql: rightsRows) AND r.was IS NOT NULL)
            """
        )
        try database.execute(
            """
            INSERT INTO rights_windows
                (id, book_id, territory, first_day, last_day, note, created_at, updated_at)
            SELECT r.now ->> 0, r.book_id, r.now ->> 1, r.now ->> 2, r.now ->> 3, r.now ->> 4,
                \(now), \(now)
            \(sql: rightsRows) AND r.now IS NOT NULL
            """
        )
    }

    /// The entries of the books' histories, as those of a window of one book are. A batch gives all
    /// of its books the same window, so this is one statement for all of them.
    func writeRightsAudit() throws {
        let terms: SQL = "json_remove(coalesce(r.now, r.was), '$[0]')"
        let kinds = try database.all(
            """
            SELECT k.is_given, k.terms, k.terms ->> 0, k.terms ->> 1, k.terms ->> 2, k.terms ->> 3
            FROM (SELECT DISTINCT r.now IS NOT NULL AS is_given, \(sql: terms) AS terms
                \(sql: rightsRows)) AS k ORDER BY 1, 2
            """
        ) { row in
            (
                isGiven: try row.bool(0), text: try row.text(1),
                terms: try RightsStore.terms(row, from: 2)
            )
        }
        for kind in kinds {
            let changes = RightsStore.changes(
                from: kind.isGiven ? nil : kind.terms,
                to: kind.isGiven ? kind.terms : nil
            )
            try insertEntries(
                """
                \(kind.isGiven ? RightsStore.added : RightsStore.deleted), r.book_id, b.title,
                    \(Change.json(changes))
                FROM batch_rows AS r JOIN books AS b ON b.id = r.book_id
                WHERE r.batch_id = \(batch.value) AND r.field = 'rights'
                    AND (r.now IS NOT NULL) = \(kind.isGiven) AND \(sql: terms) = \(kind.text)
                """
            )
        }
    }
}
