import Quill
import SQLite

/// Something about the program itself that needs an admin's attention before it causes trouble.
struct SystemWarning: Record, Equatable {
    let heading: String
    let message: String

    static let fields: [Field<SystemWarning>] = [
        .text("heading") { $0.heading },
        .text("message") { $0.message },
    ]

    /// The current problems: some dozen system calls, and a look at a table of a few rows.
    static func all(for visit: Visit) throws -> [SystemWarning] {
        let lacks = visit.site.features.lacks(visit.site.configuration)
        return try all(for: visit, lacks)
    }

    /// Those that somebody should do something about now: a program that nobody has missed yet is none.
    static func pressing(for visit: Visit) throws -> [SystemWarning] {
        let lacks = visit.site.features.lacks(visit.site.configuration)
        let missed = visit.site.vitals.missingPrograms.names
        return try all(
            for: visit,
            lacks.filter { lack in
                guard case .program(let name) = lack.thing else { return lack.isFault }
                return lack.isFault || missed.contains(name)
            }
        )
    }

    private static func all(for visit: Visit, _ lacks: [Lack]) throws -> [SystemWarning] {
        [
            damage(visit.site.vitals), obstacle(visit.site.vitals),
            try crash(visit), shortSpace(visit.site), failedBackup(visit),
            try damagedBackup(visit),
            unnamedProxy(visit.site.vitals), longLog(visit.site.configuration),
        ].compactMap(\.self) + lacks.map { SystemWarning(heading: $0.what, message: $0.message) }
    }

    private static func damage(_ vitals: Vitals) -> SystemWarning? {
        guard vitals.database.isDamaged else { return nil }
        return SystemWarning(
            heading: "The database is damaged.",
            message:
                "Part of it can’t be read. Stop the program, keep the file, and restore the last "
                + "backup with “storytime restore”."
        )
    }

    private static func obstacle(_ vitals: Vitals) -> SystemWarning? {
        vitals.database.obstacle.map { obstacle in
            SystemWarning(
                heading: "Nothing can be saved right now.",
                message:
                    "\(obstacle.words) As soon as something can be saved again, this goes away."
            )
        }
    }

    private static func crash(_ visit: Visit) throws -> SystemWarning? {
        let crashes = try CrashStore(database: visit.database, now: visit.now).recent()
        guard let last = crashes.first else { return nil }
        let others = crashes.count - 1
        return SystemWarning(
            heading: "The program crashed \(visit.times.relative(last.at, now: visit.now)), "
                + "\(last.words).",
            message: "What it was working on isn’t tried again automatically. "
                + (others == 0
                    ? ""
                    : "It crashed \(Counted.text(others, "more time", "more times")) "
                        + "within a week. ")
                + "The log says where: please report it."
        )
    }

    private static func shortSpace(_ site: Site) -> SystemWarning? {
        let configuration = site.configuration
        guard let space = site.vitals.disk.space(of: configuration.data) else { return nil }
        if !space.hasRoom(for: 0) {
            return SystemWarning(
                heading: "Only \(ByteCount.text(space.free)) of disk space left.",
                message:
                    "Uploads are refused until more than \(ByteCount.text(space.reserved)) are free. "
                    + "Everything else goes on."
            )
        }
        guard
            space.isShort(
                warnBelowBytes: configuration.freeSpaceWarningMegabytes * 1_000_000,
                databaseBytes: DatabaseSize(path: configuration.databasePath).total
            )
        else { return nil }
        return SystemWarning(
            heading: "Only \(ByteCount.text(space.free)) of disk space left.",
            message: "When the disk is full, nothing can be saved or backed up."
        )
    }

    private static func longLog(_ configuration: Configuration) -> SystemWarning? {
        let bytes = DatabaseSize(path: configuration.databasePath).log
        guard LogGrowth.isLong(bytes) else { return nil }
        return SystemWarning(
            heading: "The write-ahead log has grown to \(ByteCount.text(bytes)).",
            message: LogGrowth.cause.prefix(1).uppercased() + LogGrowth.cause.dropFirst() + "."
        )
    }

    private static func unnamedProxy(_ vitals: Vitals) -> SystemWarning? {
        vitals.unnamedProxy.address.map { address in
            SystemWarning(
                heading: "Requests come through an untrusted proxy, \(address).",
                message: "All visitors look like one: one’s wrong passwords lock the others out. "
                    + "If the proxy is yours, add it to STORYTIME_TRUSTED_PROXY."
            )
        }
    }

    private static func damagedBackup(_ visit: Visit) throws -> SystemWarning? {
        guard let name = try visit.backupChecks.damaged(),
            Folder.exists(visit.site.vitals.backups.path(of: name))
        else { return nil }
        return SystemWarning(
            heading: "The backup \(name) is damaged.",
            message: "Make a new one and check it. The disk may be failing."
        )
    }

    private static func failedBackup(_ visit: Visit) -> SystemWarning? {
        visit.site.vitals.backups.failed.map { failed in
            SystemWarning(
                heading: "The last backup failed.",
                message: "\(visit.times.exact(failed.at)): \(failed.message)."
            )
        }
    }
}
