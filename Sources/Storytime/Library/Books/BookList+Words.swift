import SQLite

/// What somebody meant who looks for words.
extension BookList {
    /// What to look for in place of words that no book has, where the filter finds nothing as it was typed.
    func spellings(for filter: BookFilter) throws -> [String: [String]] {
        guard filter.hasWords, !filter.isImpossible, try !findsAnything(filter) else { return [:] }
        let near = NearWords(database: database, vocabulary: .books)
        let words = SearchWords(filter.words)
        let isKnown = { (term: String) in
            var alone = BookFilter()
            alone.words = term
            return try findsAnything(alone)
        }
        return try near.spellings(of: words, isKnown: isKnown) { spellings in
            var corrected = filter
            corrected.spellings = spellings
            return try findsAnything(corrected)
        }
    }

    private func findsAnything(_ filter: BookFilter) throws -> Bool {
        try database.first("SELECT 1 FROM (\(sql: Self.keys(filter))) LIMIT 1") { _ in true }
            ?? false
    }
}

extension BookFilter {
    /// Where the best matches stand before all others: those that have the last word whole, and not only
    /// its beginning. A condition on a row of `books_search`.
    var isWhole: SQL {
        let columns = "title_key author_key description_key"
        let words = SearchWords(words).expression(
            in: columns,
            spelled: spellings,
            isLastBegun: false
        )
        guard let words else { return "0" }
        return "rowid IN (SELECT rowid FROM books_search WHERE books_search MATCH \(words))"
    }
}
