import Received

/// When a word begins, and when it ends if it isn’t when the next one begins.
package struct Word: Equatable, Sendable {
    package var start: MediaTime
    package var end: MediaTime?
    /// Where it begins in the UTF-8 of the cue’s text. It goes on to the next word.
    package var offset: Int

    package init(start: MediaTime, end: MediaTime? = nil, offset: Int) {
        self.start = start
        self.end = end
        self.offset = offset
    }
}

/// Makes words of the times that stand in a text. A time with another directly behind it, or with
/// nothing, is the end of the word before.
struct WordBuilder {
    private var words: [Word] = []

    var isEmpty: Bool { words.isEmpty }
    var lastTime: MediaTime? { words.last?.start }

    mutating func add(_ time: MediaTime, at offset: Int) {
        if let last = words.last, last.offset == offset {
            words.removeLast()
            if !words.isEmpty { words[words.count - 1].end = last.start }
        }
        words.append(Word(start: time, offset: offset))
    }

    /// A word whose end is known already.
    mutating func add(_ time: MediaTime, until end: MediaTime?, at offset: Int) {
        if words.last?.offset == offset { words.removeLast() }
        words.append(Word(start: time, end: end, offset: offset))
    }

    /// The words of a text of this length. What stands before the first time begins with the cue.
    consuming func finish(cueStart: MediaTime, length: Int) -> [Word] {
        guard let first = words.first else { return [] }
        if first.offset > 0 { words.insert(Word(start: cueStart, offset: 0), at: 0) }
        while let last = words.last, last.offset >= length {
            words.removeLast()
            if !words.isEmpty { words[words.count - 1].end = last.start }
        }
        for index in words.indices.dropLast() where words[index].end == words[index + 1].start {
            words[index].end = nil
        }
        return words
    }
}
