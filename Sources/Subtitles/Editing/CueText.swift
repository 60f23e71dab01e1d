import Received

/// Changes of a cue’s text that leave the styles and the times of the words around them as they are.
extension Cue {
    /// Replaces a piece of the text’s UTF-8, which must begin and end between two letters. What is new has
    /// the style of the first letter that it replaces, or of the letter before it.
    package mutating func replace(_ range: Range<Int>, with replacement: String) {
        replace([range], with: replacement)
    }

    /// Replaces pieces of the text’s UTF-8, each with the same. They come in order and don’t overlap.
    package mutating func replace(_ ranges: [Range<Int>], with replacement: String) {
        let text = Cue.normalized(replacement)
        replace(ranges.map { Replacement(range: $0, text: text) })
    }

    /// A piece of the text’s UTF-8, and what comes in its place.
    struct Replacement {
        let range: Range<Int>
        let text: String

        /// By how many bytes the text becomes longer.
        var growth: Int { text.utf8.count - range.count }
    }

    /// Replaces pieces of the text, which come in order and don’t overlap. All of it costs what the text is long,
    /// however many pieces there are.
    mutating func replace(_ pieces: [Replacement]) {
        let spliced = spliced(pieces)
        guard !runs.isEmpty || !words.isEmpty else {
            text = spliced
            return
        }
        var change = 0
        var next = pieces[...]
        let runs = self.runs.map { run in
            while let piece = next.first, piece.range.upperBound <= run.end {
                change += piece.growth
                next.removeFirst()
            }
            guard let piece = next.first, piece.range.lowerBound < run.end else {
                return Run(end: run.end + change, style: run.style)
            }
            let end = piece.range.lowerBound + change + piece.text.utf8.count
            return Run(end: end, style: run.style)
        }
        change = 0
        next = pieces[...]
        let words = self.words.compactMap { word -> Word? in
            while let piece = next.first, piece.range.upperBound <= word.offset,
                piece.range.lowerBound < word.offset
            {
                change += piece.growth
                next.removeFirst()
            }
            if let piece = next.first, piece.range.lowerBound < word.offset { return nil }
            return Word(start: word.start, end: word.end, offset: word.offset + change)
        }
        text = spliced
        // Marks that came together and were too many are gone: nothing is where it was.
        guard text.utf8.count == spliced.utf8.count else { return }
        self.runs = runs
        self.words = Self.distinct(words, length: text.utf8.count)
    }

    /// Makes this the text. What both texts have at their beginnings and at their ends keeps its styles and
    /// its times.
    package mutating func edit(_ newText: String) {
        let new = Array(Cue.normalized(newText))
        let old = Array(text)
        guard new != old else { return }
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head,
            old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        let start = length(old[..<head])
        replace(
            start..<start + length(old[head..<old.count - tail]),
            with: String(new[head..<new.count - tail])
        )
        // Equal letters may be written with other bytes.
        if Array(text.utf8) != Array(Cue.normalized(newText).utf8) { text = newText }
    }

    /// A piece of the text with its styles and the times of its words, as a cue of its own.
    func slice(_ range: Range<Int>, start: MediaTime, end: MediaTime?) -> Cue {
        var part = Cue(start: start, end: end, text: piece(range))
        part.settingsText = settingsText
        part.kept = kept
        part.runs = runs.compactMap { run in
            guard run.end > range.lowerBound else { return nil }
            return Run(end: min(run.end, range.upperBound) - range.lowerBound, style: run.style)
        }
        var words = self.words.compactMap { word -> Word? in
            guard range.contains(word.offset) else { return nil }
            return Word(
                start: word.start,
                end: word.end,
                offset: word.offset - range.lowerBound
            )
        }
        // A part that begins in the middle of a word has a word there all the same.
        if let first = words.first, first.offset > 0 {
            words.insert(Word(start: start, offset: 0), at: 0)
        }
        part.words = words
        return part
    }

    /// Puts a text behind this one, with its styles and the times of its words.
    mutating func append(_ separator: String, _ other: Cue) {
        let place = text.utf8.count + separator.utf8.count
        var runs = self.runs
        if !runs.isEmpty || !other.runs.isEmpty {
            if runs.isEmpty { runs = [Run(end: text.utf8.count, style: Style())] }
            let isSame = runs.last?.style == other.runs.first?.style
            if isSame { runs[runs.count - 1].end = place }
            runs.append(Run(end: place, style: Style()))
            let others =
                other.runs.isEmpty
                ? [Run(end: other.text.utf8.count, style: Style())] : other.runs
            runs += others.map { Run(end: place + $0.end, style: $0.style) }
        }
        var words = self.words
        if !words.isEmpty || !other.words.isEmpty {
            if words.isEmpty { words = [Word(start: start, offset: 0)] }
            let others =
                other.words.isEmpty ? [Word(start: other.start, offset: 0)] : other.words
            words += others.map {
                Word(start: $0.start, end: $0.end, offset: place + $0.offset)
            }
        }
        text += separator + other.text
        self.runs = runs
        self.words = words
    }

    /// Moves all of the cue’s times.
    /// Whether it has new times; not if they would be out of bounds. A word that would be is left out.
    mutating func mapTimes(_ map: (MediaTime) -> MediaTime?) -> Bool {
        guard let newStart = map(start) else { return false }
        if let end {
            guard let newEnd = map(end) else { return false }
            self.end = newEnd
        }
        start = newStart
        guard !words.isEmpty else { return true }
        words = words.compactMap { word in
            map(word.start).map { Word(start: $0, end: word.end.flatMap(map), offset: word.offset) }
        }
        return true
    }

    func piece(_ range: Range<Int>) -> String {
        let bytes = text.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        let end = bytes.index(start, offsetBy: range.count)
        return String(text[start..<end])
    }

    private func spliced(_ pieces: [Replacement]) -> String {
        var spliced = ""
        var kept = text.startIndex
        var place = 0
        for piece in pieces {
            let start = text.utf8.index(kept, offsetBy: piece.range.lowerBound - place)
            spliced += text[kept..<start]
            spliced += piece.text
            kept = text.utf8.index(start, offsetBy: piece.range.count)
            place = piece.range.upperBound
        }
        return spliced + text[kept...]
    }

    private func length(_ letters: ArraySlice<Character>) -> Int {
        letters.reduce(0) { $0 + $1.utf8.count }
    }

    /// No two words at one place, and none behind the text.
    private static func distinct(_ words: [Word], length: Int) -> [Word] {
        words.indices.compactMap { index in
            let next = index + 1 < words.count ? words[index + 1].offset : length
            return words[index].offset < next ? words[index] : nil
        }
    }
}
