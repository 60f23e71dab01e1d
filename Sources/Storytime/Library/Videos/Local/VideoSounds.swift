/// How the sounds of a film come into a container: copied if browsers play them there, encoded
/// otherwise, each with its language, and the first one as the one that is heard.
struct VideoSounds {
    private let sounds: [VideoProbe.Stream]
    private let container: VideoContainer
    private let bitRate: String

    init(_ sounds: [VideoProbe.Stream], in container: VideoContainer, bitRate: String) {
        (self.sounds, self.container, self.bitRate) = (sounds, container, bitRate)
    }

    var words: [String] {
        sounds.enumerated().flatMap { number, sound in
            ["-map", "0:\(sound.index)"] + coding(sound, number) + [
                "-disposition:a:\(number)", number == 0 ? "default" : "0",
            ] + language(sound, number)
        }
    }

    private func coding(_ sound: VideoProbe.Stream, _ number: Int) -> [String] {
        guard !container.sounds.contains(sound.codec ?? "") else {
            return ["-c:a:\(number)", "copy"]
        }
        return [
            "-c:a:\(number)", container.encoder, "-b:a:\(number)", bitRate,
            "-ac:a:\(number)", "2",
        ]
    }

    /// As the file says it: containers have the same codes.
    private func language(_ sound: VideoProbe.Stream, _ number: Int) -> [String] {
        guard let tag = sound.tags?["language"], tag.utf8.count == 3,
            tag.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        else { return [] }
        return ["-metadata:s:a:\(number)", "language=" + tag]
    }
}

extension VideoContainer {
    /// The sounds that browsers play in it.
    fileprivate var sounds: [String] {
        switch self {
        case .mp4: ["aac"]
        case .webm: ["opus", "vorbis"]
        }
    }

    fileprivate var encoder: String {
        switch self {
        case .mp4: "aac"
        case .webm: "libopus"
        }
    }

    /// The end of a call that writes such a file, with its index in front.
    func words(for output: String) -> [String] {
        switch self {
        case .mp4: ["-movflags", "+faststart", "-f", "mp4", "file:" + output]
        case .webm: ["-cues_to_front", "1", "-f", "webm", "file:" + output]
        }
    }
}
