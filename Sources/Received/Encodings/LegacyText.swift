import CUchardet

/// Text from before Unicode, of which nothing says in which encoding it is.
///
/// With a language known, one of its usual encodings is taken in which the letters are that language’s.
/// Otherwise `libuchardet` is asked, which knows how often which letters follow each other, and its word counts
/// as far as the letters agree.
struct LegacyText {
    /// What is looked at: lines with something else than ASCII, and no more than say it for sure.
    private let sample: [UInt8]
    private static let sampleBytes = 1 << 16

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var sample: [UInt8] = []
        var start = 0
        while start < bytes.count, sample.count < Self.sampleBytes {
            var end = start
            var isPlain = true
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
                if bytes[end] >= 0x80 { isPlain = false }
                end += 1
            }
            if !isPlain {
                let room = Self.sampleBytes - sample.count
                sample.append(contentsOf: bytes[start..<min(end, start + room)])
                sample.append(0x0A)
            }
            start = end + 1
        }
        self.sample = sample
    }

    /// The encoding, or Windows-1252, which any sequence of bytes could be.
    func encoding(language: String?) -> TextEncoding { fitting(language: language) ?? .windows1252 }

    /// The encoding in which the text is one in some language; nil if there is none.
    func fitting(language: String?) -> TextEncoding? {
        let vote = vote()
        if let language, let encoding = usual(of: language, vote) { return encoding }
        if let vote, EastAsian.encodings.contains(vote), EastAsian.fit(sample, vote) != nil {
            return vote
        }
        return likeliest(vote)
    }

    /// What the library says, if it is an encoding from before Unicode.
    private func vote() -> TextEncoding? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let status = sample.withUnsafeBytes {
            uchardet_handle_data(detector, $0.baseAddress, $0.count)
        }
        guard status == 0 else { return nil }
        uchardet_data_end(detector)
        guard let name = uchardet_get_charset(detector) else { return nil }
        let label = OwnText.decode(cString: name)
        // It calls the older and the newer Chinese the same.
        let vote = TextEncoding(label: label == "GB18030" ? "gbk" : label)
        return vote == .utf8 || vote?.isWide == true ? nil : vote
    }

    // MARK: In a language

    /// One of the language’s encodings, if the text is in that language.
    private func usual(of language: String, _ vote: TextEncoding?) -> TextEncoding? {
        let eastAsian = EastAsian.encodings(of: language)
        if !eastAsian.isEmpty {
            let fits = eastAsian.compactMap { encoding in
                EastAsian.fit(sample, encoding).map { (encoding, $0) }
            }
            let fewest = fits.map(\.1).min()
            let best = fits.filter { $0.1 == fewest }.map(\.0)
            return best.first { $0 == vote } ?? best.first
        }
        let bytes = UpperBytes(sample)
        return best(
            of: WrittenLanguage.of(language),
            bytes,
            vote,
            trust: 0.05,
            order: 0.03,
            distance: 0,
            isKnown: true
        )
    }

    // MARK: In any language

    private func likeliest(_ vote: TextEncoding?) -> TextEncoding? {
        let bytes = UpperBytes(sample)
        // Of few letters the library knows little.
        let trust = 0.3 * min(1, Double(bytes.total) / 6)
        guard
            let best = best(
                of: WrittenLanguage.all,
                bytes,
                vote,
                trust: trust,
                order: 0.1,
                distance: 0.1,
                isKnown: false
            )
        else { return nil }
        // Where both say the same, it is the one that is meant most often.
        guard let western = EncodingTable.of(.windows1252), let table = EncodingTable.of(best),
            western.readsAlike(bytes, table)
        else { return best }
        return .windows1252
    }

    /// The encoding in which the letters are best a language’s.
    ///
    /// What the library says counts in its favor (`trust`), and nearly as much for encodings with the same
    /// letters; each language’s usual ones come first (`order`), and before all others Windows-1252
    /// (`distance`). Between encodings of the same letters that only decides while there are few letters. One that
    /// has a letter for nearly every byte is only tried if the language is known.
    private func best(
        of languages: [WrittenLanguage],
        _ bytes: UpperBytes,
        _ vote: TextEncoding?,
        trust: Double,
        order: Double,
        distance: Double,
        isKnown: Bool
    ) -> TextEncoding? {
        let doubt = min(1, 10 / Double(max(1, bytes.total)))
        let near = vote.map(WrittenLanguage.neighbors(of:)) ?? []
        var best: (encoding: TextEncoding, value: Double)?
        for language in languages
        where language.isLatin || bytes.areWholeWords {
            for (place, encoding) in language.encodings.enumerated()
            where isKnown || encoding != WrittenLanguage.full {
                guard let fit = EncodingTable.of(encoding)?.fit(bytes, language), fit.isPlausible
                else { continue }
                var value = fit.value - doubt * order * Double(place)
                if encoding != .windows1252 { value -= doubt * distance }
                if encoding == vote {
                    value += trust
                } else if near.contains(encoding) {
                    value += trust * (1 - 0.1 * doubt)
                }
                if value > best?.value ?? -1 { best = (encoding, value) }
            }
        }
        return best?.encoding
    }
}

/// The encodings of two bytes for a character.
enum EastAsian {
    private static let japanese = named("shift-jis euc-jp")
    private static let korean = named("euc-kr")
    private static let simplified = named("gbk big5")
    private static let traditional = named("big5 gbk")

    static let encodings: Set<TextEncoding> = Set(
        japanese + korean + simplified + named("iso-2022-jp")
    )

    private static func named(_ names: String) -> [TextEncoding] {
        names.split(separator: " ").compactMap { TextEncoding(label: String($0)) }
    }

    /// Those of a language, the usual first; none if it isn’t one of these.
    static func encodings(of tag: String) -> [TextEncoding] {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        switch parts.first {
        case "ja": return japanese
        case "ko": return korean
        case "zh", "yue", "cmn":
            let isTraditional = ["hant", "tw", "hk", "mo"].contains { parts.contains($0) }
            return isTraditional || parts.first == "yue" ? traditional : simplified
        default: return []
        }
    }

    /// How many faults there are if the text is read so; nil if it makes no sense: too many, or something
    /// else than kana, hangul and ideographs. Bytes of another encoding often mean narrow kana in Shift JIS,
    /// which hardly anybody writes.
    static func fit(_ sample: [UInt8], _ encoding: TextEncoding) -> Int? {
        guard let converter = ByteConverter(encoding) else { return nil }
        var (text, faults): ([UInt8], [Int]) = ([], [])
        sample.withUnsafeBufferPointer { converter.convert($0, into: &text, faults: &faults) }
        var (wide, other) = (0, 0)
        for scalar in ReceivedText.repair(text).unicodeScalars where !scalar.isASCII {
            switch scalar.value {
            case 0x3000...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xFF01...0xFF60: wide += 1
            case 0xFFFD: break
            default: if !WrittenLanguage.isMark(scalar) { other += 1 }
            }
        }
        guard wide > 4 * other, wide > 10 * faults.count else { return nil }
        return faults.count
    }
}
