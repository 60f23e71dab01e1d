import FoundationEssentials
import Received
import Subtitles

/// How a whole document is kept: JSON of everything that it says, compressed. That is exact, whatever
/// the format, because nothing is written as a file and read again.
enum CaptionDocument {
    /// Bytes that aren’t a kept document.
    struct Damaged: Error {}

    /// More than can be kept, of whatever way in has no words of its own for that.
    struct TooLarge: Error {}

    static func pack(_ document: Captions) throws -> [UInt8] {
        guard document.codedBytes <= CaptionFile.maximumCodedBytes else { throw TooLarge() }
        guard let packed = Deflate.compress(Array(try JSONEncoder().encode(document)), level: 6)
        else { throw Damaged() }
        return packed
    }

    static func unpack(_ bytes: [UInt8]) throws -> Captions {
        guard let json = Deflate.expand(bytes) else { throw Damaged() }
        return try OwnJSON.decode(Captions.self, from: json)
    }

    /// What players get: WebVTT, without cues that never show. A cue without an end is over when the
    /// next begins, or with the video.
    static func webVTT(_ document: Captions, seconds: Int?) -> [UInt8] {
        var shown = document
        if document.cues.contains(where: isBackward) { shown.cues.removeAll(where: isBackward) }
        var options = WritingOptions()
        options.duration = seconds.map { MediaTime(seconds: $0) }
        return shown.written(as: .vtt, options: options)
    }

    private static func isBackward(_ cue: Cue) -> Bool { cue.end.map { $0 <= cue.start } ?? false }

    /// How many cues people should look at: those that the workbench's checks name.
    static func troubleCount(_ document: Captions, seconds: Int?) -> Int {
        let limits = CaptionLimits(duration: seconds.map { MediaTime(seconds: $0) + 1_000 })
        return Set(document.troubles(limits).map(\.cue)).count
    }
}
