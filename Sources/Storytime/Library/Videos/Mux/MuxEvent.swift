/// A parsed message from Mux; the state of an asset is made from these.
struct MuxEvent: Sendable {
    /// What it is about, and its state.
    enum Content: Sendable {
        case asset(MuxAsset)
        case track(MuxTrack)
        case rendition(MuxRendition)
        case upload(MuxUpload)
        /// What earlier messages come to, which it stands for.
        case summary(MuxSummary)
        /// Mux no longer has the asset: an answer without content.
        case gone
        /// A type that has no meaning here, or content that can't be read.
        case none
    }

    /// Our own types for Mux's answers to calls, and for what we make of messages ourselves.
    enum Answer: String, Sendable {
        case asset = "answer.asset"
        case upload = "answer.upload"
        case gone = "answer.gone"
        case summary = "answer.summary"
    }

    let id: String
    let type: String
    let happenedAt: MuxMoment
    let content: Content

    /// Events of an asset whose `data` is the whole asset.
    private static let assetTypes: Set = [
        "video.asset.created", "video.asset.ready", "video.asset.errored", "video.asset.updated",
        "video.asset.deleted", Answer.asset.rawValue,
    ]
    private static let uploadTypes: Set = [
        "video.upload.created", "video.upload.asset_created", "video.upload.cancelled",
        "video.upload.errored", Answer.upload.rawValue,
    ]

    /// Reads the body that belongs to a type. A body whose `data` isn't such an object is `none`.
    init(id: String, type: String, happenedAt: MuxMoment, body: [UInt8]) {
        self.id = id
        self.type = type
        self.happenedAt = happenedAt
        content = Self.content(type, body) ?? .none
    }

    /// An asset as it appears in a list.
    init(_ asset: MuxAsset, at moment: MuxMoment) {
        id = ""
        type = Answer.asset.rawValue
        happenedAt = moment
        content = .asset(asset)
    }

    /// Whether it is the whole state of an asset, as Mux answered when it was asked.
    var isAnswer: Bool { type == Answer.asset.rawValue }

    var isDeletion: Bool { type == "video.asset.deleted" || type == Answer.gone.rawValue }

    private static let trackPrefix = "video.asset.track."
    private static let renditionPrefix = "video.asset.static_rendition."

    /// Whether events of its type have any effect, if they can be read.
    var isOfUse: Bool {
        Self.assetTypes.contains(type) || Self.uploadTypes.contains(type)
            || Answer(rawValue: type) != nil || type.hasPrefix(Self.trackPrefix)
            || type.hasPrefix(Self.renditionPrefix)
    }

    private static func content(_ type: String, _ body: [UInt8]) -> Content? {
        if type == Answer.gone.rawValue { return .gone }
        if type == Answer.summary.rawValue { return read(body).map(Content.summary) }
        if assetTypes.contains(type) { return read(body).map(Content.asset) }
        if uploadTypes.contains(type) { return read(body).map(Content.upload) }
        if type.hasPrefix(trackPrefix) { return read(body).map(Content.track) }
        if type.hasPrefix(renditionPrefix) { return read(body).map(Content.rendition) }
        return nil
    }

    private static func read<Value: Decodable>(_ body: [UInt8]) -> Value? {
        try? ReceivedJSON.decode(MuxAnswer<Value>.self, from: body).data
    }
}

/// The envelope of an object, in answers as in webhooks.
struct MuxAnswer<Value: Decodable>: Decodable {
    let data: Value
}

/// The outer part of a webhook: which event it is, and about what.
struct MuxEnvelope: Decodable, Sendable {
    let id: String?
    let type: String?
    let createdAt: MuxMoment?
    let object: Object?

    struct Object: Decodable, Sendable {
        let type: String?
        let id: String?
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, object
        case createdAt = "created_at"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try? values.decodeIfPresent(String.self, forKey: .id)
        type = try? values.decodeIfPresent(String.self, forKey: .type)
        createdAt = try? values.decodeIfPresent(MuxMoment.self, forKey: .createdAt)
        object = try? values.decodeIfPresent(Object.self, forKey: .object)
    }

    /// Nil if the body isn't a JSON object.
    static func read(_ body: [UInt8]) -> MuxEnvelope? {
        try? ReceivedJSON.decode(MuxEnvelope.self, from: body)
    }
}
