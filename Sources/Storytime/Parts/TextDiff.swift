import Quill

/// Two versions of a text, each cut into what both have and what it has alone.
///
/// The longest sequence of words that both have is kept (Hunt and McIlroy's question, answered
/// with the plain table); what is left is marked. People compare names and descriptions with it.
struct TextDiff: Sendable, Equatable {
    /// The table has a cell of two bytes for each pair of words: 1.3 MB for two long descriptions.
    static let maximumWords = 800

    let before: [DiffRun]
    let after: [DiffRun]

    init(_ before: String, _ after: String) {
        let old = Self.words(before)
        let new = Self.words(after)
        guard old.count <= Self.maximumWords, new.count <= Self.maximumWords else {
            self.before = [DiffRun(text: before, isChanged: true)]
            self.after = [DiffRun(text: after, isChanged: true)]
            return
        }
        let kept = Self.common(old, new)
        self.before = Self.runs(old, kept: Set(kept.map(\.old)))
        self.after = Self.runs(new, kept: Set(kept.map(\.new)))
    }

    /// Words, and each character between them for itself.
    static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            if !isPartOfWord(text[index]) {
                if start < index { words.append(text[start..<index]) }
                words.append(text[index..<next])
                start = next
            }
            index = next
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    /// The places of the longest common sequence, in order.
    private static func common(_ old: [Substring], _ new: [Substring]) -> [(old: Int, new: Int)] {
        let width = new.count + 1
        // The length of the longest sequence of old[i...] and new[j...].
        var lengths = [UInt16](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i * width + j] =
                    old[i] == new[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var kept: [(old: Int, new: Int)] = []
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if old[i] == new[j] {
                kept.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return kept
    }

    /// Joins neighbours. Space belongs to the change only between two changed words: a mark that
    /// ends with a space looks like a mistake.
    private static func runs(_ words: [Substring], kept: Set<Int>) -> [DiffRun] {
        let isChanged = { (index: Int) in words.indices.contains(index) && !kept.contains(index) }
        var runs: [DiffRun] = []
        for (index, word) in words.enumerated() {
            let isSpace = word.allSatisfy(\.isWhitespace)
            let isChanged =
                isSpace ? isChanged(index - 1) && isChanged(index + 1) : isChanged(index)
            if let last = runs.last, last.isChanged == isChanged {
                runs[runs.count - 1] = DiffRun(text: last.text + word, isChanged: isChanged)
            } else {
                runs.append(DiffRun(text: String(word), isChanged: isChanged))
            }
        }
        return runs
    }
}

/// A piece of one of two versions.
struct DiffRun: Record, Equatable {
    let text: String
    /// The other version doesn't have it.
    let isChanged: Bool

    static let fields: [Field<DiffRun>] = [
        .text("text") { $0.text },
        .bool("is_changed") { $0.isChanged },
    ]
}
