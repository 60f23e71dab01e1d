/// Which column of a file says what of a word.
struct WordColumns: Sendable, Equatable {
    enum Role: CaseIterable {
        case term, meaning, context, notes, language, child, state, book, track, seconds

        /// What files call it, as `ImportColumn.key` writes it.
        fileprivate var names: Set<String> {
            switch self {
            case .term:
                [
                    "term", "word", "front", "expression", "kanji", "hanzi", "vocab", "vocabulary",
                    "headword", "wort", "vokabel", "mot", "palabra", "parola", "単語",
                ]
            case .meaning:
                [
                    "meaning", "back", "translation", "definition", "gloss", "bedeutung",
                    "ubersetzung", "traduction", "traduccion", "significado", "意味",
                ]
            case .context: ["context", "sentence", "example", "satz", "beispiel", "phrase", "例文"]
            case .notes: ["notes", "note", "comment", "extra", "notizen"]
            case .language: ["language", "lang", "sprache", "langue"]
            case .child: ["child", "kind"]
            case .state: ["state", "status"]
            case .book: ["bookid"]
            case .track: ["track"]
            case .seconds: ["seconds"]
            }
        }
    }

    /// What decks have besides, and what is neither a word nor its meaning.
    private static let others: Set<String> = [
        "reading", "kana", "hiragana", "katakana", "furigana", "romaji", "pinyin", "pronunciation",
        "ipa", "pos", "partofspeech", "wordclass", "gender", "audio", "sound", "image", "picture",
        "guid", "id", "index", "notetype", "deck", "tags", "frequency", "level",
    ]

    private var places: [Role: Int] = [:]
    /// The names of the columns that say nothing of a word.
    private(set) var leftOut: [String] = []

    /// By the headings of a file; nil if none of them says which are the words.
    init?(headings: [String]) {
        self.init(named: headings.map(ImportColumn.key), special: [])
        guard places[.term] != nil else { return nil }
        noteLeftOut(headings, special: [:])
    }

    /// Of a table that doesn’t name its columns: the word comes first, and then its meaning. Nil if one of
    /// these cells looks like a name.
    init?(unnamed cells: [String]) {
        let keys = cells.map(ImportColumn.key)
        let isName = Role.allCases.contains { !$0.names.isDisjoint(with: keys) }
        guard cells.count > 1, !isName else { return nil }
        places = [.term: 0, .meaning: 1]
    }

    /// By the names at the top of a text for Anki, if it has any. A word whose column has a name that nobody
    /// knows is in the first one that is nothing else, and so is a meaning.
    init(of head: AnkiHead) {
        let names = (head.columns ?? []).map(ImportColumn.key)
        self.init(named: names, special: Set(head.special.keys))
        var free = names.indices.filter { index in
            head.special[index] == nil && !places.values.contains(index)
        }
        let isOther = { (index: Int) in Self.others.contains(names[index]) }
        if places[.term] == nil, let word = free.first(where: { !isOther($0) }) ?? free.first {
            places[.term] = word
            free.removeAll { $0 == word }
        }
        guard places[.term] != nil else {
            // Without names, the front of a card comes first, and then its back.
            let fields = (0..<head.special.count + 2).filter { head.special[$0] == nil }
            places = [.term: fields[0], .meaning: fields[1]]
            noteLeftOut(head.columns ?? [], special: head.special)
            return
        }
        places[.meaning] = places[.meaning] ?? free.first { !isOther($0) }
        noteLeftOut(head.columns ?? [], special: head.special)
    }

    private init(named names: [String], special: Set<Int>) {
        for role in Role.allCases {
            places[role] = names.indices.first {
                !special.contains($0) && role.names.contains(names[$0])
            }
        }
    }

    /// Those of Anki’s own are called what Anki calls them, unless they have a name.
    private mutating func noteLeftOut(_ names: [String], special: [Int: String]) {
        let used = Set(places.values)
        let count = max(names.count, (special.keys.max() ?? -1) + 1)
        leftOut = (0..<count).filter { !used.contains($0) }.compactMap { index in
            let name = index < names.count ? PlainText.trimmed(names[index]) : ""
            return name.isEmpty ? special[index] : name
        }
    }

    /// What a row says; empty if the file has no such column.
    func text(_ role: Role, in row: CSVRow) -> String { places[role].map { row[$0] } ?? "" }
}
