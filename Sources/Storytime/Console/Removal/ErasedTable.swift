import SQLite

/// A table from which rows are removed together with those that refer to them.
///
/// What is below it is what `ON DELETE CASCADE` would remove, written down so that it can be done a few rows at a
/// time (`RowSlices`); a test compares it with the schema.
struct ErasedTable: Sendable {
    let name: StaticString
    /// The columns of its key; a single number if other tables are below it.
    let key: StaticString
    /// The column that refers to the rows above; of a table that is looked into by a condition of its own, its key.
    let owner: StaticString
    /// Which of those rows, as the beginning of a condition; empty for all.
    let only: SQL
    /// How many usual rows take as long to remove as one of its own: what is removed is overwritten.
    let weight: Int
    /// The tables that refer to it, in the order in which they are emptied: a table that refers to
    /// another one in this list comes before it.
    let below: [ErasedTable]

    init(
        _ name: StaticString,
        by owner: StaticString = "id",
        key: StaticString = "id",
        only: SQL = "",
        weight: Int = 1,
        below: [ErasedTable] = []
    ) {
        self.name = name
        self.key = key
        self.owner = owner
        self.only = only
        self.weight = weight
        self.below = below
    }

    /// Which rows belong to these.
    func belong(to owners: [Int]) -> SQL {
        "\(sql: only)\(sql: SQL(unsafe: owner)) IN \(list: owners)"
    }

    /// The statement that removes some of the rows that meet a condition; nothing may refer to them.
    func removal(where condition: SQL, upTo limit: Int) -> SQL {
        """
        DELETE FROM \(sql: SQL(unsafe: name)) WHERE (\(sql: SQL(unsafe: key))) IN (
            \(sql: keys(where: condition, upTo: limit)))
        """
    }

    /// The keys of some of the rows that meet a condition.
    func keys(where condition: SQL, upTo limit: Int) -> SQL {
        """
        SELECT \(sql: SQL(unsafe: key)) FROM \(sql: SQL(unsafe: name))
        WHERE \(sql: condition) LIMIT \(limit)
        """
    }

    /// The references that it follows, like "viewings.child_id".
    var references: [String] { ["\(name).\(owner)"] + below.flatMap(\.references) }
}
