import CSQLite

/// Which state of its database a connection sees: two that are equal, taken from one connection, are
/// of the same content. Between connections they say nothing.
package struct DatabaseVersion: Sendable, Equatable {
    /// Another number after each commit of another connection, in this program or in any other
    /// (https://sqlite.org/pragma.html#pragma_data_version).
    fileprivate let others: Int
    /// How many rows this connection has changed, those of triggers and foreign keys among them; what
    /// was undone counts as well.
    fileprivate let own: Int64
}

extension Database {
    /// The present version; nil within a transaction that writes, whose content may come to nothing.
    package func version() throws -> DatabaseVersion? {
        guard !isWriting else { return nil }
        let others = try first("PRAGMA data_version") { try $0.int(0) }
        return others.map { DatabaseVersion(others: $0, own: sqlite3_total_changes64(handle)) }
    }
}
