import Received

/// Subtitles that aren't read, but known well enough to be called by their name.
package enum UnsupportedFormat: String, CaseIterable, Sendable {
    case microDVD, sami, json, youTube, vobSub, pgs

    /// What it is, and what to do instead.
    var description: String {
        switch self {
        case .microDVD:
            "These are MicroDVD subtitles, which Storytime can’t read. Convert them to SRT first."
        case .sami:
            "These are SAMI subtitles, which Storytime can’t read. Convert them to SRT first."
        case .json: "This is JSON, which Storytime can’t read. Save the captions as SRT instead."
        case .youTube:
            "These are captions in YouTube’s XML, which Storytime can’t read. "
                + "Save them as SRT or WebVTT instead."
        case .vobSub: Self.pictures("VobSub")
        case .pgs: Self.pictures("PGS")
        }
    }

    private static func pictures(_ name: String) -> String {
        "These subtitles are pictures of text (\(name)), which Storytime can’t read. "
            + "Convert them to SRT with text recognition first."
    }
}

/// Refuses what is something else than captions that can be read, before a reader finds some in it.
enum OtherFile {
    /// Judged by the bytes as they come.
    static func refuse(_ bytes: [UInt8]) throws {
        let start = Array(bytes.prefix(64))
        if let kind = FileKind(start) { throw ReadingError.otherFile(kind) }
        // The head of a pack of MPEG-2 (ISO/IEC 13818-1 §2.5.3.4), in which DVDs have their subtitles.
        if start.starts(with: [0x00, 0x00, 0x01, 0xBA]) { throw ReadingError.unsupported(.vobSub) }
        // “PG”, two times of four bytes, and the segment with which a picture begins.
        if start.starts(with: "PG".utf8), start.count > 10, start[10] == 0x16 {
            throw ReadingError.unsupported(.pgs)
        }
    }

    /// Judged by the text. Of LRC, a tag in brackets may be anything.
    static func refuse(text: [UInt8], chosen: CaptionFormat?) throws {
        if let kind = FileKind(Array(text.prefix(64))) { throw ReadingError.otherFile(kind) }
        try text.withUnsafeBufferPointer { bytes in
            if let root = Detection.rootName(bytes) {
                let name = bytes[root].prefix(16).map(\.lowercased)
                if name.elementsEqual("html".utf8) { throw ReadingError.otherFile(.webPage) }
                if name.elementsEqual("sami".utf8) { throw ReadingError.unsupported(.sami) }
                if name.elementsEqual("transcript".utf8) || name.elementsEqual("timedtext".utf8) {
                    throw ReadingError.unsupported(.youTube)
                }
            } else if bytes.has("# VobSub index file", at: 0, before: bytes.count) {
                throw ReadingError.unsupported(.vobSub)
            } else if isMicroDVD(bytes) {
                throw ReadingError.unsupported(.microDVD)
            } else if chosen != .lrc, isJSON(bytes) {
                throw ReadingError.unsupported(.json)
            }
        }
    }

    /// `{1}{25}`: the numbers of two pictures.
    private static func isMicroDVD(_ bytes: Bytes) -> Bool {
        var index = 0
        for _ in 0..<2 {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else { return false }
            index += 1
            guard ClockTime.number(bytes, &index, before: bytes.count) != nil,
                index < bytes.count, bytes[index] == UInt8(ascii: "}")
            else { return false }
            index += 1
        }
        return true
    }

    /// An object that begins with a name, perhaps in a list.
    private static func isJSON(_ bytes: Bytes) -> Bool {
        var signs = bytes.lazy.filter { !$0.isSpace }.makeIterator()
        var sign = signs.next()
        if sign == UInt8(ascii: "[") { sign = signs.next() }
        return sign == UInt8(ascii: "{") && signs.next() == UInt8(ascii: "\"")
    }
}
