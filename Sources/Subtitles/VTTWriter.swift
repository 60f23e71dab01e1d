import Received

/// Writes WebVTT by its syntax (https://www.w3.org/TR/webvtt1/#file-structure, §4), which is stricter than
/// what its parser reads: cues in the order of their starts, hours in every time, no empty line in a text.
enum VTTWriter {
    static func write(_ captions: Captions, _ options: WritingOptions, to output: inout Output) {
        let isOwn = captions.format == .vtt
        writeHeader(captions, isOwn: isOwn, to: &output)
        let ends = captions.ends(options)
        var notes = captions.notes[...]
        for (place, index) in order(captions.cues).enumerated() {
            let cue = captions.cues[index]
            while let note = notes.first, note.position <= place {
                write(note, to: &output)
                notes = notes.dropFirst()
            }
            if !cue.isPlain, let identifier = cue.identifier, !identifier.isEmpty {
                output.text(line(identifier))
                output.byte(.lineFeed)
            }
            output.time(cue.start, point: UInt8(ascii: "."))
            output.word(" --> ")
            output.time(ends(index), point: UInt8(ascii: "."))
            if !cue.isPlain, !cue.settingsText.isEmpty {
                output.byte(0x20)
                output.text(LRCWriter.oneLine(cue.settingsText))
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
            output.byte(.lineFeed)
        }
        for note in notes { write(note, to: &output) }
    }

    /// The cues’ places in the order of their starts; equal ones stay in the order of the file.
    private static func order(_ cues: [Cue]) -> [Int] {
        let isSorted = zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }
        guard !isSorted else { return Array(cues.indices) }
        return cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
    }

    private static func writeHeader(_ captions: Captions, isOwn: Bool, to output: inout Output) {
        output.word("WEBVTT")
        if isOwn, !captions.header.isEmpty {
            if captions.header.utf8.first != .lineFeed { output.byte(0x20) }
            output.text(captions.header)
        } else if let language = captions.language, !language.isEmpty {
            output.text("\nLanguage: " + line(language))
        }
        output.word("\n\n")
        for region in captions.regions where isOwn {
            output.text("REGION\n" + paragraph(region.settings) + "\n\n")
        }
        for style in captions.styles + colorStyles(captions) {
            output.text("STYLE\n" + paragraph(style) + "\n\n")
        }
    }

    /// The style sheets for colors that WebVTT has no classes for.
    private static func colorStyles(_ captions: Captions) -> [String] {
        var colors: Set<String> = []
        for cue in captions.cues where !cue.isPlain {
            for run in cue.runs { if let color = run.style.color { colors.insert(color) } }
        }
        return colors.sorted().compactMap(Color.styleSheet)
            .filter { sheet in !captions.styles.contains { $0.contains(sheet) } }
    }

    private static func write(_ note: Note, to output: inout Output) {
        let text = paragraph(note.text)
        output.text("NOTE" + (text.utf8.contains(.lineFeed) ? "\n" : " ") + text + "\n\n")
    }

    /// The text with its tags and the times of its words; not all of it if it is longer than the limit.
    static func markedUp(_ cue: Cue, limit: Int = .max) -> [UInt8] {
        var output = Output(limit: limit)
        write(cue, to: &output)
        protect(&output, from: 0)
        return output.bytes
    }

    private static func write(_ cue: Cue, to output: inout Output) {
        guard !cue.isPlain, !cue.runs.isEmpty || !cue.words.isEmpty else {
            return escaped(cue.text, to: &output)
        }
        var tags = MarkupTags<Tag>(opening: { $0.open(&$1) }, closing: { $0.close(&$1) })
        cue.forEachPiece(withWords: true) { piece, style, word, ended in
            guard !output.isOver else { return }
            tags.change(to: Tag.tags(style), &output) { output in
                if let end = ended?.end { stamp(end, to: &output) }
                guard let word, word.offset > 0 || word.start != cue.start else { return }
                stamp(word.start, to: &output)
            }
            escaped(String(Substring(piece)), to: &output)
        }
        if let end = cue.words.last?.end { stamp(end, to: &output) }
        tags.change(to: [], &output)
    }

    private static func stamp(_ time: MediaTime, to output: inout Output) {
        output.byte(UInt8(ascii: "<"))
        output.time(time, point: UInt8(ascii: "."))
        output.byte(UInt8(ascii: ">"))
    }

    @inline(__always)
    static func escaped(_ text: String, to output: inout Output) {
        let needsNone: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
            let all = 0..<bytes.count
            guard !bytes.contains(UInt8(ascii: "&"), in: all),
                !bytes.contains(UInt8(ascii: "<"), in: all),
                !bytes.contains(UInt8(ascii: ">"), in: all)
            else { return false }
            output.bytes.append(contentsOf: bytes)
            return true
        }
        guard needsNone != true else { return }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output.word("&amp;")
            case UInt8(ascii: "<"): output.word("&lt;")
            case UInt8(ascii: ">"): output.word("&gt;")
            default: output.byte(byte)
            }
        }
    }

    private static func protect(_ output: inout Output, from start: Int) {
        PlainText.protect(
            &output,
            from: start,
            isBlank: { _, line in line.isEmpty },
            isTiming: { _, _ in nil }
        )
    }

    /// A text that must be on one line and must not be taken for times.
    static func line(_ text: String) -> String {
        let line = ReceivedText.joined(
            text.unicodeScalars.lazy.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
        )
        return line.split(separator: "-->", omittingEmptySubsequences: false).joined(
            separator: "->"
        )
    }

    /// Lines of which none is empty.
    private static func paragraph(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map {
            line(String($0))
        }
        return lines.joined(separator: "\n")
    }

    private enum Tag: Equatable {
        case voice(String)
        case language(String)
        case ruby, rubyText
        case classes([String])
        case bold, italic, underline

        static func tags(_ style: Style) -> [Tag] {
            var tags: [Tag] = []
            if let voice = style.voice { tags.append(.voice(voice)) }
            if let language = style.language { tags.append(.language(language)) }
            if style.marks.contains(.ruby) { tags.append(.ruby) }
            if style.marks.contains([.ruby, .rubyText]) { tags.append(.rubyText) }
            let classes = style.classes + (style.color.map { [Color.webClass($0)] } ?? [])
            if !classes.isEmpty { tags.append(.classes(classes)) }
            if style.marks.contains(.bold) { tags.append(.bold) }
            if style.marks.contains(.italic) { tags.append(.italic) }
            if style.marks.contains(.underline) { tags.append(.underline) }
            return tags
        }

        var name: StaticString {
            switch self {
            case .voice: "v"
            case .language: "lang"
            case .ruby: "ruby"
            case .rubyText: "rt"
            case .classes: "c"
            case .bold: "b"
            case .italic: "i"
            case .underline: "u"
            }
        }

        func open(_ output: inout Output) {
            output.byte(UInt8(ascii: "<"))
            output.word(name)
            switch self {
            case .voice(let annotation), .language(let annotation):
                if !annotation.isEmpty { output.byte(0x20) }
                VTTWriter.escaped(VTTWriter.line(annotation), to: &output)
            case .classes(let names):
                for name in names {
                    output.byte(UInt8(ascii: "."))
                    output.bytes += name.utf8.filter {
                        !$0.isSpace && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ">")
                    }
                }
            default: break
            }
            output.byte(UInt8(ascii: ">"))
        }

        func close(_ output: inout Output) {
            output.word("</")
            output.word(name)
            output.byte(UInt8(ascii: ">"))
        }
    }
}
