/// The settings of the console's account at Mux; an empty text means none.
struct MuxSettings: FeatureSettings {
    /// The access token for calls.
    var tokenID = ""
    var tokenSecret = ""
    /// The secret with which Mux signs its webhooks.
    var webhookSecret = ""
    /// The key that signs playback tokens.
    var signingKeyID = ""
    var signingKey = ""
    var baseURL = Origin.mux
    /// Where films and their captions are; tests have them elsewhere.
    var streamURL = Origin.muxStream

    var canCall: Bool { !tokenID.isEmpty && !tokenSecret.isEmpty }
    var canReceive: Bool { !webhookSecret.isEmpty }
    var canSign: Bool { !signingKeyID.isEmpty && !signingKey.isEmpty }

    /// Whether anything was set: someone wants to use Mux.
    var isWanted: Bool {
        [tokenID, tokenSecret, webhookSecret, signingKeyID, signingKey].contains { !$0.isEmpty }
    }

    /// The settings that are still missing, and what they are for; empty if all are there.
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
    /// The address of Mux's API.
    static let mux = Origin(isSecure: true, host: "api.mux.com", port: 443)
    /// The address of its films.
    static let muxStream = Origin(isSecure: true, host: "stream.mux.com", port: 443)
}
