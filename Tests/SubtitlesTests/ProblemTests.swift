import Received
import Subtitles
import Testing

@Suite("What is odd in a file")
struct ProblemTests {
    @Test(
        "An old file with broken numbering, in Latin-1, keeps all of its cues and says what was wrong"
    )
    func messy() throws {
        let lines = """
            Downloaded from a site
            1
            00:00:01,000 --> 00:00:02,5
            Caf\u{E9}

            7
            00:00:03.000 --> 00:00:02,000
            b
            00:00:05,000 --> 00:00:75,000 position:10%
            c
            """
        let bytes = lines.unicodeScalars.map { UInt8($0.value) }
        let captions = try Captions.read(bytes)
        #expect(captions.summary == "1000-2500 Café; 3000-2000 b; 5000-75000 c")
        #expect(
            captions.problems.map { "\($0.line) \($0.kind.rawValue)" } == [
                "0 encodingGuessed", "1 textOutsideCue", "3 timeForm", "6 counter", "7 timeForm",
                "7 endBeforeStart", "9 counter", "9 minutesOverSixty", "9 skippedLine",
            ]
        )
        #expect(
            captions.problems[2].description
                == "line 3: The time in “00:00:01,000 --> 00:00:02,5” is written in an unusual way. "
                + "It was read as intended."
        )
        #expect(
            captions.problems[0].description
                == "The file doesn’t say its encoding. It was read as \(captions.encoding.title)."
        )
    }

    @Test("Strict reading refuses what would be mended or left out, and says the line")
    func strict() throws {
        var options = ReadingOptions()
        options.isStrict = true
        let bad = "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03.000 --> 00:00:04,000\nb\n"
        let error = #expect(throws: ReadingError.self) {
            try Captions.read(Array(bad.utf8), options: options)
        }
        guard case .strict(let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.line == 6 && problem.kind == .timeForm)
        // Nothing was done about it.
        #expect(
            error?.description
                == "line 6: The time in “00:00:03.000 --> 00:00:04,000” is written in an unusual way."
        )
        // What is unusual but not wrong is read.
        let unusual = "7\n00:00:03,000 --> 00:00:02,000\na\n"
        #expect(try Captions.read(Array(unusual.utf8), options: options).kinds == [.endBeforeStart])
    }

    @Test("WebVTT with commas in its times says so, instead of having no cues without a word")
    func commas() throws {
        let captions = try Captions.read("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na\n")
        #expect(
            captions.cues.isEmpty && captions.kinds == [.commaInTime]
                && captions.problems[0].line == 3
        )
    }

    @Test(
        "Each format says where",
        arguments: [
            (
                CaptionFormat.vtt,
                "WEBVTT\n\nlost\n\n00:01.0 --> 00:02.000\na\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb",
                "3 skippedBlock,5 skippedBlock,10 missingBlankLine"
            ),
            (
                .sbv, "lost\n0:00:01.000,0:00:02.000\na\n0:00:03.000,0:00:02.000\nb\n\nlost",
                "1 textOutsideCue,4 missingBlankLine,4 endBeforeStart,7 skippedLine"
            ),
            (
                .lrc, "[offset:x]\nlost\n[00:01.00]a\n[00:xx]b",
                "1 offsetIgnored,2 unreadableTag,4 unreadableTag"
            ),
            (
                .csv, "start,end,text\n1,2,\"a\nb\"\nx,2,c\n3,y,d\n9,5,\"e\"f\"",
                "4 unreadableRow,5 missingEnd,6 strayQuote,6 endBeforeStart"
            ),
            (.csv, "one,two,three\n1,2,a\n", "1 missingColumn"),
            (
                .ttml,
                "<tt xmlns='http://www.w3.org/ns/ttml'><body><div>\n<p begin='1:2'>a</p>\n<p begin='x'>b</p></div></body></tt>",
                "2 timeForm,3 unreadableTime"
            ),
            (
                .ttml,
                "<tt xmlns='http://www.w3.org/ns/ttml' xmlns:p='http://www.w3.org/ns/ttml#parameter' p:timeBase='smpte'/>",
                "1 timeBase"
            ),
        ]
    )
    func places(format: CaptionFormat, text: String, expected: String) throws {
        let problems = try Captions.read(text, as: format).problems
        #expect(
            problems.map { "\($0.line) \($0.kind.rawValue)" }.joined(separator: ",") == expected
        )
    }

    @Test("A SubRip cue whose times can’t be read is named, and its number counts")
    func unreadableTiming() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,000
            a

            2
            00:00:0x,000 --> 00:00:09,000
            bad time

            3
            00:00:10,000 --> 00:00:12,000
            At 12:30 --> home

            00:00:13,000 --> later
            """
        let captions = try Captions.read(text, as: .srt)
        #expect(captions.cues.map(\.text)[0].hasSuffix("00:00:0x,000 --> 00:00:09,000\nbad time"))
        #expect(
            captions.problems.map(\.description) == [
                "line 6: The time “00:00:0x,000 --> 00:00:09,000” can’t be read. "
                    + "Its lines were added to the cue before.",
                "line 13: The time “00:00:13,000 --> later” can’t be read. "
                    + "Its lines were added to the cue before.",
            ]
        )
        let many = "00:00:01,000 --> 00:00:02,000\n" + String(repeating: "0: -->\n", count: 5_000)
        #expect(try Captions.read(many, as: .srt).problemCount == 5_001)
    }

    @Test("What was made of a time that is unusual is said")
    func remedies() throws {
        let late = "1\n99:99:99,999 --> 101:00:00,000\na\n"
        #expect(
            try Captions.read(late, as: .srt).problems.first?.text.hasSuffix(
                "60 or more minutes or seconds. It was read as 100:40:39.999 to 101:00:00.000."
            ) == true
        )
        let paragraphs = """
            <tt xmlns='http://www.w3.org/ns/ttml'><body><div>
            <p begin='xx' end='2s'>a</p>
            <p begin='5s' end='4s'>b</p>
            <p begin='6s' end='6s'> </p>
            <p begin='7s' end='yy'>c</p>
            <p begin='8s' dur='1s' end='zz'><span begin='ww'>d</span></p></div></body></tt>
            """
        let captions = try Captions.read(paragraphs, as: .ttml)
        #expect(captions.summary == "0-2000 a; 7000-? c; 8000-9000 d")
        let unread = "isn’t a time like 00:00:01.000 or 1s."
        #expect(
            captions.problems.map(\.description) == [
                "line 2: “xx” \(unread) The cue starts at 0:00.000 instead.",
                "line 3: A cue from 0:05.000 to 0:04.000 ends before it can be shown. "
                    + "It was left out.",
                "line 5: “yy” \(unread) The cue was left without an end of its own.",
                "line 6: “zz” \(unread) The cue ends at 0:09.000 instead.",
                "line 6: “ww” \(unread) The text starts at 0:08.000 instead.",
            ]
        )
    }

    @Test("A thousand problems are kept, and all of them are counted")
    func many() throws {
        let text = "[00:01.00]a\n" + String(repeating: "x\n", count: 5_000)
        let captions = try Captions.read(text, as: .lrc)
        #expect(captions.problems.count == 1_000 && captions.problemCount == 5_000)
    }

    @Test("Every kind says what there is and what was done", arguments: Problem.Kind.allCases)
    func sentences(kind: Problem.Kind) {
        let problem = Problem(kind, line: 3, found: "x")
        #expect(problem.description == "line 3: \(problem.text)")
        let sentences = problem.text.split(separator: ". ")
        #expect(sentences.count >= 2 && problem.text.hasSuffix("."))
        // What is quoted keeps its letters.
        #expect(sentences.allSatisfy { $0.first?.isUppercase == true || $0.hasPrefix("“x”") })
    }

    @Test("XML that isn’t well-formed is refused with its line, and so is a document type")
    func xml() throws {
        let errors: [(String, Int)] = [
            ("<tt xmlns='http://www.w3.org/ns/ttml'>\n<body></tt>", 2),
            ("<!DOCTYPE tt [<!ENTITY a 'b'>]>\n<tt xmlns='http://www.w3.org/ns/ttml'/>", 1),
            ("<tt xmlns='http://www.w3.org/ns/ttml'>\n\n&a;</tt>", 3),
            ("<tt xmlns='http://www.w3.org/ns/ttml'><p tts:a='b'/></tt>", 1),
        ]
        for (text, line) in errors {
            let error = #expect(throws: ReadingError.self) { try Captions.read(text, as: .ttml) }
            guard case .xml(line, _) = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
        }
        #expect(throws: ReadingError.notTTML) { try Captions.read("<smil/>", as: .ttml) }
        let deep = String(repeating: "<div>", count: 10_000)
        #expect(throws: ReadingError.self) {
            try Captions.read("<tt xmlns='http://www.w3.org/ns/ttml'><body>" + deep, as: .ttml)
        }
    }

    @Test("Files that are too large, or have too many cues, are refused")
    func limits() throws {
        var options = ReadingOptions()
        options.byteLimit = 10
        #expect(throws: ReadingError.tooLarge(bytes: 10)) {
            try Captions.read(Array("[00:01.00]abc".utf8), options: options)
        }
        options.byteLimit = 1_000
        options.cueLimit = 1
        for format in CaptionFormat.allCases {
            let cues = [
                Cue(start: 0, end: 1_000, text: "a"), Cue(start: 1_000, end: 2_000, text: "b"),
            ]
            let bytes = Captions(format: .srt, cues: cues).written(as: format)
            options.byteLimit = 10_000
            #expect(throws: ReadingError.tooManyCues(limit: 1), "\(format)") {
                try Captions.read(bytes, options: options)
            }
        }
    }
}
