import Subtitles
import Testing

/// More marks on a letter than any script has would cost the square of their number wherever the text is compared.
@Suite("Marks beyond measure")
struct MarkCutTests {
    private static let most = 128

    private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

    private func read(_ text: String, _ format: CaptionFormat? = nil) throws -> Captions {
        try Captions.read(Array(text.utf8), options: ReadingOptions(format: format))
    }

    /// The longest run of marks in what a file was read as.
    private func longest(_ captions: Captions) -> Int {
        var texts = captions.cues.flatMap { cue in
            [cue.text, cue.identifier ?? "", cue.settingsText, cue.kept, cue.source ?? ""]
                + cue.runs.flatMap {
                    [$0.style.voice ?? "", $0.style.font ?? ""] + $0.style.classes
                }
        }
        texts += captions.tags.map(\.value) + captions.notes.map(\.text) + [captions.header]
        return texts.map { text in
            text.unicodeScalars.split { $0 != "\u{301}" }.map(\.count).max() ?? 0
        }.max() ?? 0
    }

    private static let timing = "WEBVTT\n\n00:01.000 --> 00:02.000\n"

    @Test(
        "What is too much is left out and said, whatever parted it in the file",
        arguments: [
            timing + "Hea\(marks(400))vy\n",
            timing + "<v Hea\(marks(400))vy>Hello</v>\n",
            timing + "Hea" + String(repeating: marks(100) + "<b></b>", count: 10) + "vy\n",
            timing + "Hea" + String(repeating: "&#x301;", count: 400) + "vy\n",
            timing + "<v Hea" + String(repeating: "&#x301;", count: 400) + ">Hello\n",
            "1\n00:00:01,000 --> 00:00:02,000\nHea"
                + String(repeating: marks(100) + "<i></i>", count: 10) + "vy\n",
            "1\n00:00:01,000 --> 00:00:02,000\nHea"
                + String(repeating: marks(100) + "{\\an8}", count: 10) + "vy\n",
            "0:00:01.000,0:00:02.000\nHea\(marks(400))vy\n",
            "start,end,text\n0:01.000,0:02.000,Hea\(marks(400))vy\n",
            "[00:01.00]Hea" + String(repeating: marks(100) + "<00:01.20>", count: 10) + "vy\n",
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div><p begin=\"1s\" end=\"2s\">Hea"
                + String(repeating: marks(100) + "<!-- -->", count: 10)
                + "vy</p></div></body></tt>",
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div><p begin=\"1s\" end=\"2s\">Hea"
                + String(repeating: "&#x301;", count: 400) + "vy</p></div></body></tt>",
        ]
    )
    func cut(file: String) throws {
        let captions = try read(file)
        #expect(longest(captions) == Self.most)
        let isVoice = captions.cues[0].text == "Hello"
        #expect(isVoice || captions.cues[0].text.hasSuffix("vy"))
        // A voice’s references are read without a place to say so.
        #expect(isVoice || captions.problems.contains { $0.kind == .tooManyMarks })
    }

    @Test("Styles and times of words stay at their letters")
    func places() throws {
        let captions = try read(
            Self.timing + "a\(Self.marks(100))<i>\(Self.marks(100))b</i><00:01.500>c\n"
        )
        let cue = try #require(captions.cues.first)
        #expect(cue.text.utf8.count == 1 + 2 * Self.most + 2)
        #expect(cue.runs.map(\.end) == [201, cue.text.utf8.count - 1, cue.text.utf8.count])
        #expect(cue.words.map(\.offset).last == cue.text.utf8.count - 1)
    }

    @Test("What the workbench brings together is cut, too")
    func edited() throws {
        let pieces = String(repeating: "\(Self.marks(100))x", count: 10)
        let captions = try read(Self.timing + "<b>a</b>\(pieces)\n")
        let joined = captions.replacing(CaptionSearch("x"), with: "")
        #expect(longest(joined) <= Self.most)
    }

    @Test("A text as it may be stays, byte for byte")
    func kept() throws {
        let text = "a\(Self.marks(Self.most)) Z̸̡̛a̶̢l̷̰g̵̨o̴ שָׁלוֹם"
        let captions = try read(Self.timing + text + "\n")
        #expect(captions.cues[0].text.utf8.elementsEqual(text.utf8) && captions.problems.isEmpty)
    }
}
