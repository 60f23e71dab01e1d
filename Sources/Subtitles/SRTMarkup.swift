/// Reads what players of SubRip know as markup: `<b> <i> <u> <s> <font>` in any case, nested badly or
/// never closed, and overrides like `{\an8}`. Everything else between angle brackets is text.
struct SRTMarkup {
    private var builder = RunBuilder()
    private var table = StyleTable()
    private var open: [Element] = []

    private struct Element {
        var name: UInt8
        var color: String?
        var font: String?
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
        open.removeAll(keepingCapacity: true)
        var position: UInt8?
        var style = Style()
        var index = range.lowerBound
        var begin = index
        var isDrawing = false
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let tag = tag(bytes, index..<range.upperBound) {
                if !isDrawing { builder.append(bytes, begin..<index, style) }
                change(bytes, tag)
                style = table.shared(current)
                index = tag.end
                begin = index
            } else if byte == UInt8(ascii: "{"),
                let end = override(bytes, index..<range.upperBound, &position)
            {
                if !isDrawing { builder.append(bytes, begin..<index, style) }
                isDrawing = drawing(bytes, index..<end) ?? isDrawing
                index = end
                begin = index
            } else {
                index += 1
            }
        }
        if !isDrawing { builder.append(bytes, begin..<range.upperBound, style) }
        cue = builder.finish(start: cue.start, end: cue.end)
        if let position { cue.settingsText = SRTPosition.settings(position) }
        let source = bytes.text(range)
        let own = SRTWriter.markedUp(cue, limit: source.utf8.count)
        if own != Array(source.utf8) { cue.source = source }
    }

    /// Where in a text something would be read as markup.
    static func places(_ bytes: Bytes, _ range: Range<Int>) -> [Int] {
        let markup = SRTMarkup()
        var position: UInt8?
        return range.filter { place in
            switch bytes[place] {
            case UInt8(ascii: "<"): markup.tag(bytes, place..<range.upperBound) != nil
            case UInt8(ascii: "{"):
                markup.override(bytes, place..<range.upperBound, &position) != nil
            default: false
            }
        }
    }

    private var current: Style {
        var style = Style()
        for element in open {
            switch element.name {
            case UInt8(ascii: "b"): style.marks.insert(.bold)
            case UInt8(ascii: "i"): style.marks.insert(.italic)
            case UInt8(ascii: "u"): style.marks.insert(.underline)
            case UInt8(ascii: "s"): style.marks.insert(.strikethrough)
            default:
                if let color = element.color { style.color = color }
                if let font = element.font { style.font = font }
            }
        }
        return style
    }

    private struct SRTTag {
        var name: UInt8
        var isEnd: Bool
        var attributes: Range<Int>
        var end: Int
    }

    private mutating func change(_ bytes: Bytes, _ tag: SRTTag) {
        if tag.isEnd {
            if let index = open.lastIndex(where: { $0.name == tag.name }) { open.remove(at: index) }
        } else if open.count < Self.depth {
            var element = Element(name: tag.name)
            if tag.name == UInt8(ascii: "f") {
                var font = FontAttributes(bytes, tag.attributes)
                element.color = font.color()
                element.font = font.rest
            }
            open.append(element)
        }
    }

    /// `<`, spaces, perhaps a slash, the name, for a font its attributes, `>`.
    private func tag(_ bytes: Bytes, _ range: Range<Int>) -> SRTTag? {
        let end = range.upperBound
        var index = range.lowerBound + 1
        while index < end, bytes[index] == 0x20 { index += 1 }
        guard index < end else { return nil }
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let start = index
        while index < end, bytes[index].isLetter { index += 1 }
        let name = bytes[min(start, end - 1)].lowercased
        if index - start == 1 {
            guard "bius".utf8.contains(name) else { return nil }
        } else {
            guard index - start == 4, name == UInt8(ascii: "f"),
                bytes[start + 1].lowercased == UInt8(ascii: "o"),
                bytes[start + 2].lowercased == UInt8(ascii: "n"),
                bytes[start + 3].lowercased == UInt8(ascii: "t"),
                index < end, bytes[index] == UInt8(ascii: ">") || bytes[index].isSpace
            else { return nil }
        }
        let attributes = index
        if name == UInt8(ascii: "f") {
            while index < end, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<")
            {
                index += 1
            }
        } else {
            while index < end, bytes[index] == 0x20 { index += 1 }
        }
        guard index < end, bytes[index] == UInt8(ascii: ">") else { return nil }
        return SRTTag(name: name, isEnd: isEnd, attributes: attributes..<index, end: index + 1)
    }

    /// `{\…}`, of which only the position says something to other formats.
    private func override(_ bytes: Bytes, _ range: Range<Int>, _ position: inout UInt8?) -> Int? {
        guard bytes.has("{\\", at: range.lowerBound, before: range.upperBound) else { return nil }
        // What goes on for longer than any override is text.
        let reach = min(range.lowerBound + 256, range.upperBound)
        let lineEnd = bytes.first(.lineFeed, from: range.lowerBound, to: reach)
        let close = bytes.first(UInt8(ascii: "}"), from: range.lowerBound, to: lineEnd)
        guard close < lineEnd else { return nil }
        if let place = bytes.find("\\an", in: range.lowerBound..<close), place + 3 < close,
            (0x31...0x39).contains(bytes[place + 3])
        {
            position = bytes[place + 3] - 0x30
        }
        return close + 1
    }

    /// `\p1` begins a drawing, whose commands aren’t text, and `\p0` ends it.
    private func drawing(_ bytes: Bytes, _ override: Range<Int>) -> Bool? {
        var index = override.lowerBound
        var isDrawing: Bool?
        while let place = bytes.find("\\p", in: index..<override.upperBound) {
            index = place + 2
            guard bytes[index].isDigit else { continue }
            isDrawing = bytes[index] != UInt8(ascii: "0")
        }
        return isDrawing
    }
}

/// The attributes of a `<font>`.
private struct FontAttributes {
    private var pairs: [(name: String, value: String)] = []

    init(_ bytes: Bytes, _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            while index < range.upperBound, !bytes[index].isLetter { index += 1 }
            let start = index
            while index < range.upperBound, bytes[index].isLetter { index += 1 }
            let name = bytes.text(start..<index).lowercased()
            while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
            guard index < range.upperBound, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
            guard index < range.upperBound else { break }
            let quote = bytes[index]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { index += 1 }
            let valueStart = index
            while index < range.upperBound, isQuoted ? bytes[index] != quote : !bytes[index].isSpace
            {
                index += 1
            }
            guard pairs.count < 8 else { return }
            pairs.append((name, bytes.text(valueStart..<index)))
        }
    }

    mutating func color() -> String? {
        guard let value = pairs.last(where: { $0.name == "color" })?.value else { return nil }
        return Color.normalized(value)
    }

    /// What isn’t the color, in the order of the file.
    var rest: String? {
        let rest = pairs.filter { $0.name != "color" }
        guard !rest.isEmpty else { return nil }
        return rest.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: " ")
    }
}

/// Where a text stands, as the number pad of a keyboard has it: 7 8 9 is the top, 1 2 3 the bottom.
enum SRTPosition {
    static func settings(_ position: UInt8) -> String {
        let line = [2: "line:0", 1: "line:50%,center"][Int(position - 1) / 3]
        let align = [0: "align:left", 2: "align:right"][Int(position - 1) % 3]
        return [line, align].compactMap(\.self).joined(separator: " ")
    }

    /// The number that is nearest; 2 is where a text stands anyway.
    static func position(_ settings: CueSettings) -> UInt8 {
        var row: UInt8 = 0
        switch settings.line {
        case .auto: break
        case .number(let number): row = number >= 0 ? 2 : 0
        case .percentage(let share): row = share < 34 ? 2 : share < 67 ? 1 : 0
        }
        let column: UInt8 =
            switch settings.align {
            case .left, .start: 0
            case .center: 1
            case .right, .end: 2
            }
        return row * 3 + column + 1
    }
}
