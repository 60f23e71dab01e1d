import HTTP
import Received
import Subtitles

@testable import Storytime

extension FuzzTarget {
    /// A file of captions, in any format or in the one that was chosen. Traps if what was read can’t be read
    /// again once it is written in one of the formats, or is something else then.
    func fuzzCaptions(_ bytes: [UInt8], _ choice: FuzzChoice) {
        let formats = CaptionFormat.allCases
        let way = choice.way(of: formats.count + 3)
        let read =
            switch way - formats.count {
            case 1: Self.readTimedText(bytes)
            case 2: try? Captions.read(matroska: bytes)
            default: Self.read(bytes, as: way == 0 ? nil : formats[way - 1])
            }
        guard let captions = read else { return }
        Self.checkWhole(captions.withoutRemains())
        Self.checkWhole(captions)
        _ = captions.likelyLanguage
        _ = captions.troubles(CaptionLimits())
        for other in CaptionFormat.allCases where !captions.cues.isEmpty {
            _ = captions.losses(to: other)
            let again = Self.read(captions.written(as: other), as: other)
            precondition(again != nil, "\(other) can’t be read again")
            guard let again else { continue }
            Self.checkWhole(again)
            let twice = Self.read(again.written(as: other), as: other)
            precondition(
                again.cues.isEmpty || twice?.cues == again.cues,
                "\(other) changes what it says"
            )
        }
    }

    /// A text of any encoding, in a language or none. Traps if it isn’t the same however it is cut, if it isn’t
    /// UTF-8 then, or if it has grown beyond what the longest characters need.
    func fuzzEncodings(_ bytes: [UInt8], _ choice: FuzzChoice) {
        let languages = [
            nil, "pl", "ru", "el", "he", "vi", "th", "ja", "ko", "zh", "zh-Hant", "de",
        ]
        let found = TextRecognition(bytes, language: languages[choice.way(of: languages.count)])
        let (whole, strays) = TextConverter.convert(bytes, found)
        precondition((try? UTF8Span(validating: whole.span)) != nil, "what comes out isn’t UTF-8")
        precondition(whole.count <= 4 * bytes.count + 8, "the text has grown too much")
        var converter = TextConverter(found)
        var cut: [UInt8] = []
        let portion = 1 + choice.way(of: 64)
        for start in stride(from: found.markBytes, to: bytes.count, by: portion) {
            cut += converter.next(Array(bytes[start..<min(bytes.count, start + portion)]))
        }
        cut += converter.end()
        precondition(cut == whole && converter.strays == strays, "cut differently, it is another")
    }

    /// What is done to all cues by a form, and to single ones by a script: the form, an empty line, a list of
    /// edits on one line, and a file of captions.
    func fuzzEdits(_ bytes: [UInt8]) {
        let parts = bytes.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, let captions = try? Captions.read(Array(parts[2])) else { return }
        if let form = try? URLEncodedForm(Array(parts[0])) {
            let adjust = AdjustForm(Fields(form.pairs), cueCount: captions.cues.count)
            let limits = CaptionLimits(duration: 60_000)
            if let adjustment = adjust.adjustment(captions) {
                _ = adjustment.note
                if let adjusted = adjustment.applied(to: captions, limits) {
                    Self.checkWritable(adjusted)
                }
            }
        }
        guard let edits = CueEdits(json: String(decoding: parts[1], as: UTF8.self)) else { return }
        var keyed = KeyedCaptions(captions)
        guard (try? keyed.apply(edits.edits)) != nil else { return }
        Self.checkWritable(keyed.captions)
        _ = keyed.captions.difference(from: captions)
    }

    /// How many samples there are, how many bytes each has, and the samples.
    private static func readTimedText(_ bytes: [UInt8]) -> Captions? {
        let count = Int(bytes.first ?? 0) & 15
        let samples = bytes.dropFirst().prefix(count).enumerated().map { index, size in
            TimedTextSample(
                start: MediaTime(seconds: index),
                end: MediaTime(seconds: index + 1),
                byteCount: Int(size)
            )
        }
        return try? Captions.read(timedText: Array(bytes.dropFirst(1 + count)), samples)
    }

    private static func read(_ bytes: [UInt8], as format: CaptionFormat?) -> Captions? {
        try? Captions.read(bytes, options: ReadingOptions(format: format))
    }

    private static func checkWritable(_ captions: Captions) {
        checkWhole(captions)
        for format in CaptionFormat.allCases { _ = captions.written(as: format) }
    }

    private static func checkWhole(_ captions: Captions) {
        for cue in captions.cues {
            precondition(cue.runs.last.map { $0.end == cue.text.utf8.count } ?? true, "runs go on")
            precondition(
                cue.words.allSatisfy { $0.offset < cue.text.utf8.count },
                "words are outside"
            )
        }
    }
}
