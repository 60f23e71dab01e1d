import SQLite
import Server

/// What a running console knows about itself: kept in memory, shared by all of its threads.
struct Vitals: Sendable {
    /// When it started, in seconds since 1970.
    let startedAt: Int
    /// Nil if the configuration turns it off.
    let slowStatements: SlowStatements?
    let backups: Backups
    let media: MediaSize
    let disk = Disk()
    let unnamedProxy = UnnamedProxy()
    let jobBell = JobBell()
    let missingPrograms = MissingPrograms()
    let logGrowth = LogGrowth()
    let stuck = StuckHandlers()
    let stalled = StalledLanes()

    /// What is noticed of the database, by the connections that are opened with this.
    let database: DatabaseHealth
    let lacks = Lacks()
    let health = HealthWatch()

    init(_ configuration: Configuration, _ opened: Database, startedAt: Int) {
        self.startedAt = startedAt
        database = opened.configuration.health ?? DatabaseHealth()
        let threshold = configuration.slowStatementMilliseconds
        slowStatements = threshold > 0 ? SlowStatements(thresholdMilliseconds: threshold) : nil
        backups = Backups(
            folder: Backups.folder(configuration),
            everyHours: configuration.backupEveryHours,
            keep: configuration.backupKeep
        )
        media = MediaSize(folder: configuration.data + "/media")
    }
}
