import Received
import Subtitles

/// A text inside a video's file that becomes a caption track of its own.
struct EmbeddedCaptions: Sendable, Equatable {
    /// Nobody offers a video in more languages.
    static let maximumCount = 20
    /// What the texts of a video may take in all when they are kept. They are in memory together.
    static let maximumBytes = 3 * CaptionFile.maximumCodedBytes

    /// How ffmpeg hands a text over: byte for byte as the file has it, and by the names of its muxers.
    /// Decoded, it would lose what isn’t UTF-8; as WebVTT, which has no escapes there, every `<` and `&`.
    enum Form: String {
        case subRip = "srt"
        case subStation = "ass"
        case webVTT = "webvtt"
        /// The bare bytes of its samples, beside a list of them.
        case timedText = "data"
        /// What ffmpeg doesn’t know in Matroska: mostly WebVTT as mkvmerge writes it.
        case matroska

        init?(codec: String) {
            switch codec {
            case "subrip", "text": self = .subRip
            case "ass", "ssa": self = .subStation
            case "webvtt": self = .webVTT
            case "mov_text": self = .timedText
            default: return nil
            }
        }
    }

    /// Why a text is left out.
    enum Refusal: Error, Hashable {
        case pictures, unknown, tooMany, tooMuch, tooLarge, tooManyPieces, tooManyCues, unreadable,
            empty
        /// The number of a cue that nobody could read while it is shown.
        case longCue(Int)

        init(_ refusal: CaptionFile.Refusal) {
            switch refusal {
            case .tooLarge: self = .tooLarge
            case .tooManyPieces: self = .tooManyPieces
            case .unreadable(.tooManyCues): self = .tooManyCues
            case .unreadable, .notText, .commas: self = .unreadable
            case .hasNone, .empty: self = .empty
            case .longCue(let number): self = .longCue(number)
            }
        }

        var reason: String {
            switch self {
            case .pictures: "pictures of text can’t be read. Import a text file instead."
            case .unknown: "the format isn’t known. Import a text file instead."
            case .tooMany: "a video may have at most \(maximumCount)."
            case .tooMuch:
                "together, the texts of a video can take up at most \(ByteCount.text(maximumBytes))."
            case .tooLarge: "more than \(ByteCount.text(CaptionFile.maximumBytes)) of text."
            case .tooManyPieces: "it has too many styles or times within its cues."
            case .tooManyCues: "it has more than \(Counted.number(ReadingOptions().cueLimit)) cues."
            case .unreadable: "this can’t be read as captions."
            case .empty: "there is nothing to read."
            case .longCue(let number):
                "cue \(Counted.number(number)) is too long: a cue may have at most "
                    + "\(ByteCount.text(CaptionFile.mostBytesOfCue)) of text."
            }
        }
    }

    /// Which of the file's streams it is.
    let stream: Int
    let language: String
    let label: String
    let kind: CaptionTrack.Kind
    let isForced: Bool
    private let codec: String?
    private let isInMatroska: Bool

    init(_ stream: VideoProbe.Stream, isInMatroska: Bool = false) {
        self.isInMatroska = isInMatroska
        self.stream = stream.index.value
        codec = stream.codec
        language = Self.language(stream.tags?["language"])
        let title = Self.readable(stream.tags?["title"] ?? "")
        label = title.isEmpty ? LanguageTag.name(of: language) ?? "" : title
        kind = stream.has("hearing_impaired") ? .captions : .subtitles
        isForced = stream.has("forced")
    }

    /// All that a file has, also those that can't be read.
    static func all(in probe: VideoProbe) -> [EmbeddedCaptions] {
        let isInMatroska = probe.isOf("matroska")
        return probe.texts.map { EmbeddedCaptions($0, isInMatroska: isInMatroska) }
    }

    /// Refuses what is no text, or not in a form that is read here.
    func form() throws(Refusal) -> Form {
        guard let codec, codec != "unknown" else {
            guard isInMatroska else { throw .unknown }
            return .matroska
        }
        if let form = Form(codec: codec) { return form }
        let pictures = ["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub"]
        throw pictures.contains(codec) ? .pictures : .unknown
    }

    /// The call that writes what the file has to `output`, and what is listed beside it to `list`.
    /// More than is read isn't written either.
    func arguments(_ form: Form, from path: String, to output: String, list: String) -> [String] {
        let copy = ["-map", "0:\(stream)", "-c:s", "copy"]
        let limit = ["-fs", "\(CaptionFile.maximumBytes + 1)"]
        var words = ["-nostdin", "-v", "error", "-y"] + VideoProbe.reading
        // What it takes for plain text it copies.
        if form == .matroska { words += ["-c:s", "text"] }
        words += ["-i", "file:" + path] + copy + limit
        // Lines come as they are; they are put in order here.
        if form == .subStation { words += ["-ignore_readorder", "1"] }
        words += ["-f", form.rawValue, "file:" + output]
        if form == .timedText { words += copy + limit + ["-f", "framecrc", "file:" + list] }
        return words
    }

    /// What ffmpeg handed over. A language is a hint at encodings that files of it used to have.
    func captions(_ form: Form, _ bytes: [UInt8], list: [UInt8], spoken: String?)
        throws(Refusal) -> NewCaptions
    {
        var options = ReadingOptions()
        options.language = language == "und" ? spoken : language
        switch form {
        case .subRip: options.format = .srt
        case .webVTT: options.format = .vtt
        case .subStation, .timedText, .matroska: break
        }
        guard max(bytes.count, list.count) <= CaptionFile.maximumBytes else { throw .tooLarge }
        guard !bytes.isEmpty else { throw .empty }
        let document: Captions
        do {
            document = try Self.read(form, bytes, list, options)
        } catch {
            throw form == .matroska ? .unknown : .unreadable
        }
        return new(try checked(document))
    }

    private static func read(
        _ form: Form,
        _ bytes: [UInt8],
        _ list: [UInt8],
        _ options: ReadingOptions
    ) throws -> Captions {
        switch form {
        case .timedText:
            try Captions.read(timedText: bytes, SampleList(list).samples, options: options)
        case .matroska: try Captions.read(matroska: bytes, options: options)
        default: try Captions.read(bytes, options: options)
        }
    }

    /// Files don't always say how long a text is shown. Then it is until the next one.
    private func checked(_ document: Captions) throws(Refusal) -> Captions {
        var document = document
        for index in document.cues.indices
        where document.cues[index].end == document.cues[index].start {
            document.cues[index].end = nil
        }
        do {
            return try CaptionFile(document.withoutRemains()).document
        } catch {
            throw Refusal(error)
        }
    }

    /// What is known of the file makes a track of the document.
    func new(_ document: Captions) -> NewCaptions {
        var captions = NewCaptions(document, language: language, label: label, kind: kind)
        captions.origin = .embedded
        captions.isForced = isForced
        captions.takesPlace = false
        captions.note = "Taken from the video"
        return captions
    }

    // MARK: Telling

    /// Why texts were left out, for the video's page. Discs have dozens, all for one reason.
    static func notes(on texts: [(text: EmbeddedCaptions, refusal: Refusal)]) -> [String] {
        var reasons: [Refusal] = []
        for (_, refusal) in texts where !reasons.contains(refusal) { reasons.append(refusal) }
        return reasons.map { reason in
            let names = texts.filter { $0.refusal == reason }.map(\.text.name)
            guard let last = names.last, names.count > 1 else {
                return "Text track \(names.joined()) was left out: \(reason.reason)"
            }
            let others = names.dropLast().joined(separator: ", ")
            return "Text tracks \(others) and \(last) were left out: \(reason.reason)"
        }
    }

    /// What of it couldn't be read, for the video's page; nil if there is nothing.
    func note(on document: Captions) -> String? {
        let lost = document.problems.count { $0.kind.weight == .skipped }
        guard lost > 0 else { return nil }
        let places = Counted.text(lost, "place", "places")
        return "Text track \(name) has \(places) that couldn’t be read. Look through its captions."
    }

    private var name: String {
        label.isEmpty ? "\(stream + 1)" : "\(stream + 1) (\(label))"
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
