import Received
import Subtitles

/// A text inside a video's file that becomes a caption track of its own.
struct EmbeddedCaptions: Sendable, Equatable {
    /// Nobody offers a video in more languages.
    static let maximumCount = 20
    /// The words of a feature film are a tenth of it.
    static let maximumBytes = 2 << 20

    /// Which of the file's streams it is.
    let stream: Int
    let language: String
    let label: String
    let kind: CaptionTrack.Kind

    init(_ stream: VideoProbe.Stream) {
        self.stream = stream.index.value
        language = Self.language(stream.tags?["language"])
        let title = Self.readable(stream.tags?["title"] ?? "")
        label = title.isEmpty ? LanguageTag.name(of: language) ?? "" : title
        kind = stream.has("hearing_impaired") ? .captions : .subtitles
    }

    /// All that a file has and that are accepted.
    static func all(in probe: VideoProbe) -> [EmbeddedCaptions] {
        probe.texts.prefix(maximumCount).map(EmbeddedCaptions.init)
    }

    func arguments(from path: String, to output: String) -> [String] {
        ["-nostdin", "-v", "error", "-y"] + VideoProbe.reading + [
            "-i", "file:" + path, "-map", "0:\(stream)", "-c:s", "webvtt",
            "-fs", "\(Self.maximumBytes)", "-f", "webvtt", "file:" + output,
        ]
    }

    /// What ffmpeg made of it; nil if there is nothing to read.
    func captions(_ bytes: [UInt8]) -> NewCaptions? {
        guard bytes.count <= Self.maximumBytes,
            let file = try? CaptionFile(bytes, ReadingOptions(format: .vtt))
        else { return nil }
        var captions = NewCaptions(file.document, language: language, label: label, kind: kind)
        captions.origin = .embedded
        captions.takesPlace = false
        captions.note = "Taken from the video"
        return captions
    }

    /// Files name languages by ISO 639-2, while BCP 47 wants the shortest code there is.
    private static func language(_ tag: String?) -> String {
        guard let tag = tag.flatMap({ LanguageTag($0) }) else { return "und" }
        return shortest[tag.language] ?? tag.text
    }

    /// The shortest code for one of three letters; anything else as it is.
    static func shortest(_ code: String) -> String { shortest[code] ?? code }

    private static func readable(_ text: String) -> String {
        let seen = text.unicodeScalars.filter {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32
        }
        return String(ReceivedText.joined(seen).prefix(200))
    }

    /// Codes of three letters that video files are likely to have (ISO 639-2, both of its lists),
    /// and the two letters that are otherwise used.
    // swift-format-ignore
    private static let shortest = [
        "alb": "sq", "ara": "ar", "arm": "hy", "baq": "eu", "ben": "bn", "bul": "bg", "cat": "ca", "ces": "cs",
        "chi": "zh", "cym": "cy", "cze": "cs", "dan": "da", "deu": "de", "dut": "nl", "ell": "el", "eng": "en",
        "est": "et", "eus": "eu", "fas": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "geo": "ka", "ger": "de",
        "gle": "ga", "gre": "el", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "ice": "is",
        "ind": "id", "isl": "is", "ita": "it", "jpn": "ja", "kat": "ka", "kor": "ko", "lav": "lv", "lit": "lt",
        "mac": "mk", "may": "ms", "mkd": "mk", "msa": "ms", "nld": "nl", "nob": "nb", "nno": "nn", "nor": "no",
        "per": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk",
        "slv": "sl", "spa": "es", "sqi": "sq", "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tha": "th",
        "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi", "wel": "cy", "zho": "zh",
    ]
}
