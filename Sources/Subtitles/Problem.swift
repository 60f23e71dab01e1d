import Received

/// Something in a file that isn't as it should be: where, what it is, and what was done.
package struct Problem: Error, Codable, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1; 0 is the file as a whole.
    package let line: Int
    package let kind: Kind
    /// The beginning of what the line says instead.
    package let found: String
    /// What was done about it, in a sentence, if it isn’t the same for all of the kind.
    private let remedy: String?

    package init(_ kind: Kind, line: Int, found: String = "", remedy: String? = nil) {
        self.line = line
        self.kind = kind
        self.found = found
        self.remedy = remedy
    }

    /// What there is, and what was done about it, in sentences for people who know no formats.
    package var text: String { "\(finding) \(remedy ?? outcome)" }

    package var description: String { place + text }

    fileprivate var place: String { line > 0 ? "line \(line): " : "" }

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
        case unreadableTiming
        case timeBase, unreadableTime, neverShown, tooManyStyles, tooManyIntervals, tinyRows
        case tooManyColumns
        case unreadableDialogue, cutOffSample
    }
}

extension Problem.Kind {
    package var weight: Problem.Weight {
        switch self {
        case .encodingGuessed, .minutesOverSixty, .endBeforeStart, .neverShown, .counter:
            .remark
        case .skippedLine, .skippedBlock, .textOutsideCue, .commaInTime, .unreadableRow,
            .undecodable, .cutOffCharacter, .unreadableTiming, .unreadableDialogue, .cutOffSample:
            .skipped
        default: .mended
        }
    }
}

extension Problem {
    /// What there is.
    fileprivate var finding: String {
        let quoted = "“\(found)”"
        return switch kind {
        case .encodingGuessed: "The file doesn’t say its encoding."
        case .strayLine: "This line isn’t in UTF-8 like the others."
        case .undecodable: "This line has characters that can’t be read."
        case .cutOffCharacter: "The last character is incomplete."
        case .tooManyMarks:
            "A letter has more than \(ReceivedText.maximumMarks) accents or marks, or there are more than "
                + "\(ReceivedText.maximumMarks / 2) flags in a row."
        case .skippedLine: "\(quoted) is neither a time nor the text of a cue."
        case .skippedBlock: "\(quoted) has no times like 00:01.000 --> 00:02.000."
        case .textOutsideCue: "\(quoted) stands before the first time."
        case .timeForm: "The time in \(quoted) is written in an unusual way."
        case .minutesOverSixty: "\(quoted) has 60 or more minutes or seconds."
        case .fractionTooLong: "\(quoted) has more than three digits after the seconds."
        case .timeTooLarge: "\(quoted) has a time of 1,000,000 hours or more."
        case .endBeforeStart: "\(found.isEmpty ? "The cue" : quoted) ends before it starts."
        case .missingEnd: "\(quoted) can’t be read as the end of the cue."
        case .counter:
            found.isEmpty ? "This cue has no number." : "The number \(quoted) is out of order."
        case .commaInTime: "The times in \(quoted) have commas, but WebVTT has dots."
        case .missingBlankLine: "There is no blank line before \(quoted)."
        case .unreadableRow:
            found.isEmpty
                ? "This row has no start." : "\(quoted) can’t be read as the start of a cue."
        case .strayQuote: "A quotation mark in this row isn’t doubled or closed."
        case .missingColumn: "The first row doesn’t name the columns start and text."
        case .offsetIgnored: "The offset \(quoted) isn’t a whole number of milliseconds."
        case .unreadableTag: "\(quoted) doesn’t begin with a time like [00:12.50]."
        case .unreadableDialogue: "\(quoted) lacks a start, an end or a text."
        case .cutOffSample: "The text of this cue breaks off."
        case .unreadableTiming: "The time \(quoted) can’t be read."
        case .neverShown: "A cue from \(found) ends before it can be shown."
        case .timeBase: "The times are counted by \(quoted), not from the start of the video."
        case .unreadableTime: "\(quoted) isn’t a time like 00:00:01.000 or 1s."
        case .tooManyStyles:
            "The file has more than 4,096 different styles, or one with very long names."
        case .tooManyColumns:
            "The table has more than \(CSVColumns.mostFurther) columns with names that we don’t know."
        case .tinyRows: "The file has very many rows of only a few letters."
        case .tooManyIntervals: "This paragraph has more timed pieces than text."
        }
    }

    /// What was done about it.
    private var outcome: String {
        switch kind {
        case .encodingGuessed, .strayLine: "It was read as \(found)."
        case .undecodable: "They became “\u{FFFD}”."
        case .tooManyMarks, .tooManyColumns: "The others were left out."
        case .cutOffCharacter, .skippedLine, .skippedBlock, .textOutsideCue, .unreadableTag,
            .unreadableDialogue, .neverShown:
            "It was left out."
        case .timeForm: "It was read as intended."
        case .minutesOverSixty: "They were carried over."
        case .fractionTooLong: "Only three were read."
        case .timeTooLarge: "It was cut to that."
        case .endBeforeStart: "That was left unchanged."
        case .missingEnd: "It was kept without one."
        case .counter: "The order of the file was kept."
        case .unreadableTiming: "Its lines were added to the cue before."
        case .commaInTime: "The cue was left out. Read the file as SRT to keep it."
        case .missingBlankLine: "A new cue was begun there."
        case .unreadableRow: "The row was left out."
        case .strayQuote: "It was taken as text."
        case .missingColumn: "The columns were taken in order."
        case .offsetIgnored, .unreadableTime: "It was ignored."
        case .cutOffSample: "The rest of it is missing."
        case .timeBase: "They were read as if they began with the video."
        case .tooManyStyles: "Some texts were left plain."
        case .tinyRows: "Only their times and texts were read."
        case .tooManyIntervals: "It was kept as one cue."
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
        case .xml(let line, let reason): "Line \(line) can’t be read: \(reason)."
        case .notTTML: "This isn’t TTML: its first element isn’t “tt”."
        case .tooLarge(let bytes): "The file is too large: it may have at most \(bytes) bytes."
        case .tooManyCues(let limit): "The file has too many cues: it may have at most \(limit)."
        case .unknownEncoding(let name): "“\(name)” isn’t an encoding that can be read."
        case .strict(let problem): problem.place + problem.finding
        }
    }
}
