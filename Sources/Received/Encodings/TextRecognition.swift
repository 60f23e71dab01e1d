/// In which encoding the bytes of a file are, and how surely.
package struct TextRecognition: Equatable, Sendable {
    package var encoding: TextEncoding
    /// How many bytes at the start are a byte order mark and no text.
    package var markBytes = 0
    /// Nothing in the file says it: its letters make it likely.
    package var isGuessed = false
    /// How lines of UTF-8 are read that aren’t.
    package var strays = TextEncoding.windows1252
    /// A converter wrote CR CR LF at the end of each line.
    package var hasDoubleReturns = false

    package static let utf8 = TextRecognition(encoding: .utf8)

    /// Judged by the beginning of a file, or by all of it: by its byte order mark; UTF-16 by its zero bytes;
    /// UTF-8 if it is that, or if most of its lines are; and otherwise by its letters (`LegacyText`), for which
    /// the language (BCP 47) is a help.
    ///
    /// An encoding that somebody chose is the one, and then only its own mark is looked for.
    package init(
        _ sample: [UInt8],
        isWhole: Bool = true,
        language: String? = nil,
        chosen: TextEncoding? = nil
    ) {
        let marked = Self.marked(sample)
        if let chosen {
            self.init(encoding: chosen, markBytes: marked?.encoding == chosen ? marked?.count : 0)
            if chosen == .utf8 {
                judge(sample[markBytes...], isWhole: isWhole, language)
                (encoding, isGuessed) = (.utf8, false)
            }
        } else if let marked, marked.encoding != .utf8 {
            self.init(encoding: marked.encoding, markBytes: marked.count)
        } else if marked == nil, let wide = Self.wide(sample) {
            self.init(encoding: wide)
        } else {
            self.init(encoding: .utf8, markBytes: marked?.count)
            judge(sample[markBytes...], isWhole: isWhole, language)
        }
        hasDoubleReturns = !encoding.isWide && Self.hasDoubleReturns(sample)
    }

    private init(encoding: TextEncoding, markBytes: Int? = nil) {
        self.encoding = encoding
        self.markBytes = markBytes ?? 0
    }

    /// Whether bytes are UTF-8, strictly.
    package static func isUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        UTF8Steps(bytes: UnsafeBufferPointer(rebasing: bytes)).isValid
    }

    // MARK: Marks and zeros

    private static func marked(_ bytes: [UInt8]) -> (encoding: TextEncoding, count: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// UTF-16 without a mark: each digit, comma and line end has a zero byte on the same side. Other text has
    /// no zero bytes, so a few decide; a stray one does not.
    private static func wide(_ sample: [UInt8]) -> TextEncoding? {
        var (even, odd) = (0, 0)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { even += 1 } else { odd += 1 }
        }
        let enough = max(2, sample.count / 40)
        if odd >= enough, odd > 4 * even { return .utf16LittleEndian }
        if even >= enough, even > 4 * odd { return .utf16BigEndian }
        return nil
    }

    private static func hasDoubleReturns(_ sample: [UInt8]) -> Bool {
        var (double, other) = (0, 0)
        for (index, byte) in sample.enumerated() where byte == 0x0A {
            if index > 1, sample[index - 1] == 0x0D, sample[index - 2] == 0x0D {
                double += 1
            } else {
                other += 1
            }
        }
        return double > 10 * other
    }

    // MARK: UTF-8, or before

    private mutating func judge(_ text: ArraySlice<UInt8>, isWhole: Bool, _ language: String?) {
        let lines = text.withUnsafeBufferPointer { LineCensus($0, isWhole: isWhole) }
        guard !lines.isClean else {
            // Japanese mail was written with escapes and seven bits.
            if lines.hasEscapes { encoding = TextEncoding(label: "iso-2022-jp") ?? encoding }
            return
        }
        let isUTF8 = lines.isUTF8(hasMark: markBytes > 0) || Self.isMixed(lines, text, language)
        let foreign = isUTF8 ? lines.strays[...] : text
        let found = foreign.withUnsafeBufferPointer { LegacyText($0).encoding(language: language) }
        if !isUTF8 { (encoding, isGuessed) = (found, true) }
        strays = found
    }

    /// Whether a text is of lines in UTF-8 and lines in another encoding, as when rows of two tables are put
    /// together: in no encoding it is a text, but without its lines of UTF-8 it is one.
    private static func isMixed(
        _ lines: LineCensus,
        _ text: ArraySlice<UInt8>,
        _ language: String?
    ) -> Bool {
        guard lines.mayBeMixed else { return false }
        let whole = text.withUnsafeBufferPointer { LegacyText($0).fitting(language: language) }
        guard whole == nil else { return false }
        return lines.strays.withUnsafeBufferPointer {
            LegacyText($0).fitting(language: language) != nil
        }
    }
}

/// Which lines of a text are UTF-8.
private struct LineCensus {
    /// Lines with characters of several bytes, and more of those than faults.
    private var good = 0
    /// Lines with faults.
    private var bad = 0
    private var characters = 0
    private var faults = 0
    /// Whether there is an escape to Japanese characters in a text of ASCII.
    private(set) var hasEscapes = false
    /// Lines with faults and without any character of several bytes.
    private(set) var strays: [UInt8] = []
    private static let mostStrayBytes = 1 << 16

    init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        var bytes = bytes
        // A character that goes on behind the sample is none of its faults.
        if !isWhole { bytes = Self.withoutCut(bytes) }
        let steps = UTF8Steps(bytes: bytes)
        guard !steps.isValid else {
            hasEscapes = steps.isASCII && Self.hasEscapes(bytes)
            return
        }
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            count(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            start = end + 1
        }
    }

    private mutating func count(_ line: UnsafeBufferPointer<UInt8>) {
        let found = UTF8Steps(bytes: line).count()
        characters += found.characters
        faults += found.faults
        if found.characters > found.faults { good += 1 }
        guard found.faults > 0 else { return }
        bad += 1
        if found.characters == 0, strays.count < Self.mostStrayBytes {
            strays.append(contentsOf: line.prefix(Self.mostStrayBytes - strays.count))
            strays.append(0x0A)
        }
    }

    var isClean: Bool { faults == 0 }

    /// Bytes of other encodings seldom are a character of UTF-8: some lines of such a text may be, not a third.
    func isUTF8(hasMark: Bool) -> Bool {
        guard characters > 0 else { return false }
        if hasMark || good > bad || good == bad && characters > faults { return true }
        return characters >= 10 && good * 3 >= bad
    }

    /// Whether enough lines are UTF-8 that the others could be the exceptions.
    var mayBeMixed: Bool { good * 3 >= bad && !strays.isEmpty }

    private static func withoutCut(_ bytes: UnsafeBufferPointer<UInt8>)
        -> UnsafeBufferPointer<UInt8>
    {
        let steps = UTF8Steps(bytes: bytes)
        for start in max(0, bytes.count - 3)..<bytes.count {
            if case .cut = steps.step(at: start) {
                return UnsafeBufferPointer(rebasing: bytes[..<start])
            }
        }
        return bytes
    }

    /// ESC $ B or ESC $ @ (RFC 1468).
    private static func hasEscapes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.indices.dropLast(2).contains { index in
            bytes[index] == 0x1B && bytes[index + 1] == 0x24
                && (bytes[index + 2] == 0x42 || bytes[index + 2] == 0x40)
        }
    }
}
