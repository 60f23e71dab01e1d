import Received

/// How a file is written: as UTF-8 with U+000A at the ends of lines, unless somebody’s player wants
/// something else.
package struct WritingOptions: Sendable {
    package var hasByteOrderMark = false
    /// A carriage return before every line feed. CSV has it anyway.
    package var hasCarriageReturns = false
    /// UTF-8, UTF-16 or Windows-1252, which has a question mark for each character that it lacks.
    package var encoding: TextEncoding = .utf8
    /// How many digits LRC’s times have after the seconds. nil: two, which every player reads, or three if
    /// the file that was read had them.
    package var fractionDigits: Int?
    package var table: TableLayout = .full
    /// Keeps cells of a table from being formulas. Reading undoes it.
    package var guardsFormulas = true
    /// How long the video is, if that is known: when a cue without an end is over, if none follows.
    package var duration: MediaTime?

    package init() {}

    /// The columns of a table.
    package enum TableLayout: Sendable {
        /// Everything that a cue has.
        case full
        /// `No.,Timecode In,Timecode Out,Subtitle`, as SwiftSubtitles writes and reads it.
        case timecodes
    }
}
