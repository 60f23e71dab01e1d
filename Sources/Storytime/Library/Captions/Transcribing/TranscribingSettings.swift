/// The settings for writing down what is said in videos; off unless somebody sets one.
struct TranscribingSettings: FeatureSettings {
    /// A service that speaks OpenAI's API for transcriptions; nil without one.
    var service: SpeechAddress?
    /// The key for it, and the model that it is asked for.
    var key = ""
    var model = "whisper-1"
    /// A program on this server, which goes before the service; empty without one.
    var command = ""

    /// What videos on this server are transcribed with; nil if nothing was set.
    var engine: Engine? {
        if !command.isEmpty { return .command(command) }
        return service.map(Engine.service)
    }

    var halves: [Need.Half] {
        guard !key.isEmpty, service == nil else { return [] }
        return [
            Need.Half(
                missing: "STORYTIME_TRANSCRIBE_URL",
                beside: "STORYTIME_TRANSCRIBE_KEY",
                stops: "No service transcribes videos."
            )
        ]
    }

    enum Engine: Sendable, Equatable {
        case service(SpeechAddress)
        case command(String)
    }
}

/// Where a service for transcriptions is asked.
struct SpeechAddress: Sendable, Equatable, CustomStringConvertible {
    /// The path of OpenAI's own service, which others have taken over.
    private static let usualPath = "/v1/audio/transcriptions"

    let origin: Origin
    let path: String

    /// An origin, with a path if the service has another than OpenAI’s. Nil for anything else, and for
    /// a server outside this network without TLS: a key would be readable on the wire.
    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let slash = text[scheme.upperBound...].firstIndex(of: "/") ?? text.endIndex
        guard let origin = Origin(String(text[..<slash])), origin.isSecure || origin.isNearby,
            text[slash...].utf8.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        let path = String(text[slash...])
        self.origin = origin
        self.path = ["", "/", "/v1", "/v1/"].contains(path) ? Self.usualPath : path
    }

    var description: String { origin.description + path }
}

extension Configuration {
    var transcribing: TranscribingSettings {
        get { self[TranscribingSettings.self] }
        set { self[TranscribingSettings.self] = newValue }
    }

    static let transcribingSettings: [Setting] = [
        Setting(
            "STORYTIME_TRANSCRIBE_URL",
            \.transcribing.service,
            range: "https://host[:port][/path], http:// in your own network, or nothing",
            help: "The OpenAI-compatible service that transcribes speech in videos.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let address = SpeechAddress(text) else {
                throw ConfigurationError(
                    "must be https://host[:port], with or without a path, or empty"
                )
            }
            return address
        },
        Setting(
            "STORYTIME_TRANSCRIBE_KEY",
            \.transcribing.key,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The key for that service.",
            check: isHeaderWord
        ),
        Setting(
            "STORYTIME_TRANSCRIBE_MODEL",
            \.transcribing.model,
            range: "a name, or nothing",
            help: "The model to request from the service.",
            check: isHeaderWord
        ),
        Setting(
            "STORYTIME_TRANSCRIBE_COMMAND",
            \.transcribing.command,
            range: "a name or a path, or nothing",
            help: "A program on this server that transcribes speech, instead of a service."
        ) { text throws(ConfigurationError) in
            guard !text.contains("\0") else { throw ConfigurationError("is not a path") }
        },
    ]

    /// Visible ASCII, as a header may have it.
    @Sendable private static func isHeaderWord(_ text: String) throws(ConfigurationError) {
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw ConfigurationError("contains characters that keys and names don’t have")
        }
    }
}
