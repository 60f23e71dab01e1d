import Received

/// Divides a film into pieces of sound that a service takes: OpenAI’s refuses more than 25 MB, and of a
/// long film nobody would see any progress. A piece ends where it is quietest, so that no word is cut.
///
/// All times are in seconds.
enum SoundPieces {
    static let usualLength = 300.0
    /// How far before that a quiet moment is looked for.
    static let reach = 60.0
    /// How long such a moment is.
    private static let moment = 0.4
    /// Values a second of the sound in which it is looked for.
    private static let rate = 8000

    /// Where each piece begins and ends. `quietest` finds the quietest moment of a stretch.
    static func ranges(seconds: Double, quietest: (Range<Double>) throws -> Double) rethrows
        -> [Range<Double>]
    {
        var ranges: [Range<Double>] = []
        var start = 0.0
        // A rest that is hardly worth a piece stays with the last one.
        while seconds - start > usualLength + reach {
            let latest = start + usualLength
            let end = min(max(try quietest(latest - reach..<latest), latest - reach), latest)
            ranges.append(start..<end)
            start = end
        }
        ranges.append(start..<max(seconds, start + 0.001))
        return ranges
    }

    /// The middle of the quietest moment in sound as `listening` writes it, from its beginning.
    static func quietest(_ sound: [UInt8]) -> Double {
        // The loudness of each tenth of a moment.
        let step = Int(clamping: moment * Double(rate)) / 10
        let count = sound.count / 2 / step
        guard count > 10 else { return Double(sound.count / 4) / Double(rate) }
        let loudness = (0..<count).map { part in
            (part * step..<(part + 1) * step).reduce(0) { sum, index in
                let value = Int16(
                    bitPattern: UInt16(sound[2 * index]) | UInt16(sound[2 * index + 1]) << 8
                )
                return sum + Int(value.magnitude)
            }
        }
        let starts = 0...count - 10
        let quietest = starts.min {
            loudness[$0..<$0 + 10].reduce(0, +) < loudness[$1..<$1 + 10].reduce(0, +)
        }
        return Double(((quietest ?? 0) + 5) * step) / Double(rate)
    }

    /// Writes a stretch of a film’s sound as bare values of 16 bits, to look for a quiet moment.
    static func listening(to path: String, _ range: Range<Double>, output: String) -> [String] {
        source(path, range) + ["-ac", "1", "-ar", "\(rate)", "-f", "s16le", "file:" + output]
    }

    /// Writes a piece of a film’s sound: one channel with 16,000 values a second, which is what models for
    /// speech listen to. The ending of the output says whether it becomes WAV or MP3.
    static func cutting(_ path: String, _ range: Range<Double>, output: String) -> [String] {
        source(path, range) + ["-ac", "1", "-ar", "16000"]
            + (output.hasSuffix(".mp3") ? ["-b:a", "64k"] : []) + ["file:" + output]
    }

    private static func source(_ path: String, _ range: Range<Double>) -> [String] {
        let length = range.upperBound - range.lowerBound
        return ["-nostdin", "-v", "error", "-y", "-ss", "\(range.lowerBound)", "-t", "\(length)"]
            + VideoProbe.reading + ["-i", "file:" + path, "-map", "0:a:0", "-vn", "-sn", "-dn"]
    }
}
