import Foundation
import Received
import Subtitles
import Testing

@Suite("Captions that are kept")
struct CodingTests {
    private func copy(_ captions: Captions) throws -> Captions {
        try JSONDecoder().decode(Captions.self, from: try JSONEncoder().encode(captions))
    }

    @Test(
        "What comes back is all that a file said, whatever its format",
        arguments: [
            "1\n00:00:01,000 --> 00:00:02,000 X1:10\n<i>a</b> <font face=\"x\" color=red>b</font>\n",
            "WEBVTT Kind: x\n\nNOTE n\n\nSTYLE\n::cue{}\n\nREGION\nid:a\n\nid-1\n"
                + "00:01.000 --> 00:02.000 line:0 region:a\n<v Ada>Hi <00:01.500><b.x>there</i>\n",
            "0:00:01.000,0:00:02.000\na[br]b\n",
            "start,end,text,mood\r\n1,2,=a,sad\r\n",
            "[ti:T]\n[offset:+10]\n[00:01.000]<00:01.00>One <00:01.50>two\n[00:03.00]\n",
            "<tt xmlns=\"http://www.w3.org/ns/ttml\" xml:lang=\"de\"><head><x/></head><body a=\"b\"><div>"
                + "<p begin=\"1s\" end=\"2s\" xml:id=\"p1\" role=\"x\"><span>a</span><br/>b</p>"
                + "</div></body></tt>",
        ]
    )
    func formats(text: String) throws {
        let captions = try Captions.read(Array(text.utf8))
        #expect(!captions.cues.isEmpty)
        let back = try copy(captions)
        #expect(back == captions)
        #expect(back.written(as: captions.format) == captions.written(as: captions.format))
    }

    @Test("An unknown end, an empty text and every character come back")
    func corners() throws {
        let texts = ["", "\u{0}\u{1}\u{2028}\"\\", "e\u{301}\né", "👨‍👩‍👧"]
        var captions = Captions(
            format: .lrc,
            cues: texts.map { Cue(start: -1, end: nil, text: $0) }
        )
        captions.cues[1].identifier = ""
        let back = try copy(captions)
        #expect(back == captions)
        let bytes = { (captions: Captions) in captions.cues.map { Array($0.text.utf8) } }
        #expect(bytes(back) == bytes(captions))
    }

    @Test(
        "What is kept takes no more bytes than were counted",
        arguments: [
            "WEBVTT Kind: \u{1}/\"\\\n\nNOTE \u{1}\n\nSTYLE\n\u{1}\u{2}/\n\nREGION\nid:\u{1}\u{1}\n\n\u{1}\u{1}\n"
                + "00:01.000 --> 00:02.000 \u{1}\n<v A>&\u{1}\u{2}\u{3}\u{4}<00:01.500>\u{5}</b>\n",
            "[\u{1}ti:\u{1}\u{2}/////]\n# \u{1}\u{1}\u{1}\n[00:01.000]\u{1}\u{1}\u{1}\n",
            "start,end,text,\u{1}\u{1}////\n1,2,x,\u{1}\u{1}\u{1}\n",
            "<tt xmlns=\"http://www.w3.org/ns/ttml\" xml:lang=\"a////////\"><head><x y=\"/\"/></head>"
                + "<body a=\"////\"><div><p x=\"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\">"
                + "<span begin=\"0s\" end=\"1s\">a</span><span begin=\"1s\" end=\"2s\">b</span>"
                + "<span begin=\"2s\" end=\"3s\">a</span></p></div></body></tt>",
        ]
    )
    func counted(text: String) throws {
        var captions = try Captions.read(Array(text.utf8))
        #expect(!captions.cues.isEmpty)
        // What every document has besides, and what there is at most a thousand of.
        captions.problems = []
        let frame = try JSONEncoder().encode(Captions(format: .ttml)).count + 100
        #expect(try JSONEncoder().encode(captions).count <= captions.codedBytes + frame)
    }

    @Test("A name that a thousand pieces of a text have is kept once")
    func names() throws {
        let name = String(repeating: "A", count: 500)
        let pieces = String(repeating: "<b>x</b>y", count: 1_000)
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<c.\(name)>\(pieces)\n"
        let captions = try Captions.read(Array(text.utf8))
        #expect(captions.cues[0].runs.count == 2_000)
        let json = try JSONEncoder().encode(captions)
        #expect(json.count < 4 * text.utf8.count)
        #expect(try copy(captions) == captions)
    }

    @Test("What was kept with an object for each piece and each word is read")
    func earlier() throws {
        let json = """
            [1000,2000,"a b",{"r":[{"end":2,"style":{"m":1,"v":"Ada"}},{"end":3,"style":{}}],\
            "w":[{"start":1000,"end":1500,"offset":0},{"start":1500,"offset":2}]}]
            """
        let cue = try JSONDecoder().decode(Cue.self, from: Data(json.utf8))
        #expect(cue.runs.map(\.end) == [2, 3] && cue.runs[0].style.voice == "Ada")
        #expect(
            cue.words == [Word(start: 1_000, end: 1_500, offset: 0), Word(start: 1_500, offset: 2)]
        )
    }

    @Test(
        "Numbers that say nothing of a text are damage, or left out, and never a crash",
        arguments: [
            #"{"p":{"n":[1,9],"y":[]}}"#, #"{"p":{"n":[1,-1],"y":[{}]}}"#,
            #"{"p":{"n":[-9223372036854775808,0],"y":[{"m":1}]}}"#,
            #"{"p":{"n":[9223372036854775807,0,5],"y":[{"m":1}]}}"#, #"{"t":[null,null,null]}"#,
            #"{"t":[9223372036854775807,-9223372036854775808,9223372036854775807]}"#,
            #"{"t":[-5,1,null,0,0]}"#, #"{"t":[1]}"#,
        ]
    )
    func damage(details: String) {
        let json = "[1000,2000,\"abc\",\(details)]"
        let cue = try? JSONDecoder().decode(Cue.self, from: Data(json.utf8))
        for format in CaptionFormat.allCases {
            _ = Captions(format: format, cues: cue.map { [$0] } ?? []).written(as: format)
        }
        #expect(cue?.runs.allSatisfy { $0.end <= 3 } ?? true)
    }
}
