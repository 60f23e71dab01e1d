import SQLite

/// Removes rows with all that refers to them, a few in each transaction, so that others save meanwhile: a statement
/// that removes a million rows keeps everybody waiting until it is done.
struct RowSlices {
    /// How much is removed at a time.
    struct Pace: Sendable {
        /// The rows of a slice: others who save wait for some 50 ms.
        var rows = 500
        /// The slices of a request, and of a round of the caretaker: some seconds.
        var slices = 200

        /// For commands, which nobody continues.
        static let untilDone = Pace(slices: .max)
    }

    /// How many rows with others below them are looked into at once.
    private static let ownersAtATime = 50

    let database: Database
    var pace = Pace()

    /// Removes the rows that meet a condition, for which there is an index. What is left after so many slices waits
    /// for the next call.
    func remove(_ table: ErasedTable, where condition: SQL) throws {
        var slices = pace.slices
        // Most rounds find nothing, and then the turn to write isn't taken.
        while slices > 0, try isAny(table, condition) {
            slices -= 1
            try database.write {
                var room = pace.rows
                _ = try clear(table, condition, &room)
            }
        }
    }

    /// Removes rows that belong to these, and what refers to them, as long as there is room. True
    /// if none is left.
    func clear(_ table: ErasedTable, of owners: [Int], _ room: inout Int) throws -> Bool {
        try clear(table, table.belong(to: owners), &room)
    }

    private func clear(_ table: ErasedTable, _ condition: SQL, _ room: inout Int) throws -> Bool {
        guard room > 0 else { return false }
        guard table.below.isEmpty else { return try descend(table, condition, &room) }
        let limit = max(1, room / table.weight)
        let count = try database.execute(table.removal(where: condition, upTo: limit))
        room -= count * table.weight
        return count < limit
    }

    private func descend(_ table: ErasedTable, _ condition: SQL, _ room: inout Int) throws -> Bool {
        while room > 0 {
            let limit = min(max(1, room / table.weight), Self.ownersAtATime)
            let rows = try keys(table, condition, limit)
            guard !rows.isEmpty else { return true }
            for part in table.below {
                guard try clear(part, of: rows, &room) else { return false }
            }
            // A heavy row may be more than there is room for, but then it is the only one.
            guard rows.count == 1 && room > 0 || rows.count * table.weight <= room else {
                return false
            }
            let count = try database.execute(
                """
                DELETE FROM \(sql: SQL(unsafe: table.name))
                WHERE \(sql: SQL(unsafe: table.key)) IN \(list: rows)
                """
            )
            room -= count * table.weight
        }
        return false
    }

    private func isAny(_ table: ErasedTable, _ condition: SQL) throws -> Bool {
        try database.first(
            "SELECT 1 FROM \(sql: SQL(unsafe: table.name)) WHERE \(sql: condition) LIMIT 1"
        ) { _ in true } ?? false
    }

    private func keys(_ table: ErasedTable, _ condition: SQL, _ limit: Int) throws -> [Int] {
        try database.all(table.keys(where: condition, upTo: limit)) { try $0.int(0) }
    }
}
