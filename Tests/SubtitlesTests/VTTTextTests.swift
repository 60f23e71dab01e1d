import Received
import Subtitles
import Testing

/// The cases of web-platform-tests’ cue-text-parsing, and what they leave out.
@Suite("Text of WebVTT cues")
struct VTTTextTests {
    private func cue(_ payload: String) throws -> Cue {
        let captions = try Captions.read("WEBVTT\n\n00:00.000 --> 01:00.000\n" + payload, as: .vtt)
        return try #require(captions.cues.first)
    }

    @Test(
        "Character references are HTML’s",
        arguments: [
            ("&", "&"), ("&amp", "&"), ("&AMP;", "&"), ("&lt;", "<"), ("&quot;", "\""),
            ("&&", "&&"),
            ("&1", "&1"), ("&1;", "&1;"), ("&<", "&"), ("&#x20;x", " x"), ("&#0;", "\u{FFFD}"),
            ("&ClockwiseContourIntegral;", "∲"), ("&notin;", "∉"), ("&not;", "¬"),
            ("&notit;", "¬it;"),
            ("&#128;", "€"), ("&#xD800;", "\u{FFFD}"), ("&#99999999999;", "\u{FFFD}"),
            ("&#;", "&#;"),
            ("&#x;", "&#x;"), ("&nbsp;&lrm;&rlm;", "\u{A0}\u{200E}\u{200F}"),
            ("&ampersand", "&ersand"),
            ("&acE;", "\u{223E}\u{333}"), ("&unknown;", "&unknown;"),
        ]
    )
    func references(payload: String, text: String) throws {
        #expect(try cue(payload).text == text)
    }

    @Test(
        "Tags end at the next > and what they enclose is text",
        arguments: [
            ("<<", ""), ("<\t", ""), ("<.", ""), ("<c.", ""), ("<c></\nc>x", "x"),
            ("<i>test", "test"),
            ("a<c.d e>b</c>c", "abc"), ("a<ruby.f g>b<rt.h j>c</rt>d</ruby>e", "abcde"),
            ("<v.a>test", "test"), ("text1\ntext2", "text1\ntext2"), ("text1\n\ntext2", "text1"),
            ("<0", ""), ("<0:00.500", ""), ("test<00:00:00.500>test", "testtest"),
            ("<ruby>test<rt>test</rt>test", "testtesttest"), ("<unknown>a</unknown>b", "ab"),
            ("✓", "✓"),
        ]
    )
    func tags(payload: String, text: String) throws {
        #expect(try cue(payload).text == text)
    }

    @Test(
        "What tags say comes back when they are written",
        arguments: [
            "<b>a</b> b <i>c</i>", "<b>a <i>b</i></b>", "<v Roger Bingham>We are in New York</v>",
            "<c.yellow.loud>a</c>", "<lang en-GB>colour</lang>", "<ruby>漢<rt>kan</rt></ruby>字",
            "a &amp; b &lt;c&gt;", "one <00:00:02.000>two <00:00:03.000>three",
            "<b>one </b><00:00:02.000><i>two</i>", "<v Tom &amp; Jerry>Hi</v>",
        ]
    )
    func canonical(payload: String) throws {
        let cue = try cue(payload)
        #expect(cue.web == payload && cue.source == nil)
    }

    @Test(
        "A text that we would write otherwise keeps its own markup for WebVTT, until it is changed"
    )
    func source() throws {
        var captions = try Captions.read(
            "WEBVTT\n\n00:00.000 --> 00:09.000\n<b><i>a</b></i>\n",
            as: .vtt
        )
        #expect(captions.text(as: .vtt).contains("<b><i>a</b></i>"))
        #expect(!captions.text(as: .srt).contains("</b></i>"))
        captions.cues[0].text = "b"
        #expect(captions.text(as: .vtt).hasSuffix("\nb\n\n"))
    }

    @Test("Times of words count in their order and inside the cue")
    func words() throws {
        let text =
            "WEBVTT\n\n00:01.000 --> 00:05.000\na <00:02.000>b <00:01.500>c <00:09.000>d <00:03.000>e"
        let cue = try Captions.read(text).cues[0]
        #expect(cue.words.map(\.start) == [1_000, 2_000, 3_000])
        #expect(cue.words.map(\.offset) == [0, 2, 8])
    }

    @Test("Nesting without end is read up to a depth, and all of its text")
    func depth() throws {
        let payload = (0..<5_000).map { "<b>\($0 % 10)" }.joined()
        #expect(try cue(payload).text.utf8.count == 5_000)
        let classes = (0..<50_000).map { "<c.x\($0)>a" }.joined()
        let captions = try Captions.read("WEBVTT\n\n00:00.000 --> 00:09.000\n" + classes)
        #expect(captions.cues[0].text.utf8.count == 50_000)
    }
}
