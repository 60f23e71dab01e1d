import Glibc
import Received

/// A melody in the letters of the ABC notation (abcnotation.com, "The abc music standard 2.1",
/// §4.1 to §4.3): `C` to `B`, `c` to `b` an octave higher, `C,` an octave lower, `z` for a rest,
/// and a number for a length. It is played softly, as by a music box, again and again.
struct DemoTune: Sendable {
    /// A note, or a rest without a pitch.
    struct Note: Sendable, Equatable {
        /// As MIDI counts: 60 is the C in the middle.
        let pitch: Int?
        let beats: Int
    }

    let notes: [Note]
    private let beatMilliseconds: Int

    /// How loud it is, next to a voice.
    private static let amplitude = 1500.0
    /// How long a note can be heard.
    private static let noteSeconds = 1.5
    /// The overtones of a plucked tongue of steel: how many times as high, how loud, and how
    /// quickly they fade.
    private static let overtones: [(ratio: Double, volume: Double, decay: Double)] = [
        (1, 1, 3), (2, 0.3, 5), (4.1, 0.14, 11),
    ]

    /// Everything else in the text, such as bars and spaces, is for those who read it.
    init(_ text: String, beatMilliseconds: Int) {
        self.beatMilliseconds = beatMilliseconds
        var notes: [Note] = []
        var rest = text[...]
        while let letter = rest.popFirst() {
            let pitch = Self.pitch(of: letter)
            guard pitch != nil || letter == "z" else { continue }
            let isLow = rest.first == ","
            if isLow { rest.removeFirst() }
            let digits = rest.prefix(while: \.isNumber)
            rest = rest.dropFirst(digits.count)
            notes.append(
                Note(
                    pitch: pitch.map { isLow ? $0 - 12 : $0 },
                    beats: ReceivedNumber.integer(digits) ?? 1
                )
            )
        }
        self.notes = notes
    }

    private static func pitch(of letter: Character) -> Int? {
        let scale: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
        return scale[Character(letter.lowercased())].map { 60 + $0 + (letter.isLowercase ? 12 : 0) }
    }

    /// So many samples of it, which fade away at the end.
    func samples(_ count: Int, rate: Int) -> [Double] {
        var samples = [Double](repeating: 0, count: count)
        var tones: [Int: [Double]] = [:]
        var start = 0
        // A melody of rests alone would never end.
        while start < count, notes.contains(where: { $0.beats > 0 }) {
            for note in notes {
                if let pitch = note.pitch {
                    let tone = tones[pitch] ?? Self.tone(pitch, rate: rate)
                    tones[pitch] = tone
                    for index in 0..<max(0, min(tone.count, count - start)) {
                        samples[start + index] += tone[index]
                    }
                }
                start += note.beats * beatMilliseconds * rate / 1000
            }
        }
        let fade = min(count, 2 * rate)
        for index in 0..<fade { samples[count - 1 - index] *= Double(index) / Double(fade) }
        return samples
    }

    /// One note, an octave above where it is written: a music box is small.
    private static func tone(_ pitch: Int, rate: Int) -> [Double] {
        let frequency = 440 * pow(2, Double(pitch + 12 - 69) / 12)
        return (0..<Int(clamping: noteSeconds * Double(rate))).map { index in
            let time = Double(index) / Double(rate)
            // A few milliseconds to rise, so that it doesn't click, and none left at its end.
            let edges = min(1, time * 250) * min(1, (noteSeconds - time) * 10)
            return overtones.reduce(0) { sum, overtone in
                // What is above half of the rate would come back as another note.
                guard frequency * overtone.ratio < Double(rate) / 2 else { return sum }
                return sum + amplitude * edges * overtone.volume * exp(-overtone.decay * time)
                    * sin(2 * .pi * frequency * overtone.ratio * time)
            }
        }
    }
}
