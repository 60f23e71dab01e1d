import SQLite

/// Finds the books that the files of videos may belong to. Each name takes a bounded number of looks
/// into the search index, whatever the size of the catalog.
struct BookMatcher {
    /// Names have few more words, and those add nothing.
    private static let mostWords = 12
    /// Words in more titles than this say too little by themselves.
    private static let mostTitles = 2000
    /// As many books are judged word by word.
    private static let mostBooks = 40
    /// Words that no title has are looked up one letter away, which takes milliseconds each.
    private static let mostMistyped = 2

    let database: Database

    /// The books that fit the name of a file best, the best first.
    func matches(for name: VideoName) throws -> [BookMatch] {
        if let isbn = name.isbn {
            let books = try traits("b.isbn = \(isbn.digits)")
            if !books.isEmpty { return BookMatch.best(of: books, for: name) }
        }
        let keys = try Set(titles(of: name) + originalTitles(of: name) + series(of: name))
        guard !keys.isEmpty else { return [] }
        let books = try traits("b.id IN \(list: keys.sorted())")
        return BookMatch.best(of: books, for: name)
    }

    func traits(of ids: some Sequence<ID<Book>>) throws -> [ID<Book>: BookTraits] {
        let keys = ids.map(\.value)
        guard !keys.isEmpty else { return [:] }
        let books = try traits("b.id IN \(list: keys)")
        return Dictionary(books.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Books of the catalog; those in the bin get no videos.
    private func traits(_ condition: SQL) throws -> [BookTraits] {
        try database.all(
            """
            SELECT b.id, b.title, b.original_title, b.author, s.name, b.series_number, b.isbn
            FROM books AS b LEFT JOIN series AS s ON s.id = b.series_id
            WHERE \(sql: condition) AND b.deleted_at IS NULL LIMIT \(2 * Self.mostBooks)
            """
        ) { row in
            BookTraits(
                id: ID(try row.int(0)),
                title: try row.text(1),
                originalTitle: try row.text(2),
                author: try row.text(3),
                series: try row.textOrNil(4) ?? "",
                seriesNumber: try row.intOrNil(5),
                isbn: try row.textOrNil(6).flatMap { try? ISBN($0) }
            )
        }
    }

    // MARK: By words

    private typealias Word = (text: String, count: Int)

    /// Books with the rarest words of the name in their titles.
    private func titles(of name: VideoName) throws -> [Int] {
        let words = name.meaning.isEmpty ? name.words : name.meaning
        let spelled = Set(words.prefix(Self.mostWords).flatMap(Self.spellings))
        var known = try spelled.compactMap { word in
            try count(word).map { Word(text: word, count: $0) }
        }
        if !known.contains(where: { $0.text.utf8.count > 3 }) {
            known += try mistyped(spelled)
        }
        known.sort { ($0.count, $0.text) < ($1.count, $1.text) }
        guard let rarest = known.first else { return [] }
        var taken: [Word] = []
        for word in known where taken.reduce(word.count, { $0 + $1.count }) <= Self.mostTitles {
            taken.append(word)
        }
        // Where even the rarest is in thousands of titles, only all of them together say something.
        guard taken.isEmpty else { return try search(taken.map(\.text), "OR") }
        return try search(rarest.count > 0 ? known.prefix(4).map(\.text) : [], "AND")
    }

    /// Books with the whole name in what they are found by besides, as an original title is.
    private func originalTitles(of name: VideoName) throws -> [Int] {
        let words = name.meaning
        guard words.count > 1 else { return [] }
        let phrase = words.prefix(Self.mostWords).joined(separator: " ")
        return try database.all(
            """
            SELECT rowid FROM books_search
            WHERE books_search MATCH \("description_key : \"\(phrase)\"") LIMIT \(Self.mostBooks)
            """
        ) { try $0.int(0) }
    }

    private func search(_ words: [String], _ joint: String) throws -> [Int] {
        guard !words.isEmpty else { return [] }
        let quoted = words.map { "\"\($0)\"" }.joined(separator: " \(joint) ")
        return try database.all(
            """
            SELECT rowid FROM books_search WHERE books_search MATCH \("title_key : (\(quoted))")
            ORDER BY bm25(books_search, 10, 0, 0, 0), rowid LIMIT \(Self.mostBooks)
            """
        ) { try $0.int(0) }
    }

    /// In how many titles a word is; nil if in none.
    private func count(_ word: String) throws -> Int? {
        try database.first(
            "SELECT doc FROM books_words WHERE term = \(word) AND col = 'title_key'"
        ) { try $0.int(0) }
    }

    private func mistyped(_ words: Set<String>) throws -> [Word] {
        let near = NearWords(database: database, vocabulary: .books)
        let longest = words.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
            .filter { VideoName.number($0) == nil }
        return try longest.prefix(Self.mostMistyped).flatMap { try near.near($0) }
            .compactMap { word in try count(word).map { Word(text: word, count: $0) } }
    }

    /// "maerchen" may be "Märchen", which the index has as "marchen".
    private static func spellings(_ word: String) -> [String] {
        var plain = ""
        for letter in word where letter != "e" || !(plain.last.map { "aou".contains($0) } ?? false)
        {
            plain.append(letter)
        }
        return plain == word ? [word] : [word, plain]
    }

    // MARK: By series

    /// Books of series that the name mentions, with a number that it has.
    private func series(of name: VideoName) throws -> [Int] {
        let numbers = name.numbers.sorted()
        let words = name.meaning.filter { VideoName.number($0) == nil && $0.count > 2 }
        guard !numbers.isEmpty, !words.isEmpty else { return [] }
        let any = Set(words.prefix(Self.mostWords)).sorted().map { "\"\($0)\"" }
            .joined(separator: " OR ")
        let kind = Subject.Kind.series.rawValue
        return try database.all(
            """
            SELECT b.id FROM (
                SELECT record_id FROM names_search
                WHERE names_search MATCH \("{words} : (\(any)) AND kind : \"\(kind)\"")
                ORDER BY bm25(names_search), record_id LIMIT \(Self.mostBooks)) AS s
            CROSS JOIN books AS b ON b.series_id = s.record_id
            WHERE b.series_number IN \(list: numbers) AND b.deleted_at IS NULL
            LIMIT \(Self.mostBooks)
            """
        ) { try $0.int(0) }
    }
}
