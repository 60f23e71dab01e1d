import Received

/// The encodings of text in files from spreadsheets.
enum TextEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case windows1252 = "windows-1252"

    /// Its name on pages.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .windows1252: "Windows-1252"
        }
    }

    /// Its name in a header `Content-Type` (the IANA registry). UTF-16 has a byte order mark there.
    var charset: String {
        switch self {
        case .utf8: "utf-8"
        case .utf16LittleEndian, .utf16BigEndian: "utf-16"
        case .windows1252: "windows-1252"
        }
    }

    /// A text in this encoding; what it has no character for becomes a question mark.
    func encode(_ text: [UInt8]) -> [UInt8] {
        let scalars = OwnText.decode(text).unicodeScalars
        switch self {
        case .utf8: return text
        case .windows1252:
            return scalars.map { Windows1252.byte($0) ?? UInt8(ascii: "?") }
        case .utf16LittleEndian:
            return scalars.flatMap { UTF16.encode($0).map { Array($0) } ?? [] }
                .flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        case .utf16BigEndian:
            return scalars.flatMap { UTF16.encode($0).map { Array($0) } ?? [] }
                .flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        }
    }

    /// The recognized encoding of a file.
    struct Recognised: Equatable {
        let encoding: TextEncoding
        /// How many bytes at the start are a byte order mark and not text.
        var markBytes = 0
    }

    /// The encoding of a file, judged by its beginning: by its byte order mark; else UTF-16 by its
    /// zero bytes; else UTF-8 if it is valid; else Windows-1252, which nearly every sequence of
    /// bytes could be.
    ///
    /// A character cut by the end of the sample is not an error, unless the sample is the whole
    /// file.
    static func recognised(in sample: [UInt8], isWhole: Bool) -> Recognised {
        if sample.starts(with: CSVByte.byteOrderMark) {
            return Recognised(encoding: .utf8, markBytes: 3)
        }
        if sample.starts(with: [0xFF, 0xFE]) {
            return Recognised(encoding: .utf16LittleEndian, markBytes: 2)
        }
        if sample.starts(with: [0xFE, 0xFF]) {
            return Recognised(encoding: .utf16BigEndian, markBytes: 2)
        }
        if let encoding = utf16ByZeros(sample) { return Recognised(encoding: encoding) }
        return Recognised(encoding: isUTF8(sample, isWhole: isWhole) ? .utf8 : .windows1252)
    }

    /// A file in an encoding that was chosen by hand: only its byte order mark is looked for.
    static func recognised(
        in sample: [UInt8],
        isWhole: Bool,
        assuming chosen: TextEncoding?
    ) -> Recognised {
        let recognised = recognised(in: sample, isWhole: isWhole)
        guard let chosen, chosen != recognised.encoding else { return recognised }
        return Recognised(encoding: chosen)
    }

    /// UTF-16 without a mark: every comma, digit and line end has a zero byte on the same side.
    /// Other text has no zero bytes, so a few decide; a stray one does not.
    private static func utf16ByZeros(_ sample: [UInt8]) -> TextEncoding? {
        var (even, odd) = (0, 0)
        for index in sample.indices where sample[index] == 0 {
            if index % 2 == 0 { even += 1 } else { odd += 1 }
        }
        let enough = max(2, sample.count / 40)
        if odd >= enough, odd > 4 * even { return .utf16LittleEndian }
        if even >= enough, even > 4 * odd { return .utf16BigEndian }
        return nil
    }

    private static func isUTF8(_ sample: [UInt8], isWhole: Bool) -> Bool {
        do {
            _ = try UTF8Span(validating: sample.span)
            return true
        } catch {
            return !isWhole && error.isCut(at: sample.count)
        }
    }
}

extension UTF8.ValidationError {
    /// Whether the only error is that the last character continues past the end.
    func isCut(at end: Int) -> Bool {
        kind == .truncatedScalar && byteOffsets.upperBound == end
    }
}
