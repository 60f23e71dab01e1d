import Received
import FoundationEssentials

/// What would become of a row of a file.
struct PlannedRow: Sendable, Equatable {
    enum Outcome: String, Sendable, CaseIterable {
        case created, changed, same, refused
    }

    /// The line of the file in which it begins.
    let line: Int
    let outcome: Outcome
    /// The book that it is about, if there is one already.
    var book: ID<Book>?
    let title: String
    let author: String
    /// What would change; of a new book, what it would be.
    var changes: [Change] = []
    /// Why it is refused.
    var problems: [CellProblem] = []
    /// The cells of a row that is refused.
    var cells: [String] = []

    /// What would change, or why not, as it is kept.
    func details() throws -> String {
        outcome == .refused ? try JSONList.text(problems) : Change.json(changes)
    }
}

/// How many rows there are of each outcome.
struct ImportCounts: Sendable, Equatable {
    private var counts: [PlannedRow.Outcome: Int] = [:]

    subscript(outcome: PlannedRow.Outcome) -> Int {
        get { counts[outcome] ?? 0 }
        set { counts[outcome] = newValue }
    }

    var total: Int { counts.values.reduce(0, +) }
}

/// Lists as columns of the database keep them: in JSON.
enum JSONList {
    /// The same list is always the same text: plans are compared by it.
    static func text(_ list: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return OwnText.decode(try encoder.encode(list))
    }

    static func read<Element: Decodable>(_ text: String, of type: Element.Type) throws -> [Element]
    {
        try OwnJSON.decode([Element].self, from: text.utf8)
    }
}
