import HTTP

/// The console's calls, each as Mux's API reference describes it.
extension MuxClient {
    /// How an asset is to be made, from an address or from an upload.
    struct Wish: Sendable {
        /// Where Mux gets the video; nil for one that is uploaded.
        var url: String?
        var title: String
        var passthrough: String
        var captions: [Captions] = []
    }

    /// A WebVTT or SRT file at a public address, from which Mux makes a caption track.
    struct Captions: Encodable, Sendable {
        var url: String
        var language: String
        var name: String
        var isClosedCaptions = false

        private enum CodingKeys: String, CodingKey {
            case url, name, type
            case language = "language_code"
            case isClosedCaptions = "closed_captions"
            case textType = "text_type"
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(url, forKey: .url)
            try values.encode("text", forKey: .type)
            try values.encode("subtitles", forKey: .textType)
            try values.encode(language, forKey: .language)
            try values.encode(name, forKey: .name)
            try values.encode(isClosedCaptions, forKey: .isClosedCaptions)
        }
    }

    /// A page of the list of assets, and where the next one begins.
    struct AssetPage: Sendable, Decodable {
        let assets: [MuxAsset]
        let nextCursor: String?

        private enum CodingKeys: String, CodingKey {
            case assets = "data"
            case nextCursor = "next_cursor"
        }
    }

    // MARK: Assets

    func createAsset(_ wish: Wish) throws(MuxError) -> Answer<MuxAsset> {
        try call("POST", "/video/v1/assets", AssetSettings(wish))
    }

    func asset(_ id: String) throws(MuxError) -> Answer<MuxAsset> {
        try call("GET", Self.path("assets", id))
    }

    /// A page of all assets, newest first.
    func assets(after cursor: String? = nil, limit: Int = 100) throws(MuxError) -> AssetPage {
        var query = [(name: "limit", value: String(limit))]
        if let cursor { query.append((name: "cursor", value: cursor)) }
        let path = "/video/v1/assets?" + PercentEncoding.encodeQuery(query)
        return try read(send("GET", path))
    }

    func deleteAsset(_ id: String) throws(MuxError) {
        try send("DELETE", Self.path("assets", id))
    }

    func createPlaybackID(of asset: String, policy: String = "signed") throws(MuxError)
        -> Answer<MuxAsset.PlaybackID>
    {
        try call("POST", Self.path("assets", asset, "playback-ids"), ["policy": policy])
    }

    // MARK: Captions

    /// The asset must be ready; Mux fetches the file itself.
    func createTrack(_ captions: Captions, of asset: String) throws(MuxError) -> Answer<MuxTrack> {
        try call("POST", Self.path("assets", asset, "tracks"), captions)
    }

    /// Makes a text track of what is said in a sound track.
    func generateSubtitles(_ language: String, _ name: String, from track: String, of asset: String)
        throws(MuxError)
    {
        try send(
            "POST",
            Self.path("assets", asset, "tracks", track, "generate-subtitles"),
            ["generated_subtitles": [["language_code": language, "name": name]]]
        )
    }

    func deleteTrack(_ track: String, of asset: String) throws(MuxError) {
        try send("DELETE", Self.path("assets", asset, "tracks", track))
    }

    // MARK: Files

    /// Has an MP4 file of an asset made
    /// (https://www.mux.com/docs/api-reference/video/assets/create-asset-static-rendition).
    func createRendition(_ resolution: String, of asset: String) throws(MuxError) {
        try send(
            "POST",
            Self.path("assets", asset, "static-renditions"),
            ["resolution": resolution]
        )
    }

    func deleteRendition(_ rendition: String, of asset: String) throws(MuxError) {
        try send("DELETE", Self.path("assets", asset, "static-renditions", rendition))
    }

    // MARK: Uploads

    /// An address that a browser may PUT a file to, from pages of that origin.
    func createUpload(_ wish: Wish, from origin: Origin) throws(MuxError) -> Answer<MuxUpload> {
        try call(
            "POST",
            "/video/v1/uploads",
            UploadSettings(
                origin: origin.description,
                timeout: Self.uploadSeconds,
                asset: AssetSettings(wish)
            )
        )
    }

    func upload(_ id: String) throws(MuxError) -> Answer<MuxUpload> {
        try call("GET", Self.path("uploads", id))
    }

    func cancelUpload(_ id: String) throws(MuxError) -> Answer<MuxUpload> {
        try call("PUT", Self.path("uploads", id, "cancel"))
    }

    // MARK: Parts

    /// How long an upload may take: a large file over a slow line.
    private static let uploadSeconds = 86_400

    private static func path(_ parts: String...) -> String {
        "/video/v1/" + parts.map(PercentEncoding.encodeComponent).joined(separator: "/")
    }

    private struct UploadSettings: Encodable, Sendable {
        let origin: String
        let timeout: Int
        let asset: AssetSettings

        private enum CodingKeys: String, CodingKey {
            case timeout
            case origin = "cors_origin"
            case asset = "new_asset_settings"
        }
    }

    private struct AssetSettings: Encodable, Sendable {
        let wish: Wish

        init(_ wish: Wish) {
            self.wish = wish
        }

        private enum Key: String, CodingKey {
            case inputs, passthrough, meta
            case policies = "playback_policies"
            case renditions = "static_renditions"
        }

        private struct Input: Encodable {
            let url: String
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            if let url = wish.url {
                var inputs = values.nestedUnkeyedContainer(forKey: .inputs)
                try inputs.encode(Input(url: url))
                for captions in wish.captions { try inputs.encode(captions) }
            }
            try values.encode(["signed"], forKey: .policies)
            // For browsers without HLS.
            try values.encode([["resolution": "highest"]], forKey: .renditions)
            try values.encode(wish.passthrough, forKey: .passthrough)
            // Mux takes up to 512 characters.
            try values.encode(["title": String(wish.title.prefix(200))], forKey: .meta)
        }
    }
}
