import Foundation
import HTTP
import Received
import Subtitles
import Testing

@testable import Storytime

/// Text of other servers, in which marks that nobody sees could turn what stands around them.
@Suite("Text that can be read")
struct ReadableTextTests {
    private static let turning =
        ["\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}"]
        + ["\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]
    private static let hidden = turning + ["\0", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}"]

    @Test("Marks that turn text and control characters go, and everything else stays")
    func plain() {
        for mark in Self.hidden { #expect(ReadableText.plain("a\(mark)b") == "ab") }
        for text in [
            "עברית", "العربية (مصر)", "فارسی\u{200C}ها", "\u{200F}(א)\u{200E}", "👩\u{200D}👧",
            "a\tb\nc\r\nd", "Z̸a", "",
        ] {
            #expect(ReadableText.plain(text).utf8.elementsEqual(text.utf8))
        }
        #expect(ReadableText.of(" \u{202E}a\u{2066}\rb\u{7} ") == "a\nb")
    }

    @Test("Marks that come together when others go are counted together")
    func together() {
        let text =
            "a"
            + String(repeating: String(repeating: "\u{301}", count: 100) + "\u{202E}", count: 10)
        #expect(ReadableText.plain(text).unicodeScalars.count == 129)
        #expect(ReadableText.of(text).unicodeScalars.count == 129)
    }

    /// A text that would turn what follows, and what is to be left of it.
    private static let said = "e\u{202E}vil\u{2066} \\u202Etext\\u2069\\u0007"
    private static let left = "evil text"

    @Test("Answers as JSON")
    func json() throws {
        let answer = try JSONValue(answer: Array("{\"a\":[\"\(Self.said)\"]}".utf8))
        #expect(answer["a"]?.items?.first?.string == Self.left)
        // What a person sends is judged as it is.
        let sent = try JSONValue(Array("[\"\(Self.said)\"]".utf8))
        #expect(sent.items?.first?.string != Self.left)
    }

    @Test("Mux")
    func mux() {
        let body = "{\"error\":{\"type\":\"x\",\"messages\":[\"\(Self.said)\"]}}"
        let error = MuxError(OutgoingAnswer(status: 400, body: Array(body.utf8)))
        #expect(error.description.hasSuffix(Self.left))
    }

    @Test("Transcripts in every shape")
    func transcripts() throws {
        for file in [
            "{\"segments\":[{\"start\":0,\"end\":1,\"text\":\"\(Self.said)\"}]}",
            "{\"segments\":[{\"start\":0,\"end\":1,\"text\":\"\(Self.said)\",\"words\":[{\"word\":\" \(Self.said)\",\"start\":0,\"end\":1}]}]}",
            "1\n00:00:01,000 --> 00:00:02,000\ne\u{202E}vil\u{2066} text\u{7}\n",
            "e\u{202E}vil 0.1 0.2\n\u{2067}text 0.3 0.4\n",
        ] {
            let cues = try #require(Transcript(Array(file.utf8))).cues(from: 0)
            #expect(cues.map(\.text).joined(separator: " ") == Self.left)
        }
    }

    @Test("A model’s stream")
    func stream() {
        var stream = ChatStream()
        let event = "data: {\"choices\":[{\"delta\":{\"content\":\"\(Self.said)\"}}]}\n\n"
        #expect(stream.read(event.utf8) == [.text(Self.left)])
    }

    @Test("TMDB and Open Library")
    func catalogs() throws {
        let json =
            "{\"id\":1,\"name\":\"\(Self.said)\",\"title\":\"\(Self.said)\",\"overview\":\"\(Self.said)\"}"
        let answer = try JSONValue(answer: Array(json.utf8))
        #expect(TMDBSeries(answer)?.name == Self.left)
        let home = Origin(isSecure: true, host: "openlibrary.example", port: 443)
        let book = OpenLibraryRecord(data: answer).book(at: home)
        #expect(book.texts.values.contains(Self.left))
    }

    @Test("Titles of addresses")
    func titles() throws {
        let url = try #require(WebAddress("https://films.example/a.mp4"))
        #expect(
            VideoLooker.title(of: url, "attachment; filename=\"e\u{202E}vil\u{2066} text.mp4\"")
                == Self.left
        )
        let encoded = PercentEncoding.encodeComponent("e\u{202E}vil\u{2066} text\u{7}.mp4")
        #expect(VideoLooker.title(of: url, "attachment; filename*=UTF-8''\(encoded)") == Self.left)
        let named = try #require(WebAddress("https://films.example/\(encoded)"))
        #expect(VideoLooker.title(of: named, nil) == Self.left)
    }
}

@Suite("JSON for Foundation")
struct ReceivedJSONTests {
    private func text(_ json: String) throws -> [String] {
        try OwnJSON.decode([String].self, from: Array(json.utf8))
    }

    @Test("Characters by their numbers are those characters")
    func numbers() throws {
        #expect(try text(#"["\u00e9\u0041\ud83d\udc69\u0022\\u0301\n"]"#) == ["éA👩\"\\u0301\n"])
        #expect(try text(#"["a\\"]"#) == ["a\\"])
    }

    @Test("Halves of characters, and what isn’t UTF-8, are no JSON")
    func broken() {
        for json in [#"["\ud83d"]"#, #"["\ud83dx"]"#, #"["\u12"]"#, "[\"\\", "[\"\\u"] {
            #expect(throws: (any Error).self) { try text(json) }
        }
        for bytes in [[0x5B, 0xFF, 0x5D], [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], [0x5B, 0, 0x5D, 0]]
            as [[UInt8]]
        {
            #expect(throws: ReceivedJSON.Unreadable.self) {
                try OwnJSON.decode([String].self, from: bytes)
            }
        }
    }

    @Test("Marks are counted, whether they are there or by their numbers")
    func marks() throws {
        for mark in ["\u{301}", "\\u0301"] {
            let json = "[\"a\(String(repeating: mark, count: 10_000))\"]"
            let text = try ReceivedJSON.decode([String].self, from: json.utf8)
            #expect(text.first?.unicodeScalars.count == 129)
        }
    }
}
