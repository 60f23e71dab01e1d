/// Captions that somebody brings as a file, as WebVTT: a WebVTT file as it is, an SRT file converted.
struct CaptionFile: Sendable, Equatable {
    /// Why a file can't be used, in words for people.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case tooLarge(Int)
        case unreadable
        case hasNone

        var description: String {
            switch self {
            case .tooLarge(let size):
                "Choose a smaller file: at most \(ByteCount.text(maximumBytes)). "
                    + "This one has \(ByteCount.text(size))."
            case .unreadable: "This file isn’t readable text. Save it as UTF-8 and choose it again."
            case .hasNone: "This file has no captions. Choose a WebVTT or SRT file."
            }
        }
    }

    static let maximumBytes = EmbeddedCaptions.maximumBytes

    /// WebVTT, in UTF-8.
    let text: [UInt8]

    init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge(bytes.count) }
        let text = try Self.decoded(bytes)
        self.text = EmbeddedCaptions.isWebVTT(text) ? text : SRTFile(text).webVTT
        guard EmbeddedCaptions.isWorthKeeping(self.text) else { throw .hasNone }
    }

    /// In any of the encodings that files with text have here.
    private static func decoded(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
        let found = TextEncoding.recognised(in: bytes, isWhole: true)
        var decoder = TextDecoder(
            bytes: Array(bytes.dropFirst(found.markBytes)),
            encoding: found.encoding
        )
        var text: [UInt8] = []
        do {
            while let piece = try decoder.next() { text += piece }
        } catch {
            throw .unreadable
        }
        return text
    }
}

/// Captions as SubRip writes them: a number, a line with two times, lines of text, an empty line.
/// There is no standard, so what has times is taken, and everything else is passed over.
private struct SRTFile {
    private struct Cue {
        let times: String
        var lines: [Substring] = []
    }

    private var cues: [Cue] = []

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var isOpen = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let times = Self.times(line) {
                // The number above the times isn't text of the cue before, if a line is missing.
                if isOpen, cues[cues.count - 1].lines.last.map({ Int($0) != nil }) == true {
                    cues[cues.count - 1].lines.removeLast()
                }
                cues.append(Cue(times: times))
                isOpen = true
            } else if line.allSatisfy(\.isWhitespace) {
                isOpen = false
            } else if isOpen {
                cues[cues.count - 1].lines.append(line)
            }
        }
    }

    var webVTT: [UInt8] {
        var text = "WEBVTT\n"
        for cue in cues where !cue.lines.isEmpty {
            text += "\n\(cue.times)\n"
            for line in cue.lines { text += Self.plain(line) + "\n" }
        }
        return Array(text.utf8)
    }

    /// "00:00:01,200 --> 00:00:03,000", with a point instead of the comma.
    private static func times(_ line: Substring) -> String? {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let ends = line[arrow.upperBound...].split(whereSeparator: \.isWhitespace)
        let begins = line[..<arrow.lowerBound].split(whereSeparator: \.isWhitespace)
        guard begins.count == 1, let start = time(begins[0]), let end = ends.first.flatMap(time),
            start < end
        else { return nil }
        return "\(written(start)) --> \(written(end))"
    }

    /// In milliseconds.
    private static func time(_ text: Substring) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard parts.count <= 2 else { return nil }
        let fraction = parts.count == 2 ? parts[1] : "0"
        let clock = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = clock.map { number($0) }
        guard (2...3).contains(numbers.count), !numbers.contains(nil), fraction.utf8.count <= 3,
            let rest = number(fraction)
        else { return nil }
        let seconds = numbers.compactMap(\.self).reduce(0) { $0 * 60 + $1 }
        let scale = [1: 100, 2: 10][fraction.utf8.count] ?? 1
        return seconds * 1000 + rest * scale
    }

    private static func number(_ text: Substring) -> Int? {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            ? Int(text) : nil
    }

    private static func written(_ time: Int) -> String {
        let padded = { (number: Int, length: Int) in
            let text = String(number)
            return String(repeating: "0", count: max(0, length - text.count)) + text
        }
        let seconds = time / 1000
        return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(time % 1000, 3)
    }

    /// A line of text: bold, italic and underlined stay, colors and positions go, and what WebVTT
    /// would take for markup is escaped (WebVTT §4.2.2).
    private static func plain(_ line: Substring) -> String {
        var text = ""
        var rest = line
        while let first = rest.first {
            if first == "{", let end = rest.firstIndex(of: "}"), rest.dropFirst().first == "\\" {
                rest = rest[rest.index(after: end)...]
            } else if first == "<", let end = rest.firstIndex(of: ">") {
                let tag = rest[...end].lowercased()
                if keptTags.contains(tag) {
                    text += tag
                } else if !tag.hasPrefix("<font") && tag != "</font>" {
                    text += "&lt;"
                    rest = rest.dropFirst()
                    continue
                }
                rest = rest[rest.index(after: end)...]
            } else {
                text += escaped(first, rest)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    private static func escaped(_ character: Character, _ rest: Substring) -> String {
        switch character {
        case "<": return "&lt;"
        case ">": return "&gt;"
        case "&":
            let isEntity = ["&amp;", "&lt;", "&gt;", "&nbsp;"].contains { rest.hasPrefix($0) }
            return isEntity ? "&" : "&amp;"
        default: return String(character)
        }
    }

    private static let keptTags: Set<String> = ["<b>", "</b>", "<i>", "</i>", "<u>", "</u>"]
}
