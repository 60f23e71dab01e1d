import Received

/// Reads WebVTT by its parser’s algorithm (https://www.w3.org/TR/webvtt1/#file-parsing, §6.1 to §6.3),
/// which accepts more than its syntax allows. The steps’ names are those of the specification.
struct VTTReader {
    private let bytes: Bytes
    private let limit: Int
    private var lines: Lines
    private var captions = Captions(format: .vtt)
    private var markup = VTTMarkup()
    private var hasCue = false

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        guard hasSignature(bytes) else { throw ReadingError.noSignature }
        var reader = VTTReader(bytes: bytes, limit: limit, lines: Lines(bytes))
        try reader.read(&problems)
        return reader.captions
    }

    /// `WEBVTT`, then a space, a tab, a line end, or nothing.
    static func hasSignature(_ bytes: Bytes) -> Bool {
        guard bytes.has("WEBVTT", at: 0, before: bytes.count) else { return false }
        return bytes.count == 6 || [0x20, 0x09, .lineFeed].contains(bytes[6])
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        captions.cues.reserveCapacity(bytes.count / 64)
        if let first = lines.line() {
            captions.header = bytes.text(first.dropFirst(min(7, first.count)))
        }
        if !lines.isAtEnd {
            if bytes[lines.next] == .lineFeed {
                _ = lines.line()
            } else {
                try collectBlock(isHeader: true, &problems)
            }
        }
        while true {
            while !lines.isAtEnd, bytes[lines.next] == .lineFeed { _ = lines.line() }
            guard !lines.isAtEnd else { break }
            try collectBlock(isHeader: false, &problems)
        }
        captions.language = headerLanguage
    }

    /// What a block turns out to be.
    private enum BlockKind {
        case unknown
        case cue(Cue)
        case badCue
        case styleSheet
        case region
    }

    /// “Collect a WebVTT block”. The buffer of the specification is a range of the text here: the lines
    /// of a block follow each other.
    private mutating func collectBlock(isHeader: Bool, _ problems: inout ProblemList) throws {
        var lineCount = 0
        var hasArrow = false
        var kind = BlockKind.unknown
        var buffer = lines.next..<lines.next
        var previous = (next: lines.next, number: lines.number)
        let firstNumber = lines.number + 1
        while let line = lines.line() {
            lineCount += 1
            if bytes.contains(UInt8(ascii: ">"), in: line), bytes.find("-->", in: line) != nil {
                guard !isHeader, lineCount == 1 || (lineCount == 2 && !hasArrow) else {
                    lines.goBack(to: previous.next, number: previous.number)
                    if !isHeader {
                        try problems.add(
                            .missingBlankLine,
                            line: lines.number + 1,
                            found: bytes.text(line)
                        )
                    }
                    break
                }
                hasArrow = true
                if let cue = try cue(line, identifier: buffer, &problems) {
                    kind = .cue(cue)
                    hasCue = true
                    buffer = lines.next..<lines.next
                } else {
                    kind = .badCue
                }
            } else if line.isEmpty {
                break
            } else {
                if !isHeader, lineCount == 2, !hasCue {
                    if isWord("STYLE", buffer) {
                        kind = .styleSheet
                        buffer = line.lowerBound..<line.lowerBound
                    } else if isWord("REGION", buffer) {
                        kind = .region
                        buffer = line.lowerBound..<line.lowerBound
                    }
                }
                buffer = (buffer.isEmpty ? line.lowerBound : buffer.lowerBound)..<line.upperBound
            }
            previous = (lines.next, lines.number)
        }
        try close(kind, buffer, isHeader: isHeader, lineNumber: firstNumber, &problems)
    }

    private func isWord(_ word: StaticString, _ range: Range<Int>) -> Bool {
        bytes.has(word, at: range.lowerBound, before: range.upperBound)
            && range.dropFirst(word.utf8CodeUnitCount).allSatisfy { bytes[$0].isSpace }
    }

    private mutating func close(
        _ kind: BlockKind,
        _ buffer: Range<Int>,
        isHeader: Bool,
        lineNumber: Int,
        _ problems: inout ProblemList
    ) throws {
        switch kind {
        case .cue(var cue):
            guard captions.cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
            markup.read(bytes, buffer, into: &cue)
            if markup.isFull {
                try problems.add(.tooManyStyles, line: lineNumber)
                markup.isFull = false
            }
            if markup.hasCut {
                try problems.add(.tooManyMarks, line: lineNumber)
                markup.hasCut = false
            }
            captions.cues.append(cue)
        case .styleSheet: captions.styles.append(bytes.text(buffer))
        case .region:
            let settings = bytes.text(buffer)
            let region = Region(identifier: Region.Values(settings).identifier, settings: settings)
            captions.regions.append(region)
        case .unknown where isHeader && buffer.isEmpty: break
        case .unknown where isHeader:
            captions.header += "\n" + bytes.text(buffer)
        case .unknown where isNote(buffer):
            let text = buffer.dropFirst(min(5, buffer.count))
            captions.notes.append(Note(bytes.text(text), position: captions.cues.count))
        case .unknown where !buffer.isEmpty:
            try problems.add(.skippedBlock, line: lineNumber, found: bytes.text(buffer))
        case .unknown, .badCue: break
        }
    }

    private func isNote(_ buffer: Range<Int>) -> Bool {
        guard bytes.has("NOTE", at: buffer.lowerBound, before: buffer.upperBound) else {
            return false
        }
        return buffer.count == 4 || bytes[buffer.lowerBound + 4].isSpace
    }

    /// “Collect WebVTT cue timings and settings” (§6.3).
    private func cue(
        _ line: Range<Int>,
        identifier: Range<Int>,
        _ problems: inout ProblemList
    ) throws -> Cue? {
        guard let (start, end, rest) = Self.timings(bytes, line) else {
            let hasComma =
                bytes.contains(UInt8(ascii: ","), in: line) && SRTReader.timing(bytes, line) != nil
            try problems.add(
                hasComma ? .commaInTime : .skippedBlock,
                line: lines.number,
                found: bytes.text(line)
            )
            return nil
        }
        if end < start {
            try problems.add(.endBeforeStart, line: lines.number, found: bytes.text(line))
        }
        var cue = Cue(start: start, end: end, normalized: "")
        if !identifier.isEmpty { cue.identifier = bytes.text(identifier) }
        let settings = bytes.trimmed(rest)
        if !settings.isEmpty { cue.settingsText = bytes.text(settings) }
        return cue
    }

    private static func timings(_ bytes: Bytes, _ line: Range<Int>) -> (
        MediaTime, MediaTime, Range<Int>
    )? {
        var index = line.lowerBound
        let end = line.upperBound
        while index < end, bytes[index].isSpace { index += 1 }
        guard let start = timestamp(bytes, &index, before: end) else { return nil }
        while index < end, bytes[index].isSpace { index += 1 }
        guard bytes.has("-->", at: index, before: end) else { return nil }
        index += 3
        while index < end, bytes[index].isSpace { index += 1 }
        guard let stop = timestamp(bytes, &index, before: end) else { return nil }
        return (start, stop, index..<end)
    }

    /// “Collect a WebVTT timestamp”: hours are optional and of any number of digits.
    @inline(__always)
    static func timestamp(_ bytes: Bytes, _ index: inout Int, before end: Int) -> MediaTime? {
        if let exact = ClockTime.exact(bytes, at: index, before: end, point: UInt8(ascii: ".")) {
            index += 12
            return exact
        }
        return anyTimestamp(bytes, &index, before: end)
    }

    private static func anyTimestamp(_ bytes: Bytes, _ index: inout Int, before end: Int)
        -> MediaTime?
    {
        guard let first = ClockTime.number(bytes, &index, before: end),
            let second = part(bytes, &index, before: end, after: UInt8(ascii: ":"), digits: 2)
        else { return nil }
        var numbers = [0, first.value, second]
        let needsHours = first.digits != 2 || first.value > 59
        if needsHours || (index < end && bytes[index] == UInt8(ascii: ":")) {
            guard let third = part(bytes, &index, before: end, after: UInt8(ascii: ":"), digits: 2)
            else { return nil }
            numbers = [first.value, second, third]
        }
        guard let fraction = part(bytes, &index, before: end, after: UInt8(ascii: "."), digits: 3),
            numbers[1] < 60, numbers[2] < 60
        else { return nil }
        var time = ClockTime()
        time.set(numbers, milliseconds: fraction)
        return time.value
    }

    /// The separator, and exactly so many digits.
    private static func part(
        _ bytes: Bytes,
        _ index: inout Int,
        before end: Int,
        after separator: UInt8,
        digits: Int
    ) -> Int? {
        guard index < end, bytes[index] == separator else { return nil }
        index += 1
        guard let number = ClockTime.number(bytes, &index, before: end), number.digits == digits
        else { return nil }
        return number.value
    }

    /// `Language: en` among the lines under the signature, where many programs write it.
    private var headerLanguage: String? {
        for line in captions.header.split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst()
        {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "language" else { continue }
            return String(parts[1].drop { $0 == " " })
        }
        return nil
    }
}
