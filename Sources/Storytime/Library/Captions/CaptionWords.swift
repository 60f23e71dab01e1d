import SQLite

/// A cue with words that somebody looks for, its track and its video.
struct CaptionHit: Sendable {
    let cue: CaptionCue
    let summary: CaptionSummary
}

/// Words that somebody looks for in all captions, or in those of one language.
struct CaptionWords: Sendable {
    /// Matches are only counted up to this number.
    static let mostCounted = 1000
    /// Fewer letters stand for no beginning of a word: too many words have it.
    static let fewestLetters = 3

    let words: SearchWords
    var language: String?

    /// Whether the last word may be the beginning of one.
    var isLastBegun: Bool { (words.terms.last?.count ?? 0) >= Self.fewestLetters }

    fileprivate var expression: String? {
        guard let found = words.expression(in: "words", isLastBegun: isLastBegun) else {
            return nil
        }
        guard let language else { return found }
        return "\(found) AND facets : \"\(CaptionTrack.facet(language: language))\""
    }

    /// The text in pieces: the words that were looked for, and what is between them.
    func pieces(of text: String) -> [TextPiece] {
        var pieces: [TextPiece] = []
        func add(_ part: some StringProtocol, isHit: Bool) {
            if pieces.last?.isHit == isHit {
                pieces[pieces.count - 1].text += part
            } else if !part.isEmpty {
                pieces.append(TextPiece(text: String(part), isHit: isHit))
            }
        }
        var rest = text[...]
        while let first = rest.first {
            let isWord = Self.isInWord(first)
            let part = rest.prefix { Self.isInWord($0) == isWord }
            add(part, isHit: isWord && isHit(part))
            rest = rest[part.endIndex...]
        }
        return pieces
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    private func isHit(_ word: Substring) -> Bool {
        let folded = Folding.fold(String(word))
        if words.terms.contains(folded) { return true }
        guard isLastBegun, let last = words.terms.last else { return false }
        return folded.hasPrefix(last)
    }
}

/// A part of a text that was found, or what stands beside it.
struct TextPiece: Sendable, Equatable {
    var text: String
    let isHit: Bool
}

/// Finds cues by their words. The index is walked in the order of cues, those of the oldest track first,
/// and only as far as a page needs: ranking would read every match, and a common word is in most cues.
extension CaptionList {
    /// How many cues have the words; at most one more than are counted.
    func count(_ words: CaptionWords) throws -> Int {
        guard let expression = words.expression else { return 0 }
        return try database.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM caption_words
                WHERE caption_words MATCH \(expression) LIMIT \(CaptionWords.mostCounted + 1))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The first cues with the words, or those after one.
    func hits(_ words: CaptionWords, after last: Int, limit: Int) throws -> [CaptionHit] {
        guard let expression = words.expression else { return [] }
        let found = try database.all(
            """
            SELECT c.id, c.position, c.start_ms, c.end_ms, c.text, c.track_id
            FROM (SELECT rowid AS cue FROM caption_words
                WHERE caption_words MATCH \(expression) AND rowid > \(last)
                ORDER BY rowid LIMIT \(limit)) AS m
            CROSS JOIN caption_cues AS c ON c.id = m.cue
            """
        ) { (cue: try CaptionCue($0), track: try $0.int(5)) }
        let ids = Set(found.map(\.track)).sorted()
        guard !ids.isEmpty else { return [] }
        let tracks = try database.all(
            "SELECT \(sql: CaptionTrack.columns) FROM caption_tracks WHERE id IN \(list: ids)",
            CaptionTrack.init
        )
        let byID = Dictionary(
            uniqueKeysWithValues: try summaries(tracks).map { ($0.track.id.value, $0) }
        )
        return found.compactMap { row in
            byID[row.track].map { CaptionHit(cue: row.cue, summary: $0) }
        }
    }
}
