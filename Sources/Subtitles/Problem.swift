import Received

/// Something in a file that isn't as it should be: where, what was expected, and what was done.
package struct Problem: Error, Codable, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1; 0 is the file as a whole.
    package let line: Int
    package let kind: Kind
    /// The beginning of what the line says instead.
    package let found: String

    package init(_ kind: Kind, line: Int, found: String = "") {
        self.line = line
        self.kind = kind
        self.found = found
    }

    package var expected: String { kind.words.expected }
    package var done: String { kind.words.done }

    package var description: String {
        let place = line > 0 ? "line \(line): " : ""
        let instead = found.isEmpty ? "" : ", found “\(found)”"
        return "\(place)expected \(expected)\(instead); \(done)"
    }

    /// How much a problem matters.
    package enum Weight: Int, Sendable {
        /// Worth knowing, but nothing is wrong.
        case remark
        /// Wrong, but what was meant is plain.
        case mended
        /// Something of the file is missing from the cues.
        case skipped
    }

    /// What can be wrong.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case encodingGuessed, strayLine, undecodable, cutOffCharacter, tooManyMarks
        case skippedLine, skippedBlock, textOutsideCue
        case timeForm, minutesOverSixty, fractionTooLong, timeTooLarge
        case endBeforeStart, missingEnd
        case counter, commaInTime, missingBlankLine
        case unreadableRow, strayQuote, missingColumn
        case offsetIgnored, unreadableTag
        case timeBase, unreadableTime, tooManyStyles, tooManyIntervals, tinyRows
        case unreadableDialogue, cutOffSample
    }
}

extension Problem.Kind {
    package var weight: Problem.Weight {
        switch self {
        case .encodingGuessed, .minutesOverSixty, .endBeforeStart, .counter: .remark
        case .skippedLine, .skippedBlock, .textOutsideCue, .commaInTime, .unreadableRow,
            .undecodable, .cutOffCharacter, .unreadableDialogue, .cutOffSample:
            .skipped
        default: .mended
        }
    }

    fileprivate var words: (expected: String, done: String) {
        switch self {
        case .encodingGuessed: ("text in UTF-8", "its encoding was guessed")
        case .strayLine:
            ("text in UTF-8, as in the other lines", "the line was read in the encoding it fits")
        case .undecodable: ("text in the file’s encoding", "what can’t be read became “\u{FFFD}”")
        case .cutOffCharacter: ("two bytes for each character", "the last byte was left out")
        case .tooManyMarks:
            (
                "at most \(ReceivedText.maximumMarks) accents or marks on a letter",
                "the others were left out"
            )
        case .skippedLine: ("a time or a blank line", "the line was left out")
        case .skippedBlock:
            (
                "two times like 00:01.000 --> 00:02.000 above the text",
                "the cue was left out"
            )
        case .textOutsideCue: ("a time before the first text", "the line was left out")
        case .timeForm: ("a time in the usual format", "it was read as intended")
        case .minutesOverSixty:
            ("minutes and seconds below 60", "they were carried over")
        case .fractionTooLong: ("three digits after the seconds", "the others were left out")
        case .timeTooLarge: ("a time below 1,000,000 hours", "the time was cut to that")
        case .endBeforeStart: ("an end after the start", "the cue was left unchanged")
        case .missingEnd: ("a time at which the cue ends", "the end is unknown")
        case .counter: ("the next number", "the order of the file was kept")
        case .commaInTime:
            (
                "a dot in the times, as in WebVTT",
                "the cue was left out; read the file as SRT to keep it"
            )
        case .missingBlankLine: ("a blank line between two cues", "a new cue was begun")
        case .unreadableRow: ("a row with a start", "the row was left out")
        case .strayQuote: ("quotation marks that are doubled", "the mark was taken as text")
        case .missingColumn:
            ("a header that names start and text", "the columns were taken in order")
        case .offsetIgnored: ("a whole number of milliseconds", "the offset was ignored")
        case .unreadableTag: ("a time or a tag between brackets", "the line was left out")
        case .unreadableDialogue:
            ("a start, an end and a text behind “Dialogue:”", "the line was left out")
        case .cutOffSample: ("as many bytes as the text says", "the rest of the text is missing")
        case .timeBase:
            (
                "times of the media",
                "times on another base were read as if they began with the video"
            )
        case .unreadableTime: ("a time like 00:00:01.000 or 1s", "the attribute was ignored")
        case .tooManyStyles: ("fewer than 4,096 different styles", "some texts were left plain")
        case .tinyRows:
            ("rows of more than a few letters", "only their times and texts were read")
        case .tooManyIntervals:
            ("fewer timed pieces in a paragraph", "the paragraph was kept as one cue")
        }
    }
}

/// Why a file isn't read at all.
package enum ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownFormat
    /// Something that people bring by mistake.
    case otherFile(FileKind)
    /// Subtitles, but none that can be read.
    case unsupported(UnsupportedFormat)
    /// WebVTT files begin with the word.
    case noSignature
    case noTiming(CaptionFormat)
    /// A table without a heading is one of captions if each row is a cue.
    case rowWithoutTimes(line: Int)
    /// XML that isn't well-formed, or has what a stranger’s must not have.
    case xml(line: Int, reason: String)
    case notTTML
    case tooLarge(bytes: Int)
    case tooManyCues(limit: Int)
    case unknownEncoding(String)
    /// In strict mode: the first thing that would have been mended or left out.
    case strict(Problem)

    package var description: String {
        switch self {
        case .unknownFormat:
            "This can’t be read as a caption file. Use SRT, WebVTT, SBV, CSV, LRC, TTML or ASS."
        case .otherFile(let kind) where kind.isPacked:
            "This isn’t a caption file, but \(kind.name). Unpack it and use the captions in it."
        case .otherFile(let kind):
            "This isn’t a caption file, but \(kind.name). "
                + "Use SRT, WebVTT, SBV, CSV, LRC, TTML or ASS."
        case .unsupported(let format): format.description
        case .noSignature: "Line 1: a WebVTT file must begin with “WEBVTT”."
        case .noTiming(let format):
            "No line has the times of a cue. Check that this is \(format.name)."
        case .rowWithoutTimes(let line):
            "Line \(line) has no times. Add a row at the top that names the columns: start, end, text."
        case .xml(let line, let reason): "Line \(line): the XML can’t be read: \(reason)."
        case .notTTML: "The first element must be “tt”: this is not TTML."
        case .tooLarge(let bytes): "The file is too large: it must have at most \(bytes) bytes."
        case .tooManyCues(let limit): "The file has too many cues: it must have at most \(limit)."
        case .unknownEncoding(let name): "“\(name)” is not an encoding that can be read."
        case .strict(let problem): "\(problem)"
        }
    }
}
