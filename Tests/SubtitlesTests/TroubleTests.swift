import Received
import Subtitles
import Testing

@Suite("What viewers would stumble over is found, and mended if there is one right way")
struct TroubleTests {
    private func kinds(_ cues: Cue..., duration: MediaTime? = nil) -> [[CueTrouble.Kind]] {
        let captions = Captions(format: .srt, cues: cues)
        let troubles = captions.troubles(CaptionLimits(duration: duration))
        return cues.indices.map { index in troubles.filter { $0.cue == index }.map(\.kind) }
    }

    private func mended(_ kind: CueTrouble.Kind, _ cues: Cue..., duration: MediaTime? = nil)
        -> String
    {
        Captions(format: .srt, cues: cues).mended(kind, CaptionLimits(duration: duration)).summary
    }

    @Test("Overlaps and short gaps end when the next cue begins")
    func neighbors() {
        let first = Cue(start: 0, end: 2_000, text: "one")
        let second = Cue(start: 1_500, end: 3_000, text: "two")
        #expect(kinds(first, second) == [[.overlap], []])
        // In any order.
        #expect(kinds(second, first) == [[], [.overlap]])
        #expect(mended(.overlap, first, second) == "0-1500 one; 1500-3000 two")
        let near = Cue(start: 2_040, end: 4_000, text: "two")
        #expect(kinds(first, near) == [[.gap], []])
        #expect(mended(.gap, first, near) == "0-2040 one; 2040-4000 two")
        // Nobody knows which of two is too much.
        let twin = Cue(start: 0, end: 2_000, text: "also one")
        let troubles = Captions(format: .srt, cues: [first, twin]).troubles(CaptionLimits())
        #expect(troubles == [CueTrouble(kind: .overlap, cue: 0, isMendable: false)])
        var above = twin
        above.settingsText = "line:0"
        #expect(kinds(first, above) == [[], []])
    }

    @Test("What is too fast stays longer if there is room")
    func speed() {
        let fast = Cue(start: 0, end: 500, text: "twenty letters, or so")
        #expect(fast.charactersPerSecond == 42)
        #expect(kinds(fast, Cue(start: 5_000, end: 6_000, text: "b")) == [[.tooFast], []])
        #expect(mended(.tooFast, fast) == "0-1050 twenty letters, or so")
        let next = Cue(start: 600, end: 2_000, text: "b")
        #expect(mended(.tooFast, fast, next) == "0-500 twenty letters, or so; 600-2000 b")
    }

    @Test("Long lines and many lines are broken anew, with their styles")
    func lines() throws {
        let long = Cue(
            start: 0,
            end: 9_000,
            text: "This is a line that nobody would like to read as one"
        )
        #expect(kinds(long) == [[.longLine]])
        #expect(
            mended(.longLine, long) == "0-9000 This is a line that nobody⏎would like to read as one"
        )
        #expect(mended(.manyLines, Cue(start: 0, end: 9_000, text: "a\nb\nc")) == "0-9000 a b c")
        let endless = Cue(start: 0, end: 9_000, text: String(repeating: "a", count: 43))
        #expect(kinds(endless) == [[.longLine]] && mended(.longLine, endless).contains("aaa"))
        let styled = try Captions.read("1\n00:00:01,000 --> 00:00:09,000\n<i>a</i>\nb\nc\n")
        #expect(styled.mended(.manyLines, CaptionLimits()).cues[0].web == "<i>a</i> b c")
    }

    @Test("Empty cues go, and times outside the video or backwards are put right")
    func times() {
        let empty = Cue(start: 0, end: 1_000, text: " \n")
        let cue = Cue(start: 5_000, end: 5_000, text: "a")
        #expect(kinds(empty, cue) == [[.empty], [.backward]])
        #expect(mended(.empty, empty, cue, empty) == "5000-5000 a")
        #expect(mended(.backward, cue) == "5000-6000 a")
        let late = Cue(start: 5_000, end: 9_000, text: "a")
        let lost = Cue(start: 9_000, end: 9_500, text: "b")
        #expect(kinds(late, lost, duration: 8_000) == [[.outside], [.outside]])
        #expect(mended(.outside, late, lost, duration: 8_000) == "5000-8000 a; 9000-9500 b")
        #expect(kinds(late) == [[]])
    }

    @Test(
        "Letters that a wrong encoding left become what they were",
        arguments: [
            ("fÃ¼r", "für"), ("Itâ€™s", "It’s"), ("voilÃ\u{A0}", "voilà"), ("Ð¿Ñ€Ð¸", "при"),
            ("ðŸ¦Š", "🦊"), ("ï»¿a", "a"), ("â€œHiâ€\u{9D}", "“Hi”"),
        ]
    )
    func garbled(text: String, right: String) {
        let cue = Cue(start: 0, end: 9_000, text: text)
        #expect(kinds(cue) == [[.garbled]])
        #expect(mended(.garbled, cue) == "0-9000 \(right)")
    }

    @Test(
        "What people write on purpose stays",
        arguments: ["CAFÉ…", "«le café…»", "«IRMÃ»", "naïve Ærø", "Ñandú", "É", "€ 5", "日本"]
    )
    func notGarbled(text: String) {
        #expect(kinds(Cue(start: 0, end: 9_000, text: text)) == [[]])
    }

    @Test("A lost letter is found, but nobody knows what it was")
    func lost() {
        let captions = Captions(format: .srt, cues: [Cue(start: 0, end: 9_000, text: "f\u{FFFD}r")])
        #expect(
            captions.troubles(CaptionLimits())
                == [CueTrouble(kind: .garbled, cue: 0, isMendable: false)]
        )
    }

    @Test("Tags that aren’t closed are balanced in the file, or go from the text")
    func tags() throws {
        let captions = try Captions.read("1\n00:00:01,000 --> 00:00:09,000\n<b><i>a</b></i>\n")
        let limits = CaptionLimits()
        #expect(captions.troubles(limits).map(\.kind) == [.tags])
        let mended = captions.mended(.tags, limits)
        #expect(mended.text(as: .srt).contains("<b><i>a</i></b>"))
        #expect(mended.troubles(limits).isEmpty)
        #expect(mended.cues[0].runs == captions.cues[0].runs)
        #expect(self.mended(.tags, Cue(start: 0, end: 9_000, text: "<i>a")) == "0-9000 a")
        #expect(kinds(Cue(start: 0, end: 9_000, text: "<i>a</i> <laughs> 1 < 2")) == [[]])
        // A voice may go on to the end.
        let voice = try Captions.read("WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>Hello\n")
        #expect(voice.troubles(limits).isEmpty)
    }
}
