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
            help: "The id of a Mux access token with permission for Mux Video.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_TOKEN_SECRET",
            \.mux.tokenSecret,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The secret of the Mux access token.",
            check: isWord
        ),
        Setting(
            "STORYTIME_MUX_WEBHOOK_SECRET",
            \.mux.webhookSecret,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "The signing secret of the Mux webhook for /webhooks/mux.",
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
            help: "The private key for that id, as Mux provided it."
        ) { text throws(ConfigurationError) in
            guard text.isEmpty || SigningKey.isValid(text) else {
                throw ConfigurationError("is not an RSA private key")
            }
        },
        Setting(
            "STORYTIME_MUX_BASE_URL",
            \.mux.baseURL,
            range: "https://host[:port], or http:// on this machine",
            help: "The address of the Mux API.",
            write: { $0.description }
        ) { text throws(ConfigurationError) in
            // Over plain HTTP the token's secret would be readable on the wire.
            guard let origin = Origin(text), origin.isSecure || origin.isLoopback else {
                throw ConfigurationError("must be https://host[:port] without a path")
            }
            return origin
        },
    ]

    /// Text for a header: visible ASCII without a space; a colon would end a user's name.
    @Sendable private static func isWord(_ text: String) throws(ConfigurationError) {
        guard text.utf8.count <= 500,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: ":") })
        else { throw ConfigurationError("contains characters that Mux keys don’t have") }
    }
}
