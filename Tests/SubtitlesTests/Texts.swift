import Received
import Subtitles

/// How tests write captions down.
extension Captions {
    /// Reads a text in a format, or in the one that it is in.
    static func read(_ text: String, as format: CaptionFormat? = nil) throws -> Captions {
        try Captions.read(Array(text.utf8), options: ReadingOptions(format: format))
    }

    /// `1000-2000 a⏎b; 3000-? c`.
    var summary: String {
        cues.map { cue in
            let text = cue.text.split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "⏎"
            )
            return "\(cue.start)-\(cue.end.map { "\($0)" } ?? "?") \(text)"
        }.joined(separator: "; ")
    }

    func text(as format: CaptionFormat, options: WritingOptions = WritingOptions()) -> String {
        String(decoding: written(as: format, options: options), as: UTF8.self)
    }

    var kinds: [Problem.Kind] { problems.map(\.kind) }
}

extension Cue {
    /// `<b>bold</b>` and so on, for looking at.
    var web: String {
        var captions = Captions(format: .srt, cues: [self])
        captions.cues[0].settingsText = ""
        captions.cues[0].identifier = nil
        let lines = captions.text(as: .vtt).split(separator: "\n", omittingEmptySubsequences: false)
        guard let times = lines.firstIndex(where: { $0.contains(" --> ") }) else { return "" }
        return lines[(times + 1)...].prefix { !$0.isEmpty }.joined(separator: "⏎")
    }
}
