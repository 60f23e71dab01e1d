import Received

/// Reads the text of a line of SubStation Alpha: overrides between braces, line breaks, drawings.
///
/// Of the overrides it knows those that say how a text looks, where it stands, and what of it is a drawing. What
/// moves, fades, blurs and sings says nothing to other formats.
struct SubStationText {
    private var builder = RunBuilder()
    private var table = StyleTable()
    /// How the text looks from here on.
    private var look = Style()
    private var line = SubStationScript.LineStyle()
    private var voice: String?
    private var place: UInt8?
    private var isDrawing = false
    private var breaksSoftly = false
    /// Line breaks since the last letter: those at the ends of a text say nothing.
    private var breaks = 0

    var isFull: Bool { table.isFull }
    var hasCut: Bool { builder.hasCut }

    /// Forgets what was cut in the line before.
    mutating func forget() {
        table.isFull = false
        builder.hasCut = false
    }

    /// A cue without times.
    mutating func read(
        _ bytes: Bytes,
        _ range: Range<Int>,
        _ script: SubStationScript,
        _ line: SubStationScript.LineStyle,
        voice: String
    ) -> Cue {
        self.line = line
        self.voice = voice.isEmpty ? nil : voice
        (place, isDrawing, breaks) = (nil, false, 0)
        breaksSoftly = script.breaksSoftly
        reset(to: line)
        var index = range.lowerBound
        var begin = index
        // A brace that is never closed is text, and so are all that follow it.
        var mayClose = true
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "{"), mayClose {
                let end = bytes.first(UInt8(ascii: "}"), from: index, to: range.upperBound)
                mayClose = end < range.upperBound
                guard mayClose else { continue }
                add(bytes, begin..<index)
                override(bytes, index + 1..<end, script)
                index = end + 1
                begin = index
            } else if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound,
                "Nnh{}".utf8.contains(bytes[index + 1])
            {
                add(bytes, begin..<index)
                escape(bytes, index + 1)
                index += 2
                begin = index
            } else {
                index += 1
            }
        }
        add(bytes, begin..<range.upperBound)
        var cue = builder.finish(start: .zero, end: nil)
        cue.settingsText = SRTPosition.settings(place ?? line.place)
        return cue
    }

    // MARK: Text

    private mutating func add(_ bytes: Bytes, _ range: Range<Int>) {
        guard !isDrawing, !range.isEmpty else { return }
        addBreaks()
        builder.append(bytes, range, look)
    }

    private mutating func add(_ text: String) {
        guard !isDrawing else { return }
        addBreaks()
        builder.append(text, look)
    }

    private mutating func addBreaks() {
        if builder.count > 0 { builder.append(String(repeating: "\n", count: breaks), look) }
        breaks = 0
    }

    private mutating func escape(_ bytes: Bytes, _ index: Int) {
        switch bytes[index] {
        case UInt8(ascii: "N"): addBreak()
        case UInt8(ascii: "n"): if breaksSoftly { addBreak() } else { add(" ") }
        case UInt8(ascii: "h"): add("\u{A0}")
        default: add(bytes, index..<index + 1)
        }
    }

    private mutating func addBreak() {
        if !isDrawing { breaks += 1 }
    }

    // MARK: Overrides

    /// Tags that begin with a backslash. What isn’t one is a remark.
    private mutating func override(
        _ bytes: Bytes,
        _ range: Range<Int>,
        _ script: SubStationScript
    ) {
        var index = bytes.first(UInt8(ascii: "\\"), from: range.lowerBound, to: range.upperBound)
        while index < range.upperBound {
            let start = index + 1
            index = start
            // What `\t(…)` turns a text into is no change of what it is now.
            var depth = 0
            while index < range.upperBound, depth > 0 || bytes[index] != UInt8(ascii: "\\") {
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
                index += 1
            }
            change(bytes, bytes.trimmed(start..<index), script)
        }
    }

    private mutating func change(
        _ bytes: Bytes,
        _ tag: Range<Int>,
        _ script: SubStationScript
    ) {
        let letters = tag.prefix { bytes[$0].isLetter }
        let rest = letters.endIndex..<tag.upperBound
        let number = ReceivedNumber.integer(bytes[rest], in: 0...1_000)
        if letters.isEmpty {
            if bytes.has("1c", at: tag.lowerBound, before: tag.upperBound) {
                setColor(bytes, tag.dropFirst(2))
            }
        } else if bytes.spells("an", letters) || bytes.spells("a", letters) {
            // The first one counts.
            let isOld = letters.count == 1
            place = place ?? number.flatMap { Self.place($0, isOld: isOld) }
        } else if bytes.spells("pos", letters) || bytes.spells("move", letters) {
            if let point = Self.point(bytes, rest) {
                place = script.place(x: point.x, y: point.y)
            }
        } else if letters.count == 1 {
            change(bytes, letter: bytes[tag.lowerBound], rest, number)
        }
        if bytes[tag].first == UInt8(ascii: "r") {
            let name = bytes.text(tag.dropFirst())
            reset(to: name.isEmpty ? line : script.style(named: name))
        }
    }

    private mutating func change(
        _ bytes: Bytes,
        letter: UInt8,
        _ rest: Range<Int>,
        _ number: Int?
    ) {
        guard number != nil || rest.isEmpty || letter == UInt8(ascii: "c") else { return }
        switch letter {
        case UInt8(ascii: "b"): set(.bold, number.map { $0 == 1 || $0 > 500 })
        case UInt8(ascii: "i"): set(.italic, number.map { $0 > 0 })
        case UInt8(ascii: "u"): set(.underline, number.map { $0 > 0 })
        case UInt8(ascii: "s"): set(.strikethrough, number.map { $0 > 0 })
        case UInt8(ascii: "c"): setColor(bytes, rest)
        case UInt8(ascii: "p"): isDrawing = number ?? 0 > 0
        case UInt8(ascii: "q"): breaksSoftly = number == 2
        default: break
        }
    }

    /// Without a value it is as the line’s style has it.
    private mutating func set(_ mark: Style.Marks, _ isSet: Bool?) {
        if isSet ?? line.look.marks.contains(mark) {
            look.marks.insert(mark)
        } else {
            look.marks.remove(mark)
        }
        look = table.shared(look)
    }

    private mutating func setColor(_ bytes: Bytes, _ range: Range<Int>) {
        look.color = range.isEmpty ? line.look.color : Self.color(bytes, range)
        look = table.shared(look)
    }

    private mutating func reset(to style: SubStationScript.LineStyle) {
        look = style.look
        look.voice = voice
        look = table.shared(look)
    }

    /// `&HBBGGRR&`, or the same as a decimal number; nil if it is white, as captions are anyway.
    static func color(_ bytes: Bytes, _ range: Range<Int>) -> String? {
        let signs = bytes[range].drop { $0 == UInt8(ascii: "&") }
        let digits: Slice<Bytes>
        let value: Int?
        if let first = signs.first, first | 0x20 == UInt8(ascii: "h") {
            digits = signs.dropFirst().prefix { $0.isHexDigit }
            value = digits.suffix(6).reduce(0) { $0 * 16 + $1.hexValue }
        } else {
            digits = signs.prefix { $0.isDigit }
            value = ReceivedNumber.integer(digits, in: 0...0xFFFF_FFFF)
        }
        guard !digits.isEmpty, let value else { return nil }
        let color = Color.code((value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF)
        return Color.isDefault(color) ? nil : color
    }

    /// As on a number pad. SSA counts 1 to 3 at the bottom, 5 to 7 at the top and 9 to 11 between them.
    static func place(_ number: Int, isOld: Bool) -> UInt8? {
        let place: Int? =
            switch number {
            case 1...9 where !isOld, 1...3: number
            case 5...7: number + 2
            case 9...11: number - 5
            default: nil
            }
        return place.map { UInt8(truncatingIfNeeded: $0) }
    }

    /// The first two numbers between parentheses.
    private static func point(_ bytes: Bytes, _ range: Range<Int>) -> (x: Double, y: Double)? {
        guard let first = range.first, bytes[first] == UInt8(ascii: "(") else { return nil }
        var numbers: [Double] = []
        var start = first + 1
        while numbers.count < 2, start < range.upperBound {
            let end =
                range.dropFirst(start - range.lowerBound).first {
                    bytes[$0] == UInt8(ascii: ",") || bytes[$0] == UInt8(ascii: ")")
                } ?? range.upperBound
            let text = bytes.text(bytes.trimmed(start..<end))
            guard let number = ReceivedNumber.decimal(text) else { return nil }
            numbers.append(number)
            start = end + 1
        }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}

extension Bytes {
    /// Whether a range has this word, which is in lower case here and in any case there.
    func spells(_ word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where self[range.lowerBound + offset].lowercased != word.utf8Start[offset] {
            return false
        }
        return true
    }
}

extension UInt8 {
    /// What a hexadecimal digit stands for.
    fileprivate var hexValue: Int { isDigit ? digit : Int((self | 0x20) &- 0x61) + 10 }
}
