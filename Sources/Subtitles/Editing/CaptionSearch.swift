/// A word or a phrase to look for in captions.
package struct CaptionSearch: Equatable, Sendable {
    package var phrase: String
    package var matchesCase: Bool
    package var wholeWords: Bool

    package init(_ phrase: String, matchesCase: Bool = false, wholeWords: Bool = false) {
        self.phrase = phrase
        self.matchesCase = matchesCase
        self.wholeWords = wholeWords
    }

    /// Where it is in a text, in UTF-8, from its beginning to its end and without overlaps.
    package func ranges(in text: String) -> [Range<Int>] {
        let wanted = letters(phrase)
        let letters = letters(text)
        guard !wanted.isEmpty, letters.count >= wanted.count else { return [] }
        let lengths = text.map { $0.utf8.count }
        var ranges: [Range<Int>] = []
        var offset = 0
        var index = 0
        while index < letters.count {
            let end = index + wanted.count
            guard end <= letters.count, letters[index..<end].elementsEqual(wanted),
                !wholeWords || isWhole(letters, index..<end)
            else {
                offset += lengths[index]
                index += 1
                continue
            }
            let length = lengths[index..<end].reduce(0, +)
            ranges.append(offset..<offset + length)
            offset += length
            index = end
        }
        return ranges
    }

    private func letters(_ text: String) -> [String] {
        text.map { matchesCase ? String($0) : $0.lowercased() }
    }

    private func isWhole(_ letters: [String], _ range: Range<Int>) -> Bool {
        !(range.lowerBound > 0 && Self.isPartOfWord(letters[range.lowerBound - 1])
            && Self.isPartOfWord(letters[range.lowerBound]))
            && !(range.upperBound < letters.count && Self.isPartOfWord(letters[range.upperBound])
                && Self.isPartOfWord(letters[range.upperBound - 1]))
    }

    private static func isPartOfWord(_ letter: String) -> Bool {
        letter.first.map { $0.isLetter || $0.isNumber } ?? false
    }
}

extension Captions {
    /// The cues that have the phrase, by their places, and how often.
    package func found(_ search: CaptionSearch) -> [(cue: Int, count: Int)] {
        cues.indices.compactMap { index in
            let count = search.ranges(in: cues[index].text).count
            return count > 0 ? (index, count) : nil
        }
    }

    /// Everything that is found becomes this, in the style that it had.
    package func replacing(_ search: CaptionSearch, with replacement: String) -> Captions {
        var result = self
        for index in cues.indices {
            let ranges = search.ranges(in: cues[index].text)
            if !ranges.isEmpty { result.cues[index].replace(ranges, with: replacement) }
        }
        return result
    }
}
