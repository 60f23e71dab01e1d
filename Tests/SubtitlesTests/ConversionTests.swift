import Received
import Subtitles
import Testing

@Suite("From one format to another")
struct ConversionTests {
    @Test("WebVTT’s styles, places and words become what each format has for them")
    func styles() throws {
        let captions = try Captions.read(
            """
            WEBVTT
            Language: en

            one
            00:00:01.000 --> 00:00:03.000 line:0 align:left
            <v Ann><c.yellow>a &amp; <b>b</b></c></v>

            00:00:04.000 --> 00:00:06.000
            x <00:00:05.000>y
            """
        )
        #expect(
            captions.text(as: .srt)
                == "1\n00:00:01,000 --> 00:00:03,000\n{\\an7}<font color=\"yellow\">a & <b>b</b></font>\n\n2\n00:00:04,000 --> 00:00:06,000\nx y\n\n"
        )
        #expect(
            captions.text(as: .lrc)
                == "[la:en]\n[00:01.00]a & b\n[00:03.00]\n[00:04.00]<00:04.00>x <00:05.00>y\n[00:06.00]\n"
        )
        let timed = captions.text(as: .ttml)
        #expect(
            timed.contains(
                #"<p xml:id="one" begin="00:00:01.000" end="00:00:03.000" region="top" tts:textAlign="left">"#
            )
        )
        #expect(
            timed.contains(
                #"<span tts:fontWeight="bold" tts:color="yellow" ttm:agent="agent1">b</span>"#
            )
        )
        #expect(timed.contains(#"<set begin="1.000s" tts:color="yellow"/>y</span>"#))
        let back = try Captions.read(timed)
        #expect(
            back.cues.map(\.voice) == ["Ann", nil] && back.cues[1].words == captions.cues[1].words
        )
    }

    @Test("Times of LRC are rounded to hundredths, with their carry, or have three digits")
    func rounding() throws {
        let captions = Captions(format: .srt, cues: [Cue(start: 59_995, end: 7_199_996, text: "a")])
        #expect(captions.text(as: .lrc) == "[01:00.00]a\n[120:00.00]\n")
        var options = WritingOptions()
        options.fractionDigits = 3
        #expect(captions.text(as: .lrc, options: options) == "[00:59.995]a\n[119:59.996]\n")
        #expect(!captions.lossless(to: .lrc) && captions.lossless(to: .lrc, options: options))
    }

    @Test("A cue without an end lasts until the next, or five seconds, or as long as the video")
    func ends() throws {
        let lyrics = try Captions.read("[00:01.00]a\n[00:03.00]b\n[00:03.00]c")
        #expect(
            try Captions.read(lyrics.text(as: .srt)).summary
                == "1000-3000 a; 3000-8000 b; 3000-8000 c"
        )
        var options = WritingOptions()
        options.duration = 60_000
        #expect(lyrics.text(as: .vtt, options: options).contains("00:00:03.000 --> 00:01:00.000"))
        #expect(lyrics.losses(to: .srt).map(\.kind) == [.unknownEnds] && lyrics.lossless(to: .ttml))
    }

    @Test("WebVTT has its cues in the order of their starts, equal ones as in the file")
    func order() throws {
        let cues = [3, 1, 2, 1].enumerated().map {
            Cue(start: $1 * 1_000, end: 9_000, text: "\($0)")
        }
        let captions = Captions(format: .srt, cues: cues)
        #expect(
            try Captions.read(captions.text(as: .vtt)).cues.map(\.text) == ["1", "3", "2", "0"]
        )
        #expect(captions.losses(to: .vtt).map(\.kind) == [.order] && captions.lossless(to: .srt))
    }

    @Test(
        "Text that a format would take for something else is shown as it is, by us and by others",
        arguments: [
            (CaptionFormat.srt, "<b>no</b>", "<\u{2060}b>no<\u{2060}/b>"),
            (.srt, "{\\an8}x", "{\u{2060}\\an8}x"),
            (
                .srt, "a\n00:00:01,000 --> 00:00:02,000\nb",
                "a\n00:00:01,000 --\u{2060}> 00:00:02,000\nb"
            ),
            (.srt, "a\n\nb", "a\n\u{A0}\nb"),
            (.vtt, "a\n\nb --> <c>", "a\n\u{A0}\nb --> <c>"),
            (
                .sbv, "a[br]b\n0:00:01.000,0:00:02.000",
                "a[\u{2060}br]b\n0:00:01.000\u{2060},0:00:02.000"
            ),
            (.lrc, "[00:05.00] a <00:06.00>", "[\u{2060}00:05.00] a <\u{2060}00:06.00>"),
            (.csv, "=1+1\n\n\"x\", y ", "=1+1\n\n\"x\", y "),
            (.ttml, " a  b \n\n<c>&\t", " a  b \n\n<c>&\t"),
        ]
    )
    func lookalikes(format: CaptionFormat, text: String, expected: String) throws {
        let captions = Captions(format: .srt, cues: [Cue(start: 1_000, end: 2_000, text: text)])
        #expect(
            try Captions.read(captions.text(as: format), as: format).cues.map(\.text) == [expected]
        )
        #expect(captions.lossless(to: format) == (text == expected))
    }

    @Test("Tables have other columns for SwiftSubtitles, and formulas only if they are wanted")
    func tables() throws {
        let captions = Captions(format: .srt, cues: [Cue(start: 1_000, end: 2_000, text: "-x")])
        var options = WritingOptions()
        #expect(captions.text(as: .csv).hasSuffix("1,00:00:01.000,00:00:02.000,'-x,,,,\r\n"))
        options.guardsFormulas = false
        #expect(captions.text(as: .csv, options: options).contains(",-x,"))
        options.table = .timecodes
        let table = captions.text(as: .csv, options: options)
        #expect(
            table == "No.,Timecode In,Timecode Out,Subtitle\r\n1,00:00:01:000,00:00:02:000,-x\r\n"
        )
        #expect(try Captions.read(table).cues == captions.cues)
    }

    @Test("In TTML a base and its text share a container, and the next base begins another")
    func ruby() throws {
        let web = "WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>!\n"
        let captions = try Captions.read(web)
        let timed = String(decoding: captions.written(as: .ttml), as: UTF8.self)
        let container = "<span tts:ruby=\"container\"><span tts:ruby=\"base\">"
        #expect(
            timed.contains(
                container + "漢</span><span tts:ruby=\"text\">kan</span></span>" + container
                    + "字</span><span tts:ruby=\"text\">ji</span></span>!"
            )
        )
        #expect(try Captions.read(timed).cues.map(\.web) == captions.cues.map(\.web))
    }

    @Test("Each loss has a name, and how many cues it is about")
    func losses() throws {
        let captions = try Captions.read(
            "WEBVTT - Title\n\nSTYLE\n::cue { color: red }\n\nNOTE x\n\na\n00:01.000 --> 00:02.000 line:0\n<v Ann><i.loud>a</i>\n\n00:03.000 --> 00:04.000\n<lang fr><ruby>b<rt>c</rt></ruby></lang>"
        )
        #expect(captions.lossless(to: .vtt))
        #expect(
            captions.losses(to: .sbv).map(\.kind) == [
                .marks, .ruby, .classes, .voices, .languagesOfWords, .positions, .identifiers,
                .header, .notes,
                .styleSheets,
            ]
        )
        #expect(
            captions.losses(to: .csv).map(\.kind) == [.header, .notes, .styleSheets]
        )
        #expect(captions.losses(to: .srt).first?.description == "ruby (1 cue)")
        for kind in Loss.Kind.allCases { #expect(kind.words.count > 3) }
    }
}
