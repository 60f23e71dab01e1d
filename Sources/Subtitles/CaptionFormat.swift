/// A format that captions are read from and written in.
package enum CaptionFormat: String, CaseIterable, Codable, Sendable {
    /// SubRip: numbered cues with a comma in their times.
    case srt
    /// WebVTT, what browsers read.
    case vtt
    /// SubViewer, as YouTube writes it.
    case sbv
    /// A table with a row for each cue.
    case csv
    /// Lyrics: lines with the time at which they begin, and words with theirs.
    case lrc
    /// Timed Text Markup Language, in the text profile of IMSC 1.1 when written.
    case ttml

    /// As people know it.
    package var name: String {
        switch self {
        case .srt: "SubRip (SRT)"
        case .vtt: "WebVTT"
        case .sbv: "SubViewer (SBV)"
        case .csv: "CSV"
        case .lrc: "LRC"
        case .ttml: "TTML"
        }
    }

    /// The format that the end of a file's name suggests.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "srt": self = .srt
        case "vtt", "webvtt": self = .vtt
        case "sbv", "sub": self = .sbv
        case "csv", "tsv": self = .csv
        case "lrc": self = .lrc
        case "ttml", "dfxp", "xml", "itt", "imsc": self = .ttml
        default: return nil
        }
    }
}
