import HTTP
import Received

/// What ffprobe says about a file: its kind according to its content, whatever its name.
struct VideoProbe: Sendable, Equatable, Decodable {
    /// Longer than any screen is wide (8K UHD has 7680), and 100 MB for each picture that is decoded.
    static let maximumSide = 8192
    /// Longer than any film; a longer duration is mostly a damaged header.
    static let maximumSeconds = 12 * 3600
    /// A film on disc has some 30: languages, commentaries, subtitles.
    static let maximumStreams = 64
    /// Far more than 64 streams need.
    static let maximumBytes = 1 << 20

    /// The accepted formats, by the names of their readers in ffmpeg: videos, and nothing that
    /// refers to other files or addresses. Anything else (playlists, concat scripts, SVG, HTML,
    /// pictures, subtitles) can't be read at all.
    static let formats = "mov,matroska,avi,mpegts,mpeg,asf,flv,ogg,dv"

    /// The options that precede the name of a stranger's file in every call of ffmpeg and ffprobe.
    static let reading = [
        "-protocol_whitelist", "file", "-format_whitelist", formats, "-max_streams", "200",
    ]

    struct Format: Sendable, Equatable, Decodable {
        var name: String?
        var start: String?
        var duration: String?

        private enum CodingKeys: String, CodingKey {
            case name = "format_name"
            case start = "start_time"
            case duration
        }
    }

    struct Stream: Sendable, Equatable, Decodable {
        let index: Tally
        var kind: String?
        var codec: String?
        /// What MP4 calls the codec.
        var codecTag: String?
        var profile: String?
        var pixelFormat: String?
        var width: Tally?
        var height: Tally?
        /// How much wider than high a pixel is, like "4:3".
        var pixelRatio: String?
        var fieldOrder: String?
        /// How its numbers become light, which red, green and blue it has, and how it is coded.
        var transfer: String?
        var primaries: String?
        var matrix: String?
        var start: String?
        var duration: String?
        var disposition: [String: Tally]?
        var tags: [String: String]?
        var sideData: [SideData]?

        /// As ffprobe names them.
        private enum CodingKeys: String, CodingKey {
            case index, profile, width, height, duration, disposition, tags
            case kind = "codec_type"
            case codec = "codec_name"
            case codecTag = "codec_tag_string"
            case pixelFormat = "pix_fmt"
            case pixelRatio = "sample_aspect_ratio"
            case fieldOrder = "field_order"
            case transfer = "color_transfer"
            case primaries = "color_primaries"
            case matrix = "color_space"
            case start = "start_time"
            case sideData = "side_data_list"
        }

        func has(_ disposition: String) -> Bool { self.disposition?[disposition] == 1 }
    }

    struct SideData: Sendable, Equatable, Decodable {
        var rotation: Double?
        /// Of Dolby Vision.
        var profile: Tally?
        var compatibility: Tally?

        private enum CodingKeys: String, CodingKey {
            case rotation
            case profile = "dv_profile"
            case compatibility = "dv_bl_signal_compatibility_id"
        }
    }

    struct Chapter: Sendable, Equatable, Decodable {
        var start: String?
        var tags: [String: String]?

        private enum CodingKeys: String, CodingKey {
            case start = "start_time"
            case tags
        }
    }

    private var streams: [Stream]?
    private(set) var chapters: [Chapter]?
    private(set) var format: Format?

    init(json: [UInt8]) throws {
        self = try ReceivedJSON.decode(VideoProbe.self, from: json)
    }

    /// The call that writes its output to a file.
    static func arguments(of path: String, to output: String) -> [String] {
        let stream =
            "stream=index,codec_type,codec_name,codec_tag_string,profile,pix_fmt,width,height,"
            + "sample_aspect_ratio,field_order,start_time,duration,"
            + "color_transfer,color_primaries,color_space"
        let details =
            "stream_disposition=default,attached_pic,hearing_impaired,visual_impaired,comment,"
            + "forced:chapter=start_time:chapter_tags=title"
            + ":stream_tags=language,title,filename,DURATION,DURATION-eng"
            + ":stream_side_data=rotation,dv_profile,dv_bl_signal_compatibility_id"
        return ["-v", "error"] + reading + [
            "-show_entries", "format=format_name,start_time,duration:\(stream):\(details)",
            "-of", "json", "-o", output, "-i", "file:" + path,
        ]
    }

    // MARK: What is in it

    var all: [Stream] { streams ?? [] }

    /// Whether its reader is one of these.
    func isOf(_ names: String...) -> Bool {
        let known = (format?.name ?? "").split(separator: ",")
        return known.contains { name in names.contains { $0 == name } }
    }

    /// The moving picture: the default one, or the first. A cover inside the file doesn't count.
    var video: Stream? { best { $0.kind == "video" && !$0.has("attached_pic") } }
    /// The sound that is heard if nobody says in which language.
    var audio: Stream? { sounds(in: nil).first }

    /// Texts to show, in letters or in pictures.
    var texts: [Stream] { all.filter { $0.kind == "subtitle" } }

    /// Whether a property is said at all.
    static func isKnown(_ property: String?) -> Bool {
        !["", "unknown", "unspecified", "reserved"].contains(property ?? "")
    }

    private func best(_ isWanted: (Stream) -> Bool) -> Stream? {
        let streams = all.filter(isWanted)
        return streams.first { $0.has("default") } ?? streams.first
    }

    /// The displayed size of the picture: with square pixels, and turned as the camera was.
    func displayed(_ video: Stream) -> PixelSize {
        var (width, height) = (
            Double(video.width?.value ?? 0), Double(video.height?.value ?? 0)
        )
        let ratio = (video.pixelRatio ?? "").split(separator: ":").compactMap {
            ReceivedNumber.decimal($0)
        }
        // A damaged header may claim anything; a displayed picture is at most four times as wide.
        if ratio.count == 2, ratio[0] > 0, ratio[1] > 0, (0.25...4).contains(ratio[0] / ratio[1]) {
            width *= ratio[0] / ratio[1]
        }
        let turns = video.sideData?.lazy.compactMap(\.rotation).first ?? 0
        if turns.isFinite,
            (turns.magnitude.truncatingRemainder(dividingBy: 180) - 90).magnitude < 45
        {
            (width, height) = (height, width)
        }
        return PixelSize(
            max(1, Int(clamping: width.rounded())),
            max(1, Int(clamping: height.rounded()))
        )
    }

    /// The moving picture, if the limits of pictures and tracks are kept.
    func checked() throws(VideoFailure) -> Stream {
        guard let video else { throw audio == nil ? .notVideo : .audioOnly }
        guard all.count <= Self.maximumStreams else { throw .tooManyStreams }
        guard let width = video.width?.value, let height = video.height?.value, width > 0,
            height > 0
        else {
            throw .notVideo
        }
        guard max(width, height) <= Self.maximumSide else {
            throw .tooManyPixels(width: width, height: height)
        }
        return video
    }
}
