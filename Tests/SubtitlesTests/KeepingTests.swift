import Received
import Subtitles
import Testing

@Suite("What a file has is there again when its format is written")
struct KeepingTests {
    @Test(
        "A file that is written as it should be comes back byte for byte",
        arguments: [
            (
                CaptionFormat.srt,
                "1\n00:00:01,000 --> 00:00:02,000 X1:63 X2:223 Y1:43 Y2:58\n{\\an8}<i>a</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n<B>b</b> {\\fad(1,2)}c\n\n"
            ),
            (
                .vtt,
                "WEBVTT - Title\nKind: captions\nLanguage: en\n\nREGION\nid:a lines:2\n\nSTYLE\n::cue(b) { color: red }\n\nNOTE hello\n\nintro\n00:00:01.000 --> 00:00:02.000 region:a future:thing\n<v Ann>a</v>\n\nNOTE\nmore\nlines\n\n00:00:03.000 --> 00:00:04.000\n<00:00:03.500><c>b</c>\n\n"
            ),
            (.sbv, "0:00:01.000,0:00:02.000\n>> ALICE: a\nb\n\n100:00:03.000,100:00:04.000\nc\n\n"),
            (
                .lrc,
                "[ti:Song [live]]\n[ar:Ann]\n[#:x]\n# a note\n[00:01.00]<00:01.00>a <00:01.50>b<00:02.00>\n[00:03.00]\n[00:04.00]c\n"
            ),
            (
                .csv,
                "number,start,end,text,speaker,id,settings,words,markup,Rating\r\n1,00:00:01.000,00:00:02.000,\"a, \"\"b\"\"\",Ann,x,line:0,,,5\r\n2,00:00:03.000,,'=c,,,,3000-3500@0,,\r\n3,00:00:05.000,00:00:06.000,d,,,,,<b>d</b>,\r\n"
            ),
        ]
    )
    func bytes(format: CaptionFormat, text: String) throws {
        #expect(try Captions.read(text, as: format).text(as: format) == text)
    }

    @Test("TTML keeps its head, its regions and the styles of its paragraphs")
    func timedText() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:tt xmlns:x="http://www.w3.org/ns/ttml" xmlns:s="http://www.w3.org/ns/ttml#styling" \
            xmlns:m="http://www.w3.org/ns/ttml#metadata" xml:lang="fr">
              <x:head><!-- a comment --><x:metadata><m:title>Le titre</m:title></x:metadata><x:layout>\
            <x:region xml:id="r1" s:origin="10% 5%" s:extent="80% 20%" s:displayAlign="before"/></x:layout></x:head>
              <x:body region="r1">
                <x:div>
                  <x:p xml:id="a" begin="00:00:01.000" end="00:00:02.000" s:textAlign="center" m:role="x-title">\
            un<x:br/><x:span s:fontStyle="italic">deux</x:span></x:p>
                </x:div>
              </x:body>
            </x:tt>

            """
        let captions = try Captions.read(text)
        #expect(captions.text(as: .ttml) == text)
        #expect(captions.language == "fr" && captions.tag("ti") == "Le titre")
        #expect(captions.cues[0].settingsText == "line:0" && captions.cues[0].identifier == "a")
        #expect(
            captions.text(as: .vtt).contains(
                "a\n00:00:01.000 --> 00:00:02.000 line:0\nun\n<i>deux</i>\n"
            )
        )
    }

    @Test("Styles that refer to each other, and those of what encloses a text, count")
    func styles() throws {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling">
            <head><styling>
            <style xml:id="a" tts:color="yellow"/><style xml:id="b" style="a c" tts:fontStyle="italic"/>
            <style xml:id="c" style="b"/>
            </styling></head>
            <body><div tts:fontWeight="bold"><p begin="1s"><span style="b">x</span> \
            <span tts:color="#FFFFFF" tts:textDecoration="underline">y</span></p></div></body></tt>
            """
        let cue = try Captions.read(text).cues[0]
        #expect(cue.web == "<c.yellow><b><i>x</i></b></c><b> <u>y</u></b>")
    }

    @Test("Apple’s lyrics are a cue for each line, with the times of its words")
    func lyrics() throws {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" \
            itunes:timing="Word"><body><div><p begin="1.0" end="3.0">\
            <span begin="1.0" end="1.5">one</span> <span begin="1.5" end="2.5">two</span></p></div></body></tt>
            """
        // All of their times count from the beginning of the song.
        let captions = try Captions.read(text)
        #expect(captions.cues.map(\.text) == ["one two"])
        #expect(captions.cues[0].words.map(\.start) == [1_000, 1_500])
    }

    @Test("A new text has nothing of the old one’s markup, and a box stays")
    func edited() throws {
        var captions = try Captions.read(
            "1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4\n<b><i>a</b></i>\n"
        )
        captions.cues[0].text = "b\r\nc"
        captions.cues[0].end = 2_500
        #expect(
            captions.text(as: .srt)
                == "1\n00:00:01,000 --> 00:00:02,500 X1:1 X2:2 Y1:3 Y2:4\nb\nc\n\n"
        )
    }
}
