import SQLite

/// A message from Mux, as it is kept: a webhook, or Mux's answer to a call.
struct MuxDelivery: Sendable {
    /// What is kept of one, as the table has it.
    static let maximumBytes = 1 << 20

    enum Source: String, Sendable { case webhook, answer }

    /// What became of it.
    enum Verdict: String, Sendable {
        /// Kept, but not processed yet.
        case new
        case applied
        /// It contained nothing new.
        case unchanged
        /// It is about an asset that is unknown here, and waits until it is known.
        case kept
        /// Its type has no meaning here.
        case ignored
        case unreadable
        /// Something went wrong here: it will be tried again.
        case failed
    }

    let number: Int
    let id: String
    let source: Source
    let type: String
    let objectID: String?
    let muxAssetID: String?
    let muxUploadID: String?
    let happenedAt: MuxMoment
    let receivedAt: Int
    let timesReceived: Int
    let verdict: Verdict
    let effect: String
    let assetID: ID<VideoAsset>?
    let body: [UInt8]

    /// Whether a summary stands for it, and its content is no longer kept.
    var isFolded: Bool { body.isEmpty && (muxAssetID != nil || muxUploadID != nil) }

    static let columns: SQL = """
        number, id, source, type, object_id, mux_asset_id, mux_upload_id, happened_us,
        received_at, times_received, verdict, effect, asset_id, body
        """

    init(_ row: Row) throws {
        number = try row.int(0)
        id = try row.text(1)
        source = Source(rawValue: try row.text(2)) ?? .webhook
        type = try row.text(3)
        objectID = try row.textOrNil(4)
        muxAssetID = try row.textOrNil(5)
        muxUploadID = try row.textOrNil(6)
        happenedAt = MuxMoment(microseconds: try row.int(7))
        receivedAt = try row.int(8)
        timesReceived = try row.int(9)
        verdict = Verdict(rawValue: try row.text(10)) ?? .new
        effect = try row.text(11)
        assetID = try row.intOrNil(12).map { ID($0) }
        body = try row.blob(13)
    }
}

extension MuxEvent {
    /// The asset and the upload that it is about, wherever they are named.
    func subjects(_ object: MuxEnvelope.Object?) -> (asset: String?, upload: String?) {
        let objectID = object?.type == "asset" ? object?.id : nil
        return switch content {
        case .asset(let asset): (asset.id, asset.uploadID)
        case .track(let track): (track.assetID ?? objectID, nil)
        case .rendition(let rendition): (rendition.assetID ?? objectID, nil)
        case .upload(let upload): (upload.assetID, upload.id)
        case .summary(let summary): (summary.assetID, summary.uploadID)
        case .gone, .none: (objectID, nil)
        }
    }
}
