import Foundation
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("Texts inside films", .enabled(if: FFmpeg.isInstalled))
struct EmbeddedCaptionsTests {
    let console: Console

    init() throws {
        console = try .withBook()
    }

    /// What a text is in a file: how ffmpeg reads it, and what it makes of it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let ending: String
        let codec: String
        let film: String

        var testDescription: String { "\(codec) in \(film)" }
    }

    /// A film of nine seconds with texts.
    private func film(_ kind: Kind, _ texts: [[UInt8]], _ words: String...) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        var inputs: [String] = []
        var maps = ["-map", "0:v"]
        for (index, text) in texts.enumerated() {
            let path = folder.file("\(index).\(kind.ending)")
            try Data(text).write(to: URL(filePath: path))
            // The bytes go through as they are, whatever they are.
            inputs += ["-sub_charenc_mode", "do_nothing", "-i", path]
            maps += ["-map", "\(index + 1):s"]
        }
        let path = folder.file("film.\(kind.film)")
        inputs = ["-i", try VideoFiles.path(VideoFiles.fast)] + inputs
        maps += ["-c", "copy", "-c:s", kind.codec]
        maps += words
        try FFmpeg.run(inputs + maps + [path])
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func captions(_ asset: VideoAsset) throws -> [Captions] {
        #expect(asset.status == .ready, "\(asset)")
        return try console.captions.tracks(of: asset.id).map {
            try console.captions.document(of: $0)
        }
    }

    /// What the page of the video says was left out.
    private func notes(_ asset: VideoAsset) throws -> [String] {
        let page = try console.get(asset.href)
        let notes = try console.videos.contents(of: asset.id).notes
        for note in notes { #expect(page.contains(note), "\(note)") }
        return notes
    }

    private static let matroska = Kind(ending: "srt", codec: "copy", film: "mkv")
    private static let alpha = Kind(ending: "ass", codec: "copy", film: "mkv")

    private static let signs = """
        1
        00:00:00,500 --> 00:00:01,500
        I <3 you & me

        2
        00:00:01,600 --> 00:00:02,500
        5 --> 6 is an arrow

        3
        00:00:02,600 --> 00:00:03,500
        {\\an8}On top <b>bold</b>

        """

    private static let drawings = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 640
        PlayResY: 480

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Alignment, Encoding
        Style: Default,Arial,20,&H00FFFFFF,0,0,2,1

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello little fox & <hen>
        Dialogue: 1,0:00:02.50,0:00:03.00,Default,,0,0,0,,{\\an7\\p1\\c&HFF0000&}m 0 0 l 100 0 100 50 0 50{\\p0}
        Dialogue: 0,0:00:04.00,0:00:06.00,Default,,0,0,0,,{\\k20}The {\\i1}moon{\\i0} is\\Nup
        Dialogue: 0,0:00:06.50,0:00:07.50,Default,,0,0,0,,{\\p2}m 10 10 b 20 20 30 30 40 40
        Dialogue: 0,0:00:07.60,0:00:07.90,Default,,0,0,0,,no\\hbreak

        """

    private static let web = """
        WEBVTT

        one
        00:00:01.000 --> 00:00:02.000 line:0 align:left
        A &lt;3 B &amp; <v Fox>hello</v>

        00:00:03.000 --> 00:00:04.000
        <i>C</i>

        """

    @Test("SRT keeps its signs, its arrows and its places")
    func signs() throws {
        let film = try film(Self.matroska, [Array(Self.signs.utf8)])
        let asset = try console.prepared(film, name: "signs.mkv")
        let cues = try #require(captions(asset).first).cues
        #expect(cues.map(\.text) == ["I <3 you & me", "5 --> 6 is an arrow", "On top bold"])
        #expect(cues.map(\.settingsText) == ["", "", "line:0"])
        #expect(cues[2].runs.map(\.style.marks) == [[], .bold] && cues[0].runs.isEmpty)
        #expect(cues[1].start == 1_600 && cues[1].end == 2_500)
        #expect(try notes(asset).isEmpty)
    }

    @Test(
        "Drawings aren’t read to children, whatever the track was before",
        arguments: [
            alpha, Kind(ending: "ass", codec: "mov_text", film: "mp4"),
            Kind(ending: "ass", codec: "srt", film: "mkv"),
        ]
    )
    func drawings(kind: Kind) throws {
        let film = try film(kind, [Array(Self.drawings.utf8)])
        let cues = try #require(captions(console.prepared(film, name: "a.\(kind.film)")).first).cues
        #expect(
            cues.map(\.text) == ["Hello little fox & <hen>", "The moon is\nup", "no\u{A0}break"]
        )
        #expect(cues[1].runs.map(\.style.marks) == [[], .italic, []])
    }

    @Test("WebVTT keeps its escapes, its places and its voices")
    func webVTT() throws {
        let film = try film(Kind(ending: "vtt", codec: "copy", film: "mkv"), [Array(Self.web.utf8)])
        let cues = try #require(captions(console.prepared(film, name: "a.mkv")).first).cues
        #expect(cues.map(\.text) == ["A <3 B & hello", "C"])
        #expect(cues[0].settingsText == "line:0 align:left" && cues[0].identifier == "one")
        #expect(cues[0].runs.last?.style.voice == "Fox")
    }

    @Test("Signs and styles of MP4’s timed text are what they are")
    func timedText() throws {
        let srt = Self.signs.replacing("<b>bold</b>", with: "<b>böld</b> it")
        let film = try film(Kind(ending: "srt", codec: "mov_text", film: "mp4"), [Array(srt.utf8)])
        let asset = try console.prepared(film, name: "signs.mp4")
        let cues = try #require(captions(asset).first).cues
        #expect(cues.map(\.text) == ["I <3 you & me", "5 --> 6 is an arrow", "On top böld it"])
        #expect(cues[2].runs.map(\.end) == [7, 12, 15] && cues[2].runs[1].style.marks == .bold)
        #expect(cues[1].start == 1_600 && cues[1].end == 2_500)
    }

    @Test("Texts in old encodings are read, all of their cues")
    func encodings() throws {
        let german: [UInt8] = [0x47, 0x72, 0xFC, 0xDF, 0x65] + Array(" vom B".utf8) + [0xE4, 0x72]
        var srt = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + german
        srt += Array("\n\n2\n00:00:03,000 --> 00:00:04,000\nPlain words\n\n".utf8)
        let asset = try console.prepared(
            film(Self.matroska, [srt], "-metadata:s:s:0", "language=ger"),
            name: "german.mkv"
        )
        let texts = try #require(captions(asset).first).cues.map(\.text)
        #expect(texts == ["Grüße vom Bär", "Plain words"])
        #expect(try notes(asset).isEmpty)
    }

    @Test("A text as long as an import may be is taken; what is longer is left out, and said")
    func size() throws {
        let cue = String(repeating: "many words of a long song ", count: 40)
        func song(_ cues: Int) -> [UInt8] {
            var text = ""
            for number in 0..<cues {
                let time = "00:00:0\(number * 8 / cues),\(100 + number * 800 / cues)"
                text += "\(number + 1)\n\(time) --> 00:00:09,000\n\(number) \(cue)\n\n"
            }
            return Array(text.utf8)
        }
        let asset = try console.prepared(
            film(Self.matroska, [song(7_900), song(3_000)], "-metadata:s:s:0", "language=ger"),
            name: "song.mkv"
        )
        #expect(try captions(asset).map(\.cues.count) == [3_000])
        #expect(
            try notes(asset) == ["Text track 2 (German) was left out: more than 8 MB of text."]
        )
    }

    @Test("Pictures of text are named on the video’s page, all in one sentence")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        // Two segments of a Blu-ray’s subtitles: a picture begins, and ends.
        let picture: [UInt8] = [
            0x50, 0x47, 0, 1, 0x5F, 0x90, 0, 0, 0, 0, 0x16, 0, 11,
            0, 64, 0, 64, 0x10, 0, 1, 0x80, 0, 0, 0,
            0x50, 0x47, 0, 1, 0x5F, 0x90, 0, 0, 0, 0, 0x80, 0, 0,
        ]
        try Data(picture).write(to: URL(filePath: folder.file("pictures.sup")))
        try Data(film(Self.alpha, [Array(Self.drawings.utf8)]))
            .write(to: URL(filePath: folder.file("a.mkv")))
        try FFmpeg.run([
            "-i", folder.file("a.mkv"), "-i", folder.file("pictures.sup"), "-map", "0", "-map", "1",
            "-map", "1", "-c", "copy", "-metadata:s:2", "title=Signs", folder.file("film.mkv"),
        ])
        let film = Array(try Data(contentsOf: URL(filePath: folder.file("film.mkv"))))
        let asset = try console.prepared(film, name: "film.mkv")
        #expect(try captions(asset).count == 1)
        #expect(
            try notes(asset) == [
                "Text tracks 3 (Signs) and 4 were left out: pictures of text can’t be read. Import a text file "
                    + "instead."
            ]
        )
    }

    @Test("What can’t be read in a text is counted, and the rest is taken")
    func badPlaces() throws {
        let captions = try text("ass").captions(
            .subStation,
            Array(Self.drawings.replacing("0:00:04.00,0", with: "0:00:04.00,x").utf8),
            list: [],
            spoken: nil
        )
        #expect(captions.document.cues.map(\.text).count == 2)
        #expect(
            try text("ass").note(on: captions.document)
                == "Text track 1 (German) has 1 place that couldn’t be read. Look through its captions."
        )
    }

    private func text(_ codec: String, language: String = "ger") throws -> EmbeddedCaptions {
        let json =
            #"{"streams":[{"index":0,"codec_type":"subtitle","codec_name":"\#(codec)","tags":{"language":"\#(language)"}}]}"#
        return try #require(EmbeddedCaptions.all(in: VideoProbe(json: Array(json.utf8))).first)
    }

    @Test("A track that is forced stays so")
    func forced() throws {
        let json =
            #"{"streams":[{"index":0,"codec_type":"subtitle","codec_name":"ass","disposition":{"forced":1}}]}"#
        let texts = EmbeddedCaptions.all(in: try VideoProbe(json: Array(json.utf8)))
        let whole = try text("ass")
        #expect(texts.map { $0.new(Captions.ofLines(["Exit"])).isForced } == [true])
        #expect(!whole.new(Captions.ofLines(["Exit"])).isForced)
    }

    @Test("The language of the track, or else of the book, is a hint at an old encoding")
    func hints() throws {
        let japanese: [UInt8] = [0x83, 0x4C, 0x83, 0x63, 0x83, 0x6C, 0x82, 0xCC, 0x8E, 0x71]
        let srt = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + japanese
        for (language, spoken) in [("jpn", "de"), ("und", "ja")] {
            let captions = try text("subrip", language: language)
                .captions(.subRip, srt, list: [], spoken: spoken)
            #expect(captions.document.cues.map(\.text) == ["キツネの子"])
        }
    }

    @Test("A text that doesn’t say how long it is shown is until the next one")
    func endless() throws {
        let srt = "1\n00:00:01,000 --> 00:00:01,000\na\n\n2\n00:00:02,000 --> 00:00:03,000\nb\n"
        let captions = try text("subrip").captions(.subRip, Array(srt.utf8), list: [], spoken: nil)
        #expect(captions.document.cues.map(\.end) == [nil, 3_000])
    }

    @Test(
        "A text that can’t be taken says why",
        arguments: [
            ("", "there is nothing to read."), ("no times", "this can’t be read as captions."),
            ("1\n00:00:01,000 --> 00:00:02,000\n \n", "there is nothing to read."),
            (
                "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "a", count: 64_001),
                "cue 1 is too long: a cue may have at most 64 kB of text."
            ),
        ]
    )
    func refusals(srt: String, reason: String) throws {
        let text = try text("subrip")
        let refusal = #expect(throws: EmbeddedCaptions.Refusal.self) {
            try text.captions(.subRip, Array(srt.utf8), list: [], spoken: nil)
        }
        let notes = try EmbeddedCaptions.notes(on: [(text, #require(refusal))])
        #expect(notes == ["Text track 1 (German) was left out: \(reason)"])
    }

    @Test("Formats that aren’t read are refused before anything is")
    func forms() throws {
        #expect(throws: EmbeddedCaptions.Refusal.pictures) { try text("dvd_subtitle").form() }
        #expect(throws: EmbeddedCaptions.Refusal.unknown) { try text("dvb_teletext").form() }
        for codec in ["subrip", "text", "ass", "ssa", "webvtt", "mov_text"] {
            _ = try text(codec).form()
        }
    }

    /// As if ffmpeg didn’t know what SRT is.
    private func unknownFilm(_ srt: String) throws -> [UInt8] {
        let film = try film(Self.matroska, [Array(srt.utf8)])
        let name = Array("S_TEXT/UTF8".utf8)
        let start = try #require(film.indices.first { film[$0...].starts(with: name) })
        return Array(film[..<start]) + Array("S_TEXT/WXYZ".utf8)
            + Array(film[(start + name.count)...])
    }

    @Test("A track that ffmpeg doesn’t know is read if it is text, and named if it isn’t")
    func unknown() throws {
        let asset = try console.prepared(unknownFilm(Self.signs), name: "unknown.mkv")
        let cues = try #require(captions(asset).first).cues
        #expect(cues.map(\.text).dropFirst() == ["5 --> 6 is an arrow", "{\\an8}On top bold"])
        #expect(cues.map(\.start) == [500, 1_600, 2_600] && cues[2].end == 3_500)
        // Other tracks of that kind aren’t text at all.
        let numbers = Self.signs.replacing("you", with: "\u{1}\u{2}")
        let other = try console.prepared(unknownFilm(numbers), name: "numbers.mkv")
        #expect(try captions(other).isEmpty)
        #expect(
            try notes(other) == [
                "Text track 2 was left out: the format isn’t known. Import a text file instead."
            ]
        )
    }

    @Test("ffmpeg’s list of samples is read as far as it is one")
    func list() {
        let list = """
            #software: Lavf
            #tb 0: 1/1000
            #codec_id 0: mov_text
            0,          0,          0,   500,        2, 0x00000000
            0,        500,      -1500,  3000,       15, 0x1803039a, S=1,       30
            0, 99999999999999999999, 1, 1, 1
            0,        500,        700,    50,       -1, 0x1803039a
            words, 1, 2

            """
        let samples = SampleList(Array(list.utf8)).samples
        #expect(samples.map(\.start) == [0, 0] && samples.map(\.end) == [500, 1_500])
        #expect(samples.map(\.byteCount) == [2, 15])
        for number in ExtremeNumbers.texts {
            let line =
                "#tb 0: \(number)/\(number)\n0, \(number), \(number), \(number), \(number), 0\n"
            #expect(
                SampleList(Array(line.utf8)).samples.allSatisfy { $0.start >= 0 && $0.end >= 0 }
            )
        }
    }
}
