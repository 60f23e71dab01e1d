/// How this instance runs: read once at startup from the environment and the flags, then
/// immutable.
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
    /// Threads for forms and other writes; 0 chooses by the number of cores.
    var workers = 0
    var timeZone = "UTC"
    /// Where families watch, until they have their own country.
    var territory = Territory.worldwide
    /// The language of dates.
    var language = DateLanguage.standard
    /// The folder with Templates, Public and migrations; if empty, it is searched for at startup.
    var resources = ""
    var logsRequests = true
    /// Hours between two automatic backups; 0 means never.
    var backupEveryHours = 24
    /// How many of the program's own backups to keep.
    var backupKeep = 7
    /// Days for which the audit log is kept; 0 means forever.
    var auditDays = 0
    /// Statements that take longer are listed; 0 turns that off.
    var slowStatementMilliseconds = 100
    /// Megabytes of free disk space below which admins are warned; 0 means never.
    var freeSpaceWarningMegabytes = 1000
    /// The program that makes smaller pictures, and videos that every browser plays: a path, or a
    /// name that is looked up in PATH.
    var ffmpeg = "ffmpeg"
    /// The program that comes with it and examines files.
    var ffprobe = "ffprobe"
    /// The largest video that is accepted, in megabytes: 4 GiB.
    var videoLimitMegabytes = 4295
    /// Requests that a token may make in a minute, and an address without one; 0 means no limit.
    var requestsPerMinute = 600
    /// The web apps elsewhere whose pages may use the API.
    var apiOrigins: [Origin] = []
    /// The settings of features, by type.
    private var ofFeatures: [ObjectIdentifier: any FeatureSettings] = [:]

    var databasePath: String { data + "/storytime.db" }
    /// Uploads are written here as they arrive, as files without names, on the file system of
    /// their final folders.
    var uploadFolder: String { data + "/tmp" }
    /// Files that are being imported.
    var importFolder: String { data + "/imports" }
    /// Where videos may be put for the console to find them.
    var inboxFolder: String { data + "/inbox" }
    var videoLimitBytes: Int { videoLimitMegabytes * 1_000_000 }

    init() {}

    /// Reads the environment, and the flags that override it. An unknown `STORYTIME_…` is an
    /// error: a misspelled setting that is silently ignored would be noticed much later.
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
    /// The settings of a feature; its defaults unless something else was set.
    subscript<Settings: FeatureSettings>(_ type: Settings.Type) -> Settings {
        get { ofFeatures[ObjectIdentifier(type)] as? Settings ?? Settings() }
        set { ofFeatures[ObjectIdentifier(type)] = newValue }
    }

    /// The value that people may see: for a secret, only whether it is set.
    func shownText(of setting: Setting) -> String {
        let value = setting.text(self)
        return setting.isSecret && !value.isEmpty ? "(hidden)" : value
    }
}

/// The settings of a feature, in addition to those of the console itself.
protocol FeatureSettings: Sendable, Equatable {
    /// The defaults.
    init()
}
