/// How this instance runs: read once at start from the environment and the flags, immutable then.
struct Configuration: Sendable {
    static let prefix = "STORYTIME_"

    var host = "127.0.0.1"
    var port = 8080
    /// The folder of everything that must be kept: the database, media, the inbox.
    var data = "data"
    var publicURL: Origin?
    var trustedProxies: [AddressRange] = []
    /// In development templates and assets are read again when they change.
    var isDevelopment = false
    /// Event loops; 0 is one per core.
    var loops = 0
    /// Threads for forms and other writes; 0 is chosen by the number of cores.
    var workers = 0
    var timeZone = "UTC"
    /// Where families watch, until each says it of itself.
    var territory = Territory.worldwide
    /// The language in which dates are written.
    var language = DateLanguage.standard
    /// The folder that holds Templates, Public and migrations; empty is found at start.
    var resources = ""
    var logsRequests = true
    /// Hours between two backups that the program makes by itself; 0 is never.
    var backupEveryHours = 24
    /// How many of the program's own backups are kept.
    var backupKeep = 7
    /// Days for which the audit log is kept; 0 is for ever.
    var auditDays = 0
    /// Statements that take longer are listed; 0 has nobody watch.
    var slowStatementMilliseconds = 100
    /// Megabytes of free disk space below which admins are warned; 0 is never.
    var freeSpaceWarningMegabytes = 1000
    /// The program that makes smaller pictures and videos that every browser plays: a path, or a name
    /// that is looked for in PATH.
    var ffmpeg = "ffmpeg"
    /// The program beside it that says what is in a file.
    var ffprobe = "ffprobe"
    /// The largest video that is taken, in megabytes: 4 GiB.
    var videoLimitMegabytes = 4295
    /// Requests that a token may make in a minute, and an address without one; 0 is without end.
    var requestsPerMinute = 600
    /// The web apps elsewhere whose pages may ask the API.
    var apiOrigins: [Origin] = []
    /// What features are set up with, by the type of their settings.
    private var ofFeatures: [ObjectIdentifier: any FeatureSettings] = [:]

    var databasePath: String { data + "/storytime.db" }
    /// What is being uploaded is written here, as files without names; on the file system of the
    /// folders where it ends.
    var uploadFolder: String { data + "/tmp" }
    /// Files that are being imported.
    var importFolder: String { data + "/imports" }
    /// Where videos may be put for the console to find them.
    var inboxFolder: String { data + "/inbox" }
    var videoLimitBytes: Int { videoLimitMegabytes * 1_000_000 }

    init() {}

    /// Reads the environment, then the flags over it. An unknown `STORYTIME_…` is an error: a
    /// misspelt setting that is silently ignored is found out much later.
    init(
        environment: [String: String],
        flags: [(name: String, value: String)] = [],
        settings: [Setting]
    ) throws(ConfigurationError) {
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Self.prefix) {
            guard let setting = settings.first(where: { $0.name == name }) else {
                throw ConfigurationError("\(name) is not a setting; `storytime config` lists them")
            }
            try apply(setting, value, from: name)
        }
        for (name, value) in flags {
            guard let setting = settings.first(where: { $0.flag == name }) else {
                throw ConfigurationError("\(name) is not an option; --help lists them")
            }
            try apply(setting, value, from: name)
        }
    }

    private mutating func apply(_ setting: Setting, _ value: String, from source: String)
        throws(ConfigurationError)
    {
        do {
            try setting.apply(&self, value)
        } catch {
            let shown = setting.isSecret ? "its value" : "“\(value)”"
            var text = "\(source): \(shown) \(error.description)"
            if !text.contains(setting.range) { text += "; allowed: \(setting.range)" }
            throw ConfigurationError(text)
        }
    }
}

extension Configuration {
    /// What a feature is set up with; its defaults where nothing was said.
    subscript<Settings: FeatureSettings>(_ type: Settings.Type) -> Settings {
        get { ofFeatures[ObjectIdentifier(type)] as? Settings ?? Settings() }
        set { ofFeatures[ObjectIdentifier(type)] = newValue }
    }

    /// The value as a person may see it: a secret is only said to be there.
    func shownText(of setting: Setting) -> String {
        let value = setting.text(self)
        return setting.isSecret && !value.isEmpty ? "(hidden)" : value
    }
}

/// What a feature is set up with, beside the settings of the console itself.
protocol FeatureSettings: Sendable, Equatable {
    /// The defaults.
    init()
}
