import Quill
import SQLite

/// The System page.
struct SystemPage: Page {
    static let template = "app/system/show.html"

    let program: ProgramView
    let space: SpaceView
    let backups: BackupsView
    let warnings: [SystemWarning]
    let jobs: JobsView
    let slow: SlowView
    let mux: MuxView
    let configuration: Configuration

    private var settings: [SettingView] {
        Program.settings.map { SettingView(setting: $0, configuration: configuration) }
    }

    static let fields: [Field<SystemPage>] = [
        .record("program") { $0.program },
        .record("space") { $0.space },
        .record("backups") { $0.backups },
        .list("warnings") { $0.warnings },
        .record("jobs") { $0.jobs },
        .record("slow") { $0.slow },
        .record("mux") { $0.mux },
        .list("settings") { $0.settings },
    ]
}

/// The running program, its schema, and since when it has been running.
struct ProgramView: Record {
    let schema: String
    let migratedAt: Int
    let sqliteVersion: String
    let startedAt: Int
    let now: Int
    let times: TimeText

    static let fields: [Field<ProgramView>] = [
        .text("version") { _ in Version.current },
        .text("schema") { $0.schema },
        .text("migrated_text") { $0.times.exact($0.migratedAt) },
        .text("sqlite_version") { $0.sqliteVersion },
        .text("uptime") { TimeText.duration($0.now - $0.startedAt) },
        .text("started_text") { $0.times.exact($0.startedAt) },
    ]
}

/// The space that is used, and that is left on the disk.
struct SpaceView: Record {
    let database: DatabaseSize
    let media: MediaSize.Measure
    let disk: DiskSpace?
    /// What videos in other sizes take of the media.
    let versions: VideoVersionStore.Space

    init(_ site: Site, versions: VideoVersionStore.Space = .init(), now: Int) {
        self.versions = versions
        database = DatabaseSize(path: site.configuration.databasePath)
        media = site.vitals.media.measure(now: now)
        disk = site.vitals.disk.space(of: site.configuration.data)
    }

    private var mediaText: String {
        guard media.files > 0 else { return "nothing yet" }
        let files = Counted.text(media.files, "file", "files")
        let size = ByteCount.text(media.bytes)
        return media.isComplete ? "\(size) in \(files)" : "more than \(size) in more than \(files)"
    }

    static let fields: [Field<SpaceView>] = [
        .text("database") { ByteCount.text($0.database.file) },
        .text("log") { ByteCount.text($0.database.log) },
        .text("media") { $0.mediaText },
        .optionalText("versions") { view in
            view.versions.files > 0
                ? "\(ByteCount.text(view.versions.bytes)) in "
                    + Counted.text(view.versions.files, "file", "files") : nil
        },
        .optionalText("free") { $0.disk.map { ByteCount.text($0.free) } },
        .text("disk") { $0.disk.map { ByteCount.text($0.total) } ?? "" },
    ]
}

/// The backups that the program made.
struct BackupsView: Record {
    private let files: [Backups.File]
    private let backups: Backups
    private let now: Int
    private let times: TimeText

    init(_ backups: Backups, now: Int, _ times: TimeText) {
        files = backups.files()
        self.backups = backups
        self.now = now
        self.times = times
    }

    private var schedule: String {
        let kept = "The newest \(Counted.text(backups.keep, "backup is", "backups are")) kept."
        guard backups.everyHours > 0 else { return "Automatic backups are off. " + kept }
        let hours = backups.everyHours
        return "Every \(hours == 1 ? "hour" : "\(hours) hours"). " + kept
    }

    static let fields: [Field<BackupsView>] = [
        .optionalText("last_name") { $0.files.first?.name },
        .text("last_size") { ByteCount.text($0.files.first?.bytes ?? 0) },
        .text("last_text") { view in
            view.files.first.map { view.times.relative($0.at, now: view.now) } ?? ""
        },
        .text("last_exact") { view in view.files.first.map { view.times.exact($0.at) } ?? "" },
        .text("last_iso") { $0.files.first.map { TimeText.iso($0.at) } ?? "" },
        .int("count") { $0.files.count },
        .text("total_size") { ByteCount.text($0.files.reduce(0) { $0 + $1.bytes }) },
        .text("folder") { $0.backups.folder },
        .text("schedule") { $0.schedule },
        .optionalText("failure") { view in
            view.backups.failed.map { "\(view.times.exact($0.at)): \($0.message)." }
        },
    ]
}

/// The statements that were slow since the program started.
struct SlowView: Record {
    private let statements: SlowStatements?
    private let now: Int
    private let times: TimeText

    init(_ statements: SlowStatements?, now: Int, _ times: TimeText) {
        self.statements = statements
        self.now = now
        self.times = times
    }

    private var rows: [SlowRow] {
        (statements?.all ?? []).map { SlowRow(entry: $0, now: now, times: times) }
    }

    static let fields: [Field<SlowView>] = [
        .bool("is_watched") { $0.statements != nil },
        .int("threshold") { $0.statements?.thresholdMilliseconds ?? 0 },
        .list("rows") { $0.rows },
    ]
}

/// A slow statement.
struct SlowRow: Record {
    let entry: SlowStatements.Entry
    let now: Int
    let times: TimeText

    static let fields: [Field<SlowRow>] = [
        .text("sql") { $0.entry.sql },
        .text("count") { Counted.number($0.entry.count) },
        .text("longest") { Counted.number($0.entry.longestMilliseconds) },
        .text("last") { Counted.number($0.entry.lastMilliseconds) },
        .text("when_text") { $0.times.relative($0.entry.lastAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.entry.lastAt) },
        .text("when_iso") { TimeText.iso($0.entry.lastAt) },
    ]
}

/// A setting with its current value; for a secret, only whether it is set.
struct SettingView: Record {
    let setting: Setting
    let configuration: Configuration

    private var isChanged: Bool { setting.text(configuration) != setting.defaultText }

    static let fields: [Field<SettingView>] = [
        .text("name") { $0.setting.name },
        .text("value") { $0.configuration.shownText(of: $0.setting) },
        .text("help") { $0.setting.help },
        .bool("is_changed") { $0.isChanged },
    ]
}
