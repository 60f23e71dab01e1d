import SQLite

/// A list of an archive: what its columns are, and the query that reads it.
///
/// A query goes on behind a row by what an index finds, and is the same whatever came before. So what an
/// archive costs grows with what is in it: no page of a list looks at those before it again.
struct ArchiveTable: Sendable {
    /// What a cell holds, and so how it is written.
    enum Kind: Sendable {
        case text, integer
        /// Seconds since 1970, written as ISO 8601 in UTC.
        case time
        /// Yes or no.
        case flag
        /// JSON that the program wrote itself.
        case json
    }

    /// How its files are called: "children" for `children.csv` and `children.json`.
    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The columns, texts and integers, that say where a row stands in the order of its group. Those behind
    /// `columns` are read for it, and not written.
    var key: [(column: Int, kind: Kind)] = [(0, .integer)]
    /// The keys of what the list is read by, one after the other, such as children. They are read once,
    /// and 8 bytes each. Nil where the list is read as a whole.
    var groups: SQL?
    /// The rows of a group behind a place, in order, up to a limit.
    let rows: @Sendable (_ place: ArchivePlace, _ limit: Int) -> SQL

    /// The key of a row.
    func key(of row: Row) throws -> [Binding] {
        try key.map { column, kind in
            kind == .text ? .text(try row.text(column)) : .integer(try row.int64(column))
        }
    }
}

/// How far an archive is in a list.
struct ArchivePlace: Sendable {
    /// The key of the group whose rows are read.
    var group = 0
    /// The key of the last row of it that was written; empty before the first.
    var key: [Binding] = []

    /// A part of the key, as a value of a statement; before the first row what is less than all.
    func integer(_ index: Int = 0) -> Int {
        guard index < key.count, case .integer(let number) = key[index] else { return -1 }
        return Int(number)
    }

    /// The same of a text.
    func text(_ index: Int) -> String {
        guard index < key.count, case .text(let text) = key[index] else { return "" }
        return text
    }
}
