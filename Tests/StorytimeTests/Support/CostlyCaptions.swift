import Received
import Subtitles

@testable import Storytime

/// Files of captions: each format’s fields.
extension CostlyPlace {
    /// Read, kept, and written and read again in each format.
    private static func captions(_ file: String) throws {
        guard let captions = try? Captions.read(Array(file.utf8)) else { return }
        _ = try CaptionDocument.unpack(CaptionDocument.pack(captions))
        for format in CaptionFormat.allCases {
            let options = ReadingOptions(format: format)
            _ = try? Captions.read(captions.written(as: format), options: options)
        }
    }

    /// What editors do costs the most by far, and is the same whatever the format was.
    private static func edit(_ captions: Captions) {
        _ = captions.troubles(CaptionLimits(duration: 60_000))
        for kind in CueTrouble.Kind.allCases { _ = captions.mended(kind, CaptionLimits()) }
        _ = captions.replacing(CaptionSearch("b"), with: "")
    }

    /// More than two lines even of letters with a hundred marks each: lines that are too long are broken.
    private static let bytes = 10_000

    private static func place(
        _ name: String,
        _ more: String...,
        file: @escaping @Sendable (String) -> String
    )
        -> CostlyPlace
    {
        let files = ["Bytes", "Cue", "Reading", "TextDecoding"] + more
        return CostlyPlace(name, files.map { "Subtitles/\($0).swift" }, bytes: bytes) {
            try captions(file($0))
        }
    }

    private static let head = "WEBVTT\n\n00:01.000 --> 00:02.000\n"

    static let captions: [CostlyPlace] = [
        place("VTT text", "RunBuilder", "CharacterReference", "CharacterNames") {
            head + "<i>\($0)</i>\n"
        },
        place("VTT voice", "VTTMarkup") { head + "<v \($0)>Hello</v>\n" },
        place("VTT classes and language", "VTTMarkup") { head + "<c.\($0)><lang \($0)>x\n" },
        place("VTT name and settings") { "WEBVTT\n\n\($0)\n00:01.000 --> 00:02.000 \($0)\nx\n" },
        place("VTT head", "VTTWriter") {
            "WEBVTT \($0)\n\($0)\n\nNOTE \($0)\n\nSTYLE\n\($0)\n\nREGION\nid:\($0)\n\n"
                + "00:01.000 --> 00:02.000\nx\n"
        },
        place("SRT text", "RunBuilder", "Editing/GarbledText") {
            "1\n00:00:01,000 --> 00:00:02,000\n<b>\($0)</b>\n"
        },
        place("SRT font and box") {
            "1\n00:00:01,000 --> 00:00:02,000 X1:\($0)\n<font color=\"\($0)\" face=\"\($0)\">x</font>\n"
        },
        place("SBV") { "0:00:01.000,0:00:02.000\n\($0)[br]\($0)\n\n" },
        CostlyPlace(
            "An editor’s captions",
            ["Subtitles/Editing/CaptionTags.swift"],
            bytes: bytes
        ) { text in
            for file in [head + text + "\n", "0:00:01.000,0:00:02.000\n\(text)[br]\(text)\n\n"] {
                if let captions = try? Captions.read(Array(file.utf8)) { edit(captions) }
            }
        },
        place("SubStation Alpha") {
            "[Script Info]\nPlayResX: \($0)\n\n[V4+ Styles]\nFormat: Name, PrimaryColour, Bold, Alignment\n"
                + "Style: \($0),\($0),\($0),\($0)\n\n[Events]\nFormat: Start, End, Style, Name, Text\n"
                + "Dialogue: 0:00:01.00,0:00:02.00,\($0),\($0),\($0){\\r\($0)\\pos(\($0),1)\\c\($0)}\($0)\\N\n"
        },
        place("Braces and brackets of SubStation Alpha") {
            let signs = String(repeating: "{\\t((", count: $0.utf8.count / 5)
            return "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,\(signs)\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,\(signs)}\\h\($0)\n"
        },
        CostlyPlace(
            "Timed text",
            ["Subtitles/TimedTextReader.swift", "Subtitles/SubStationRemains.swift"],
            bytes: bytes
        ) { text in
            let bytes = Array("\(text)\\h".utf8)
            for piece in [bytes, [0xFE, 0xFF] + bytes] {
                var samples: [[UInt8]] = []
                var rest = piece[...]
                while !rest.isEmpty {
                    let part = rest.prefix(0xFFFF)
                    samples.append([UInt8(part.count >> 8), UInt8(part.count & 255)] + part)
                    rest = rest.dropFirst(part.count)
                }
                let times = samples.map { TimedTextSample(start: 0, end: 1, byteCount: $0.count) }
                let captions = try Captions.read(timedText: samples.flatMap(\.self), times)
                _ = captions.withoutRemains()
            }
        },
        CostlyPlace("Texts in Matroska", ["Subtitles/RunBuilder.swift"], bytes: bytes) { text in
            let head = element([0x63, 0xA2], Array("WEBVTT \(text)\n\nSTYLE\n\(text)".utf8))
            let addition = element([0xA5], Array("line:0 \(text)\n\(text)\n".utf8))
            let block = element([0xA1], [0x81, 0, 0, 0] + Array("<v \(text)>\(text)".utf8))
            let group = element([0xA0], block + element([0x75, 0xA1], element([0xA6], addition)))
            let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], head))
            // Many whose settings have no end of a line, and no line ends after them either.
            let open = element([0x75, 0xA1], element([0xA6], element([0xA5], [0x61])))
            let few = element([0xA0], element([0xA1], [0x81, 0, 0, 0, 0x62]) + open)
            let many = repeatElement(few, count: text.utf8.count / 20).flatMap(\.self)
            _ = try? Captions.read(
                matroska: element(
                    [0x18, 0x53, 0x80, 0x67],
                    tracks + element([0x1F, 0x43, 0xB6, 0x75], group + group + many)
                )
            )
        },
        place("CSV cells", "CSVRows", "CSVReader") {
            "start,end,text,speaker,id,settings,words,markup,\($0)\n"
                + "0:01.000,0:02.000,\($0),\($0),\($0),\($0),\($0),\($0),\($0)\n"
                + "0:01.000,0:02.000,\"\($0)\",\"\($0)\",x,x,x,\"\($0)\",x\n"
        },
        place("LRC", "LRCReader") {
            "[ti:\($0)]\n[\($0)]\n[offset:\($0)]\n# \($0)\n[00:01.00]\($0)\n"
                + "[00:02.00]<00:02.10>\($0) <00:02.30>x\n"
        },
        place("TTML text", "TTMLParagraph", "TTMLReader", "RunBuilder") {
            tt("<p begin=\"1s\" end=\"2s\">\($0)</p>")
        },
        place("TTML escaped text", "TTMLParagraph") {
            tt(
                "<p begin=\"1s\" end=\"2s\">\(escaped($0))<br/><span tts:color=\"red\">\(escaped($0))</span></p>"
            )
        },
        place("TTML attributes", "TTMLReader", "XMLParser", "XMLSource") {
            let value = escaped($0)
            return tt(
                "<p begin=\"1s\" end=\"\(value)\" xml:id=\"\(value)\" region=\"\(value)\" style=\"\(value)\""
                    + " xml:lang=\"\(value)\" ttm:agent=\"\(value)\" tts:color=\"\(value)\">x</p>"
            )
        },
        place("TTML head", "TTMLReader", "XMLSource") {
            let value = escaped($0)
            return tt(
                "<p begin=\"1s\" end=\"2s\">x</p>",
                "<metadata><ttm:title>\(value)</ttm:title><ttm:agent xml:id=\"a\"><ttm:name>\(value)</ttm:name>"
                    + "</ttm:agent></metadata><styling><style xml:id=\"\(value)\" tts:color=\"\(value)\"/></styling>"
            )
        },
        place("A name of an encoding") {
            "<?xml version=\"1.0\" encoding=\"\($0)\"?>" + tt("<p begin=\"1s\">x</p>")
        },
        place("UTF-16", "TextDecoding") { $0 },
        CostlyPlace("Captions of no encoding", ["Subtitles/TextDecoding.swift"]) { text in
            // Every line has a fault, in UTF-8 and in the encodings of two bytes.
            let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            let file = Array(head.utf8) + lines.joined(separator: [0xFF, 0x0A, 0x81])
            for language in [nil, "pl", "ja"] {
                _ = try? Captions.read(file, options: ReadingOptions(language: language))
            }
        },
        CostlyPlace("Captions in UTF-16", ["Subtitles/TextDecoding.swift"]) { text in
            let file = (head + text).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            _ = try? Captions.read([0xFE, 0xFF] + file)
        },
    ]

    /// An element of a Matroska file, whose size has eight bytes.
    private static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let size = (0..<7).map { UInt8(truncatingIfNeeded: content.count >> (48 - 8 * $0)) }
        return identifier + [1] + size + content
    }

    private static func tt(_ body: String, _ head: String = "") -> String {
        "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:ttm=\"http://www.w3.org/ns/ttml#metadata\""
            + " xmlns:tts=\"http://www.w3.org/ns/ttml#styling\"><head>\(head)</head><body><div>\(body)</div></body></tt>"
    }

    /// By scalars: comparing characters costs what this is about.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "\u{7}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
