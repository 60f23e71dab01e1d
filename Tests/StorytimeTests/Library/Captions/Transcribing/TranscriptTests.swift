import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("What engines write down")
struct TranscriptTests {
    private func cues(_ text: String, from offset: MediaTime = 0) throws -> [Cue] {
        try #require(Transcript(Array(text.utf8))).cues(from: offset)
    }

    @Test("OpenAI’s words are beside its segments, without the punctuation")
    func openAI() throws {
        let cues = try cues(
            """
            {"task":"transcribe","language":"english","duration":"4.5","text":"x",
            "segments":[{"id":0,"start":0.0,"end":4.5,"text":" “Once upon a time, said the owl.” Then it slept.",
            "tokens":[1],"no_speech_prob":null}],
            "words":[{"word":"Once","start":0.1,"end":0.4},{"word":"upon","start":0.5,"end":0.7},
            {"word":"a","start":0.7,"end":0.8},{"word":"time","start":0.8,"end":1.2},
            {"word":"said","start":1.3,"end":1.5},{"word":"the","start":1.5,"end":1.6},
            {"word":"owl","start":1.6,"end":2.0},{"word":"Then","start":3.0,"end":3.2},
            {"word":"it","start":3.2,"end":3.3},{"word":"slept","start":3.3,"end":4.0}]}
            """
        )
        #expect(cues.map(\.text) == ["“Once upon a time, said the owl.”", "Then it slept."])
        #expect(cues.map(\.start) == [100, 3000] && cues.map(\.end) == [2000, 4000])
        // Each word’s place is that in the text of its cue.
        let words = cues[1].words.map { word in
            String(decoding: Array(cues[1].text.utf8)[word.offset...].prefix(2), as: UTF8.self)
        }
        #expect(words == ["Th", "it", "sl"] && cues[1].words.map(\.start) == [3000, 3200, 3300])
    }

    @Test(
        "Each word goes to one segment, however many it could belong to, in whatever order they come"
    )
    func overlapping() throws {
        func text(_ seconds: Double) -> String { "{\"word\":\"w\",\"start\":\(seconds),\"end\":9}" }
        let segments = (0..<300).map { #"{"start":0,"end":100000,"text":"s\#($0)"}"# }
        let words = (0..<500).map { text(Double(499 - $0) / 100) }
        let json =
            #"{"segments":[\#(segments.joined(separator: ","))],"words":[\#(words.joined(separator: ","))]}"#
        let transcript = try #require(Transcript(Array(json.utf8)))
        #expect(transcript.segments.map(\.words.count) == [500] + Array(repeating: 0, count: 299))
        #expect(
            transcript.segments[0].words.map(\.start.milliseconds).elementsEqual(
                (0..<500).map { $0 * 10 }
            )
        )
        let turned = try #require(
            Transcript(
                Array(
                    #"{"segments":[{"start":2,"end":3,"text":"b"},{"start":0,"end":2,"text":"a"}],"#
                        .utf8
                ) + Array(#""words":[\#(text(2.5)),\#(text(0.5)),\#(text(2))]}"#.utf8)
            )
        )
        #expect(turned.segments.map(\.words.count) == [2, 1])
    }

    @Test("The pieces of words that whisper.cpp has in its segments are put together")
    func whisper() throws {
        let cues = try cues(
            """
            {"segments":[{"start":1,"end":2.5,"text":" Guten Tag!","words":[
            {"word":" Gu","start":1.0,"end":1.2},{"word":"ten","start":1.2,"end":1.5},
            {"word":" Tag","start":1.6,"end":2.0},{"word":"!","start":2.0,"end":2.1}]}]}
            """,
            from: 60_000
        )
        #expect(cues.map(\.text) == ["Guten Tag!"])
        #expect(cues[0].start == 61_000 && cues[0].end == 62_100)
        #expect(cues[0].words.map(\.start) == [61_000, 61_600])
        #expect(cues[0].words.map(\.offset) == [0, 6])
    }

    @Test("Segments without words are cues, and a long line is broken near its middle")
    func segments() throws {
        let long = "In the great green room there was a telephone and a red balloon"
        let cues = try cues(
            #"{"segments":[{"start":0,"end":5,"text":" \#(long)"},{"start":5,"end":6,"text":"  "}]}"#
        )
        #expect(
            cues.map(\.text) == ["In the great green room there\nwas a telephone and a red balloon"]
        )
        #expect(cues[0].end == 5000 && cues[0].words.isEmpty)
    }

    @Test("PocketSphinx’s lines are words; signs of silence are none")
    func wordLines() throws {
        let cues = try cues(
            """
            once upon a time
            <s> 0.110 0.180 0.999600
            once 0.190 0.480 0.999600
            upon 0.490 0.760 0.999600
            a(2) 0.770 0.820 0.334230
            <sil> 0.820 2.000 0.9
            [NOISE] 2.0 2.1 0.9
            time 2.830 3.190 0.999700
            </s> 3.240 3.290 1.000000
            """
        )
        #expect(cues.map(\.text) == ["once upon a", "time"])
        #expect(cues.map(\.start) == [190, 2830])
        #expect(try self.cues("<s> 0.0 1.0 1\n</s> 1.0 2.0 1\n").isEmpty)
    }

    @Test("Captions in any of our formats are taken as they are")
    func captions() throws {
        let cues = try cues("1\n00:00:01,000 --> 00:00:02,000\nOwl\n", from: 500)
        #expect(cues.map(\.text) == ["Owl"] && cues[0].start == 1500 && cues[0].end == 2500)
    }

    @Test(
        "Anything else is refused, and so is a text without times",
        arguments: [
            "", "Once upon a time", #"{"text":"Once upon a time"}"#, #"{"error":"no"}"#, "[]",
        ]
    )
    func refused(text: String) {
        #expect(Transcript(Array(text.utf8)) == nil)
    }

    @Test("A cue ends before it is too long to read, and no word is lost")
    func length() throws {
        let words = (0..<120).map { "word\($0) \(Double($0) / 2) \(Double($0) / 2 + 0.4) 1" }
        let cues = try cues(words.joined(separator: "\n"))
        #expect(cues.allSatisfy { $0.text.count <= 84 && ($0.end ?? 0) - $0.start <= 6000 })
        #expect(cues.allSatisfy { $0.text.split(separator: "\n").allSatisfy { $0.count <= 60 } })
        let said = cues.map { $0.text.replacing("\n", with: " ") }.joined(separator: " ")
        #expect(said == (0..<120).map { "word\($0)" }.joined(separator: " "))
    }

    // MARK: Pieces of sound

    @Test("A film of up to six minutes is one piece; a longer one is cut at quiet moments")
    func pieces() {
        var asked: [Range<Double>] = []
        func ranges(_ seconds: Double, quiet: Double) -> [Range<Double>] {
            SoundPieces.ranges(seconds: seconds) { stretch in
                asked.append(stretch)
                return stretch.lowerBound + quiet
            }
        }
        #expect(ranges(360, quiet: 10) == [0..<360] && asked.isEmpty)
        #expect(ranges(700, quiet: 10) == [0..<250, 250..<500, 500..<700])
        #expect(asked == [240..<300, 490..<550])
        // Whatever is found, it is in its stretch.
        #expect(ranges(700, quiet: -900).first == 0..<240)
        #expect(ranges(0, quiet: 0).count == 1)
    }

    @Test("The quietest moment of a sound is found, to a tenth of a second")
    func quiet() {
        let rate = 8000
        let sound = (0..<10 * rate).flatMap { index -> [UInt8] in
            let isQuiet = (6 * rate..<6 * rate + rate / 2).contains(index)
            let value = Int16(isQuiet ? 3 : (index % 40 - 20) * 900)
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        #expect(abs(SoundPieces.quietest(sound) - 6.25) < 0.1)
        #expect(SoundPieces.quietest([]) == 0)
    }
}
