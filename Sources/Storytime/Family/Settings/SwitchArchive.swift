import SQLite

/// What parents turned on and off, in their family's archive: a parent who reads it only sees their own.
extension ArchiveTable {
    static func switchTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family = subject else { return [] }
        let own: SQL = reader.map { "\($0.value)" } ?? subject.parents
        return [
            ArchiveTable(
                name: "parent_switches",
                columns: [("user_id", .integer), ("name", .text), ("is_on", .flag)],
                key: [(1, .text)],
                groups: "SELECT id FROM users WHERE id IN (\(sql: own)) ORDER BY id"
            ) { place, limit in
                """
                SELECT user_id, name, is_on FROM parent_switches
                WHERE user_id = \(place.group) AND name > \(place.text(0))
                ORDER BY name LIMIT \(limit)
                """
            }
        ]
    }
}
