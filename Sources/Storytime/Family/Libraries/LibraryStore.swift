import SQLite

/// Changes children's libraries: each change in a transaction of its own, together with its entry in
/// the audit log and with what is needed to take it back.
///
/// Every question names the family; a child of another one is not found. Two parents who do the same
/// at once both get what they wanted: what is there already is not added, what is gone not removed.
struct LibraryStore {
    /// Why the database refused a change.
    enum Refusal: Error, Equatable {
        /// The library would hold more than `maximumBooks`.
        case isFull
        /// It was taken back already, or that is too long ago.
        case cantBeUndone
        /// What was done since leaves nothing of it to take back.
        case isOvertaken
    }

    /// More than a child watches in years; pages and counts stay quick up to it.
    static let maximumBooks = 5000

    /// Why nothing can be added to a child's library.
    static func fullness(of child: Child) -> String {
        "\(Possessive.text(child.name)) library is full. "
            + "It can have \(Counted.number(maximumBooks)) stories. Remove some first."
    }

    let database: Database
    let now: Int
    /// The same to the millisecond, where it is known.
    var exactMS: Int?
    var nowMS: Int { exactMS ?? now * 1000 }

    // MARK: Adding

    /// Adds those of the books that the family may see and the child doesn't have. Nil when there is
    /// none.
    func add(_ books: [ID<Book>], to child: ID<Child>, of shelf: FamilyShelf, by actor: Actor)
        throws -> LibraryChange?
    {
        try database.write {
            let child = try find(child, of: shelf.family)
            let newest = try number("SELECT coalesce(max(id), 0) FROM library_items")
            let added = try database.execute(
                """
                INSERT INTO library_items (child_id, book_id, title_key, added_at)
                SELECT \(child.id.value), b.id, b.title_key, \(now) FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND \(sql: shelf.condition)
                ON CONFLICT DO NOTHING
                """
            )
            guard added > 0 else { return nil }
            let held = try number(
                "SELECT book_count FROM present_children WHERE id = \(child.id.value)"
            )
            guard held <= Self.maximumBooks else { throw Refusal.isFull }
            return try record(
                .added,
                of: child,
                "child_id = \(child.id.value) AND id > \(newest)",
                by: actor
            )
        }
    }

    // MARK: Removing

    /// Takes a book out; nil when it isn't there any more. A book that the family may not see, and
    /// didn't have today, is not found.
    func remove(_ book: ID<Book>, from child: ID<Child>, of shelf: FamilyShelf, by actor: Actor)
        throws -> LibraryChange?
    {
        try change(.removed, book, of: child, shelf, by: actor) { item in
            try database.execute("DELETE FROM library_items WHERE id = \(item)")
        }
    }

    /// Takes a story out of "Continue Watching" until it is played again.
    func hide(_ book: ID<Book>, of child: ID<Child>, _ shelf: FamilyShelf, by actor: Actor) throws
        -> LibraryChange?
    {
        try change(.hidden, book, of: child, shelf, by: actor) { item in
            try database.execute(
                "UPDATE library_items SET hidden_at = \(now) WHERE id = \(item)"
            )
        }
    }

    /// Forgets how far a story was watched, and when. What a device still has of before is not taken.
    func forget(_ book: ID<Book>, of child: ID<Child>, _ shelf: FamilyShelf, by actor: Actor) throws
        -> LibraryChange?
    {
        try change(.forgotten, book, of: child, shelf, by: actor) { item in
            try database.execute(
                """
                UPDATE library_items
                SET last_position_seconds = NULL, last_played_at = NULL, hidden_at = NULL,
                    position_recorded_ms = \(nowMS)
                WHERE id = \(item)
                """
            )
        }
    }

    /// Writes down how an item is, then changes it.
    private func change(
        _ kind: LibraryChange.Kind,
        _ book: ID<Book>,
        of child: ID<Child>,
        _ shelf: FamilyShelf,
        by actor: Actor,
        _ act: (_ item: Int) throws -> Void
    ) throws -> LibraryChange? {
        try database.write {
            let child = try find(child, of: shelf.family)
            let item = try database.first(
                """
                SELECT i.id FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
                WHERE i.child_id = \(child.id.value) AND i.book_id = \(book.value)
                    AND b.deleted_at IS NULL
                """
            ) { try $0.int(0) }
            guard let item else {
                guard try wasThere(book, in: shelf.family) || shelf.maySee(book) else {
                    throw Failure.notFound
                }
                return nil
            }
            let change = try record(kind, of: child, "id = \(item)", by: actor)
            try act(item)
            return change
        }
    }

    /// Whether the book was in a library of the family lately: another parent was quicker to take it
    /// out.
    func wasThere(_ book: ID<Book>, in family: ID<Family>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM present_children AS k
            CROSS JOIN library_changes AS c ON c.child_id = k.id
            CROSS JOIN library_change_rows AS r ON r.change_id = c.id AND r.book_id = \(book.value)
            WHERE k.family_id = \(family.value) AND c.at > \(now - LibraryChange.keptSeconds)
            LIMIT 1
            """
        ) { _ in true } ?? false
    }

    // MARK: Parts

    func find(_ child: ID<Child>, of family: ID<Family>) throws -> Child {
        try ChildStore(database: database, now: now).find(child, of: family)
    }

    /// Notes a change with the items that meet a condition as they are now, and who made it.
    private func record(
        _ kind: LibraryChange.Kind,
        of child: Child,
        _ items: SQL,
        by actor: Actor
    ) throws -> LibraryChange {
        try database.execute(
            """
            INSERT INTO library_changes (child_id, at, kind)
            VALUES (\(child.id.value), \(now), \(kind.rawValue))
            """
        )
        let id = ID<LibraryChange>(Int(database.lastInsertedID))
        let count = try database.execute(
            """
            INSERT INTO library_change_rows (change_id, book_id, item_id, added_at,
                last_position_seconds, last_played_at, hidden_at)
            SELECT \(id.value), book_id, id, added_at, last_position_seconds, last_played_at,
                hidden_at
            FROM library_items WHERE \(sql: items)
            """
        )
        try audit(kind, of: child, try titles(of: id), isUndone: false, by: actor)
        try RemovedRows.trimLibraryChanges(of: child.id, in: database)
        return LibraryChange(id: id, kind: kind, count: count)
    }

    /// The audit log names one book, and of many how many they were.
    func titles(of id: ID<LibraryChange>) throws -> String {
        let titles = try database.all(
            """
            SELECT b.title FROM library_change_rows AS r CROSS JOIN books AS b ON b.id = r.book_id
            WHERE r.change_id = \(id.value) ORDER BY r.book_id
            """
        ) { try $0.text(0) }
        return titles.count == 1 ? titles[0] : Counted.text(titles.count, "book", "books")
    }

    func audit(
        _ kind: LibraryChange.Kind,
        of child: Child,
        _ books: String,
        isUndone: Bool,
        by actor: Actor
    ) throws {
        let change =
            switch kind {
            case .added: Change("library", nil, books)
            case .removed: Change("library", books, nil)
            case .hidden: Change("continue_watching", books, nil)
            case .forgotten: Change("watched", books, nil)
            }
        let made = isUndone ? Change(change.field, change.after, change.before) : change
        try AuditLog(database, now).write(actor, "changed", child.subject, [made])
    }

    /// Removes what can't be taken back any more.
    func removeOld() throws {
        try RowSlices(database: database).remove(
            .libraryChanges(by: "child_id"),
            where: "at <= \(now - LibraryChange.keptSeconds)"
        )
    }

    private func number(_ sql: SQL) throws -> Int {
        try database.first(sql) { try $0.int(0) } ?? 0
    }
}

extension Visit {
    var libraries: LibraryStore { LibraryStore(database: database, now: now, exactMS: nowMS) }
}
