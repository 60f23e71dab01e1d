/// What is done with a file so that every browser plays it: its streams are kept as they are, in a new
/// file with the index in front, or they are made anew.
struct VideoPlan: Sendable, Equatable {
    enum Way: Sendable, Equatable {
        /// Copied, byte for byte.
        case keep(VideoContainer)
        /// Decoded and made anew, in H.264 and AAC.
        case transcode
    }

    /// 1080p, whichever way it is held.
    private static let longSide = 1920.0
    private static let shortSide = 1080.0
    /// Bits a second, above which no picture goes (and what it is likely to be by is a fraction of it).
    private static let maximumBits = 8_000_000

    let way: Way
    let video: VideoProbe.Stream
    let audio: VideoProbe.Stream?
    let seconds: Double
    /// How the picture will be seen.
    let size: PixelSize

    init(_ probe: VideoProbe) throws(VideoTrouble) {
        let video = try probe.checked()
        self.video = video
        audio = probe.audio
        seconds = probe.seconds
        way = Self.way(probe, video)
        let size = probe.displayed(video)
        self.size = way == .transcode ? Self.fitted(size, Self.longSide, Self.shortSide) : size
    }

    var container: VideoContainer {
        if case .keep(let container) = way { return container }
        return .mp4
    }

    /// What browsers play: MP4 with H.264 (8 bit, 4:2:0) and AAC, WebM with VP8, VP9 or AV1 and Opus or
    /// Vorbis (developer.mozilla.org, "Media container formats"). The same streams in another container
    /// are moved to theirs.
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

    /// About how much room it takes besides what is there; what is made anew is bounded by its bits.
    func neededBytes(source: Int) -> Int {
        let parts = 32 << 20
        switch way {
        case .keep: return source + parts
        case .transcode: return max(source, Int(seconds) * Self.maximumBits / 8) / 2 + parts
        }
    }

    /// The call that makes it, which notes in a file how far it is.
    func arguments(from path: String, to output: String, progress: String) -> [String] {
        var words =
            [
                "-nostdin", "-v", "error", "-y", "-progress", "file:" + progress, "-stats_period",
                "1",
            ]
            + VideoProbe.reading + ["-i", "file:" + path, "-map", "0:\(video.index)"]
        if let audio { words += ["-map", "0:\(audio.index)"] }
        // What a file tells besides: where it was filmed, with what, chapters.
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
            // A place to go on from every few seconds.
            "-profile:v", "high", "-g", "120", "-max_muxing_queue_size", "2048",
        ]
        return hasAudio ? words + ["-c:a", "aac", "-b:a", "160k", "-ac", "2"] : words
    }

    /// The largest size with even sides, as the picture's format wants them, that fits, whichever way it
    /// is held; nothing becomes larger.
    static func fitted(_ size: PixelSize, _ long: Double, _ short: Double) -> PixelSize {
        let (width, height) = (Double(size.width), Double(size.height))
        let factor = min(1, long / max(width, height), short / min(width, height))
        let even = { (side: Double) in max(2, Int((side * factor / 2).rounded()) * 2) }
        return PixelSize(even(width), even(height))
    }
}
