import SQLite

/// A property of a book that a batch changes, by its name in `batch_rows`.
///
/// Its old and new values are stored as in the table `books`: a status by its name, a publisher by
/// its key. Some have a form of their own: ages are one value ("2-5", "3-", "-5", nothing if
/// unknown), a link to a category is 1 or 0, a book that the batch created is the version that it
/// then had, and a window of rights is as `RightsBatch` says. The tags of a book are one value, their
/// names with bars between them.
enum BatchField: String, Sendable, CaseIterable {
    case title, author, description, ages, language, publisher, status, category
    case originalTitle = "original_title"
    case illustrator, translator, narrator, series
    case seriesNumber = "series_number"
    case isbn, year
    case pageCount = "page_count"
    case tags
    case coverAddress = "cover_url"
    /// Since when the book has been in the bin.
    case bin
    /// The book did not exist before.
    case creation
    /// A window of rights that the batch adds or removes.
    case rights

    init?(_ row: Row, _ column: Int) throws {
        self.init(rawValue: try row.text(column))
    }

    /// The current value of a book `b`, as an expression; for a link, to the category of the row
    /// `r`.
    var value: SQL {
        switch self {
        case .title: "b.title"
        case .author: "b.author"
        case .description: "b.description"
        case .ages: "nullif(coalesce(b.age_min, '') || '-' || coalesce(b.age_max, ''), '-')"
        case .language: "b.language"
        case .publisher: "b.publisher_id"
        case .status: "b.status"
        case .category:
            """
            EXISTS (SELECT 1 FROM book_categories AS bc
                WHERE bc.book_id = b.id AND bc.category_id = r.category_id)
            """
        case .originalTitle: "b.original_title"
        case .illustrator: "b.illustrator"
        case .translator: "b.translator"
        case .narrator: "b.narrator"
        case .series: "b.series_id"
        case .seriesNumber: "b.series_number"
        case .isbn: "b.isbn"
        case .year: "b.year"
        case .pageCount: "b.page_count"
        case .tags:
            """
            (SELECT group_concat(names.name, '|') FROM (
                SELECT t.name FROM book_tags AS bt JOIN tags AS t ON t.id = bt.tag_id
                WHERE bt.book_id = b.id ORDER BY t.name_key) AS names)
            """
        case .coverAddress: "b.cover_url"
        case .bin: "b.deleted_at"
        // In the bin it counts as deleted.
        case .creation: "iif(b.deleted_at IS NULL, b.version, NULL)"
        case .rights: RightsBatch.currentValue
        }
    }

    /// The current value, in the book `b`, of the field in the row `r`.
    static let currentValue = choice { $0.value }

    /// The old or new value of the field in the row `r`, in words; always as text, as the history has it.
    static func words(_ value: SQL) -> SQL {
        """
        CASE r.field
        WHEN 'publisher' THEN (SELECT name FROM publishers WHERE id = \(sql: value))
        WHEN 'series' THEN (SELECT name FROM series WHERE id = \(sql: value))
        WHEN 'tags' THEN replace(\(sql: value), '|', ', ')
        WHEN 'category' THEN iif(\(sql: value),
            (SELECT name FROM categories WHERE id = r.category_id), NULL)
        ELSE nullif(CAST(\(sql: value) AS TEXT), '') END
        """
    }

    /// Whether the old value of the field in the row `r` can still be restored: its publisher or
    /// category exists, no uploaded picture has replaced the cover's address since, and no other
    /// window has taken the same days and places.
    static let canBeHadAgain: SQL = """
        CASE r.field
        WHEN 'publisher' THEN r.was IS NULL OR EXISTS (SELECT 1 FROM publishers WHERE id = r.was)
        WHEN 'series' THEN r.was IS NULL OR EXISTS (SELECT 1 FROM series WHERE id = r.was)
        WHEN 'category' THEN NOT r.was OR EXISTS (SELECT 1 FROM categories WHERE id = r.category_id)
        WHEN 'cover_url' THEN r.was IS NULL OR b.cover_key IS NULL
        WHEN 'rights' THEN \(sql: RightsBatch.canBeHadAgain)
        ELSE 1 END
        """

    private static func choice(_ expression: (BatchField) -> SQL) -> SQL {
        allCases.reduce("CASE r.field") { text, field in
            "\(sql: text) WHEN '\(sql: field.name)' THEN \(sql: expression(field))"
        } + " END"
    }

    /// The name as a part of a statement, which may only come from a literal.
    private var name: SQL {
        switch self {
        case .title: "title"
        case .author: "author"
        case .description: "description"
        case .ages: "ages"
        case .language: "language"
        case .publisher: "publisher"
        case .status: "status"
        case .category: "category"
        case .originalTitle: "original_title"
        case .illustrator: "illustrator"
        case .translator: "translator"
        case .narrator: "narrator"
        case .series: "series"
        case .seriesNumber: "series_number"
        case .isbn: "isbn"
        case .year: "year"
        case .pageCount: "page_count"
        case .tags: "tags"
        case .coverAddress: "cover_url"
        case .bin: "bin"
        case .creation: "creation"
        case .rights: "rights"
        }
    }
}

extension BatchField {
    /// The columns for the value in the row `r`, if the field is a column; nil for fields that
    /// need more than that.
    var assignment: SQL? {
        switch self {
        case .description: "description = r.now"
        case .ages:
            """
            age_min = CAST(nullif(substr(r.now, 1, instr(r.now, '-') - 1), '') AS INTEGER),
            age_max = CAST(nullif(substr(r.now, instr(r.now, '-') + 1), '') AS INTEGER)
            """
        case .language: "language = r.now"
        case .publisher: "publisher_id = r.now"
        case .status: "status = r.now"
        case .coverAddress: "cover_url = r.now"
        case .originalTitle: "original_title = r.now"
        case .illustrator: "illustrator = r.now"
        case .translator: "translator = r.now"
        case .narrator: "narrator = r.now"
        case .series: "series_id = r.now"
        case .seriesNumber: "series_number = r.now"
        case .isbn: "isbn = r.now"
        case .year: "year = r.now"
        case .pageCount: "page_count = r.now"
        case .title, .author, .category, .tags, .bin, .creation, .rights: nil
        }
    }

    /// Ages in the form that a batch stores.
    static func text(_ ages: AgeRange) -> String? {
        let text = { (age: Int?) in age.map { String($0) } ?? "" }
        return ages.isUnknown ? nil : "\(text(ages.minimum))-\(text(ages.maximum))"
    }
}
