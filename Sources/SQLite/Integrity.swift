extension Database {
    /// SQLite's findings about damage to the file itself, only a few; empty if it is sound. Reads
    /// the whole file.
    package func damages() throws -> [String] {
        let limit: SQL = "PRAGMA integrity_check(10)"
        return try all(limit) { try $0.text(0) }.filter { $0 != "ok" }
    }

    /// Descriptions of references to rows that don't exist, at most ten.
    package func danglingReferences() throws -> [String] {
        let sql: SQL = """
            SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 10
            """
        return try all(sql) {
            let row = try $0.int64OrNil(1).map { " \($0)" } ?? ""
            return "\(try $0.text(0))\(row) to \(try $0.text(2))"
        }
    }
}
