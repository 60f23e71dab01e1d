import HTTP

/// Addresses at which a browser gets a video from Mux, signed if necessary
/// (https://www.mux.com/docs/guides/secure-video-playback).
struct MuxPlayback {
    /// What a token can be used for: the claim `aud`.
    enum Audience: String, Sendable {
        case video = "v"
        case thumbnail = "t"
        case storyboard = "s"
    }

    /// A parameter of a picture: with a signed id it is in the token, not in the address.
    enum Parameter: Sendable {
        case number(Int)
        case text(String)
    }

    /// The addresses of the parts of one video.
    struct Links: Sendable, Equatable {
        let hls: String
        /// For browsers without HLS; nil until that rendition is ready.
        let mp4: String?
        let poster: String
        /// A WebVTT file that names parts of a picture.
        let storyboard: String
        /// Small pictures of some moments.
        let pictures: [Picture]
        /// When the addresses stop working; nil means never.
        let expiresAt: Int?
        /// The parts of the addresses of texts.
        fileprivate let textsStart: String
        fileprivate let textsEnd: String
        /// Where its files are.
        let files: Playback.FileAddresses

        /// A track as WebVTT, by Mux's id for it
        /// (https://www.mux.com/docs/guides/add-subtitles-to-your-videos).
        func captions(_ track: String) -> String {
            textsStart + PercentEncoding.encodeComponent(track) + textsEnd
        }
    }

    /// A picture of one moment.
    struct Picture: Sendable, Equatable {
        let seconds: Int
        let href: String
    }

    /// The width of small pictures: several are seen at once, on screens with two dots per pixel.
    private static let pictureWidth = 320

    private static let image = "https://image.mux.com"

    private let keyID: String
    private let key: SigningKey
    private let stream: String

    /// Nil without a signing key.
    init?(_ settings: MuxSettings) throws {
        guard settings.canSign else { return nil }
        keyID = settings.signingKeyID
        key = try SigningKey(settings.signingKey)
        stream = settings.streamURL.description
    }

    /// When a token that is made now ends: it must outlive the viewing, because each piece of the
    /// video needs it. Pauses may be as long as the video, plus an hour. It never outlives the
    /// rights; nil if these have ended.
    static func expiry(durationSeconds: Int, now: Int, notAfter: Int?) -> Int? {
        let expiry = now + 2 * durationSeconds + 3600
        guard let notAfter else { return expiry }
        return notAfter > now ? min(expiry, notAfter) : nil
    }

    /// A JSON Web Token (RFC 7519) for one playback id. The key's id is in the header, where RFC
    /// 7515 has it, and among the claims, where Mux's guide has it.
    func token(
        _ audience: Audience,
        for playbackID: String,
        expiresAt: Int,
        _ parameters: KeyValuePairs<String, Parameter> = [:]
    ) throws -> String {
        let kid = JSONText.quoted(keyID)
        var claims = "{\"sub\":\(JSONText.quoted(playbackID)),\"aud\":\"\(audience.rawValue)\","
        claims += "\"exp\":\(expiresAt),\"kid\":\(kid)"
        for (name, value) in parameters {
            switch value {
            case .number(let number): claims += ",\"\(name)\":\(number)"
            case .text(let text): claims += ",\"\(name)\":\(JSONText.quoted(text))"
            }
        }
        let header = "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\(kid)}"
        let signed = [header, claims + "}"].map { Base64URL.encode(Array($0.utf8)) }
            .joined(separator: ".")
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
    }

    /// The addresses of a video; nil if Mux has none that is ready, it can't be signed, or the
    /// rights have ended.
    static func links(
        to asset: VideoAsset,
        _ settings: MuxSettings,
        now: Int,
        notAfter: Int? = nil,
        pictures moments: [Int] = []
    ) throws -> Links? {
        guard asset.provider == .mux, asset.status == .ready, asset.deletedAt == nil,
            let expiry = expiry(
                durationSeconds: asset.durationSeconds ?? 0,
                now: now,
                notAfter: notAfter
            )
        else { return nil }
        if let id = asset.mux.signedPlaybackID, let playback = try MuxPlayback(settings) {
            return try playback.signed(id, asset, expiry, moments)
        }
        let stream = settings.streamURL.description
        return asset.mux.publicPlaybackID.map { open(stream, $0, asset, moments) }
    }

    private func signed(_ id: String, _ asset: VideoAsset, _ expiry: Int, _ moments: [Int]) throws
        -> Links
    {
        let sign = { (audience: Audience, parameters: KeyValuePairs<String, Parameter>) in
            "?token=" + (try token(audience, for: id, expiresAt: expiry, parameters))
        }
        let video = try sign(.video, [:])
        let poster = try asset.posterSeconds.map { try sign(.thumbnail, ["time": .number($0)]) }
        return Links(
            hls: "\(stream)/\(id).m3u8\(video)",
            mp4: asset.mux.mp4Name.map { "\(stream)/\(id)/\($0)\(video)" },
            poster: "\(Self.image)/\(id)/thumbnail.webp\(try poster ?? sign(.thumbnail, [:]))",
            storyboard: "\(Self.image)/\(id)/storyboard.vtt\(try sign(.storyboard, [:]))",
            pictures: try moments.map { moment in
                let token = try token(
                    .thumbnail,
                    for: id,
                    expiresAt: expiry,
                    ["time": .number(moment), "width": .number(Self.pictureWidth)]
                )
                let href = "\(Self.image)/\(id)/thumbnail.webp?token=\(token)"
                return Picture(seconds: moment, href: href)
            },
            expiresAt: expiry,
            textsStart: "\(stream)/\(id)/text/",
            textsEnd: ".vtt\(video)",
            files: Playback.FileAddresses(start: "\(stream)/\(id)/", query: video)
        )
    }

    private static func open(
        _ stream: String,
        _ id: String,
        _ asset: VideoAsset,
        _ moments: [Int]
    ) -> Links {
        let poster = asset.posterSeconds.map { "?time=\($0)" } ?? ""
        return Links(
            hls: "\(stream)/\(id).m3u8",
            mp4: asset.mux.mp4Name.map { "\(stream)/\(id)/\($0)" },
            poster: "\(image)/\(id)/thumbnail.webp\(poster)",
            storyboard: "\(image)/\(id)/storyboard.vtt",
            pictures: moments.map { moment in
                let size = "time=\(moment)&width=\(pictureWidth)"
                return Picture(seconds: moment, href: "\(image)/\(id)/thumbnail.webp?\(size)")
            },
            expiresAt: nil,
            textsStart: "\(stream)/\(id)/text/",
            textsEnd: ".vtt",
            files: Playback.FileAddresses(start: "\(stream)/\(id)/", query: "")
        )
    }
}
