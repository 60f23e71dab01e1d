extension Configuration {
    /// The table of settings, in the order in which people read it.
    static let settings = generalSettings + muxSettings

    private static let generalSettings: [Setting] = [
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
            "STORYTIME_TERRITORY",
            range: "a country’s code of two letters (ISO 3166-1)",
            default: "",
            help:
                "Where the console is, like DE. As long as there is no family, it is for this country "
                + "that pages say which books may be shown; families have countries of their own."
        ) { configuration, text throws(ConfigurationError) in
            guard let territory = Territory(code: text.isEmpty ? "*" : text), text != "*" else {
                throw ConfigurationError("is not a country’s code")
            }
            configuration.territory = territory
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
            "STORYTIME_VIDEO_LIMIT_MB",
            range: "1 to 1000000",
            default: "4295",
            help: "Megabytes of the largest video that may be uploaded; 4295 are 4 GiB."
        ) { configuration, text throws(ConfigurationError) in
            configuration.videoLimitMegabytes = try number(text, 1...1_000_000)
        },
        Setting(
            "STORYTIME_FFMPEG",
            range: "a name or a path",
            default: "ffmpeg",
            help:
                "The program that makes covers smaller and videos playable; a name is found in PATH."
        ) { configuration, text throws(ConfigurationError) in
            guard !text.isEmpty else { throw ConfigurationError("is empty") }
            configuration.ffmpeg = text
        },
        Setting(
            "STORYTIME_FFPROBE",
            range: "a name or a path",
            default: "ffprobe",
            help: "The program that says what is in a video; it comes with ffmpeg."
        ) { configuration, text throws(ConfigurationError) in
            guard !text.isEmpty else { throw ConfigurationError("is empty") }
            configuration.ffprobe = text
        },
        Setting(
            "STORYTIME_API_REQUESTS_PER_MINUTE",
            range: "0 to 1000000",
            default: "600",
            help: "Requests a minute that the API takes of one token; 0 takes any number."
        ) { configuration, text throws(ConfigurationError) in
            configuration.requestsPerMinute = try number(text, 0...1_000_000)
        },
        Setting(
            "STORYTIME_API_ORIGINS",
            range: "origins like https://app.example.org, separated by commas",
            default: "",
            help: "Web apps elsewhere whose pages may ask the API (CORS); empty allows none."
        ) { configuration, text throws(ConfigurationError) in
            configuration.apiOrigins = []
            for part in text.split(separator: ",") {
                guard let origin = Origin(String(part.filter { $0 != " " })) else {
                    throw ConfigurationError("holds “\(part)”, which is no http(s)://host[:port]")
                }
                configuration.apiOrigins.append(origin)
            }
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
