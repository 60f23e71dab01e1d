import Received

/// An uploaded file of books, on its way into the catalog.
struct Import: Sendable, Equatable {
    enum State: String, Sendable, CaseIterable {
        /// An admin says what its columns are.
        case mapping
        /// The dry run: the background finds out what would become of each row.
        case checking
        /// The plan is shown, and waits for confirmation.
        case checked
        /// The background changes the catalog.
        case importing
        case done
        /// Something is wrong with the file as a whole.
        case failed
    }

    /// The largest file. 50,000 books with long descriptions are half of it.
    static let maximumBytes = 64_000_000
    /// The most rows of a file: more books than a family's library has, and few enough to be planned
    /// and written in one go.
    static let maximumRows = 200_000
    /// The longest part of a file's name that is kept.
    static let maximumNameLength = 200
    /// How long a file and its plan are kept. The import itself can be undone for longer.
    static let keptDays = 7

    let id: ID<Import>
    let at: Int
    let actor: Actor
    let fileName: String
    let bytes: Int
    let state: State
    /// How the file is written.
    let form: CSVForm
    let headings: [String]
    let mapping: ImportMapping
    /// What is wrong with the file as a whole.
    let message: String?
    /// What the dry run planned, as a digest, and the last audit entry that it knew of.
    let digest: [UInt8]?
    let stamp: Int?
    /// The catalog has changed since the plan was shown, and the plan with it.
    let isAnew: Bool
    let batch: ID<Batch>?
    /// It was carried out, and undone.
    let isUndone: Bool
    let counts: ImportCounts
    /// Whether nothing in the file says its encoding, and nobody chose one.
    var isEncodingGuessed = false
    /// That, and what of it isn't in the encoding of the rest, in words for people.
    var encodingNote: String?

    var encoding: TextEncoding { form.encoding }
    var delimiter: Delimiter { form.delimiter }

    /// The columns that are left out.
    var leftOut: [IgnoredColumn] { IgnoredColumn.all(headings, mapping) }

    /// How many rows would change something.
    var wantedCount: Int { counts[.created] + counts[.changed] }
}

/// A row of a file as its plan is kept.
struct ImportRow: Sendable, Equatable {
    let line: Int
    let book: ID<Book>?
    let title: String
    let author: String
    let changes: [Change]
    let problems: [CellProblem]
}
