import Subtitles

/// Captions that somebody brings as a file, as WebVTT: a WebVTT file as it is, an SRT file converted.
struct CaptionFile: Sendable, Equatable {
    /// Why a file can't be used, in words for people.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case tooLarge(Int)
        case hasNone

        var description: String {
            switch self {
            case .tooLarge(let size):
                "Choose a smaller file: at most \(ByteCount.text(maximumBytes)). "
                    + "This one has \(ByteCount.text(size))."
            case .hasNone: "This file has no captions. Choose a WebVTT or SRT file."
            }
        }
    }

    static let maximumBytes = EmbeddedCaptions.maximumBytes

    /// WebVTT, in UTF-8.
    let text: [UInt8]

    init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge(bytes.count) }
        text = try Self.webVTT(bytes)
        guard EmbeddedCaptions.isWorthKeeping(text) else { throw .hasNone }
    }

    private static func webVTT(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
        if EmbeddedCaptions.isWebVTT(bytes) {
            return Array(bytes.drop { $0 != UInt8(ascii: "W") })
        }
        guard var captions = try? Captions.read(bytes), [.srt, .vtt].contains(captions.format)
        else { throw .hasNone }
        // No player shows a cue that ends before it begins.
        captions.cues.removeAll { cue in cue.end.map { $0 <= cue.start } ?? false }
        return captions.written(as: .vtt)
    }
}
