import SQLite

/// A list in an archive: its columns, and the query that reads it.
///
/// A query continues after a row by an index, at the same cost whatever came before. So the cost
/// of an archive grows with its content: no page of a list looks at those before it again.
struct ArchiveTable: Sendable {
    /// The kind of a cell, which decides how it is written.
    enum Kind: Sendable {
        case text, integer
        /// Seconds since 1970, written as ISO 8601 in UTC.
        case time
        /// Yes or no.
        case flag
        /// JSON that the program wrote itself.
        case json
    }

    /// The name of its files: "children" for `children.csv` and `children.json`.
    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The columns, texts and integers, that order the rows of a group. Those that aren't in
    /// `columns` are read for this, and not written.
    var key: [(column: Int, kind: Kind)] = [(0, .integer)]
    /// The keys of the groups by which the list is read, one after another, such as children. They
    /// are read once, and have 8 bytes each. Nil if the list is read as a whole.
    var groups: SQL?
    /// The rows of a group after a place, in order, up to a limit.
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

    /// A part of the key, as a value of a statement; before the first row something less than all
    /// values.
    func integer(_ index: Int = 0) -> Int {
        guard index < key.count, case .integer(let number) = key[index] else { return -1 }
        return Int(number)
    }

    /// A part of the key that is a text.
    func text(_ index: Int) -> String {
        guard index < key.count, case .text(let text) = key[index] else { return "" }
        return text
    }
}
