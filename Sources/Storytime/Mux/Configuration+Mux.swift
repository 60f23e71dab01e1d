extension Configuration {
    /// The settings of the account at Mux.
    static let muxSettings: [Setting] = [
        Setting(
            "STORYTIME_MUX_TOKEN_ID",
            range: "letters, digits and punctuation, or nothing",
            default: "",
            help: "The id of an access token for Mux, with the rights of Mux Video."
        ) { configuration, text throws(ConfigurationError) in
            configuration.mux.tokenID = try word(text)
        },
        Setting(
            "STORYTIME_MUX_TOKEN_SECRET",
            range: "letters, digits and punctuation, or nothing",
            default: "",
            isSecret: true,
            help: "The secret of that access token."
        ) { configuration, text throws(ConfigurationError) in
            configuration.mux.tokenSecret = try word(text)
        },
        Setting(
            "STORYTIME_MUX_WEBHOOK_SECRET",
            range: "letters, digits and punctuation, or nothing",
            default: "",
            isSecret: true,
            help: "The signing secret of the webhook that Mux sends to /webhooks/mux."
        ) { configuration, text throws(ConfigurationError) in
            configuration.mux.webhookSecret = try word(text)
        },
        Setting(
            "STORYTIME_MUX_SIGNING_KEY_ID",
            range: "letters, digits and punctuation, or nothing",
            default: "",
            help: "The id of the signing key for signed playback."
        ) { configuration, text throws(ConfigurationError) in
            configuration.mux.signingKeyID = try word(text)
        },
        Setting(
            "STORYTIME_MUX_SIGNING_KEY",
            range: "an RSA private key as PEM, or that in base64, or nothing",
            default: "",
            isSecret: true,
            help: "The private key of that id, as Mux gave it."
        ) { configuration, text throws(ConfigurationError) in
            guard text.isEmpty || SigningKey.isOne(text) else {
                throw ConfigurationError("is no RSA private key")
            }
            configuration.mux.signingKey = text
        },
        Setting(
            "STORYTIME_MUX_BASE_URL",
            range: "https://host[:port], or http:// on this machine",
            default: Origin.mux.description,
            help: "Where Mux is asked."
        ) { configuration, text throws(ConfigurationError) in
            // Over plain HTTP the token's secret would be on the wire.
            guard let origin = Origin(text), origin.isSecure || origin.isLoopback else {
                throw ConfigurationError("is not https://host[:port] without a path")
            }
            configuration.mux.baseURL = origin
        },
    ]

    /// What can stand in a header: visible ASCII without a space; a colon would end a user's name.
    private static func word(_ text: String) throws(ConfigurationError) -> String {
        guard text.utf8.count <= 500,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: ":") })
        else { throw ConfigurationError("holds what no key of Mux holds") }
        return text
    }
}
