import Received

/// Reads SubViewer as YouTube writes it: a line with two times, lines of text, a blank line.
struct SBVReader {
    private let bytes: Bytes
    private let limit: Int
    private var lines: Lines
    private var cues: [Cue] = []

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        var reader = SBVReader(bytes: bytes, limit: limit, lines: Lines(bytes))
        try reader.read(&problems)
        return Captions(format: .sbv, cues: reader.cues)
    }

    /// Two times with a comma between them, and nothing else.
    static func timing(_ bytes: Bytes, _ line: Range<Int>) -> (start: ClockTime, end: ClockTime)? {
        guard let first = line.first, bytes[first].isDigit else { return nil }
        let end = line.upperBound
        var index = first
        guard let start = ClockTime.lenient(bytes, &index, before: end, point: UInt8(ascii: "."))
        else { return nil }
        while index < end, bytes[index] == 0x20 { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: ",") else { return nil }
        index += 1
        while index < end, bytes[index] == 0x20 { index += 1 }
        guard let stop = ClockTime.lenient(bytes, &index, before: end, point: UInt8(ascii: ".")),
            bytes.trimmed(index..<end).isEmpty
        else { return nil }
        return (start, stop)
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        cues.reserveCapacity(bytes.count / 50)
        var open: (start: MediaTime, end: MediaTime)?
        var text = 0..<0
        while let line = lines.line() {
            if let timing = Self.timing(bytes, line) {
                if let times = open {
                    try problems.add(.missingBlankLine, line: lines.number, found: bytes.text(line))
                    try close(times, text)
                }
                try check(timing, line, &problems)
                open = (timing.start.value, timing.end.value)
                text = lines.next..<lines.next
            } else if bytes.trimmed(line).isEmpty {
                if let times = open { try close(times, text) }
                open = nil
            } else if open != nil {
                text = (text.isEmpty ? line.lowerBound : text.lowerBound)..<line.upperBound
            } else {
                try problems.add(
                    cues.isEmpty ? .textOutsideCue : .skippedLine,
                    line: lines.number,
                    found: bytes.text(line)
                )
            }
        }
        if let times = open { try close(times, text) }
        guard !cues.isEmpty else { throw ReadingError.noTiming(.sbv) }
    }

    private func check(
        _ timing: (start: ClockTime, end: ClockTime),
        _ line: Range<Int>,
        _ problems: inout ProblemList
    ) throws {
        // Hours of one digit are the custom here.
        for kind in timing.start.oddities.union(timing.end.oddities).kinds where kind != .timeForm {
            try problems.add(
                kind,
                line: lines.number,
                found: bytes.text(line),
                remedy: kind.remedy(timing.start, timing.end)
            )
        }
        if timing.end.value < timing.start.value {
            try problems.add(.endBeforeStart, line: lines.number, found: bytes.text(line))
        }
    }

    /// Old exports have `[br]` for a line break.
    private mutating func close(_ times: (start: MediaTime, end: MediaTime), _ range: Range<Int>)
        throws
    {
        guard cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        var text = bytes.text(range)
        if bytes.find("[br]", in: range) != nil {
            text = text.split(separator: "[br]", omittingEmptySubsequences: false).joined(
                separator: "\n"
            )
        }
        cues.append(Cue(start: times.start, end: times.end, normalized: text))
    }
}
