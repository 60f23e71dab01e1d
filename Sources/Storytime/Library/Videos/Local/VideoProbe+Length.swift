import Received

/// How long a film is: from the first to the last moment of the streams that are kept of it. What
/// else a file claims says nothing about that: a caption or a chapter that ends later, a track that
/// is longer, a clock that doesn’t begin at 0, a number in its head.
extension VideoProbe {
    /// The length of the picture and of the sound that is heard.
    var seconds: Double { seconds(of: [video, audio].compactMap(\.self)) }

    /// The length of these streams together, according to the file; 0 if it doesn’t say.
    func seconds(of kept: [Stream]) -> Double {
        let spans = kept.compactMap(Self.span)
        if let start = spans.map(\.start).min(), let end = spans.map(\.end).max() {
            return end - start
        }
        let start = Self.decimal(format?.start) ?? 0
        let end = Self.decimal(format?.duration) ?? 0
        // Matroska’s head has the moment of the end, where others have a length.
        return max(0, isOf("matroska") && (0..<end).contains(start) ? end - start : end)
    }

    /// Where chapters begin, as a player counts, and what they are called.
    var chapterList: [VideoContents.Chapter] {
        let start = Self.decimal(format?.start) ?? 0
        return (chapters ?? []).map { chapter in
            let seconds = (Self.decimal(chapter.start) ?? 0) - start
            let title = ReadableText.of(chapter.tags?["title"], most: 200)
            return VideoContents.Chapter(
                seconds: Int(clamping: max(0, seconds)),
                title: String(title.prefix { !$0.isNewline })
            )
        }
    }

    /// The end of whatever ends last, according to its head.
    var end: Double? { Self.decimal(format?.duration) }

    /// Whether one of the sounds ends more than a second after that.
    func isLonger(than seconds: Double) -> Bool {
        sounds(in: nil).contains { self.seconds(of: [$0]) > seconds + 1 }
    }

    /// When a stream begins and ends on the clock of its file; nil if the file doesn’t say.
    private static func span(of stream: Stream) -> (start: Double, end: Double)? {
        let start = decimal(stream.start) ?? 0
        if let length = decimal(stream.duration), length > 0 { return (start, start + length) }
        // In Matroska some programs write the moment of the end, and others the length.
        let tag = stream.tags?["DURATION"] ?? stream.tags?["DURATION-eng"]
        guard let tag = clock(tag), tag > 0 else { return nil }
        return (start, tag > start ? tag : start + tag)
    }

    private static func decimal(_ text: String?) -> Double? {
        text.flatMap { ReceivedNumber.decimal($0) }
    }

    /// "00:01:48.023000000" in seconds.
    private static func clock(_ text: String?) -> Double? {
        let parts = (text ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { ReceivedNumber.decimal($0, in: 0...1e6) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }
}
