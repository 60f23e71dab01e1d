import Foundation
import Subtitles
import Testing

@testable import Storytime

@Suite("Captions as files")
struct CaptionFileTests {
    private func vtt(_ text: String) throws -> String {
        String(decoding: try webVTT(Array(text.utf8)), as: UTF8.self)
    }

    /// What players get of a file.
    private func webVTT(_ bytes: [UInt8]) throws -> [UInt8] {
        CaptionDocument.webVTT(try CaptionFile(bytes).document, seconds: nil)
    }

    @Test("SRT becomes WebVTT: times with a point, places as settings, the rest escaped")
    func srt() throws {
        let text = """
            1\r
            00:00:01,200 --> 00:00:03,40 X1:10\r
            <i>Once</i> upon <font color="red">a time</font>\r
            {\\an8}Tom & Jerry <3 -->\r
            \r
            2
            01:02:03.004 --> 01:02:04.5
            The end
            """
        #expect(
            try vtt(text) == """
                WEBVTT

                00:00:01.200 --> 00:00:03.400 line:0
                <i>Once</i> upon <c.red>a time</c>
                Tom &amp; Jerry &lt;3 --&gt;

                01:02:03.004 --> 01:02:04.500
                The end


                """
        )
    }

    @Test("Numbers of cues are not text, even where the empty line is missing")
    func crowded() throws {
        let text = "1\n00:01,0 --> 00:02,0\nOne\n2\n00:03,0 --> 00:04,0\nTwo\n"
        let made = try vtt(text)
        #expect(made.hasSuffix("00:00:02.000\nOne\n\n00:00:03.000 --> 00:00:04.000\nTwo\n\n"))
    }

    @Test("WebVTT is written anew: as UTF-8 without a byte order mark, with hours")
    func webVTT() throws {
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße\n"
        let made = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGrüße\n\n"
        #expect(try vtt("\u{FEFF}" + text) == made)
        let wide = try #require(text.data(using: .utf16))
        #expect(try webVTT(Array(wide)) == Array(made.utf8))
    }

    @Test("Old files are in Windows-1252")
    func old() throws {
        let text = try #require(
            "1\n00:00:01,000 --> 00:00:02,000\nGrüße\n".data(using: .windowsCP1252)
        )
        #expect(
            String(decoding: try webVTT(Array(text)), as: UTF8.self).contains("Grüße")
        )
    }

    @Test(
        "What has no captions is refused in words",
        arguments: ["Hello", "WEBVTT\n", "1\n00:00:03,000 --> 00:00:01,000\nBackwards\n"]
    )
    func refused(text: String) {
        #expect(throws: CaptionFile.Refusal.hasNone) { try CaptionFile(Array(text.utf8)) }
        #expect(throws: CaptionFile.Refusal.empty) { try CaptionFile([]) }
    }

    @Test("WebVTT with the times of SRT says how it can be read")
    func commas() throws {
        let bytes = Array("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHello\n".utf8)
        #expect(throws: CaptionFile.Refusal.commas) { try CaptionFile(bytes) }
        #expect("\(CaptionFile.Refusal.commas)".contains("read the file as SRT"))
        let cues = try CaptionFile(bytes, ReadingOptions(format: .srt)).document.cues
        #expect(cues.map(\.text) == ["Hello"])
    }

    @Test(
        "What is something else is called by its name",
        arguments: [
            ("PK\u{3}\u{4}\u{0}film.srt\n00:00:01,000 --> 00:00:02,000\nHello\n", "Unpack it"),
            ("%PDF-1.7\n\0", "a PDF"), ("<!doctype html><p>Sign in</p>", "a web page"),
            ("\0\0\u{1}\u{0}\0\0\0\0", "isn’t a text file"),
            ("{1}{25}Hello\n", "MicroDVD"), ("{\"segments\": []}", "JSON"),
        ]
    )
    func otherFiles(text: String, words: String) {
        let error = #expect(throws: CaptionFile.Refusal.self) {
            try CaptionFile(Array(text.utf8), ReadingOptions(fileName: "film.srt"))
        }
        #expect(error?.description.contains(words) == true)
    }

    @Test("A file that is too large is not read")
    func large() {
        let bytes = [UInt8](repeating: 0x20, count: CaptionFile.maximumBytes + 1)
        #expect(throws: CaptionFile.Refusal.tooLarge(bytes.count)) { try CaptionFile(bytes) }
    }

    @Test("A file of more cues than anybody needs says how many it may have, and what to do")
    func manyCues() throws {
        let cue = "1\n00:00:00,000 --> 00:00:01,000\nx\n\n"
        func read(_ count: Int) throws(CaptionFile.Refusal) -> CaptionFile {
            try CaptionFile(Array(String(repeating: cue, count: count).utf8))
        }
        #expect(try read(20_000).document.cues.count == 20_000)
        do throws(CaptionFile.Refusal) {
            _ = try read(20_001)
            Issue.record("It is taken.")
        } catch {
            #expect(error.description.hasPrefix("This file has more than 20,000 cues. Split it "))
        }
    }

    @Test(
        "A long name that is repeated for each piece of a text is refused, however small its file is"
    )
    func longNames() throws {
        let pieces = String(repeating: "<b>x</b>y", count: 3_700)
        func cue(_ tag: String, _ length: Int) -> String {
            "00:01.000 --> 00:02.000\n<\(tag)\(String(repeating: "A", count: length))>\(pieces)\n\n"
        }
        func many(_ tag: String) -> [UInt8] {
            Array(("WEBVTT\n\n" + String(repeating: cue(tag, 500), count: 5)).utf8)
        }
        for tag in ["c.", "lang "] {
            #expect(throws: CaptionFile.Refusal.tooManyPieces) { try CaptionFile(many(tag)) }
            // One that is longer than any is left out, and said to be.
            let plain = try CaptionFile(Array("WEBVTT\n\n\(cue(tag, 30_000))".utf8)).document
            #expect(plain.problems.map(\.kind) == [.tooManyStyles])
            #expect(plain.cues[0].runs.first?.style == Style([.bold]))
        }
        let ruby = String(repeating: "<ruby>x<rt>y</rt></ruby>", count: 500)
        let book = String(repeating: "00:01.000 --> 00:02.000\n<v Fox>\(ruby)\n\n", count: 100)
        #expect(try CaptionFile(Array("WEBVTT\n\n\(book)".utf8)).document.cues.count == 100)
        // What isn’t read from a file is bounded where it is kept.
        let read = try Captions.read(many("c."))
        #expect(throws: CaptionDocument.TooLarge.self) { try CaptionDocument.pack(read) }
    }

    @Test(
        "The name beside a video says the language, and whether sounds are described",
        arguments: [
            ("moon.srt", "", false), ("Moon.de.srt", "de", false), ("moon_de.vtt", "de", false),
            ("moon.pt-BR.srt", "pt-BR", false), ("moon.ger.srt", "de", false),
            ("moon (German).srt", "de", false), ("moon.en.forced.srt", "en", false),
            ("moon.forced.de.ass", "de", false), ("moon.en.sdh.srt", "en", true),
            ("moon.de.hi.srt", "de", true),
            ("moon.hi.srt", "hi", false), ("moon.cc.vtt", "", true), ("moon.fr.ttml", "fr", false),
            ("moon.es.lrc", "es", false), ("moon.it.sbv", "it", false),
            ("moon.hi.en.srt", "en", true), ("moon.hi.eng.sbv", "en", true),
            ("moon.hi.de.srt", "de", true), ("moon.hi.pt-BR.srt", "pt-BR", true),
            ("moon.hi.hi.srt", "hi", true), ("moon.hi-IN.srt", "hi-IN", false),
            ("moon.hi.sdh.srt", "hi", true), ("moon.hi.forced.srt", "hi", false),
            ("moon.pb.srt", "pt-BR", false), ("moon.pob.hi.srt", "pt-BR", true),
            ("moon.zht.srt", "zh-Hant", false), ("moon.chs.sdh.srt", "zh-Hans", true),
        ]
    )
    func names(name: String, language: String, describesSounds: Bool) throws {
        let found = try #require(CaptionName(name, beside: "moon.mp4"))
        #expect(found.language ?? "" == language)
        #expect(found.kind == (describesSounds ? .captions : .subtitles))
        #expect(found.isForced == name.contains("forced"))
    }

    @Test(
        "Other names are of other videos",
        arguments: [
            "moonlight.srt", "moon 2.srt", "moon.mp4", "sun.srt", "moon.de.txt", "moon.part1.srt",
            "moon.de.english.srt",
        ]
    )
    func others(name: String) {
        #expect(CaptionName(name, beside: "moon.mp4") == nil)
    }
}
