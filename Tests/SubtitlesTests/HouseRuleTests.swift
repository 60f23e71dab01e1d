import Subtitles
import Testing

/// Where the libraries of the world disagree: one small input each, and what is right.
@Suite("Inputs that readers disagree about")
struct HouseRuleTests {
    @Test(
        "SubRip",
        arguments: [
            ("1\n00:00:01,5 --> 00:00:02,25\na\n", "1500-2250 a"),
            ("1\n00:00:20 --> 00:00:24\na\n", "20000-24000 a"),
            ("1\n00:00:01.000 --> 00:00:02.000\na\n", "1000-2000 a"),
            ("1\n0:00:01,000 --> 0:00:02,000\na\n", "1000-2000 a"),
            ("1\n100:00:01,000 --> 100:00:02,000\na\n", "360001000-360002000 a"),
            ("1\n00:01,000 --> 00:02,000\na\n", "1000-2000 a"),
            ("1\n00:00:01:000 --> 00:00:02:500\na\n", "1000-2500 a"),
            ("1\n00:00:01,000 -> 00:00:02,000\na\n", "1000-2000 a"),
            ("1\n00:00:01,000-->00:00:02,000\na\n", "1000-2000 a"),
            ("1\n00: 00: 01, 000 --> 00: 00: 02, 000\na\n", "1000-2000 a"),
            ("1 00:00:01,000 --> 00:00:02,000\na\n", "1000-2000 a"),
            ("1\n00:00:61,000 --> 00:01:02,000\na\n", "61000-62000 a"),
            (
                "00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb\n",
                "1000-2000 a; 3000-4000 b"
            ),
            (
                "1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
                "1000-2000 a; 3000-4000 b"
            ),
            (
                "1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc\n",
                "1000-2000 a⏎⏎b; 3000-4000 c"
            ),
            (
                "1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
                "1000-2000 42; 3000-4000 b"
            ),
            ("1\n00:00:01,000 --> 00:00:02,000\na\n42\n", "1000-2000 a⏎42"),
            (
                "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
                "1000-2000 ; 3000-4000 b"
            ),
            ("1\n00:00:01,000 --> 00:00:02,000\nI <3 you & 2 > 1\n", "1000-2000 I <3 you & 2 > 1"),
            (
                "1\n00:00:01,000 --> 00:00:02,000\n<LAUGHING & WHOOPS!>\n",
                "1000-2000 <LAUGHING & WHOOPS!>"
            ),
            ("1\n00:00:01,000 --> 00:00:02,000\nTom &amp; Jerry\n", "1000-2000 Tom &amp; Jerry"),
            (
                "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>a</i> <font color=\"#ff0000\">b</font>\n",
                "1000-2000 a b"
            ),
            ("1\n00:00:02,000 --> 00:00:01,000\na\n", "2000-1000 a"),
            (
                "1\r00:00:01,000 --> 00:00:02,000\ra\r\r2\r00:00:03,000 --> 00:00:04,000\rb\r",
                "1000-2000 a; 3000-4000 b"
            ),
            ("\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\na\n", "1000-2000 a"),
            ("WEBVTT\n\n1\n00:00:01,000 --> 00:00:02,000\na\n", "1000-2000 a"),
            (
                "1\n01:58:16,824 --> 01:58:23,789\n<i> Imperio:\n1.567.202. </i>\n",
                "7096824-7103789  Imperio:⏎1.567.202. "
            ),
            ("1\n00:00:01,000 --> 00:00:02,000\na --> b\n", "1000-2000 a --> b"),
            (
                "1\n00:00:01,000 --> 00:00:02,000\na\u{2028}b\u{0085}c\u{0B}d\n",
                "1000-2000 a\u{2028}b\u{0085}c\u{0B}d"
            ),
        ]
    )
    func subRip(text: String, expected: String) throws {
        #expect(try Captions.read(text, as: .srt).summary == expected)
    }

    @Test(
        "WebVTT",
        arguments: [
            ("00:01.000 --> 00:02.000\na", "1000-2000 a"),
            ("00:00:01,000 --> 00:00:02,000\na", ""),
            ("1:00:01.000 --> 1:00:02.000\na", "3601000-3602000 a"),
            ("00:00:01.50 --> 00:00:02.50\na", ""),
            ("000:00.000 --> 000:01.000\na", ""),
            ("100:00:00.000 --> 100:00:01.000\na", "360000000-360001000 a"),
            ("intro\n00:01.000 --> 00:02.000\na", "1000-2000 a"),
            (
                "00:01.000 --> 00:02.000\na\n\nNOTE hidden\n\n00:03.000 --> 00:04.000\nb",
                "1000-2000 a; 3000-4000 b"
            ),
            ("STYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\na", "1000-2000 a"),
            ("REGION\nid:r\n\n00:01.000 --> 00:02.000 region:r\na", "1000-2000 a"),
            ("00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nb", "1000-2000 ; 3000-4000 b"),
            (
                "00:01.000 --> 00:02.000\na\n\nb\n\n00:03.000 --> 00:04.000\nc",
                "1000-2000 a; 3000-4000 c"
            ),
            ("00:01.000 --> 00:02.000\n \na", "1000-2000  ⏎a"),
            (
                "00:01.000 --> 00:02.000\nTom &amp; Jerry &lt;3 &nbsp;x",
                "1000-2000 Tom & Jerry <3 \u{A0}x"
            ),
            ("00:01.000 --> 00:02.000\na & b < c", "1000-2000 a & b "),
            ("00:01.000 --> 00:02.000\n<v Anna>Hi</v>", "1000-2000 Hi"),
            ("00:01.000 --> 00:03.000\na <00:02.000>b", "1000-3000 a b"),
            ("00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb", "1000-2000 a; 3000-4000 b"),
            (
                "00:03.000 --> 00:04.000\nb\n\n00:01.000 --> 00:02.000\na",
                "3000-4000 b; 1000-2000 a"
            ),
            ("00:02.000 --> 00:01.000\na", "2000-1000 a"),
            ("00:01.000-->00:02.000\na", "1000-2000 a"),
            ("two\nlines\n00:01.000 --> 00:02.000\na", "1000-2000 a"),
        ]
    )
    func web(text: String, expected: String) throws {
        #expect(try Captions.read("WEBVTT\n\n" + text, as: .vtt).summary == expected)
        #expect(try Captions.read("WEBVTT\r\n\r\n" + crlf(text), as: .vtt).summary == expected)
    }

    private func crlf(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }

    @Test(
        "SubViewer",
        arguments: [
            ("0:00:01.000,0:00:02.000\na[br]b\n", "1000-2000 a⏎b"),
            ("0:00:01.000,0:00:02.000\n\n0:00:03.000,0:00:04.000\nb\n", "1000-2000 ; 3000-4000 b"),
            ("00:00:01.000,00:00:02.000\na\n", "1000-2000 a"),
            ("0:00:01,000,0:00:02,000\na\n", "1000-2000 a"),
            ("0:00:01.000,0:00:02.000\na\n0:00:03.000,0:00:04.000\nb", "1000-2000 a; 3000-4000 b"),
            ("123:45:06.789,124:56:17.890\na", "445506789-449777890 a"),
        ]
    )
    func subViewer(text: String, expected: String) throws {
        #expect(try Captions.read(text, as: .sbv).summary == expected)
    }

    @Test(
        "LRC",
        arguments: [
            ("[offset:+500]\n[00:10.00]a", "9500-? a"),
            ("[offset:-500]\n[00:10.00]a", "10500-? a"),
            ("[00:10.00]a\n[offset: + 500 ]", "9500-? a"),
            ("[offset:+20000]\n[00:10.00]a", "0-? a"),
            ("[offset:soon]\n[00:10.00]a", "10000-? a"),
            ("[00:10.123]a", "10123-? a"),
            ("[00:10]a", "10000-? a"),
            ("[00:10.5]a", "10500-? a"),
            ("[1:10.50]a", "70500-? a"),
            ("[123:45.67]a", "7425670-? a"),
            ("[00:01:50]a", "1500-? a"),
            ("[00:01.00]<00:01.00>a <00:02.00>b", "1000-? a b"),
            ("[00:01.00]a [00:02.00]b", "1000-? a b"),
            ("[00:01.00]<00:01.00>a <00:02.00>b<00:03.00>", "1000-3000 a b"),
            ("[00:02.00][00:01.00]a", "1000-2000 a; 2000-? a"),
            ("[00:01.00]a\n[00:02.00]\n[00:05.00]b", "1000-2000 a; 5000-? b"),
            ("[00:01.00]a\n[00:01.00]b\n[00:02.00]c", "1000-2000 a; 1000-2000 b; 2000-? c"),
            ("[00:10.00][Intro] Welcome", "10000-? [Intro] Welcome"),
            ("[ti: Song [Explicit]]\n[00:10.00]a", "10000-? a"),
            ("[00:30.abc]a\n[00:10.00]b\n# c\nd", "10000-? b"),
        ]
    )
    func lyrics(text: String, expected: String) throws {
        #expect(try Captions.read(text, as: .lrc).summary == expected)
    }

    @Test(
        "CSV",
        arguments: [
            ("start,end,text\n1000,2000,a\n", "1000-2000 a"),
            ("start;end;text\n1,5;2,25;a\n", "1500-2250 a"),
            ("start\tend\ttext\n1000\t2000\ta, b\n", "1000-2000 a, b"),
            ("Text|Start|End\na|00:00:01.000|00:00:02.000\n", "1000-2000 a"),
            (
                "No.,Timecode In,Timecode Out,Subtitle\n1,00:00:01:000,00:00:02:500,a\n",
                "1000-2500 a"
            ),
            (
                "Number,Start time in milliseconds,End time in milliseconds,\"Text\"\n1,1000,2000,\"He said \"hi\"\"\n",
                "1000-2000 He said \"hi\""
            ),
            (
                "\"Number\",\"Start time\",\"End time\",\"Text\",\"Actor\",\"Forced\"\r\n"
                    + "\"1\",\"00:00:01.000\",\"00:00:02.000\",\"a\r\nb\",\"Ada\",\"0\"\r\n",
                "1000-2000 a⏎b"
            ),
            ("1,00:00:01.000,00:00:02.000,a\n2,00:00:03.000,,b\n", "1000-2000 a; 3000-? b"),
            ("00:00:01.000,00:00:02.000,a\n", "1000-2000 a"),
            ("sep=;\nstart;end;text\n1000;2000;a\n", "1000-2000 a"),
            ("start,end,text\n1000,2000,\"a \"\"b\"\" c\"\n", "1000-2000 a \"b\" c"),
            ("start,end,text\nsoon,2000,a\n1000,2000,b\n", "1000-2000 b"),
            (
                "start,end,text\n1000,2000,\"never closed\n3000,4000,b\n",
                "1000-2000 \"never closed; 3000-4000 b"
            ),
            ("start,end,text\n1000,2000,'=1+1\n", "1000-2000 =1+1"),
            ("start,end,text\n1000,2000,'tis\n", "1000-2000 'tis"),
            ("start (s),end (s),text\n1,2,a\n", "1000-2000 a"),
            (
                "start,end,text\n0.5,1,One\n2,3,Two\n4.25,5.5,Three\n10,12,Four\n",
                "500-1000 One; 2000-3000 Two; 4250-5500 Three; 10000-12000 Four"
            ),
            ("start,end,text\n1,2,a\n3,4,b\n5,6.5,c\n", "1000-2000 a; 3000-4000 b; 5000-6500 c"),
            ("1;2;a\n\"3,5\";4;b\n", "1000-2000 a; 3500-4000 b"),
            ("start,end,text\n1.5,2.5,a\n0:03,4,b\n", "1500-2500 a; 3000-4000 b"),
            ("start,end,text\n1000,2000,1.5\n3000,4000,b\n", "1000-2000 1.5; 3000-4000 b"),
            ("start ms,end ms,text\n1000,2000.5,a\n3000,4000,b\n", "1000-2000 a; 3000-4000 b"),
            ("start ms,end,text\n1000.5,2000,a\n", "1000-2000 a"),
            ("start ms,end,text\n1000,2,a\n3000,4.5,b\n", "1000-2000 a; 3000-4500 b"),
        ]
    )
    func tables(text: String, expected: String) throws {
        #expect(try Captions.read(text, as: .csv).summary == expected)
    }

    @Test(
        "TTML",
        arguments: [
            ("<p begin='1.5s' end='2s'>a</p>", "1500-2000 a"),
            ("<p begin='1500ms' end='2000ms'>a</p>", "1500-2000 a"),
            ("<p begin='1s' dur='2s'>a</p>", "1000-3000 a"),
            ("<p begin='1s' end='9s' dur='2s'>a</p>", "1000-3000 a"),
            ("<p begin='00:00:01:15' end='2s'>a</p>", "1500-2000 a"),
            ("<div begin='15s'><p begin='1s' end='2s'>a</p></div>", "16000-17000 a"),
            (
                "<div timeContainer='seq'><p dur='2s'>a</p><p dur='3s'>b</p></div>",
                "0-2000 a; 2000-5000 b"
            ),
            ("<div timeContainer='seq'><p>a</p><p dur='3s'>b</p></div>", "0-3000 b"),
            (
                "<p begin='10s'><span begin='0s' end='5s'>a</span><span begin='5s' end='10s'>b</span></p>",
                "10000-15000 a; 15000-20000 b"
            ),
            ("<p begin='1s'>a</p>", "1000-? a"),
            ("<div end='10s'><p begin='1s'>a</p><p begin='10s'>b</p></div>", "1000-10000 a"),
            ("<p begin='1s' end='2s'>\n  a   b<br/>\n  c </p>", "1000-2000 a b⏎c"),
            ("<p begin='1s' end='2s' xml:space='preserve'>a  b</p>", "1000-2000 a  b"),
            ("<p begin='19.764' end='21.9'>a</p>", "19764-21900 a"),
            ("<p begin='1:02.5' end='1:04'>a</p>", "62500-64000 a"),
            ("<p begin='' end='2s'>a</p>", "0-2000 a"),
            (
                "<p begin='2s' end='3s'>b</p><p begin='1s' end='2s'>a</p>",
                "1000-2000 a; 2000-3000 b"
            ),
            ("<p begin='1s' end='2s'></p><p begin='1s' end='2s'> <br/> </p>", ""),
            (
                "<p begin='1s' end='2s'>a<metadata>b</metadata><x:y xmlns:x='z'>c</x:y>d</p>",
                "1000-2000 ad"
            ),
            (
                "<p begin='1s' end='2s'>&lt;3 &amp; <![CDATA[<b>]]> &#x2603;</p>",
                "1000-2000 <3 & <b> ☃"
            ),
        ]
    )
    func timedText(body: String, expected: String) throws {
        let content = body.hasPrefix("<div") ? body : "<div>\(body)</div>"
        for root in [
            "<tt xmlns='http://www.w3.org/ns/ttml' xml:lang=''>%</tt>",
            "<tt xmlns='http://www.w3.org/2006/10/ttaf1' xml:lang=''>%</tt>",
            "<tt>%</tt>",
        ] {
            let text = root.split(separator: "%").joined(separator: "<body>\(content)</body>")
            #expect(try Captions.read(text, as: .ttml).summary == expected, "\(root)")
        }
    }
}
