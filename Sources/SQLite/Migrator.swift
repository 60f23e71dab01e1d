import CSQLite

/// Brings a database to the program's schema: numbered files, forward only, each in its own
/// transaction.
///
/// Applied migrations are recorded with their whole text rather than a checksum of it. That needs
/// no cryptography, cannot collide, and can say which line somebody edited.
///
/// Two processes that start at the same moment are safe: each checks again what was applied once
/// it has the write lock.
package struct Migrator: Sendable {
    /// "Sto1", in the file's header, where `file` and other programs can see what the file is:
    /// https://sqlite.org/pragma.html#pragma_application_id.
    package static let defaultApplicationID: Int32 = 0x5374_6f31

    package let migrations: [Migration]
    package let applicationID: Int32

    /// Takes the migrations of a folder.
    package init(
        directory: String,
        applicationID: Int32 = Self.defaultApplicationID
    ) throws {
        try self.init(Migration.all(in: directory), applicationID: applicationID)
    }

    package init(
        _ migrations: [Migration],
        applicationID: Int32 = Self.defaultApplicationID
    ) throws(MigrationError) {
        self.migrations = migrations.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        self.applicationID = applicationID
        for (index, migration) in self.migrations.enumerated()
        where migration.number != index + 1 {
            throw .badOrder(expected: index + 1, found: migration.name)
        }
    }

    /// The migrations that `migrate` would apply. Throws if `migrate` would refuse.
    package func pending(_ database: Database) throws -> [Migration] {
        try database.read {
            try checkOwner(database)
            let applied = try appliedMigrations(database)
            try check(applied, database)
            return Array(migrations.dropFirst(applied.count))
        }
    }

    /// Applies what is pending and returns the names. `now` is recorded, in seconds since 1970.
    @discardableResult
    package func migrate(_ database: Database, now: Int) throws -> [String] {
        guard try !pending(database).isEmpty else { return [] }
        // Rebuilding a table that others refer to,
        // https://sqlite.org/lang_altertable.html#otheralter, needs foreign keys to be off, and
        // the switch works only outside a transaction.
        try database.execute("PRAGMA foreign_keys = OFF")
        defer { _ = try? database.execute("PRAGMA foreign_keys = ON") }
        var names: [String] = []
        while let name = try database.write({ try applyNext(database, now: now) }) {
            names.append(name)
        }
        return names
    }
}

extension Migrator {
    /// Applies one migration; nil when none is left. Called with the write lock held.
    private func applyNext(_ database: Database, now: Int) throws -> String? {
        guard let migration = try pending(database).first else { return nil }
        do {
            try database.withoutTransactionControl { try database.script(migration.text) }
        } catch let error as SQLiteError {
            throw MigrationError.failed(name: migration.name, error)
        }
        let dangling = try database.danglingReferences()
        guard dangling.isEmpty else {
            throw MigrationError.danglingReferences(name: migration.name, dangling)
        }
        if migration.number == 1 { try createRecord(database) }
        try database.execute(
            """
            INSERT INTO schema_migrations (number, name, text, applied_at)
            VALUES (\(migration.number), \(migration.name), \(migration.text), \(now))
            """
        )
        return migration.name
    }

    private func createRecord(_ database: Database) throws {
        try database.script(
            """
            PRAGMA application_id = \(applicationID);
            CREATE TABLE schema_migrations (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                text TEXT NOT NULL,
                applied_at INTEGER NOT NULL
            ) STRICT;
            """
        )
    }

    /// Our files have our mark; a file without any table doesn't belong to anybody yet.
    private func checkOwner(_ database: Database) throws {
        let mark = try database.first("PRAGMA application_id") { try $0.int(0) }
        let tables = try database.first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
        guard mark == Int(applicationID) || (mark == 0 && tables == 0) else {
            throw MigrationError.foreign(path: database.path)
        }
    }

    private func appliedMigrations(_ database: Database) throws -> [(name: String, text: String)] {
        let record: SQL = "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'"
        guard try database.first(record, { _ in true }) == true else { return [] }
        return try database.all("SELECT name, text FROM schema_migrations ORDER BY number") {
            (try $0.text(0), try $0.text(1))
        }
    }

    private func check(_ applied: [(name: String, text: String)], _ database: Database) throws {
        for (applied, migration) in zip(applied, migrations) {
            guard applied.text == migration.text else {
                let line = Self.firstDifference(applied.text, migration.text)
                throw MigrationError.edited(name: migration.name, line: line)
            }
            guard applied.name == migration.name else {
                throw MigrationError.missing(name: applied.name)
            }
        }
        if applied.count > migrations.count {
            throw MigrationError.newer(path: database.path, name: applied[migrations.count].name)
        }
    }

    private static func firstDifference(_ one: String, _ other: String) -> Int {
        let left = one.utf8.split(separator: 10, omittingEmptySubsequences: false)
        let right = other.utf8.split(separator: 10, omittingEmptySubsequences: false)
        let same = zip(left, right).prefix { $0.elementsEqual($1) }
        return same.count + 1
    }
}
