import Subtitles
import Testing

@Suite("Texts in Matroska files")
struct MatroskaTextTests {
    /// An element: an identifier, a size of as many bytes as are asked for, content.
    private func element(_ identifier: [UInt8], _ content: [UInt8], sizeBytes: Int = 2) -> [UInt8] {
        var size = (0..<sizeBytes).map { UInt8(content.count >> (8 * (sizeBytes - 1 - $0)) & 255) }
        size[0] |= 0x80 >> (sizeBytes - 1)
        return identifier + size + content
    }

    /// A file of a track: clusters of elements, each with the time at which it begins.
    private func file(head: String = "WEBVTT", _ clusters: (time: [UInt8], content: [UInt8])...)
        -> [UInt8]
    {
        let track = element([0xAE], element([0xD7], [1]) + element([0x63, 0xA2], Array(head.utf8)))
        let content =
            element([0x16, 0x54, 0xAE, 0x6B], track)
            + clusters.flatMap {
                element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], $0.time) + $0.content)
            }
        // A size of which every bit is set is none: it was written while it came.
        return element([0x1A, 0x45, 0xDF, 0xA3], []) + [0x18, 0x53, 0x80, 0x67, 0xFF] + content
    }

    private func group(
        _ text: String,
        at offset: [UInt8] = [0, 0],
        duration: [UInt8]? = [3, 232],
        addition: String? = nil
    ) -> [UInt8] {
        var content = element([0xA1], [0x81] + offset + [0] + Array(text.utf8))
        if let duration { content += element([0x9B], duration) }
        if let addition {
            let more = element([0xEE], [1]) + element([0xA5], Array(addition.utf8))
            content += element([0x75, 0xA1], element([0xA6], more))
        }
        return element([0xA0], content, sizeBytes: 4)
    }

    @Test("Texts, times, settings, names and style sheets are read")
    func whole() throws {
        let captions = try Captions.read(
            matroska: file(
                head: "WEBVTT\n\nSTYLE\n::cue(.y) { color: yellow }\n",
                (
                    [3, 232],
                    group("A &lt;3 B &amp; <v Fox>hello</v>", addition: "line:0 align:left\none\n")
                        + group("plain\nwords", at: [0, 100])
                ),
                (
                    [39, 16],
                    group("early", at: [0xFF, 0xFF]) + element([0xA3], [0x81, 0, 9, 0, 0x41])
                )
            )
        )
        #expect(
            captions.summary
                == "1000-2000 A <3 B & hello; 1100-2100 plain⏎words; 9999-10999 early; 10009-10009 A"
        )
        #expect(captions.cues.map(\.settingsText) == ["line:0 align:left", "", "", ""])
        #expect(captions.cues.map(\.identifier) == ["one", nil, nil, nil])
        #expect(captions.cues[0].runs.last?.style.voice == "Fox")
        #expect(captions.styles == ["::cue(.y) { color: yellow }"])
    }

    @Test("What isn’t text is refused, and so are more cues than the limit")
    func refusals() throws {
        for text in ["\u{1}\u{0}", "a\u{7}"] {
            #expect(throws: ReadingError.unknownFormat) {
                try Captions.read(matroska: file(([0], group(text))))
            }
        }
        let broken = element([0xA3], [0x81, 0, 0, 0, 0xFF, 0xFE])
        #expect(throws: ReadingError.unknownFormat) {
            try Captions.read(matroska: file(([0], broken)))
        }
        var options = ReadingOptions()
        options.cueLimit = 1
        #expect(throws: ReadingError.tooManyCues(limit: 1)) {
            try Captions.read(matroska: file(([0], group("a") + group("b"))), options: options)
        }
        options.byteLimit = 9
        #expect(throws: ReadingError.tooLarge(bytes: 9)) {
            try Captions.read(matroska: file(([0], group("a"))), options: options)
        }
    }

    @Test("Sizes and times that nobody can mean end with the file, and with what a time can be")
    func extremes() throws {
        let largest = [UInt8](repeating: 255, count: 8)
        let captions = try Captions.read(
            matroska: file((largest, group("a", at: [127, 255], duration: largest)))
        )
        #expect(captions.cues.map(\.start) == [.max] && captions.cues.map(\.end) == [.max])
        #expect(
            try Captions.read(matroska: file(([0], group("a", at: [128, 0])))).cues[0].start == 0
        )
        let start = file(([0], group("a")))
        for size: [UInt8] in [[0x01] + largest.prefix(7), [0], [0x40], []] {
            let file = start + [0x1F, 0x43, 0xB6, 0x75] + size + group("b")
            #expect(try Captions.read(matroska: file).cues.first?.text == "a")
        }
        // Nests in nests, deeper than any.
        let deep = (0..<5_000).reduce(into: [UInt8]()) { bytes, _ in bytes += [0xA0, 0xFF] }
        #expect(try Captions.read(matroska: deep).cues.isEmpty)
        for count in start.indices { _ = try? Captions.read(matroska: Array(start.prefix(count))) }
    }
}
