import Received
import Subtitles
import Testing

@Suite("Timed text of MP4 files")
struct TimedTextTests {
    /// A sample: how long the text is, the text, boxes.
    private static func sample(_ text: [UInt8], _ boxes: [UInt8] = []) -> [UInt8] {
        [UInt8(text.count >> 8), UInt8(text.count & 255)] + text + boxes
    }

    /// A box of pieces: from a letter to a letter, how they look, in which color.
    private static func styles(_ pieces: [(start: UInt8, end: UInt8, face: UInt8, color: [UInt8])])
        -> [UInt8]
    {
        let entries = pieces.flatMap { piece -> [UInt8] in
            [0, piece.start, 0, piece.end, 0, 1, piece.face, 16] + piece.color + [255]
        }
        return [0, 0, 0, UInt8(10 + entries.count)] + Array("styl".utf8) + [0, UInt8(pieces.count)]
            + entries
    }

    /// One sample a second.
    private func read(_ samples: [[UInt8]], language: String? = nil) throws -> Captions {
        let times = samples.enumerated().map { index, bytes in
            TimedTextSample(
                start: MediaTime(seconds: index),
                end: MediaTime(seconds: index + 1),
                byteCount: bytes.count
            )
        }
        return try Captions.read(
            timedText: samples.flatMap(\.self),
            times,
            options: ReadingOptions(language: language)
        )
    }

    private let white: [UInt8] = [255, 255, 255]

    @Test("Each text comes as it is, with its time; gaps are no cues")
    func texts() throws {
        let captions = try read(
            ["I <3 you & me", "", "5 --> 6\r\nis <b>an</b> arrow\0"].map {
                Self.sample(Array($0.utf8))
            }
        )
        #expect(captions.summary == "0-1000 I <3 you & me; 2000-3000 5 --> 6⏎is <b>an</b> arrow")
        #expect(captions.cues.allSatisfy { $0.runs.isEmpty } && captions.problems.isEmpty)
    }

    @Test("Pieces are bold, italic, underlined or colored; letters are counted, not bytes")
    func looks() throws {
        let text = Array("Bär und Füchsin".utf8)
        let box = Self.styles([
            (0, 3, 1, white), (4, 7, 6, [255, 0, 0]), (2, 3, 1, white), (14, 99, 2, white),
        ])
        let other: [UInt8] = [0, 0, 0, 9] + Array("hlit".utf8) + [0]
        let cue = try #require(try read([Self.sample(text, other + box)]).cues.first)
        #expect(cue.web == "<b>Bär</b> <c.colorFF0000><i><u>und</u></i></c> Füchsi<i>n</i>")
    }

    @Test("Old encodings are recognized from all texts together; UTF-16 says what it is")
    func encodings() throws {
        let german = try read([
            Self.sample([0x47, 0x72, 0xFC, 0xDF, 0x65]), Self.sample(Array("Plain\nwords".utf8)),
            Self.sample([0xFE, 0xFF, 0x04, 0x1F, 0x00, 0x0D, 0x04, 0x40]),
            Self.sample([0x42, 0xE4, 0x72]),
        ])
        #expect(german.cues.map(\.text) == ["Grüße", "Plain\nwords", "П\nр", "Bär"])
        let japanese: [UInt8] = [0x83, 0x4C, 0x83, 0x63, 0x83, 0x6C, 0x82, 0xCC, 0x8E, 0x71]
        #expect(try read([Self.sample(japanese)], language: "ja").cues[0].text == "キツネの子")
    }

    @Test("A sample that ends too early has what is there, and that is said")
    func cutOff() throws {
        let captions = try read([[0, 5, 0x48, 0x69], [0], [0xFF, 0xFF]])
        #expect(captions.summary == "0-1000 Hi")
        #expect(captions.kinds == [.cutOffSample, .cutOffSample, .cutOffSample])
    }

    @Test("Sizes that nobody can mean are read to the end of the sample")
    func extremes() throws {
        let text = Self.sample(Array("Fox".utf8))
        let boxes: [[UInt8]] = [
            [0, 0, 0, 0] + Array("styl".utf8), [255, 255, 255, 255] + Array("styl".utf8),
            [0, 0, 0, 10] + Array("styl".utf8) + [255, 255], [0, 0, 0, 8] + Array("styl".utf8), [1],
        ]
        for box in boxes {
            #expect(try read([text + box, text]).summary == "0-1000 Fox; 1000-2000 Fox")
        }
        let counts = [Int.min, -1, .max].map {
            TimedTextSample(start: .min, end: .max, byteCount: $0)
        }
        #expect(try Captions.read(timedText: text, counts).cues.map(\.text) == ["Fox"])
    }
}
