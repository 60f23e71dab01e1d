/// The name of a language for computers: "en", "pt-BR", "zh-Hant-TW" (BCP 47, RFC 5646).
///
/// A tag must be well-formed according to the grammar of §2.1, without duplicate variants or
/// extensions (§2.2.9). Whether its parts are registered is not checked, because the registry
/// grows. But the languages of four to eight letters for which the grammar leaves room are
/// refused: none was ever registered (§2.2.1), and people who write "english" mean "en".
struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// §4.4.1 asks for room for 35 characters, enough for every sensible tag.
    static let maximumLength = 35
    /// Every tag matches this, or is empty. Not everything that matches is a tag.
    static let pattern = "^([A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*)?$"

    /// The tag in its canonical case (§2.1.1).
    let text: String
    /// The first part: a language, or `x` or `i` in tags that have none.
    let language: String
    let script: String?
    let region: String?
    /// Extended languages, variants, extensions and private use, one by one.
    let others: [String]

    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        var grammar = LanguageTagGrammar(text.lowercased())
        guard grammar.isWellFormed() else { return nil }
        self.text = Self.canonicalCase(grammar.subtags)
        language = grammar.language
        script = grammar.script?.capitalizedASCII
        region = grammar.region?.uppercased()
        others = grammar.others
    }

    var description: String { text }

    /// The English name: "Portuguese (Brazil)"; nil if the language has no name here.
    var name: String? {
        guard let name = LanguageNames.language(language) else { return nil }
        let script = script.map { LanguageNames.script($0) ?? $0 }
        let region = region.map { LanguageNames.region($0) ?? $0 }
        let details = [script, region].compactMap(\.self) + others
        return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }

    /// The English name of a tag; nil if it isn't one, or its language has no name here.
    static func name(of text: String) -> String? { LanguageTag(text)?.name }

    /// How a language that is kept is called on pages: "und" is none that anybody knows (BCP 47 §4.1), and a
    /// tag without a name stands for itself.
    static func shownName(of text: String) -> String {
        text == "und" ? "Unknown language" : name(of: text) ?? text
    }

    /// §2.1.1: small letters; but after the first part, and before the first part of one letter,
    /// two letters are capitals and four begin with one.
    private static func canonicalCase(_ subtags: [String]) -> String {
        var isPlain = false
        let parts = subtags.enumerated().map { index, subtag in
            if index == 0 { isPlain = subtag.utf8.count > 1 }
            defer { isPlain = isPlain && subtag.utf8.count > 1 }
            guard index > 0, isPlain else { return subtag }
            return switch subtag.utf8.count {
            case 2: subtag.uppercased()
            case 4: subtag.capitalizedASCII
            default: subtag
            }
        }
        return parts.joined(separator: "-")
    }
}

extension String {
    /// With a capital first letter.
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
