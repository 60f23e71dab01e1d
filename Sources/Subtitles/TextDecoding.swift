import Received
import Glibc

/// Bytes of a file as UTF-8 without a byte order mark, and how they became that.
struct DecodedText {
    var bytes: [UInt8]
    var encoding: TextEncoding
    var problems: [Problem] = []
}

/// Finds out what the bytes of a file are, and makes UTF-8 of them.
enum TextDecoding {
    /// A byte order mark says it; then strict UTF-8 if it is that; then UTF-16 without a mark if every
    /// second byte is zero; else an encoding of the language, or Windows-1252.
    static func decode(
        _ bytes: [UInt8],
        as named: TextEncoding?,
        format: CaptionFormat?,
        language: String? = nil
    ) -> DecodedText {
        if let named { return decode(bytes[markLength(bytes, of: named)...], as: named) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(bytes[3...], isSure: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return decode(bytes[2...], as: .utf16LittleEndian) }
        if bytes.starts(with: [0xFE, 0xFF]) { return decode(bytes[2...], as: .utf16BigEndian) }
        if let declared = declaredEncoding(bytes) {
            // A file that says UTF-16 in plain letters was converted without changing what it says.
            if !declared.name.hasPrefix("utf"), !isASCII(bytes[...]) {
                return decode(bytes[...], as: declared)
            }
        }
        if let wide = wideWithoutMark(bytes) { return decode(bytes[...], as: wide) }
        if let language, format != .vtt, !isUTF8(bytes[...]),
            let text = usual(bytes[...], of: language)
        {
            return text
        }
        return utf8(bytes[...], isSure: format == .vtt)
    }

    // MARK: Encodings of a language

    /// Read in an encoding that files of the language used to have, if every byte means something in it
    /// and the letters are the language’s.
    private static func usual(_ bytes: ArraySlice<UInt8>, of language: String) -> DecodedText? {
        let tag = language.lowercased()
        let isTraditional = ["hant", "tw", "hk"].contains { tag.split(separator: "-").contains($0) }
        let labels: [String] =
            switch tag.prefix(while: { $0 != "-" }) {
            case "ja": ["shift-jis", "euc-jp"]
            case "ko": ["euc-kr"]
            case "zh": isTraditional ? ["big5", "gbk"] : ["gbk", "big5"]
            default: []
            }
        for encoding in labels.compactMap({ TextEncoding(label: $0) }) {
            var text = decode(bytes, as: encoding)
            guard text.problems.isEmpty, isEastAsian(text.bytes) else { continue }
            text.problems.append(Problem(.encodingGuessed, line: 0))
            return text
        }
        return nil
    }

    /// Whether what isn’t ASCII is mostly kana, hangul and ideographs. Bytes of another encoding often
    /// mean narrow kana in Shift JIS, which hardly anybody writes.
    private static func isEastAsian(_ bytes: [UInt8]) -> Bool {
        var (wide, other) = (0, 0)
        for scalar in ReceivedText.repair(bytes).unicodeScalars where !scalar.isASCII {
            switch scalar.value {
            case 0x3000...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xFF01...0xFF60: wide += 1
            default: other += 1
            }
        }
        return wide > 4 * other
    }

    /// What XML’s declaration names.
    private static func declaredEncoding(_ bytes: [UInt8]) -> TextEncoding? {
        guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
        let end = bytes.prefix(256).firstIndex(of: UInt8(ascii: ">")) ?? min(bytes.count, 256)
        let head = ReceivedText.repair(bytes[..<end])
        let words = head.split(whereSeparator: { "\"'= \t\r\n".contains($0) })
        guard let place = words.firstIndex(of: "encoding"), place + 1 < words.count else {
            return nil
        }
        return TextEncoding(label: String(words[place + 1]))
    }

    private static func markLength(_ bytes: [UInt8], of encoding: TextEncoding) -> Int {
        switch encoding {
        case .utf8: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        case .utf16LittleEndian: bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
        case .utf16BigEndian: bytes.starts(with: [0xFE, 0xFF]) ? 2 : 0
        default: 0
        }
    }

    /// Captions begin with digits, tags or brackets: in UTF-16 every second byte of those is zero.
    private static func wideWithoutMark(_ bytes: [UInt8]) -> TextEncoding? {
        let sample = bytes.prefix(256)
        guard sample.count >= 4 else { return nil }
        var zeros = (even: 0, odd: 0)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
        }
        let pairs = sample.count / 2
        if zeros.odd * 10 >= pairs * 7, zeros.even * 10 < pairs { return .utf16LittleEndian }
        if zeros.even * 10 >= pairs * 7, zeros.odd * 10 < pairs { return .utf16BigEndian }
        return nil
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>, isSure: Bool) -> DecodedText {
        if isUTF8(bytes) { return DecodedText(bytes: Array(bytes), encoding: .utf8) }
        guard isSure else {
            var text = decode(bytes, as: .windows1252)
            text.problems.append(Problem(.encodingGuessed, line: 0))
            return text
        }
        let text = ReceivedText.repair(bytes)
        return DecodedText(
            bytes: Array(text.utf8),
            encoding: .utf8,
            problems: [Problem(.undecodable, line: 0)]
        )
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, as encoding: TextEncoding) -> DecodedText
    {
        switch encoding {
        case .utf8: utf8(bytes, isSure: true)
        case .utf16LittleEndian: wide(bytes, encoding, low: 0, high: 1)
        case .utf16BigEndian: wide(bytes, encoding, low: 1, high: 0)
        case .windows1252: windows1252(bytes)
        default: byLibrary(bytes, encoding)
        }
    }

    private static func wide(
        _ bytes: ArraySlice<UInt8>,
        _ encoding: TextEncoding,
        low: Int,
        high: Int
    ) -> DecodedText {
        var result = DecodedText(bytes: [], encoding: encoding)
        result.bytes.reserveCapacity(bytes.count)
        var decoder = UTF16()
        var index = bytes.startIndex
        var units = AnyIterator<UInt16> {
            guard index + 1 < bytes.endIndex else { return nil }
            defer { index += 2 }
            return UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        var broken = false
        decoding: while true {
            switch decoder.decode(&units) {
            case .scalarValue(let scalar): append(scalar, to: &result.bytes)
            case .emptyInput: break decoding
            case .error:
                broken = true
                append("\u{FFFD}", to: &result.bytes)
            }
        }
        if broken { result.problems.append(Problem(.undecodable, line: 0)) }
        if !bytes.count.isMultiple(of: 2) {
            result.problems.append(Problem(.cutOffCharacter, line: 0))
        }
        return result
    }

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> DecodedText {
        var result = DecodedText(bytes: [], encoding: .windows1252)
        result.bytes.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                result.bytes.append(byte)
            } else {
                append(Windows1252.scalar(byte), to: &result.bytes)
            }
        }
        return result
    }

    /// By the C library. A byte that means nothing becomes U+FFFD.
    private static func byLibrary(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding)
        -> DecodedText
    {
        let converter = iconv_open("UTF-8", encoding.iconvName)
        guard converter != iconv_t(bitPattern: -1) else {
            var text = windows1252(bytes)
            text.problems.append(Problem(.undecodable, line: 0))
            return text
        }
        defer { iconv_close(converter) }
        var result = DecodedText(bytes: [], encoding: encoding)
        var isBroken = false
        var input = Array(bytes).map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 1 << 16)
        input.withUnsafeMutableBufferPointer { input in
            var from = input.baseAddress
            var left = input.count
            while left > 0 {
                let status = output.withUnsafeMutableBufferPointer { output in
                    var to = output.baseAddress
                    var room = output.count
                    let status = iconv(converter, &from, &left, &to, &room)
                    result.bytes += output[..<(output.count - room)].map { UInt8(bitPattern: $0) }
                    return status == -1 ? errno : 0
                }
                guard status != 0, status != E2BIG else { continue }
                append("\u{FFFD}", to: &result.bytes)
                isBroken = true
                // What is cut off at the end is one character, however long.
                let count = status == EINVAL ? left : 1
                from = from.map { $0 + count }
                left -= count
            }
        }
        if isBroken { result.problems.append(Problem(.undecodable, line: 0)) }
        return result
    }

    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isASCII {
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                bytes.append(byte)
            }
        }
    }

    static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { asciiPrefix($0) == $0.count }
    }

    /// Strictly: no surrogates, nothing longer than it must be, nothing cut off.
    static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var index = asciiPrefix(bytes)
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    index += 1
                    continue
                }
                let (length, low, high): (Int, UInt8, UInt8) =
                    switch byte {
                    case 0xC2...0xDF: (2, 0x80, 0xBF)
                    case 0xE0: (3, 0xA0, 0xBF)
                    case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80, 0xBF)
                    case 0xED: (3, 0x80, 0x9F)
                    case 0xF0: (4, 0x90, 0xBF)
                    case 0xF1...0xF3: (4, 0x80, 0xBF)
                    case 0xF4: (4, 0x80, 0x8F)
                    default: (0, 0, 0)
                    }
                guard length > 0, index + length <= bytes.count,
                    bytes[index + 1] >= low, bytes[index + 1] <= high
                else { return false }
                for next in 2..<max(length, 2) where bytes[index + next] & 0xC0 != 0x80 {
                    return false
                }
                index += length
            }
            return true
        }
    }

    /// How many bytes from the beginning are ASCII, eight at a time.
    private static func asciiPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count,
            raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index += 8
        }
        while index < raw.count, raw[index] < 0x80 { index += 1 }
        return index
    }
}

/// Windows-1252 as the WHATWG’s Encoding Standard has it: the five bytes without a character of their
/// own are controls, so that every byte is read.
enum Windows1252 {
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(table[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }

    /// nil if it has no such character.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if let index = table.firstIndex(where: { UInt32($0) == scalar.value }) {
            return 0x80 + UInt8(index)
        }
        guard !(0x80..<0xA0).contains(scalar.value) else { return nil }
        return UInt8(exactly: scalar.value)
    }

    /// The characters of the bytes 80 to 9F.
    private static let table: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
