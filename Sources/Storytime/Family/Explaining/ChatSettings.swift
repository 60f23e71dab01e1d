/// The settings for explaining and translating; off until an address and a model are set.
struct ChatSettings: FeatureSettings {
    /// A service that speaks OpenAI's chat API; nil without one.
    var address: ChatAddress?
    /// The model that it is asked for.
    var model = ""
    var key = ""
    /// Another assistant that a text can be taken to; nil without one.
    var assistant: AssistantLink?
    /// Nothing that anybody sets, but tests do.
    var patience = ChatPatience()

    var isOn: Bool { address != nil && !model.isEmpty }

    var halves: [Need.Half] {
        let stops = "Nothing is explained or translated."
        let (url, name) = ("STORYTIME_CHAT_URL", "STORYTIME_CHAT_MODEL")
        if address != nil {
            return model.isEmpty ? [Need.Half(missing: name, beside: url, stops: stops)] : []
        }
        let beside = !model.isEmpty ? name : !key.isEmpty ? "STORYTIME_CHAT_KEY" : nil
        return beside.map { [Need.Half(missing: url, beside: $0, stops: stops)] } ?? []
    }
}

/// Where a service for conversations is asked: the base of its API, such as
/// `http://127.0.0.1:11434/v1`.
struct ChatAddress: Sendable, Equatable, CustomStringConvertible {
    /// The path of OpenAI's own service, which others have taken over.
    private static let usualPath = "/v1"

    let origin: Origin
    /// Without a slash at its end.
    let path: String

    /// An origin, with a path if the service has another than OpenAI’s. Nil for anything else, and for
    /// a server outside this network without TLS: what is asked would be readable on the wire.
    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let slash = text[scheme.upperBound...].firstIndex(of: "/") ?? text.endIndex
        guard let origin = Origin(String(text[..<slash])), origin.isSecure || origin.isNearby,
            text[slash...].utf8.allSatisfy({ (33...126).contains($0) }),
            !text[slash...].contains(where: { "?#".contains($0) })
        else { return nil }
        var path = text[slash...]
        while path.last == "/" { path.removeLast() }
        self.origin = origin
        self.path = path.isEmpty ? Self.usualPath : String(path)
    }

    var description: String { origin.description + path }
}

/// The address of another assistant, to which people take a text themselves:
/// `https://assistant.example/app?q={text}`.
struct AssistantLink: Sendable, Equatable, CustomStringConvertible {
    static let placeholder = "{text}"

    let template: String
    /// What people know it by.
    let name: String

    /// The text must come after the host, or it would choose where the link leads.
    init?(_ template: String) {
        guard let place = template.firstRange(of: Self.placeholder),
            template[..<place.lowerBound].dropFirst("https://".count).contains("/"),
            let address = FetchAddress(template.replacing(Self.placeholder, with: "text")),
            !template[place.upperBound...].contains(Self.placeholder),
            address.origin.isSecure || address.origin.isNearby
        else { return nil }
        self.template = template
        name = address.origin.host
    }

    var description: String { template }
}

extension Configuration {
    var chat: ChatSettings {
        get { self[ChatSettings.self] }
        set { self[ChatSettings.self] = newValue }
    }

    static let chatSettings: [Setting] = [
        Setting(
            "STORYTIME_CHAT_URL",
            \.chat.address,
            range: "https://host[:port][/path], http:// in your own network, or nothing",
            help: "The OpenAI-compatible service that explains and translates words of stories.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let address = ChatAddress(text) else {
                throw ConfigurationError(
                    "must be https://host[:port], with or without a path, or empty"
                )
            }
            return address
        },
        Setting(
            "STORYTIME_CHAT_MODEL",
            \.chat.model,
            range: "a name, or nothing",
            help: "The model that this service is asked for; if empty, nothing is explained.",
            check: isWord
        ),
        Setting(
            "STORYTIME_CHAT_KEY",
            \.chat.key,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The key for that service.",
            check: isWord
        ),
        Setting(
            "STORYTIME_ASSISTANT_LINK",
            \.chat.assistant,
            range: "https://host/path with {text} in it, or nothing",
            help: "Another assistant that parents can open with a text from a story.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let link = AssistantLink(text) else {
                throw ConfigurationError(
                    "must be https://host/path with {text} once after the host"
                )
            }
            return link
        },
    ]

    /// Visible ASCII, as a header may have it.
    @Sendable private static func isWord(_ text: String) throws(ConfigurationError) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw ConfigurationError("contains characters that keys and names don’t have")
        }
    }
}
