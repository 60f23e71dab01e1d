/// Words that somebody typed to find something, in the form for the search indexes.
struct SearchWords: Sendable, Equatable {
    /// Nobody types a longer search.
    static let maximumLength = 200

    /// As typed.
    let text: String
    /// The words to look for, without case and accents.
    let terms: [String]

    /// More different words than that are no search: each costs, and a single sign may stand for eighteen letters of
    /// four words.
    private static let mostSought = 32

    /// What is asked for: each of the first words once, and the last one last.
    private var sought: [String] {
        var seen: Set<String> = []
        return Array(
            terms.prefix(Self.mostSought).reversed().filter { seen.insert($0).inserted }.reversed()
        )
    }

    /// The groups of a number are words of their own in the names of files.
    init(_ text: String, joinsNumbers: Bool = true) {
        self.text = String(text.prefix(Self.maximumLength))
        let words = Folding.fold(self.text).unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        }.map { String(Substring($0)) }
        terms = joinsNumbers ? Self.bookNumber(words).map { [$0] } ?? words : words
    }

    /// An ISBN or its beginning, written in groups: indexes have it as one word of thirteen digits.
    private static func bookNumber(_ words: [String]) -> String? {
        let digits = words.joined()
        guard words.count > 1, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x78 })
        else { return nil }
        if let isbn = try? ISBN(digits) { return isbn.digits }
        let isBegun = words[0] == "978" || words[0] == "979"
        return isBegun && digits.utf8.count < 13 ? digits : nil
    }

    /// As typed; empty if it is only spaces.
    var shown: String { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "" : text }

    /// Whether nothing is left to look for.
    var isEmpty: Bool { terms.isEmpty }

    /// Whether something was typed that is in nothing: signs, without a letter or a digit.
    var isImpossible: Bool { terms.isEmpty && !shown.isEmpty }

    /// What was looked for in place of what was typed, with all its words, to be shown; nil if nothing
    /// was.
    func corrections(_ spellings: [String: [String]]) -> String? {
        guard terms.contains(where: { spellings[$0] != nil }) else { return nil }
        let choices = terms.map { spellings[$0] ?? [$0] }
        guard choices.count(where: { $0.count > 1 }) > 1 else {
            // One word at most has several spellings, so that they make as many phrases.
            let most = choices.map(\.count).max() ?? 0
            return (0..<most).map { index in
                let words = choices.map { $0.count > 1 ? $0[index] : $0[0] }
                return "“\(words.joined(separator: " "))”"
            }.joined(separator: " or ")
        }
        return choices.map { $0.map { "“\($0)”" }.joined(separator: " or ") }
            .joined(separator: ", ")
    }

    /// The expression that finds them in columns of an FTS5 table; nil if there are none.
    ///
    /// Each word is quoted, so that nothing in it is taken for FTS5's own syntax
    /// (sqlite.org/fts5.html §3). All must occur; the last one may be the beginning of a word
    /// unless it must be whole. If a word has other spellings, any of those may occur instead.
    func expression(
        in columns: String,
        spelled spellings: [String: [String]] = [:],
        isLastBegun: Bool = true
    ) -> String? {
        let sought = sought
        guard !sought.isEmpty else { return nil }
        guard !spellings.isEmpty else {
            let words = sought.map { "\"\($0)\"" }.joined(separator: " ")
            return "{\(columns)} : (" + words + (isLastBegun ? "*)" : ")")
        }
        let groups = sought.enumerated().map { index, term in
            let isBegun = isLastBegun && index == sought.count - 1 && spellings[term] == nil
            let words = (spellings[term] ?? [term]).map { "\"\($0)\"" + (isBegun ? "*" : "") }
            return "(" + words.joined(separator: " OR ") + ")"
        }
        return "{\(columns)} : (" + groups.joined(separator: " AND ") + ")"
    }
}
