import Quill
import Received

/// A video in the browser's own player, with moments of it below.
struct PlayerView: Record {
    let playback: Playback
    /// Where it starts on its own, in seconds; nil for its beginning.
    var startsAt: Int?

    /// The addresses contain the position, to which browsers go on their own (Media Fragments URI
    /// §4.2.1).
    private var sources: [Playback.Source] {
        guard let startsAt else { return playback.sources }
        return playback.sources.map {
            Playback.Source(href: "\($0.href)#t=\(startsAt)", type: $0.type)
        }
    }

    static let fields: [Field<PlayerView>] = [
        .list("sources") { $0.sources },
        .list("tracks") { $0.playback.tracks },
        .list("frames") { $0.playback.frames },
        .optionalText("poster") { $0.playback.poster },
        // Texts from another server are only fetched if the video is requested with CORS as well
        // (HTML §4.8.11.11, "CORS settings attribute").
        .bool("is_cross_origin") { $0.playback.tracks.contains(where: \.isElsewhere) },
    ]
}

extension Playback.Source: Record {
    static let fields: [Field<Playback.Source>] = [
        .text("href") { $0.href },
        .text("type") { $0.type },
    ]
}

extension Playback.Track: Record {
    static let fields: [Field<Playback.Track>] = [
        .text("href") { $0.href },
        .text("kind") { $0.kind.rawValue },
        .text("language") { $0.language },
        .text("label") { $0.label },
        .bool("is_default") { $0.isDefault },
    ]
}

extension Playback.Frame: Record {
    private var viewBox: String {
        part.map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? ""
    }

    static let fields: [Field<Playback.Frame>] = [
        .text("seconds") { String($0.seconds) },
        .text("time") { PlayingTime.text($0.seconds) },
        .text("href") { $0.href },
        .bool("is_part") { $0.part != nil },
        .text("view_box") { $0.viewBox },
        .text("width") { String($0.part?.whole.width ?? 0) },
        .text("height") { String($0.part?.whole.height ?? 0) },
    ]
}

extension Fields {
    /// The moment of a film that a link leads to (`?t=75`), in seconds.
    var moment: Int? {
        decimal("t").flatMap { (1..<1_000_000).contains($0) ? Int(clamping: $0) : nil }
    }
}
