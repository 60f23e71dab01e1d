import Received

/// Bytes of a file as UTF-8 without a byte order mark, and how they became that.
struct DecodedText {
    var bytes: [UInt8]
    var encoding: TextEncoding
    var problems: [Problem] = []
    /// How many more there are.
    var moreProblems = 0

    /// Drops the zeros with which some programs fill the last block of a file.
    mutating func dropZeros() {
        let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
        bytes.removeLast(bytes.count - end)
    }
}

/// Finds out what the bytes of a file are, and makes UTF-8 of them: see `TextRecognition`.
enum TextDecoding {
    static func decode(
        _ bytes: [UInt8],
        as named: TextEncoding?,
        format: CaptionFormat?,
        language: String? = nil
    ) -> DecodedText {
        var recognition = TextRecognition(
            bytes,
            language: language,
            chosen: named ?? declaredEncoding(bytes)
        )
        // WebVTT is UTF-8, whatever its bytes, unless a language says what they may be instead.
        if format == .vtt, named == nil, language == nil {
            if recognition.isGuessed { recognition = TextRecognition(bytes, chosen: .utf8) }
            recognition.strays = .utf8
        }
        let (text, strays) = TextConverter.convert(bytes, recognition)
        var result = DecodedText(bytes: text, encoding: recognition.encoding)
        // Of two marks, the second one is text, before which no WebVTT begins (WebVTT §4.1).
        if bytes.starts(with: mark + mark), text.starts(with: Array("WEBVTT".utf8)) {
            result.bytes = mark + text
        }
        if recognition.isGuessed {
            let found = recognition.encoding.title
            result.problems.append(Problem(.encodingGuessed, line: 0, found: found))
        }
        let isCutOff =
            recognition.encoding.isWide
            && !(bytes.count - recognition.markBytes).isMultiple(of: 2)
        for (index, stray) in strays.first.enumerated() {
            if let encoding = stray.encoding {
                result.problems.append(
                    Problem(.strayLine, line: stray.line, found: encoding.title)
                )
            } else if isCutOff, index + 1 == strays.count {
                result.problems.append(Problem(.cutOffCharacter, line: stray.line))
            } else {
                result.problems.append(Problem(.undecodable, line: stray.line))
            }
        }
        result.moreProblems = strays.count - strays.first.count
        return result
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What XML’s declaration names. A file that says UTF-16 in plain letters was converted without changing
    /// what it says.
    private static func declaredEncoding(_ bytes: [UInt8]) -> TextEncoding? {
        guard bytes.starts(with: Array("<?xml".utf8)), bytes.contains(where: { $0 >= 0x80 }) else {
            return nil
        }
        let end = bytes.prefix(256).firstIndex(of: UInt8(ascii: ">")) ?? min(bytes.count, 256)
        let head = ReceivedText.repair(bytes[..<end])
        let words = head.split(whereSeparator: { "\"'= \t\r\n".contains($0) })
        guard let place = words.firstIndex(of: "encoding"), place + 1 < words.count,
            let encoding = TextEncoding(label: String(words[place + 1])),
            encoding != .utf8, !encoding.isWide
        else { return nil }
        return encoding
    }
}

/// Files that were joined: the next one begins with a byte order mark, perhaps in the middle of a line, because
/// the last line before had no end.
enum JoinedFiles {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Begins a new line, and a new block, where a mark is followed by a cue’s number or its times.
    static func divide(_ bytes: inout [UInt8]) {
        guard bytes.withUnsafeBufferPointer({ $0.contains(0xEF, in: 0..<$0.count) }) else {
            return
        }
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while let start = bytes[index...].firstIndex(of: 0xEF) {
            index = start + 1
            guard bytes[start...].starts(with: mark), isCue(bytes[(start + 3)...]) else { continue }
            result += bytes[copied..<start] + [.lineFeed, .lineFeed]
            copied = start + 3
        }
        if copied > 0 { bytes = result + bytes[copied...] }
    }

    private static func isCue(_ bytes: ArraySlice<UInt8>) -> Bool {
        let number = bytes.prefix { $0.isDigit }
        guard (1...9).contains(number.count) else { return false }
        let next = bytes.dropFirst(number.count).first
        return next == .lineFeed || next == UInt8(ascii: ":")
    }
}
