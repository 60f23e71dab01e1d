import Glibc
import SQLite

extension Command {
    static let migrate = Command(
        name: "migrate",
        usage: "[--data FOLDER]",
        summary: "Creates the database, or updates it to this program's schema.",
        details: ["Stop the server first. It also does this itself when it starts."]
    ) { invocation in
        try invocation.expectNothing()
        try Folder.make(invocation.configuration.data)
        let lock = try DataLock.take(invocation.configuration, for: invocation.command)
        defer { lock.release() }
        _ = try migratedDatabase(invocation.configuration, WriteTurn())
        Console.print("The database is at \(invocation.configuration.databasePath), up to date.")
    }

    static let backup = Command(
        name: "backup",
        usage: "FILE",
        summary: "Writes a copy of the database to FILE, even while the server is running.",
        details: [
            "FILE appears once it is complete and safely on disk. It replaces an earlier backup",
            "of that name, but never any other file.",
            "Media files are not included; they stay in the data folder.",
        ]
    ) { invocation in
        let file = try invocation.single("file to write to")
        let database = try existingDatabase(invocation.configuration)
        try database.backup(to: file)
        note(file, in: database)
        Console.print("Backup written to \(file).")
    }

    static let restore = Command(
        name: "restore",
        usage: "FILE",
        summary: "Replaces the database with a backup. Stop the server first.",
        details: [
            "Files that are damaged, not a Storytime backup, or newer than this program are rejected,",
            "and nothing is changed. The old database is kept next to the new one.",
        ]
    ) { invocation in
        let file = try invocation.single("file to restore")
        let configuration = invocation.configuration
        // A refused backup leaves not even a folder behind.
        let missing = Folder.missing(configuration.data)
        try Folder.make(configuration.data)
        let kept: String?
        do {
            let lock = try DataLock.take(configuration, for: invocation.command)
            defer { lock.release() }
            kept = try Restore.restore(
                file,
                over: configuration.databasePath,
                migrator: try Program.migrator(configuration)
            )
        } catch {
            missing.forEach { rmdir($0) }
            throw error
        }
        try Program.makeDataFolders(configuration)
        if let kept { Console.print("The old database is kept in \(kept).") }
        Console.print("Restored \(file).")
    }

    static let check = Command(
        name: "check",
        usage: "[--data FOLDER]",
        summary: "Checks templates, routes, configuration and, if there is one, the database.",
        details: [
            "It also lists what the program needs and doesn't have: folders that can't be written,",
            "programs, and settings without another. Run it as the user that the server runs as.",
        ]
    ) { invocation in
        try invocation.expectNothing()
        let configuration = invocation.configuration
        let assets = try Assets(folder: configuration.resources + "/Public", isTLS: false)
        _ = try Templates(
            folder: configuration.resources + "/Templates",
            pages: Program.pages,
            icons: assets.links.icons
        )
        _ = try Router(Program.routes)
        Console.print("Configuration, routes, templates and assets are in order.")
        let lacks = Features(Program.features).lacks(configuration)
        for lack in lacks { Console.print(lack.text) }
        try checkDatabase(configuration)
        let faults = lacks.count(where: \.isFault)
        guard faults == 0 else { throw Lacking(faults: faults) }
    }

    private static func checkDatabase(_ configuration: Configuration) throws {
        guard Folder.exists(configuration.databasePath) else {
            Console.print("There is no database at \(configuration.databasePath) yet.")
            return
        }
        let database = try existingDatabase(configuration)
        let pending = try Program.migrator(configuration).pending(database)
        let findings = try database.damages() + database.danglingReferences()
        guard findings.isEmpty else { throw DatabaseFindings(findings: findings) }
        Console.print(
            pending.isEmpty
                ? "The database is in order and up to date."
                : "The database is in order, but `storytime migrate` has "
                    + Counted.text(pending.count, "step", "steps") + " to do."
        )
    }

    /// The audit log says where a copy of everything went. The backup is complete without that, so
    /// nothing that keeps it from being noted makes the command fail: an older schema, a full disk.
    private static func note(_ file: String, in database: Database) {
        try? AuditLog(database, Int(time(nil))).write(
            .commandLine,
            "copied",
            Subject(.backup, nil, file),
            []
        )
    }

    /// The database for a command that only reads: it must exist, with this version's schema.
    static func databaseToRead(_ configuration: Configuration) throws -> Database {
        let database = try existingDatabase(configuration)
        guard try Program.migrator(configuration).pending(database).isEmpty else {
            throw UsageError(
                "the database is from an earlier version; make a backup and run `storytime migrate`"
            )
        }
        return database
    }

    /// The existing database; making an empty one would hide a wrong folder.
    static func existingDatabase(_ configuration: Configuration) throws -> Database {
        guard Folder.exists(configuration.databasePath) else {
            throw UsageError("there is no database at \(configuration.databasePath)")
        }
        return try configuration.openDatabase(turn: WriteTurn())
    }
}

/// What a check found that the program needs and doesn't have; it has listed them.
struct Lacking: Error, CustomStringConvertible {
    let faults: Int

    var description: String {
        Counted.text(faults, "thing listed above needs", "things listed above need")
            + " to be fixed"
    }
}

/// What a check of the database found.
struct DatabaseFindings: Error, CustomStringConvertible {
    let findings: [String]

    var description: String {
        "the database is damaged: " + findings.joined(separator: "; ")
    }
}
