import SQLite

/// Asks the database about the windows of a book, and changes them: each change in a transaction of
/// its own, together with its entry in the audit log of the book.
struct RightsStore {
    /// Why the database refused a window.
    enum Refusal: Error, Equatable {
        /// Someone saved in between; that is how the window is now.
        case changedMeanwhile(RightsWindow)
        /// It shares days and places with these, which may be overruled.
        case overlaps([RightsWindow])
        case tooMany
    }

    /// More windows of one book than a hundred years of yearly contracts are a mistake; its page
    /// shows all of them.
    static let maximumWindows = 100

    let database: Database
    let now: Int

    // MARK: Reading

    /// The windows of a book as they follow each other.
    func windows(of book: ID<Book>) throws -> [RightsWindow] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM rights_windows AS r WHERE r.book_id = \(book.value)
            ORDER BY r.first_day, r.last_day, r.territory, r.id
            """,
            Self.window
        )
    }

    func find(_ id: ID<RightsWindow>) throws -> RightsWindow {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM rights_windows AS r WHERE r.id = \(id.value)",
            Self.window
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// How many books of a status may be shown to nobody. Shown on pages that are opened all day, so it
    /// asks few of the books (`Rights.missing`).
    func countMissing(_ status: Book.Status, _ audience: RightsAudience) throws -> Int {
        try number(of: audience.missing([status]))
    }

    /// How many may be shown to some, and not to everybody.
    func countPartial(_ status: Book.Status, _ audience: RightsAudience) throws -> Int {
        try number(of: audience.partial([status]))
    }

    private func number(of keys: SQL) throws -> Int {
        try database.first("SELECT count(*) FROM (\(sql: keys))") { try $0.int(0) } ?? 0
    }

    // MARK: Changing

    func insert(
        _ terms: RightsWindow.Terms,
        for book: ID<Book>,
        refusingOverlaps: Bool = false,
        by actor: Actor
    ) throws -> RightsWindow {
        try database.write {
            let subject = try subject(book)
            let others = try windows(of: book)
            guard others.count < Self.maximumWindows else { throw Refusal.tooMany }
            if refusingOverlaps { try refuseOverlaps(of: terms, with: others) }
            try database.execute(
                """
                INSERT INTO rights_windows
                    (book_id, territory, first_day, last_day, note, created_at, updated_at)
                VALUES (\(book.value), \(terms.territory.code), \(terms.days.first.iso),
                    \(terms.days.end.iso), \(terms.note), \(now), \(now))
                """
            )
            let window = try find(ID(Int(database.lastInsertedID)))
            try AuditLog(database, now).write(
                actor,
                Self.added,
                subject,
                Self.changes(from: nil, to: window.terms)
            )
            return window
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<RightsWindow>,
        version: Int,
        _ terms: RightsWindow.Terms,
        refusingOverlaps: Bool = false,
        by actor: Actor
    ) throws -> RightsWindow {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let subject = try subject(before.book)
            let changes = Self.changes(from: before.terms, to: terms)
            guard !changes.isEmpty else { return before }
            // Two that overlapped before may be given another note.
            if refusingOverlaps, (before.territory, before.days) != (terms.territory, terms.days) {
                try refuseOverlaps(
                    of: terms,
                    with: windows(of: before.book).filter { $0.id != id }
                )
            }
            try database.execute(
                """
                UPDATE rights_windows SET territory = \(terms.territory.code),
                    first_day = \(terms.days.first.iso), last_day = \(terms.days.end.iso),
                    note = \(terms.note), version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            try AuditLog(database, now).write(actor, Self.changed, subject, changes)
            return try find(id)
        }
    }

    /// Deletes a window whose given version was shown. What it was is returned.
    func delete(_ id: ID<RightsWindow>, version: Int?, by actor: Actor) throws -> RightsWindow {
        try database.write {
            let window = try find(id)
            guard version == nil || version == window.version else {
                throw Refusal.changedMeanwhile(window)
            }
            let subject = try subject(window.book)
            try database.execute("DELETE FROM rights_windows WHERE id = \(id.value)")
            try AuditLog(database, now).write(
                actor,
                Self.deleted,
                subject,
                Self.changes(from: window.terms, to: nil)
            )
            return window
        }
    }

    // MARK: Parts

    /// What is done to a book, as the audit log has it before the word "book".
    static let added = "added a rights window to"
    static let changed = "changed a rights window of"
    static let deleted = "deleted a rights window of"

    /// A book in the bin is not changed.
    private func subject(_ book: ID<Book>) throws -> Subject {
        let book = try BookStore(database: database, now: now).find(book)
        guard book.deletedAt == nil else { throw Failure.notFound }
        return book.subject
    }

    private func refuseOverlaps(
        of terms: RightsWindow.Terms,
        with others: [RightsWindow]
    ) throws {
        let overlapped = others.filter { $0.terms.overlaps(terms) }
        guard overlapped.isEmpty else { throw Refusal.overlaps(overlapped) }
    }

    static func changes(from before: RightsWindow.Terms?, to after: RightsWindow.Terms?) -> [Change]
    {
        [
            Change("territory", before?.territory.name, after?.territory.name),
            Change("first_day", before?.days.first.iso, after?.days.first.iso),
            Change("last_day", before?.days.last?.iso, after?.days.last?.iso),
            Change("note", text(before?.note), text(after?.note)),
        ].filter(\.isReal)
    }

    private static func text(_ value: String?) -> String? { value == "" ? nil : value }

    /// What is read of a row `r` of `rights_windows`.
    static let columns: SQL = """
        r.id, r.book_id, r.territory, r.first_day, r.last_day, r.note, r.version, r.created_at,
        r.updated_at
        """

    static let columnCount = 9

    /// Reads the columns, which may stand behind others.
    static func window(_ row: Row, from first: Int) throws -> RightsWindow {
        RightsWindow(
            id: ID(try row.int(first)),
            book: ID(try row.int(first + 1)),
            terms: try terms(row, from: first + 2),
            version: try row.int(first + 6),
            createdAt: try row.int(first + 7),
            updatedAt: try row.int(first + 8)
        )
    }

    /// Reads the columns from the territory to the note.
    static func terms(_ row: Row, from first: Int) throws -> RightsWindow.Terms {
        RightsWindow.Terms(
            territory: Territory(kept: try row.text(first)),
            days: DaySpan(
                keptFirst: try row.text(first + 1),
                keptLast: try row.text(first + 2)
            ),
            note: try row.text(first + 3)
        )
    }

    private static func window(_ row: Row) throws -> RightsWindow {
        try window(row, from: 0)
    }
}

extension Territory {
    /// As the database keeps it.
    fileprivate init(kept code: String) {
        self = code == Self.worldwideCode ? .worldwide : .country(code: code)
    }
}

extension DaySpan {
    /// As the database keeps it, which keeps nothing but days; what can't be read lets nothing be
    /// shown.
    fileprivate init(keptFirst: String, keptLast: String) {
        first = CalendarDay(iso: keptFirst) ?? Self.openEnd
        let end = CalendarDay(iso: keptLast) ?? first
        last = end < Self.openEnd ? end : nil
    }
}

extension Visit {
    var rightsStore: RightsStore { RightsStore(database: database, now: now) }
}
