import SQLite

/// The order in which the catalog shows what matches.
extension CatalogList {
    /// By title if that was chosen. Otherwise matches of words by relevance (by title if there are too many
    /// to rank), and all else newest first.
    func keys(
        of matches: Matches,
        _ sort: CatalogSort = .usual,
        limit: Int,
        offset: Int
    ) throws -> [ID<Book>] {
        let areFew = matches.total <= BookList.fewMatches
        let keys =
            if sort == .usual, !matches.filter.hasWords {
                matches.books.newest(limit, after: offset)
            } else if sort == .usual, areFew {
                try ranked(matches, limit: limit, offset: offset)
            } else if areFew {
                try sorted(matches.books, "b.title_key, b.id", limit, after: offset)
            } else {
                try byTitle(matches, limit: limit, offset: offset)
            }
        return keys.map { ID($0) }
    }

    /// The best first: of titles with the words, the shortest, which have least besides; of what has
    /// them elsewhere, the newest.
    private func ranked(_ matches: Matches, limit: Int, offset: Int) throws -> [Int] {
        var rest = matches.books
        var keys: [Int] = []
        var passed = 0
        func take(_ step: BookSet) throws {
            let step = step.intersection(rest)
            let count = step.count
            rest.subtract(step)
            if count > 0, passed + count > offset {
                keys += try sorted(
                    step,
                    "length(b.title_key), b.title_key, b.id",
                    limit - keys.count,
                    after: max(0, offset - passed)
                )
            }
            passed += count
        }
        try take(titled(matches.filter))
        for step in Relevance.allCases where keys.count < limit && passed < matches.total {
            if let expression = step.expression(matches.filter) {
                try take(sets.found(expression))
            }
        }
        return keys + rest.newest(limit - keys.count, after: max(0, offset - passed))
    }

    /// Books of a set of few, in an order.
    private func sorted(_ books: BookSet, _ order: SQL, _ limit: Int, after offset: Int) throws
        -> [Int]
    {
        let keys = books.newest(BookList.fewMatches)
        guard keys.count > 1 else { return keys }
        return try database.all(
            """
            SELECT b.id FROM \(eachOf: keys) AS k CROSS JOIN books AS b ON b.id = k.value
            ORDER BY \(sql: order) LIMIT \(limit) OFFSET \(offset)
            """
        ) { try $0.int(0) }
    }

    /// The books whose whole title was typed.
    private func titled(_ filter: BookFilter) throws -> BookSet {
        var books = BookSet()
        try database.each(
            """
            SELECT id FROM books WHERE title_key = \(Folding.fold(filter.words))
                AND deleted_at IS NULL
            """
        ) { books.insert(try $0.int(0)) }
        return books
    }

    /// By title: the index of titles is read until the page is full, where matches are not rare.
    private func byTitle(_ matches: Matches, limit: Int, offset: Int) throws -> [Int] {
        var keys: [Int] = []
        var passed = 0
        var last = (title: "", id: 0)
        var isAtEnd = false
        while keys.count < limit, !isAtEnd {
            var read = 0
            try database.each(
                """
                SELECT b.id FROM books AS b INDEXED BY books_by_title
                WHERE b.deleted_at IS NULL AND (b.title_key, b.id) > (\(last.title), \(last.id))
                ORDER BY b.title_key, b.id LIMIT \(Self.titlesAtOnce)
                """
            ) { row in
                read += 1
                last.id = try row.int(0)
                guard keys.count < limit, matches.books.contains(last.id) else { return }
                passed += 1
                if passed > offset { keys.append(last.id) }
            }
            isAtEnd = read < Self.titlesAtOnce
            let title = try database.first("SELECT title_key FROM books WHERE id = \(last.id)") {
                try $0.text(0)
            }
            last.title = title ?? ""
        }
        return keys
    }

    /// A page's worth of a word that one book of ten has.
    private static let titlesAtOnce = 250
}
