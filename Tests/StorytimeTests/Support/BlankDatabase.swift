@testable import SQLite
import Synchronization

@testable import Storytime

/// A database as a new installation has it. It is migrated once, and every test gets a copy: SQLite
/// parses all the tables again for each step of a migration, which takes longer than most tests.
enum BlankDatabase {
    /// Brings a new database to the program's schema. One that holds something is migrated.
    static func fill(_ database: Database, now: Int) throws {
        let migrator = try Migrator(directory: Repository.folder + "/migrations")
        if try migrator.pending(database).count == migrator.migrations.count {
            try Original.shared.copy(to: database)
            try database.execute("UPDATE schema_migrations SET applied_at = \(now)")
        }
        try migrator.migrate(database, now: now)
    }

    /// What all copies are made of. Tests run beside each other and take turns with it.
    private final class Original: @unchecked Sendable {
        static let shared = Original()
        private let lock = Mutex(())
        private var database: Database?

        func copy(to target: Database) throws {
            try lock.withLock { _ in
                if database == nil {
                    let fresh = try Database(path: ":memory:")
                    try Migrator(directory: Repository.folder + "/migrations").migrate(
                        fresh,
                        now: 0
                    )
                    database = fresh
                }
                try database?.copy(to: target) { _, _ in }
            }
        }
    }
}
