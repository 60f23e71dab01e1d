extension Configuration {
    /// The account at Mux.
    var mux: MuxSettings {
        get { self[MuxSettings.self] }
        set { self[MuxSettings.self] = newValue }
    }

    /// The settings of the account at Mux.
    static let muxSettings: [Setting] = [
        Setting(
            "STORYTIME_MUX_TOKEN_ID",
            \.mux.tokenID,
            range: "letters, digits and punctuation, or nothing",
            help: "The id of an access token for Mux, with the rights of Mux Video.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_TOKEN_SECRET",
            \.mux.tokenSecret,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The secret of that access token.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_WEBHOOK_SECRET",
            \.mux.webhookSecret,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The signing secret of the webhook that Mux sends to /webhooks/mux.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_SIGNING_KEY_ID",
            \.mux.signingKeyID,
            range: "letters, digits and punctuation, or nothing",
            help: "The id of the signing key for signed playback.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_SIGNING_KEY",
            \.mux.signingKey,
            range: "an RSA private key as PEM, or that in base64, or nothing",
            isSecret: true,
            help: "The private key of that id, as Mux gave it."
        ) { text throws(ConfigurationError) in
            guard text.isEmpty || SigningKey.isValid(text) else {
                throw ConfigurationError("is no RSA private key")
            }
        },
        Setting(
            "STORYTIME_MUX_BASE_URL",
            \.mux.baseURL,
            range: "https://host[:port], or http:// on this machine",
            help: "Where Mux is asked.",
            write: { $0.description }
        ) { text throws(ConfigurationError) in
            // Over plain HTTP the token's secret would be on the wire.
            guard let origin = Origin(text), origin.isSecure || origin.isLoopback else {
                throw ConfigurationError("is not https://host[:port] without a path")
            }
            return origin
        },
    ]

    /// What can stand in a header: visible ASCII without a space; a colon would end a user's name.
    @Sendable private static func isWord(_ text: String) throws(ConfigurationError) {
        guard text.utf8.count <= 500,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: ":") })
        else { throw ConfigurationError("holds what no key of Mux holds") }
    }
}
