/// One edit of many books, which can be undone as a whole.
struct Batch: Sendable, Equatable {
    enum Kind: String, Sendable {
        case bulk
        case fromFile = "import"
        /// It undid another batch; undoing it does that one again.
        case undo
    }

    /// How long a batch can be undone; the bin keeps books for as long.
    static let keptDays = 30

    let id: ID<Batch>
    let at: Int
    let actorName: String
    let kind: Kind
    /// A summary for people: "37 books put into Bedtime Stories".
    let summary: String
    /// How many books it changed.
    let rowCount: Int
    let undoneAt: Int?
    let undoneBy: String?

    var href: String { "\(BatchPages.path)/\(id)" }
    /// The address for undoing it.
    var undoHref: String { href + "/undo" }

    /// The earliest time of batches that can still be undone.
    static func earliest(now: Int) -> Int { now - keptDays * 86_400 }

    /// The title of the batch that undoes this one; undoing that one does it again.
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
