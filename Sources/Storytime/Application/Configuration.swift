/// How this instance runs: read once at start from the environment and the flags, immutable then.
struct Configuration: Sendable, Equatable {
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

    var databasePath: String { data + "/storytime.db" }
    /// What is being uploaded is written here, as files without names; on the file system of the
    /// folders where it ends.
    var uploadFolder: String { data + "/tmp" }

    /// The table of settings, in the order in which people read it.
    static let settings: [Setting] = [
        Setting(
            "STORYTIME_HOST",
            range: "an IPv4 or IPv6 address",
            default: "127.0.0.1",
            help: "The address to listen on."
        ) { configuration, text throws(ConfigurationError) in
            guard IPAddress(text) != nil else { throw ConfigurationError("is not an IP address") }
            configuration.host = text
        },
        Setting(
            "STORYTIME_PORT",
            range: "0 to 65535",
            default: "8080",
            help: "The port to listen on; 0 lets the system choose one."
        ) { configuration, text throws(ConfigurationError) in
            configuration.port = try number(text, 0...65_535)
        },
        Setting(
            "STORYTIME_DATA",
            range: "a folder",
            default: "data",
            help: "Where the database (storytime.db), media and the inbox are kept."
        ) { configuration, text throws(ConfigurationError) in
            guard !text.isEmpty else { throw ConfigurationError("is empty") }
            configuration.data = text
        },
        Setting(
            "STORYTIME_PUBLIC_URL",
            range: "http(s)://host[:port]",
            default: "",
            help: "How the outside reaches the console, when a proxy stands before it."
        ) { configuration, text throws(ConfigurationError) in
            guard !text.isEmpty else { return configuration.publicURL = nil }
            guard let origin = Origin(text) else {
                throw ConfigurationError("is not http(s)://host[:port] without a path")
            }
            configuration.publicURL = origin
        },
        Setting(
            "STORYTIME_TRUSTED_PROXY",
            range: "addresses or networks, separated by commas",
            default: "",
            help: "Whose X-Forwarded-For and X-Forwarded-Proto are believed."
        ) { configuration, text throws(ConfigurationError) in
            configuration.trustedProxies = []
            for part in text.split(separator: ",") {
                guard let range = AddressRange(String(part.filter { $0 != " " })) else {
                    throw ConfigurationError("holds “\(part)”, which is no address or network")
                }
                configuration.trustedProxies.append(range)
            }
        },
        Setting(
            "STORYTIME_TIME_ZONE",
            range: "a name of the time zone database",
            default: "UTC",
            help: "The zone in which times are shown, like Europe/Berlin."
        ) { configuration, text throws(ConfigurationError) in
            guard TimeText.isZone(text) else { throw ConfigurationError("is not a time zone") }
            configuration.timeZone = text
        },
        Setting(
            "STORYTIME_LANGUAGE",
            range: "one of " + DateLanguage.all.map(\.tag).joined(separator: ", "),
            default: DateLanguage.standard.tag,
            help: "The language in which dates are written, unless someone chooses another."
        ) { configuration, text throws(ConfigurationError) in
            guard let language = DateLanguage(tag: text) else {
                throw ConfigurationError("is not one of the languages")
            }
            configuration.language = language
        },
        Setting(
            "STORYTIME_ENVIRONMENT",
            range: "production or development",
            default: "production",
            help: "In development, templates and assets are read again when they change."
        ) { configuration, text throws(ConfigurationError) in
            configuration.isDevelopment = try choice(text, "production", "development") == 1
        },
        Setting(
            "STORYTIME_LOG",
            range: "requests or errors",
            default: "requests",
            help: "What is written to standard error: a line for each request, or errors only."
        ) { configuration, text throws(ConfigurationError) in
            configuration.logsRequests = try choice(text, "errors", "requests") == 1
        },
        Setting(
            "STORYTIME_BACKUP_EVERY_HOURS",
            range: "0 to 8760",
            default: "24",
            help: "Hours between two backups that the program makes by itself; 0 makes none."
        ) { configuration, text throws(ConfigurationError) in
            configuration.backupEveryHours = try number(text, 0...8760)
        },
        Setting(
            "STORYTIME_BACKUP_KEEP",
            range: "1 to 1000",
            default: "7",
            help: "How many of the backups in the data folder are kept."
        ) { configuration, text throws(ConfigurationError) in
            configuration.backupKeep = try number(text, 1...1000)
        },
        Setting(
            "STORYTIME_AUDIT_DAYS",
            range: "0 to 36500",
            default: "0",
            help: "Days for which the audit log is kept; 0 is for ever."
        ) { configuration, text throws(ConfigurationError) in
            configuration.auditDays = try number(text, 0...36_500)
        },
        Setting(
            "STORYTIME_SLOW_STATEMENT_MS",
            range: "0 to 60000",
            default: "100",
            help: "SQL that takes this many milliseconds is listed as slow; 0 lists none."
        ) { configuration, text throws(ConfigurationError) in
            configuration.slowStatementMilliseconds = try number(text, 0...60_000)
        },
        Setting(
            "STORYTIME_FREE_SPACE_WARNING_MB",
            range: "0 to 1000000000",
            default: "1000",
            help: "Megabytes of free disk space below which admins are warned; 0 never warns."
        ) { configuration, text throws(ConfigurationError) in
            configuration.freeSpaceWarningMegabytes = try number(text, 0...1_000_000_000)
        },
        Setting(
            "STORYTIME_LOOPS",
            range: "0 to 64",
            default: "0",
            help: "Event loops, which also answer quick pages; 0 is one per core."
        ) { configuration, text throws(ConfigurationError) in
            configuration.loops = try number(text, 0...64)
        },
        Setting(
            "STORYTIME_WORKERS",
            range: "0 to 64",
            default: "0",
            help: "Threads that carry out forms and other writes; 0 chooses by the cores."
        ) { configuration, text throws(ConfigurationError) in
            configuration.workers = try number(text, 0...64)
        },
        Setting(
            "STORYTIME_RESOURCES",
            range: "a folder",
            default: "",
            help: "The folder that holds Templates, Public and migrations, when it isn't found."
        ) { configuration, text throws(ConfigurationError) in
            configuration.resources = text
        },
    ]

    init() {}

    /// Reads the environment, then the flags over it. An unknown `STORYTIME_…` is an error: a
    /// misspelt setting that is silently ignored is found out much later.
    init(environment: [String: String], flags: [(name: String, value: String)] = [])
        throws(ConfigurationError)
    {
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Self.prefix) {
            guard let setting = Self.settings.first(where: { $0.name == name }) else {
                throw ConfigurationError("\(name) is no setting; `storytime config` lists them")
            }
            try apply(setting, value, from: name)
        }
        for (name, value) in flags {
            guard let setting = Self.settings.first(where: { $0.flag == name }) else {
                throw ConfigurationError("\(name) is no option; --help lists them")
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
            throw ConfigurationError(
                "\(source): \(shown) \(error.description); allowed: \(setting.range)"
            )
        }
    }

    private static func number(_ text: String, _ range: ClosedRange<Int>)
        throws(ConfigurationError) -> Int
    {
        guard let number = Int(text), range.contains(number) else {
            throw ConfigurationError("is not a number in the range")
        }
        return number
    }

    private static func choice(_ text: String, _ choices: String...) throws(ConfigurationError)
        -> Int
    {
        guard let index = choices.firstIndex(of: text) else {
            throw ConfigurationError("is not one of the choices")
        }
        return index
    }
}

extension Configuration {
    /// The setting's value in this configuration, as it would be written.
    func text(of setting: Setting) -> String {
        switch setting.name {
        case "STORYTIME_HOST": host
        case "STORYTIME_PORT": String(port)
        case "STORYTIME_DATA": data
        case "STORYTIME_PUBLIC_URL": publicURL?.description ?? ""
        case "STORYTIME_TRUSTED_PROXY":
            trustedProxies.map(\.description).joined(separator: ",")
        case "STORYTIME_TIME_ZONE": timeZone
        case "STORYTIME_LANGUAGE": language.tag
        case "STORYTIME_ENVIRONMENT": isDevelopment ? "development" : "production"
        case "STORYTIME_LOG": logsRequests ? "requests" : "errors"
        case "STORYTIME_BACKUP_EVERY_HOURS": String(backupEveryHours)
        case "STORYTIME_BACKUP_KEEP": String(backupKeep)
        case "STORYTIME_AUDIT_DAYS": String(auditDays)
        case "STORYTIME_SLOW_STATEMENT_MS": String(slowStatementMilliseconds)
        case "STORYTIME_FREE_SPACE_WARNING_MB": String(freeSpaceWarningMegabytes)
        case "STORYTIME_LOOPS": String(loops)
        case "STORYTIME_WORKERS": String(workers)
        case "STORYTIME_RESOURCES": resources
        default: ""
        }
    }

    /// The value as a person may see it: a secret is only said to be there.
    func shownText(of setting: Setting) -> String {
        let value = text(of: setting)
        return setting.isSecret && !value.isEmpty ? "(hidden)" : value
    }
}
