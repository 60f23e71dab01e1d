import CSQLite

/// The state of its database that a connection sees: two equal versions from one connection mean
/// the same content. Versions of different connections can't be compared.
package struct DatabaseVersion: Sendable, Equatable {
    /// A different number after each commit of another connection, in this program or in any other
    /// (https://sqlite.org/pragma.html#pragma_data_version).
    fileprivate let others: Int
    /// How many rows this connection has changed, including those changed by triggers and foreign
    /// keys, and changes that were rolled back.
    fileprivate let own: Int64
}

extension Database {
    /// The current version; nil within a transaction that writes, because its content may be
    /// rolled back.
    package func version() throws -> DatabaseVersion? {
        guard !isWriting else { return nil }
        let others = try first("PRAGMA data_version") { try $0.int(0) }
        return others.map { DatabaseVersion(others: $0, own: sqlite3_total_changes64(handle)) }
    }
}
