import SQLite
import Testing

@testable import Storytime

/// Catalogs to try things on, and everything that is to be known about one.
extension Console {
    var batches: BatchStore { BatchStore(database: database, now: time.now) }

    /// Adds books in which every value of every field occurs, the same for one seed.
    func fillCatalog(_ count: Int, seed: UInt64 = 7) throws {
        var random = SeededRandom(seed: seed)
        for name in ["Alder House", "Birch & Sons"] where try publisherCount() < 2 {
            try addPublisher(name)
        }
        let categories = try categories.all().map(\.id)
        // Their own draws: the fields above stay what they were for each seed.
        var others = SeededRandom(seed: seed &+ 1)
        let words = ["Moon", "Fox", "Snow", "River", "Owl", "Straße"]
        try database.write {
            for number in 1...count {
                _ = try books.insert(
                    .init(
                        title: "\(words[random.below(6)]) and \(words[random.below(6)]) \(number)",
                        author: ["Ada", "Bø", ""][random.below(3)],
                        description: ["", "A lantern.", "Two\nlines."][random.below(3)],
                        ages: AgeRange(
                            minimum: [nil, 0, 2, 5][random.below(4)],
                            maximum: [nil, 6, 9][random.below(3)]
                        ),
                        language: [nil, "en", "en-GB", "de"][random.below(4)],
                        publisher: [nil, ID(1), ID(2)][random.below(3)],
                        status: Book.Status.allCases[random.below(3)],
                        categories: Set(
                            categories.shuffled(using: &random).prefix(random.below(4))
                        ),
                        details: Self.details(number, &others)
                    ),
                    by: .commandLine
                )
            }
        }
    }

    private static func details(_ number: Int, _ random: inout SeededRandom) -> BookDetails {
        let series = ["", "The Owls", "Été, etc."][random.below(3)]
        let nine = String(100_000_000 + number)
        let check = "0123456789X".first { (try? ISBN(nine + String($0))) != nil }
        return BookDetails(
            originalTitle: ["", "=Fjäril"][random.below(2)],
            illustrator: ["", "Jon Alder"][random.below(2)],
            translator: ["", "Bø"][random.below(2)],
            narrator: ["", "Mira"][random.below(2)],
            series: series,
            seriesNumber: series.isEmpty ? nil : [nil, 0, 3][random.below(3)],
            isbn: random.below(2) == 0 ? nil : check.flatMap { try? ISBN(nine + String($0)) },
            year: [nil, 1999][random.below(2)],
            pageCount: [nil, 32][random.below(2)],
            tags: [[], ["dusk"], ["dusk", "Straße", "winter"]][random.below(3)]
        )
    }

    /// Something that was done to many books at once.
    @discardableResult
    func archiveBooks(_ keys: SQL = "SELECT id FROM books LIMIT 3") throws -> Batch? {
        try batches.make(.bulk, by: .commandLine, summary: { "\($0) books made archived" }) {
            try $0.set(.status, to: Book.Status.archived.rawValue, of: keys)
        }
    }

    private func publisherCount() throws -> Int {
        try count("SELECT amount FROM row_counts WHERE name = 'publishers'")
    }

    /// Everything that lists and searches show of the catalog: books with their links, what is in
    /// the bin, the search index and the kept counts. Versions and times are left out.
    func catalogText() throws -> [String] {
        try texts(
            """
            SELECT 'book ' || b.id || '|' || title || '|' || title_key || '|' || author || '|'
                || author_key || '|' || description || '|' || coalesce(age_min, '') || '-'
                || coalesce(age_max, '') || '|' || coalesce(language, '') || '|'
                || coalesce(publisher_id, '') || '|' || status || '|' || category_count || '|'
                || (deleted_at IS NULL) || '|' || coalesce((SELECT group_concat(category_id)
                    FROM (SELECT category_id FROM book_categories WHERE book_id = b.id
                        ORDER BY 1)), '')
                || '|' || original_title || '|' || illustrator || '|' || translator || '|'
                || narrator || '|' || coalesce(series_id, '') || '|'
                || coalesce(series_number, '') || '|' || coalesce(isbn, '') || '|'
                || coalesce(year, '') || '|' || coalesce(page_count, '') || '|'
                || coalesce((SELECT group_concat(name) FROM (SELECT t.name FROM book_tags AS bt
                    JOIN tags AS t ON t.id = bt.tag_id WHERE bt.book_id = b.id
                    ORDER BY t.name_key)), '')
            FROM books AS b ORDER BY b.id
            """
        )
            + texts(
                """
                SELECT 'index ' || rowid || '|' || title_key || '|' || author_key || '|'
                    || description_key || '|' || facets FROM books_search ORDER BY rowid
                """
            )
            + texts(
                """
                SELECT 'links ' || book_id || '|' || category_id || '|' || title_key
                FROM book_categories ORDER BY book_id, category_id
                """
            )
            + texts(
                """
                SELECT 'window ' || id || '|' || book_id || '|' || territory || '|' || first_day
                    || '|' || last_day || '|' || note FROM rights_windows ORDER BY id
                """
            )
            + texts("SELECT 'category ' || id || '|' || book_count FROM categories ORDER BY id")
            + texts("SELECT 'publisher ' || id || '|' || book_count FROM publishers ORDER BY id")
            + texts("SELECT 'series ' || id || '|' || book_count FROM series ORDER BY id")
            + texts(
                "SELECT 'tag ' || name || '|' || book_count FROM tags WHERE book_count > 0 ORDER BY name_key"
            )
            + texts(
                """
                SELECT name || ' ' || amount FROM row_counts
                WHERE name <> 'audit_entries' ORDER BY name
                """
            )
    }

    /// Whether what is kept beside the books is what follows from them: counts and facets.
    func catalogIsConsistent() throws -> Bool {
        let wrong = try count(
            """
            SELECT (SELECT count(*) FROM categories AS c WHERE book_count <>
                    (SELECT count(*) FROM book_categories AS bc JOIN books AS b ON b.id = bc.book_id
                    WHERE bc.category_id = c.id AND b.deleted_at IS NULL))
                + (SELECT count(*) FROM publishers AS p WHERE book_count <>
                    (SELECT count(*) FROM books
                    WHERE publisher_id = p.id AND deleted_at IS NULL))
                + (SELECT count(*) FROM series AS s WHERE book_count <>
                    (SELECT count(*) FROM books WHERE series_id = s.id AND deleted_at IS NULL))
                + (SELECT count(*) FROM tags AS t WHERE book_count <>
                    (SELECT count(*) FROM book_tags WHERE tag_id = t.id))
                + (SELECT count(*) FROM books AS b WHERE category_count <>
                    (SELECT count(*) FROM book_categories WHERE book_id = b.id))
                + (SELECT count(*) FROM books AS b LEFT JOIN books_search AS s ON s.rowid = b.id
                    LEFT JOIN books_facets AS f ON f.book_id = b.id
                    WHERE s.facets IS NOT f.facets
                        OR b.deleted_at IS NULL AND s.title_key IS NOT b.title_key)
                + (SELECT count(*) FROM books_search AS s WHERE NOT EXISTS
                    (SELECT 1 FROM books WHERE id = s.rowid AND deleted_at IS NULL))
                + (SELECT count(*) FROM books AS b WHERE
                    (worldwide_from, coalesce(worldwide_until, '')) IS NOT
                    (SELECT first_day, coalesce(max(last_day), '') FROM rights_windows
                        WHERE book_id = b.id AND territory = '*'))
                + (SELECT count(*) FROM row_counts WHERE name = 'books_binned' AND amount <>
                    (SELECT count(*) FROM books WHERE deleted_at IS NOT NULL))
                + (SELECT count(*) FROM row_counts WHERE name = 'books' AND amount <>
                    (SELECT count(*) FROM books WHERE deleted_at IS NULL))
                + (SELECT count(*) FROM row_counts WHERE name = 'books_active' AND amount <>
                    (SELECT count(*) FROM books WHERE deleted_at IS NULL AND status = 'active'))
            """
        )
        return try wrong == 0 && database.danglingReferences().isEmpty
    }
}
