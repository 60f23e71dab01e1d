import Received
import Subtitles

/// What an engine heard: its text with times from the beginning of what it was given.
struct Transcript: Equatable {
    /// A stretch of speech, as the engine divided it.
    struct Segment: Equatable {
        var start: MediaTime
        var end: MediaTime
        var text: String
        /// When each word was said, if the engine says so.
        var words: [SpokenWord] = []
    }

    /// A word, when it begins and when it ends.
    struct SpokenWord: Equatable {
        var text: String
        var start: MediaTime
        var end: MediaTime
    }

    var segments: [Segment] = []
    /// Captions that the engine made itself.
    var captions: Captions?

    /// Nil if it is none of what engines write: OpenAI’s `verbose_json`, one of our formats of
    /// captions, or a line for each word with its start and its end in seconds.
    init?(_ bytes: [UInt8]) {
        let text = ReadableText.plain(ReceivedText.repair(bytes))
        if let answer = try? ReceivedJSON.decode(SpeechAnswer.self, from: bytes) {
            guard let segments = answer.found else { return nil }
            self.segments = segments
        } else if let words = WordLines.words(text) {
            segments = words.isEmpty ? [] : [Segment(words)]
        } else if let captions = try? Captions.read(Array(text.utf8)) {
            self.captions = captions
        } else {
            return nil
        }
    }

    /// The cues, this much later.
    func cues(from offset: MediaTime) -> [Cue] {
        let cues = captions?.cues ?? segments.flatMap(SpokenCues.cues)
        return cues.map { cue in
            var cue = cue
            let words = cue.words.map { word in
                Word(
                    start: word.start + offset,
                    end: word.end.map { $0 + offset },
                    offset: word.offset
                )
            }
            cue.start += offset
            cue.end = cue.end.map { $0 + offset }
            if !words.isEmpty { cue.words = words }
            return cue
        }
    }
}

extension Transcript.Segment {
    /// Words that the engine didn’t divide.
    fileprivate init(_ words: [Transcript.SpokenWord]) {
        self.init(
            start: words[0].start,
            end: words[words.count - 1].end,
            text: words.map(\.text).joined(separator: " "),
            words: words
        )
    }
}

/// `verbose_json` (https://platform.openai.com/docs/api-reference/audio). Words are beside the segments
/// at OpenAI, and in them as pieces of words in whisper.cpp. What is missing, null or of another type
/// is left out: vLLM’s `duration` is a text.
private struct SpeechAnswer: Decodable {
    private struct Segment: Decodable {
        let start: Double
        let end: Double
        let text: String
        let words: [Word]?
    }

    private struct Word: Decodable {
        let word: String
        let start: Double
        let end: Double

        var spoken: Transcript.SpokenWord {
            Transcript.SpokenWord(
                text: word,
                start: MediaTime(saidSeconds: start),
                end: MediaTime(saidSeconds: end)
            )
        }
    }

    private let segments: [Segment]?
    private let words: [Word]?

    private enum CodingKeys: String, CodingKey { case segments, words, text }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        segments = (try? values.decodeIfPresent([Segment].self, forKey: .segments)) ?? nil
        words = (try? values.decodeIfPresent([Word].self, forKey: .words)) ?? nil
        let text = (try? values.decodeIfPresent(String.self, forKey: .text)) ?? nil
        if segments == nil, words == nil, text == nil {
            throw DecodingError.keyNotFound(
                CodingKeys.segments,
                .init(codingPath: [], debugDescription: "no transcript")
            )
        }
    }

    /// Nil if there is a text without a single time.
    var found: [Transcript.Segment]? {
        let beside = (words ?? []).map(\.spoken)
        guard let segments else { return beside.isEmpty ? nil : [Transcript.Segment(beside)] }
        var found = segments.map { segment in
            Transcript.Segment(
                start: MediaTime(saidSeconds: segment.start),
                end: MediaTime(saidSeconds: segment.end),
                text: PlainText.trimmed(segment.text),
                words: Self.joined((segment.words ?? []).map(\.spoken))
            )
        }
        let without = found.indices.filter { segments[$0].words == nil }
        Self.deal(beside, among: without, of: &found)
        return found.filter { !$0.text.isEmpty }
    }

    /// Gives each word to one segment: the first that it begins in. An answer whose segments all last as long as the
    /// film would otherwise have each word as often as it has segments.
    private static func deal(
        _ words: [Transcript.SpokenWord],
        among indices: [Int],
        of segments: inout [Transcript.Segment]
    ) {
        let inTime = words.enumerated().sorted { one, other in
            (one.element.start, one.offset) < (other.element.start, other.offset)
        }
        var next = inTime.startIndex
        for index in indices.sorted(by: { (segments[$0].start, $0) < (segments[$1].start, $1) }) {
            let start = segments[index].start
            let end = max(segments[index].end, start + 1)
            while next < inTime.endIndex, inTime[next].element.start < start { next += 1 }
            while next < inTime.endIndex, inTime[next].element.start < end {
                segments[index].words.append(inTime[next].element)
                next += 1
            }
        }
    }

    /// Pieces of words as words: a space in front begins a new one.
    private static func joined(_ pieces: [Transcript.SpokenWord]) -> [Transcript.SpokenWord] {
        var words: [Transcript.SpokenWord] = []
        for piece in pieces {
            let text = PlainText.trimmed(piece.text)
            if piece.text.hasPrefix(" ") || words.isEmpty {
                words.append(.init(text: text, start: piece.start, end: piece.end))
            } else {
                words[words.count - 1].text += text
                words[words.count - 1].end = piece.end
            }
        }
        for index in words.indices { words[index].text = ReceivedText.cut(words[index].text) }
        return words.filter { !$0.text.isEmpty }
    }
}

extension MediaTime {
    /// An engine may say anything; nothing is said before the beginning.
    fileprivate init(saidSeconds seconds: Double) {
        self = Swift.max(MediaTime(seconds: seconds), 0)
    }
}

/// A line for each word: the word, when it begins and when it ends in seconds, and perhaps how sure the
/// engine is, as PocketSphinx writes with `-time yes`.
private enum WordLines {
    /// Nil if it is something else.
    static func words(_ text: String) -> [Transcript.SpokenWord]? {
        let lines = text.split(whereSeparator: \.isNewline).filter {
            !$0.allSatisfy(\.isWhitespace)
        }
        let found = lines.compactMap(word)
        // Among them may be the same words as one line.
        guard !lines.isEmpty, found.count * 2 >= lines.count else { return nil }
        return found.filter { !isSign($0.text) }
    }

    private static func word(_ line: Substring) -> Transcript.SpokenWord? {
        let parts = line.split(whereSeparator: \.isWhitespace)
        guard (3...4).contains(parts.count), let start = ReceivedNumber.decimal(parts[1]),
            let end = ReceivedNumber.decimal(parts[2]), start <= end
        else { return nil }
        return .init(
            text: String(parts[0].prefix { $0 != "(" }),
            start: MediaTime(saidSeconds: start),
            end: MediaTime(saidSeconds: end)
        )
    }

    /// Silence and noises: "<s>", "<sil>", "[NOISE]", "++breath++".
    private static func isSign(_ text: String) -> Bool {
        text.isEmpty || text.first == "<" || text.first == "[" || text.hasPrefix("++")
    }
}
