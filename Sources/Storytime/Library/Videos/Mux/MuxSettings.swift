/// What the console was told about its account at Mux; an empty text is nothing.
struct MuxSettings: FeatureSettings {
    /// The access token, which calls are signed in with.
    var tokenID = ""
    var tokenSecret = ""
    /// What Mux signs its webhooks with.
    var webhookSecret = ""
    /// The key that playback tokens are signed with.
    var signingKeyID = ""
    var signingKey = ""
    var baseURL = Origin.mux

    var canCall: Bool { !tokenID.isEmpty && !tokenSecret.isEmpty }
    var canReceive: Bool { !webhookSecret.isEmpty }
    var canSign: Bool { !signingKeyID.isEmpty && !signingKey.isEmpty }

    /// Whether anything was set: someone means to use Mux.
    var isWanted: Bool {
        [tokenID, tokenSecret, webhookSecret, signingKeyID, signingKey].contains { !$0.isEmpty }
    }

    /// The settings that are still needed, and what for; empty where all is there.
    var missing: [(settings: [String], what: String)] {
        func absent(_ pairs: (String, String)...) -> [String] {
            pairs.filter(\.1.isEmpty).map { "STORYTIME_MUX_\($0.0)" }
        }
        return [
            (
                absent(("TOKEN_ID", tokenID), ("TOKEN_SECRET", tokenSecret)),
                "Videos can’t be sent to Mux or checked there"
            ),
            (
                absent(("WEBHOOK_SECRET", webhookSecret)),
                "Messages from Mux are not accepted"
            ),
            (
                absent(("SIGNING_KEY_ID", signingKeyID), ("SIGNING_KEY", signingKey)),
                "Videos at Mux with signed playback can’t be played"
            ),
        ].filter { !$0.settings.isEmpty }
    }
}

extension Origin {
    /// Where Mux answers.
    static let mux = Origin(isSecure: true, host: "api.mux.com", port: 443)
}
