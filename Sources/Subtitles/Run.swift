/// A piece of a cue's text that looks the same from its beginning to its end.
package struct Run: Codable, Equatable, Sendable {
    /// Where it ends in the UTF-8 of the text. It begins where the one before ends.
    package var end: Int
    package var style: Style

    package init(end: Int, style: Style) {
        self.end = end
        self.style = style
    }

    /// In one form: no empty runs, none like its neighbor, up to the end of the text, and none at all
    /// if everything is plain.
    static func canonical(_ runs: [Run], length: Int) -> [Run] {
        var result: [Run] = []
        var begin = 0
        for run in runs where min(run.end, length) > begin {
            begin = min(run.end, length)
            if let last = result.last, last.style == run.style {
                result[result.count - 1].end = begin
            } else {
                result.append(Run(end: begin, style: run.style))
            }
        }
        if result.allSatisfy({ $0.style == Style() }) { return [] }
        if begin < length {
            if result[result.count - 1].style == Style() {
                result[result.count - 1].end = length
            } else {
                result.append(Run(end: length, style: Style()))
            }
        }
        return result
    }
}

/// How a piece of a text looks, who says it, and in which language.
package struct Style: Hashable, Sendable {
    package var marks: Marks = []
    /// None or one: few styles have a name or a color.
    private var names: [StyleNames] = []

    package init(_ marks: Marks = []) {
        self.marks = marks
    }

    /// What is either so or not.
    package struct Marks: OptionSet, Codable, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Marks(rawValue: 1)
        package static let italic = Marks(rawValue: 2)
        package static let underline = Marks(rawValue: 4)
        package static let strikethrough = Marks(rawValue: 8)
        /// A text with another above it that says how it is read.
        package static let ruby = Marks(rawValue: 16)
        /// The text above.
        package static let rubyText = Marks(rawValue: 32)
    }

    package var voice: String? {
        get { names.first?.voice }
        set { change { $0.voice = newValue } }
    }

    package var language: String? {
        get { names.first?.language }
        set { change { $0.language = newValue } }
    }

    /// WebVTT's classes, the outermost first.
    package var classes: [String] {
        get { names.first?.classes ?? [] }
        set { change { $0.classes = newValue } }
    }

    /// A name or `#rrggbb`, in lower case.
    package var color: String? {
        get { names.first?.color }
        set { change { $0.color = newValue } }
    }

    /// The other attributes of SubRip's `<font>`: `face="Arial" size="12"`.
    package var font: String? {
        get { names.first?.font }
        set { change { $0.font = newValue } }
    }

    /// Whether it says no more than what is so or not.
    var isMarksOnly: Bool { names.isEmpty }

    /// How long its names are in all. Each piece of a text repeats them when it is compared, written or counted, so
    /// readers leave out what is longer than `longestNames`.
    var namesBytes: Int { names.first?.bytes ?? 0 }

    /// Far more than any voice, font and list of classes have.
    static let longestNames = 512

    static func isShort(_ name: String) -> Bool { name.utf8.count <= longestNames }

    private mutating func change(_ body: (inout StyleNames) -> Void) {
        if names.isEmpty { names.append(StyleNames()) }
        body(&names[0])
        if names[0] == StyleNames() { names = [] }
    }
}

/// The parts of a style that are words.
private struct StyleNames: Hashable, Sendable {
    var voice: String?
    var language: String?
    var classes: [String] = []
    var color: String?
    var font: String?

    var bytes: Int {
        [voice, language, color, font].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + classes.reduce(0) { $0 + $1.utf8.count + 3 }
    }
}
