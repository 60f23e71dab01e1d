import Received

/// Writes a table (RFC 4180) with everything that a cue has.
enum CSVWriter {
    private static let header = "number,start,end,text,speaker,id,settings,words"

    static func write(_ captions: Captions, _ options: WritingOptions, to output: inout Output) {
        switch options.table {
        case .full: writeFull(captions, options, to: &output)
        case .timecodes: writeTimecodes(captions, options, to: &output)
        }
    }

    private static func writeFull(
        _ captions: Captions,
        _ options: WritingOptions,
        to output: inout Output
    ) {
        let hasMarkup = captions.cues.contains { !$0.isPlain && needsMarkup($0) }
        let further = captions.format == .csv ? captions.columns : []
        output.text(header)
        if hasMarkup { output.word(",markup") }
        for name in further {
            output.byte(UInt8(ascii: ","))
            cell(name, guards: options.guardsFormulas, to: &output)
        }
        output.word("\r\n")
        for (index, cue) in captions.cues.enumerated() {
            output.number(index + 1)
            output.byte(UInt8(ascii: ","))
            output.time(cue.start, point: UInt8(ascii: "."))
            output.byte(UInt8(ascii: ","))
            if let end = cue.end { output.time(end, point: UInt8(ascii: ".")) }
            output.byte(UInt8(ascii: ","))
            cell(cue.text, guards: options.guardsFormulas, to: &output)
            if cue.isPlain {
                output.word(",,,,")
                if hasMarkup { output.byte(UInt8(ascii: ",")) }
            } else {
                let hasOwnMarkup = needsMarkup(cue)
                var cells = [
                    hasOwnMarkup ? "" : cue.voice ?? "", cue.identifier ?? "", cue.settingsText,
                    CSVWords.written(cue.words),
                ]
                if hasMarkup { cells.append(hasOwnMarkup ? markup(cue) : "") }
                for text in cells {
                    output.byte(UInt8(ascii: ","))
                    cell(text, guards: options.guardsFormulas, to: &output)
                }
            }
            if !further.isEmpty {
                output.byte(UInt8(ascii: ","))
                output.text(
                    cue.kept.isEmpty ? String(repeating: ",", count: further.count - 1) : cue.kept
                )
            }
            output.word("\r\n")
        }
    }

    private static func writeTimecodes(
        _ captions: Captions,
        _ options: WritingOptions,
        to output: inout Output
    ) {
        let ends = captions.ends(options)
        output.word("No.,Timecode In,Timecode Out,Subtitle\r\n")
        for (index, cue) in captions.cues.enumerated() {
            output.number(index + 1)
            output.byte(UInt8(ascii: ","))
            output.time(cue.start, point: UInt8(ascii: ":"))
            output.byte(UInt8(ascii: ","))
            output.time(ends(index), point: UInt8(ascii: ":"))
            output.byte(UInt8(ascii: ","))
            cell(cue.text, guards: options.guardsFormulas, to: &output)
            output.word("\r\n")
        }
    }

    /// Whether the text has more than one voice for all of it.
    static func needsMarkup(_ cue: Cue) -> Bool {
        guard !cue.runs.isEmpty else { return false }
        var style = Style()
        style.voice = cue.voice
        let isSpeech = cue.voice?.isEmpty == false
        guard !isSpeech || cue.runs != [Run(end: cue.text.utf8.count, style: style)] else {
            return false
        }
        var plain = cue
        plain.runs = []
        return markup(cue) != markup(plain)
    }

    /// The text as WebVTT has it, without the times of words: those have a column.
    private static func markup(_ cue: Cue) -> String {
        var plain = cue
        plain.words = []
        return OwnText.decode(VTTWriter.markedUp(plain))
    }

    /// Cells with commas between them.
    static func row(_ cells: [String]) -> String {
        var output = Output()
        for (index, text) in cells.enumerated() {
            if index > 0 { output.byte(UInt8(ascii: ",")) }
            cell(text, guards: true, to: &output)
        }
        return OwnText.decode(output.bytes)
    }

    @inline(__always)
    private static func cell(_ text: String, guards: Bool, to output: inout Output) {
        guard !text.isEmpty else { return }
        let isDone: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
            cell(bytes, guards: guards, to: &output)
            return true
        }
        guard isDone == nil else { return }
        Array(text.utf8).withUnsafeBufferPointer { cell($0, guards: guards, to: &output) }
    }

    private static func cell(_ bytes: Bytes, guards: Bool, to output: inout Output) {
        let all = 0..<bytes.count
        let isGuarded = guards && FormulaGuard.isNeeded(bytes, all)
        let isQuoted =
            bytes[0].isSpace || bytes[bytes.count - 1].isSpace
            || bytes.contains {
                $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == .lineFeed
            }
        if isQuoted { output.byte(UInt8(ascii: "\"")) }
        if isGuarded { output.byte(UInt8(ascii: "'")) }
        if bytes.contains(UInt8(ascii: "\""), in: all) {
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { output.byte(byte) }
                output.byte(byte)
            }
        } else {
            output.bytes.append(contentsOf: bytes)
        }
        if isQuoted { output.byte(UInt8(ascii: "\"")) }
    }
}
