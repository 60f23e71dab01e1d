import FoundationEssentials
import Subtitles

/// Reads a file of captions into memory, and writes it again, in one thread.
struct CaptionsBenchmark {
    private let bytes: [UInt8]
    private let format: CaptionFormat

    init(_ path: String) throws {
        bytes = try Files.bytes(of: path)
        format = try Captions.read(bytes, options: ReadingOptions(fileName: path)).format
    }

    /// Prints the shortest times of both, in milliseconds: what else the machine does only makes them
    /// longer.
    func run(times: Int = 15) throws {
        let clock = ContinuousClock()
        var reading = Duration.seconds(1_000)
        var writing = reading
        var count = 0
        for _ in 0..<times {
            let start = clock.now
            let captions = try Captions.read(bytes, options: ReadingOptions(format: format))
            let read = clock.now
            let written = captions.written(as: format)
            let end = clock.now
            guard !written.isEmpty else { continue }
            reading = min(reading, start.duration(to: read))
            writing = min(writing, read.duration(to: end))
            count = captions.cues.count
        }
        Console.say(
            "\(format.rawValue) \(count) \(reading / .milliseconds(1)) \(writing / .milliseconds(1))"
        )
    }
}
