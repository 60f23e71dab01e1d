import Received

/// Reads the text of a WebVTT cue (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules, §6.4 and §6.5).
///
/// `<` always opens a tag, and the tag ends at `>` or with the text. Tags that WebVTT doesn’t know say
/// nothing, but what they enclose is text.
struct VTTMarkup {
    private var builder = RunBuilder()
    private var table = StyleTable()
    private var open: [Element] = []
    private var words = WordBuilder()

    private struct Element {
        var kind: Kind
        var classes: [String] = []
        var annotation = ""
    }

    private enum Kind {
        case classes, italic, bold, underline, ruby, rubyText, voice, language
    }

    /// More is not read as markup: nobody nests deeper.
    private static let depth = 16

    var isFull: Bool {
        get { table.isFull }
        set { table.isFull = newValue }
    }

    var hasCut: Bool {
        get { builder.hasCut }
        set { builder.hasCut = newValue }
    }

    mutating func read(_ bytes: Bytes, _ range: Range<Int>, into cue: inout Cue) {
        guard
            bytes.contains(UInt8(ascii: "<"), in: range)
                || bytes.contains(UInt8(ascii: "&"), in: range)
        else {
            cue.replaceText(bytes.text(range))
            return
        }
        open.removeAll(keepingCapacity: true)
        words = WordBuilder()
        var style = Style()
        var index = range.lowerBound
        var begin = index
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") else {
                index += 1
                continue
            }
            builder.append(bytes, begin..<index, style)
            if byte == UInt8(ascii: "&") {
                let reference = CharacterReference.read(bytes, index..<range.upperBound)
                builder.append(reference?.text ?? "&", style)
                index = reference?.end ?? index + 1
            } else {
                let end = bytes.first(UInt8(ascii: ">"), from: index, to: range.upperBound)
                if readTag(bytes, index + 1..<end, cue) { style = table.shared(current) }
                index = min(end + 1, range.upperBound)
            }
            begin = index
        }
        builder.append(bytes, begin..<range.upperBound, style)
        finish(&cue, source: bytes.text(range))
    }

    private mutating func finish(_ cue: inout Cue, source: String) {
        let built = builder.finish(start: cue.start, end: cue.end)
        cue.replaceText(built.text)
        cue.runs = built.runs
        cue.words = words.finish(cueStart: cue.start, length: built.text.utf8.count)
        let own = VTTWriter.markedUp(cue, limit: source.utf8.count)
        if own != Array(source.utf8) { cue.source = source }
    }

    private var current: Style {
        var style = Style()
        var classes: [String] = []
        for element in open {
            classes += element.classes.prefix(Self.depth - classes.count)
            switch element.kind {
            case .italic: style.marks.insert(.italic)
            case .bold: style.marks.insert(.bold)
            case .underline: style.marks.insert(.underline)
            case .ruby: style.marks.insert(.ruby)
            case .rubyText: style.marks.insert(.rubyText)
            case .voice: style.voice = element.annotation
            case .language: style.language = element.annotation
            case .classes: break
            }
        }
        if !classes.isEmpty { style.classes = classes }
        return style
    }

    /// What stands between `<` and `>`. Whether the style has changed.
    private mutating func readTag(_ bytes: Bytes, _ range: Range<Int>, _ cue: Cue) -> Bool {
        guard let first = range.first else { return false }
        if bytes[first] == UInt8(ascii: "/") { return close(bytes, range.dropFirst()) }
        if bytes[first].isDigit {
            addTimestamp(bytes, range, cue)
            return false
        }
        // The name ends at a dot, where classes begin, or at white space, where an annotation does.
        var index = first
        while index < range.upperBound, bytes[index] != UInt8(ascii: "."), !bytes[index].isSpace {
            index += 1
        }
        let name = first..<index
        while index < range.upperBound, !bytes[index].isSpace { index += 1 }
        guard let kind = kind(bytes, name), open.count < Self.depth else { return false }
        if kind == .rubyText, open.last?.kind != .ruby { return false }
        var element = Element(kind: kind)
        if name.upperBound < index {
            element.classes = bytes.text(name.upperBound..<index).split(separator: ".")
                .prefix(Self.depth).map(String.init)
        }
        if kind == .voice || kind == .language {
            element.annotation = annotation(bytes, index..<range.upperBound)
        }
        open.append(element)
        return true
    }

    /// Character references are decoded in it, and white space is collapsed.
    private func annotation(_ bytes: Bytes, _ range: Range<Int>) -> String {
        let text = CharacterReference.decoded(bytes, range)
        let words = text.utf8.split(whereSeparator: \.isSpace)
        return words.map { ReceivedText.repair($0) }.joined(separator: " ")
    }

    /// An end tag only ends what was opened last, but `</ruby>` ends a text above it, too.
    private mutating func close(_ bytes: Bytes, _ name: Range<Int>) -> Bool {
        guard let kind = kind(bytes, name), let last = open.last else { return false }
        if last.kind == .rubyText, kind == .ruby {
            open.removeLast(2)
        } else if last.kind == kind {
            open.removeLast()
        } else {
            return false
        }
        return true
    }

    private func kind(_ bytes: Bytes, _ name: Range<Int>) -> Kind? {
        guard let first = name.first else { return nil }
        func isName(_ word: StaticString) -> Bool {
            name.count == word.utf8CodeUnitCount
                && bytes.has(word, at: first, before: name.upperBound)
        }
        switch bytes[first] {
        case UInt8(ascii: "c"): return isName("c") ? .classes : nil
        case UInt8(ascii: "i"): return isName("i") ? .italic : nil
        case UInt8(ascii: "b"): return isName("b") ? .bold : nil
        case UInt8(ascii: "u"): return isName("u") ? .underline : nil
        case UInt8(ascii: "v"): return isName("v") ? .voice : nil
        case UInt8(ascii: "r"): return isName("ruby") ? .ruby : isName("rt") ? .rubyText : nil
        case UInt8(ascii: "l"): return isName("lang") ? .language : nil
        default: return nil
        }
    }

    /// A time at which what follows begins. One outside the cue, or not after the one before, says
    /// nothing.
    private mutating func addTimestamp(_ bytes: Bytes, _ range: Range<Int>, _ cue: Cue) {
        var index = range.lowerBound
        guard let time = VTTReader.timestamp(bytes, &index, before: range.upperBound),
            index == range.upperBound, time > max(cue.start, words.lastTime ?? 0),
            time < cue.end ?? .max
        else { return }
        words.add(time, at: builder.count)
    }
}
