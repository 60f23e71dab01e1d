import Received

/// A text and when it is shown.
///
/// Nearly all cues are a text and two times, and a film has thousands of them: whatever else is known
/// about a cue lies in a box that plain ones don't have.
package struct Cue: Equatable, Sendable {
    package var start: MediaTime
    private var knownEnd: Int
    private var plainText: String
    /// None or one. An array is a box with the semantics of a value.
    private var details: [CueDetails]

    package init(start: MediaTime, end: MediaTime?, text: String) {
        self.init(start: start, end: end, normalized: Cue.normalized(text))
    }

    /// For readers: the text has no carriage returns.
    init(start: MediaTime, end: MediaTime?, normalized text: String) {
        self.start = start
        knownEnd = end?.milliseconds ?? Cue.unknown
        plainText = text
        details = []
    }

    /// nil if it isn't known, as in LRC.
    package var end: MediaTime? {
        get { knownEnd == Cue.unknown ? nil : MediaTime(withinBounds: knownEnd) }
        set { knownEnd = newValue?.milliseconds ?? Cue.unknown }
    }

    /// Without markup; lines end with U+000A. A new text has no styles and no times of words.
    package var text: String {
        get { plainText }
        set {
            plainText = Cue.normalized(newValue)
            guard !details.isEmpty else { return }
            change { $0.forgetText() }
        }
    }

    /// Pieces of the text with their styles, from its beginning to its end; none if all of it is plain.
    package var runs: [Run] {
        get { details.first?.runs ?? [] }
        set {
            let runs = Run.canonical(newValue, length: plainText.utf8.count)
            guard runs != self.runs else { return }
            change {
                $0.runs = runs
                $0.rest.source = nil
            }
        }
    }

    /// When each word begins, in the order of the text.
    package var words: [Word] {
        get { details.first?.words ?? [] }
        set {
            guard newValue != words else { return }
            change {
                $0.words = newValue
                $0.rest.source = nil
            }
        }
    }

    /// WebVTT's identifier, TTML's xml:id, the column “id” of CSV.
    package var identifier: String? {
        get { details.first?.identifier }
        set { change { $0.identifier = newValue } }
    }

    /// Where the text stands, as WebVTT says it: `line:0 align:start`.
    package var settingsText: String {
        get { details.first?.rest.settings ?? "" }
        set {
            guard newValue != settingsText else { return }
            change {
                $0.rest.settings = newValue
                $0.rest.source = nil
            }
        }
    }

    package var settings: CueSettings { CueSettings(settingsText) }

    /// What the file says about the cue that only its own format can say: the box of SubRip, the
    /// further cells of a CSV row, the further attributes of a paragraph of TTML.
    package var kept: String {
        get { details.first?.rest.kept ?? "" }
        set {
            guard newValue != kept else { return }
            change { $0.rest.kept = newValue }
        }
    }

    /// The text with its markup as the file has it, if we would write it otherwise.
    package var source: String? {
        get { details.first?.rest.source }
        set {
            guard newValue != source else { return }
            change { $0.rest.source = newValue }
        }
    }

    /// Who speaks, if it is the same voice from the first letter to the last.
    package var voice: String? {
        guard let first = runs.first?.style.voice, runs.allSatisfy({ $0.style.voice == first })
        else { return nil }
        return first
    }

    var isPlain: Bool { details.isEmpty }

    /// For readers, who know that there are no styles yet and no carriage returns.
    @inline(__always)
    mutating func replaceText(_ text: String) {
        plainText = text
    }

    private mutating func change(_ body: (inout CueDetails) -> Void) {
        if details.isEmpty { details.append(CueDetails()) }
        body(&details[0])
        if details[0] == CueDetails() { details = [] }
    }

    /// No time: they are far from it.
    private static let unknown = Int.min

    /// Every line end becomes U+000A. Pieces that were put together are counted together.
    static func normalized(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return ReceivedText.cut(text) }
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte != 0x0A || last != 0x0D { bytes.append(byte == 0x0D ? 0x0A : byte) }
            last = byte
        }
        return ReceivedText.repair(bytes)
    }
}

/// What few cues have.
private struct CueDetails: Equatable, Sendable {
    var identifier: String?
    var runs: [Run] = []
    var words: [Word] = []
    /// None or one.
    private var further: [CueRest] = []

    var rest: CueRest {
        get { further.first ?? CueRest() }
        set {
            if newValue == CueRest() {
                further = []
            } else if further.isEmpty {
                further = [newValue]
            } else {
                further[0] = newValue
            }
        }
    }

    mutating func forgetText() {
        runs = []
        words = []
        rest.source = nil
    }
}

/// What fewer have, in a box of its own: a file of a million names must not take room for it.
private struct CueRest: Equatable, Sendable {
    var settings = ""
    var kept = ""
    var source: String?
}
