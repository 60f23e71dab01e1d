import Received
import Subtitles

/// One thing that an editor did to a cue.
///
/// A cue of the version that was edited is named by its place in that version, counted from 0; one that
/// the editor made by a negative number of its own.
enum CueEdit: Sendable, Equatable {
    case set(cue: Int, start: MediaTime, end: MediaTime?, text: String)
    /// At a place in the text, counted in UTF-16 code units, as browsers do.
    case split(cue: Int, at: Int, time: MediaTime?, new: Int)
    /// With the cue behind it.
    case join(cue: Int)
    /// At the beginning if it is behind none.
    case insert(new: Int, after: Int?, start: MediaTime, end: MediaTime?, text: String)
    case delete(cue: Int)

    /// The cues that it changes. Joining also takes the one behind.
    var touched: [Int] {
        switch self {
        case .set(let cue, _, _, _), .split(let cue, _, _, _), .delete(let cue): [cue]
        case .join(let cue): [cue, cue + 1]
        case .insert: []
        }
    }
}

/// Edits as a script sends them: a list of objects, each with the name of its act.
struct CueEdits: Sendable, Equatable {
    /// More was never typed by hand.
    private static let maximumCount = 10_000

    let edits: [CueEdit]

    init(_ edits: [CueEdit]) {
        self.edits = edits
    }

    /// Nil if it isn’t such a list.
    init?(json text: String) {
        guard let value = try? JSONValue(Array(text.utf8)), case .list(let values) = value,
            values.count <= Self.maximumCount
        else { return nil }
        var edits: [CueEdit] = []
        for value in values {
            guard case .object(let members) = value, let edit = CueEdit(members) else { return nil }
            edits.append(edit)
        }
        self.edits = edits
    }

    /// What happened, in a few words, for the list of versions.
    var note: String {
        let touched = Set(edits.flatMap { $0.touched.prefix(1) })
        let made = edits.count { if case .insert = $0 { true } else { false } }
        return Counted.text(touched.count + made, "cue", "cues") + " edited"
    }
}

extension CueEdit {
    fileprivate init?(_ members: [String: JSONValue]) {
        func number(_ name: String) -> Int? { members[name]?.integer }
        guard case .text(let act) = members["act"] else { return nil }
        let cue = number("cue")
        func time(_ name: String) -> MediaTime? { number(name).map { MediaTime(milliseconds: $0) } }
        let times = (start: time("start"), end: time("end"))
        switch (act, cue) {
        case ("set", let cue?):
            guard let start = times.start, case .text(let text) = members["text"] else {
                return nil
            }
            self = .set(cue: cue, start: start, end: times.end, text: text)
        case ("split", let cue?):
            guard let place = number("at"), let new = number("new") else { return nil }
            self = .split(cue: cue, at: place, time: time("time"), new: new)
        case ("join", let cue?): self = .join(cue: cue)
        case ("delete", let cue?): self = .delete(cue: cue)
        case ("insert", _):
            guard let new = number("new"), let start = times.start,
                case .text(let text) = members["text"]
            else { return nil }
            self = .insert(
                new: new,
                after: number("after"),
                start: start,
                end: times.end,
                text: text
            )
        default: return nil
        }
    }
}

/// What may be typed for a cue.
enum CueText {
    static let maximumLength = 5_000
    /// A thousand hours.
    static let latest: MediaTime = 3_600_000_000

    /// What is wrong with a text; nil if nothing is. Marks that change the direction of writing are
    /// common in captions and stay.
    static func complaint(_ text: String) -> String? {
        if text.utf16.count > maximumLength {
            return "Use \(Counted.number(maximumLength)) characters or fewer."
        }
        let isControl = text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }
        return isControl ? "The text contains a control character. Remove it." : nil
    }
}
