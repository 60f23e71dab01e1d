import Subtitles
import Testing

@Suite("Which format a file is")
struct DetectionTests {
    @Test(
        "The content says it, whatever the name",
        arguments: [
            ("WEBVTT", CaptionFormat.vtt),
            ("\u{FEFF}WEBVTT - x\n\n00:01.000 --> 00:02.000\na", .vtt),
            ("1\n00:00:01,000 --> 00:00:02,000\na", .srt), ("00:01.000 --> 00:02.000\na", .srt),
            ("0:00:01.000,0:00:02.000\na", .sbv), ("[ti:x]\n[00:01.00]a", .lrc),
            ("start,end,text\n1,2,a", .csv), ("No.,Timecode In,Timecode Out,Subtitle\n", .csv),
            ("1,00:00:01.000,00:00:02.000,a --> b", .csv),
            ("<tt xmlns='http://www.w3.org/ns/ttml'/>", .ttml),
            ("<?xml version='1.0'?>\n<!-- a --><x:tt xmlns:x='http://www.w3.org/ns/ttml'/>", .ttml),
            ("start,end,text\n1,2,\"1\n00:00:01,000 --> 00:00:02,000\"", .csv),
        ]
    )
    func content(text: String, format: CaptionFormat) throws {
        let options = ReadingOptions(fileName: "wrong.sbv")
        #expect(try Captions.read(Array(text.utf8), options: options).format == format)
    }

    @Test("The name decides if the content doesn’t")
    func name() throws {
        #expect(try Captions.read([], options: ReadingOptions(fileName: "a.lrc")).format == .lrc)
        #expect(throws: ReadingError.noSignature) {
            try Captions.read([], options: ReadingOptions(fileName: "a.VTT"))
        }
        for name in ["a.srt", "a.sbv"] {
            #expect(throws: ReadingError.self) {
                try Captions.read(Array("some text".utf8), options: ReadingOptions(fileName: name))
            }
        }
        #expect(
            CaptionFormat(fileName: "a.b.dfxp") == .ttml && CaptionFormat(fileName: "srt") == nil
        )
    }

    @Test(
        "What is nothing is refused",
        arguments: [
            "", "hello", "a,b\n1,2\n", "<svg></svg>", "[a]", "\0\0\0",
            "00;00;01;00 - 00;00;03;00\nHello\n", "1,2,a\nand then,b,c\n", "1,2,a\n3,4\n",
        ]
    )
    func nothing(text: String) {
        #expect(throws: ReadingError.unknownFormat) { try Captions.read(text) }
    }

    @Test("A table without a heading is one of captions if each row that isn’t blank is a cue")
    func tables() throws {
        let table = "1,0:01.0,0:02.0,a\n,,,\n\n2,0:03.0,,\"b\n1\"\n"
        #expect(try Captions.read(table).summary == "1000-2000 a; 3000-? b⏎1")
        #expect(throws: ReadingError.rowWithoutTimes(line: 2)) {
            try Captions.read("0:01.0,0:02.0,a\nnotes,x,y\n", as: .csv)
        }
        let named = try Captions.read("start,end,text\n1,2,a\nnotes,x,y\n")
        #expect(named.summary == "1-2 a" && named.kinds == [.unreadableRow])
    }

    /// The times that make a bad reader find a cue.
    private static let cue = "\n00:00:01,000 --> 00:00:02,000\na\n"

    /// Each sign of the starts is a byte.
    @Test(
        "What isn’t captions is refused, whatever is in it and whatever it is called",
        arguments: [
            ("PK\u{3}\u{4}", "an archive (ZIP). Unpack it"),
            ("\u{1F}\u{8B}\u{8}", "(gzip). Unpack it"), ("%PDF-1.4", "a PDF. Use SRT"),
            ("<!DOCTYPE html>", "a web page"), ("\u{EF}\u{BB}\u{BF}\n <HTML>", "a web page"),
            ("<?xml version='1.0'?><html>", "a web page"),
            ("\u{FF}\u{FE}<\0h\0t\0m\0l\0>\0", "a web page"), ("{\\rtf1", "(RTF)"),
            ("\u{89}PNG", "(PNG)"), ("\u{FF}\u{D8}\u{FF}\u{E0}", "(JPEG)"),
            ("\0\0\0 ftypisom", "a film"), ("\u{1A}\u{45}\u{DF}\u{A3}", "a film"),
            ("\0\0\u{1}\u{BA}D", "(VobSub)"), ("PG\0\0\0\0\0\0\0\0\u{16}", "(PGS)"),
            ("# VobSub index file, v7", "pictures of text"), ("{1}{25}a", "MicroDVD"),
            ("<SAMI><HEAD>", "SAMI"), ("<transcript>", "YouTube"),
            ("<?xml version='1.0'?>\n<timedtext format='3'>", "YouTube"),
            ("{ \"text\": 1", "JSON"), ("[\n {\"start\": 1", "JSON"),
        ]
    )
    func otherFiles(start: String, words: String) {
        let bytes = start.unicodeScalars.map { UInt8($0.value) } + Array(Self.cue.utf8)
        for options in [
            ReadingOptions(), ReadingOptions(format: .srt), ReadingOptions(fileName: "a.sub"),
        ] {
            let error = #expect(throws: ReadingError.self) {
                try Captions.read(bytes, options: options)
            }
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test("Text that only looks like it is read")
    func captions() throws {
        #expect(try Captions.read("[00:01.00]{\"a\": 1}").format == .lrc)
        #expect(try Captions.read("[{\"a: b]\n[00:01.00]c", as: .lrc).cues.count == 1)
        #expect(try Captions.read("[ti:ftyp]\n[00:01.00]c").format == .lrc)
        let text = "1\n00:00:01,000 --> 00:00:02,000\n{1}{25}<html>\n"
        #expect(try Captions.read(text).cues.count == 1)
    }
}
