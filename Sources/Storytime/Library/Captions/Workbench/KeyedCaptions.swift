import Received
import Subtitles

/// A document whose cues have the names that edits use, so that one edit after the other can be carried
/// out, and those of one version on another.
struct KeyedCaptions {
    /// Why an edit can’t be carried out.
    enum Refusal: Error, Equatable {
        /// The cue isn’t there (any more).
        case noCue
        case noRoomToSplit
        case nothingToJoin
        case badText(String)
        case badTime

        var message: String {
            switch self {
            case .noCue: "A cue that you edited no longer exists. Reload the page and try again."
            case .noRoomToSplit: "Place the cursor where the second part should start."
            case .nothingToJoin: "There is no cue after this one to join it with."
            case .badText(let complaint): complaint
            case .badTime: "Enter times like 0:12.5 or 1:02:03.004."
            }
        }
    }

    private(set) var captions: Captions
    /// The name of each cue.
    private(set) var keys: [Int]
    /// Whether somebody else may have deleted a cue that is edited.
    private let isMerging: Bool

    init(_ captions: Captions) {
        self.captions = captions
        keys = Array(captions.cues.indices)
        isMerging = false
    }

    /// The newer of two documents, for edits of the older one.
    init(_ new: Captions, since old: Captions, _ changes: [CueChange]) {
        captions = new
        var names = [Int?](repeating: nil, count: new.cues.count)
        var (lost, made) = (Set<Int>(), Set<Int>())
        for change in changes {
            switch change {
            case .added(let index): made.insert(index)
            case .removed(let index): lost.insert(index)
            case .changed(let from, let to):
                lost.insert(from)
                made.insert(to)
                names[to] = from
            }
        }
        let kept = zip(
            old.cues.indices.filter { !lost.contains($0) },
            new.cues.indices.filter { !made.contains($0) }
        )
        for (from, to) in kept { names[to] = from }
        // Nobody’s edits know the others: they get numbers that no editor uses.
        keys = names.enumerated().map { $1 ?? Int.min + $0 }
        isMerging = true
    }

    mutating func apply(_ edits: [CueEdit]) throws(Refusal) {
        for edit in edits { try apply(edit) }
    }

    private mutating func apply(_ edit: CueEdit) throws(Refusal) {
        switch edit {
        case .set(let cue, let start, let end, let text):
            try set(cue, start, end, text)
        case .split(let cue, let place, let time, let new):
            guard let index = try find(cue) else { return }
            let text = captions.cues[index].text
            guard let split = captions.splitting(index, at: Self.offset(place, text), time: time)
            else { throw .noRoomToSplit }
            captions = split
            keys.insert(new, at: index + 1)
        case .join(let cue):
            guard let index = try find(cue) else { return }
            guard let joined = captions.joining(index) else { throw .nothingToJoin }
            captions = joined
            keys.remove(at: index + 1)
        case .insert(let new, let after, let start, let end, let text):
            let place = after.map { after in
                keys.firstIndex(of: after).map { $0 + 1 } ?? self.place(after)
            }
            try insert(Cue(start: start, end: end, text: text), new, at: place ?? 0)
        case .delete(let cue):
            guard let index = try find(cue), let rest = captions.deleting(index) else { return }
            captions = rest
            keys.remove(at: index)
        }
    }

    private mutating func set(_ key: Int, _ start: MediaTime, _ end: MediaTime?, _ text: String)
        throws(Refusal)
    {
        try Self.check(start, end, text)
        guard let index = try find(key) else {
            // Somebody else deleted what this person wants to keep.
            return try insert(Cue(start: start, end: end, text: text), key, at: place(key))
        }
        captions.cues[index].start = start
        captions.cues[index].end = end
        captions.cues[index].edit(text)
    }

    private mutating func insert(_ cue: Cue, _ key: Int, at place: Int) throws(Refusal) {
        try Self.check(cue.start, cue.end, cue.text)
        guard let more = captions.inserting(cue, at: place) else { throw .noCue }
        captions = more
        keys.insert(key, at: place)
    }

    /// Nil if somebody else has deleted it meanwhile.
    private func find(_ key: Int) throws(Refusal) -> Int? {
        if let index = keys.firstIndex(of: key) { return index }
        guard isMerging, key >= 0 else { throw .noCue }
        return nil
    }

    /// Where a cue that is gone would stand.
    private func place(_ key: Int) -> Int { keys.firstIndex { $0 > key } ?? keys.count }

    private static func check(_ start: MediaTime, _ end: MediaTime?, _ text: String) throws(Refusal)
    {
        let range = MediaTime.zero...CueText.latest
        guard range.contains(start), end.map(range.contains) ?? true else { throw .badTime }
        if let complaint = CueText.complaint(text) { throw .badText(complaint) }
    }

    /// A place in UTF-16 as one in UTF-8, at the beginning of a letter.
    private static func offset(_ place: Int, _ text: String) -> Int {
        guard place > 0 else { return 0 }
        let index =
            text.utf16.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex)
            ?? text.endIndex
        let letter = text.indices.last { $0 <= index }
        return text.utf8.distance(
            from: text.startIndex,
            to: index == text.endIndex ? index : letter ?? index
        )
    }
}
