import Received

/// Puts a text together from pieces and their styles.
struct RunBuilder {
    private(set) var text: [UInt8] = []
    private(set) var runs: [Run] = []
    private var isStyled = false
    /// Without the tags between them, the marks of several pieces are on one letter.
    private var marks = MarkLimit()
    /// Whether a letter of any text so far had too many.
    var hasCut = false

    mutating func append(_ bytes: Bytes, _ range: Range<Int>, _ style: Style) {
        guard !range.isEmpty else { return }
        text.append(contentsOf: bytes[range])
        marks.apply(to: &text)
        extend(style)
    }

    mutating func append(_ string: String, _ style: Style) {
        guard !string.isEmpty else { return }
        text.append(contentsOf: string.utf8)
        marks.apply(to: &text)
        extend(style)
    }

    var count: Int { text.count }

    private mutating func extend(_ style: Style) {
        guard text.count > runs.last?.end ?? 0 else { return }
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].end = text.count
        } else {
            runs.append(Run(end: text.count, style: style))
        }
        if style != Style() { isStyled = true }
    }

    /// Puts the text and its runs into a new cue, and begins another.
    mutating func finish(start: MediaTime, end: MediaTime?) -> Cue {
        var cue = Cue(start: start, end: end, normalized: ReceivedText.repair(text))
        if isStyled { cue.runs = runs }
        if marks.hasCut { hasCut = true }
        marks = MarkLimit()
        text.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        isStyled = false
        return cue
    }
}

/// The different styles of a document, each of them once: a hundred thousand yellow texts share one.
/// A file with more of them than anybody would use is a hostile one, and so is one with a name that is longer.
struct StyleTable {
    private var styles: Set<Style> = []
    /// Whether a style was left out.
    var isFull = false
    private static let limit = 4_096

    mutating func shared(_ style: Style) -> Style {
        guard !style.isMarksOnly else { return style }
        // Asked first: what follows reads all of its names.
        guard style.namesBytes <= Style.longestNames,
            styles.count < Self.limit || styles.contains(style)
        else {
            isFull = true
            return Style(style.marks)
        }
        return styles.insert(style).memberAfterInsert
    }
}
