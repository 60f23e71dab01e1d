import Received
import Subtitles
import Testing

@Suite("Encodings of files")
struct EncodingTests {
    private static let words = "1\n00:00:01,000 --> 00:00:02,000\nDéjà vu – “so”\n"

    private func read(_ bytes: [UInt8], _ label: String? = nil, as format: CaptionFormat? = nil)
        throws -> Captions
    {
        try Captions.read(
            bytes,
            options: ReadingOptions(
                format: format,
                encoding: label.flatMap(TextEncoding.init(label:))
            )
        )
    }

    private static func wide(_ text: String, little: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let pair = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
            return little ? pair : pair.reversed()
        }
    }

    @Test("Zeros at the end of a file are no text, in any encoding", arguments: [1, 2, 3, 4096])
    func padding(count: Int) throws {
        let zeros = [UInt8](repeating: 0, count: count)
        for (text, label) in [(Self.words, "utf-8"), (Self.words, "windows-1252")] {
            let encoding = try #require(TextEncoding(label: label))
            let captions = try read(encoding.encode(Array(text.utf8)) + zeros)
            #expect(captions.cues.map(\.text) == ["Déjà vu – “so”"])
            #expect(captions.encoding == encoding)
        }
        let wide = Self.wide("\u{FEFF}" + Self.words, little: true) + zeros + zeros
        #expect(try read(wide).cues.map(\.text) == ["Déjà vu – “so”"])
        for (text, format) in [
            ("0:00:01.000,0:00:02.000\na", CaptionFormat.sbv), ("[00:01.00]a", .lrc),
            ("start,end,text\n1000,2000,a", .csv),
            ("WEBVTT\n\n00:01.000 --> 00:02.000\na", .vtt),
        ] {
            let captions = try read(Array(text.utf8) + zeros)
            #expect(captions.cues.map(\.text) == ["a"] && captions.format == format)
        }
    }

    @Test("A zero in a text stays in it, as other control characters do")
    func zero() throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\na\0b\u{1}\nc\n"
        #expect(try read(Array(text.utf8)).cues.map(\.text) == ["a\0b\u{1}\nc"])
    }

    @Test("A byte order mark, strict UTF-8, zeros at every second byte: each says what a file is")
    func found() throws {
        for (bytes, name) in [
            (Array(Self.words.utf8), "utf-8"),
            ([0xEF, 0xBB, 0xBF] + Array(Self.words.utf8), "utf-8"),
            (Self.wide("\u{FEFF}" + Self.words, little: true), "utf-16le"),
            (Self.wide("\u{FEFF}" + Self.words, little: false), "utf-16be"),
            (Self.wide(Self.words, little: true), "utf-16le"),
            (Self.wide(Self.words, little: false), "utf-16be"),
        ] {
            let captions = try read(bytes)
            #expect(captions.cues.first?.text == "Déjà vu – “so”" && captions.encoding.name == name)
            #expect(captions.problems.isEmpty)
        }
    }

    @Test("What is nothing else is Windows-1252, and that is said")
    func western() throws {
        let bytes: [UInt8] =
            Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + [
                0x44, 0xE9, 0x6A, 0xE0, 0x20, 0x96, 0x81,
            ]
        let captions = try read(bytes)
        #expect(captions.cues[0].text == "Déjà –\u{81}" && captions.encoding == .windows1252)
        #expect(captions.kinds == [.encodingGuessed])
    }

    @Test(
        "Files in a language that had an encoding of its own are tried in it",
        arguments: [
            (
                "ja", "shift-jis", [0x82, 0xA9, 0x82, 0xCC, 0x93, 0xFA, 0x96, 0x7B] as [UInt8],
                "かの日本"
            ),
            ("ja-JP", "euc-jp", [0xA4, 0xAB, 0xA4, 0xCE, 0xC6, 0xFC], "かの日"),
            ("ko", "euc-kr", [0xC7, 0xD1, 0xB1, 0xB9], "한국"),
            ("zh", "gbk", [0xD3, 0xEE, 0xD6, 0xE6], "宇宙"),
            ("zh-Hant", "big5", [0xB9, 0x44], "道"),
            // In another language they stay what they were.
            ("de", "windows-1252", [0x46, 0xFC], "Fü"),
            ("ja", "windows-1252", [0x43, 0x61, 0x66, 0xE9, 0x20, 0xE9, 0x74, 0xE9], "Café été"),
        ]
    )
    func ofLanguage(tag: String, name: String, bytes: [UInt8], text: String) throws {
        let content = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes + [0x0A]
        let captions = try Captions.read(content, options: ReadingOptions(language: tag))
        #expect(captions.cues.first?.text == text && captions.encoding.name == name)
        #expect(captions.kinds == [.encodingGuessed])
        // What the content says, or somebody, counts more.
        let plain = Array("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8)
        let read = try Captions.read(plain, options: ReadingOptions(language: tag))
        #expect(read.encoding == .utf8 && read.problems.isEmpty)
        let named = try Captions.read(
            content,
            options: ReadingOptions(encoding: .windows1252, language: tag)
        )
        #expect(named.encoding == .windows1252)
    }

    @Test(
        "An encoding can be named, and the labels of the web are understood",
        arguments: [
            ("gb2312", [0xD3, 0xEE, 0xD6, 0xE6], "宇宙"), ("windows-1250", [0xBE, 0xE8], "ľč"),
            ("latin2", [0xB5, 0xE8], "ľč"), ("CP1251", [0xCF, 0xF0], "Пр"),
            ("koi8-r", [0xF0, 0xD2], "Пр"),
            ("Big5", [0xB9, 0x44], "道"), ("Shift_JIS", [0x93, 0xFA], "日"),
            ("euc-kr", [0xC7, 0xD1], "한"),
            ("ISO-8859-15", [0xA4], "€"), ("latin1", [0x80], "€"), ("windows-1256", [0xE3], "م"),
        ] as [(String, [UInt8], String)]
    )
    func named(label: String, bytes: [UInt8], text: String) throws {
        let captions = try read(Array("[00:01.00]".utf8) + bytes, label, as: .lrc)
        #expect(captions.cues.first?.text == text && captions.problems.isEmpty)
    }

    @Test("A label that means nothing is none")
    func unknown() {
        #expect(TextEncoding(label: "klingon") == nil && TextEncoding(label: "") == nil)
    }

    @Test("Bytes that an encoding doesn’t have become U+FFFD, and that is said")
    func undecodable() throws {
        let start = Array("[00:01.00]".utf8)
        #expect(try read(start + [0xFF, 0x41], "euc-kr", as: .lrc).cues[0].text == "\u{FFFD}A")
        let cut = try read(start + [0x41, 0xC7], "euc-kr", as: .lrc)
        #expect(cut.cues[0].text == "A\u{FFFD}" && cut.kinds == [.undecodable])
        let odd = Self.wide("\u{FEFF}[00:01.00]A", little: true) + [0x41]
        #expect(try read(odd).kinds == [.cutOffCharacter])
        let lone: [UInt8] = [0xFF, 0xFE] + Self.wide("[00:01.00]", little: true) + [0x00, 0xD8]
        #expect(try read(lone).cues[0].text == "\u{FFFD}")
    }

    @Test("WebVTT is UTF-8, whatever its bytes; U+0000 becomes U+FFFD")
    func web() throws {
        let bytes = Array("WEBVTT\n\n00:01.000 --> 00:02.000\na".utf8) + [0xE9, 0x00, 0x62]
        let captions = try read(bytes)
        #expect(captions.cues[0].text == "a\u{FFFD}\u{FFFD}b" && captions.kinds == [.undecodable])
    }

    @Test("XML says its own encoding, unless it was converted since")
    func xml() throws {
        let head =
            "<?xml version='1.0' encoding='%'?><tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='1s'>"
        func document(_ encoding: String, _ text: [UInt8]) -> [UInt8] {
            Array(head.split(separator: "%").joined(separator: encoding).utf8) + text
                + Array("</p></div></body></tt>".utf8)
        }
        #expect(try read(document("ISO-8859-1", [0xE9])).cues[0].text == "é")
        #expect(try read(document("windows-1251", [0xCF])).cues[0].text == "П")
        #expect(try read(document("UTF-16", Array("é".utf8))).cues[0].text == "é")
        let wide = Self.wide(
            "\u{FEFF}" + String(decoding: document("UTF-16", Array("é".utf8)), as: UTF8.self),
            little: false
        )
        #expect(try read(wide).cues[0].text == "é")
    }

    @Test(
        "Files are written in UTF-8, UTF-16 or Windows-1252, with a mark and carriage returns if wanted"
    )
    func written() throws {
        let captions = try read(Array(Self.words.utf8))
        var options = WritingOptions()
        options.hasByteOrderMark = true
        options.hasCarriageReturns = true
        for encoding in [TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
            options.encoding = encoding
            let back = try read(captions.written(as: .srt, options: options))
            #expect(back.cues == captions.cues && back.encoding == encoding)
        }
        options.encoding = .windows1252
        let bytes = captions.written(as: .srt, options: options)
        #expect(bytes.contains(0x93) && bytes.contains(0x0D) && !bytes.starts(with: [0xEF]))
        #expect(try read(bytes).cues == captions.cues)
        let foreign = Captions(format: .srt, cues: [Cue(start: 0, end: 1, text: "日")])
        #expect(foreign.written(as: .srt, options: options).contains(UInt8(ascii: "?")))
    }
}
