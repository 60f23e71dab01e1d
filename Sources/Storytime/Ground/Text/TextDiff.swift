import Quill

/// The differences between two texts, word by word: kept, removed, added.
///
/// The common beginning and end are set aside; between them the longest sequence of words that
/// both have is kept (Hunt and McIlroy's question, answered with the plain table). The audit log
/// shows the texts as one; people who edit the same record see them side by side.
struct TextDiff: Sendable, Equatable {
    enum Kind: String, Sendable {
        case kept, removed, added
    }

    struct Part: Sendable, Equatable {
        let kind: Kind
        var text: String
    }

    /// Between the common ends, this many words and marks are compared with each other: 90,000
    /// comparisons take less than a millisecond. Longer middles are marked as a whole.
    static let maximumWords = 300
    /// Shorter texts read better as "before → after".
    private static let shortestWorthwhile = 24

    let parts: [Part]

    init(_ before: String, _ after: String) {
        let old = Self.words(before)
        let new = Self.words(after)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = zip(old[start...].reversed(), new[start...].reversed())
        let end = rest.prefix { $0 == $1 }.count
        var parts: [Part] = []
        for word in old[..<start] { parts.add(.kept, word) }
        Self.compare(
            Array(old[start..<(old.count - end)]),
            Array(new[start..<(new.count - end)]),
            into: &parts
        )
        for word in old[(old.count - end)...] { parts.add(.kept, word) }
        self.parts = Self.gathered(parts)
    }

    /// Both texts as one; nil if "before → after" is better: for short texts, and for texts that
    /// have too little in common.
    var inOne: [Part]? {
        let kept = length { $0 == .kept }
        let longer = max(length { $0 != .added }, length { $0 != .removed })
        return longer >= Self.shortestWorthwhile && kept * 3 >= longer ? parts : nil
    }

    /// The first text, with the parts marked that only it has.
    var before: [DiffRun] { runs(of: .removed) }

    /// The second text, with the parts marked that only it has.
    var after: [DiffRun] { runs(of: .added) }

    private func length(_ isMeant: (Kind) -> Bool) -> Int {
        parts.reduce(0) { $0 + (isMeant($1.kind) ? $1.text.count : 0) }
    }

    /// One of the texts. Space only belongs to the change between changed words, or alone: a mark
    /// that ends with a space looks like a mistake.
    private func runs(of changed: Kind) -> [DiffRun] {
        var runs: [DiffRun] = []
        for part in parts where part.kind == .kept || part.kind == changed {
            let words = part.text.drop(while: \.isWhitespace)
            if part.kind == .kept || words.isEmpty {
                runs.add(part.text[...], isChanged: part.kind == changed)
                continue
            }
            let spaces = words.reversed().prefix(while: \.isWhitespace).count
            runs.add(part.text[..<words.startIndex], isChanged: false)
            runs.add(words.dropLast(spaces), isChanged: true)
            runs.add(words.suffix(spaces), isChanged: false)
        }
        return runs
    }

    // MARK: Comparing

    /// Joins changes that have only spaces between them: "big red" → "small blue" is easier to
    /// read than two separate words.
    private static func gathered(_ parts: [Part]) -> [Part] {
        var gathered: [Part] = []
        var removed = ""
        var added = ""
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part.kind {
            case .removed: removed += part.text
            case .added: added += part.text
            case .kept
            where part.text.allSatisfy(\.isWhitespace) && !isLast
                && !(removed.isEmpty && added.isEmpty):
                removed += part.text
                added += part.text
            case .kept:
                gathered.add(removed, added)
                (removed, added) = ("", "")
                gathered.append(part)
            }
        }
        gathered.add(removed, added)
        return gathered
    }

    /// The longest common subsequence of two lists of words, walked from the front.
    private static func compare(_ old: [Word], _ new: [Word], into parts: inout [Part]) {
        guard max(old.count, new.count) <= maximumWords else {
            for word in old { parts.add(.removed, word) }
            for word in new { parts.add(.added, word) }
            return
        }
        // The length of what old[i...] and new[j...] have in common is at i * width + j.
        let width = new.count + 1
        var common = [UInt16](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                let place = i * width + j
                common[place] =
                    old[i] == new[j]
                    ? common[place + width + 1] + 1
                    : max(common[place + width], common[place + 1])
            }
        }
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            let place = i * width + j
            if i < old.count, j < new.count, old[i] == new[j] {
                parts.add(.kept, old[i])
                (i, j) = (i + 1, j + 1)
            } else if i < old.count,
                j == new.count || common[place + width] >= common[place + 1]
            {
                parts.add(.removed, old[i])
                i += 1
            } else {
                parts.add(.added, new[j])
                j += 1
            }
        }
    }

    /// A word. Words are equal only if all bytes are: an accented letter and the same letter in
    /// two parts are a change that somebody made.
    fileprivate struct Word: Equatable {
        let text: Substring

        static func == (one: Word, other: Word) -> Bool {
            one.text.utf8.elementsEqual(other.text.utf8)
        }
    }

    /// The words, and each space or mark between them; joined they are the text again.
    private static func words(_ text: String) -> [Word] {
        var words: [Word] = []
        var rest = text[...]
        while let first = rest.first {
            let isWord = first.isLetter || first.isNumber
            let length = isWord ? rest.prefix { $0.isLetter || $0.isNumber }.count : 1
            words.append(Word(text: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return words
    }
}

extension [TextDiff.Part] {
    /// Adds a word to the last part, or as a new part if its kind differs.
    fileprivate mutating func add(_ kind: TextDiff.Kind, _ word: TextDiff.Word) {
        if last?.kind == kind {
            self[count - 1].text += word.text
        } else {
            append(TextDiff.Part(kind: kind, text: String(word.text)))
        }
    }

    /// Adds removed and added text, unless they are empty.
    fileprivate mutating func add(_ removed: String, _ added: String) {
        if !removed.isEmpty { append(TextDiff.Part(kind: .removed, text: removed)) }
        if !added.isEmpty { append(TextDiff.Part(kind: .added, text: added)) }
    }
}

extension TextDiff.Part: Record {
    static let fields: [Field<TextDiff.Part>] = [
        .text("kind") { $0.kind.rawValue },
        .text("text") { $0.text },
    ]
}

/// A piece of one of two versions.
struct DiffRun: Record, Equatable {
    var text: String
    /// Whether the other version doesn't have it.
    let isChanged: Bool

    static let fields: [Field<DiffRun>] = [
        .text("text") { $0.text },
        .bool("is_changed") { $0.isChanged },
    ]
}

extension [DiffRun] {
    /// Adds text to the last run, or as a new one if only one of the two is changed.
    fileprivate mutating func add(_ text: Substring, isChanged: Bool) {
        if text.isEmpty { return }
        if last?.isChanged == isChanged {
            self[count - 1].text += text
        } else {
            append(DiffRun(text: String(text), isChanged: isChanged))
        }
    }
}
