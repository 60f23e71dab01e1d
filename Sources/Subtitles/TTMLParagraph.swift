import Received

/// A `p` while it is read: its pieces of text, each with the time at which it shows. One after the other
/// is read into the same.
struct TTMLParagraph {
    typealias Instant = TTMLClock.Instant

    /// A piece of text that looks the same and shows at the same time.
    struct Piece {
        /// In the paragraph’s bytes.
        var range: Range<Int>
        var style: Style
        var begin: Instant
        var end: Instant?
        var keepsSpace: Bool
    }

    /// What stands for `<br/>` in the bytes: XML can’t have it.
    static let lineBreak: UInt8 = 1

    /// When a word begins and ends, and in which piece it begins.
    struct TimedWord {
        var begin: Instant
        var end: Instant?
        var piece: Int
    }

    private(set) var bytes: [UInt8] = []
    /// Comments, tags and references may have kept apart what is on one letter now.
    private(set) var marks = MarkLimit()
    private(set) var pieces: [Piece] = []
    var words: [TimedWord] = []
    private(set) var begin: Instant = 0
    var end: Instant?
    /// Whether there is one at all.
    var isOpen = false
    /// Where its start tag is in the file.
    private(set) var tag = 0..<0
    var identifier: String?
    var kept = ""
    var settings = ""
    /// Whether it is a cue even without a text: its author says that its white space matters.
    var isMeant = false

    /// Whether its text is more than white space.
    var hasLetters: Bool { !bytes.allSatisfy { $0.isSpace || $0 == Self.lineBreak } }

    /// Begins another.
    mutating func open(at begin: Instant, to end: Instant?, _ tag: Range<Int>) {
        (self.begin, self.end, self.tag) = (begin, end, tag)
        isOpen = true
        isMeant = false
        identifier = nil
        kept = ""
        bytes.removeAll(keepingCapacity: true)
        marks = MarkLimit()
        pieces.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
    }

    /// Expat hands a text over in parts; parts that show alike are one piece.
    mutating func add(_ text: Bytes, style: Style, begin: Instant, end: Instant?, keepsSpace: Bool)
    {
        let start = bytes.count
        bytes.append(contentsOf: text)
        marks.apply(to: &bytes)
        let range = start..<bytes.count
        let last = pieces.count - 1
        if last >= 0, pieces[last].begin == begin, pieces[last].end == end,
            pieces[last].keepsSpace == keepsSpace, pieces[last].style == style,
            words.last?.piece != pieces.count
        {
            pieces[last].range = pieces[last].range.lowerBound..<range.upperBound
        } else {
            pieces.append(
                Piece(range: range, style: style, begin: begin, end: end, keepsSpace: keepsSpace)
            )
        }
    }

    /// The moments at which the text changes, in order.
    private var moments: [Instant] {
        var moments: [Instant] = []
        for piece in pieces {
            moments.append(piece.begin)
            if let end = piece.end { moments.append(end) }
        }
        moments.sort()
        var last: Instant?
        return moments.filter { moment in
            defer { last = moment }
            return moment != last && moment > begin && (end.map { moment < $0 } ?? true)
        }
    }

    /// Adds a cue for each interval with the same text, in the order of time. False if more text came of it
    /// than `limit` bytes, or much more work: what counts up to a thousand in one paragraph is hostile.
    func addCues(to cues: inout [Cue], _ clock: TTMLClock, asOne: Bool, limit: Int) -> Bool {
        if pieces.count == 1, words.isEmpty, pieces[0].style == Style(), !pieces[0].keepsSpace,
            pieces[0].begin == begin, pieces[0].end == end
        {
            if let cue = plainCue(clock) { cues.append(cue) }
            return true
        }
        let inner = asOne ? [] : moments
        guard !inner.isEmpty else {
            var text = TTMLText()
            for piece in pieces { text.add(piece, bytes) }
            if let cue = finish(&text, begin, end, clock, isOnly: true) { cues.append(cue) }
            return true
        }
        guard inner.count * pieces.count <= 3 * limit else { return false }
        let first = cues.count
        var size = 0
        for (index, moment) in ([begin] + inner).enumerated() {
            let next = index < inner.count ? inner[index] : end
            var text = TTMLText()
            for piece in pieces
            where piece.begin <= moment && piece.end.map({ $0 > moment }) ?? true {
                text.add(piece, bytes)
            }
            guard let cue = finish(&text, moment, next, clock, isOnly: false) else { continue }
            if cues.count > first, let last = cues.last, last.end == cue.start,
                last.text == cue.text, last.runs == cue.runs
            {
                cues[cues.count - 1].end = cue.end
            } else {
                size += cue.text.utf8.count + MemoryLayout<Cue>.size
                guard size <= limit else {
                    cues.removeLast(cues.count - first)
                    return false
                }
                cues.append(cue)
            }
        }
        return true
    }

    /// The only piece without a style, which is what most paragraphs are.
    private func plainCue(_ clock: TTMLClock) -> Cue? {
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
            var count = 0
            var hasSpace = false
            for byte in bytes {
                if byte.isSpace {
                    hasSpace = count > 0 && buffer[count - 1] != .lineFeed
                    continue
                }
                if hasSpace, byte != Self.lineBreak {
                    buffer[count] = 0x20
                    count += 1
                }
                hasSpace = false
                buffer[count] = byte == Self.lineBreak ? .lineFeed : byte
                count += 1
            }
            return ReceivedText.repair(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
        guard isMeant || !text.utf8.allSatisfy(\.isSpace) else { return nil }
        var cue = Cue(
            start: clock.rounded(begin),
            end: end.map { clock.rounded($0) },
            normalized: text
        )
        if !settings.isEmpty { cue.settingsText = settings }
        if !kept.isEmpty { cue.kept = kept }
        return cue
    }

    private func finish(
        _ text: inout TTMLText,
        _ begin: Instant,
        _ end: Instant?,
        _ clock: TTMLClock,
        isOnly: Bool
    ) -> Cue? {
        var cue = text.finish(
            start: clock.rounded(begin),
            end: end.map { clock.rounded($0) }
        )
        guard !cue.text.utf8.allSatisfy(\.isSpace) || isMeant && isOnly else { return nil }
        if !settings.isEmpty { cue.settingsText = settings }
        if !kept.isEmpty { cue.kept = kept }
        if isOnly, !words.isEmpty {
            var builder = WordBuilder()
            for word in words where word.piece < text.starts.count {
                builder.add(
                    clock.rounded(word.begin),
                    until: word.end.map { clock.rounded($0) },
                    at: text.starts[word.piece]
                )
            }
            cue.words = builder.finish(cueStart: cue.start, length: cue.text.utf8.count)
        }
        return cue
    }
}

/// Puts pieces together and leaves out the white space that nobody means (TTML2 §8.2.1, `xml:space`).
struct TTMLText {
    private var builder = RunBuilder()
    /// Where each piece begins in the text.
    private(set) var starts: [Int] = []
    /// A space that is only one if more text comes on its line.
    private var pending: Style?
    private var isAtLineStart = true

    mutating func add(_ piece: TTMLParagraph.Piece, _ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            if piece.keepsSpace { keep(bytes, piece) } else { collapse(bytes, piece) }
        }
    }

    private mutating func keep(_ bytes: Bytes, _ piece: TTMLParagraph.Piece) {
        flush()
        starts.append(builder.count)
        var index = piece.range.lowerBound
        while index < piece.range.upperBound {
            let end = bytes.first(TTMLParagraph.lineBreak, from: index, to: piece.range.upperBound)
            builder.append(bytes, index..<end, piece.style)
            isAtLineStart = false
            if end < piece.range.upperBound { breakLine(piece.style) }
            index = end + 1
        }
    }

    private mutating func breakLine(_ style: Style) {
        pending = nil
        isAtLineStart = true
        builder.append("\n", style)
    }

    private mutating func collapse(_ bytes: Bytes, _ piece: TTMLParagraph.Piece) {
        var index = piece.range.lowerBound
        var hasStart = false
        while index < piece.range.upperBound {
            if bytes[index].isSpace {
                if !isAtLineStart, pending == nil { pending = piece.style }
                index += 1
                continue
            }
            guard bytes[index] != TTMLParagraph.lineBreak else {
                if !hasStart { starts.append(builder.count) }
                hasStart = true
                breakLine(piece.style)
                index += 1
                continue
            }
            flush()
            if !hasStart {
                starts.append(builder.count)
                hasStart = true
            }
            let start = index
            while index < piece.range.upperBound, !bytes[index].isSpace,
                bytes[index] != TTMLParagraph.lineBreak
            {
                index += 1
            }
            builder.append(bytes, start..<index, piece.style)
            isAtLineStart = false
        }
        if !hasStart { starts.append(builder.count) }
    }

    private mutating func flush() {
        guard let style = pending else { return }
        builder.append(" ", style)
        pending = nil
    }

    mutating func finish(start: MediaTime, end: MediaTime?) -> Cue {
        builder.finish(start: start, end: end)
    }
}
