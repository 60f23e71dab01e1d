import Received
import Subtitles

/// A track’s samples as ffmpeg’s muxer `framecrc` lists them: when each begins, how long it lasts, how many bytes it
/// has.
///
/// `0, 500000, 500000, 1000000, 15, 0x1803039a`, after a line `#tb 0: 1/1000000` with the seconds of a tick. What isn’t
/// such a line is left out.
struct SampleList {
    private(set) var samples: [TimedTextSample] = []

    init(_ bytes: [UInt8]) {
        var tick = 1.0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "#tb 0:".utf8) {
                tick = Self.tick(line.dropFirst("#tb 0:".utf8.count)) ?? tick
            } else if let sample = Self.sample(line, tick) {
                samples.append(sample)
            }
        }
    }

    private static func tick(_ text: ArraySlice<UInt8>) -> Double? {
        let numbers = numbers(text, separator: UInt8(ascii: "/"))
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return Double(numbers[0]) / Double(numbers[1])
    }

    private static func sample(_ line: ArraySlice<UInt8>, _ tick: Double) -> TimedTextSample? {
        let numbers = numbers(line.prefix(200), separator: UInt8(ascii: ","))
        guard numbers.count >= 5, numbers[4] >= 0 else { return nil }
        let start = Double(numbers[2]) * tick
        return TimedTextSample(
            start: max(MediaTime(seconds: start), .zero),
            end: max(MediaTime(seconds: start + Double(numbers[3]) * tick), .zero),
            byteCount: numbers[4]
        )
    }

    /// Up to the first that isn’t one.
    private static func numbers(_ line: ArraySlice<UInt8>, separator: UInt8) -> [Int] {
        var numbers: [Int] = []
        for field in line.split(separator: separator) {
            let digits = field.filter { $0 != UInt8(ascii: " ") }
            guard let number = ReceivedNumber.integer(digits, in: ReceivedNumber.any) else { break }
            numbers.append(number)
        }
        return numbers
    }
}
