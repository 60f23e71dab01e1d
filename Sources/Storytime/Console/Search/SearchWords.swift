/// Words that somebody typed to find something, as the search indexes understand them.
struct SearchWords: Sendable, Equatable {
    /// A search of more than this is not one that a person types.
    static let maximumLength = 200

    /// As typed.
    let text: String
    /// What is looked for: words without case and accents.
    let terms: [String]

    init(_ text: String) {
        self.text = String(text.prefix(Self.maximumLength))
        terms = Folding.fold(self.text).unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        }.map { String($0) }
    }

    /// As typed; nothing where it is nothing but spaces.
    var shown: String { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "" : text }

    /// Whether nothing is left to look for.
    var isEmpty: Bool { terms.isEmpty }

    /// The expression that finds them in columns of an FTS5 table; nil when there are none.
    ///
    /// Each word is quoted, so that nothing in it is taken for FTS5's own syntax (sqlite.org/fts5.html
    /// §3); all must occur, the last one may be the beginning of a word unless it must be whole. In place of a word that has
    /// other spellings, any of those may occur.
    func expression(
        in columns: String,
        spelled spellings: [String: [String]] = [:],
        isLastBegun: Bool = true
    ) -> String? {
        guard !terms.isEmpty else { return nil }
        guard !spellings.isEmpty else {
            let words = terms.map { "\"\($0)\"" }.joined(separator: " ")
            return "{\(columns)} : (" + words + (isLastBegun ? "*)" : ")")
        }
        let groups = terms.enumerated().map { index, term in
            let isBegun = isLastBegun && index == terms.count - 1 && spellings[term] == nil
            let words = (spellings[term] ?? [term]).map { "\"\($0)\"" + (isBegun ? "*" : "") }
            return "(" + words.joined(separator: " OR ") + ")"
        }
        return "{\(columns)} : (" + groups.joined(separator: " AND ") + ")"
    }
}
