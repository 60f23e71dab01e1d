/// What the upper half of an encoding’s bytes mean, each by itself.
struct EncodingTable: Sendable {
    /// Those of the bytes 80 to FF; nil for one that means nothing.
    private let scalars: [Unicode.Scalar?]
    private let isCapital: [Bool]
    /// Whether case means something for it: not for `¿` and `¡`, which stand before capitals, nor for `ª`
    /// and `º`.
    private let isLetter: [Bool]

    /// All encodings of a byte for each character, made when the first file needs one.
    private static let all: [TextEncoding: EncodingTable] = {
        var tables: [TextEncoding: EncodingTable] = [:]
        for encoding in WrittenLanguage.all.flatMap(\.encodings) where tables[encoding] == nil {
            tables[encoding] = EncodingTable(encoding)
        }
        return tables
    }()

    static func of(_ encoding: TextEncoding) -> EncodingTable? { all[encoding] }

    private init?(_ encoding: TextEncoding) {
        guard let scalars = Self.scalars(of: encoding) else { return nil }
        self.scalars = scalars
        isCapital = scalars.map { $0?.properties.isUppercase ?? false }
        isLetter = scalars.map { scalar in
            guard let scalar, scalar != "ª", scalar != "º" else { return false }
            return scalar.properties.isAlphabetic
        }
    }

    private static func scalars(of encoding: TextEncoding) -> [Unicode.Scalar?]? {
        let upper = UInt8(0x80)...0xFF
        guard encoding != .windows1252 else {
            return upper.map { byte in
                let scalar = Windows1252.scalar(byte)
                return (0x80..<0xA0).contains(scalar.value) ? nil : scalar
            }
        }
        guard let converter = ByteConverter(encoding) else { return nil }
        return upper.map { byte in
            var (text, faults): ([UInt8], [Int]) = ([], [])
            [byte].withUnsafeBufferPointer {
                converter.convert($0, into: &text, faults: &faults)
            }
            let scalar = ReceivedText.repair(text).unicodeScalars.first
            return faults.isEmpty ? scalar.flatMap { $0.value < 0xA0 ? nil : $0 } : nil
        }
    }

    /// How well a text reads as a language’s.
    struct Fit {
        /// Of its characters that aren’t ASCII, how many are letters of the language.
        var own = 0
        /// Marks that any language has.
        var marks = 0
        /// Everything else.
        var alien = 0
        fileprivate var weight = 0.0

        /// Whether it could be the language, with some foreign names, or with one fault in a short text.
        var isPlausible: Bool {
            own + marks > 0 && (alien * 4 <= own + marks || (alien == 1 && own + marks > 2))
        }

        /// The higher, the better: common letters count more.
        var value: Double {
            (weight - Double(alien)) / Double(max(1, own + marks + alien))
        }
    }

    /// Whether a text reads the same in another encoding.
    func readsAlike(_ bytes: UpperBytes, _ other: EncodingTable) -> Bool {
        bytes.counts.indices.allSatisfy { index in
            bytes.counts[index] == 0
                || (scalars[index] != nil && scalars[index] == other.scalars[index])
        }
    }

    func fit(_ bytes: UpperBytes, _ language: WrittenLanguage) -> Fit {
        var fit = Fit()
        for (index, count) in bytes.counts.enumerated() where count > 0 {
            guard let scalar = scalars[index] else {
                fit.alien += count
                continue
            }
            if let weight = language.weights[scalar] {
                // A capital after a small letter, or the other way around, was something else.
                let wrong =
                    isCapital[index]
                    ? bytes.afterSmall[index]
                    : isLetter[index] ? bytes.beforeCapitals[index] : 0
                fit.alien += wrong
                fit.own += count - wrong
                fit.weight += weight * Double(count - wrong)
            } else if WrittenLanguage.isMark(scalar) {
                // A quotation mark in a word was another letter.
                let wrong = WrittenLanguage.isInWords(scalar) ? 0 : bytes.inWords[index]
                fit.alien += wrong
                fit.marks += count - wrong
                fit.weight += 0.4 * Double(count - wrong)
            } else {
                fit.alien += count
            }
        }
        return fit
    }
}

/// How often a text has each of the bytes 80 to FF.
struct UpperBytes {
    private(set) var counts = [Int](repeating: 0, count: 128)
    /// Those that have a letter on either side.
    private(set) var inWords = [Int](repeating: 0, count: 128)
    /// Those that follow a small letter of ASCII.
    private(set) var afterSmall = [Int](repeating: 0, count: 128)
    /// Those that a capital of ASCII follows.
    private(set) var beforeCapitals = [Int](repeating: 0, count: 128)
    /// How many stand beside another one: most of them in words without an ASCII letter.
    private(set) var neighbors = 0
    private(set) var total = 0

    init(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte >= 0x80 {
            let before = index > 0 ? bytes[index - 1] : 0
            let after = index + 1 < bytes.count ? bytes[index + 1] : 0
            counts[Int(byte) - 0x80] += 1
            total += 1
            if Self.isOfWord(before), Self.isOfWord(after) { inWords[Int(byte) - 0x80] += 1 }
            if (0x61...0x7A).contains(before) { afterSmall[Int(byte) - 0x80] += 1 }
            if (0x41...0x5A).contains(after) { beforeCapitals[Int(byte) - 0x80] += 1 }
            if before >= 0x80 || after >= 0x80 { neighbors += 1 }
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26
    }

    /// Whether words seem to be of such letters alone.
    var areWholeWords: Bool { neighbors * 2 > total }
}
