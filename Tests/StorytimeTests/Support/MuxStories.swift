import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

/// Webhooks as Mux's documentation describes them, made by tests.
struct MuxTold: Sendable {
    let id: String
    let type: String
    let at: Double
    let object: String
    let data: String

    init(_ type: String, at: Double, about object: (String, String), data: String) {
        id = "event-\(type)-\(at)-\(object.1)"
        self.type = type
        self.at = at
        self.object = "{\"type\":\"\(object.0)\",\"id\":\"\(object.1)\"}"
        self.data = data
    }

    /// Microseconds as Mux writes them.
    private var createdAt: String {
        let seconds = Int(at)
        let fraction = String(Int(((at - Double(seconds)) * 1e6).rounded()) + 1_000_000).dropFirst()
        return TimeText.iso(1_767_225_600 + seconds).dropLast() + "." + fraction + "Z"
    }

    var body: String {
        "{\"type\":\"\(type)\",\"request_id\":null,\"object\":\(object),\"id\":\"\(id)\","
            + "\"environment\":{\"name\":\"Test\",\"id\":\"t\"},\"data\":\(data),"
            + "\"created_at\":\"\(createdAt)\",\"attempts\":[],\"accessor\":null}"
    }

    var event: MuxEvent {
        MuxEvent(
            id: id,
            type: type,
            happenedAt: MuxMoment(createdAt) ?? MuxMoment(microseconds: 0),
            body: Array(body.utf8)
        )
    }

    /// Seconds and fractions that no date would show.
    static func secondsText(_ text: String) -> Int? { MuxMoment(text)?.microseconds }
}

/// An asset at Mux whose story a test tells.
struct MuxTale: Sendable {
    var asset = "asset-1"
    var passthrough: String? = "book:1"
    var upload: String?

    func data(_ status: String, _ more: String...) -> String {
        var parts = [
            "\"id\":\"\(asset)\"", "\"status\":\"\(status)\"", "\"created_at\":1767225600",
            "\"master_access\":\"none\"", "\"max_resolution_tier\":\"1080p\"",
            "\"playback_ids\":[{\"id\":\"\(asset)-signed\",\"policy\":\"signed\"}]",
        ]
        if let passthrough { parts.append("\"passthrough\":\"\(passthrough)\"") }
        if let upload { parts.append("\"upload_id\":\"\(upload)\"") }
        return "{" + (parts + more).joined(separator: ",") + "}"
    }

    /// What an asset that is ready has besides; texts are ids with their status.
    func finished(_ texts: [(String, String)] = [], duration: Double = 340.131) -> String {
        var tracks = [
            "{\"type\":\"video\",\"max_width\":1920,\"max_height\":1080,\"id\":\"\(asset)-v\"}",
            "{\"type\":\"audio\",\"status\":\"ready\",\"id\":\"\(asset)-a\"}",
        ]
        tracks += texts.map { text($0.0, $0.1) }
        return "\"tracks\":[\(tracks.joined(separator: ","))],\"duration\":\(duration),"
            + "\"aspect_ratio\":\"16:9\",\"resolution_tier\":\"1080p\""
    }

    func text(_ id: String, _ status: String, error: String? = nil) -> String {
        let error = error.map {
            ",\"error\":{\"type\":\"invalid_input\",\"messages\":[\"\($0)\"]}"
        }
        return "{\"type\":\"text\",\"text_type\":\"subtitles\",\"text_source\":\"generated_vod\","
            + "\"asset_id\":\"\(asset)\",\"language_code\":\"en\",\"name\":\"\(id)\","
            + "\"id\":\"\(id)\",\"status\":\"\(status)\"\(error ?? "")}"
    }

    func told(_ word: String, at: Double, _ data: String) -> MuxTold {
        MuxTold("video.asset.\(word)", at: at, about: ("asset", asset), data: data)
    }

    func track(_ word: String, at: Double, _ id: String, error: String? = nil) -> MuxTold {
        let status = word == "created" ? "preparing" : word
        return MuxTold(
            "video.asset.track.\(word)",
            at: at,
            about: ("track", id),
            data: text(id, status, error: error)
        )
    }

    func uploaded(_ word: String, at: Double, asset: String? = nil) -> MuxTold {
        let upload = upload ?? "upload-1"
        let link = asset.map { ",\"asset_id\":\"\($0)\"" } ?? ""
        let error = ",\"error\":{\"type\":\"invalid_input\",\"message\":\"It is not a video\"}"
        return MuxTold(
            "video.upload.\(word)",
            at: at,
            about: ("upload", upload),
            data: "{\"id\":\"\(upload)\",\"status\":\"\(word)\",\"timeout\":3600\(link)"
                + "\(word == "errored" ? error : "")}"
        )
    }
}

extension Console {
    static let webhookSecret = "whsec_0123456789"

    /// A console that takes Mux's webhooks.
    static func withMux(log: Log = .silent) throws -> Console {
        try Console(log: log) { configuration in
            configuration.mux.webhookSecret = webhookSecret
        }
    }

    func muxHeader(_ body: String, at moment: Int? = nil, secret: String = webhookSecret) throws
        -> String
    {
        let moment = moment ?? time.now
        let code = try Digest.hmac(Array("\(moment).\(body)".utf8), key: Array(secret.utf8))
        return "t=\(moment),v1=\(Hex.encode(code))"
    }

    /// Sends a webhook as Mux does.
    @discardableResult
    func tell(_ body: String, signature: String? = nil) throws -> Answer {
        try send(
            .post,
            "/webhooks/mux",
            [
                ("Content-Type", "application/json"),
                ("mux-signature", signature ?? muxHeader(body)),
            ],
            Array(body.utf8)
        )
    }

    @discardableResult
    func tell(_ told: MuxTold) throws -> Answer { try tell(told.body) }

    func videoAtMux(_ name: String = "asset-1") throws -> VideoAsset? {
        try videos.first("mux_asset_id = \(name)")
    }
}
