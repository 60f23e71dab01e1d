import Glibc
import Received
import Subtitles
import Testing

/// Files that were broken on their way, by chance but the same on every machine.
@Suite("Damaged files")
struct DamageTests {
    private static let seeds: [String] = [
        "1\n00:00:01,000 --> 00:00:02,000 X1:1\n<i>a</i> {\\an8}\n<font color=\"red\">b</font>\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
        "WEBVTT x\nKind: captions\n\nSTYLE\n::cue {}\n\nREGION\nid:a width:40%\n\nNOTE n\n\nid\n00:01.000 --> 00:02.000 region:a line:-1\n<v A>a<00:01.500>b</v> &amp; <ruby>c<rt>d</rt></ruby>\n\n00:03.000 --> 00:04.000\nb\n",
        "0:00:01.000,0:00:02.000\na[br]b\n\n0:00:03.000,0:00:04.000\nb\n",
        "number,start,end,text,speaker,id,settings,words,markup,More\n1,00:00:01.000,00:00:02.000,\"a \"\"b\"\"\",Ann,x,line:0,1000@0,<b>a</b>,y\n2;3;4;5\n",
        "[ti:T]\n[offset:+100]\n# n\n[00:01.00][00:05.00]<00:01.00>a <00:01.50>b<00:02.00>\n[00:03.00]\n[00:04.00]c [00:04.50]d\n",
        "<?xml version=\"1.0\"?><tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\" ttp:frameRate=\"24\" xml:lang=\"en\"><head><styling><style xml:id=\"s\" tts:color=\"red\"/></styling><layout><region xml:id=\"r\" tts:displayAlign=\"before\"/></layout></head><body region=\"r\"><div timeContainer=\"seq\"><p dur=\"24f\">a<br/><span style=\"s\" begin=\"0.1s\">b</span></p><p begin=\"1s\" end=\"00:00:09:12\" xml:space=\"preserve\"> c <span><set begin=\"1s\" tts:color=\"yellow\"/>d</span></p></div></body></tt>",
        "\u{FEFF}WEBVTT\r\n\r\n1\r00:00:01.000 --> 00:00:02.000\ra\r\r",
    ]

    private static let words: [String] = [
        "-->", "\n\n", "\r", "\0", "<", ">", "&", "\"", "'", ",", ";", "\t", "[", "]", "{", "}",
        "{\\an", "<b>", "</b>",
        "<v ", "<c.", "<rt>", "&#x110000;", "&#", "00:00:01,000", "99999999999999999999", "-1", ":",
        ".", "NOTE", "STYLE",
        "WEBVTT", "<p>", "</p>", "<span begin=\"1s\">", "</span>", "<!DOCTYPE a>", "<![CDATA[",
        "[offset:9999999999999999999]",
        "<99:99.99>", "sep=,", "start,end,text\n", "\u{FEFF}", "@", "e9", "%", "<br/>",
        "dur=\"1s\"", "&lt;",
    ]

    private static var rounds: Int {
        getenv("STORYTIME_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 6_000
    }

    @Test("Whatever happened to a file, it is read or refused, and what was read can be written")
    func mutations() throws {
        var random = SeededRandom(seed: 7)
        let seeds = Self.seeds.map { Array($0.utf8) }
        for round in 0..<Self.rounds {
            var bytes = seeds[random.below(seeds.count)]
            for _ in 0..<1 + random.below(6) { damage(&bytes, &random, seeds) }
            let format = CaptionFormat.allCases[random.below(6)]
            for chosen in [nil, format] {
                guard
                    let captions = try? Captions.read(
                        bytes,
                        options: ReadingOptions(format: chosen)
                    )
                else {
                    continue
                }
                for cue in captions.cues {
                    #expect(cue.runs.last.map { $0.end == cue.text.utf8.count } ?? true, "\(round)")
                    #expect(cue.words.allSatisfy { $0.offset < cue.text.utf8.count }, "\(round)")
                    #expect(cue.start >= 0 && cue.start <= 3_600_000_000_000, "\(round)")
                }
                let written = captions.written(as: format)
                if !captions.cues.isEmpty || format == .vtt || format == .ttml {
                    _ = try Captions.read(written, options: ReadingOptions(format: format))
                }
            }
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom, _ seeds: [[UInt8]]) {
        let place = random.below(bytes.count + 1)
        switch random.below(7) {
        case 0 where place < bytes.count: bytes[place] = UInt8(random.below(256))
        case 1 where place < bytes.count:
            bytes.removeSubrange(place..<min(place + 1 + random.below(9), bytes.count))
        case 2:
            let other = seeds[random.below(seeds.count)]
            bytes = Array(bytes[..<place]) + other[random.below(other.count)...]
        case 3: bytes = Array(bytes[..<place])
        case 4 where place < bytes.count:
            let piece = bytes[place..<min(place + 1 + random.below(20), bytes.count)]
            for _ in 0..<random.below(20) { bytes.insert(contentsOf: piece, at: place) }
        default:
            bytes.insert(contentsOf: Self.words[random.below(Self.words.count)].utf8, at: place)
        }
    }

    /// A piece, and what stands before and after a megabyte of it: what costs most for what it says.
    private static let heavy: [(name: String, head: String, piece: String, tail: String)] = [
        ("LRC times", "", "[0:1]", "a"), ("LRC words", "[0:1]", "<0:1>a", ""),
        ("LRC lines", "", "[0:1]a\n", ""),
        ("SRT cues", "", "0:0->0:0\n", ""), ("SRT tags", "1\n0:0-->0:1\n", "<b>a", ""),
        ("SRT arrows", "", "->", ""),
        ("SRT fonts", "1\n0:0-->0:1\n", "<font color=a>", ""),
        ("SRT overrides", "1\n0:0-->0:1\n", "{\\", ""),
        ("SRT blank lines", "1\n0:0-->0:1\na", "\n ", "b"),
        ("SRT counters", "1\n0:0-->0:1\na\n", "1\n", ""),
        ("VTT cues", "WEBVTT\n\n", "00:00.000-->00:00.000\n\n", ""),
        ("VTT tags", "WEBVTT\n\n00:00.000-->00:01.000\n", "<b>a</b>", ""),
        ("VTT classes", "WEBVTT\n\n00:00.000-->00:01.000\n", "<c.a>b", ""),
        ("VTT blocks", "WEBVTT\n\n", "a\n\n", ""),
        ("VTT notes", "WEBVTT\n\n", "NOTE\n\n", ""),
        ("VTT references", "WEBVTT\n\n00:00.000-->00:01.000\n", "&a", ""),
        ("VTT open tags", "WEBVTT\n\n00:00.000-->00:01.000\n", "<", ""),
        ("VTT regions", "WEBVTT\n\n", "REGION\nid:a\n\n", ""),
        ("SBV cues", "", "0:0,0:0\n", ""), ("SBV breaks", "0:0,0:1\n", "[br]", ""),
        ("CSV rows", "start,end,text\n", "0,0,\n", ""),
        ("CSV cells", "start,end,text\n0,0,a", ",", ""),
        ("CSV quotes", "start,end,text\n", "0,0,\"a\n", ""),
        ("CSV marks", "start,end,text\n0,0,\"", "\"a", ""),
        ("CSV speakers", "start,end,text,speaker\n", "0,0,a,b\n", ""),
        ("CSV further cells", "start,end,text,x\n", "0,0,,a\n", ""),
        ("CSV ids", "start,end,text,id\n", "0,0,,a\n", ""),
        ("TTML paragraphs", "<tt><body><div>", "<p>a</p>", "</div></body></tt>"),
        ("TTML breaks", "<tt><body><div><p>", "a<br/>", "</p></div></body></tt>"),
        (
            "TTML spans", "<tt><body><div><p>", "<span begin=\"1s\">a</span>",
            "</p></div></body></tt>"
        ),
        ("TTML attributes", "<tt><body><div>", "<p id=\"a\" x=\"\">a</p>", "</div></body></tt>"),
        ("TTML nothing", "<tt><body><div>", "<p/>", "</div></body></tt>"),
        ("nothing", "", "\n", ""), ("no end of line", "", "a", ""), ("zeros", "", "\0", ""),
    ]

    /// 20 times the size of the file, and what is needed for any file at all.
    @Test(
        "No file takes more than 20 times its size of memory, or long",
        arguments: heavy.map(\.name)
    )
    func cost(name: String) throws {
        let (_, head, piece, tail) = try #require(Self.heavy.first { $0.name == name })
        let size = 1 << 20
        let bytes = Array(
            (head + String(repeating: piece, count: size / piece.utf8.count) + tail).utf8
        )
        for format in CaptionFormat.allCases {
            var options = ReadingOptions(format: format)
            options.cueLimit = .max
            let before = processorSeconds()
            let captions = try? Captions.read(bytes, options: options)
            let weight = captions.map(Weight.of) ?? 0
            #expect(
                weight <= 20 * bytes.count + 100_000,
                "\(format): \(weight / bytes.count) times"
            )
            // The files are a megabyte: a second of a processor is fifty times what the worst of them takes.
            #expect(processorSeconds() - before < 5, "\(format)")
            guard let captions else { continue }
            for other in [format, .vtt] { _ = captions.written(as: other) }
            #expect(processorSeconds() - before < 10, "\(format), written")
        }
    }
}

/// What captions take in memory, counted from what they are made of.
private enum Weight {
    static func of(_ captions: Captions) -> Int {
        var weight = captions.cues.capacity * MemoryLayout<Cue>.stride
        for cue in captions.cues {
            weight += text(cue.text) + text(cue.identifier) + text(cue.kept) + text(cue.source)
            weight += text(cue.settingsText)
            if hasDetails(cue) { weight += 32 + 48 }
            if !cue.kept.isEmpty || !cue.settingsText.isEmpty || cue.source != nil {
                weight += 32 + 56
            }
            if !cue.runs.isEmpty { weight += 32 + cue.runs.capacity * MemoryLayout<Run>.stride }
            if !cue.words.isEmpty { weight += 32 + cue.words.capacity * MemoryLayout<Word>.stride }
        }
        weight += captions.notes.capacity * MemoryLayout<Note>.stride
        weight += captions.regions.capacity * MemoryLayout<Region>.stride
        weight += captions.tags.capacity * MemoryLayout<Subtitles.Tag>.stride
        return weight + captions.problems.count * 150
    }

    private static func hasDetails(_ cue: Cue) -> Bool {
        cue != Cue(start: cue.start, end: cue.end, text: cue.text)
    }

    /// A short text is part of its cue.
    private static func text(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return 32 + count
    }
}
