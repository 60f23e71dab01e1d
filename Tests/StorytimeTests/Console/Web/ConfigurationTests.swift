import Testing

@testable import Storytime

@Suite("Configuration")
struct ConfigurationTests {
    /// A setting with values that are taken, as they are written back, and values that aren't.
    struct Row: CustomTestStringConvertible {
        let name: String
        let good: [(typed: String, kept: String)]
        let bad: [String]

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "STORYTIME_HOST",
            good: [("0.0.0.0", "0.0.0.0"), ("::1", "::1")],
            bad: ["", "localhost", "127.0.0.1:80", "1.2.3"]
        ),
        Row(
            name: "STORYTIME_PORT",
            good: [("0", "0"), ("65535", "65535")],
            bad: ["", "-1", "65536", "http", "80 ", "99999999999999999999"]
        ),
        Row(name: "STORYTIME_DATA", good: [("/var/lib/x", "/var/lib/x")], bad: [""]),
        Row(
            name: "STORYTIME_PUBLIC_URL",
            good: [
                ("https://a.example", "https://a.example"),
                ("https://A.example/", "https://a.example"),
                ("http://a.example:8080", "http://a.example:8080"),
                ("https://a.example:443", "https://a.example"), ("", ""),
            ],
            bad: [
                "a.example", "ftp://a.example", "https://", "https://a.example/path",
                "https://a.example:0", "https://a.example:x", "https://u@a.example",
                "https://a.example?x", "https://a b",
            ]
        ),
        Row(
            name: "STORYTIME_TRUSTED_PROXY",
            good: [
                ("127.0.0.1", "127.0.0.1/32"), ("10.1.2.3/8, ::1", "10.0.0.0/8,::1/128"), ("", ""),
                ("2001:db8::1/32", "2001:db8::/32"),
            ],
            bad: ["proxy", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/", "1.2.3.4/8/9"]
        ),
        Row(
            name: "STORYTIME_TIME_ZONE",
            good: [("Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC")],
            bad: ["", "Mars/Olympus", "Berlin"]
        ),
        Row(
            name: "STORYTIME_TERRITORY",
            good: [("DE", "DE"), ("TW", "TW"), ("", "")],
            bad: ["*", "de", "DEU", "XX", "EU", "Germany"]
        ),
        Row(
            name: "STORYTIME_LANGUAGE",
            good: [("de", "de"), ("en-GB", "en-GB")],
            bad: ["", "xx", "DE"]
        ),
        Row(
            name: "STORYTIME_ENVIRONMENT",
            good: [("development", "development"), ("production", "production")],
            bad: ["", "test", "Production"]
        ),
        Row(
            name: "STORYTIME_LOG",
            good: [("errors", "errors"), ("requests", "requests")],
            bad: ["", "all"]
        ),
        Row(
            name: "STORYTIME_BACKUP_EVERY_HOURS",
            good: [("0", "0"), ("8760", "8760")],
            bad: ["", "-1", "8761", "1.5", "daily"]
        ),
        Row(
            name: "STORYTIME_BACKUP_KEEP",
            good: [("1", "1"), ("1000", "1000")],
            bad: ["", "0", "1001", "all"]
        ),
        Row(
            name: "STORYTIME_AUDIT_DAYS",
            good: [("0", "0"), ("36500", "36500")],
            bad: ["", "-1", "36501", "ever"]
        ),
        Row(
            name: "STORYTIME_SLOW_STATEMENT_MS",
            good: [("0", "0"), ("60000", "60000")],
            bad: ["", "-1", "60001", "1s"]
        ),
        Row(
            name: "STORYTIME_FREE_SPACE_WARNING_MB",
            good: [("0", "0"), ("1000000000", "1000000000")],
            bad: ["", "-1", "1000000001", "1GB"]
        ),
        Row(
            name: "STORYTIME_VIDEO_LIMIT_MB",
            good: [("1", "1"), ("1000000", "1000000")],
            bad: ["", "0", "-1", "1000001", "4 GiB"]
        ),
        Row(
            name: "STORYTIME_FFMPEG",
            good: [("ffmpeg", "ffmpeg"), ("/opt/ffmpeg/bin/ffmpeg", "/opt/ffmpeg/bin/ffmpeg")],
            bad: [""]
        ),
        Row(
            name: "STORYTIME_FFPROBE",
            good: [("ffprobe", "ffprobe"), ("/opt/ffmpeg/bin/ffprobe", "/opt/ffmpeg/bin/ffprobe")],
            bad: [""]
        ),
        Row(
            name: "STORYTIME_API_REQUESTS_PER_MINUTE",
            good: [("0", "0"), ("60", "60"), ("1000000", "1000000")],
            bad: ["", "-1", "1000001", "1.5", "many"]
        ),
        Row(
            name: "STORYTIME_API_ORIGINS",
            good: [
                ("", ""), ("https://App.example", "https://app.example"),
                (
                    "https://app.example, http://localhost:5173/",
                    "https://app.example,http://localhost:5173"
                ),
            ],
            bad: ["*", "app.example", "https://app.example/x", "null", "https://a.example;b"]
        ),
        Row(
            name: "STORYTIME_LOOPS",
            good: [("0", "0"), ("64", "64")],
            bad: ["", "65", "-1", "two"]
        ),
        Row(name: "STORYTIME_WORKERS", good: [("0", "0"), ("64", "64")], bad: ["", "65", "-1"]),
        Row(name: "STORYTIME_RESOURCES", good: [("/opt/x", "/opt/x"), ("", "")], bad: []),
        Row(
            name: "STORYTIME_LOOKUP_URL",
            good: [
                ("https://books.example.org", "https://books.example.org"), ("", ""),
                ("http://mirror.lan:8080", "http://mirror.lan:8080"),
            ],
            bad: ["http://openlibrary.org", "https://openlibrary.org/api", "books"]
        ),
        Row(
            name: "STORYTIME_LOOKUP_CONTACT",
            good: [
                ("", ""), ("ada@example.org", "ada@example.org"),
                ("https://stories.example.org/about", "https://stories.example.org/about"),
            ],
            bad: ["Ada", "ada@x\r\nX: y", "ada@(x)", "ada @x"]
        ),
        Row(
            name: "STORYTIME_MUX_TOKEN_ID",
            good: [("a-1", "a-1"), ("", "")],
            bad: ["a b", "a:b"]
        ),
        Row(name: "STORYTIME_MUX_TOKEN_SECRET", good: [("s/+=", "s/+=")], bad: ["é", "a\nb"]),
        Row(name: "STORYTIME_MUX_WEBHOOK_SECRET", good: [("abc", "abc")], bad: [" ", "a b"]),
        Row(name: "STORYTIME_MUX_SIGNING_KEY_ID", good: [("k1", "k1")], bad: ["k 1"]),
        Row(
            name: "STORYTIME_MUX_SIGNING_KEY",
            good: [("", "")],
            bad: ["x", "-----BEGIN RSA PRIVATE KEY-----", "LS0tLS1CRUdJTg=="]
        ),
        Row(
            name: "STORYTIME_MUX_BASE_URL",
            good: [
                ("https://api.mux.com/", "https://api.mux.com"),
                ("http://127.0.0.1:8081", "http://127.0.0.1:8081"),
                ("http://[::1]:1", "http://[::1]:1"),
            ],
            bad: ["", "http://api.mux.com", "https://api.mux.com/video", "api.mux.com"]
        ),
        Row(
            name: "STORYTIME_TRANSCRIBE_URL",
            good: [
                ("", ""),
                ("https://api.openai.com", "https://api.openai.com/v1/audio/transcriptions"),
                ("http://127.0.0.1:8080/inference", "http://127.0.0.1:8080/inference"),
            ],
            bad: ["http://api.openai.com", "whisper", "https://api.openai.com/a b"]
        ),
        Row(name: "STORYTIME_TRANSCRIBE_KEY", good: [("sk-1", "sk-1"), ("", "")], bad: ["a b"]),
        Row(name: "STORYTIME_TRANSCRIBE_MODEL", good: [("large-v3", "large-v3")], bad: ["é"]),
        Row(
            name: "STORYTIME_TRANSCRIBE_COMMAND",
            good: [("/opt/listen", "/opt/listen"), ("", "")],
            bad: []
        ),
        Row(
            name: "STORYTIME_TMDB_TOKEN",
            good: [("eyJ.a-b_c", "eyJ.a-b_c"), ("", "")],
            bad: ["a b", "é", "a\nb"]
        ),
        Row(
            name: "STORYTIME_TMDB_URL",
            good: [
                ("https://api.themoviedb.org/", "https://api.themoviedb.org"),
                ("http://127.0.0.1:8081", "http://127.0.0.1:8081"),
            ],
            bad: [
                "", "http://api.themoviedb.org", "https://api.themoviedb.org/3",
                "api.themoviedb.org",
            ]
        ),
        Row(
            name: "STORYTIME_FAMILY_LIMIT_MB",
            good: [("1", "1"), ("1000000000", "1000000000")],
            bad: ["", "0", "-1", "20 GB"]
        ),
        Row(
            name: "STORYTIME_USE_EXACT_POSITION_PROGRESS",
            good: [("true", "true"), ("false", "false")],
            bad: ["", "yes", "1"]
        ),
        Row(name: "STORYTIME_YOUTUBE", good: [("on", "on"), ("off", "off")], bad: ["", "yes"]),
        Row(name: "STORYTIME_DOWNLOADS", good: [("on", "on"), ("off", "off")], bad: ["", "yes"]),
        Row(
            name: "STORYTIME_CHAT_URL",
            good: [
                ("", ""), ("https://api.openai.com", "https://api.openai.com/v1"),
                ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
                ("https://chat.example.org/api/", "https://chat.example.org/api"),
            ],
            bad: [
                "http://api.openai.com", "ollama", "https://api.openai.com/a b",
                "https://api.openai.com/v1?x=1",
            ]
        ),
        Row(
            name: "STORYTIME_CHAT_MODEL",
            good: [("llama3.2:3b", "llama3.2:3b"), ("", "")],
            bad: ["é", "a b"]
        ),
        Row(name: "STORYTIME_CHAT_KEY", good: [("sk-1", "sk-1"), ("", "")], bad: ["a b", "é"]),
        Row(
            name: "STORYTIME_ASSISTANT_LINK",
            good: [
                ("", ""),
                (
                    "https://assistant.example.org/app?q={text}",
                    "https://assistant.example.org/app?q={text}"
                ),
            ],
            bad: [
                "assistant", "https://assistant.example.org/app", "https://{text}.example.org/",
                "http://assistant.example.org/?q={text}",
                "https://assistant.example.org/{text}/{text}",
            ]
        ),
        Row(
            name: "STORYTIME_VIPS",
            good: [("vips", "vips"), ("/opt/vips/bin/vips", "/opt/vips/bin/vips")],
            bad: [""]
        ),
    ]

    private func configuration(
        _ environment: [String: String],
        flags: [(name: String, value: String)] = []
    ) throws -> Configuration {
        try Configuration(environment: environment, flags: flags, settings: Program.settings)
    }

    private func setting(_ name: String) throws -> Setting {
        try #require(Program.settings.first { $0.name == name })
    }

    @Test("The table of this test knows every setting")
    func isComplete() {
        #expect(Self.rows.map(\.name) == Program.settings.map(\.name))
    }

    @Test("What is allowed is taken, from the environment and as a flag", arguments: rows)
    func good(row: Row) throws {
        let setting = try setting(row.name)
        for (typed, kept) in row.good {
            let fromEnvironment = try configuration([row.name: typed])
            #expect(setting.text(fromEnvironment) == kept)
            let fromFlag = try configuration([:], flags: [(setting.flag, typed)])
            #expect(setting.text(fromFlag) == kept)
        }
    }

    @Test(
        "What isn't allowed is refused, with the name, the value and what is allowed",
        arguments: rows
    )
    func bad(row: Row) throws {
        let setting = try setting(row.name)
        for value in row.bad {
            let error = #expect(throws: ConfigurationError.self) {
                try configuration([row.name: value])
            }
            let text = error?.description ?? ""
            // What somebody meant to keep secret is not printed for being wrong.
            let shown = setting.isSecret ? "its value" : "“\(value)”"
            #expect(text.hasPrefix("\(row.name): \(shown) "), "\(text)")
            #expect(text.contains(setting.range))
            #expect(throws: ConfigurationError.self) {
                try configuration([:], flags: [(setting.flag, value)])
            }
        }
    }

    @Test(
        "Each default is the one that the table says",
        arguments: Program.settings.map(\.name)
    )
    func defaults(name: String) throws {
        let setting = try setting(name)
        #expect(setting.text(Configuration()) == setting.defaultText)
    }

    @Test("An unknown STORYTIME_ variable is an error; another program's is none of our business")
    func unknown() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try configuration(["STORYTIME_PROT": "80"])
        }
        #expect(error?.description.contains("STORYTIME_PROT is not a setting") == true)
        #expect(throws: Never.self) { try configuration(["PATH": "x", "story": "y"]) }
        #expect(throws: ConfigurationError.self) {
            try configuration([:], flags: [("--prot", "80")])
        }
    }

    @Test("A flag is stronger than the environment, and the last of two flags counts")
    func flagsAreStronger() throws {
        let configuration = try Configuration(
            environment: ["STORYTIME_PORT": "1"],
            flags: [("--port", "2"), ("--port", "3")],
            settings: Program.settings
        )
        #expect(configuration.port == 3)
    }

    @Test("Flags are named as the variables are")
    func flagNames() throws {
        #expect(try setting("STORYTIME_PUBLIC_URL").flag == "--public-url")
        #expect(Set(Program.settings.map(\.flag)).count == Program.settings.count)
    }

    @Test("Every setting says what it is for")
    func isExplained() {
        for setting in Program.settings {
            #expect(setting.name.hasPrefix("STORYTIME_"))
            #expect(setting.help.hasSuffix(".") && !setting.range.isEmpty)
        }
    }
}
