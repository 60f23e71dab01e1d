/// Writes SubRip: cues numbered from 1, commas in the times, a blank line after each.
enum SRTWriter {
    static func write(_ captions: Captions, _ options: WritingOptions, to output: inout Output) {
        let ends = captions.ends(options)
        let isOwn = captions.format == .srt
        // In place: a copy of a cue counts up all that it refers to.
        captions.cues.withUnsafeBufferPointer { cues in
            for index in cues.indices {
                output.head(number: index + 1, cues[index].start, ends(index))
                if cues[index].isPlain, writeHarmless(cues[index].text, to: &output) {
                    output.byte(.lineFeed)
                } else {
                    writeBody(of: cues[index], isOwn: isOwn, to: &output)
                }
                output.byte(.lineFeed)
            }
        }
    }

    /// What follows the times: the rest of their line, and the text as it has to be written.
    private static func writeBody(of cue: Cue, isOwn: Bool, to output: inout Output) {
        if isOwn, !cue.isPlain, !cue.kept.isEmpty {
            output.byte(0x20)
            output.text(cue.kept)
        }
        output.byte(.lineFeed)
        let start = output.bytes.count
        if isOwn, !cue.isPlain, let source = cue.source {
            output.text(source)
        } else {
            write(cue, to: &output)
            protect(&output, from: start)
        }
        if output.bytes.count > start { output.byte(.lineFeed) }
    }

    /// The text with its markup; not all of it if it is longer than the limit.
    static func markedUp(_ cue: Cue, limit: Int = .max) -> [UInt8] {
        var output = Output(limit: limit)
        write(cue, to: &output)
        protect(&output, from: 0)
        return output.bytes
    }

    private static func write(_ cue: Cue, to output: inout Output) {
        guard !cue.isPlain else { return plain(cue.text, to: &output) }
        if !cue.text.isEmpty, !cue.settingsText.isEmpty {
            let position = SRTPosition.position(cue.settings)
            if position != 2 {
                output.word("{\\an")
                output.number(Int(position))
                output.word("}")
            }
        }
        guard !cue.runs.isEmpty else { return plain(cue.text, to: &output) }
        var tags = MarkupTags<Tag>(
            opening: { $1.text("<\($0.opening)>") },
            closing: { $1.text("</\($0.name)>") }
        )
        cue.forEachPiece(withWords: false) { piece, style, _, _ in
            guard !output.isOver else { return }
            tags.change(to: Tag.tags(style), &output)
            plain(String(Substring(piece)), to: &output)
        }
        tags.change(to: [], &output)
    }

    /// Ends the line of the times and writes a text that nobody could take for something else, as nearly all are: without `<`, `{` and
    /// the `>` of an arrow, and with something at the beginning of each line. Others are left to be
    /// looked at closely.
    private static func writeHarmless(_ text: String, to output: inout Output) -> Bool {
        let isWritten = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard !bytes.contains(UInt8(ascii: "<"), in: 0..<bytes.count),
                !bytes.contains(UInt8(ascii: "{"), in: 0..<bytes.count),
                !bytes.contains(UInt8(ascii: ">"), in: 0..<bytes.count)
            else { return false }
            var line = 0
            while line <= bytes.count {
                guard line < bytes.count, !bytes[line].isSpace else { return false }
                line = bytes.first(.lineFeed, from: line, to: bytes.count) + 1
            }
            output.byte(.lineFeed)
            output.bytes.append(contentsOf: bytes)
            return true
        }
        return isWritten ?? false
    }

    /// Text that looks like a tag gets something invisible into it: SubRip has no escapes.
    private static func plain(_ text: String, to output: inout Output) {
        let start = output.bytes.count
        output.text(text)
        let end = output.bytes.count
        let places = output.bytes.withUnsafeBufferPointer { bytes -> [Int] in
            guard
                bytes.contains(UInt8(ascii: "<"), in: start..<end)
                    || bytes.contains(UInt8(ascii: "{"), in: start..<end)
            else { return [] }
            return SRTMarkup.places(bytes, start..<end)
        }
        output.join(behind: places)
    }

    private static func protect(_ output: inout Output, from start: Int) {
        PlainText.protect(
            &output,
            from: start,
            isBlank: { bytes, line in bytes.trimmed(line).isEmpty },
            isTiming: { bytes, line in
                guard SRTReader.timing(bytes, line) != nil else { return nil }
                return bytes.first(UInt8(ascii: ">"), from: line.lowerBound, to: line.upperBound)
            }
        )
    }

    private struct Tag: Equatable {
        var name: String
        var opening: String

        /// The tags of a style, the outermost first.
        static func tags(_ style: Style) -> [Tag] {
            var tags: [Tag] = []
            let color = style.color ?? style.classes.lazy.compactMap(Color.color(ofClass:)).last
            if color != nil || style.font != nil {
                let attributes = [color.map { "color=\"\($0)\"" }, style.font].compactMap(\.self)
                tags.append(Tag(name: "font", opening: "font " + attributes.joined(separator: " ")))
            }
            if style.marks.contains(.bold) { tags.append(Tag(name: "b", opening: "b")) }
            if style.marks.contains(.italic) { tags.append(Tag(name: "i", opening: "i")) }
            if style.marks.contains(.underline) { tags.append(Tag(name: "u", opening: "u")) }
            if style.marks.contains(.strikethrough) { tags.append(Tag(name: "s", opening: "s")) }
            return tags
        }
    }
}
