import SQLite

/// Finds words of a search index that differ from a mistyped one by one letter, and if there are none
/// and it is long, by two: one too many, one too few, another one, or two that changed places.
///
/// Most people get the beginning of a word right, so those that begin with the same two letters are
/// looked at first, one by one. Only where none of them is near, words with a mistake in these two
/// letters are looked up, each by itself. Both take a bounded number of looks into the index.
struct NearWords {
    /// "caterpilar" is one word; "ct" could be fifty.
    static let shortest = 4
    /// In a shorter word, two letters make another one.
    private static let shortestWithTwo = 8
    /// "mon" is a word that exists, but may have been meant otherwise.
    private static let shortestKnown = 3
    /// More words than begin with the same two letters in a catalog of 100,000 books.
    private static let mostRead = 5000
    /// As many other spellings are searched for; the most frequent ones.
    private static let mostFound = 8
    /// Searches of more words are taken as they are.
    private static let mostCorrected = 6
    /// Letters that words begin with: those of two scripts, and digits.
    private static let mostLetters = 120

    /// The words of an index: its vocabulary (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module),
    /// and the columns that contain words rather than filters.
    struct Vocabulary: Sendable {
        fileprivate let table: SQL
        fileprivate let columns: [String]

        static let books = Vocabulary(
            table: "books_words",
            columns: ["title_key", "author_key", "description_key"]
        )
        static let names = Vocabulary(table: "names_words", columns: ["words"])
    }

    /// The words near to some that were asked for, while a request looks for them in several places.
    final class Memory {
        fileprivate var near: [String: [String]] = [:]
    }

    let database: Database
    let vocabulary: Vocabulary
    var memory: Memory?

    /// The words near to one that itself finds nothing, the most frequent first.
    func near(_ word: String, from shortest: Int = Self.shortest) throws -> [String] {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= shortest else { return [] }
        if let known = memory?.near[word] { return known }
        let alike = try beginning(with: Self.text(letters.prefix(2))).filter { $0.word != word }
        func within(_ changes: Int) -> [Found] {
            alike.filter {
                Self.isNear(letters[...], Array($0.word.unicodeScalars)[...], changes: changes)
            }
        }
        var found = within(1)
        if found.isEmpty { found = try lookUp(Self.mistakesAtTheBeginning(letters, alphabet())) }
        if found.isEmpty, letters.count >= Self.shortestWithTwo { found = within(2) }
        let near = found.filter { $0.word != word }
            .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
            .prefix(Self.mostFound).map(\.word)
        memory?.near[word] = near
        return near
    }

    /// What to look for in place of words that find nothing together: other spellings of those that
    /// nothing has, or else of any; none if these find nothing either.
    func spellings(
        of words: SearchWords,
        isKnown: (String) throws -> Bool,
        isEnough: ([String: [String]]) throws -> Bool
    ) throws -> [String: [String]] {
        let unknown = try spellings(of: words, isKnown: isKnown)
        if !unknown.isEmpty, try isEnough(unknown) { return try narrowed(unknown, isEnough) }
        let terms = Set(words.terms)
        // Words that are found together without the filters were not mistyped.
        guard (2...Self.mostCorrected).contains(terms.count), try !isKnown(words.text) else {
            return [:]
        }
        var all = unknown
        for term in terms where all[term] == nil {
            let near = try near(term, from: Self.shortestKnown)
            if !near.isEmpty { all[term] = [term] + near }
        }
        guard !all.isEmpty, try isEnough(all) else { return [:] }
        return try narrowed(all, isEnough)
    }

    /// Only those spellings that find something together with the other words.
    private func narrowed(
        _ spellings: [String: [String]],
        _ isEnough: ([String: [String]]) throws -> Bool
    ) throws -> [String: [String]] {
        var narrowed = spellings
        for term in spellings.keys.sorted() {
            let found = try spellings[term]?.filter { word in
                var one = narrowed
                one[term] = [word]
                return try isEnough(one)
            }
            narrowed[term] = found
        }
        return narrowed
    }

    /// Other spellings of those words that nothing has, where each of them has some; else none.
    func spellings(of words: SearchWords, isKnown: (String) throws -> Bool) throws
        -> [String: [String]]
    {
        let terms = Set(words.terms)
        // A sentence that was pasted is no search that one letter would help.
        guard (1...Self.mostCorrected).contains(terms.count) else { return [:] }
        var spellings: [String: [String]] = [:]
        for term in terms where try !isKnown(term) {
            let near = try near(term)
            // One word without a neighbor is enough for nothing to be found.
            guard !near.isEmpty else { return [:] }
            spellings[term] = near
        }
        return spellings
    }

    private typealias Found = (word: String, count: Int)

    /// All words with this beginning.
    private func beginning(with text: String) throws -> [Found] {
        try database.all(
            """
            SELECT term, sum(doc) FROM \(sql: vocabulary.table)
            WHERE term >= \(text) AND term < \(text + "\u{10FFFF}")
                AND col IN \(list: vocabulary.columns)
            GROUP BY term LIMIT \(Self.mostRead)
            """
        ) { (word: try $0.text(0), count: try $0.int(1)) }
    }

    /// Those of these words that there are.
    private func lookUp(_ words: Set<String>) throws -> [Found] {
        try words.sorted().compactMap { word in
            try database.first(
                """
                SELECT sum(doc) FROM \(sql: vocabulary.table)
                WHERE term = \(word) AND col IN \(list: vocabulary.columns)
                """
            ) { try $0.intOrNil(0) }.flatMap { count in count.map { (word: word, count: $0) } }
        }
    }

    /// The letters that words begin with, found by jumping from one to the next.
    private func alphabet() throws -> [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        var next = ""
        while letters.count < Self.mostLetters {
            let term = try database.first(
                """
                SELECT term FROM \(sql: vocabulary.table) WHERE term >= \(next)
                ORDER BY term LIMIT 1
                """
            ) { try $0.text(0) }
            guard let letter = term?.unicodeScalars.first else { break }
            letters.append(letter)
            next = String(letter) + "\u{10FFFF}"
        }
        return letters
    }

    // MARK: A letter or two away

    /// Whether one word becomes the other by that many changes at most.
    static func isNear(
        _ one: ArraySlice<Unicode.Scalar>,
        _ other: ArraySlice<Unicode.Scalar>,
        changes: Int
    ) -> Bool {
        guard (one.count - other.count).magnitude <= changes else { return false }
        let same = zip(one, other).prefix { $0 == $1 }.count
        let (left, right) = (one.dropFirst(same), other.dropFirst(same))
        if left.isEmpty, right.isEmpty { return true }
        guard changes > 0 else { return false }
        let (nextLeft, nextRight) = (left.dropFirst(), right.dropFirst())
        return isNear(nextLeft, right, changes: changes - 1)
            || isNear(left, nextRight, changes: changes - 1)
            || isNear(nextLeft, nextRight, changes: changes - 1)
            || left.first == nextRight.first && nextLeft.first == right.first
                && isNear(nextLeft.dropFirst(), nextRight.dropFirst(), changes: changes - 1)
    }

    /// The words that are one change of the first two letters away, where that change makes another
    /// beginning.
    private static func mistakesAtTheBeginning(
        _ word: [Unicode.Scalar],
        _ alphabet: [Unicode.Scalar]
    ) -> Set<String> {
        var words: Set<String> = []
        for index in 0..<2 {
            var shorter = word
            shorter.remove(at: index)
            words.insert(text(shorter))
            var turned = word
            turned.swapAt(index, index + 1)
            words.insert(text(turned))
            for letter in alphabet {
                var other = word
                other[index] = letter
                words.insert(text(other))
                var longer = word
                longer.insert(letter, at: index)
                words.insert(text(longer))
            }
        }
        return words
    }

    private static func text(_ letters: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: letters)
        return text
    }
}
