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

    /// What can be done at Mux, what can’t be without it, and the settings for it with their values.
    private var parts: [(what: String, settings: [(name: String, value: String)])] {
        [
            (
                "Videos can’t be sent to Mux or checked there",
                [
                    ("STORYTIME_MUX_TOKEN_ID", tokenID),
                    ("STORYTIME_MUX_TOKEN_SECRET", tokenSecret),
                ]
            ),
            (
                "Messages from Mux are not accepted",
                [("STORYTIME_MUX_WEBHOOK_SECRET", webhookSecret)]
            ),
            (
                "Videos at Mux with signed playback can’t be played",
                [
                    ("STORYTIME_MUX_SIGNING_KEY_ID", signingKeyID),
                    ("STORYTIME_MUX_SIGNING_KEY", signingKey),
                ]
            ),
        ]
    }

    /// The settings that are still missing, and what they are for; empty if all are there.
    var missing: [(settings: [String], what: String)] {
        parts.map { part in
            (part.settings.filter(\.value.isEmpty).map(\.name), part.what)
        }.filter { !$0.settings.isEmpty }
    }

    /// The same without those that lack only a half.
    var unset: [(settings: [String], what: String)] {
        parts.filter { $0.settings.allSatisfy(\.value.isEmpty) }
            .map { ($0.settings.map(\.name), $0.what) }
    }

    /// Those of them without which another one that is set does nothing.
    var halves: [Need.Half] {
        parts.flatMap { part -> [Need.Half] in
            guard let beside = part.settings.first(where: { !$0.value.isEmpty }) else { return [] }
            return part.settings.filter(\.value.isEmpty).map { missing in
                Need.Half(missing: missing.name, beside: beside.name, stops: part.what + ".")
            }
        }
    }
}

extension Origin {
    /// The address of Mux's API.
    static let mux = Origin(isSecure: true, host: "api.mux.com", port: 443)
    /// The address of its films.
    static let muxStream = Origin(isSecure: true, host: "stream.mux.com", port: 443)
}
