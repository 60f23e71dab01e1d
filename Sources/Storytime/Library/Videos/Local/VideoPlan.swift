import Received

/// What to do with a file so that every browser plays it: keep its streams, in a new file with the
/// index in front, or encode them again.
struct VideoPlan: Sendable, Equatable {
    enum Way: Sendable, Equatable {
        /// Copied, byte for byte.
        case keep(VideoContainer)
        /// Decoded and encoded again, in H.264 and AAC.
        case transcode
    }

    /// 1080p, in either orientation.
    private static let longSide = 1920.0
    private static let shortSide = 1080.0
    /// The maximum bits per second of a picture (which usually needs a fraction of it).
    private static let maximumBits = 8_000_000

    let way: Way
    let video: VideoProbe.Stream
    let audio: VideoProbe.Stream?
    /// The length of what is kept, according to the file or to whoever measured it.
    let seconds: Double
    /// The displayed size of the picture.
    let size: PixelSize

    /// `measured` is its length if somebody has read it to the end.
    init(_ probe: VideoProbe, measured: Double? = nil) throws(VideoFailure) {
        let video = try probe.checked()
        let seconds = measured ?? probe.seconds
        guard seconds <= Double(VideoProbe.maximumSeconds) else {
            throw .tooLong(seconds: Int(clamping: min(seconds, 1e9)))
        }
        self.video = video
        audio = probe.audio
        self.seconds = seconds
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
        let sound = probe.audio?.codec
        guard ["yuv420p", "yuvj420p"].contains(video.pixelFormat ?? ""),
            ["progressive", "unknown", ""].contains(video.fieldOrder ?? "")
        else { return .transcode }
        if probe.isOf("mov", "matroska"), picture == "h264", sound == nil || sound == "aac",
            !(video.profile ?? "").contains("4:4:4"), !(video.profile ?? "").contains("10")
        {
            return .keep(.mp4)
        }
        if probe.isOf("matroska"), ["vp8", "vp9", "av1"].contains(picture),
            sound == nil || ["opus", "vorbis"].contains(sound)
        {
            return .keep(.webm)
        }
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

    /// The call that makes it, which writes its progress to a file.
    func arguments(from path: String, to output: String, progress: String) -> [String] {
        var words =
            [
                "-nostdin", "-v", "error", "-y", "-progress", "file:" + progress, "-stats_period",
                "1",
            ]
            + VideoProbe.reading + ["-i", "file:" + path, "-map", "0:\(video.index)"]
        if let audio { words += ["-map", "0:\(audio.index)"] }
        // Metadata of the file: where it was filmed, with what, chapters.
        words += ["-map_metadata", "-1", "-map_chapters", "-1"]
        switch way {
        case .keep: words += ["-c", "copy"]
        case .transcode: words += Self.encoding(size, hasAudio: audio != nil)
        }
        switch container {
        case .mp4: words += ["-movflags", "+faststart", "-f", "mp4"]
        case .webm: words += ["-cues_to_front", "1", "-f", "webm"]
        }
        return words + ["file:" + output]
    }

    private static func encoding(_ size: PixelSize, hasAudio: Bool) -> [String] {
        let picture =
            "yadif=deint=interlaced,scale=\(size.width):\(size.height),setsar=1,format=yuv420p"
        let words = [
            "-vf", picture, "-fpsmax", "60", "-c:v", "libx264", "-preset", "veryfast",
            "-crf", "21", "-maxrate", "\(maximumBits)", "-bufsize", "\(2 * maximumBits)",
            // A key frame every few seconds, from which playing can continue.
            "-profile:v", "high", "-g", "120", "-max_muxing_queue_size", "2048",
        ]
        return hasAudio ? words + ["-c:a", "aac", "-b:a", "160k", "-ac", "2"] : words
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
