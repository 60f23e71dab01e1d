/// Texts that cost much more than others where somebody compares, hashes or cuts them without care.
enum CostlyText: String, CaseIterable, Sendable {
    /// One letter under marks of alternating classes, which sorting takes n² steps for.
    case heap
    /// What is taken: letters under as many marks as may be, families of emoji, flags, syllables in their
    /// parts, and what separates the parts of headers, paths and rows.
    case mixture
    /// Heaps that something parts which readers take out: what folding drops, tags, brackets, escapes, quotes.
    case ignored, tagged, bracketed, escaped, quoted, numbered, controlled
    /// One character of as many parts as there is room for.
    case joined, syllable, flags, prefixed, varied, conjunct
    /// One line of what separates, opens or ends something.
    case plain, lineEnds, spaces, quotes, opening, unclosed, ampersands, colons, slashes

    /// Those that every route gets in every place.
    static let ofRoutes: [Self] = [.heap, .mixture]

    /// The text, of about so many bytes.
    func text(bytes: Int) -> String {
        switch self {
        case .mixture:
            Self.parts.map { part in
                String(repeating: part, count: max(1, bytes / Self.parts.count / part.utf8.count))
            }.joined()
        case .heap, .ignored, .tagged, .bracketed, .escaped, .quoted, .numbered, .controlled,
            .varied:
            "a" + repeated(bytes)
        default: repeated(bytes)
        }
    }

    private func repeated(_ bytes: Int) -> String {
        String(repeating: piece, count: max(1, bytes / piece.utf8.count))
    }

    private var piece: String {
        let marks = String(repeating: "\u{301}\u{316}", count: 50)
        return switch self {
        case .mixture, .plain: "a"
        case .heap: "\u{301}\u{316}"
        case .ignored: marks + "\u{200D}\u{34F}"
        case .tagged: marks + "<b></b>"
        case .bracketed: marks + "<00:01.00>"
        case .escaped: marks + "\\"
        case .quoted: marks + "\"\""
        case .numbered: "&#x301;&#x316;"
        case .controlled: marks + "\u{7}"
        case .joined: "👩\u{200D}"
        case .syllable: "\u{1100}"
        case .flags: "🇸"
        case .prefixed: "\u{600}"
        case .varied: "\u{FE0F}"
        case .conjunct: "\u{915}\u{94D}"
        case .lineEnds: "\r\n"
        case .spaces: " "
        case .quotes: "\""
        case .opening: "<"
        case .unclosed: "<b "
        case .ampersands: "&"
        case .colons: ":"
        case .slashes: "/"
        }
    }

    private static let parts = [
        "a" + String(repeating: "\u{301}\u{316}", count: 60), "👩\u{200D}", "🇸🇪",
        "\u{1112}\u{1161}\u{11AB}",
        "\u{1100}", "\u{93F}\u{915}", "ß\u{130}", " ", ",", ";", "/", "-", "%41", "\\", "=\"",
    ]
}
