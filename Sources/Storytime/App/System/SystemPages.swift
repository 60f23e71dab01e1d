import HTTP
import SQLite
import Server

/// The state of the program: its version, disk space, backups, slow statements, configuration.
enum SystemPages {
    static let routes = [
        // Sizes come from a file system that may be slow or far away.
        get("/admin/system", lane: .slow, show),
        post("/admin/system/backups", lane: .slow, backUp),
    ]

    static func show(_ visit: Visit) throws -> Response {
        let schema = try visit.database.first(
            "SELECT name, applied_at FROM schema_migrations ORDER BY number DESC LIMIT 1"
        ) { (name: try $0.text(0), at: try $0.int(1)) }
        let library = try visit.database.first("SELECT sqlite_version()") { try $0.text(0) }
        return try visit.page(
            SystemPage(
                program: ProgramView(
                    schema: schema?.name ?? "",
                    migratedAt: schema?.at ?? 0,
                    sqliteVersion: library ?? "",
                    startedAt: visit.site.vitals.startedAt,
                    now: visit.now,
                    times: visit.times
                ),
                space: SpaceView(visit.site, now: visit.now),
                backups: BackupsView(visit.site.vitals.backups, now: visit.now, visit.times),
                warnings: SystemWarning.all(for: visit),
                jobs: try JobsView(visit.jobs, visit.site, visit.times),
                slow: SlowView(visit.site.vitals.slowStatements, now: visit.now, visit.times),
                mux: try MuxView(visit),
                configuration: visit.site.configuration
            )
        )
    }

    /// Makes a backup now. It is in the audit log, because it contains everything.
    static func backUp(_ visit: Visit) throws -> Response {
        do {
            let file = try visit.site.vitals.backups.make(from: visit.database, now: visit.now)
            try AuditLog(visit.database, visit.now).write(
                visit.actor,
                "made",
                Subject(.backup, nil, file.name),
                [Change("size", nil, ByteCount.text(file.bytes))]
            )
            return try visit.redirect(
                to: "/admin/system",
                notice: Flash(.good, "Backup \(file.name) made, \(ByteCount.text(file.bytes)).")
            )
        } catch is Backups.AlreadyRunning {
            return try visit.redirect(
                to: "/admin/system",
                notice: Flash(.info, "A backup is already running. Check again in a minute.")
            )
        } catch  where visit.site.vitals.backups.failed?.at == visit.now {
            visit.site.log.error("backup", visit.requestID, error)
            return try visit.redirect(
                to: "/admin/system",
                notice: Flash(.bad, "The backup failed; see the reason below.")
            )
        }
    }
}
