/// What to do with a value that isn't in the catalog.
enum ImportChoice: Sendable, Equatable {
    /// Use another one: the key of a record, or a value as files write it.
    case use(String)
    /// Create it.
    case create
    /// Ignore it, as if it weren't in the cell.
    case leave
    /// Refuse the rows that have it.
    case refuse

    /// As the database and forms name it.
    var name: String {
        switch self {
        case .use: "use"
        case .create: "create"
        case .leave: "leave"
        case .refuse: "refuse"
        }
    }

    var target: String? {
        if case .use(let target) = self { target } else { nil }
    }

    init?(name: String?, target: String?) {
        switch (name, target) {
        case ("use", let target?): self = .use(target)
        case ("create", nil): self = .create
        case ("leave", nil): self = .leave
        case ("refuse", nil): self = .refuse
        default: return nil
        }
    }
}

/// The columns whose cells take one of several values.
extension ImportColumn {
    /// The columns, in the order in which they are shown.
    static let matched: [ImportColumn] = [
        .categories, .publisher, .series, .language, .status, .ageMin, .ageMax,
    ]

    var isMatched: Bool { Self.matched.contains(self) }

    /// Whether its cells can be left empty if they can’t be read. A book needs its title, and is recognized by
    /// its author and its id; values that are matched say one by one what is done with them.
    var canBeLeftEmpty: Bool { !isMatched && ![.id, .title, .author].contains(self) }

    /// The table whose records the values are, if they are records.
    var records: Records? {
        switch self {
        case .categories: .categories
        case .publisher: .publishers
        case .series: .series
        default: nil
        }
    }

    /// A table of named records.
    enum Records: String, Sendable {
        case categories, publishers, series
    }

    /// The default for an unknown value.
    var usualChoice: ImportChoice { records == nil ? .refuse : .create }

    /// The names of its values where they are counted.
    var valueNoun: (one: String, many: String) {
        switch self {
        case .categories: ("category", "categories")
        case .publisher: ("publisher", "publishers")
        case .series: ("series", "series")
        case .language: ("language", "languages")
        case .status: ("status", "statuses")
        case .ageMin, .ageMax: ("age", "ages")
        default: ("value", "values")
        }
    }

    /// The values that aren't records, and their names in the list of choices.
    var fixedValues: [(value: String, label: String)] {
        switch self {
        case .status: Book.Status.allCases.map { ($0.rawValue, $0.label) }
        case .language: LanguageNames.all.map { ($0.code, $0.name) }
        case .ageMin, .ageMax: AgeRange.allowed.map { (String($0), String($0)) }
        default: []
        }
    }
}

/// The values of a file's cells that stand for something else, by column and folded value.
struct ImportValueMap: Sendable {
    enum Meaning: Sendable, Equatable {
        case instead(String)
        case leftOut, refused
    }

    private var meanings: [ImportColumn: [String: Meaning]] = [:]

    /// What a value stands for; nil if it stands for itself.
    func meaning(of value: String, in column: ImportColumn) -> Meaning? {
        // Most files have no such column, and folding costs time.
        meanings[column].flatMap { $0[Folding.fold(value)] }
    }

    /// Whether cells of a column that can’t be read are left empty: no value has an empty key, so that this
    /// one stands for all of them.
    func leavesUnreadable(_ column: ImportColumn) -> Bool {
        meanings[column]?[Self.unreadable] == .leftOut
    }

    static let unreadable = ""

    mutating func set(_ meaning: Meaning, ofKey key: String, in column: ImportColumn) {
        meanings[column, default: [:]][key] = meaning
    }

    /// The value stands for itself again.
    mutating func clear(_ key: String, in column: ImportColumn) {
        meanings[column]?[key] = nil
    }
}

/// A value of a cell, in the column that it is of.
struct ImportValue: Sendable, Equatable {
    /// A longer text is a description in the wrong column, and can't be matched.
    static let maximumLength = 200

    let column: ImportColumn
    let text: String
}

/// Counts the rows of each value that the catalog doesn't know.
struct ImportValueTally: Sendable {
    /// A column with more has something else in it.
    static let maximumPerColumn = 1000

    struct Found: Sendable {
        /// In the first spelling of the file.
        let text: String
        var rowCount = 0
    }

    private(set) var found: [ImportColumn: [String: Found]] = [:]

    /// Counts a row with these values.
    mutating func count(_ values: [ImportValue]) {
        var counted: [(ImportColumn, String)] = []
        for value in values where value.text.count <= ImportValue.maximumLength {
            let key = Folding.fold(value.text)
            guard !key.isEmpty, !counted.contains(where: { $0 == (value.column, key) }) else {
                continue
            }
            counted.append((value.column, key))
            let isNew = found[value.column]?[key] == nil
            if isNew, (found[value.column]?.count ?? 0) >= Self.maximumPerColumn { continue }
            found[value.column, default: [:]][key, default: Found(text: value.text)].rowCount += 1
        }
    }
}
