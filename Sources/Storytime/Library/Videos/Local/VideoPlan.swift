import Received

/// What to do with a file so that every browser plays it: keep its streams, in a new file with the
/// index in front, or encode them again. All sounds are kept, and the chapters.
struct VideoPlan: Sendable, Equatable {
    enum Way: Sendable, Equatable {
        /// The picture is copied, byte for byte, and so is sound that fits into the container.
        case keep(VideoContainer)
        /// Decoded and encoded again, in H.264 and AAC.
        case transcode
    }

    /// 1080p, in either orientation.
    private static let longSide = 1920.0
    private static let shortSide = 1080.0
    /// The maximum bits per second of a picture (which usually needs a fraction of it).
    private static let maximumBits = 8_000_000
    private static let maximumSoundBits = 400_000

    let way: Way
    let video: VideoProbe.Stream
    /// The first one is heard.
    let sounds: [VideoProbe.Stream]
    /// The length of what is kept, according to the file or to whoever measured it.
    let seconds: Double
    /// The displayed size of the picture.
    let size: PixelSize
    /// Whether its colors are brought to those of every screen (`HighRange`).
    var convertsColors: Bool

    /// `measured` is its length if somebody has read it to the end; `language` that of the book.
    init(_ probe: VideoProbe, in language: String? = nil, measured: Double? = nil)
        throws(VideoFailure)
    {
        let video = try probe.checked()
        let sounds = probe.sounds(in: language)
        let seconds =
            measured ?? probe.seconds(of: [video, sounds.first].compactMap(\.self))
        guard seconds <= Double(VideoProbe.maximumSeconds) else {
            throw .tooLong(seconds: Int(clamping: min(seconds, 1e9)))
        }
        (self.video, self.sounds, self.seconds) = (video, sounds, seconds)
        convertsColors = video.highRange != nil
        way = Self.way(probe, video)
        let size = probe.displayed(video)
        self.size = way == .transcode ? Self.fitted(size, Self.longSide, Self.shortSide) : size
    }

    var container: VideoContainer {
        if case .keep(let container) = way { return container }
        return .mp4
    }

    /// What browsers play: MP4 with H.264 (8 bit, 4:2:0) and AAC, WebM with VP8, VP9 or AV1 and
    /// Opus or Vorbis (developer.mozilla.org, "Media container formats"). The same streams in
    /// another container are moved to theirs.
    private static func way(_ probe: VideoProbe, _ video: VideoProbe.Stream) -> Way {
        let picture = video.codec ?? ""
        guard ["yuv420p", "yuvj420p"].contains(video.pixelFormat ?? ""),
            ["progressive", "unknown", ""].contains(video.fieldOrder ?? ""), video.highRange == nil
        else { return .transcode }
        if probe.isOf("mov", "matroska"), picture == "h264",
            !(video.profile ?? "").contains("4:4:4"), !(video.profile ?? "").contains("10")
        {
            return .keep(.mp4)
        }
        if probe.isOf("matroska"), ["vp8", "vp9", "av1"].contains(picture) { return .keep(.webm) }
        return .transcode
    }

    /// Roughly how much additional space it needs; a video that is encoded again is limited by its
    /// bit rate.
    func neededBytes(source: Int) -> Int {
        let parts = 32 << 20
        switch way {
        case .keep: return source + parts
        case .transcode:
            return max(source, Int(clamping: seconds) * Self.maximumBits / 8) / 2 + parts
        }
    }

    /// How large what is made may become at most. Copied streams stay as large as they were; but a file may also say
    /// that the same bytes are all of its pictures (ISO/IEC 14496-12 §8.7, RFC 9559 §5.1.4.1.31.6), and a megabyte
    /// becomes many gigabytes.
    func largestBytes(source: Int) -> Int {
        let seconds = Int(clamping: seconds)
        let picture = way == .transcode ? max(source, seconds * Self.maximumBits / 8) : source
        // Sound that is encoded anew may need more than it did.
        let sound = min(sounds.count, 4) * seconds * Self.maximumSoundBits / 8
        return 2 * picture + sound + (64 << 20)
    }

    /// The call that makes it, which writes its progress to a file.
    func arguments(from path: String, to output: String, progress: String) -> [String] {
        let picture = way == .transcode ? encoding : ["-c:v", "copy"]
        let reading = [
            "-nostdin", "-v", "error", "-y", "-progress", "file:" + progress, "-stats_period", "1",
        ]
        return reading + Self.clock + VideoProbe.reading + [
            "-i", "file:" + path, "-map", "0:\(video.index)",
        ]
            + picture + VideoSounds(sounds, in: container, bitRate: "160k").words
            // Metadata of the file: where it was filmed, with what. Chapters keep their titles.
            + ["-map_metadata:g", "-1", "-map_metadata:s", "-1", "-map_chapters", "0"]
            + container.words(for: output)
    }

    /// Nothing is shown for an hour: where a clock jumps that far, two recordings were joined, and
    /// the second goes on where the first ends.
    static let clock = ["-dts_error_threshold", "3600"]

    private var encoding: [String] {
        [
            "-vf",
            Self.graph(size, convertsColors ? video : nil, first: ["yadif=deint=interlaced"]),
            "-fpsmax", "60", "-c:v", "libx264", "-preset", "veryfast",
            "-crf", "21", "-maxrate", "\(Self.maximumBits)",
            "-bufsize", "\(2 * Self.maximumBits)",
            // A key frame every few seconds, from which playing can continue.
            "-profile:v", "high", "-g", "120", "-max_muxing_queue_size", "2048",
        ]
    }

    /// The filters that bring a picture to a size, with the colors of every screen if `video` has
    /// others. The size comes first: converting colors takes longer.
    static func graph(_ size: PixelSize, _ video: VideoProbe.Stream?, first: [String] = [])
        -> String
    {
        let colors = video.flatMap { $0.highRange?.filters(for: $0) } ?? []
        let parts = first + ["scale=\(size.width):\(size.height)"] + colors
        return (parts + ["setsar=1", "format=yuv420p"]).joined(separator: ",")
    }

    /// The filters that make a picture of a film: WebP has the colors of BT.601 and no way to say
    /// others.
    static func pictureFilters(_ size: PixelSize) -> String {
        "scale=\(size.width):\(size.height):out_color_matrix=bt601:out_range=tv,setsar=1"
    }

    /// The largest size with even sides, as the picture's format requires, that fits in either
    /// orientation; nothing is enlarged.
    static func fitted(_ size: PixelSize, _ long: Double, _ short: Double) -> PixelSize {
        let (width, height) = (Double(size.width), Double(size.height))
        let factor = min(1, long / max(width, height), short / min(width, height))
        let even = { (side: Double) in max(2, Int(clamping: (side * factor / 2).rounded()) * 2) }
        return PixelSize(even(width), even(height))
    }
}
