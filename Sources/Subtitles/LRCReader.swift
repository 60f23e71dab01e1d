import Received

/// Reads lyrics: LRC, and its enhanced form with times in front of words.
struct LRCReader {
    private let bytes: Bytes
    private let limit: Int
    private var lines: Lines
    private var captions = Captions(format: .lrc)
    /// Every timed line, the empty ones too: those only say when the one before ends.
    private var cues: [Cue] = []
    private var isSorted = true
    /// What is subtracted from every time.
    private var offset = MediaTime.zero
    /// Whether a letter had too many marks once the times between them were gone.
    private var hasCut = false

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        var reader = LRCReader(bytes: bytes, limit: limit, lines: Lines(bytes))
        try reader.read(&problems)
        return reader.captions
    }

    static func startsWithTime(_ bytes: Bytes, _ line: Range<Int>) -> Bool {
        var index = line.lowerBound
        return time(bytes, &index, before: line.upperBound, close: UInt8(ascii: "]")) != nil
    }

    /// `[mm:ss.xx]` or `<mm:ss.xx>`: any number of minutes, one or two digits of seconds, any fraction.
    private static func time(_ bytes: Bytes, _ index: inout Int, before end: Int, close: UInt8)
        -> MediaTime?
    {
        let open = close == UInt8(ascii: "]") ? UInt8(ascii: "[") : UInt8(ascii: "<")
        var place = index
        guard place < end, bytes[place] == open else { return nil }
        place += 1
        guard let minutes = ClockTime.number(bytes, &place, before: end), place < end,
            bytes[place] == UInt8(ascii: ":")
        else { return nil }
        place += 1
        guard let seconds = ClockTime.number(bytes, &place, before: end), seconds.digits <= 2,
            place < end
        else { return nil }
        var fraction = 0
        if bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ":") {
            place += 1
            let start = place
            while place < end, bytes[place].isDigit { place += 1 }
            guard place > start else { return nil }
            fraction = ClockTime.fraction(bytes, start..<place)
        }
        guard place < end, bytes[place] == close else { return nil }
        index = place + 1
        var time = ClockTime()
        time.set([minutes.value, seconds.value], milliseconds: fraction)
        return time.value
    }

    /// Where in a text something looks like a time.
    static func timePlaces(_ bytes: Bytes, _ range: Range<Int>) -> [Int] {
        guard
            bytes.contains(UInt8(ascii: "<"), in: range)
                || bytes.contains(UInt8(ascii: "["), in: range)
        else { return [] }
        return range.filter { place in
            var index = place
            let close = bytes[place] == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "]")
            return time(bytes, &index, before: range.upperBound, close: close) != nil
        }
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        cues.reserveCapacity(bytes.count / 30)
        while let line = lines.line() {
            let line = bytes.trimmed(line)
            guard let first = line.first else { continue }
            if bytes[first] == UInt8(ascii: "["), Self.startsWithTime(bytes, line) {
                try addCues(line)
            } else if bytes[first] == UInt8(ascii: "["), try addTag(line, &problems) {
                continue
            } else if bytes[first] == UInt8(ascii: "#") {
                let text = bytes.trimmed(line.dropFirst())
                captions.notes.append(Note(bytes.text(text), position: cues.count))
            } else {
                try problems.add(.unreadableTag, line: lines.number, found: bytes.text(line))
            }
        }
        if hasCut { try problems.add(.tooManyMarks, line: 0) }
        finish()
    }

    /// `[key:value]` and nothing behind it. The value may have brackets.
    private mutating func addTag(_ line: Range<Int>, _ problems: inout ProblemList) throws -> Bool {
        let colon = bytes.first(UInt8(ascii: ":"), from: line.lowerBound, to: line.upperBound)
        let key = bytes.trimmed(min(line.lowerBound + 1, colon)..<colon)
        guard colon < line.upperBound, bytes[line.upperBound - 1] == UInt8(ascii: "]"),
            let first = key.first, bytes[first].isLetter || bytes[first] == UInt8(ascii: "#"),
            !bytes.contains(UInt8(ascii: "]"), in: key)
        else { return false }
        let value = bytes.text(bytes.trimmed(colon + 1..<line.upperBound - 1))
        let tag = Tag(bytes.text(key), value)
        captions.tags.append(tag)
        switch tag.key.lowercased() {
        case "offset":
            if let time = Self.offset(value) {
                offset = time
            } else {
                try problems.add(.offsetIgnored, line: lines.number, found: value)
            }
        case "la", "lang", "language": captions.language = value
        default: break
        }
        return true
    }

    /// A sign, spaces, and digits. Positive means sooner.
    private static func offset(_ value: String) -> MediaTime? {
        ReceivedNumber.integer(value.utf8.filter { $0 != 0x20 }, in: MediaTime.bounds)
            .map { MediaTime(milliseconds: $0) }
    }

    /// A line’s times, and a cue for each.
    private mutating func addCues(_ line: Range<Int>) throws {
        var index = line.lowerBound
        var more: [MediaTime] = []
        guard
            let first = Self.time(bytes, &index, before: line.upperBound, close: UInt8(ascii: "]"))
        else { return }
        while let time = Self.time(bytes, &index, before: line.upperBound, close: UInt8(ascii: "]"))
        {
            more.append(time)
        }
        var cue = Cue(start: first, end: nil, normalized: "")
        readText(bytes.trimmed(index..<line.upperBound), into: &cue)
        try add(cue)
        for time in more {
            // The times of the words are absolute: they belong to one of the lines.
            try add(Cue(start: time, end: nil, normalized: cue.text))
        }
    }

    private mutating func add(_ cue: Cue) throws {
        guard cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        if let last = cues.last, last.start > cue.start { isSorted = false }
        cues.append(cue)
    }

    /// The text, without the times in front of its words: `<00:01.00>`, or `[00:01.00]` behind the
    /// first of them.
    private mutating func readText(_ range: Range<Int>, into cue: inout Cue) {
        guard
            bytes.contains(UInt8(ascii: "<"), in: range)
                || bytes.contains(UInt8(ascii: "["), in: range)
        else {
            cue.replaceText(bytes.text(range))
            return
        }
        var text: [UInt8] = []
        var marks = MarkLimit()
        var words = WordBuilder()
        var index = range.lowerBound
        var isBehindTime = true
        while index < range.upperBound {
            let close: UInt8 =
                bytes[index] == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "]")
            if let time = Self.time(bytes, &index, before: range.upperBound, close: close) {
                words.add(time, at: text.count)
                isBehindTime = true
            } else {
                // The spaces on both sides of a time are one.
                let isDouble = isBehindTime && bytes[index].isSpace && (text.last?.isSpace ?? true)
                if !isDouble {
                    text.append(bytes[index])
                    marks.apply(to: &text)
                }
                if !bytes[index].isSpace { isBehindTime = false }
                index += 1
            }
        }
        while text.last?.isSpace == true { text.removeLast() }
        cue.replaceText(ReceivedText.repair(text))
        if marks.hasCut { hasCut = true }
        cue.words = words.finish(cueStart: cue.start, length: text.count)
    }

    /// Puts the lines in the order of their times; each ends when the next later one begins.
    private mutating func finish() {
        if !isSorted { cues.sort { $0.start < $1.start } }
        var end: MediaTime?
        var next: MediaTime?
        for index in cues.indices.reversed() {
            if let next, next > cues[index].start { end = next }
            next = cues[index].start
            cues[index].end = end ?? cues[index].words.last?.end
        }
        for index in cues.indices where offset != 0 { shift(&cues[index]) }
        captions.cues = cues.filter { !$0.text.isEmpty }
        if captions.cues.count != cues.count { movePositions() }
        cues = []
    }

    private func shift(_ cue: inout Cue) {
        cue.start = max(cue.start - offset, 0)
        cue.end = cue.end.map { max($0 - offset, 0) }
        var words = cue.words
        for index in words.indices {
            words[index].start = max(words[index].start - offset, 0)
            words[index].end = words[index].end.map { max($0 - offset, 0) }
        }
        cue.words = words
    }

    /// The notes’ places count empty lines, which are no cues.
    private mutating func movePositions() {
        var kept = [0]
        for cue in cues { kept.append(kept[kept.count - 1] + (cue.text.isEmpty ? 0 : 1)) }
        for index in captions.notes.indices {
            captions.notes[index].position = kept[captions.notes[index].position]
        }
    }
}
