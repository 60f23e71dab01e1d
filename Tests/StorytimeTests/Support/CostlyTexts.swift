/// Texts that cost much more than others where somebody compares, hashes or cuts them without care.
enum CostlyText: String, CaseIterable, Sendable {
    /// One letter under marks of alternating classes, which sorting takes n² steps for.
    case heap
    /// What is taken: letters under as many marks as may be, families of emoji, flags, syllables in their
    /// parts, and what separates the parts of headers, paths and rows.
    case mixture

    /// The text, of about so many bytes.
    func text(bytes: Int) -> String {
        switch self {
        case .heap: "a" + String(repeating: "\u{301}\u{316}", count: bytes / 4)
        case .mixture:
            Self.parts.map { part in
                String(repeating: part, count: max(1, bytes / Self.parts.count / part.utf8.count))
            }.joined()
        }
    }

    private static let parts = [
        "a" + String(repeating: "\u{301}\u{316}", count: 60), "👩\u{200D}", "🇸🇪",
        "\u{1112}\u{1161}\u{11AB}",
        "\u{1100}", "\u{93F}\u{915}", "ß\u{130}", " ", ",", ";", "/", "-", "%41", "\\", "=\"",
    ]
}
