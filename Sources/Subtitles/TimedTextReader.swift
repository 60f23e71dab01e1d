import Received

/// A text of a track of timed text, and when it is shown.
package struct TimedTextSample: Sendable, Equatable {
    package var start: MediaTime
    package var end: MediaTime
    /// How many of the track’s bytes are its.
    package var byteCount: Int

    package init(start: MediaTime, end: MediaTime, byteCount: Int) {
        self.start = start
        self.end = end
        self.byteCount = byteCount
    }
}

extension Captions {
    /// Reads timed text as MP4 and QuickTime files have it (3GPP TS 26.245): the samples of a track, one after
    /// the other. Those without text are the gaps between the others.
    package static func read(
        timedText bytes: [UInt8],
        _ samples: [TimedTextSample],
        options: ReadingOptions = ReadingOptions()
    ) throws -> Captions {
        guard bytes.count <= options.byteLimit else {
            throw ReadingError.tooLarge(bytes: options.byteLimit)
        }
        var problems = ProblemList(isStrict: options.isStrict)
        var captions = try bytes.withUnsafeBufferPointer { bytes in
            var reader = TimedTextReader(bytes: bytes)
            return try reader.read(samples, options, &problems)
        }
        captions.problems = problems.problems
        captions.problemCount = problems.count
        return captions
    }
}

/// Reads samples of timed text: two bytes that say how long the text is, the text, and boxes, of which one says
/// how pieces of the text look.
private struct TimedTextReader {
    let bytes: Bytes
    private var builder = RunBuilder()
    private var table = StyleTable()

    init(bytes: Bytes) {
        self.bytes = bytes
    }

    /// The parts of a sample that say something.
    private struct Part {
        let sample: TimedTextSample
        let number: Int
        var text: [UInt8] = []
        /// UTF-16 with its mark.
        var isWide = false
        /// Pieces of the text and how they look, twelve bytes each.
        var styles = 0..<0
    }

    mutating func read(
        _ samples: [TimedTextSample],
        _ options: ReadingOptions,
        _ problems: inout ProblemList
    ) throws -> Captions {
        var captions = Captions(format: .vtt)
        var parts: [Part] = []
        var place = 0
        for (index, sample) in samples.enumerated() {
            let end = min(place + max(sample.byteCount, 0), bytes.count)
            let part = part(sample, index + 1, place..<end)
            if part.isCut { try problems.add(.cutOffSample, line: index + 1) }
            if !part.part.text.isEmpty { parts.append(part.part) }
            place = end
        }
        let decoded = Self.decode(&parts, options)
        captions.encoding = decoded.encoding
        for problem in decoded.problems { try problems.add(problem) }
        for part in parts {
            guard captions.cues.count < options.cueLimit else {
                throw ReadingError.tooManyCues(limit: options.cueLimit)
            }
            captions.cues.append(cue(part))
            if builder.hasCut { try problems.add(.tooManyMarks, line: part.number) }
            if table.isFull { try problems.add(.tooManyStyles, line: part.number) }
            (builder.hasCut, table.isFull) = (false, false)
        }
        return captions
    }

    private func part(_ sample: TimedTextSample, _ number: Int, _ range: Range<Int>) -> (
        part: Part, isCut: Bool
    ) {
        var part = Part(sample: sample, number: number)
        guard range.count >= 2 else { return (part, !range.isEmpty) }
        let count = bytes.number(at: range.lowerBound, bytes: 2)
        let start = range.lowerBound + 2
        let end = min(start + count, range.upperBound)
        let text = bytes[start..<end]
        part.isWide = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
        // Some programs end a text with a zero.
        part.text = part.isWide ? Array(text) : text.filter { $0 != 0 }
        part.styles = styles(end..<range.upperBound)
        if !part.isWide { LineEnds.unify(&part.text) }
        return (part, end - start < count)
    }

    /// The entries of the first box of styles.
    private func styles(_ range: Range<Int>) -> Range<Int> {
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let size = bytes.number(at: place, bytes: 4)
            let end = place + size
            guard size >= 8, end <= range.upperBound else { break }
            if bytes.has("styl", at: place + 4, before: end), size >= 10 {
                let count = bytes.number(at: place + 8, bytes: 2)
                return place + 10..<min(place + 10 + count * 12, end)
            }
            place = end
        }
        return 0..<0
    }

    // MARK: Letters

    /// Makes UTF-8 of the texts. UTF-16 says so in each of them; all others are in one encoding, which is found
    /// out from all of them together.
    private static func decode(_ parts: inout [Part], _ options: ReadingOptions) -> DecodedText {
        var joined: [UInt8] = []
        for index in parts.indices {
            if parts[index].isWide {
                parts[index].text =
                    TextDecoding.decode(parts[index].text, as: nil, format: nil).bytes
                LineEnds.unify(&parts[index].text)
            } else {
                joined += parts[index].text
                joined.append(.lineFeed)
            }
        }
        let text = TextDecoding.decode(
            joined,
            as: options.encoding,
            format: nil,
            language: options.language
        )
        put(text.bytes, into: &parts)
        return text
    }

    /// Gives each text its lines back. Where an encoding makes more or fewer of them, it is the wrong one: then
    /// what isn’t UTF-8 is replaced.
    private static func put(_ joined: [UInt8], into parts: inout [Part]) {
        let narrow = parts.indices.filter { !parts[$0].isWide }
        let counts = narrow.map { index in 1 + parts[index].text.count { $0 == .lineFeed } }
        var lines = joined.split(separator: .lineFeed, omittingEmptySubsequences: false)[...]
        let isWhole = lines.count == 1 + counts.reduce(0, +)
        for (index, count) in zip(narrow, counts) {
            parts[index].text =
                isWhole
                ? Array(lines.prefix(count).joined(separator: [.lineFeed]))
                : Array(ReceivedText.repair(parts[index].text).utf8)
            lines = lines.dropFirst(count)
        }
    }

    // MARK: Cues

    private mutating func cue(_ part: Part) -> Cue {
        part.text.withUnsafeBufferPointer { text in
            var place = (byte: 0, letter: 0)
            for entry in stride(from: part.styles.lowerBound, to: part.styles.upperBound, by: 12)
            where entry + 12 <= part.styles.upperBound {
                let start = bytes.number(at: entry, bytes: 2)
                let end = bytes.number(at: entry + 2, bytes: 2)
                guard start >= place.letter, end > start else { continue }
                add(text, &place, upTo: start, Style())
                add(text, &place, upTo: end, table.shared(style(at: entry)))
            }
            add(text, &place, upTo: .max, Style())
        }
        return builder.finish(start: part.sample.start, end: part.sample.end)
    }

    /// Adds what there is up to a letter. Letters are counted, and not bytes.
    private mutating func add(
        _ text: Bytes,
        _ place: inout (byte: Int, letter: Int),
        upTo letter: Int,
        _ style: Style
    ) {
        let start = place.byte
        while place.byte < text.count, place.letter < letter {
            place.byte += 1
            while place.byte < text.count, text[place.byte] & 0xC0 == 0x80 { place.byte += 1 }
            place.letter += 1
        }
        builder.append(text, start..<place.byte, style)
    }

    /// Which letters, with which font, what it looks like, how large it is, in which color.
    private func style(at entry: Int) -> Style {
        let face = bytes[entry + 6]
        var style = Style()
        if face & 1 != 0 { style.marks.insert(.bold) }
        if face & 2 != 0 { style.marks.insert(.italic) }
        if face & 4 != 0 { style.marks.insert(.underline) }
        let color = Color.code(bytes.number(at: entry + 8, bytes: 3))
        if !Color.isDefault(color) { style.color = color }
        return style
    }
}

extension Bytes {
    /// A number of so many bytes, the largest first.
    fileprivate func number(at index: Int, bytes count: Int) -> Int {
        self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
