import Received

/// Reads SubRip, of which there is no specification. `docs/captions.md` has the rules.
///
/// A text goes on up to the next line with two times, so the reader doesn’t go from line to line: it
/// looks for arrows.
struct SRTReader {
    private let bytes: Bytes
    private let limit: Int
    private var cues: [Cue] = []
    private var lineCounter: LineCounter
    private var markup = SRTMarkup()
    /// The number that the next cue should have; nil once the numbers have gone wrong.
    private var expectedCounter: Int? = 1
    /// Where lines of the open cue begin that seem to be the times of another, but can’t be read.
    private var unreadable: [Int] = []
    /// Those beyond the first thousand, which nobody lists.
    private var moreUnreadable = 0
    private static let mostUnreadable = 1_000

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        var reader = SRTReader(bytes: bytes, limit: limit, lineCounter: LineCounter(bytes))
        try reader.read(&problems)
        return Captions(format: .srt, cues: reader.cues)
    }

    /// A line with two times.
    struct Timing {
        var start: ClockTime
        var end: ClockTime
        /// What is behind the second time: the box of the text, perhaps.
        var rest: Range<Int>
        /// Whether a cue’s number stands before the first time, where a line of its own was expected.
        var hasCounter = false
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        var open: (timing: Timing, lineStart: Int, textStart: Int)?
        var index = 0
        cues.reserveCapacity(bytes.count / 60)
        while index < bytes.count {
            let arrow = bytes.first(UInt8(ascii: ">"), from: index, to: bytes.count)
            guard arrow < bytes.count else { break }
            index = arrow + 1
            guard arrow > 0, bytes[arrow - 1] == UInt8(ascii: "-") else { continue }
            let floor = open?.textStart ?? 0
            let lineStart = startOfLine(at: arrow, notBefore: floor)
            let lineEnd = bytes.first(.lineFeed, from: arrow, to: bytes.count)
            // Each line is looked at once, however many arrows it has.
            index = lineEnd
            guard let timing = Self.timing(bytes, lineStart..<lineEnd) else {
                if open != nil { noteUnreadable(lineStart..<lineEnd, floor: floor) }
                continue
            }
            let (textEnd, counter) = counter(above: lineStart, floor: floor)
            if let open {
                try close(open.timing, open.lineStart, open.textStart..<textEnd, &problems)
            } else {
                try skip(0..<textEnd, &problems)
            }
            try check(timing, counter: counter, at: lineStart, &problems)
            open = (timing, lineStart, min(lineEnd + 1, bytes.count))
        }
        guard let open else { throw ReadingError.noTiming(.srt) }
        try close(open.timing, open.lineStart, open.textStart..<bytes.count, &problems)
    }

    /// Notes a line of the text that was meant to be the times of a cue: it has hours or minutes, and a number
    /// stands before or above them. The number counts, so that the next one isn’t said to be wrong.
    private mutating func noteUnreadable(_ line: Range<Int>, floor: Int) {
        let trimmed = bytes.trimmed(line)
        guard Self.hasColon(bytes, trimmed) else { return }
        let counter = counter(above: line.lowerBound, floor: floor).counter
        guard counter != nil || bytes[trimmed.lowerBound].isDigit else { return }
        if let counter, let expected = expectedCounter, number(counter) == expected {
            expectedCounter = expected + 1
        }
        if unreadable.count < Self.mostUnreadable {
            unreadable.append(line.lowerBound)
        } else {
            moreUnreadable += 1
        }
    }

    /// Whether a colon stands behind a digit.
    private static func hasColon(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        range.dropFirst().contains { index in
            bytes[index] == UInt8(ascii: ":") && bytes[index - 1].isDigit
        }
    }

    private func number(_ counter: Range<Int>) -> Int? {
        var index = counter.lowerBound
        return ClockTime.number(bytes, &index, before: counter.upperBound)?.value
    }

    private mutating func sayUnreadable(_ problems: inout ProblemList) throws {
        guard !unreadable.isEmpty else { return }
        for start in unreadable {
            try problems.add(
                .unreadableTiming,
                line: lineCounter.line(at: start),
                found: text(ofLineAt: start)
            )
        }
        problems.addUnlisted(moreUnreadable)
        unreadable.removeAll(keepingCapacity: true)
        moreUnreadable = 0
    }

    private func startOfLine(at index: Int, notBefore floor: Int) -> Int {
        var start = index
        while start > floor, bytes[start - 1] != .lineFeed { start -= 1 }
        return start
    }

    /// Two times around `-->` or `->`, with white space or a number before them and anything after.
    static func timing(_ bytes: Bytes, _ line: Range<Int>) -> Timing? {
        let end = line.upperBound
        var index = line.lowerBound
        if let start = ClockTime.exact(bytes, at: index, before: end, point: UInt8(ascii: ",")),
            bytes.has(" --> ", at: index + 12, before: end),
            let stop = ClockTime.exact(bytes, at: index + 17, before: end, point: UInt8(ascii: ","))
        {
            return Timing(
                start: ClockTime(value: start),
                end: ClockTime(value: stop),
                rest: index + 29..<end
            )
        }
        while index < end, bytes[index].isSpace { index += 1 }
        var hasCounter = false
        var start = ClockTime.lenient(bytes, &index, before: end, point: UInt8(ascii: ","))
        if start == nil, ClockTime.number(bytes, &index, before: end) != nil {
            hasCounter = true
            while index < end, bytes[index].isSpace { index += 1 }
            start = ClockTime.lenient(bytes, &index, before: end, point: UInt8(ascii: ","))
        }
        guard var start else { return nil }
        while index < end, bytes[index].isSpace { index += 1 }
        let dashes = index
        while index < end, bytes[index] == UInt8(ascii: "-") { index += 1 }
        guard index > dashes, index < end, bytes[index] == UInt8(ascii: ">") else { return nil }
        if index - dashes != 2 { start.oddities.insert(.form) }
        index += 1
        while index < end, bytes[index].isSpace { index += 1 }
        guard let stop = ClockTime.lenient(bytes, &index, before: end, point: UInt8(ascii: ","))
        else { return nil }
        return Timing(start: start, end: stop, rest: index..<end, hasCounter: hasCounter)
    }

    /// A line of digits directly above the times is the cue’s number. Where the text before it ends.
    private func counter(above lineStart: Int, floor: Int) -> (textEnd: Int, counter: Range<Int>?) {
        guard lineStart > floor else { return (lineStart, nil) }
        let end = lineStart - 1
        let start = startOfLine(at: end, notBefore: floor)
        let counter = bytes.trimmed(start..<end)
        return bytes.isDigits(counter) ? (start, counter) : (lineStart, nil)
    }

    private mutating func check(
        _ timing: Timing,
        counter: Range<Int>?,
        at lineStart: Int,
        _ problems: inout ProblemList
    ) throws {
        let oddities = timing.start.oddities.union(timing.end.oddities)
        let isBackward = timing.end.value < timing.start.value
        let value = counter.flatMap { number($0) }
        let isInOrder = cues.isEmpty && value != nil || value == expectedCounter
        if value != nil || expectedCounter != nil {
            expectedCounter = (value ?? expectedCounter ?? 0) + 1
        }
        guard !oddities.isEmpty || isBackward || !isInOrder || timing.hasCounter else { return }
        let line = lineCounter.line(at: lineStart)
        if !isInOrder, !timing.hasCounter {
            try problems.add(
                .counter,
                line: line - (counter == nil ? 0 : 1),
                found: counter.map(bytes.text) ?? ""
            )
        }
        if timing.hasCounter {
            try problems.add(.timeForm, line: line, found: text(ofLineAt: lineStart))
        }
        for kind in oddities.kinds {
            try problems.add(
                kind,
                line: line,
                found: text(ofLineAt: lineStart),
                remedy: kind.remedy(timing.start, timing.end)
            )
        }
        if isBackward {
            try problems.add(.endBeforeStart, line: line, found: text(ofLineAt: lineStart))
        }
    }

    private func text(ofLineAt start: Int) -> String {
        bytes.text(start..<bytes.first(.lineFeed, from: start, to: bytes.count))
    }

    /// Says which lines before the first cue are no cue’s.
    private mutating func skip(_ range: Range<Int>, _ problems: inout ProblemList) throws {
        var lines = Lines(Bytes(rebasing: bytes[range]))
        while let line = lines.line() {
            guard !bytes.trimmed(line).isEmpty else { continue }
            try problems.add(.textOutsideCue, line: lines.number, found: bytes.text(line))
        }
    }

    private mutating func close(
        _ timing: Timing,
        _ lineStart: Int,
        _ range: Range<Int>,
        _ problems: inout ProblemList
    ) throws {
        guard cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        let payload = bytes.withoutBlankLines(range)
        var cue = Cue(
            start: timing.start.value,
            end: timing.end.value,
            normalized: ""
        )
        if bytes.contains(UInt8(ascii: "<"), in: payload)
            || bytes.contains(UInt8(ascii: "{"), in: payload)
        {
            markup.read(bytes, payload, into: &cue)
            if markup.isFull {
                try problems.add(.tooManyStyles, line: lineCounter.line(at: lineStart))
                markup.isFull = false
            }
            if markup.hasCut {
                try problems.add(.tooManyMarks, line: lineCounter.line(at: lineStart))
                markup.hasCut = false
            }
        } else {
            cue = Cue(start: cue.start, end: cue.end, normalized: bytes.text(payload))
        }
        let rest = bytes.trimmed(timing.rest)
        if !rest.isEmpty {
            if bytes[rest.lowerBound] | 0x20 == UInt8(ascii: "x") {
                cue.kept = bytes.text(rest)
            } else {
                try problems.add(
                    .skippedLine,
                    line: lineCounter.line(at: lineStart),
                    found: bytes.text(rest)
                )
            }
        }
        cues.append(cue)
        try sayUnreadable(&problems)
    }
}

/// The numbers of lines, for a reader that doesn’t go from line to line. It only counts on.
struct LineCounter {
    private let bytes: Bytes
    private var index = 0
    private var number = 1

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func line(at target: Int) -> Int {
        if target < index { (index, number) = (0, 1) }
        while true {
            let end = bytes.first(.lineFeed, from: index, to: target)
            guard end < target else { return number }
            index = end + 1
            number += 1
        }
    }
}
