import HTTP
import SQLite
import Server

/// The state of the program: its version, disk space, backups, slow statements, configuration.
enum SystemPages {
    static let routes = [
        // Sizes come from a file system that may be slow or far away.
        get("/admin/system", lane: .slow, show)
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
                space: SpaceView(
                    visit.site,
                    versions: try visit.videoVersions.space(),
                    now: visit.now
                ),
                backups: BackupsView(visit.site.vitals.backups, now: visit.now, visit.times),
                warnings: try SystemWarning.all(for: visit),
                jobs: try JobsView(visit.jobs, visit.site, visit.times),
                slow: SlowView(visit.site.vitals.slowStatements, now: visit.now, visit.times),
                mux: try MuxView(visit),
                configuration: visit.site.configuration
            )
        )
    }
}
