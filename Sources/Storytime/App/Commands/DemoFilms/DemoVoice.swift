import Received

/// The words of the demo's stories as ffmpeg's voice says them, each by itself.
struct DemoVoice: Sendable {
    /// Anything quieter at the edges of a word is silence.
    private static let silence: Int16 = 250
    /// What is left of it, so that no sound is cut off: 12 ms.
    private static let margin = DemoNarration.rate * 12 / 1000
    /// A calm voice of 16,000 samples a second, which comes with flite.
    private static let name = "slt"

    private var words: [String: [Int16]] = [:]

    /// The call that writes each word to a file, 16 bits a sample.
    static func arguments(_ words: [String], to path: (_ word: Int) -> String) -> [String] {
        let sources = words.indices.map { "flite=text=\(words[$0]):voice=\(name)[w\($0)]" }
        let outputs = words.indices.flatMap { word in
            [
                "-map", "[w\(word)]", "-ar", "\(DemoNarration.rate)", "-ac", "1", "-f", "s16le",
                "file:" + path(word),
            ]
        }
        return ["-nostdin", "-v", "error", "-y", "-filter_complex", sources.joined(separator: ";")]
            + outputs
    }

    /// Learns a word from the bytes of its file.
    mutating func add(_ word: String, _ bytes: [UInt8]) {
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        words[word] = Self.trimmed(samples)
    }

    func samples(_ word: DemoStory.Word) -> [Int16] { words[word.spoken] ?? [] }

    /// The sound of a story: its words in their places, over its tune, 16 bits a sample.
    func sound(of story: DemoStory, _ narration: DemoNarration) -> [UInt8] {
        var sound = story.tune.samples(narration.sampleCount, rate: DemoNarration.rate)
        for (page, line) in zip(narration.pages, story.lines) {
            for (place, word) in zip(page.words, line) {
                for (index, sample) in zip(place.samples, samples(word)) {
                    sound[index] += Double(sample)
                }
            }
        }
        return sound.flatMap { value in
            let sample = UInt16(
                bitPattern: Int16(clamping: Int(clamping: min(max(value, -32_767), 32_767)))
            )
            return [UInt8(sample & 0xFF), UInt8(sample >> 8)]
        }
    }

    /// Without the silence around a word, by which no two are equally long.
    private static func trimmed(_ samples: [Int16]) -> [Int16] {
        let isSound = { (sample: Int16) in sample.magnitude > silence.magnitude }
        guard let first = samples.firstIndex(where: isSound),
            let last = samples.lastIndex(where: isSound)
        else { return samples }
        return Array(samples[max(0, first - margin)...min(samples.count - 1, last + margin)])
    }
}
