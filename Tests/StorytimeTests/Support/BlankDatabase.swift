import Foundation
import Synchronization

@testable import SQLite
@testable import Storytime

/// A database as a new installation has it. It is migrated once, and every test gets a copy: SQLite
/// parses all the tables again for each step of a migration, which takes longer than most tests.
enum BlankDatabase {
    private static let migrator = Result {
        try Migrator(directory: Repository.folder + "/migrations")
    }

    private static let original = DatabaseOriginal {
        let fresh = try Database(path: ":memory:")
        try migrator.get().migrate(fresh, now: 0)
        return (fresh, nil)
    }

    /// Brings a new database to the program's schema. One that holds something is migrated.
    static func fill(_ database: Database, now: Int) throws {
        let migrator = try migrator.get()
        guard try migrator.pending(database).count == migrator.migrations.count else {
            try migrator.migrate(database, now: now)
            return
        }
        try original.copy(to: database)
        try database.execute("UPDATE schema_migrations SET applied_at = \(now)")
    }
}

/// A database that takes long to make and that many tests begin with, and the files beside it: made once, and
/// copied for each. Tests run beside each other and take turns with it.
final class DatabaseOriginal: @unchecked Sendable {
    typealias Made = (database: Database, files: TemporaryFolder?)

    private let make: @Sendable () throws -> Made
    private let lock = Mutex(())
    private var made: Made?

    init(_ make: @escaping @Sendable () throws -> Made) {
        self.make = make
    }

    func copy(to target: Database, files folder: TemporaryFolder? = nil) throws {
        try lock.withLock { _ in
            let original = try made ?? make()
            made = original
            try original.database.copy(to: target) { _, _ in }
            guard let folder, let files = original.files else { return }
            for name in files.names {
                try FileManager.default.copyItem(
                    atPath: files.file(name),
                    toPath: folder.file(name)
                )
            }
        }
    }
}
