import Received
import Testing

@testable import Subtitles

/// What is mended in all cues at once costs what the captions are long, and comes to the same as one after the other.
@Suite("Mending many at once")
struct MendingCostTests {
    @Test("Without its blank cues a file keeps its notes where they were", arguments: 0..<20)
    func blank(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var captions = Captions(format: .vtt)
        let count = 1 + random.below(12)
        captions.cues = (0..<count).map { number in
            let start = MediaTime(milliseconds: number * 1000)
            return Cue(start: start, end: start + 900, text: random.below(2) == 0 ? " \n" : "x")
        }
        captions.notes = (0..<random.below(8)).map {
            Note("\($0)", position: random.below(count + 1))
        }
        .sorted { $0.position < $1.position }
        var expected = captions
        for index in captions.cues.indices.reversed() where captions.cues[index].isBlank {
            expected = expected.deleting(index) ?? expected
        }
        #expect(captions.mended(.empty, CaptionLimits()) == expected)
    }

    @Test("Garbled letters become what they were with their styles and times, all or one by one")
    func garbled() throws {
        let file = "WEBVTT\n\n00:00.000 --> 00:09.000\nfÃ¼r <b>vÃ¤r <00:01.000>ðŸ¦Š</b> <i>Ã¼</i>\n"
        let captions = try Captions.read(Array(file.utf8), options: ReadingOptions(format: .vtt))
        let mended = captions.mended(.garbled, CaptionLimits())
        let right = "WEBVTT\n\n00:00.000 --> 00:09.000\nfür <b>vär <00:01.000>🦊</b> <i>ü</i>\n"
        let expected = try Captions.read(Array(right.utf8), options: ReadingOptions(format: .vtt))
        #expect(mended.cues.map(\.text) == expected.cues.map(\.text))
        #expect(mended.cues.map(\.runs) == expected.cues.map(\.runs))
        #expect(mended.cues.map(\.words) == expected.cues.map(\.words))
    }

    @Test("Eight times as many garbled letters cost nine times as much at most")
    func garbledCost() {
        expectLinear { count in
            let cue = Cue(start: 0, end: 9_000, text: String(repeating: "Ã¼", count: count))
            return { _ = cue.troubles(before: nil, CaptionLimits()) }
        }
    }

    @Test("Eight times as many blank cues and notes cost nine times as much at most")
    func blankCost() {
        expectLinear { count in
            var captions = Captions(format: .vtt)
            captions.cues = (0..<count).map {
                Cue(start: MediaTime(milliseconds: $0), end: nil, text: " ")
            }
            captions.notes = (0..<count).map { Note("x", position: $0) }
            return { _ = captions.mended(.empty, CaptionLimits()) }
        }
    }

    /// Compares what the work costs for 2,000 and for 16,000, the least of three times each.
    private func expectLinear(_ work: (Int) -> () -> Void) {
        func cost(_ count: Int) -> Double {
            let act = work(count)
            return (0..<3).map { _ in
                let start = processorSeconds()
                act()
                return processorSeconds() - start
            }.min() ?? 0
        }
        let (few, many) = (cost(2_000), cost(16_000))
        // A fraction of a millisecond is noise.
        #expect(many <= 9 * max(few, 0.002), "\(few) s, \(many) s")
    }
}
