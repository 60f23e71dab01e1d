import SQLite

/// Keys that the program creates on first use and keeps in its database.
enum ProgramKey {
    private static let length = 32

    /// The key of that name.
    static func named(_ name: String, in database: Database) throws -> [UInt8] {
        let sql: SQL = "SELECT value FROM program_keys WHERE name = \(name)"
        if let key = try database.first(sql, { try $0.blob(0) }) { return key }
        return try database.write {
            try database.execute(
                """
                INSERT INTO program_keys (name, value) VALUES (\(name), \(Random.bytes(length)))
                ON CONFLICT DO NOTHING
                """
            )
            return try database.first(sql) { try $0.blob(0) } ?? []
        }
    }
}
