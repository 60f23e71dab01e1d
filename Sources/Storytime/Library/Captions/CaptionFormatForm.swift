import Quill
import Received
import Subtitles

/// In which format a track is saved, and how the file is written. It is in the address of the file.
struct CaptionFormatForm: Sendable, Equatable {
    var format = CaptionFormat.srt
    var hasByteOrderMark = false
    var hasCarriageReturns = false
    var isWindows1252 = false

    init(_ format: CaptionFormat = .srt) { self.format = format }

    /// Reads the query, which may leave the format open. Nil if it names one that isn’t written here.
    init?(_ query: Fields, else usual: CaptionFormat? = nil) {
        let named = query.text("format")
        guard let format = named.map({ CaptionFormat(rawValue: $0) }) ?? usual else { return nil }
        self.format = format
        isWindows1252 = query.text("encoding") == "windows-1252"
        // Windows-1252 has no such mark.
        hasByteOrderMark = query.isOn("bom") && !isWindows1252
        hasCarriageReturns = query.isOn("crlf")
    }

    var query: [(name: String, value: String)] {
        [
            (name: "format", value: format.rawValue),
            (name: "bom", value: hasByteOrderMark ? "1" : ""),
            (name: "crlf", value: hasCarriageReturns ? "1" : ""),
            (name: "encoding", value: isWindows1252 ? "windows-1252" : ""),
        ].filter { !$0.value.isEmpty }
    }

    /// The bytes of the file. The track’s language is in it if the document names none.
    func write(_ document: Captions, language: String, seconds: Int?) -> [UInt8] {
        var document = document
        if document.language == nil, language != "und" { document.language = language }
        return document.written(as: format, options: options(seconds: seconds))
    }

    func options(seconds: Int?) -> WritingOptions {
        var options = WritingOptions()
        options.hasByteOrderMark = hasByteOrderMark
        options.hasCarriageReturns = hasCarriageReturns
        if isWindows1252 { options.encoding = .windows1252 }
        options.duration = seconds.map { MediaTime(seconds: $0) }
        return options
    }

    var contentType: String {
        "\(format.mediaType); charset=\(isWindows1252 ? "windows-1252" : "utf-8")"
    }

    /// What the format can’t keep, in words for people.
    func losses(of document: Captions, seconds: Int?) -> [String] {
        let losses = document.losses(to: format, options: options(seconds: seconds))
        let lacking = isWindows1252 ? Self.countUnwritable(document) : 0
        let letters =
            lacking == 0
            ? []
            : [
                "characters that Windows-1252 doesn’t have; each becomes a question mark "
                    + "(\(Counted.text(lacking, "cue", "cues")))"
            ]
        return losses.map(\.description) + letters
    }

    /// How many cues have a letter that isn’t in Windows-1252.
    private static func countUnwritable(_ document: Captions) -> Int {
        document.cues.count { cue in
            cue.text.unicodeScalars.contains { scalar in
                scalar.value >= 0x80 && Windows1252.byte(scalar) == nil
            }
        }
    }
}

extension CaptionFormatForm: Record {
    static let fields: [Field<CaptionFormatForm>] = [
        .list("formats") { form in
            CaptionFormat.allCases.map {
                Choice(value: $0.rawValue, label: $0.name, isChosen: $0 == form.format)
            }
        },
        .bool("has_mark") { $0.hasByteOrderMark },
        .bool("has_returns") { $0.hasCarriageReturns },
        .list("encodings") { form in
            [("", "UTF-8"), ("windows-1252", "Windows-1252, for old players")].map {
                Choice(
                    value: $0.0,
                    label: $0.1,
                    isChosen: form.isWindows1252 == ($0.0 == "windows-1252")
                )
            }
        },
    ]
}

extension CaptionFormat {
    /// What a file of it is, on the web. SBV and LRC have no type of their own.
    var mediaType: String {
        switch self {
        case .vtt: "text/vtt"
        case .csv: "text/csv"
        case .ttml: "application/ttml+xml"
        case .srt: "application/x-subrip"
        case .sbv, .lrc: "text/plain"
        }
    }
}

extension CaptionTrack {
    /// The name of a saved file, without its ending: "goodnight-moon.pt-BR".
    func fileStem(_ video: VideoSummary) -> String {
        let name = Slug.suggested(for: video.name, fallback: "video-\(self.video)")
        return "\(name).\(language)" + (kind == .subtitles ? "" : ".\(kind.rawValue)")
    }
}
