/// Writes runs as tags that enclose each other, without closing any that goes on.
struct MarkupTags<Tag: Equatable> {
    private var open: [Tag] = []
    let opening: (Tag, inout Output) -> Void
    let closing: (Tag, inout Output) -> Void

    init(
        opening: @escaping (Tag, inout Output) -> Void,
        closing: @escaping (Tag, inout Output) -> Void
    ) {
        self.opening = opening
        self.closing = closing
    }

    /// Closes and opens what has to be until these are open, the outermost first; `between` comes before
    /// what is opened.
    mutating func change(
        to tags: [Tag],
        _ output: inout Output,
        between: (inout Output) -> Void = { _ in }
    ) {
        var common = 0
        while common < min(open.count, tags.count), open[common] == tags[common] { common += 1 }
        while open.count > common { closing(open.removeLast(), &output) }
        between(&output)
        for tag in tags[common...] {
            opening(tag, &output)
            open.append(tag)
        }
    }
}

extension Cue {
    /// Goes through the text in pieces that have one style and no time of a word inside.
    func forEachPiece(
        withWords: Bool,
        _ body: (_ piece: Substring.UTF8View, _ style: Style, _ word: Word?, _ ended: Word?) -> Void
    ) {
        let text = self.text.utf8
        let runs = self.runs.isEmpty ? [Run(end: text.count, style: Style())] : self.runs
        let words = withWords ? self.words : []
        var offset = 0
        var place = text.startIndex
        var run = 0
        var word = 0
        while offset < text.count, run < runs.count {
            var begun: Word?
            var ended: Word?
            if word < words.count, words[word].offset <= offset {
                begun = words[word]
                ended = word > 0 ? words[word - 1] : nil
                word += 1
            }
            let next = word < words.count ? words[word].offset : text.count
            let end = max(min(runs[run].end, next, text.count), offset + 1)
            let target = text.index(place, offsetBy: end - offset)
            body(self.text[place..<target].utf8, runs[run].style, begun, ended)
            if end >= runs[run].end { run += 1 }
            offset = end
            place = target
        }
    }
}
