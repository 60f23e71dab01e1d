/// One act on many books, which can be taken back at once.
struct Batch: Sendable, Equatable {
    enum Kind: String, Sendable {
        case bulk
        case fromFile = "import"
        /// It took another batch back; taking it back in turn does that one again.
        case undo
    }

    /// How long a batch can be taken back; the bin keeps books as long.
    static let keptDays = 30

    let id: ID<Batch>
    let at: Int
    let actorName: String
    let kind: Kind
    /// What was done, as people say it: "37 books put into Bedtime Stories".
    let summary: String
    /// How many books it changed.
    let rowCount: Int
    let undoneAt: Int?
    let undoneBy: String?

    var href: String { "\(BatchPages.path)/\(id)" }
    /// Where it is taken back.
    var undoHref: String { href + "/undo" }

    /// Since when a batch must be there to be taken back.
    static func earliest(now: Int) -> Int { now - keptDays * 86_400 }

    /// How what takes this batch back is called; what takes that back in turn does it again.
    var reversal: String {
        guard kind == .undo else { return Self.undone + summary }
        return summary.hasPrefix(Self.undone)
            ? Self.doneAgain + summary.dropFirst(Self.undone.count)
            : Self.undone + summary.dropFirst(Self.doneAgain.count)
    }

    private static let undone = "Undone: "
    private static let doneAgain = "Done again: "

    func canBeUndone(now: Int) -> Bool { undoneAt == nil && at > Self.earliest(now: now) }
}
