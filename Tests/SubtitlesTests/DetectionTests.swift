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
        arguments: ["", "hello", "a,b\n1,2\n", "<html></html>", "{\"a\": 1}", "\0\0\0"]
    )
    func nothing(text: String) {
        #expect(throws: ReadingError.unknownFormat) { try Captions.read(text) }
    }
}
