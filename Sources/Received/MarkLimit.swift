/// Keeps the marks on each letter, and the flags in a row, within bounds while a text is put together from
/// pieces.
///
/// Whoever takes pieces out of a text (tags, escapes, quotes) or decodes some (`&#x301;`) brings marks together
/// that were apart when the text came in, so they are counted again where the text grows. `apply` is called
/// after each piece and looks at each byte once.
package struct MarkLimit {
    /// Up to here every mark is counted.
    private var counted = 0
    /// Those on the letter before.
    private var marks = 0
    /// The regional indicators in a row before: two make a flag.
    private var indicators = 0
    /// Whether there were too many, which are gone.
    package private(set) var hasCut = false

    package init() {}

    /// Whether what comes next may be one too many.
    private var isCounting: Bool { marks > 0 || indicators > 0 }

    /// Marks have at least two bytes, so that fewer than this can't be too many.
    private static let harmless = 2 * ReceivedText.maximumMarks

    /// Takes out what is too much of what was appended since the last time.
    package mutating func apply(to text: inout [UInt8]) {
        guard isCounting || text.count - counted > Self.harmless,
            let first = text.withUnsafeBufferPointer({ firstExcess(in: $0) })
        else { return }
        hasCut = true
        text.removeSubrange(cut(&text, from: first)...)
    }

    /// Where the first mark is that is one too many.
    mutating func firstExcess(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        // There is no ASCII between here and `counted`.
        var searched = counted
        while isCounting || text.count - counted > Self.harmless {
            if !isCounting, counted >= searched {
                // Every ASCII byte is a letter. In most texts the last one within reach is far away.
                let reach = counted + Self.harmless
                if let letter = text[counted...reach].lastIndex(where: { $0 < 0x80 }) {
                    counted = letter + 1
                    continue
                }
                searched = reach
            }
            guard let (role, width) = MarkRole.read(text, at: counted) else { return nil }
            guard hasRoom(for: role) else { return counted }
            count(role)
            counted += width
        }
        return nil
    }

    private func hasRoom(for role: MarkRole) -> Bool {
        switch role {
        case .letter, .ignored: true
        case .mark: marks < ReceivedText.maximumMarks
        case .indicator: indicators < ReceivedText.maximumMarks
        }
    }

    private mutating func count(_ role: MarkRole) {
        switch role {
        case .letter: (marks, indicators) = (0, 0)
        case .ignored: break
        case .mark: (marks, indicators) = (marks + 1, 0)
        case .indicator: (marks, indicators) = (0, indicators + 1)
        }
    }

    /// Moves what stays together; where it ends.
    private mutating func cut(_ text: inout [UInt8], from first: Int) -> Int {
        text.withUnsafeMutableBufferPointer { text in
            var (from, to) = (first, first)
            func keep(_ count: Int) {
                for offset in 0..<count { text[to + offset] = text[from + offset] }
                (from, to) = (from + count, to + count)
            }
            while let (role, width) = MarkRole.read(UnsafeBufferPointer(text), at: from) {
                guard hasRoom(for: role) else {
                    from += width
                    continue
                }
                count(role)
                keep(width)
            }
            counted = to
            keep(text.count - from)
            return to
        }
    }
}

/// What a character does to the letter before it.
private enum MarkRole {
    case letter, mark
    /// Half of a flag.
    case indicator
    /// Folding drops it, which brings the marks before and after it together.
    case ignored

    /// The character that begins there, and its bytes; nil if some of them are still to come. What isn't UTF-8 is a
    /// letter.
    static func read(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Self, width: Int)? {
        guard index < text.count else { return nil }
        let first = text[index]
        let width = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
        guard index + width <= text.count else { return nil }
        guard width > 1 else { return (.letter, 1) }
        var value = UInt32(first & (0x7F >> width))
        for byte in text[(index + 1)..<(index + width)] {
            guard byte & 0xC0 == 0x80 else { return (.letter, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (Unicode.Scalar(value).map(Self.init) ?? .letter, width)
    }

    private init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // Letters of the most common scripts and their punctuation, without looking at the tables.
        case 0..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x2010..<0x202A, 0x3041..<0x3099,
            0x4E00..<0xA000, 0xAC00..<0xD7A4:
            self = .letter
            return
        case 0x1F1E6...0x1F1FF:
            self = .indicator
            return
        // Half-width voiced marks are letters, but become marks when compatibility forms are
        // folded.
        case 0xFF9E, 0xFF9F:
            self = .mark
            return
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            self = properties.isDefaultIgnorableCodePoint ? .ignored : .mark
        default:
            let isMark = properties.canonicalCombiningClass != .notReordered
            self = isMark ? .mark : properties.isDefaultIgnorableCodePoint ? .ignored : .letter
        }
    }
}
