import Subtitles

extension CueTrouble.Kind {
    /// For people, beside a cue.
    var label: String {
        switch self {
        case .garbled: "Garbled characters"
        case .empty: "No text"
        case .backward: "Ends before it starts"
        case .outside: "Outside the video"
        case .overlap: "Overlaps the next"
        case .gap: "Gap too short"
        case .tooFast: "Too fast"
        case .longLine: "Line too long"
        case .manyLines: "Too many lines"
        case .tags: "Tag not closed"
        }
    }

    /// What it means.
    func meaning(_ limits: CaptionLimits) -> String {
        switch self {
        case .garbled:
            "Characters garbled by the wrong encoding, like “Ã¼” for “ü”. "
                + "A “\u{FFFD}” can’t be recovered."
        case .empty: "Nothing is shown during this time."
        case .backward: "The end isn’t after the start, so players never show it."
        case .outside: "The time is after the end of the video."
        case .overlap: "Two texts are shown in the same place at once."
        case .gap: "The screen is empty for less than \(limits.gap) milliseconds, which flickers."
        case .tooFast: "More than \(limits.charactersPerSecond) characters per second."
        case .longLine: "A line has more than \(limits.lineLength) characters."
        case .manyLines: "The text has more than \(limits.lines) lines."
        case .tags: "A tag like <i> isn’t closed, or they are closed in the wrong order."
        }
    }

    /// What fixing it does.
    var mending: String {
        switch self {
        case .garbled: "The original characters are restored."
        case .empty: "The cues are deleted."
        case .backward: "Each stays long enough to be read, or until the next one begins."
        case .outside: "They end with the video."
        case .overlap, .gap: "They end when the next cue begins."
        case .tooFast: "They stay for as long as it takes to read them."
        case .longLine, .manyLines: "The line breaks move."
        case .tags: "The tags are closed or removed."
        }
    }
}
