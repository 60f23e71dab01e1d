/// Words that somebody typed to find something, in the form for the search indexes.
struct SearchWords: Sendable, Equatable {
    /// Nobody types a longer search.
    static let maximumLength = 200

    /// As typed.
    let text: String
    /// The words to look for, without case and accents.
    let terms: [String]

    init(_ text: String) {
        self.text = String(text.prefix(Self.maximumLength))
        terms = Folding.fold(self.text).unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        }.map { String($0) }
    }

    /// As typed; empty if it is only spaces.
    var shown: String { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "" : text }

    /// Whether nothing is left to look for.
    var isEmpty: Bool { terms.isEmpty }

    /// Whether something was typed that is in nothing: signs, without a letter or a digit.
    var isImpossible: Bool { terms.isEmpty && !shown.isEmpty }

    /// What was looked for in place of mistyped words, to be shown; nil if nothing was.
    static func corrections(_ spellings: [String: [String]]) -> String? {
        guard !spellings.isEmpty else { return nil }
        return spellings.sorted { $0.key < $1.key }
            .map { $0.value.map { "“\($0)”" }.joined(separator: " or ") }
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
