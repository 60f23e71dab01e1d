import Testing

@testable import Storytime

@Suite("How the demo's stories are told")
struct DemoNarrationTests {
    private static func lines(_ texts: String...) -> [[DemoStory.Word]] {
        texts.map { $0.split(separator: " ").map { DemoStory.Word(String($0)) } }
    }

    @Test("Captions have a time for each line and each word of it")
    func captions() {
        let lines = Self.lines("Row, row", "a boat")
        let narration = DemoNarration(lines) { _ in DemoNarration.rate / 4 }
        #expect(
            narration.captions == """
                WEBVTT

                00:00:00.500 --> 00:00:01.700
                Row, <00:00:01.050>row

                00:00:02.500 --> 00:00:03.490
                a <00:00:02.840>boat

                """
        )
        #expect(narration.seconds == 5.125)
    }

    @Test("Words follow each other on their page, and pages begin with a picture")
    func order() {
        for story in DemoStories.all {
            let narration = DemoNarration(story.lines) { 1000 + $0.spoken.count * 777 }
            var end = 0
            for page in narration.pages {
                #expect(page.samples.lowerBound == end)
                #expect(page.samples.count % DemoNarration.samplesPerPicture == 0)
                end = page.samples.upperBound
                var last = page.samples.lowerBound
                for word in page.words {
                    #expect(word.samples.lowerBound > last)
                    last = word.samples.upperBound
                }
                #expect(last < end)
            }
            #expect(narration.sampleCount == end)
        }
    }

    @Test("Nothing to say takes no time")
    func nothing() {
        let narration = DemoNarration([]) { _ in 1 }
        #expect(narration.sampleCount == 0 && narration.captions == "WEBVTT\n")
    }

    @Test("A tune is read as it is written")
    func tunes() {
        typealias Note = DemoTune.Note
        let tune = DemoTune("C2 | e z3 G,12\nB", beatMilliseconds: 100)
        #expect(
            tune.notes == [
                Note(pitch: 60, beats: 2), Note(pitch: 76, beats: 1), Note(pitch: nil, beats: 3),
                Note(pitch: 55, beats: 12), Note(pitch: 71, beats: 1),
            ]
        )
    }

    @Test("A tune is heard from the beginning to the end, softly, and fades away")
    func sounds() throws {
        let samples = DemoTune("CEG2", beatMilliseconds: 100).samples(80_000, rate: 16_000)
        #expect(samples.count == 80_000 && samples.last == 0)
        let loudest = try #require(samples.map(\.magnitude).max())
        #expect((500...8000).contains(loudest))
        for second in 0..<4 {
            #expect(samples[(second * 16_000)...].prefix(16_000).contains { abs($0) > 100 })
        }
        // Only rests, or nothing at all: no sound, and an end.
        #expect(
            DemoTune("z2", beatMilliseconds: 10).samples(99, rate: 16_000).allSatisfy { $0 == 0 }
        )
        #expect(DemoTune("", beatMilliseconds: 10).samples(9, rate: 16_000).allSatisfy { $0 == 0 })
    }

    @Test("A word loses the silence around it, and comes where the narration puts it")
    func words() throws {
        let silence = [Int16](repeating: 3, count: 4000)
        let samples = silence + [Int16](repeating: -9000, count: 1600) + silence
        var voice = DemoVoice()
        voice.add(
            "boat",
            samples.flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            }
        )
        let boat = DemoStory.Word("Boat!")
        #expect(voice.samples(boat).count == 1600 + 2 * 192)
        let picture = DemoPicture("night", things: [])
        let story = DemoStory(
            titleLines: ["Boat!"],
            author: "",
            description: "",
            categories: [],
            tune: DemoTune("z", beatMilliseconds: 100),
            opening: picture,
            pages: []
        )
        let narration = DemoNarration(story.lines) { voice.samples($0).count }
        let sound = voice.sound(of: story, narration)
        #expect(sound.count == 2 * narration.sampleCount)
        let heard = stride(from: 0, to: sound.count, by: 2).filter { sound[$0 + 1] == 0xDC }
        let start = try #require(narration.pages.first?.words.first).samples.lowerBound
        #expect(heard.first == 2 * (start + 192) && heard.count == 1600)
    }
}
