import Subtitles

/// The lines of a text that one page, and its script, get: all of them, unless the text is longer than
/// anybody reads. A page waits in memory until its reader has taken it, and a family may bring files of
/// some megabytes; whoever has such a text is told so, and can save all of it.
struct LinesOnPage: Sendable, Equatable {
    /// As much as an hour and a half of speech with a line for each half second.
    static let mostLines = 10_000
    /// The text of ten hours of speech. A page of it has some megabytes, because each line has its links.
    static let mostBytes = 512 << 10
    /// Of one line, which fills a screen; what is longer is shown up to there.
    static let mostBytesOfLine = 8 << 10
    /// Words whose times a script gets: those of ten hours. Lines beyond that are marked as a whole.
    static let mostPieces = 80_000

    let lines: [ReadingLine]
    /// How many lines there are that don’t fit.
    let left: Int
    /// Whether a line is shown without its end.
    let isCut: Bool

    init(_ all: [ReadingLine]) {
        var lines: [ReadingLine] = []
        lines.reserveCapacity(min(all.count, Self.mostLines))
        var bytes = 0
        var pieces = 0
        var isCut = false
        for line in all.prefix(Self.mostLines) {
            var line = line
            if line.text.utf8.count > Self.mostBytesOfLine {
                line = line.cut(toBytes: Self.mostBytesOfLine)
                isCut = true
            }
            bytes += line.text.utf8.count
            guard bytes <= Self.mostBytes else { break }
            pieces += line.pieces.count
            if pieces > Self.mostPieces { line.pieces = [] }
            lines.append(line)
        }
        self.lines = lines
        left = all.count - lines.count
        self.isCut = isCut
    }

    /// What a reader is told; nil where everything is there.
    var remark: String? {
        if left > 0 {
            return "This text is too long for one page. It shows the first "
                + "\(Counted.number(lines.count)) of \(Counted.number(lines.count + left)) lines."
        }
        return isCut
            ? "Some lines are too long for this page and are shown without their end." : nil
    }
}

extension ReadingLine {
    /// Without its end, and without the times of its words, which would go on behind it.
    fileprivate func cut(toBytes most: Int) -> ReadingLine {
        let bytes = text.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: most)
        // Between two scalars.
        while end.samePosition(in: text.unicodeScalars) == nil { end = bytes.index(before: end) }
        return ReadingLine(
            number: number,
            start: start,
            end: self.end,
            text: String(text[..<end]) + "…"
        )
    }
}
