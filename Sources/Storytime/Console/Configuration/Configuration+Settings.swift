extension Configuration {
    /// The settings of the console itself, in the order in which people read them; features have others
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
            help: "How the outside reaches the console, when a proxy stands before it.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let origin = Origin(text) else {
                throw ConfigurationError("is not http(s)://host[:port] without a path")
            }
            return origin
        },
        Setting(
            "STORYTIME_TRUSTED_PROXY",
            \.trustedProxies,
            range: "addresses or networks, separated by commas",
            help: "Whose X-Forwarded-For and X-Forwarded-Proto are believed.",
            write: { $0.map(\.description).joined(separator: ",") }
        ) { text throws(ConfigurationError) in
            try list(text, "address or network", AddressRange.init)
        },
        Setting(
            "STORYTIME_TIME_ZONE",
            \.timeZone,
            range: "a name of the time zone database",
            help: "The zone in which times are shown, like Europe/Berlin."
        ) { text throws(ConfigurationError) in
            guard TimeText.isZone(text) else { throw ConfigurationError("is not a time zone") }
        },
        Setting(
            "STORYTIME_TERRITORY",
            \.territory,
            range: "a country’s code of two letters (ISO 3166-1)",
            help:
                "Where the console is, like DE. As long as there is no family, it is for this country "
                + "that pages say which books may be shown; families have countries of their own.",
            write: { $0 == .worldwide ? "" : $0.code }
        ) { text throws(ConfigurationError) in
            guard let territory = Territory(code: text.isEmpty ? "*" : text), text != "*" else {
                throw ConfigurationError("is not a country’s code")
            }
            return territory
        },
        Setting(
            "STORYTIME_LANGUAGE",
            \.language,
            range: "one of " + DateLanguage.all.map(\.tag).joined(separator: ", "),
            help: "The language in which dates are written, unless someone chooses another.",
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
            help: "What is written to standard error: a line for each request, or errors only."
        ),
        Setting(
            "STORYTIME_BACKUP_EVERY_HOURS",
            \.backupEveryHours,
            0...8760,
            help: "Hours between two backups that the program makes by itself; 0 makes none."
        ),
        Setting(
            "STORYTIME_BACKUP_KEEP",
            \.backupKeep,
            1...1000,
            help: "How many of the backups in the data folder are kept."
        ),
        Setting(
            "STORYTIME_AUDIT_DAYS",
            \.auditDays,
            0...36_500,
            help: "Days for which the audit log is kept; 0 is for ever."
        ),
        Setting(
            "STORYTIME_SLOW_STATEMENT_MS",
            \.slowStatementMilliseconds,
            0...60_000,
            help: "SQL that takes this many milliseconds is listed as slow; 0 lists none."
        ),
        Setting(
            "STORYTIME_FREE_SPACE_WARNING_MB",
            \.freeSpaceWarningMegabytes,
            0...1_000_000_000,
            help: "Megabytes of free disk space below which admins are warned; 0 never warns."
        ),
        Setting(
            "STORYTIME_VIDEO_LIMIT_MB",
            \.videoLimitMegabytes,
            1...1_000_000,
            help: "Megabytes of the largest video that may be uploaded; 4295 are 4 GiB."
        ),
        Setting(
            "STORYTIME_FFMPEG",
            \.ffmpeg,
            range: "a name or a path",
            help:
                "The program that makes covers smaller and videos playable; a name is found in PATH.",
            check: isNotEmpty
        ),
        Setting(
            "STORYTIME_FFPROBE",
            \.ffprobe,
            range: "a name or a path",
            help: "The program that says what is in a video; it comes with ffmpeg.",
            check: isNotEmpty
        ),
        Setting(
            "STORYTIME_API_REQUESTS_PER_MINUTE",
            \.requestsPerMinute,
            0...1_000_000,
            help: "Requests a minute that the API takes of one token; 0 takes any number."
        ),
        Setting(
            "STORYTIME_API_ORIGINS",
            \.apiOrigins,
            range: "origins like https://app.example.org, separated by commas",
            help: "Web apps elsewhere whose pages may ask the API (CORS); empty allows none.",
            write: { $0.map(\.description).joined(separator: ",") }
        ) { text throws(ConfigurationError) in
            try list(text, "http(s)://host[:port]") { Origin($0) }
        },
        Setting(
            "STORYTIME_LOOPS",
            \.loops,
            0...64,
            help: "Event loops, which also answer quick pages; 0 is one per core."
        ),
        Setting(
            "STORYTIME_WORKERS",
            \.workers,
            0...64,
            help: "Threads that carry out forms and other writes; 0 chooses by the cores."
        ),
        Setting(
            "STORYTIME_RESOURCES",
            \.resources,
            range: "a folder",
            help: "The folder that holds Templates, Public and migrations, when it isn't found."
        ),
    ]

    @Sendable private static func isNotEmpty(_ text: String) throws(ConfigurationError) {
        guard !text.isEmpty else { throw ConfigurationError("is empty") }
    }

    /// Values with commas between them; `what` is what one that can't be read is not.
    private static func list<Value>(_ text: String, _ what: String, _ read: (String) -> Value?)
        throws(ConfigurationError) -> [Value]
    {
        var values: [Value] = []
        for part in text.split(separator: ",") {
            guard let value = read(String(part.filter { $0 != " " })) else {
                throw ConfigurationError("holds “\(part)”, which is no \(what)")
            }
            values.append(value)
        }
        return values
    }
}
