import Quill

/// How one text became another, word by word: what stayed, what went, what came.
struct WordDifference: Sendable, Equatable {
    enum Kind: String, Sendable {
        case kept, removed, added
    }

    struct Part: Sendable, Equatable {
        let kind: Kind
        var text: String
    }

    /// Between the ends that are alike, so many words and marks are compared with each other:
    /// 90,000 comparisons take less than a millisecond.
    private static let wordLimit = 300
    /// Shorter texts read better as "before → after".
    private static let shortestWorthwhile = 24

    let parts: [Part]

    /// Nil where "before → after" says it better: for short texts, and for texts that have too
    /// little in common.
    init?(from before: String, to after: String) {
        guard max(before.count, after.count) >= Self.shortestWorthwhile else { return nil }
        let old = Self.words(before)
        let new = Self.words(after)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = zip(old[start...].reversed(), new[start...].reversed())
        let end = rest.prefix { $0 == $1 }.count
        let oldMiddle = Array(old[start..<(old.count - end)])
        let newMiddle = Array(new[start..<(new.count - end)])
        guard max(oldMiddle.count, newMiddle.count) <= Self.wordLimit else { return nil }

        var parts: [Part] = []
        for word in old[..<start] { parts.add(.kept, word) }
        Self.compare(oldMiddle, newMiddle, into: &parts)
        for word in old[(old.count - end)...] { parts.add(.kept, word) }
        let kept = parts.filter { $0.kind == .kept }.reduce(0) { $0 + $1.text.count }
        guard kept * 3 >= max(before.count, after.count) else { return nil }
        self.parts = Self.gathered(parts)
    }

    /// Changes with nothing but spaces between them, taken together: "big red" became "small
    /// blue" is read more easily than two words that each became another.
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
        // What old[i...] and new[j...] have in common is at i * width + j.
        let width = new.count + 1
        var common = [Int](repeating: 0, count: (old.count + 1) * width)
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

    /// A word. Words are alike in every byte or not at all: an accented letter and the same one in
    /// two parts are a change that somebody made.
    fileprivate struct Word: Equatable {
        let text: Substring

        static func == (one: Word, other: Word) -> Bool {
            one.text.utf8.elementsEqual(other.text.utf8)
        }
    }

    /// Words, and each space or mark between them by itself: joined they are the text again.
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

extension [WordDifference.Part] {
    /// Adds a word to the last part, or as a new one where the kind is another.
    fileprivate mutating func add(_ kind: WordDifference.Kind, _ word: WordDifference.Word) {
        if last?.kind == kind {
            self[count - 1].text += word.text
        } else {
            append(WordDifference.Part(kind: kind, text: String(word.text)))
        }
    }
}

extension [WordDifference.Part] {
    /// Adds what went and what came, where there is any.
    fileprivate mutating func add(_ removed: String, _ added: String) {
        if !removed.isEmpty { append(WordDifference.Part(kind: .removed, text: removed)) }
        if !added.isEmpty { append(WordDifference.Part(kind: .added, text: added)) }
    }
}

extension WordDifference.Part: Record {
    static let fields: [Field<WordDifference.Part>] = [
        .text("kind") { $0.kind.rawValue },
        .text("text") { $0.text },
    ]
}
