import Received

/// Writes lyrics. A line’s text has no line breaks, and its end is when the next begins: only if there is
/// a gap is it said, with an empty line.
enum LRCWriter {
    static func write(_ captions: Captions, _ given: WritingOptions, to output: inout Output) {
        var options = given
        options.fractionDigits = given.fractionDigits ?? (isFine(captions) ? 3 : 2)
        for tag in tags(captions) { output.text("[\(tag.key):\(oneLine(tag.value))]\n") }
        let cues = sorted(captions.cues)
        var notes = captions.notes[...]
        for (index, cue) in cues.enumerated() {
            while let note = notes.first, note.position <= index {
                output.text("# \(oneLine(note.text))\n")
                notes = notes.dropFirst()
            }
            time(cue.start, options, open: UInt8(ascii: "["), to: &output)
            write(cue, options, to: &output)
            output.byte(.lineFeed)
            let next = index + 1 < cues.count ? cues[index + 1].start : nil
            guard let end = cue.end, !cue.text.isEmpty, end > cue.start,
                next.map({ rounded($0, options) > rounded(end, options) })
                    ?? (cue.words.last?.end != end)
            else { continue }
            time(end, options, open: UInt8(ascii: "["), to: &output)
            output.byte(.lineFeed)
        }
        for note in notes { output.text("# \(oneLine(note.text))\n") }
    }

    /// Whether it was read from a file with milliseconds.
    private static func isFine(_ captions: Captions) -> Bool {
        captions.format == .lrc
            && captions.cues.contains { cue in
                !isRound(cue.start) || !isRound(cue.end ?? 0)
                    || cue.words.contains { !isRound($0.start) || !isRound($0.end ?? 0) }
            }
    }

    private static func isRound(_ time: MediaTime) -> Bool { time.milliseconds % 10 == 0 }

    /// The offset is already in the times.
    private static func tags(_ captions: Captions) -> [Tag] {
        var tags = captions.tags.filter { tag in
            tag.key.lowercased() != "offset"
                && tag.key.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "#") } ?? false
                && !tag.key.contains { "]:\n".contains($0) }
        }
        let hasLanguage = tags.contains {
            ["la", "lang", "language"].contains($0.key.lowercased())
        }
        if let language = captions.language, !language.isEmpty, !hasLanguage {
            tags.append(Tag("la", language))
        }
        return tags
    }

    private static func sorted(_ cues: [Cue]) -> [Cue] {
        let isSorted = zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }
        guard !isSorted else { return cues }
        return cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }.map { cues[$0] }
    }

    static func oneLine(_ text: String) -> String {
        text.utf8.contains(.lineFeed)
            ? text.split(separator: "\n").joined(separator: " ") : text
    }

    private static func rounded(_ time: MediaTime, _ options: WritingOptions) -> MediaTime {
        (options.fractionDigits ?? 2) > 2
            ? time : MediaTime(milliseconds: (time + 5).milliseconds / 10 * 10)
    }

    private static func time(
        _ time: MediaTime,
        _ options: WritingOptions,
        open: UInt8,
        to output: inout Output
    ) {
        let time = rounded(max(time, 0), options).milliseconds
        output.byte(open)
        output.number(time / 60_000, digits: 2)
        output.byte(UInt8(ascii: ":"))
        output.pair(time / 1_000 % 60)
        output.byte(UInt8(ascii: "."))
        if (options.fractionDigits ?? 2) > 2 {
            output.number(time % 1_000, digits: 3)
        } else {
            output.pair(time / 10 % 100)
        }
        output.byte(open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ">"))
    }

    private static func write(_ cue: Cue, _ options: WritingOptions, to output: inout Output) {
        guard !cue.isPlain, !cue.words.isEmpty else { return plain(cue.text, to: &output) }
        cue.forEachPiece(withWords: true) { piece, _, word, ended in
            if let end = ended?.end { time(end, options, open: UInt8(ascii: "<"), to: &output) }
            if let word { time(word.start, options, open: UInt8(ascii: "<"), to: &output) }
            plain(String(Substring(piece)), to: &output)
        }
        if let end = cue.words.last?.end {
            time(end, options, open: UInt8(ascii: "<"), to: &output)
        }
    }

    /// Text that looks like a time gets something invisible into it: LRC has no escapes.
    private static func plain(_ text: String, to output: inout Output) {
        let start = output.bytes.count
        if text.utf8.contains(.lineFeed) {
            for byte in text.utf8 { output.byte(byte == .lineFeed ? 0x20 : byte) }
        } else {
            output.text(text)
        }
        let places = output.bytes.withUnsafeBufferPointer {
            LRCReader.timePlaces($0, start..<$0.count)
        }
        output.join(behind: places)
    }
}
