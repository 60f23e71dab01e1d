import Subtitles
import Testing

@Suite("TTML’s frames, ticks and containers")
struct TTMLTimeTests {
    private func times(_ parameters: String, _ body: String) throws -> String {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
            xml:lang="en" \(parameters)><body><div>\(body)</div></body></tt>
            """
        return try Captions.read(text, as: .ttml).summary
    }

    @Test("24 frames of 24 × 1000/1001 are 1.001 seconds, and seconds of a clock stay seconds")
    func droppedFrames() throws {
        let rate = #"ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001""#
        #expect(try times(rate, #"<p begin="24f" end="48f">a</p>"#) == "1001-2002 a")
        #expect(
            try times(rate, #"<p begin="01:02:03:20" end="01:02:04:00">a</p>"#)
                == "3723834-3724000 a"
        )
        let old = #"ttp:frameRate="24" ttp:frameRateMultiplier="1000:1001""#
        #expect(try times(old, #"<p begin="24f" end="48f">a</p>"#) == "1001-2002 a")
    }

    @Test("A tick is a second, or a frame if there is a frame rate, or what the document says")
    func ticks() throws {
        #expect(try times("", #"<p begin="1t" end="2t">a</p>"#) == "1000-2000 a")
        #expect(
            try times(#"ttp:frameRate="25""#, #"<p begin="10t" end="50t">a</p>"#) == "400-2000 a"
        )
        #expect(
            try times(
                #"ttp:tickRate="10000000""#,
                #"<p begin="18637368750t" end="18676157500t">a</p>"#
            )
                == "1863737-1867616 a"
        )
    }

    @Test("Times are added before they are rounded, and rounded half up")
    func rounding() throws {
        let rate = #"ttp:frameRate="30""#
        let body = #"<p begin="1f"><span begin="1f" end="2f">a</span></p>"#
        #expect(try times(rate, body) == "67-100 a")
        #expect(try times("", #"<p begin="0.0005s" end="0.0015s">a</p>"#) == "1-2 a")
        #expect(try times("", #"<p begin="0.00049s" end="0.00149s">a</p>"#) == "0-1 a")
    }

    @Test("Rates and times beyond all sense are survived")
    func absurd() throws {
        let rates =
            #"ttp:frameRate="999" ttp:frameRateMultiplier="99991 99989" ttp:tickRate="999999937" ttp:subFrameRate="97""#
        #expect(
            try times(rates, #"<p begin="0f" end="999999999999999999999h">a</p>"#).hasPrefix(
                "0-3600000000000 a"
            )
        )
        #expect(
            try times(rates, #"<p begin="9999999999999t" dur="99999999999999999f">a</p>"#)
                .hasSuffix(" a")
        )
        let none = #"ttp:frameRate="0" ttp:frameRateMultiplier="0 0" ttp:tickRate="0""#
        #expect(try times(none, #"<p begin="30f" end="2t">a</p>"#) == "1000-2000 a")
        #expect(try times("", #"<p begin="1s" end="whenever">a</p>"#) == "1000-? a")
    }

    @Test("Elements that are nested clip each other")
    func nesting() throws {
        #expect(
            try times("", #"<div begin="5s" end="8s"><p begin="1s" end="20s">a</p></div>"#)
                == "6000-8000 a"
        )
        #expect(
            try times(
                "",
                #"<div timeContainer="seq"><div><p dur="2s">a</p></div><p dur="1s">b</p></div>"#
            )
                == "0-2000 a; 2000-3000 b"
        )
    }

    @Test("A paragraph whose spans come one after the other is a cue for each text")
    func spans() throws {
        let body =
            #"<p begin="0s" end="9s"><span begin="1s">a </span><span begin="2s">b </span><span begin="3s" end="4s">c</span></p>"#
        #expect(try times("", body) == "1000-2000 a; 2000-3000 a b; 3000-4000 a b c; 4000-9000 a b")
    }

    @Test("A paragraph with a thousand times in it stays one cue")
    func manySpans() throws {
        let spans = (0..<1_000).map { #"<span begin="\#($0)s">a</span>"# }.joined()
        let text =
            #"<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p>\#(spans)</p></div></body></tt>"#
        let captions = try Captions.read(text)
        #expect(captions.cues.count == 1 && captions.cues[0].text.utf8.count == 1_000)
        #expect(captions.kinds == [.tooManyIntervals])
    }
}
