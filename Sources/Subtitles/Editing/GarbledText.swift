import Received

/// Letters that were read in the wrong encoding: UTF-8 that somebody took for Windows-1252 has “Ã¼” for ü and
/// “â€™” for an apostrophe.
extension String {
    var isGarbled: Bool {
        unicodeScalars.contains("\u{FFFD}") || !garbledRanges.isEmpty
    }

    /// The pieces that make a letter if they are read as UTF-8, and that letter.
    fileprivate var garbledRanges: [(range: Range<Int>, letter: String)] {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return [] }
        let scalars = Array(unicodeScalars)
        var found: [(range: Range<Int>, letter: String)] = []
        var offset = 0
        var index = 0
        while index < scalars.count {
            guard let letter = GarbledLetter(scalars, at: index) else {
                offset += UTF8.width(scalars[index])
                index += 1
                continue
            }
            let end = index + letter.count
            let width = scalars[index..<end].reduce(0) { $0 + UTF8.width($1) }
            found.append((offset..<offset + width, letter.text))
            offset += width
            index = end
        }
        return found
    }
}

extension Cue {
    mutating func ungarble() {
        replace(
            text.garbledRanges.map { Replacement(range: $0.range, text: Cue.normalized($0.letter)) }
        )
    }
}

/// One letter that became several.
private struct GarbledLetter {
    let text: String
    let count: Int

    /// Only what nobody writes on purpose: Latin and Cyrillic letters, punctuation, emoji and a byte order
    /// mark. “É…” and “é…»” would be letters, too, but are French.
    init?(_ scalars: [Unicode.Scalar], at index: Int) {
        guard let first = Self.byte(scalars, index), let second = Self.byte(scalars, index + 1)
        else { return nil }
        switch (first, second) {
        case (0xC2...0xC5, _), (0xD0...0xD1, _): count = 2
        case (0xE2, 0x80...0x84), (0xEF, 0xBB): count = 3
        case (0xF0, 0x9F): count = 4
        default: return nil
        }
        // “IRMÃ»” is the end of a quotation in capitals.
        if count == 2, Self.followsLetters.contains(second), index > 0,
            scalars[index - 1].properties.isUppercase
        {
            return nil
        }
        let bytes = (index..<index + count).compactMap { Self.byte(scalars, $0) }
        guard let text = try? ReceivedText.read(bytes) else { return nil }
        self.text = text == "\u{FEFF}" ? "" : text
    }

    private static func byte(_ scalars: [Unicode.Scalar], _ index: Int) -> UInt8? {
        guard index < scalars.count, scalars[index].value >= 0x80 else { return nil }
        return Windows1252.byte(scalars[index])
    }

    /// … ‘ ’ “ ” – — no-break space « »
    private static let followsLetters: Set<UInt8> = [
        0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xA0, 0xAB, 0xBB,
    ]
}
