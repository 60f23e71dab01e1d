import SQLite

/// Something about a book that a batch changes, as `batch_rows` names it.
///
/// What each was and became is kept as the table `books` keeps it: a status by its name, a publisher
/// by its key. Four are kept in a form of their own: ages as one value ("2-5", "3-", "-5", nothing
/// when nobody said), a link to a category as 1 or 0, a book that the batch created as the version
/// that it then had, and a window of rights as `RightsBatch` says.
enum BatchField: String, Sendable, CaseIterable {
    case title, author, description, ages, language, publisher, status, category
    case coverAddress = "cover_url"
    /// Since when the book is in the bin.
    case bin
    /// The book was not there before.
    case creation
    /// A window of rights that the batch gives or takes.
    case rights

    init?(_ row: Row, _ column: Int) throws {
        self.init(rawValue: try row.text(column))
    }

    /// What a book `b` has now, as an expression; for a link, to the category of the row `r`.
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
        case .coverAddress: "b.cover_url"
        case .bin: "b.deleted_at"
        // In the bin it is as good as not there.
        case .creation: "iif(b.deleted_at IS NULL, b.version, NULL)"
        case .rights: RightsBatch.currentValue
        }
    }

    /// What the book `b` has now of the field that the row `r` speaks of.
    static let currentValue = choice { $0.value }

    /// What the row `r` says that the field was or became, in words.
    static func words(_ value: SQL) -> SQL {
        """
        CASE r.field
        WHEN 'publisher' THEN (SELECT name FROM publishers WHERE id = \(sql: value))
        WHEN 'category' THEN iif(\(sql: value),
            (SELECT name FROM categories WHERE id = r.category_id), NULL)
        ELSE nullif(\(sql: value), '') END
        """
    }

    /// Whether what the row `r` says that the field was is still there to be had: its publisher or its
    /// category, the place of a cover that no picture of ours has taken since, or days and places that no
    /// other window has taken.
    static let canBeHadAgain: SQL = """
        CASE r.field
        WHEN 'publisher' THEN r.was IS NULL OR EXISTS (SELECT 1 FROM publishers WHERE id = r.was)
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
        case .coverAddress: "cover_url"
        case .bin: "bin"
        case .creation: "creation"
        case .rights: "rights"
        }
    }
}

extension BatchField {
    /// The columns that take what the row `r` says, for the fields that are columns; nil for those
    /// that need more than that.
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
        case .title, .author, .category, .bin, .creation, .rights: nil
        }
    }

    /// Ages as a batch keeps them.
    static func text(_ ages: AgeRange) -> String? {
        let text = { (age: Int?) in age.map { String($0) } ?? "" }
        return ages.isUnknown ? nil : "\(text(ages.minimum))-\(text(ages.maximum))"
    }
}
