import Received

/// What is good to read. The defaults are those of most broadcasters.
package struct CaptionLimits: Equatable, Sendable {
    package var charactersPerSecond = 20
    package var lineLength = 42
    package var lines = 2
    /// A shorter gap between two cues looks like a flicker.
    package var gap = 80
    /// How long the video is, if that is known.
    package var duration: MediaTime?

    package init(duration: MediaTime? = nil) {
        self.duration = duration
    }
}

/// Something about a cue that viewers would stumble over.
package struct CueTrouble: Equatable, Sendable {
    package let kind: Kind
    /// The cue’s place.
    package let cue: Int
    /// Whether there is one right way out, which nobody has to look at.
    package let isMendable: Bool

    package init(kind: Kind, cue: Int, isMendable: Bool) {
        self.kind = kind
        self.cue = cue
        self.isMendable = isMendable
    }

    package enum Kind: String, CaseIterable, Sendable {
        case garbled, empty, backward, outside, overlap, gap, tooFast, longLine, manyLines, tags
    }
}

extension Captions {
    /// The troubles of all cues, in the order of the cues.
    package func troubles(_ limits: CaptionLimits) -> [CueTrouble] {
        let successors = self.successors
        return cues.indices.flatMap { troubles(of: $0, next: successors[$0], limits) }
    }

    /// Without the troubles of a kind that have one right way out.
    package func mended(_ kind: CueTrouble.Kind, _ limits: CaptionLimits) -> Captions {
        if kind == .empty { return withoutBlankCues }
        var result = self
        let successors = self.successors
        for index in cues.indices {
            let next = successors[index].map { cues[$0] }
            guard let cue = cues[index].mended(kind, before: next, limits) else { continue }
            result.cues[index] = cue
        }
        return result
    }

    /// All of them go at once, and the notes move once.
    private var withoutBlankCues: Captions {
        var result = self
        result.cues.removeAll(where: \.isBlank)
        // How many cues stay before each one, and before the end.
        var staying = [0]
        for cue in cues { staying.append(staying[staying.count - 1] + (cue.isBlank ? 0 : 1)) }
        for index in notes.indices {
            let position = notes[index].position
            let inside = min(max(position, 0), cues.count)
            result.notes[index].position = staying[inside] + position - inside
        }
        return result
    }

    /// The cue that comes next in time, for each one. Files may have them in any order.
    private var successors: [Int?] {
        var order = Array(cues.indices)
        if zip(cues, cues.dropFirst()).contains(where: { $0.start > $1.start }) {
            order.sort { (cues[$0].start, $0) < (cues[$1].start, $1) }
        }
        var successors = [Int?](repeating: nil, count: cues.count)
        for (index, next) in zip(order, order.dropFirst()) { successors[index] = next }
        return successors
    }

    private func troubles(of index: Int, next: Int?, _ limits: CaptionLimits) -> [CueTrouble] {
        cues[index].troubles(before: next.map { cues[$0] }, limits).map { kind, isMendable in
            CueTrouble(kind: kind, cue: index, isMendable: isMendable)
        }
    }
}

extension Cue {
    /// What is wrong with it, if this is the cue that comes after it.
    package func troubles(
        before next: Cue?,
        _ limits: CaptionLimits
    ) -> [(kind: CueTrouble.Kind, isMendable: Bool)] {
        CueTrouble.Kind.allCases.compactMap { kind in
            guard has(kind, before: next, limits) else { return nil }
            return (kind, kind == .empty || mended(kind, before: next, limits) != nil)
        }
    }

    private func has(_ kind: CueTrouble.Kind, before next: Cue?, _ limits: CaptionLimits) -> Bool {
        switch kind {
        case .garbled: return text.isGarbled
        case .empty: return isBlank
        case .backward: return end.map { $0 <= start } ?? false
        case .outside: return limits.duration.map { max(start, end ?? 0) > $0 } ?? false
        case .overlap:
            // Two texts at one time are no trouble if they stand in different places.
            guard let next, let end, end > start else { return false }
            return end > next.start && settingsText == next.settingsText
        case .gap:
            guard let next, let end, end > start else { return false }
            return (1..<limits.gap).contains((next.start - end).milliseconds)
        case .tooFast: return charactersPerSecond.map { $0 > limits.charactersPerSecond } ?? false
        case .longLine: return lines.contains { $0.count > limits.lineLength }
        case .manyLines: return lines.count > limits.lines
        case .tags: return CaptionTags.isUnbalanced(self)
        }
    }

    /// The cue without the trouble; nil if it hasn’t got it, or if there is more than one way out.
    fileprivate func mended(
        _ kind: CueTrouble.Kind,
        before next: Cue?,
        _ limits: CaptionLimits
    ) -> Cue? {
        guard has(kind, before: next, limits) else { return nil }
        var cue = self
        let limit = min(next?.start ?? .max, limits.duration ?? .max)
        switch kind {
        case .empty: return nil
        case .garbled: cue.ungarble()
        case .backward, .tooFast: cue.end = min(start + readingTime(limits), limit)
        case .outside: cue.end = limits.duration
        case .overlap, .gap: cue.end = next?.start
        case .longLine, .manyLines: cue.breakLines(limits)
        case .tags: CaptionTags.balance(&cue)
        }
        let isWhole = cue != self && (cue.end == end || cue.end ?? .max > cue.start)
        return isWhole && !cue.has(kind, before: next, limits) ? cue : nil
    }
}

extension Cue {
    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// How fast it has to be read; nil if its end isn’t known or nobody could read it.
    package var charactersPerSecond: Int? {
        guard let end, end > start else { return nil }
        let duration = (end - start).milliseconds
        return (letterCount * 1_000 + duration - 1) / duration
    }

    /// Line breaks aren’t read.
    private var letterCount: Int {
        text.utf8.allSatisfy { $0 < 0x80 }
            ? text.utf8.count { $0 != .lineFeed } : text.count { $0 != "\n" }
    }

    fileprivate var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// As long as reading takes, and at least a second.
    fileprivate func readingTime(_ limits: CaptionLimits) -> MediaTime {
        let rate = max(limits.charactersPerSecond, 1)
        return max(1_000, MediaTime(milliseconds: (letterCount * 1_000 + rate - 1) / rate))
    }

    /// Breaks the lines anew, as evenly as the words allow. A space and a line break are one byte each, so
    /// that styles and words keep their places.
    fileprivate mutating func breakLines(_ limits: CaptionLimits) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
        let length = words.reduce(words.count - 1) { $0 + $1.count }
        guard
            let count = (1...max(limits.lines, 1)).first(where: { length <= $0 * limits.lineLength }
            ),
            let lines = LineBreaks(words.map(\.count), lines: count, limits).best
                ?? LineBreaks(words.map(\.count), lines: limits.lines, limits).best
        else { return }
        var bytes = Array(text.utf8)
        for (index, word) in words.enumerated().dropFirst() {
            let place = text.utf8.distance(from: text.startIndex, to: word.startIndex) - 1
            bytes[place] = lines.contains(index) ? .lineFeed : 0x20
        }
        let (runs, timed) = (self.runs, self.words)
        text = OwnText.decode(bytes)
        self.runs = runs
        self.words = timed
    }
}

/// Where lines of words begin so that the longest is as short as possible.
private struct LineBreaks {
    private let lengths: [Int]
    private let lines: Int
    private let limits: CaptionLimits

    init(_ lengths: [Int], lines: Int, _ limits: CaptionLimits) {
        self.lengths = lengths
        self.lines = lines
        self.limits = limits
    }

    /// The words that begin a line, besides the first; nil if they don’t fit.
    var best: Set<Int>? {
        guard let longest = lengths.max(), lengths.count < 1_000 else { return nil }
        for width in longest...max(longest, limits.lineLength) {
            if let breaks = breaks(width: width), width <= limits.lineLength { return breaks }
        }
        return nil
    }

    private func breaks(width: Int) -> Set<Int>? {
        var breaks: Set<Int> = []
        var used = lengths[0]
        for index in lengths.indices.dropFirst() {
            if used + 1 + lengths[index] <= width {
                used += 1 + lengths[index]
            } else {
                breaks.insert(index)
                used = lengths[index]
            }
        }
        return breaks.count < lines ? breaks : nil
    }
}
