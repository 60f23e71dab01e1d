import Received
import Subtitles
import Testing

@Suite("Cues are edited without losing what isn’t edited")
struct EditingTests {
    private let fox = [
        Cue(start: 1_000, end: 3_000, text: "The quick fox\njumps"),
        Cue(start: 3_500, end: 5_000, text: "over the dog."),
    ]

    private func captions(_ cues: [Cue]) -> Captions { Captions(format: .vtt, cues: cues) }

    @Test("A cue is cut at a letter, and the time follows the letters, the words or the video")
    func split() throws {
        let captions = captions(fox)
        #expect(
            try #require(captions.splitting(0, at: 14)).summary
                == "1000-2473 The quick fox; 2473-3000 jumps; 3500-5000 over the dog."
        )
        #expect(try #require(captions.splitting(0, at: 4, time: 1_400)).cues[1].start == 1_400)
        // A moment outside the cue can’t be meant.
        #expect(try #require(captions.splitting(0, at: 4, time: 9_000)).cues[1].start == 1_421)
        #expect(captions.splitting(0, at: 0) == nil && captions.splitting(0, at: 19) == nil)
        #expect(captions.splitting(2, at: 1) == nil)
    }

    @Test("Words and styles go with their part")
    func parts() throws {
        let captions = try Captions.read(
            "WEBVTT\n\nx\n00:01.000 --> 00:05.000 line:0\n<i>one <00:00:02.000>two</i> <00:00:03.000><b>three</b>\n"
        )
        let split = try #require(captions.splitting(0, at: 8))
        #expect(split.summary == "1000-3000 one two; 3000-5000 three")
        #expect(split.cues[0].web == "<i>one <00:00:02.000>two</i>")
        #expect(split.cues[1].web == "<b>three</b>")
        #expect(split.cues.map(\.identifier) == ["x", nil])
        #expect(split.cues.map(\.settingsText) == ["line:0", "line:0"])
        let joined = try #require(split.joining(0))
        #expect(joined.cues == captions.cues)
    }

    @Test("What is joined has a space or a line break between, and none in Chinese")
    func join() {
        #expect(
            captions(fox).joining(0)?.summary == "1000-5000 The quick fox⏎jumps⏎over the dog."
        )
        let short = captions([
            Cue(start: 0, end: 1, text: "a"), Cue(start: 1, end: nil, text: "b"),
        ])
        #expect(short.joining(0)?.summary == "0-? a b")
        let chinese = captions([
            Cue(start: 0, end: 1, text: "你好"), Cue(start: 1, end: 2, text: "世界"),
        ])
        #expect(chinese.joining(0)?.summary == "0-2 你好世界")
        #expect(short.joining(1) == nil)
    }

    @Test("Notes stay in front of their cues when cues come and go")
    func notes() throws {
        var captions = captions(fox)
        captions.notes = [Note("a", position: 0), Note("b", position: 1), Note("c", position: 2)]
        let cue = captions.cue(after: 0)
        #expect(cue.start == 3_000 && cue.end == 3_500)
        let more = try #require(captions.inserting(cue, at: 1))
        #expect(more.notes.map(\.position) == [0, 1, 3] && more.cues.count == 3)
        #expect(try #require(more.deleting(1)) == captions)
        #expect(try #require(captions.deleting(0)).notes.map(\.position) == [0, 0, 1])
        #expect(captions.deleting(2) == nil && captions.inserting(cue, at: 3) == nil)
    }

    @Test("A new text keeps the styles and the times of what hasn’t changed")
    func text() throws {
        var cue = try Captions.read(
            "WEBVTT\n\n00:01.000 --> 00:05.000\n<i>The <00:02.000>quikc</i> <00:03.000>fox\n"
        ).cues[0]
        cue.edit("The quick fox")
        #expect(cue.web == "<i>The <00:00:02.000>quick</i> <00:00:03.000>fox")
        cue.edit("The fox")
        #expect(cue.web == "<i>The </i><00:00:03.000>fox")
        cue.edit("The fox jumps")
        #expect(cue.web == "<i>The </i><00:00:03.000>fox jumps")
        cue.edit("")
        #expect(cue.text.isEmpty && cue.runs.isEmpty && cue.words.isEmpty)
        var plain = Cue(start: 0, end: 1, text: "a")
        plain.edit("a\r\nb")
        #expect(plain.text == "a\nb")
    }

    @Test("Everything, or what follows, moves together with its words")
    func shift() throws {
        let captions = try Captions.read(
            "WEBVTT\n\n00:01.000 --> 00:02.000\na <00:01.500>b\n\n00:03.000 --> 00:04.000\nc\n"
        )
        let later = try #require(captions.shifted(by: 250))
        #expect(later.summary == "1250-2250 a b; 3250-4250 c")
        #expect(later.cues[0].words.map(\.start) == [1_250, 1_750])
        #expect(try #require(captions.shifted(by: 250, from: 1)).cues[1].start == 3_250)
        #expect(captions.shifted(by: -1_001) == nil && captions.roomBefore() == 1_000)
        #expect(captions.shifted(by: -3_000, from: 1)?.cues[1].start == 0)
    }

    @Test("Two right times put everything in its place, in proportion")
    func stretch() {
        let captions = captions([
            Cue(start: 10_000, end: 11_000, text: "a"), Cue(start: 20_000, end: 21_000, text: "b"),
            Cue(start: 30_000, end: nil, text: "c"),
        ])
        let first = TimePoint(is: 10_000, shouldBe: 12_000)
        let stretched = captions.stretched(first, TimePoint(is: 30_000, shouldBe: 33_000))
        #expect(stretched?.summary == "12000-13050 a; 22500-23550 b; 33000-? c")
        // Both at one moment, backwards, or before the beginning.
        #expect(captions.stretched(first, TimePoint(is: 10_000, shouldBe: 13_000)) == nil)
        #expect(captions.stretched(first, TimePoint(is: 30_000, shouldBe: 2_000)) == nil)
        #expect(
            captions.stretched(
                TimePoint(is: 20_000, shouldBe: 1_000),
                TimePoint(is: 30_000, shouldBe: 20_000)
            ) == nil
        )
    }

    @Test("Captions for a film with 25 frames per second fit one with 23.976")
    func frames() {
        let hour = captions([Cue(start: 3_600_000, end: 3_601_000, text: "a")])
        #expect(hour.changed(from: .pal, to: .film23).summary == "3753750-3754793 a")
        #expect(hour.changed(from: .film24, to: .pal).summary == "3456000-3456960 a")
    }

    @Test("A phrase is found and replaced as asked, and keeps its style")
    func search() throws {
        let captions = try Captions.read(
            "1\n00:00:01,000 --> 00:00:02,000\nCat, cat, concat\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>CAT</i>s\n"
        )
        func count(_ search: CaptionSearch) -> [Int] { captions.found(search).map(\.count) }
        #expect(count(CaptionSearch("cat")) == [3, 1])
        #expect(count(CaptionSearch("cat", matchesCase: true)) == [2])
        #expect(count(CaptionSearch("cat", wholeWords: true)) == [2])
        #expect(captions.found(CaptionSearch("")).isEmpty)
        let replaced = captions.replacing(CaptionSearch("cat"), with: "dog")
        #expect(replaced.cues[0].text == "dog, dog, condog")
        #expect(replaced.cues[1].web == "<i>dog</i>s")
        #expect(CaptionSearch("aa").ranges(in: "aaaé") == [0..<2])
        #expect(CaptionSearch("É").ranges(in: "aé") == [1..<3])
    }

    @Test(
        "Many pieces are replaced at once as they are one by one",
        arguments: ["", "x", "dog", "é🐕"]
    )
    func manyPieces(replacement: String) {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let text = String((0..<30).map { _ in "ab é".randomElement(using: &numbers) ?? "a" })
            var cue = Cue(start: 0, end: 60_000, text: text)
            let ends = (text.indices.dropFirst() + [text.endIndex]).map {
                text.utf8.distance(from: text.startIndex, to: $0)
            }
            cue.runs = ends.filter { _ in Bool.random(using: &numbers) }.map { end in
                Run(end: end, style: Style(Bool.random(using: &numbers) ? .italic : []))
            }
            cue.words = ends.filter { $0 < text.utf8.count && Bool.random(using: &numbers) }.map {
                Word(start: MediaTime(milliseconds: $0), offset: $0)
            }
            let ranges = CaptionSearch("a").ranges(in: text)
            var whole = cue
            whole.replace(ranges, with: replacement)
            for range in ranges.reversed() { cue.replace(range, with: replacement) }
            #expect(whole == cue)
        }
    }

    @Test(
        "Times are read as people type them",
        arguments: [
            ("12.5", 12_500), ("0:12.5", 12_500), ("1:02:03,004", 3_723_004), (" 1:02 ", 62_000),
            ("90", 90_000), ("00:00:01.0009", 1_000),
        ] as [(String, MediaTime)]
    )
    func times(text: String, milliseconds: MediaTime) {
        #expect(CaptionTime.read(text) == milliseconds)
    }

    @Test("What isn’t a time is none", arguments: ["", "x", "-1", "1:", ":1", "1:2:3:4:5", "1e3"])
    func noTimes(text: String) {
        #expect(CaptionTime.read(text) == nil)
    }

    @Test("Times are written as they are read, with a sign for a shift")
    func writtenTimes() {
        #expect(CaptionTime.text(3_723_004) == "1:02:03.004")
        #expect(CaptionTime.text(12_500) == "0:12.500")
        #expect(CaptionTime.text(-1_200) == "−0:01.200")
        #expect(CaptionTime.readShift("-1.2") == -1_200)
        #expect(CaptionTime.readShift(CaptionTime.text(-1_200)) == -1_200)
        #expect(CaptionTime.readShift("+0:02") == 2_000 && CaptionTime.readShift("3") == 3_000)
        #expect(CaptionTime.readShift("+-3") == nil)
    }
}
