extension Configuration {
    /// The settings of the console itself, in the order for people; features have others
    /// (`Program.settings`).
    static let settings: [Setting] = [
        Setting(
            "STORYTIME_HOST",
            \.host,
            range: "an IPv4 or IPv6 address",
            help: "The address to listen on."
        ) { text throws(ConfigurationError) in
            guard IPAddress(text) != nil else { throw ConfigurationError("is not an IP address") }
        },
        Setting(
            "STORYTIME_PORT",
            \.port,
            0...65_535,
            help: "The port to listen on; 0 lets the system choose one."
        ),
        Setting(
            "STORYTIME_DATA",
            \.data,
            range: "a folder",
            help: "Where the database (storytime.db), media and the inbox are kept.",
            check: isNotEmpty
        ),
        Setting(
            "STORYTIME_PUBLIC_URL",
            \.publicURL,
            range: "http(s)://host[:port]",
            help: "The public address of the console, if it is behind a proxy.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let origin = Origin(text) else {
                throw ConfigurationError("must be http(s)://host[:port] without a path")
            }
            return origin
        },
        Setting(
            "STORYTIME_TRUSTED_PROXY",
            \.trustedProxies,
            range: "addresses or networks, separated by commas",
            help: "Proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.",
            write: { $0.map(\.description).joined(separator: ",") }
        ) { text throws(ConfigurationError) in
            try list(text, "address or network", AddressRange.init)
        },
        Setting(
            "STORYTIME_TIME_ZONE",
            \.timeZone,
            range: "a name from the time zone database",
            help: "The time zone for times on pages, like Europe/Berlin."
        ) { text throws(ConfigurationError) in
            guard TimeText.isZone(text) else { throw ConfigurationError("is not a time zone") }
        },
        Setting(
            "STORYTIME_TERRITORY",
            \.territory,
            range: "a two-letter country code (ISO 3166-1)",
            help:
                "The country of the console, like DE. Until there is a family, pages show which books "
                + "can be shown there; families have their own countries.",
            write: { $0 == .worldwide ? "" : $0.code }
        ) { text throws(ConfigurationError) in
            guard let territory = Territory(code: text.isEmpty ? "*" : text), text != "*" else {
                throw ConfigurationError("is not a country code")
            }
            return territory
        },
        Setting(
            "STORYTIME_LANGUAGE",
            \.language,
            range: "one of " + DateLanguage.all.map(\.tag).joined(separator: ", "),
            help: "The language of dates, unless someone chooses another.",
            write: { $0.tag }
        ) { text throws(ConfigurationError) in
            guard let language = DateLanguage(tag: text) else {
                throw ConfigurationError("is not one of the languages")
            }
            return language
        },
        Setting(
            "STORYTIME_ENVIRONMENT",
            \.isDevelopment,
            (no: "production", yes: "development"),
            range: "production or development",
            help: "In development, templates and assets are read again when they change."
        ),
        Setting(
            "STORYTIME_LOG",
            \.logsRequests,
            (no: "errors", yes: "requests"),
            range: "requests or errors",
            help: "What to log to standard error: a line for each request, or only errors."
        ),
        Setting(
            "STORYTIME_BACKUP_EVERY_HOURS",
            \.backupEveryHours,
            0...8760,
            help: "Hours between automatic backups; 0 turns them off."
        ),
        Setting(
            "STORYTIME_BACKUP_KEEP",
            \.backupKeep,
            1...1000,
            help: "How many backups to keep in the data folder."
        ),
        Setting(
            "STORYTIME_AUDIT_DAYS",
            \.auditDays,
            0...36_500,
            help: "How many days to keep the audit log; 0 keeps it forever."
        ),
        Setting(
            "STORYTIME_SLOW_STATEMENT_MS",
            \.slowStatementMilliseconds,
            0...60_000,
            help: "List statements and transactions that take this many milliseconds; 0 lists none."
        ),
        Setting(
            "STORYTIME_FREE_SPACE_WARNING_MB",
            \.freeSpaceWarningMegabytes,
            0...1_000_000_000,
            help: "Warn admins when fewer megabytes of disk space are free; 0 never warns."
        ),
        Setting(
            "STORYTIME_VIDEO_LIMIT_MB",
            \.videoLimitMegabytes,
            1...1_000_000,
            help: "Largest video that can be uploaded, in megabytes; 4295 is 4 GiB."
        ),
        Setting(
            "STORYTIME_FFMPEG",
            \.ffmpeg,
            range: "a name or a path",
            help:
                "The program that resizes covers and prepares videos; a name is looked up in PATH.",
            check: isNotEmpty
        ),
        Setting(
            "STORYTIME_FFPROBE",
            \.ffprobe,
            range: "a name or a path",
            help: "The program that examines videos; it comes with ffmpeg.",
            check: isNotEmpty
        ),
        Setting(
            "STORYTIME_API_REQUESTS_PER_MINUTE",
            \.requestsPerMinute,
            0...1_000_000,
            help: "API requests allowed per minute for each token; 0 means no limit."
        ),
        Setting(
            "STORYTIME_API_ORIGINS",
            \.apiOrigins,
            range: "origins like https://app.example.org, separated by commas",
            help: "Other web apps whose pages can use the API (CORS); empty allows none.",
            write: { $0.map(\.description).joined(separator: ",") }
        ) { text throws(ConfigurationError) in
            try list(text, "http(s)://host[:port]") { Origin($0) }
        },
        Setting(
            "STORYTIME_LOOPS",
            \.loops,
            0...64,
            help: "Event loops, which also serve quick pages; 0 means one per core."
        ),
        Setting(
            "STORYTIME_WORKERS",
            \.workers,
            0...64,
            help: "Threads for forms and other writes; 0 chooses by the number of cores."
        ),
        Setting(
            "STORYTIME_RESOURCES",
            \.resources,
            range: "a folder",
            help:
                "The folder that holds Templates, Public and migrations, if it isn’t found automatically."
        ),
    ]

    /// For settings that can’t be nothing.
    @Sendable static func isNotEmpty(_ text: String) throws(ConfigurationError) {
        guard !text.isEmpty else { throw ConfigurationError("is empty") }
    }

    /// Values separated by commas; `what` names them in the error about one that can't be read.
    private static func list<Value>(_ text: String, _ what: String, _ read: (String) -> Value?)
        throws(ConfigurationError) -> [Value]
    {
        var values: [Value] = []
        for part in text.split(separator: ",") {
            guard let value = read(String(part.filter { $0 != " " })) else {
                throw ConfigurationError("contains “\(part)”, which is not a valid \(what)")
            }
            values.append(value)
        }
        return values
    }
}
