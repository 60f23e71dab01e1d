import Received

/// What the name of a video's file says about its book: an ISBN, words of a title or a series, and
/// numbers. What cameras, shops and programs add to names means nothing.
struct VideoName: Sendable, Equatable {
    /// The endings of names of videos in formats that are accepted (`VideoProbe.formats`).
    static let endings: Set<String> = [
        "mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "ts", "m2ts", "mts", "vob", "wmv",
        "asf", "flv", "ogv", "3gp", "3g2", "dv",
    ]

    /// Whether a file with this name may be a video.
    static func isVideo(_ name: String) -> Bool {
        endings.contains(Self.parts(of: name).ending)
    }

    /// The name without its ending, and the ending in small letters.
    static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }

    let isbn: ISBN?
    /// All words, folded, in their order.
    let words: [String]

    init(_ name: String) {
        let stem = Self.parts(of: name).stem
        isbn = Self.isbn(in: stem)
        words = SearchWords(Self.spaced(stem)).terms
    }

    /// The words that mean something: those of the book.
    var meaning: [String] { words.filter { !Self.isNoise($0) } }

    /// Whole numbers, as “Owls 03” has.
    var numbers: Set<Int> { Set(words.compactMap { Self.number($0) }) }

    /// A number of up to four digits. A year is one, too: series have numbers of years.
    static func number(_ word: String) -> Int? {
        word.utf8.count <= 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
            ? ReceivedNumber.integer(word) : nil
    }

    /// What stands in names beside the title: the size of the picture, how it is encoded, where it
    /// was bought, which version it is, a year, a long number.
    static func isNoise(_ word: String) -> Bool {
        if noise.contains(word) || isYear(word) { return true }
        let digits = word.utf8.filter { (0x30...0x39).contains($0) }.count
        // "1080p", "10bit", "h264", "v2", "20240312", "9783407793126".
        return digits > 4 || digits > 0 && digits < word.utf8.count && word.utf8.count <= 6
    }

    private static func isYear(_ word: String) -> Bool {
        number(word).map { (1900...2100).contains($0) } ?? false
    }

    private static let noise: Set<String> = [
        "4k", "8k", "uhd", "fhd", "hd", "sd", "hevc", "avc", "xvid", "divx", "aac", "ac3", "dts",
        "web", "webrip", "bluray", "bdrip", "dvd", "dvdrip", "hdtv", "remux", "final", "export",
        "master", "copy", "kopie", "video", "film", "movie", "full", "version", "isbn", "mp4",
        "img", "dsc", "dscn", "mvi", "mov", "vid", "pxl", "gopr", "clip", "screen", "recording",
        "read", "aloud", "audiobook", "storytime", "by", "von", "par",
    ]

    /// The first run of ten or thirteen digits, with hyphens or without, that is an ISBN.
    private static func isbn(in stem: String) -> ISBN? {
        let text = Array(stem.unicodeScalars)
        let isDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
        for start in text.indices
        where isDigit(text[start]) && (start == 0 || !isDigit(text[start - 1])) {
            var digits = ""
            for (index, scalar) in text[start...].enumerated() {
                let isLast = (scalar == "X" || scalar == "x") && digits.utf8.count == 9
                if isDigit(scalar) || isLast {
                    digits.unicodeScalars.append(scalar)
                } else if scalar != "-" {
                    break
                }
                let next = start + index + 1
                let isWhole = isLast || next == text.count || !isDigit(text[next])
                if isWhole, [10, 13].contains(digits.utf8.count), let isbn = try? ISBN(digits) {
                    return isbn
                }
                guard digits.utf8.count < 13 else { break }
            }
        }
        return nil
    }

    /// "TheLittleFox" has three words, if nothing else separates them.
    private static func spaced(_ stem: String) -> String {
        guard !stem.contains(where: { " _-.".contains($0) }) else { return stem }
        var text = ""
        var wasSmall = false
        for character in stem {
            if wasSmall, character.isUppercase { text.append(" ") }
            text.append(character)
            wasSmall = character.isLowercase
        }
        return text
    }
}
