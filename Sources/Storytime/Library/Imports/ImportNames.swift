import SQLite

/// The categories and publishers that a file names: those that are there, by the spelling that they
/// have, and those that are not, by the first spelling in the file.
struct ImportNames {
    enum Kind: String, Sendable, CaseIterable {
        case category, publisher
    }

    /// A name that isn't in the catalog.
    struct New: Sendable, Equatable {
        let kind: Kind
        let key: String
        let name: String
        /// The number of rows with it.
        var rowCount = 0
        var isWanted = true
    }

    /// A name of the file, as the catalog has it or would have it.
    struct Resolved: Sendable, Equatable {
        let key: String
        let name: String
        /// Whether the catalog doesn't have it yet.
        var isNew = false
    }

    /// A file that names more new ones has something else in that column, such as descriptions.
    static let maximumNew = 500

    private let database: Database
    /// Whether a name that isn't there may be made; else it is refused.
    private let createsMissing: Bool
    private var known: [Kind: [String: String]] = [:]
    private var new: [Kind: [String: New]] = [:]

    init(database: Database, createsMissing: Bool) {
        self.database = database
        self.createsMissing = createsMissing
    }

    /// All new names, by kind and name.
    var newNames: [New] {
        Kind.allCases.flatMap { kind in
            (new[kind] ?? [:]).values.sorted { $0.key < $1.key }
        }
    }

    /// The name as the catalog has it, or will have it; a reason where it can't be had.
    mutating func resolve(_ kind: Kind, _ name: String) throws -> Result<Resolved, Unknown> {
        let key = Folding.fold(name)
        if let name = known[kind]?[key] { return .success(Resolved(key: key, name: name)) }
        if let new = new[kind]?[key] {
            return .success(Resolved(key: key, name: new.name, isNew: true))
        }
        if let name = try lookUp(kind, key) {
            known[kind, default: [:]][key] = name
            return .success(Resolved(key: key, name: name))
        }
        guard createsMissing else { return .failure(.isMissing(kind, name)) }
        guard (new[kind]?.count ?? 0) < Self.maximumNew else { return .failure(.tooMany(kind)) }
        new[kind, default: [:]][key] = New(kind: kind, key: key, name: name)
        return .success(Resolved(key: key, name: name, isNew: true))
    }

    /// Counts a row for each new name in it.
    mutating func count(_ kind: Kind, _ name: Resolved) {
        new[kind]?[name.key]?.rowCount += 1
    }

    private func lookUp(_ kind: Kind, _ key: String) throws -> String? {
        switch kind {
        case .category:
            try database.first("SELECT name FROM categories WHERE name_key = \(key)") {
                try $0.text(0)
            }
        case .publisher:
            try database.first("SELECT name FROM publishers WHERE name_key = \(key)") {
                try $0.text(0)
            }
        }
    }

    /// Why a name can't be used.
    enum Unknown: Error {
        case isMissing(Kind, String)
        case tooMany(Kind)

        var reason: String {
            switch self {
            case .isMissing(let kind, let name):
                "The \(kind.rawValue) “\(name)” doesn’t exist. Add it first, or let the import create it."
            case .tooMany(let kind):
                "The file has more than \(Counted.number(ImportNames.maximumNew)) new "
                    + "\(kind.plural). Is it the right column?"
            }
        }
    }
}

extension ImportNames.Kind {
    var label: String {
        switch self {
        case .category: "Category"
        case .publisher: "Publisher"
        }
    }

    var plural: String {
        switch self {
        case .category: "categories"
        case .publisher: "publishers"
        }
    }
}
