import HTTP

/// One of the files of a video on this server, by its name in addresses:
/// `/media/videos/12/poster.webp`.
///
/// It is one of a handful of words, and the video's row says which file on the disk it stands for.
/// So nothing that anybody sends ever becomes a path.
enum VideoFileName: PathParameter, Hashable, Sendable, CustomStringConvertible {
    case video(VideoContainer)
    case poster
    /// Small pictures of the whole video, side by side.
    case storyboard
    /// Which part of that picture belongs to which moment (WebVTT with `#xywh`, Media Fragments
    /// §4.2.2).
    case storyboardTimes
    case captions(ID<CaptionTrack>)
    /// The video in another size.
    case version(VideoSize)

    init?(pathSegment text: Substring) {
        switch text {
        case "poster.webp": self = .poster
        case "storyboard.webp": self = .storyboard
        case "storyboard.vtt": self = .storyboardTimes
        default:
            if let container = VideoContainer.allCases.first(where: { text == "video.\($0)" }) {
                self = .video(container)
                return
            }
            if text.hasPrefix("video-"), text.hasSuffix(".mp4"),
                let size = VideoSize(rawValue: String(text.dropFirst(6).dropLast(4)))
            {
                self = .version(size)
                return
            }
            let (start, end) = ("captions-", ".vtt")
            guard text.hasPrefix(start), text.hasSuffix(end), text.utf8.count > 13,
                let id = ID<CaptionTrack>(pathSegment: text.dropFirst(9).dropLast(4))
            else { return nil }
            self = .captions(id)
        }
    }

    var description: String {
        switch self {
        case .video(let container): "video.\(container)"
        case .poster: "poster.webp"
        case .storyboard: "storyboard.webp"
        case .storyboardTimes: "storyboard.vtt"
        case .captions(let id): "captions-\(id).vtt"
        case .version(let size): "video-\(size.rawValue).mp4"
        }
    }

    var contentType: String {
        switch self {
        case .video(let container): container.mediaType
        case .version: VideoContainer.mp4.mediaType
        case .poster, .storyboard: "image/webp"
        case .storyboardTimes, .captions: "text/vtt; charset=utf-8"
        }
    }
}

/// The formats in which videos are kept: those that every browser plays.
enum VideoContainer: String, CaseIterable, Sendable, CustomStringConvertible {
    case mp4, webm

    /// The ending of a file's name.
    var description: String { rawValue }
    var mediaType: String { "video/\(rawValue)" }
}
