import Received
import Subtitles

/// A line of a text that is read along: when it is said, and when each of its words is, if that is
/// known.
struct ReadingLine: Sendable, Equatable {
    /// A piece of the line that begins to be said at a time: a word with what stands around it.
    struct Piece: Sendable, Equatable {
        let start: MediaTime
        /// Nil: when the next one begins.
        let end: MediaTime?
        let text: String
    }

    /// The number by which the line is asked about: the cue's in the library, or its place in a
    /// family's own text, from 1.
    let number: Int
    let start: MediaTime
    let end: MediaTime
    let text: String
    /// Put together they are the text; empty if only the line's times are known.
    var pieces: [Piece] = []

    /// A line whose end nobody knows, the last of a film of unknown length, is shown for so long.
    static let lastLength: MediaTime = 5_000

    /// The lines that are said, in the order of time. Those that never show and those without a word
    /// are left out; one without an end lasts until the next begins, or to the end of the film.
    static func list(_ cues: [Cue], numbers: [Int], seconds: Int?) -> [ReadingLine] {
        let order = cues.indices.sorted {
            (cues[$0].start, $0) < (cues[$1].start, $1)
        }
        var lines: [ReadingLine] = []
        lines.reserveCapacity(cues.count)
        // From the end: what comes after a cue is known by then. Of cues that begin together, all last
        // until the one after them.
        var begins: MediaTime?
        var next: MediaTime?
        for index in order.reversed() {
            let cue = cues[index]
            if cue.start != begins { (begins, next) = (cue.start, begins) }
            let rest = max(seconds.map { MediaTime(seconds: $0) } ?? 0, cue.start + lastLength)
            let end = cue.end ?? next ?? rest
            guard end > cue.start, cue.text.contains(where: { !$0.isWhitespace }) else { continue }
            lines.append(
                ReadingLine(
                    number: numbers.indices.contains(index) ? numbers[index] : index + 1,
                    start: max(0, cue.start),
                    end: end,
                    text: cue.text,
                    pieces: pieces(of: cue)
                )
            )
        }
        return lines.reversed()
    }

    /// As many lines before one may still be said when it begins.
    private static let overlaps = 16

    /// For each line what a second text says meanwhile, as `pair` of the page’s script has it. What it
    /// says once stands once: with the line that it shares most with.
    static func pair(_ lines: [ReadingLine], with second: [ReadingLine]) -> [String] {
        var texts = lines.map { _ in [String]() }
        var begun = 0
        for other in second {
            // Both are in the order of time.
            while begun < lines.count, lines[begun].start <= other.start { begun += 1 }
            var best: Int?
            var most = MediaTime.zero
            var index = max(0, begun - 1 - overlaps)
            while index < lines.count, lines[index].start < other.end {
                let shared =
                    min(lines[index].end, other.end) - max(lines[index].start, other.start)
                if shared > most { (best, most) = (index, shared) }
                index += 1
            }
            if let best { texts[best].append(other.text) }
        }
        return texts.map { $0.joined(separator: "\n") }
    }

    private static func pieces(of cue: Cue) -> [Piece] {
        let words = cue.words
        guard let first = words.first else { return [] }
        let bytes = Array(cue.text.utf8)
        var starts = words.map { min(max(0, $0.offset), bytes.count) }
        guard zip(starts, starts.dropFirst()).allSatisfy(<) else { return [] }
        var times = words.map { ($0.start, $0.end) }
        // What stands before the first time is said from the beginning of the line.
        if starts[0] > 0 {
            starts.insert(0, at: 0)
            times.insert((min(cue.start, first.start), nil), at: 0)
        }
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
            return Piece(
                start: times[index].0,
                end: times[index].1,
                text: OwnText.decode(bytes[starts[index]..<end])
            )
        }
    }
}

/// A text with its lines, for the script that reads along.
struct ReadingLines {
    let track: ReadingTrack
    let lines: [ReadingLine]

    /// `{"language":"en","label":"English","cues":[{"id":1,"start":0.5,"end":2.1,"text":"Once upon",
    /// "words":[[0.5,"Once "],[0.8,"upon",2]]}]}`: `words` only where their times are known, and the
    /// end of one only where it is not the beginning of the next.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("language", track.language)
            json.member("label", track.title)
            json.name("cues")
            json.list { json in for line in lines { Self.write(line, &json) } }
        }
        return json.bytes
    }

    private static func write(_ line: ReadingLine, _ json: inout JSONWriter) {
        json.object { json in
            json.name("id")
            json.integer(line.number)
            json.name("start")
            json.verbatim(seconds(line.start))
            json.name("end")
            json.verbatim(seconds(line.end))
            json.member("text", line.text)
            guard !line.pieces.isEmpty else { return }
            json.name("words")
            json.list { json in
                for piece in line.pieces {
                    json.list { json in
                        json.verbatim(seconds(piece.start))
                        json.text(piece.text)
                        if let end = piece.end { json.verbatim(seconds(end)) }
                    }
                }
            }
        }
    }

    /// As JSON's seconds: 1500 milliseconds are 1.5.
    private static func seconds(_ time: MediaTime) -> String {
        String(Double(time.milliseconds) / 1000)
    }
}
