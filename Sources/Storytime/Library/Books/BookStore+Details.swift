import SQLite

/// What is known of books besides the fields that every list reads: of one, or of a page of them in two
/// statements.
extension BookStore {
    func details(of id: ID<Book>) throws -> BookDetails {
        try details(of: [id])[id] ?? BookDetails()
    }

    func details(of ids: [ID<Book>]) throws -> [ID<Book>: BookDetails] {
        guard !ids.isEmpty else { return [:] }
        var found: [ID<Book>: BookDetails] = [:]
        try database.each(
            """
            SELECT b.id, b.original_title, b.illustrator, b.translator, b.narrator, s.name,
                b.series_number, b.isbn, b.year, b.page_count
            FROM books AS b LEFT JOIN series AS s ON s.id = b.series_id
            WHERE b.id IN \(list: ids.map(\.value))
            """
        ) { row in
            found[ID(try row.int(0))] = BookDetails(
                originalTitle: try row.text(1),
                illustrator: try row.text(2),
                translator: try row.text(3),
                narrator: try row.text(4),
                series: try row.textOrNil(5) ?? "",
                seriesNumber: try row.intOrNil(6),
                isbn: try row.textOrNil(7).flatMap { try? ISBN($0) },
                year: try row.intOrNil(8),
                pageCount: try row.intOrNil(9)
            )
        }
        try database.each(
            """
            SELECT bt.book_id, t.name FROM book_tags AS bt JOIN tags AS t ON t.id = bt.tag_id
            WHERE bt.book_id IN \(list: ids.map(\.value)) ORDER BY t.name_key
            """
        ) { row in
            found[ID(try row.int(0))]?.tags.append(try row.text(1))
        }
        return found
    }

    /// The draft with the publisher and the category that it names anew. One of that name which is there
    /// already is taken.
    func withNewRecords(_ draft: Book.Draft, by actor: Actor) throws -> Book.Draft {
        var draft = draft
        if !draft.newPublisher.isEmpty {
            let publishers = PublisherStore(database: database, now: now)
            draft.publisher =
                try publishers.find(named: draft.newPublisher)?.id
                ?? publishers.insert(.init(name: draft.newPublisher), by: actor).id
            draft.newPublisher = ""
        }
        if !draft.newCategory.isEmpty {
            let categories = CategoryStore(database: database, now: now)
            let category =
                try categories.find(named: draft.newCategory)?.id
                ?? categories.insert(.init(name: draft.newCategory), by: actor).id
            draft.categories.insert(category)
            draft.newCategory = ""
        }
        return draft
    }

    /// Writes the details of a book, in the transaction of whatever changes it.
    func set(_ details: BookDetails, of id: ID<Book>, by actor: Actor) throws {
        let series = try SeriesStore(database: database, now: now).named(details.series, by: actor)
        try database.execute(
            """
            UPDATE books SET original_title = \(details.originalTitle),
                illustrator = \(details.illustrator), translator = \(details.translator),
                narrator = \(details.narrator), series_id = \(series?.value),
                series_number = \(details.seriesNumber), isbn = \(details.isbn?.digits),
                year = \(details.year), page_count = \(details.pageCount)
            WHERE id = \(id.value)
            """
        )
        try TagStore(database: database).set(details.tags, of: id)
    }
}

extension SeriesStore {
    /// The series of this name, which is made if there is none; nil without a name.
    func named(_ name: String, by actor: Actor) throws -> ID<Series>? {
        guard !name.isEmpty else { return nil }
        return try find(named: name)?.id ?? insert(Series.Draft(name: name), by: actor).id
    }
}

extension BookDetails {
    /// Whether they would be saved as others: the series and the tags are told apart by their folded
    /// names, everything else by its bytes.
    func differs(from other: BookDetails) -> Bool {
        BookDetail.allCases.contains { detail in
            let (mine, theirs) = (detail.text(of: self), detail.text(of: other))
            switch detail {
            case .series, .tags: return Folding.fold(mine) != Folding.fold(theirs)
            default: return Array(mine.utf8) != Array(theirs.utf8)
            }
        }
    }
}

extension BookDetail {
    /// What the audit log keeps of a change.
    static func changes(from before: BookDetails, to after: BookDetails) -> [Change] {
        let text = { (text: String) in text.isEmpty ? nil : text }
        return allCases.map { detail in
            Change(
                detail.rawValue,
                text(detail.text(of: before)),
                text(detail.text(of: after))
            )
        }.filter(\.isReal)
    }
}
