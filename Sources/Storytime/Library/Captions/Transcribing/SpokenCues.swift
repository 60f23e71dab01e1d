import Received
import Subtitles

/// Divides speech into cues that can be read: at pauses, at the ends of sentences, and before a cue gets
/// too long for two lines or too long to look at.
enum SpokenCues {
    /// Two lines of 42 characters, as most guides for subtitles have it.
    private static let longestLine = 42
    private static let mostCharacters = 2 * longestLine
    private static let longest: MediaTime = 6_000
    /// Who pauses so long has finished something.
    private static let pause: MediaTime = 700
    /// A shorter sentence stays with the next one.
    private static let shortestSentence = 20

    static func cues(of segment: Transcript.Segment) -> [Cue] {
        guard !segment.words.isEmpty, let places = Places(segment) else {
            let end = max(segment.end, segment.start + 1)
            return [Cue(start: segment.start, end: end, text: inLines(segment.text))]
        }
        var cues: [Cue] = []
        var first = 0
        for index in 1...segment.words.count {
            let isLast = index == segment.words.count
            if isLast || ends(before: index, from: first, segment.words, places) {
                cues.append(cue(first..<index, segment.words, places))
                first = index
            }
        }
        return cues
    }

    private static func ends(
        before index: Int,
        from first: Int,
        _ words: [Transcript.SpokenWord],
        _ places: Places
    ) -> Bool {
        if words[index].start - words[index - 1].end >= pause { return true }
        if words[index].end - words[first].start > longest { return true }
        if places.text(first...index).count > mostCharacters { return true }
        let said = places.text(first...index - 1)
        return said.count >= shortestSentence && said.last.map { ".!?…。！？".contains($0) } == true
    }

    private static func cue(
        _ range: Range<Int>,
        _ words: [Transcript.SpokenWord],
        _ places: Places
    ) -> Cue {
        let text = places.text(range.lowerBound...range.upperBound - 1)
        let start = words[range.lowerBound].start
        let end = max(words[range.upperBound - 1].end, start + 1)
        var cue = Cue(start: start, end: end, text: inLines(text))
        let origin = places.starts[range.lowerBound]
        cue.words = range.map { Word(start: words[$0].start, offset: places.starts[$0] - origin) }
        return cue
    }

    /// In two lines, if one is too long: broken at the space nearest to the middle, so that every letter
    /// keeps its place.
    private static func inLines(_ text: String) -> String {
        let count = text.count
        guard count > longestLine else { return text }
        let spaces = zip(text.indices, 0...).filter { text[$0.0] == " " }
        let nearest = spaces.min { ($0.1 - count / 2).magnitude < ($1.1 - count / 2).magnitude }
        guard let place = nearest?.0 else { return text }
        return text[..<place] + "\n" + text[text.index(after: place)...]
    }

    /// Where the words of a segment stand in its text, which has the punctuation that words lack.
    private struct Places {
        private let text: String
        /// In the UTF-8 of the text.
        let starts: [Int]

        /// No word is as long, and looking for one costs its length at each letter of the text.
        private static let mostBytesOfWord = 256

        /// Nil if the text has other words.
        init?(_ segment: Transcript.Segment) {
            text = segment.text
            var rest = segment.text[...]
            var starts: [Int] = []
            for word in segment.words {
                guard word.text.utf8.count <= Self.mostBytesOfWord,
                    let found = rest.firstRange(of: word.text)
                else { return nil }
                starts.append(
                    segment.text.utf8.distance(from: text.startIndex, to: found.lowerBound)
                )
                rest = rest[found.upperBound...]
            }
            // A quotation mark before the first word belongs to it.
            if !starts.isEmpty { starts[0] = 0 }
            self.starts = starts
        }

        /// What is said by these words, up to the next one.
        func text(_ range: ClosedRange<Int>) -> String {
            let end = range.upperBound + 1 < starts.count ? starts[range.upperBound + 1] : nil
            let bytes = text.utf8
            let from = bytes.index(bytes.startIndex, offsetBy: starts[range.lowerBound])
            let to = end.map { bytes.index(bytes.startIndex, offsetBy: $0) } ?? text.endIndex
            var said = text[from..<to]
            while said.last?.isWhitespace == true { said.removeLast() }
            return String(said)
        }
    }
}
