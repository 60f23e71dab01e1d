import Received
import SQLite
import Subtitles

@testable import Storytime

/// Captions as tests want them.
extension Console {
    var captionDrafts: CaptionDrafts { CaptionDrafts(database: database, now: time.now) }
    var captions: CaptionStore { CaptionStore(site, database, now: time.now) }

    /// A track with a cue for each text, every two seconds.
    @discardableResult
    func addTrack(
        _ texts: [String],
        to video: VideoAsset,
        _ language: String = "en",
        label: String = "",
        kind: CaptionTrack.Kind = .subtitles
    ) throws -> CaptionTrack {
        try captions.add(
            NewCaptions(.ofLines(texts), language: language, label: label, kind: kind),
            to: video,
            by: .commandLine
        )
    }
}

extension Captions {
    /// A document with a cue for each text: from 0:00 to 0:01.5, from 0:02 to 0:03.5, and so on.
    static func ofLines(_ texts: [String]) -> Captions {
        Captions(
            format: .srt,
            cues: texts.enumerated().map { index, text in
                Cue(
                    start: MediaTime(milliseconds: index * 2_000),
                    end: MediaTime(milliseconds: index * 2_000 + 1_500),
                    text: text
                )
            }
        )
    }
}
