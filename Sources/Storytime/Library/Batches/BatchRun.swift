import SQLite

/// Carries out what a batch has planned: the books, the search index, the audit log, each in one
/// statement for all books wherever the database can do it by itself.
struct BatchRun {
    let database: Database
    let batch: ID<Batch>
    let actor: Actor
    let now: Int

    func run() throws {
        let fields = try plannedFields()
        for field in fields {
            switch field {
            case .title, .author: try setFolded(field)
            case .category: try setLinks()
            case .bin: try setBin()
            case .rights: try setRights()
            case .tags: try setTags()
            case .creation: break
            case .description, .ages, .language, .publisher, .status, .coverAddress,
                .originalTitle, .illustrator, .translator, .narrator, .series, .seriesNumber,
                .isbn, .year, .pageCount:
                try setColumns(field)
            }
        }
        try updateIndex(fields)
        try writeAudit(fields)
    }

    private func plannedFields() throws -> [BatchField] {
        try database.all("SELECT DISTINCT field FROM batch_rows WHERE batch_id = \(batch.value)") {
            try BatchField($0, 0)
        }.compactMap(\.self)
    }

    // MARK: Books

    /// Tells people who have such a book open in a form that it changed. The version increases
    /// with each of its fields: setting it together with the field saves another pass over the
    /// books.
    private var touch: SQL { "version = version + 1, updated_at = \(now)" }

    private func setColumns(_ field: BatchField) throws {
        guard let assignment = field.assignment else { return }
        try database.execute(
            """
            UPDATE books SET \(sql: assignment), \(sql: touch) FROM batch_rows AS r
            WHERE r.batch_id = \(batch.value) AND r.field = \(field.rawValue)
                AND books.id = r.book_id
            """
        )
    }

    /// Titles and authors have folded twins, which the database can't compute.
    private func setFolded(_ field: BatchField) throws {
        let columns: SQL = field == .title ? "(title, title_key)" : "(author, author_key)"
        try database.each(
            """
            SELECT book_id, now FROM batch_rows
            WHERE batch_id = \(batch.value) AND field = \(field.rawValue)
            """
        ) { row in
            let text = try row.text(1)
            try database.execute(
                """
                UPDATE books SET \(sql: columns) = (\(text), \(Folding.fold(text))), \(sql: touch)
                WHERE id = \(try row.int(0))
                """
            )
        }
    }

    private func setLinks() throws {
        try database.execute(
            """
            DELETE FROM book_categories WHERE (book_id, category_id) IN (
                SELECT book_id, category_id FROM batch_rows
                WHERE batch_id = \(batch.value) AND field = 'category' AND now = 0)
            """
        )
        try database.execute(
            """
            INSERT INTO book_categories (book_id, category_id, title_key, created_at)
            SELECT r.book_id, r.category_id, b.title_key, \(now)
            FROM batch_rows AS r JOIN books AS b ON b.id = r.book_id
            WHERE r.batch_id = \(batch.value) AND r.field = 'category' AND r.now = 1
            """
        )
        try database.execute(
            """
            UPDATE books SET \(sql: touch) WHERE id IN (SELECT book_id FROM batch_rows
                WHERE batch_id = \(batch.value) AND field = 'category')
            """
        )
    }

    private func setTags() throws {
        let tags = TagStore(database: database)
        try database.each(
            "SELECT book_id, now FROM batch_rows WHERE batch_id = \(batch.value) AND field = 'tags'"
        ) { row in
            let names = BookDetail.tags(in: try row.textOrNil(1) ?? "", separator: "|")
            try tags.set(names, of: ID(try row.int(0)))
        }
        try database.execute(
            """
            UPDATE books SET \(sql: touch) WHERE id IN (SELECT book_id FROM batch_rows
                WHERE batch_id = \(batch.value) AND field = 'tags')
            """
        )
    }

    private func setBin() throws {
        try database.execute(
            """
            UPDATE books SET deleted_at = r.now,
                deleted_by = iif(r.now IS NULL, NULL, \(actor.name)), \(sql: touch)
            FROM batch_rows AS r
            WHERE r.batch_id = \(batch.value) AND r.field = 'bin' AND books.id = r.book_id
            """
        )
    }

    // MARK: What follows from the books

    private func updateIndex(_ fields: [BatchField]) throws {
        let index = BookIndex(database: database)
        let rows: SQL = "SELECT book_id FROM batch_rows WHERE batch_id = \(batch.value)"
        let words: Set<BatchField> = [
            .title, .author, .description, .originalTitle, .illustrator, .translator, .narrator,
            .series, .isbn, .tags,
        ]
        let facets: Set<BatchField> = [
            .ages, .language, .publisher, .status, .category, .coverAddress,
        ]
        if fields.contains(.bin) {
            try index.remove(rows + " AND field = 'bin' AND now IS NOT NULL")
            try index.writeAll(rows + " AND field = 'bin' AND now IS NULL")
        }
        if fields.contains(where: words.contains) {
            try index.writeAll(
                """
                \(sql: rows) AND field IN ('title', 'author', 'description', 'original_title',
                    'illustrator', 'translator', 'narrator', 'series', 'isbn', 'tags')
                """
            )
        }
        if fields.contains(where: facets.contains) {
            try index.refresh(
                """
                \(sql: rows) AND field IN
                    ('ages', 'language', 'publisher', 'status', 'category', 'cover_url')
                """
            )
        }
    }

    /// One entry for each book, with the batch. The code that created books has already written
    /// what they are.
    private func writeAudit(_ fields: [BatchField]) throws {
        if fields.contains(.bin) {
            try insertEntries(
                """
                iif(r.now IS NULL, 'restored', 'binned'), r.book_id, b.title, '[]'
                FROM batch_rows AS r JOIN books AS b ON b.id = r.book_id
                WHERE r.batch_id = \(batch.value) AND r.field = 'bin'
                """
            )
        }
        if fields.contains(.rights) { try writeRightsAudit() }
        guard fields.contains(where: { ![.bin, .creation, .rights].contains($0) }) else { return }
        try insertEntries(
            """
            'changed', r.book_id, b.title, '[' || group_concat(json_object('field', r.field,
                'from', \(sql: BatchField.words("r.was")),
                'to', \(sql: BatchField.words("r.now"))), ',') || ']'
            FROM batch_rows AS r JOIN books AS b ON b.id = r.book_id
            WHERE r.batch_id = \(batch.value) AND r.field NOT IN ('bin', 'creation', 'rights')
            GROUP BY r.book_id
            """
        )
    }

    /// The rows have the action, the key and the title of a book, and what changed.
    func insertEntries(_ rows: SQL) throws {
        try database.execute(
            """
            INSERT INTO audit_entries (batch_id, at, actor_id, actor_name, record_type, action,
                record_id, record_label, changes)
            SELECT \(batch.value), \(now), \(actor.id), \(actor.name), 'book', \(sql: rows)
            """
        )
    }
}
