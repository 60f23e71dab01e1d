import Foundation
import Received
import Subtitles
import Testing

/// Numbers at the edges of every type, in every place of every format where a number can stand: read,
/// written in all formats, read again, and edited in every way. What traps ends the program, and the test.
@Suite("Extreme numbers in captions")
struct ExtremeNumberTests {
    /// The edges of integers and floats, and of what a time can be in hours, seconds and milliseconds.
    static let numbers: [String] = {
        var numbers = ["0", "-0", "+1", "00000000000000000000000000001"]
        for bits in [7, 8, 15, 16, 31, 32, 53, 63, 64] {
            let power = Int128(1) << bits
            for number in [power - 1, power, -power, -power - 1] { numbers.append("\(number)") }
        }
        for limit in [MediaTime.limit, MediaTime.limit / 1_000, MediaTime.limit / 3_600_000] {
            for number in limit - 1...limit + 1 { numbers += ["\(number)", "-\(number)"] }
        }
        numbers += [
            "nan", "inf", "-inf", "1e19", "1e300", "-1e300", "1e-300", "0.1", "-0.5",
            "\(Float.greatestFiniteMagnitude)", "\(Double.greatestFiniteMagnitude)",
            "\(Double.leastNonzeroMagnitude)", String(repeating: "9", count: 400),
        ]
        return numbers
    }()

    /// `N` is where the number stands.
    private static let places: [(CaptionFormat, String)] = [
        (.srt, "N\n00:00:01,000 --> 00:00:02,000\na b\n"),
        (.srt, "1\nN:00:01,000 --> N:00:02,000\na b\n"),
        (.srt, "1\n00:N:01,000 --> 00:00:N,000\na b\n"),
        (.srt, "1\n00:00:01,N --> 00:00:02,N\na b\n"),
        (.srt, "1\n00:00:01,000 --> N:00:02,000 X1:N X2:N Y1:N Y2:N\na b\n"),
        (.srt, "1\n00:00:01,000 --> 00:00:02,000\n<font size=\"N\" color=\"#N\">a</font> b\n"),
        (.srt, "1\n00:00:01,000 --> 00:00:02,000\n{\\anN}a &#N; b\n"),
        (.vtt, "WEBVTT\n\nN:00:01.000 --> N:00:02.000\na b\n"),
        (.vtt, "WEBVTT\n\n00:01.000 --> N:00:02.000\na b\n"),
        (.vtt, "WEBVTT\n\n00:01.000 --> 00:09.000 line:N,end position:N% size:N%\na b\n"),
        (.vtt, "WEBVTT\n\n00:01.000 --> 00:09.000 line:N%\na b\n"),
        (.vtt, "WEBVTT\n\n00:01.000 --> N:00:09.000\na <N:00:02.000>b <00:0N.000>c &#N;\n"),
        (
            .vtt,
            "WEBVTT\n\nREGION\nid:r width:N% lines:N regionanchor:N%,N%\n\n"
                + "00:01.000 --> 00:02.000 region:r\na b\n"
        ),
        (.sbv, "N:00:01.000,N:00:02.000\na b\n"), (.sbv, "0:N:01.000,0:00:N.000\na b\n"),
        (.sbv, "0:00:01.N,0:00:02.N\na b\n"),
        (.lrc, "[offset:N]\n[00:01.00]a b\n[00:02.00]\n"),
        (.lrc, "[N:01.00]a b\n[N:02.00]\n"), (.lrc, "[00:N.00]a b\n[00:02.N]c\n"),
        (.lrc, "[offset:N]\n[00:01.00]<00:01.00>a <N:01.50>b <N:02.00>\n"),
        (.csv, "start,end,text\nN,N,a b\n"), (.csv, "start s,end s,text\nN,N,a b\n"),
        (.csv, "start ms,end ms,text\nN.N,N.N,a b\n"), (.csv, "1,N:00:01,N:00:02,a b\n"),
        (.csv, "start,end,text,words\n0:01,0:02,hello world,N-N@0 N@6\n"),
        (.csv, "start,end,text,words\n0:01,0:02,hello world,1000@0 1500@N\n"),
        (.csv, "start,end,text,settings\n0:01,0:02,hello world,line:N position:N%\n"),
        (.ttml, ttml("begin=\"Ns\" end=\"Ns\"")), (.ttml, ttml("begin=\"1s\" dur=\"Nms\"")),
        (.ttml, ttml("begin=\"Nh\" end=\"Nm\"")), (.ttml, ttml("begin=\"Nf\" end=\"Nt\"")),
        (.ttml, ttml("begin=\"N:00:01\" end=\"N:00:02.5\"")),
        (.ttml, ttml("begin=\"00:00:01:N\" end=\"00:00:09:N.N\"")),
        (.ttml, ttml("begin=\"00:00:01.N\" end=\"N\"")),
        (
            .ttml,
            ttml(
                "begin=\"5f\" end=\"900000t\"",
                "ttp:frameRate=\"N\" ttp:tickRate=\"N\" ttp:subFrameRate=\"N\""
            )
        ),
        (.ttml, ttml("begin=\"5f\" end=\"9f\"", "ttp:frameRateMultiplier=\"N N\"")),
        (.ttml, ttml("begin=\"1s\" end=\"9s\" tts:origin=\"N% N%\" tts:extent=\"N% N%\"")),
        (
            .ttml,
            ttml(
                "begin=\"1s\" end=\"9s\"",
                body: "<span begin=\"Ns\">a</span> <span begin=\"Ns\" end=\"Ns\">b</span>"
            )
        ),
    ]

    private static func ttml(_ attributes: String, _ root: String = "", body: String = "a b")
        -> String
    {
        """
        <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
        xmlns:tts="http://www.w3.org/ns/ttml#styling" \(root)><body><div><p \(attributes)>\(body)</p>\
        </div></body></tt>
        """
    }

    private func check(_ captions: Captions, _ text: String) {
        for cue in captions.cues {
            let times = [cue.start, cue.end].compactMap(\.self) + cue.words.map(\.start)
            #expect(times.allSatisfy { $0 >= 0 && $0 <= .max }, "\(text)")
        }
    }

    /// Everything that an editor can do, with times at the edges, too.
    private func edit(_ captions: Captions) {
        let times: [MediaTime] = [.min, -1, 0, 1, 1_500, .max]
        for time in times {
            _ = captions.shifted(by: time)
            for other in times {
                let (first, second) = (
                    TimePoint(is: time, shouldBe: other), TimePoint(is: other, shouldBe: 7)
                )
                _ = captions.stretched(first, second)
            }
            for index in captions.cues.indices {
                _ = captions.splitting(index, at: 2, time: time)
            }
        }
        _ = captions.roomBefore()
        _ = captions.changed(from: .film23, to: .pal)
        for index in captions.cues.indices {
            _ = captions.cue(after: index)
            _ = captions.splitting(index, at: 2)
            _ = captions.joining(index)
        }
        let limits = CaptionLimits(duration: 5_000)
        _ = captions.troubles(limits)
        for kind in CueTrouble.Kind.allCases { _ = captions.mended(kind, limits) }
        _ = captions.difference(from: Captions(format: .srt))
    }

    @Test("They are read, edited, written in every format, and read again", arguments: places)
    func survives(format: CaptionFormat, place: String) {
        for number in Self.numbers {
            let text = place.replacing("N", with: number)
            guard let captions = try? Captions.read(text, as: format) else { continue }
            check(captions, text)
            edit(captions)
            for other in CaptionFormat.allCases {
                _ = captions.losses(to: other)
                let written = captions.written(as: other)
                if let again = try? Captions.read(written) { check(again, text) }
            }
        }
    }

    @Test("An offset that no time can bear is ignored, and said to be")
    func offset() throws {
        let text = "[offset:-9223372036854775808]\n[00:01.00]y\n"
        let captions = try Captions.read(text)
        #expect(captions.summary == "1000-? y")
        #expect(captions.kinds == [.offsetIgnored])
    }

    @Test("Words of a table whose times nobody can mean are left out, and lyrics are written of it")
    func words() throws {
        let captions = try Captions.read(
            """
            start,end,text,words
            00:00:01.000,00:00:02.000,hello world,9223372036854775807-9223372036854775807@0 9223372036854775807@6

            """
        )
        #expect(captions.cues[0].words.isEmpty)
        #expect(captions.text(as: .lrc).contains("[00:01.00]hello world"))
    }

    @Test("What was kept before times had bounds still opens, with times within them")
    func kept() throws {
        let captions = try JSONDecoder().decode(
            [Cue].self,
            from: Data(
                #"[[-9223372036854775808,9223372036854775807,"hello",{"w":[{"start":9223372036854775807,"offset":0}]}]]"#
                    .utf8
            )
        )
        #expect(captions[0].start == .min && captions[0].end == .max)
        #expect(captions[0].words == [Word(start: .max, offset: 0)])
        let written = try JSONEncoder().encode(captions)
        #expect(try JSONDecoder().decode([Cue].self, from: written) == captions)
    }
}
